"""Recorded runs for the player: one for everybody who watches the same problem go the same way.

While somebody moves a point the run is recorded for every place of it, with few certificates on the way; the page that
follows when the hand rests finds the same trace and adds the rest.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import CancelledError
from dataclasses import dataclass
from functools import partial
from typing import TypedDict

import numpy as np

from core.problem import InputError, LinearProblem, Problem, linear_svc
from core.problem.arrays import Vector
from core.solver import CancelFlag, Outcome
from core.topics.descent.experiment import free_problem, step_costs, value_cost
from core.topics.perceptron.experiment import rosenblatt
from core.trace import Trace, as_far_as_possible, fork, record
from core.view import Light, Playback, playback
from ui.solve.kernels import ChosenMap, KernelSpec, kernel_of, map_of
from ui.solve.limits import FEATURES, STEPS_OF_A_RUN
from ui.solve.machine.solving import end_of_machine
from ui.solve.machine.table import FIRST, machine_problem
from ui.solve.memory import LIVE, SharedResults
from ui.solve.solving import TOLERANCE, Coordinates, Labels, known_problem, penalty_of, solve_key
from ui.solve.way import COORDINATE_SOLVER, LIBSVM, PAIR_SOLVERS, PERCEPTRON, Way

COORDINATE_TOLERANCE = 0.1  # LIBLINEAR's own
LIBSVM_TOLERANCE = 1e-3  # LIBSVM's own
RACE_TOLERANCE = 1e-6  # of both runners
BIAS = 1.0  # the constant B that coordinate descent may append to every point
LIVE_SAMPLES = 4  # certificates along a run while something moves: each takes as long as a hundred steps


class VisitOptions(TypedDict):
    """The options of a run of coordinate descent, by their names."""

    order: str
    seed: int
    shrinking: bool


class LoopOptions(TypedDict):
    """The options of a run of LIBSVM's loop, by their names."""

    shrinking: bool
    cache_rows: int | None


@dataclass(frozen=True)
class Recording:
    """A run, and the run as the player needs it, made when somebody looks: at most that are cut nobody does."""

    trace: Trace
    play: Callable[[], Playback]

    @property
    def playback(self) -> Playback:
        """The run as the player needs it, the same for everybody."""
        return self.play()


_recordings: SharedResults[Recording] = SharedResults()
_live: SharedResults[Recording] = SharedResults(LIVE)
_played: SharedResults[Playback] = SharedResults()
_played_live: SharedResults[Playback] = SharedResults(LIVE)


def recording(X: Coordinates, y: Labels, spec: KernelSpec, C: float | None, way: Way) -> Recording:
    """Record a run on what is on the board, or return somebody else's identical one; `InputError` if there is none."""
    return recorded(run_name(X, y, spec, C, way), lambda: _recorded(X, y, spec, C, way))


def recording_live(
    X: Coordinates, y: Labels, spec: KernelSpec, C: float | None, way: Way, cancel: CancelFlag | None = None
) -> Recording | None:
    """Record for somebody whose hand is moving, as `recording`; None where a newer question has cancelled this one."""
    name = run_name(X, y, spec, C, way)
    return recorded_live(name, lambda: _recorded(X, y, spec, C, way, cancel), cancel)


def recorded(name: str, record: Callable[[], Trace]) -> Recording:
    """Return the run of that name with all its certificates, recorded if nobody has done so yet."""

    def make() -> Recording:
        known = _live.known(name)
        trace = record() if known is None else known.trace
        return Recording(trace, partial(_played.get, name, partial(playback, trace)))

    return _recordings.get(name, make)


def recorded_live(name: str, record: Callable[[], Trace], cancel: CancelFlag | None) -> Recording | None:
    """Return the run of that name as it is now, with few certificates; None where the recording was cancelled."""

    def make() -> Recording:
        trace = record()
        if trace.outcome is Outcome.CANCELLED:
            raise CancelledError  # half a run is nothing to keep
        return Recording(trace, partial(_played_live.get, name, partial(playback, trace, LIVE_SAMPLES)))

    try:
        found = _recordings.known(name) or _live.get(name, make)
    except CancelledError:
        return None
    return None if cancel is not None and cancel[0] else found


def run_name(X: Coordinates, y: Labels, spec: KernelSpec, C: float | None, way: Way) -> str:
    """Return the name of a run, the same wherever it is asked for; `InputError` for a kernel or C that is none."""
    return solve_key(X, y, spec, None if way.solver == PERCEPTRON else C, way)


def ending(trace: Trace) -> str:
    """Return how a run ended, as a player is told.

    A perceptron that is proved never to end is shown as it is, and the page says why: it is no run that was lost.
    """
    endless = trace.stepper.name == PERCEPTRON and trace.outcome is Outcome.INFEASIBLE
    return "ENDLESS" if endless else trace.outcome.name


