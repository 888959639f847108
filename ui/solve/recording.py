"""Recorded runs for the player, with or without a fork, shared by all visitors with the same question.

During a drag the run is recorded for every position of the point, with few certificates; when the drag ends, the page
finds the same trace and adds the rest. `ALGORITHMS` lists the options of each algorithm, and how it is recorded and
branches.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import CancelledError
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Any, Final, NamedTuple

import numpy as np
from msgspec import Struct, structs, to_builtins

from core.problem import InputError, LinearProblem, Problem, linear_svc
from core.problem.arrays import Vector
from core.solver import Answer, CancelFlag, LoopRule, Outcome, PairRule
from core.topics.descent.experiment import free_problem, step_costs, value_cost
from core.topics.machines.view import fitted
from core.topics.perceptron.experiment import rosenblatt
from core.trace import BadPick, Trace, as_far_as_possible, fork, pick_coordinate, pick_points, record
from core.trace.picking import PickedPair
from core.view import Light, Playback, Solution, linear_solution, playback
from core.view import solution as solution_of
from ui.solve.board_problem import BoardProblem, Coordinates
from ui.solve.kernels import ChosenMap, in_plane, map_of, penalty_of
from ui.solve.limits import FEATURES, PAIRS_OF_A_RUN, STEPS_OF_A_RUN
from ui.solve.machine.table import C_SVC, FIRST, MachineSpec
from ui.solve.memory import LIVE, SharedResults
from ui.solve.options import (
    BY_HAND,
    COORDINATE_SOLVER,
    EVERY_PAIR,
    LIBSVM,
    LOOP_RULES,
    PAIR_SOLVERS,
    PERCEPTRON,
    RANDOM_PAIR,
    TIED,
    AlgorithmOptions,
    CoordinateOptions,
    Fork,
    HandOptions,
    LibsvmOptions,
    PairOptions,
    PerceptronOptions,
)
from ui.solve.playback_arrays import in_range
from ui.solve.solving import TOLERANCE, MachineSolved, known_problem
from ui.solve.wire import WireError, one_of, read_as

COORDINATE_TOLERANCE = 0.1  # LIBLINEAR's own
LIBSVM_TOLERANCE = 1e-3  # LIBSVM's own
RACE_TOLERANCE = 1e-6  # of both solvers
BIAS = 1.0  # the constant B that coordinate descent may append to every point
LIVE_SAMPLES = 4  # certificates along a run during a drag: each takes as long as a hundred steps


@dataclass(frozen=True)
class Recording:
    """A run, and its data for the player, made on demand: most runs that are cut are never watched."""

    trace: Trace
    play: Callable[[], Playback]

    @property
    def playback(self) -> Playback:
        """The data of the run for the player, shared by all visitors."""
        return self.play()


@dataclass(frozen=True)
class ForkedRun:
    """The recordings of one question: the trunk or branch that the player shows, and the other one beside it."""

    question: BoardProblem
    shown: Recording
    other: Recording | None = None  # the recording beside it
    lost: InputError | None = None  # why the requested branch does not exist

    @property
    def fork(self) -> Fork | None:
        """The requested fork."""
        return self.question.fork

    @property
    def at(self) -> int | None:
        """The step at which trunk and branch separate; None without a branch."""
        return None if self.other is None or self.fork is None else self.fork.step

    def header(self, say: Callable[[InputError], str]) -> dict[str, object]:
        """Return the header fields about the fork for the player; `say` makes the sentence of a refusal."""
        branch = self.fork is not None and self.fork.shown
        longest = max(len(run.trace) for run in (self.shown, self.other) if run is not None)
        lost = "" if self.lost is None else say(self.lost)
        return {"fork": self.at, "branch": branch, "span": longest, "lost": lost}

    def arrays(self) -> dict[str, np.ndarray]:
        """Return the curves of the other run."""
        if self.other is None:
            return {}
        play = self.other.playback
        return {
            "other_dual": in_range(play.dual),
            "other_violation": in_range(play.violation),
            "other_step": play.sampled.step.astype(np.int32),
            "other_gap": in_range(play.sampled.gap),
        }


_recordings: SharedResults[Recording] = SharedResults()
_live: SharedResults[Recording] = SharedResults(LIVE)
_played: SharedResults[Playback] = SharedResults()
_played_live: SharedResults[Playback] = SharedResults(LIVE)


def recording(question: BoardProblem) -> Recording:
    """Record the run of a question, or return the cached identical one; `InputError` if there is none."""
    return _recorded(question.run_name, lambda: record_run(question))


def forked(question: BoardProblem) -> ForkedRun:
    """Record the run of a question, and its branch; `InputError` if it cannot be recorded."""
    trunk, wanted = recording(question.with_fork(None)), question.fork
    if wanted is None:
        return ForkedRun(question, trunk)
    if (lost := why_no_branch(trunk.trace, wanted)) is not None:
        return ForkedRun(question, trunk, lost=lost)
    branching = _branching(question, wanted)
    branch = _recorded(branching.run_name, lambda: branch_of(trunk.trace, branching))
    return ForkedRun(question, branch, trunk) if wanted.shown else ForkedRun(question, trunk, branch)


def forked_live(question: BoardProblem, cancel: CancelFlag | None = None) -> ForkedRun | None:
    """Record as `forked` does, but during a drag; None if a newer question has cancelled this one."""
    whole, wanted = question.with_fork(None), question.fork
    trunk = _recorded_live(whole.run_name, lambda: record_run(whole, cancel), cancel)
    if trunk is None or wanted is None:
        return None if trunk is None else ForkedRun(question, trunk)
    if (lost := why_no_branch(trunk.trace, wanted)) is not None:
        return ForkedRun(question, trunk, lost=lost)
    branching = _branching(question, wanted)
    branch = _recorded_live(branching.run_name, lambda: branch_of(trunk.trace, branching, cancel), cancel)
    if branch is None:
        return None
    return ForkedRun(question, branch, trunk) if wanted.shown else ForkedRun(question, trunk, branch)


def _branching(question: BoardProblem, wanted: Fork) -> BoardProblem:
    """Return the question of the branch, the same whichever of the two is shown, so that it is recorded once."""
    return question.with_fork(structs.replace(wanted, shown=True))


def _recorded(name: str, record: Callable[[], Trace]) -> Recording:
    """Return the run of that name with all its certificates, recorded if it is not cached."""

    def make() -> Recording:
        known = _live.known(name)
        trace = record() if known is None else known.trace
        return Recording(trace, partial(_played.get, name, partial(playback, trace)))

    return _recordings.get(name, make)


def _recorded_live(name: str, record: Callable[[], Trace], cancel: CancelFlag | None) -> Recording | None:
    """Return the run of that name with few certificates; None if the recording was cancelled."""

    def make() -> Recording:
        trace = record()
        if trace.outcome is Outcome.CANCELLED:
            raise CancelledError  # half a run is not cached
        return Recording(trace, partial(_played_live.get, name, partial(playback, trace, LIVE_SAMPLES)))

    try:
        found = _recordings.known(name) or _live.get(name, make)
    except CancelledError:
        return None
    return None if cancel is not None and cancel[0] else found


def ending(trace: Trace) -> str:
    """Return how a run ended, for a player.

    A perceptron that is proved never to converge is shown like any run, and the page says why: it did not fail.
    """
    endless = trace.stepper.name == PERCEPTRON and trace.outcome is Outcome.INFEASIBLE
    return "ENDLESS" if endless else trace.outcome.name


def end_of(run: Recording, question: BoardProblem, before: Answer | None = None) -> Solution:
    """Return the solution at the end of a run, with its own certificate.

    `before` is an answer to the same question, which knows whether a hard margin exists.
    """
    trace = run.trace
    ended = Answer(trace.last.alpha, trace.outcome, len(trace), None if before is None else before.separation)
    if isinstance(trace.problem, LinearProblem):
        return linear_solution(trace.problem, ended, in_plane=in_plane(question.kernel))
    return solution_of(trace.problem, ended)


def end_of_machine(run: Trace) -> MachineSolved:
    """Return the end of a recorded run of pairs as the answer of its machine."""
    problem, ended = run.problem, Answer(run.last.alpha, run.outcome, len(run))
    assert isinstance(problem, Problem)
    assert isinstance(run.rule, PairRule | LoopRule)
    return MachineSolved(problem, ended, fitted(problem, ended), run.rule.tolerance)


# ---- each algorithm: its options, its run, and its branch ----


class Algorithm(NamedTuple):
    """How one algorithm is requested and recorded."""

    options: type[AlgorithmOptions]
    record: Callable[[BoardProblem, Any, CancelFlag | None], Trace]  # records the run of a question with these options
    # records the branch of a trunk with these options, which have a fork; None: its runs cannot fork
    branch: Callable[[Trace, Any, Fork, CancelFlag | None], Trace] | None = None


def record_run(question: BoardProblem, cancel: CancelFlag | None = None) -> Trace:
    """Record the run of a question without its fork; a cancelled run has that outcome."""
    options = question.options
    assert options is not None
    return ALGORITHMS[options.solver].record(question, options, cancel)


def branch_of(trunk: Trace, question: BoardProblem, cancel: CancelFlag | None = None) -> Trace:
    """Return the branch of a run that can branch, with the tolerance and the limit of every run of its kind."""
    options = question.options
    assert options is not None
    branch = ALGORITHMS[options.solver].branch
    assert branch is not None
    assert options.fork is not None
    return branch(trunk, options, options.fork, cancel)


def _pairs(question: BoardProblem, options: PairOptions, cancel: CancelFlag | None) -> Trace:
    tolerance = RACE_TOLERANCE if options.race else TOLERANCE
    limit, own = pair_limit(options.solver, len(question.y)), rule_options(options.solver, options)
    return record(pair_problem(question), options.solver, tolerance, limit, cancel, **own)


def rule_options(rule: str, options: PairOptions) -> dict[str, Any]:
    """Return the options that a rule has of its own."""
    seed = {"seed": options.seed} if rule == RANDOM_PAIR else {}
    return {**seed, **({"ties": options.ties} if rule in TIED else {})}


def pair_limit(rule: str, count: int) -> int:
    """Return how many steps of a rule are recorded: fewer where each looks at all pairs of many points."""
    return min(STEPS_OF_A_RUN, PAIRS_OF_A_RUN // max(1, count * count)) if rule in EVERY_PAIR else STEPS_OF_A_RUN


def _pair_branch(trunk: Trace, options: PairOptions, wanted: Fork, cancel: CancelFlag | None) -> Trace:
    limit = min(STEPS_OF_A_RUN, wanted.step + 1 + pair_limit(wanted.rule, len(trunk.problem.y)))
    own = rule_options(wanted.rule, options)
    return fork(trunk, wanted.step, wanted.rule, TOLERANCE, limit, cancel, _picked_pair(trunk, wanted), **own)


def _visits(question: BoardProblem, options: CoordinateOptions, cancel: CancelFlag | None) -> Trace:
    tolerance = RACE_TOLERANCE if options.race else COORDINATE_TOLERANCE
    return record_visits(coordinate_problem(question), options, tolerance, STEPS_OF_A_RUN, cancel)


def _visit_branch(trunk: Trace, options: CoordinateOptions, wanted: Fork, cancel: CancelFlag | None) -> Trace:
    own = _visit_options(structs.replace(options, order=wanted.rule))
    ends = COORDINATE_TOLERANCE, STEPS_OF_A_RUN
    return fork(trunk, wanted.step, COORDINATE_SOLVER, *ends, cancel, wanted.picked, **own)


def _loop(question: BoardProblem, options: LibsvmOptions, cancel: CancelFlag | None) -> Trace:
    problem = known_problem(question)
    run = record(problem, LIBSVM, LIBSVM_TOLERANCE, STEPS_OF_A_RUN, cancel, **_loop_options(options))
    return until_proved(run, cancel) if options.onward else run


def _loop_branch(trunk: Trace, options: LibsvmOptions, wanted: Fork, cancel: CancelFlag | None) -> Trace:
    rule, own = LOOP_RULES[wanted.rule], _loop_options(options) if wanted.rule == LIBSVM else {}
    pair = _picked_pair(trunk, wanted)
    branch = fork(trunk, wanted.step, rule, LIBSVM_TOLERANCE, STEPS_OF_A_RUN, cancel, pair, **own)
    return until_proved(branch, cancel) if options.onward else branch


def _mistakes(question: BoardProblem, options: PerceptronOptions, cancel: CancelFlag | None) -> Trace:
    problem = known_problem(replace(question, C=None))
    return rosenblatt(problem, options.order, options.seed, STEPS_OF_A_RUN, cancel, options.eta).trace


def _by_hand(question: BoardProblem, options: HandOptions, cancel: CancelFlag | None) -> Trace:
    return as_far_as_possible(known_problem(question), options.pairs, TOLERANCE, ties=options.ties)


ALGORITHMS: Final[Mapping[str, Algorithm]] = {
    **dict.fromkeys(PAIR_SOLVERS, Algorithm(PairOptions, _pairs, _pair_branch)),
    COORDINATE_SOLVER: Algorithm(CoordinateOptions, _visits, _visit_branch),
    LIBSVM: Algorithm(LibsvmOptions, _loop, _loop_branch),
    PERCEPTRON: Algorithm(PerceptronOptions, _mistakes),
    BY_HAND: Algorithm(HandOptions, _by_hand),
}


class _SentRun(Struct):
    """The fields that a browser sends for every run; the others are the options of its algorithm."""

    solver: Annotated[str, one_of(ALGORITHMS)]
    machine: MachineSpec = C_SVC


def read_run(sent: dict[str, Any]) -> tuple[AlgorithmOptions, MachineSpec]:
    """Return the options of the run that a browser requests, and its machine; `WireError` if there is no such run.

    Only LIBSVM's loop trains machines other than C-SVC.
    """
    common = read_as(sent, _SentRun)
    own = {name: value for name, value in sent.items() if name != "machine"}
    options, machine = read_as(own, ALGORITHMS[common.solver].options), common.machine
    if machine.name != FIRST and not isinstance(options, LibsvmOptions):
        raise WireError("no such run")
    return options, machine.solved


def sent_run(options: AlgorithmOptions, machine: MachineSpec = C_SVC) -> dict[str, object]:
    """Return options and machine in the form that `read_run` reads; a browser returns them with moved points."""
    return {**to_builtins(options), "machine": to_builtins(machine)}


def until_proved(run: Trace, cancel: CancelFlag | None = None) -> Trace:
    """Return a run of a machine other than C-SVC, continued by second order if its end is not proved yet.

    It continues to the tolerance at which the machine is trained, unless that takes longer than the run itself: a drag
    would wait for it, and a run that was cut has no end to show.
    """
    end = end_of_machine(run).fitted
    if run.outcome is not Outcome.OPTIMAL or end.light is Light.PROVED or not end.psd:
        return run
    limit = min(2 * len(run), STEPS_OF_A_RUN)
    onward = fork(run, len(run), PAIR_SOLVERS[0], TOLERANCE, limit, cancel)
    return run if onward.outcome is Outcome.STEP_LIMIT else onward


def race_costs(trace: Trace, question: BoardProblem) -> Vector | None:
    """Return the multiplications of each step of a run in a race; None for any other run."""
    if question.options is None or not question.options.race:
        return None
    return step_costs(trace, value_cost(question.core_kernel, question.X.shape[1]))


def pair_problem(question: BoardProblem) -> Problem:
    """Return the dual with the equality constraint; in a race it has the loss of coordinate descent."""
    options, X = question.options, question.X
    if not isinstance(options, PairOptions) or not options.race:
        return known_problem(question)
    y = np.asarray(question.y, np.float64)
    return free_problem(X, y, question.core_kernel, penalty_of(question.C), options.loss)


def coordinate_problem(question: BoardProblem) -> LinearProblem:
    """Return the dual without the equality constraint, on the features of the kernel's map, or on the points.

    `InputError` if it cannot be solved.
    """
    options, X = question.options, question.X
    assert isinstance(options, CoordinateOptions)
    phi = map_of(question.kernel, X)
    features = X if phi is None else _features(phi, X)
    return linear_svc(features, question.y, penalty_of(question.C), options.loss, BIAS if options.bias else None)


def _features(phi: ChosenMap, X: Coordinates) -> Coordinates:
    """Return the features of the points, (n, p); `InputError` before any is computed if there are too many."""
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
    problem: LinearProblem, options: CoordinateOptions, tolerance: float, limit: int, cancel: CancelFlag | None = None
) -> Trace:
    """Return the recorded run of coordinate descent, at most `limit` visits long."""
    return record(problem, COORDINATE_SOLVER, tolerance, limit, cancel, **_visit_options(options))


def _visit_options(options: CoordinateOptions) -> dict[str, Any]:
    """Return the options under the core's names."""
    return {"order": options.order, "seed": options.seed, "shrinking": options.shrinking}


