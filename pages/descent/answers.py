"""The runs and optima of a question about coordinate descent, each made once for everybody who asks the same."""

from __future__ import annotations

import math

from core.problem import LinearProblem, Problem, linear_svc
from core.solver import Outcome
from core.trace import Trace, record
from core.view import Offsets, free_problem, offsets, playback
from pages.descent.question import LOSSES, Question
from ui.solve.limits import STEPS_OF_A_RUN
from ui.solve.memory import SharedResults
from ui.solve.recording import Recording
from ui.solve.solving import penalty_of

BIAS = 1.0  # the appended constant B
TOLERANCE = 0.1  # LIBLINEAR's own: what one watches is what LIBLINEAR does

_recordings: SharedResults[Recording] = SharedResults()
_optima: SharedResults[Offsets] = SharedResults()


def linear_problem(asked: Question) -> LinearProblem:
    """Return the dual without the equality constraint; `InputError` where nothing can be solved."""
    features = asked.X if asked.phi is None else asked.phi.features(asked.X)
    C, bias = penalty_of(asked.board.C), BIAS if asked.options.bias else None
    return linear_svc(features, asked.y, C, LOSSES[asked.options.loss], bias)


def pair_problem(asked: Question, linear: LinearProblem) -> Problem:
    """Return the same with a free offset: the dual with the equality constraint, which SMO solves."""
    return free_problem(asked.X, linear.y, asked.kernel, linear.C, LOSSES[asked.options.loss])


def record_visits(asked: Question, linear: LinearProblem, tolerance: float, limit: int) -> Trace:
    """Return the recorded run of coordinate descent, of at most `limit` visits."""
    order, seed, shrinking = asked.options.visits, asked.options.shuffle, asked.options.shrinking
    return record(linear, "dual-cd", tolerance, limit, order=order, seed=seed, shrinking=shrinking)


def run(asked: Question) -> Recording:
    """Return the run that the player shows; `InputError` where nothing can be solved."""

    def make() -> Recording:
        trace = record_visits(asked, linear_problem(asked), TOLERANCE, STEPS_OF_A_RUN)
        return Recording(trace, playback(trace))

    return _recordings.get(asked.key(), make)


def optima(asked: Question) -> Offsets:
    """Return the answers with a free offset and without one, both solved tightly."""

    def make() -> Offsets:
        linear = linear_problem(asked)
        return offsets(pair_problem(asked, linear), linear)

    return _optima.get(asked.key(), make)


def nothing_to_compare(both: Offsets) -> str | None:
    """Return the end of a key that says why two hard margins cannot be compared; None where they can."""
    if Outcome.INFEASIBLE in (both.free.outcome, both.appended.outcome):
        return "impossible"
    found = math.isfinite(both.free.proof.primal) and math.isfinite(both.appended.proof.primal)
    return None if found else "broken"
