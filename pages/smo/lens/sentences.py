"""Sentences about a tolerance: whether float64 can tell it, its cost, what is certain, and which points differ."""

from __future__ import annotations

import math

from core.solver import Outcome
from core.topics.tolerance.view import Reached, changed
from pages.smo.lens.answers import Lens, Unreached
from pages.smo.lens.figures import digits_of, status_name
from ui.words import Words, interval, number

NAMED = 8  # points whose change is written out


def before_the_run(rounding: float, tolerance: float, words: Words) -> str:
    """Say how far rounding can move m - M, and whether that leaves the tolerance without meaning."""
    known = words("smo.lens.rounding", rounding=number(rounding, 2))
    if tolerance >= rounding:
        return known
    return words.joined([known, words("smo.lens.untold", tolerance=number(tolerance))])


def reach_sentence(chosen: Reached | Unreached, shown: Lens, words: Words) -> str:
    """Say how many steps the tolerance costs, next to the tightest one that is reached; or where the run ended."""
    if isinstance(chosen, Unreached):
        return _cut(chosen, chosen.tolerance, words)
    values = {"tolerance": number(chosen.tolerance), "steps": number(chosen.steps)}
    tightest = shown.tightest
    if tightest is None or tightest.tolerance >= chosen.tolerance:
        told = [words("smo.lens.steps", **values)]
    else:
        most = {"tightest": number(tightest.tolerance), "most": number(tightest.steps)}
        told = [words("smo.lens.steps.of", **values, **most)]
    if shown.cut is not None:
        told.append(_cut(shown.cut, shown.cut.tolerance, words))
    return words.joined(told)


def _cut(cut: Unreached, tolerance: float, words: Words) -> str:
    """Say where a run ended that did not reach a tolerance."""
    kind = cut.outcome.name if cut.outcome in (Outcome.STUCK, Outcome.INFEASIBLE) else "STEP_LIMIT"
    values = {"steps": number(cut.steps), "violation": number(cut.violation), "tolerance": number(tolerance)}
    return words(f"smo.lens.cut.{kind}", **values)


def certain_sentence(found: Reached, words: Words) -> str:
    """Say in which intervals the optimal objective and b lie by proof, and how many of their digits are certain."""
    value, b = digits_of(found)
    told = [_proved("value", found.low, found.high, value, words), _proved("b", found.b_low, found.b_high, b, words)]
    return words.joined(told)


def _proved(name: str, low: float, high: float, digits: int, words: Words) -> str:
    if not (math.isfinite(low) and math.isfinite(high)):
        return words(f"smo.lens.{name}.open")
    ends = interval(low, high)
    return words(f"smo.lens.{name}", low=ends.low, high=ends.high, digits=digits)


def status_sentence(chosen: Reached, reference: Reached, words: Words) -> str:
    """Say which points have another status than at the tightest tolerance, and which one."""
    if chosen.tolerance <= reference.tolerance:
        return words("smo.lens.same.tightest", tightest=number(reference.tolerance))
    points, tightest = changed(chosen, reference), number(reference.tolerance)
    if not len(points):
        return words("smo.lens.same", tightest=tightest)
    each = [
        words(
            "smo.lens.change",
            i=int(i) + 1,
            here=status_name(chosen.status[i], words),
            there=status_name(reference.status[i], words),
        )
        for i in points[:NAMED]
    ]
    named = "; ".join(each)
    more = len(points) - NAMED
    if more > 0:
        named = words("smo.more", named=named, more=more)
    return words("smo.lens.changed", tightest=tightest, points=named)