def _loop_options(options: LibsvmOptions) -> dict[str, Any]:
    return {"shrinking": options.shrinking, "cache_rows": options.rows}


# ---- whether a run can branch ----


def why_no_branch(trunk: Trace, wanted: Fork) -> InputError | None:
    """Return why a run cannot branch as requested; None if it can."""
    if wanted.step > len(trunk):
        return InputError(
            "fork.ended",
            "The run ends after {steps} steps, before the fork after step {step}: there is no branch.",
            steps=len(trunk),
            step=wanted.step,
        )
    picked = wanted.picked
    here = picked is None or max(picked) < len(trunk.problem.form.target)
    if picked is None or (here and why_not_picked(trunk, picked, wanted.step) is None):
        return None
    if wanted.visits:
        return InputError(
            "fork.coordinate",
            "Coordinate {i} cannot lower the objective after visit {step}: there is no branch.",
            i=picked[0] + 1,
            step=wanted.step,
        )
    return InputError(
        "fork.pair",
        "Points {i} and {j} cannot lower the objective after step {step}: there is no branch.",
        i=picked[0] + 1,
        j=picked[1] + 1,
        step=wanted.step,
    )


def why_not_picked(trunk: Trace, picked: tuple[int, ...], k: int) -> BadPick | None:
    """Return why the picked points cannot move after k steps; None if they can."""
    if len(picked) == 1:
        return pick_coordinate(trunk, picked[0], k)
    i, j = picked
    found = pick_points(trunk, i, j, k)
    return found if isinstance(found, BadPick) else None


def _picked_pair(trunk: Trace, wanted: Fork) -> PickedPair | None:
    """Return the pair that moves first, in the order of its step; None if the rule chooses."""
    if wanted.picked is None:
        return None
    i, j = wanted.picked
    found = pick_points(trunk, i, j, wanted.step)
    assert not isinstance(found, BadPick)
    return found
