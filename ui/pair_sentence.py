"""Why this pair, in one paragraph made from numbers that the solver's own functions return."""

from __future__ import annotations

from core.solver import Fallback
from core.trace import Trace
from core.view import PairView, pair_at
from ui.text import Words, number


def pair_sentence(trace: Trace, k: int, words: Words) -> str:
    """Say which i and why, which j and why, what the other rule would have taken, and what the step was worth."""
    if k >= len(trace):
        return words(f"smo.ended.{trace.outcome.name}", steps=number(len(trace)))
    if trace.stepper.name == "platt":
        return _platt(trace, k, words)
    shown = pair_at(trace, k)
    return " ".join([_choice(shown, trace, words), _other(shown, trace, words), _worth(shown, words)])


def _choice(shown: PairView, trace: Trace, words: Words) -> str:
    assert shown.move is not None
    values = {
        "i": shown.move.i + 1,
        "j": shown.move.j + 1,
        "m": number(shown.m),
        "violation": number(shown.move.violation),
        "count": len(shown.candidates.j),
        "gain": number(2.0 * shown.move.promise),
    }
    return words("smo.choice.second" if trace.rule.second_order else "smo.choice.first", **values)  # type: ignore[attr-defined]


def _other(shown: PairView, trace: Trace, words: Words) -> str:
    second: bool = trace.rule.second_order  # type: ignore[attr-defined]
    other = shown.first_order_j if second else shown.second_order_j
    assert shown.move is not None
    if other == shown.move.j:
        return words("smo.other.same")
    index = int((shown.candidates.j == other).argmax())
    return words(
        "smo.other.first" if second else "smo.other.second",
        j=other + 1,
        violation=number(float(shown.candidates.violation[index])),
        gain=number(float(shown.candidates.gain[index])),
    )


def _worth(shown: PairView, words: Words) -> str:
    move = shown.move
    assert move is not None
    values = {"decrease": number(move.decrease), "promise": number(move.promise)}
    if move.curvature <= 0:
        return words("smo.worth.tau", curvature=number(move.curvature), **values)
    if move.clipped:
        return words("smo.worth.clipped", share=number(100.0 * move.decrease / move.promise, 2), **values)
    return words("smo.worth.full", **values)


def _platt(trace: Trace, k: int, words: Words) -> str:
    row = trace.table[k]
    loop = words("smo.platt.whole" if row["whole"] else "smo.platt.free")
    fallback = words(f"smo.platt.{Fallback(int(row['fallback'])).name}")
    return words(
        "smo.platt",
        loop=loop,
        fallback=fallback,
        i=int(row["i"]) + 1,
        j=int(row["j"]) + 1,
        error_i=number(float(row["error_i"])),
        error_j=number(float(row["error_j"])),
        difference=number(abs(float(row["error_i"]) - float(row["error_j"]))),
        examined=int(row["examined"]),
        failed=int(row["failed"]),
        decrease=number(float(row["decrease"])),
    )
