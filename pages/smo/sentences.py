"""Sentences on the reason for a pair, with numbers from the solver's own functions."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from core.problem import Problem
from core.solver import EveryPairRule, Fallback, Outcome, PairRule, violating_pairs
from core.solver.smo import pair_step
from core.solver.smo.platt import PlattState
from core.trace import Trace
from core.view import PairMove, PairView, pair_at, pair_move, pair_view, partners_at, ties_at
from ui.solve.options import TIES
from ui.words import Words, number

LIBSVM_TOLERANCE = 1e-3  # of m - M, by default
LISTED = 6  # points or pairs in a sentence


def pair_sentence(trace: Trace, k: int, words: Words) -> str:
    """Say which i and why, and which j and why, in one sentence."""
    if k >= len(trace):
        return _ended(trace, words)
    if trace.picked:  # by hand: the branch moves this pair first
        row = trace.table[k]
        decrease = number(float(row["decrease"]))
        return words("smo.picked", i=int(row["i"]) + 1, j=int(row["j"]) + 1, decrease=decrease)
    if trace.stepper.name == "platt":
        return _platt(trace, k, words)
    shown = pair_at(trace, k)
    assert shown.move is not None
    if isinstance(trace.rule, EveryPairRule):
        return _every(trace, k, shown, words)
    values = {
        "i": shown.move.i + 1,
        "j": shown.move.j + 1,
        "m": number(shown.m),
        "violation": number(shown.move.violation),
        "count": len(shown.candidates.j),
        "gain": number(2.0 * shown.move.promise),
    }
    return words("smo.choice.second" if _second(trace) else "smo.choice.first", **values)


def pair_note(trace: Trace, k: int, words: Words) -> str:
    """Say what the other rule would have chosen or, for Platt, the cost of the search."""
    if trace.picked:
        return _instead(trace, k, words)
    if trace.stepper.name == "platt":
        if k >= len(trace):
            return words("smo.nobody" if trace.outcome is Outcome.OPTIMAL else "smo.stops")
        row = trace.table[k]
        return words("smo.platt.cost", examined=int(row["examined"]), failed=int(row["failed"]))
    shown = pair_at(trace, k)
    if shown.move is None:
        return words("smo.nobody")
    if isinstance(trace.rule, EveryPairRule):
        return _usual(trace, k, words) if k < len(trace) else words("smo.stops")
    return _other(shown, _second(trace), words)


def tie_note(trace: Trace, k: int, words: Words) -> str:
    """Say which points tied at a step, and what the other tie rule would have taken; "" where no value was shared."""
    found = ties_at(trace, k)
    if found is None:
        return ""
    told, rule = [], trace.leg(k).rule
    if len(found.firsts) > 1:
        told.append(words("smo.ties.first", points=_listed(found.firsts + 1, words)))
    if len(found.seconds) > 1:
        key = "smo.ties.second" if isinstance(rule, PairRule) and rule.second_order else "smo.ties.second.violation"
        told.append(words(key, points=_listed(found.seconds + 1, words)))
    if len(found.pairs) > 1:
        told.append(words("smo.ties.pairs", pairs=_listed([f"{i + 1}–{j + 1}" for i, j in found.pairs], words)))
    if found.other is not None:
        key = "smo.ties.if.first" if rule.last_tie else "smo.ties.if.last"  # type: ignore[attr-defined]
        told.append(words(key, i=found.other[0] + 1, j=found.other[1] + 1))
    if len(found.close):
        told.append(words("smo.ties.close", points=_listed(found.close + 1, words)))
    return words.joined(told)


def _listed(names: Iterable[object], words: Words) -> str:
    """List the first of some points or pairs, and say how many more there are."""
    named = [str(name) for name in names]
    if len(named) <= LISTED + 1:
        return words.listed(named)
    return words("smo.more", named=", ".join(named[:LISTED]), more=len(named) - LISTED)


def move_note(trace: Trace, k: int, words: Words) -> str:
    """Say by how much the dual decreases, and compare that with the predicted gain."""
    row, problem, state = trace.table[k], trace.problem, trace.state_at(k)
    assert isinstance(problem, Problem)
    gradient = trace.stepper.gradient(problem.dual, state)
    move = pair_move(problem.dual, state.alpha, gradient, int(row["i"]), int(row["j"]))
    return _worth(move, float(row["decrease"]), trace.stepper.name == "platt", words)


def _every(trace: Trace, k: int, shown: PairView, words: Words) -> str:
    """Say which of all pairs is taken, of how many that violate, and why."""
    problem, state, rule = trace.problem, trace.state_at(k), trace.rule
    assert isinstance(problem, Problem)
    assert isinstance(rule, EveryPairRule)
    assert shown.move is not None
    gradient = trace.stepper.gradient(problem.dual, state)
    values = {
        "i": shown.move.i + 1,
        "j": shown.move.j + 1,
        "violation": number(shown.move.violation),
        "decrease": number(shown.move.decrease),
        "pairs": number(violating_pairs(problem.dual, state.alpha, gradient, rule.tolerance)),
        "seed": rule.seed,
    }
    return words(f"smo.choice.{trace.stepper.name}", **values)


def _usual(trace: Trace, k: int, words: Words) -> str:
    """Say which pair LIBSVM's rule would take, and for what fall."""
    problem, state, row = trace.problem, trace.state_at(k), trace.table[k]
    assert isinstance(problem, Problem)
    assert isinstance(trace.rule, EveryPairRule)
    usual = pair_step.rule(trace.rule.tolerance, TIES[not trace.rule.last_tie], second_order=True)
    own = pair_view(problem.dual, state.alpha, trace.stepper.gradient(problem.dual, state), usual).move
    assert own is not None  # both rules end at the same m - M
    if {own.i, own.j} == {int(row["i"]), int(row["j"])}:
        return words("smo.picked.same")
    return words("smo.picked.other", i=own.i + 1, j=own.j + 1, decrease=number(own.decrease))


