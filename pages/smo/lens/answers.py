"""The states that the tolerances of a range accept, cached: from one run, or for some rules from a run each.

The limits of the work: a recorded run has at most `STEPS_OF_A_LENS` steps, and as many steps times points as a solve
for which a page waits; a rule that looks at all pairs at most `PAIRS_OF_A_RUN` pairs. The runs of a rule that needs
one for each tolerance share twice the steps that its own run on the page may have.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from core.problem import Problem
from core.solver import Finished, Outcome, finish
from core.topics.tolerance.view import (
    PREFIX_RULES,
    Reached,
    reached,
    rounding_of_violation,
    violation_of,
    within,
)
from core.trace import Trace, record
from pages.smo import answers
from pages.smo.question import Question
from ui.solve.limits import LENS, STEPS_OF_A_LENS, STEPS_OF_A_RUN, steps_of_one
from ui.solve.memory import SharedResults
from ui.solve.options import EVERY_PAIR
from ui.solve.recording import pair_limit, rule_options

QUARTERS: Final = tuple(float(f"{10.0 ** (-1 - k / 4):.6g}") for k in range(33))  # of a decade
DECADES: Final = QUARTERS[::4]


@dataclass(frozen=True)
class Unreached:
    """The end of a run that did not reach its tolerance."""

    tolerance: float
    steps: int
    violation: float  # m - M there
    outcome: Outcome


@dataclass(frozen=True)
class Lens:
    """What is known about a range of tolerances under one rule."""

    rounding: float  # how far float64 can move m - M: a smaller tolerance cannot be told
    points: tuple[Reached, ...]  # loosest first; the last one is what the others are compared with
    cut: Unreached | None  # why tighter tolerances are missing; None: none are

    @property
    def tightest(self) -> Reached | None:
        """The state at the tightest tolerance that was reached."""
        return self.points[-1] if self.points else None


_runs: SharedResults[Trace] = SharedResults()
_lenses: SharedResults[Lens] = SharedResults()
_chosen: SharedResults[Reached | Unreached] = SharedResults()


def rounding(question: Question) -> float:
    """Return how far float64 can move m - M on these points: known before the run, from the run on screen."""
    trace = answers.run(question, question.rule).trace
    assert isinstance(trace.problem, Problem)
    return rounding_of_violation(trace.problem, trace.last.alpha)


def one_run(question: Question) -> bool:
    """Whether one run serves every tolerance, since the rule chooses its pairs without regard to it."""
    return question.rule in PREFIX_RULES


def lens(question: Question) -> Lens:
    """Return the states over the whole range, none below the rounding of m - M."""
    least = rounding(question)
    ends = [each for each in (QUARTERS if one_run(question) else DECADES) if each >= max(least, LENS[0])]

    def make() -> Lens:
        if one_run(question):
            trace = _tightest_run(question, least)
            points = within(trace, ends)
            reaches_all = len(points) == len(ends)
            return Lens(least, points, None if reaches_all else _end_of(trace))
        return _of_own_runs(question, least, ends)

    return _lenses.get(f"{question.run_name(question.rule)} lens", make)


def chosen(question: Question) -> Reached | Unreached | None:
    """Return the state at the visitor's tolerance, or the end of a run that misses it; None if it cannot be told."""
    least, tolerance = rounding(question), question.lens
    if tolerance < least:
        return None

    def make() -> Reached | Unreached:
        if one_run(question):
            trace = _tightest_run(question, least)
            return next(iter(within(trace, [tolerance])), None) or _end_of(trace)
        return _own_run(question, tolerance, _limit(question))

    return _chosen.get(f"{question.run_name(question.rule)} {tolerance!r}", make)


def _tightest_run(question: Question, least: float) -> Trace:
    """Record the run to the tightest tolerance that can be told, or to its limit."""
    problem, rule = _problem(question), question.rule
    tolerance, limit, own = max(LENS[0], least), _limit(question), rule_options(rule, question.options_of(rule))
    return _runs.get(question.run_name(rule), lambda: record(problem, rule, tolerance, limit, **own))


def _limit(question: Question) -> int:
    """Return how many steps a run may have."""
    n = len(question.board.points.y)
    if question.rule in EVERY_PAIR:
        return pair_limit(question.rule, n)
    return min(STEPS_OF_A_LENS, steps_of_one(n)) if one_run(question) else STEPS_OF_A_RUN


def _problem(question: Question) -> Problem:
    problem = answers.run(question, question.rule).trace.problem
    assert isinstance(problem, Problem)
    return problem


def _end_of(trace: Trace) -> Unreached:
    assert isinstance(trace.problem, Problem)
    gradient = trace.stepper.gradient(trace.problem.dual, trace.last)
    violation = violation_of(trace.problem, trace.last.alpha, gradient)
    return Unreached(float(trace.rule[0]), len(trace), violation, trace.outcome)


def _of_own_runs(question: Question, least: float, ends: list[float]) -> Lens:
    """Run to each tolerance, loosest first, until the steps are used up."""
    points, left = list[Reached](), 2 * _limit(question)
    for tolerance in ends:
        found = _own_run(question, tolerance, min(left, _limit(question)))
        if isinstance(found, Unreached):
            return Lens(least, tuple(points), found)
        points.append(found)
        left -= found.steps
    return Lens(least, tuple(points), None)


def _own_run(question: Question, tolerance: float, limit: int) -> Reached | Unreached:
    problem, rule = _problem(question), question.rule
    own = rule_options(rule, question.options_of(rule))
    found: Finished = finish(problem, rule, tolerance, limit, None, **own)
    if found.outcome is Outcome.OPTIMAL:
        return reached(problem, np.array(found.alpha), tolerance, found.steps)
    gradient = np.asarray(problem.y * (problem.gram @ (problem.y * found.alpha)) - 1.0)
    return Unreached(tolerance, found.steps, violation_of(problem, found.alpha, gradient), found.outcome)