def _recorded(
    X: Coordinates, y: Labels, spec: KernelSpec, C: float | None, way: Way, cancel: CancelFlag | None = None
) -> Trace:
    if way.pairs is not None:
        return as_far_as_possible(known_problem(X, y, spec, C), way.pairs, TOLERANCE)
    if way.solver == PERCEPTRON:
        problem = known_problem(X, y, spec, None)
        return rosenblatt(problem, way.order, way.seed, STEPS_OF_A_RUN, cancel, way.eta).trace
    if way.solver == LIBSVM:
        loop = loop_problem(X, y, spec, C, way)
        run = record(loop, LIBSVM, LIBSVM_TOLERANCE, STEPS_OF_A_RUN, cancel, **loop_options(way))
        return until_proved(run, cancel) if way.onward else run
    if way.solver != COORDINATE_SOLVER:
        problem, tolerance = pair_problem(X, y, spec, C, way), RACE_TOLERANCE if way.race else TOLERANCE
        return record(problem, way.solver, tolerance, STEPS_OF_A_RUN, cancel)
    visits, tolerance = coordinate_problem(X, y, spec, C, way), RACE_TOLERANCE if way.race else COORDINATE_TOLERANCE
    return record_visits(visits, way, tolerance, STEPS_OF_A_RUN, cancel)


def until_proved(run: Trace, cancel: CancelFlag | None = None) -> Trace:
    """Return a run of another machine than C-SVC, with what second order adds where its end is not proved yet.

    It adds what takes the machine to the tolerance at which it is trained, and nothing where that takes longer than the
    run itself: a hand that moves would wait for it, and a run that is cut has no end to show.
    """
    end = end_of_machine(run).fitted
    if run.outcome is not Outcome.OPTIMAL or end.light is Light.PROVED or not end.psd:
        return run
    limit = min(2 * len(run), STEPS_OF_A_RUN)
    onward = fork(run, len(run), PAIR_SOLVERS[0], TOLERANCE, limit, cancel)
    return run if onward.outcome is Outcome.STEP_LIMIT else onward


def race_costs(trace: Trace, X: Coordinates, spec: KernelSpec, way: Way) -> Vector | None:
    """Return the multiplications of each step of a run in a race; None of any other."""
    return step_costs(trace, value_cost(kernel_of(spec, X), X.shape[1])) if way.race else None


def loop_problem(X: Coordinates, y: Labels, spec: KernelSpec, C: float | None, way: Way) -> Problem:
    """Return the dual of the machine that LIBSVM's loop trains."""
    if way.machine.name == FIRST:
        return known_problem(X, y, spec, C)
    return machine_problem(X, y, spec, C, way.machine)


def pair_problem(X: Coordinates, y: Labels, spec: KernelSpec, C: float | None, way: Way) -> Problem:
    """Return the dual with the equality constraint; in a race it has the loss of coordinate descent."""
    if not way.race:
        return known_problem(X, y, spec, C)
    return free_problem(X, np.asarray(y, np.float64), kernel_of(spec, X), penalty_of(C), way.loss)


def coordinate_problem(X: Coordinates, y: Labels, spec: KernelSpec, C: float | None, way: Way) -> LinearProblem:
    """Return the dual without the equality constraint, on the features of the kernel's map; on the points without one.

    `InputError` where nothing can be solved.
    """
    phi = map_of(spec, X)
    features = X if phi is None else _features(phi, X)
    return linear_svc(features, y, penalty_of(C), way.loss, BIAS if way.bias else None)


def _features(phi: ChosenMap, X: Coordinates) -> Coordinates:
    """Return the features of the points, (n, p); `InputError` before any is made where they are too many."""
    n, d = X.shape
    if n * phi.dimension(d) > FEATURES:
        name, largest = phi.largest(n, d, FEATURES)
        raise InputError(
            "map.many",
            "The map makes {dimension} features of each of the {count} points; {most} numbers in all are taken. "
            "The largest {name} within that is {largest}.",
            dimension=phi.dimension(d),
            count=n,
            most=FEATURES,
            name=name,
            largest=largest,
        )
    features: Coordinates = phi.features(X)
    return features


def record_visits(
    problem: LinearProblem, way: Way, tolerance: float, limit: int, cancel: CancelFlag | None = None
) -> Trace:
    """Return the recorded run of coordinate descent, of at most `limit` visits."""
    return record(problem, COORDINATE_SOLVER, tolerance, limit, cancel, **visit_options(way))


def visit_options(way: Way) -> VisitOptions:
    """Return the options of a run of coordinate descent."""
    return VisitOptions(order=way.order, seed=way.seed, shrinking=way.shrinking)


def loop_options(way: Way) -> LoopOptions:
    """Return the options of a run of LIBSVM's loop."""
    return LoopOptions(shrinking=way.shrinking, cache_rows=way.rows)