def _second(trace: Trace) -> bool:
    assert isinstance(trace.rule, PairRule)
    return trace.rule.second_order


def _other(shown: PairView, second: bool, words: Words) -> str:
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


def _worth(move: PairMove, decrease: float, platt: bool, words: Words) -> str:
    values = {"decrease": number(decrease), "promise": number(move.promise)}
    if move.curvature <= 0:
        key = "smo.worth.ends" if platt else "smo.worth.tau"
        return words(key, curvature=number(move.curvature), decrease=values["decrease"])
    if move.clipped:
        return words("smo.worth.clipped", share=number(100.0 * decrease / move.promise, 2), **values)
    return words("smo.worth.full", **values)


def _instead(trace: Trace, k: int, words: Words) -> str:
    """Say which pair LIBSVM's rule would choose instead of a picked one."""
    own, row = pair_at(trace, k).move, trace.table[k]
    if own is None:
        return words("smo.picked.over")
    if {own.i, own.j} == {int(row["i"]), int(row["j"])}:
        return words("smo.picked.same")
    return words("smo.picked.other", i=own.i + 1, j=own.j + 1, decrease=number(own.decrease))


def _platt(trace: Trace, k: int, words: Words) -> str:
    row = trace.table[k]
    error_i, error_j, fallback = float(row["error_i"]), float(row["error_j"]), Fallback(int(row["fallback"]))
    values = {
        "loop": words("smo.platt.all" if row["examine_all"] else "smo.platt.free"),
        "i": int(row["i"]) + 1,
        "j": int(row["j"]) + 1,
        "error_i": number(error_i),
        "error_j": number(error_j),
        "difference": number(abs(error_i - error_j)),
    }
    if fallback is Fallback.LARGEST_DIFFERENCE:  # Platt takes the smallest E for E_i > 0, else the largest
        return words("smo.platt.smallest" if error_i > 0 else "smo.platt.largest", **values)
    return words("smo.platt.FREE" if fallback is Fallback.FREE else "smo.platt.ALL", **values)


def _ended(trace: Trace, words: Words) -> str:
    steps, platt = number(len(trace)), trace.stepper.name == "platt"
    if trace.outcome is Outcome.INFEASIBLE:
        problem = trace.problem
        grown = isinstance(problem, Problem) and trace.last.objective < -problem.dual.ceiling
        return words("smo.ended.INFEASIBLE" if grown else "smo.ended.endless", steps=steps)
    if trace.outcome is Outcome.OPTIMAL:
        if isinstance(trace.last, PlattState) and (broken := _broken(trace, trace.last)):
            values = {"b": number(trace.last.b), "broken": number(broken), "tolerance": tolerance_of(trace)}
            return words("smo.ended.passed.b", steps=steps, **values)
        key = "smo.ended.passed" if platt else "smo.ended.OPTIMAL"
        return words(key, steps=steps, tolerance=tolerance_of(trace))
    if platt and trace.outcome is Outcome.STUCK:
        return words("smo.ended.dropped", steps=steps)
    return words(f"smo.ended.{trace.outcome.name}", steps=steps)


def _broken(trace: Trace, state: PlattState) -> int:
    """Return how many points violate at the end of a run of Platt's rule, whose b suits its last pair."""
    dual = trace.problem.dual
    r, tolerance = dual.y * state.errors, float(trace.rule[0])
    return int((((r < -tolerance) & (state.alpha < dual.upper)) | ((r > tolerance) & (state.alpha > 0))).sum())


def tolerance_of(trace: Trace) -> str:
    """Write the tolerance at which a run of pairs stops."""
    return number(float(trace.rule.tolerance))  # type: ignore[attr-defined]


def default_note(trace: Trace, words: Words) -> str:
    """Say after which step a run that converged would have stopped at LIBSVM's default tolerance."""
    near = np.flatnonzero(trace.table["violation"] < LIBSVM_TOLERANCE)  # of the state before each step
    k = int(near[0]) if near.size else len(trace)
    key = "smo.default" if k < len(trace) else "smo.default.same"
    return words(key, tolerance=number(LIBSVM_TOLERANCE), k=number(k), own=tolerance_of(trace))


def partner_sentence(i: int, trace: Trace, words: Words) -> str:
    """Say in which direction the first point of a pair can move, and which partner it needs."""
    found = partners_at(trace, len(trace), i)
    values = {"i": i + 1, "score": number(found.score), "count": len(found.candidates.j)}
    if found.best < 0:
        return words("smo.hand.next.none", **values)
    best = {"j": found.best + 1, "gain": number(float(found.candidates.gain.max()))}
    way = "both" if found.rises and found.falls else "rises" if found.rises else "falls"
    return words(f"smo.hand.next.{way}", **values, **best)
