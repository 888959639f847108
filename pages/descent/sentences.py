"""Sentences about one visit, and about the cost of the missing equality constraint, based on checked numbers."""

from __future__ import annotations

import math
from typing import TypeAlias

import numpy as np

from core.problem import Certificate, LinearCertificate
from core.problem.arrays import Vector
from core.solver import Outcome
from core.topics.descent.experiment import Offsets, Side
from core.topics.descent.view import CoordinateView, coordinate_at
from core.trace import Trace
from pages.descent.question import Question
from ui.solve.limits import FEATURES
from ui.words import MOST_DIGITS, Words, at_least, at_most, certain, common_digits, interval, number

SAME_DIGITS = 5  # two optima that agree to so many digits count as equal
AnyProof: TypeAlias = Certificate | LinearCertificate
AGREE = 1e-6  # below it, a difference of decision values is within the tolerance of two runs


def visit_sentence(trace: Trace, k: int, words: Words) -> str:
    """Say which coordinate is visited and why, its slope and projected slope, and what moved or why nothing did."""
    if k >= len(trace):
        return _ended(trace, words)
    shown = coordinate_at(trace, k)
    came = words(
        f"descent.came.{'picked' if shown.picked else 'random' if shown.random else 'cyclic'}",
        epoch=shown.epoch + 1,
        place=shown.place,
        active=shown.active,
        i=shown.i + 1,
    )
    spread = words("descent.spread", spread=number(shown.spread), tolerance=number(shown.tolerance))
    return _joined([came, _slope(shown, words), _change(shown, words), spread], words)


def _slope(shown: CoordinateView, words: Words) -> str:
    G = number(shown.slope)
    if 0.0 < shown.old < shown.upper:
        return words("descent.slope.inside", G=G)
    pushed = "against" if shown.stopped else "away" if shown.moved else "zero"  # otherwise: zero up to rounding
    return words(f"descent.slope.{pushed}", G=G, bound="0" if shown.old <= 0 else f"U = {number(shown.upper)}")


def _change(shown: CoordinateView, words: Words) -> str:
    if shown.shrunk:
        key = "descent.change.aside.high" if shown.slope > 0 else "descent.change.aside.low"
        return words(key, threshold=number(shown.threshold))
    values = {"old": number(shown.old), "new": number(shown.new), "decrease": number(shown.decrease)}
    if not shown.moved:
        return words("descent.change.none" if shown.stopped else "descent.change.tiny")
    if math.isnan(shown.free):
        return words("descent.change.flat", **values)
    if shown.clipped:
        return words("descent.change.clipped", free=number(shown.free), **values)
    return words("descent.change.full", **values)


def _ended(trace: Trace, words: Words) -> str:
    """Say how the run ended, with its certificate if there is a solution."""
    row = trace.table[-1] if len(trace) else None
    values = {"visits": number(len(trace)), "epochs": 0 if row is None else int(row["epoch"]) + 1}
    said = words(f"descent.ended.{trace.outcome.name}", tolerance=number(float(trace.rule[0])), **values)
    gap = trace.stepper.certificate(trace.problem, trace.state_at(len(trace)).alpha).relative_width
    if trace.outcome is Outcome.INFEASIBLE or not math.isfinite(gap):
        return said
    return _joined([said, words("descent.ended.gap", gap=at_most(100.0 * gap, 2))], words)


def offsets_sentence(both: Offsets, bias: bool, words: Words) -> str:
    """Report the cost of the missing equality constraint on these points."""
    if not both.proved:
        ends = {"free": number(both.free.optimum, 5), "appended": number(both.appended.optimum, 5)}
        return words("descent.offsets.open", **ends)
    sentence = words("descent.offsets.bias" if bias else "descent.offsets.plain")
    cost = _joined([sentence, optima_sentence(both, "descent.offsets", words)], words)
    if both.difference < AGREE:
        return _joined([cost, words("descent.offsets.same")], words)
    moved = words("descent.offsets.values", difference=at_most(both.difference), n=both.changed)
    return _joined([cost, moved], words)


def optima_sentence(both: Offsets, key: str, words: Words) -> str:
    """Report the difference of two proved optima, in proved digits, or an interval that contains both."""
    free, appended = both.free.proof, both.appended.proof
    if appended.low > free.high:
        least, most = 100.0 * (appended.low / free.high - 1.0), 100.0 * (appended.high / free.low - 1.0)
        percent = number(most, 2) if number(least, 2) == number(most, 2) else f"≥ {at_least(least, 2)}"
        return words(f"{key}.apart", percent=percent, **_told_apart(free, appended))
    low, high = min(free.low, appended.low), max(free.high, appended.high)
    if common_digits(low, high) >= SAME_DIGITS:
        return words(f"{key}.equal", value=certain(low, high))
    return words(f"{key}.alike", **interval(low, high)._asdict())


def _told_apart(free: AnyProof, appended: AnyProof) -> dict[str, str]:
    """Return the certain digits of two optima; if these are equal, bounds that separate the optima."""
    one, other = certain(free.low, free.high), certain(appended.low, appended.high)
    if one != other:
        return {"free": one, "appended": other}
    unit = math.floor(math.log10((appended.low - free.high) / 2.0))  # each bound moves by less than half of the gap
    digits = min(math.floor(math.log10(appended.low)) - unit + 1, MOST_DIGITS)
    one, other = at_most(free.high, digits), at_least(appended.low, digits)
    return {"free": f"≤ {one}", "appended": f"≥ {other}"}


def offset_numbers(side: Side, origin: Vector | None, words: Words) -> str:
    """Return the numbers under one of the two boards: in the plane w itself, with a map the length of w and f(0).

    `origin` contains the features of the origin (p,); None: the points are used as they are.
    """
    optimum = certain(side.proof.low, side.proof.high) or f"≥ {at_least(side.proof.low)}"
    values = {"optimum": optimum, "gap": at_most(100.0 * side.proof.relative_width, 2)}
    if origin is not None:
        length = number(float(np.linalg.norm(side.w)))
        return words("descent.numbers.mapped", length=length, b=number(side.b + float(origin @ side.w)), **values)
    w = ", ".join(number(float(value)) for value in side.w)
    return words("descent.numbers.plane", w=w, b=number(side.b), **values)


def cost_sentence(question: Question, words: Words) -> str:
    """Say what the map and a visit cost before anything runs, the limit, and why two kernels are not listed."""
    return words.joined([_cost(question, words), words("descent.unlisted")])


def _cost(question: Question, words: Words) -> str:
    p, n = question.dimension + int(question.options.bias), len(question.X)
    values = {"features": number(question.dimension), "each": number(p), "all": number(question.dimension * n)}
    if question.phi is None:
        return words("descent.cost.plane", each=number(p))
    return words("descent.cost", n=number(n), most=number(float(FEATURES)), **values)


def _joined(sentences: list[str], words: Words) -> str:
    return words.joined(sentences)
