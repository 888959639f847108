"""A run with a fork: trunk or branch as the player shows it, the other one beside it, or why there is no branch."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from core.problem import InputError
from core.solver import CancelFlag
from core.trace import BadPick, Trace, fork, pick_coordinate, pick_points
from ui.solve.kernels import KernelSpec
from ui.solve.limits import STEPS_OF_A_RUN
from ui.solve.recording import (
    COORDINATE_TOLERANCE,
    LIBSVM_TOLERANCE,
    Recording,
    loop_options,
    recorded,
    recorded_live,
    recording,
    recording_live,
    run_name,
    until_proved,
    visit_options,
)
from ui.solve.run.playback_arrays import in_range
from ui.solve.solving import TOLERANCE, Coordinates, Labels
from ui.solve.way import COORDINATE_SOLVER, LIBSVM, LOOP_RULES, Fork, Way


@dataclass(frozen=True)
class ForkedRun:
    """What is recorded for one way."""

    way: Way
    shown: Recording
    other: Recording | None = None  # what is beside it
    lost: InputError | None = None  # why there is no branch, although the way asks for one

    @property
    def at(self) -> int | None:
        """The step at which trunk and branch part; None where there is no branch."""
        return None if self.other is None or self.way.fork is None else self.way.fork.step

    def header(self, say: Callable[[InputError], str]) -> dict[str, object]:
        """Return what the player has to know beside the shown run; `say` makes the sentence of a refusal."""
        branch = self.way.fork is not None and self.way.fork.shown
        longest = max(len(run.trace) for run in (self.shown, self.other) if run is not None)
        lost = "" if self.lost is None else say(self.lost)
        return {"fork": self.at, "branch": branch, "span": longest, "lost": lost}

    def arrays(self) -> dict[str, np.ndarray]:
        """Return the curves of the other one."""
        if self.other is None:
            return {}
        play = self.other.playback
        return {
            "other_dual": in_range(play.dual),
            "other_violation": in_range(play.violation),
            "other_step": play.sampled.step.astype(np.int32),
            "other_gap": in_range(play.sampled.gap),
        }


def forked(X: Coordinates, y: Labels, spec: KernelSpec, C: float | None, way: Way) -> ForkedRun:
    """Record the run of a way, and its branch; `InputError` where nothing can be recorded."""
    trunk = recording(X, y, spec, C, way.trunk)
    if way.fork is None:
        return ForkedRun(way, trunk)
    if (lost := why_no_branch(trunk.trace, way.fork)) is not None:
        return ForkedRun(way, trunk, lost=lost)
    name = run_name(X, y, spec, C, _branching(way))
    branch = recorded(name, lambda: branch_of(trunk.trace, _branching(way)))
    return ForkedRun(way, branch, trunk) if way.fork.shown else ForkedRun(way, trunk, branch)


def forked_live(
    X: Coordinates, y: Labels, spec: KernelSpec, C: float | None, way: Way, cancel: CancelFlag | None = None
) -> ForkedRun | None:
    """Record for somebody whose hand is moving, as `forked`; None where a newer question has cancelled this one."""
    trunk = recording_live(X, y, spec, C, way.trunk, cancel)
    if trunk is None or way.fork is None:
        return None if trunk is None else ForkedRun(way, trunk)
    if (lost := why_no_branch(trunk.trace, way.fork)) is not None:
        return ForkedRun(way, trunk, lost=lost)
    name = run_name(X, y, spec, C, _branching(way))
    branch = recorded_live(name, lambda: branch_of(trunk.trace, _branching(way), cancel), cancel)
    if branch is None:
        return None
    return ForkedRun(way, branch, trunk) if way.fork.shown else ForkedRun(way, trunk, branch)


def _branching(way: Way) -> Way:
    """Return the way of the branch, whichever of the two is shown: it is recorded once."""
    return way if way.fork is None else replace(way, fork=replace(way.fork, shown=True))


def why_no_branch(trunk: Trace, asked: Fork) -> InputError | None:
    """Return why a run cannot branch as it is asked to; None where it can."""
    if asked.step > len(trunk):
        return InputError(
            "fork.ended",
            "The run ends after {steps} steps, before the fork after step {step}: there is no branch.",
            steps=len(trunk),
            step=asked.step,
        )
    picked = asked.picked
    here = picked is None or max(picked) < len(trunk.problem.form.target)
    if picked is None or (here and why_not_picked(trunk, picked, asked.step) is None):
        return None
    if asked.visits:
        return InputError(
            "fork.coordinate",
            "Coordinate {i} cannot lower the objective after visit {step}: there is no branch.",
            i=picked[0] + 1,
            step=asked.step,
        )
    return InputError(
        "fork.pair",
        "Points {i} and {j} cannot lower the objective after step {step}: there is no branch.",
        i=picked[0] + 1,
        j=picked[1] + 1,
        step=asked.step,
    )


def why_not_picked(trunk: Trace, picked: tuple[int, ...], k: int) -> BadPick | None:
    """Return why the points that were picked cannot move after k steps; None where they can."""
    if len(picked) == 1:
        return pick_coordinate(trunk, picked[0], k)
    i, j = picked
    found = pick_points(trunk, i, j, k)
    return found if isinstance(found, BadPick) else None


def branch_of(trunk: Trace, way: Way, cancel: CancelFlag | None = None) -> Trace:
    """Return the branch of a run that can branch, under the tolerance and the limit of every run of its kind."""
    branch = _branch(trunk, way, cancel)
    return until_proved(branch, cancel) if way.onward else branch


def _branch(trunk: Trace, way: Way, cancel: CancelFlag | None) -> Trace:
    asked = way.fork
    assert asked is not None
    if asked.visits:
        ending, options = (COORDINATE_TOLERANCE, STEPS_OF_A_RUN), visit_options(replace(way, order=asked.rule))
        return fork(trunk, asked.step, COORDINATE_SOLVER, *ending, cancel, asked.picked, **options)
    pair = None
    if asked.picked is not None:
        i, j = asked.picked
        found = pick_points(trunk, i, j, asked.step)
        assert not isinstance(found, BadPick)
        pair = found
    if asked.rule == LIBSVM:
        own = loop_options(way)
        return fork(trunk, asked.step, LIBSVM, LIBSVM_TOLERANCE, STEPS_OF_A_RUN, cancel, pair, **own)
    rule, tolerance = LOOP_RULES.get(asked.rule, asked.rule), TOLERANCE
    if way.solver == LIBSVM:
        tolerance = LIBSVM_TOLERANCE
    return fork(trunk, asked.step, rule, tolerance, STEPS_OF_A_RUN, cancel, pair)
