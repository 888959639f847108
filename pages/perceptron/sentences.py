"""Sentences about a run and the SVM of the same points, based on predicates checked numerically."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from core.problem import Separable
from core.solver import Outcome
from core.topics.perceptron.experiment import CYCLIC, Separator
from core.topics.perceptron.theory import Novikoff
from core.trace import Trace
from pages.perceptron.answers import ROUNDING, BothDuals, Moved, TwoRates
from ui.solve.solving import Solved
from ui.words import Words, at_least, at_most, number

SAME = 1e-3  # relative to |w|: two SVM runs at the pages' tolerance do not differ by more
ALIKE = 1e-6  # relative tolerance of a margin


def lead_sentence(
    trace: Trace, k: int, found: Solved, known: Novikoff | None, words: Words, brief: bool = False
) -> str:
    """Say which point is misclassified now and how the next step corrects for it, or how the run ended.

    A `brief` sentence, for projector mode, does not count the points that were right.
    """
    if k < len(trace):
        said = [_mistake(trace, k, words, brief)]
        if trace.outcome is Outcome.INFEASIBLE:
            said.append(impossible_sentence(found, words))
        return words.joined(said)
    if trace.outcome is Outcome.INFEASIBLE:
        stopped = words("perceptron.ended.INFEASIBLE", k=number(len(trace)))
        return words.joined([impossible_sentence(found, words), stopped])
    return _ended(trace, found, known, words)


def _mistake(trace: Trace, k: int, words: Words, brief: bool) -> str:
    row = trace.table[k]
    i, score, alpha = int(row["i"]), float(row["score"]), float(row["alpha_i"])
    eta = float(trace.rule.eta)  # type: ignore[attr-defined]
    count, adds = number(float(round(alpha / eta))), "" if eta == 1.0 else f"{number(eta)}\u202f"
    values = {"i": i + 1, "count": count, "round": int(row["epoch"]) + 1, "eta": adds}
    scaled = "" if eta == 1.0 else words("perceptron.mistake.alpha", eta=number(eta), alpha=number(alpha))
    if k == 0:
        return words.joined([words("perceptron.mistake.first", **values), scaled])
    said = words("perceptron.mistake.zero", **values)
    if score != 0.0:
        said = words("perceptron.mistake", yf=number(-float(row["violation"])), **values)
    right = int(row["visits"]) - 1
    passed = words("perceptron.right", right=number(right)) if right and not brief else ""
    return words.joined([said, scaled, passed])


def _ended(trace: Trace, found: Solved, known: Novikoff | None, words: Words) -> str:
    k = number(len(trace))
    rounds = int(trace.table["epoch"][-1]) + 2 if len(trace) else 1
    said = words(f"perceptron.ended.{trace.outcome.name}", k=k, rounds=number(rounds))
    if trace.outcome is Outcome.STEP_LIMIT:
        return words.joined([said, existence(found, words)])
    if trace.outcome is not Outcome.OPTIMAL or known is None:
        return said
    return words.joined([said, words("perceptron.allowed", bound=number(np.floor(known.bound)))])


def existence(found: Solved, words: Words) -> str:
    """Say whether a separating plane is known to exist."""
    separation = found.answer.separation
    exists = separation is not None and separation.separable is Separable.YES
    return words("perceptron.exists" if exists else "perceptron.unsettled")


def impossible_sentence(found: Solved, words: Words) -> str:
    """Say that no plane separates, with the proof: the point that both hulls contain, if it can be drawn."""
    common = found.solution.common
    if common is None:
        return words("perceptron.impossible.space")
    x, y = (number(float(value)) for value in common)
    return words("perceptron.impossible", x=x, y=y)


def bound_sentence(trace: Trace, known: Novikoff, widest: bool, words: Words) -> str:
    """Say how many mistakes were made and how many no order can exceed, with the weaker bound as printed."""
    made = words("perceptron.bound.made", made=number(len(trace)), bound=number(np.floor(known.bound)))
    values = {
        "radius": number(known.radius),
        "margin": at_least(known.margin),
        "printed": number(np.floor(known.printed)),
    }
    return words.joined([made, words("perceptron.bound.printed" if widest else "perceptron.bound.any", **values)])


def duals_sentences(shown: BothDuals, rates: TwoRates, n: int, words: Words) -> list[str]:
    """Return the comparison of the two duals, one sentence per result."""
    said = [_of_order(shown, n, words)]
    if not math.isnan(shown.again):
        key = "perceptron.duals.again" if shown.again <= SAME else "perceptron.duals.again.open"
        said.append(words(key, apart=at_most(shown.again, 2)))
    if rates.same:
        said.append(words("perceptron.duals.scaled", eta=number(rates.other.eta)))
    if shown.off_svm:
        said.append(words("perceptron.duals.margin.open", off=shown.off, svm=shown.off_svm))
    else:
        said.append(words("perceptron.duals.margin" if shown.off else "perceptron.duals.margin.none", off=shown.off))
    # Without the rounding error of a sum that is 0.
    balance_svm = 0.0 if abs(shown.balance_svm) < 1e-9 else shown.balance_svm
    said.append(words("perceptron.duals.balance", balance=number(shown.balance), svm=number(balance_svm, 2)))
    return said


def _of_order(shown: BothDuals, n: int, words: Words) -> str:
    if not shown.other:
        return words("perceptron.duals.order.same")
    name = words("perceptron.order.cyclic") if shown.seed == CYCLIC else words("perceptron.order.seed", seed=shown.seed)
    key = "perceptron.duals.order" if shown.apart > ALIKE else "perceptron.duals.order.alike"
    return words(key, order=name, other=shown.other, n=n, apart=number(shown.apart, 2))


def rates_sentence(shown: TwoRates, words: Words) -> str:
    """Say what another eta changes and what it does not; empty if the runs neither agree nor part within rounding."""
    values = {"eta": number(shown.other.eta), "n": number(shown.alike)}
    if shown.same:
        return words("perceptron.eta.same", **values)
    return words("perceptron.eta.parted", **values) if shown.parting <= ROUNDING else ""


def lines_sentence(found: Sequence[Separator], widest: Separator | None, words: Words) -> str:
    """Say how the lines differ, and compare their margins with the largest one."""
    ended = [one for one in found if one.ended and one.margin > 0.0]
    if widest is None or not ended:
        return words("perceptron.lines.open")
    angles = [math.degrees(one.angle) for one in ended]
    shares = [100.0 * one.margin / widest.margin for one in ended]
    values = {"low": number(min(angles), 3), "high": number(max(angles), 3)}
    sentence = words("perceptron.lines", few=number(min(shares)), most=number(max(shares)), **values)
    kept = max(shares) <= 100.0 * (1.0 + SAME)
    return words.joined([sentence, words("perceptron.lines.kept") if kept else ""])


def moved_sentences(made: int, before: Novikoff, after: Moved, words: Words) -> list[str]:
    """Answer the quiz of the page: how a shift of all points changes the mistakes and the margin."""
    values = {"before": number(made), "after": number(after.mistakes)}
    if not after.ended:
        key = "perceptron.moved.cut"
    elif after.mistakes == made:
        key = "perceptron.moved.same"
    else:
        key = "perceptron.moved.more" if after.mistakes > made else "perceptron.moved.fewer"
    said = [words(key, **values)]
    if math.isnan(after.margin):
        return [*said, words("perceptron.moved.open")]
    kept = abs(after.margin - before.margin) <= SAME * before.margin
    margins = {"before": number(before.margin, 4), "after": number(after.margin, 4)}
    radii = {"small": number(before.radius), "large": number(after.radius)}
    said.append(words("perceptron.moved.margin" if kept else "perceptron.moved.margin.other", **margins))
    bounds = {"low": number(np.floor(before.bound)), "high": number(np.floor(after.bound))}
    apart = abs(after.radius - before.radius) > ALIKE * before.radius
    return [*said, words("perceptron.moved.radius" if apart else "perceptron.moved.radius.same", **radii, **bounds)]
