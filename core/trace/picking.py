"""A run by hand: the pairs are picked, the solver's own step moves them, and the trace is like any other."""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import Enum

import numpy as np

from ..problem import Problem
from ..solver import (
    STEPPERS,
    AnyProblem,
    AnyState,
    Outcome,
    PairRule,
    State,
    can_fall,
    can_rise,
    move_pair,
    select_pair,
)
from ..solver.dual_cd.coordinate_step import NO_SLOPE, DescentState, DescentStep, before_visit
from .record import Trace

PickedPair = tuple[int, int]
RULE = "smo-second-order"  # its state is moved by hand, and it decides when nothing violates any more


class BadPick(Enum):
    """Why a pair cannot lower the dual."""

    SAME = "same"  # one point alone would break sum alpha_i y_i = 0
    SIGNS = "signs"  # of a nu problem: the sum of alpha over each sign is fixed, so that both of a pair have one sign
    LEVEL = "level"  # equal scores: the dual is at its minimum along their line already
    CANNOT_RISE = "cannot rise"  # the one with the higher score is not in I_up
    CANNOT_FALL = "cannot fall"  # the one with the lower score is not in I_low
    TOO_SMALL = "too small"  # floating point cannot show the step
    ENDLESS = "endless"  # along this line the dual falls without end
    STOPPED = "stopped"  # of a coordinate alone: the box stops all of its slope
    FLAT = "flat"  # of a coordinate alone: its slope is 0


def by_hand(
    problem: Problem,
    pairs: Sequence[PickedPair],
    tolerance: float = 1e-3,
    start: State | None = None,
    ties: str = "last",
) -> Trace:
    """Return the trace of the pairs moved one after another; ValueError at one that cannot move.

    They move from a given state of SMO, or from alpha = 0. The run ends as `RUNNING` while a pair still violates, so
    that the next one can be picked. `ties` is the tie rule of LIBSVM's choice, which `suggestion` returns.
    """
    trace = as_far_as_possible(problem, pairs, tolerance, start, ties)
    if len(trace) < len(pairs):
        raise ValueError(f"step {len(trace)}: the pair {pairs[len(trace)]} cannot move")
    return trace


def as_far_as_possible(
    problem: Problem,
    pairs: Sequence[PickedPair],
    tolerance: float = 1e-3,
    start: State | None = None,
    ties: str = "last",
) -> Trace:
    """Return the trace of the pairs up to the first one that cannot move; they may belong to other points."""
    stepper = STEPPERS[RULE]
    rule = stepper.rule(tolerance, ties)
    table = np.empty(len(pairs), dtype=stepper.row)
    states: list[AnyState] = [stepper.init(problem.dual) if start is None else start]
    points = range(len(problem.y))
    for k, (i, j) in enumerate(pairs):
        violation = _choice(problem, states[-1], rule)[2]
        two = i != j and i in points and j in points  # compiled code does not check
        state, what = move_pair(problem.dual, states[-1], i, j, violation) if two else (states[-1], None)  # type: ignore[arg-type]
        if what is None or what.outcome != Outcome.RUNNING:
            break
        table[k] = tuple(getattr(what, name) for name in stepper.row.names or ())
        states.append(state)
    table = table[: len(states) - 1]
    table.flags.writeable = False
    outcome = Outcome.OPTIMAL if _choice(problem, states[-1], rule)[1] < 0 else Outcome.RUNNING
    return Trace(problem, stepper, rule, table, tuple(states[:-1]), 1, states[-1], outcome, picked=True)


def pick(trace: Trace, i: int, j: int, k: int | None = None) -> PickedPair | BadPick:
    """Return the pair of variables as it would move after k steps of a run (None: at its end), or why it cannot.

    The increasing one comes first. A pair has no direction: if j has to increase, the two are swapped.
    """
    return _pick(trace.problem, pair_state(trace, len(trace) if k is None else k), i, j)[0]


def pick_points(trace: Trace, i: int, j: int, k: int) -> PickedPair | BadPick:
    """Return the variables of two points that would move after k steps, or why none of them can.

    In a tube a point has two variables, one that pulls up and one that pulls down: of the pairs that can move, the one
    with the largest decrease of the dual is chosen.
    """
    problem = trace.problem
    assert isinstance(problem, Problem)
    n, copies = len(problem.form.target), problem.form.copies
    if copies == 1 or i == j:
        return pick(trace, i, j, k)
    state = pair_state(trace, k)
    tried = [_pick(problem, state, i + n * one, j + n * other) for one in range(2) for other in range(2)]
    moving = [found for found in tried if not isinstance(found[0], BadPick)]
    best, _ = max(moving, key=lambda found: found[1]) if moving else tried[0]
    return best


def _pick(problem: AnyProblem, state: State, i: int, j: int) -> tuple[PickedPair | BadPick, float]:
    """Return the same for a state, and the decrease of the dual."""
    if i == j:
        return BadPick.SAME, 0.0
    assert isinstance(problem, Problem)
    if problem.form.alike and problem.y[i] != problem.y[j]:
        return BadPick.SIGNS, 0.0
    score = -problem.y * state.gradient
    if score[i] < score[j]:
        i, j = j, i
    if score[i] == score[j]:
        return BadPick.LEVEL, 0.0
    if not can_rise(problem.dual, state.alpha, i):
        return BadPick.CANNOT_RISE, 0.0
    if not can_fall(problem.dual, state.alpha, j):
        return BadPick.CANNOT_FALL, 0.0
    what = move_pair(problem.dual, state, i, j, math.nan)[1]
    if what.outcome not in (Outcome.RUNNING, Outcome.STUCK):
        return BadPick.ENDLESS, 0.0
    moves = what.outcome == Outcome.RUNNING and what.decrease > 0.0
    return (i, j) if moves else BadPick.TOO_SMALL, what.decrease


def pick_coordinate(trace: Trace, i: int, k: int) -> BadPick | None:
    """Return why coordinate i cannot lower the dual after k visits of a run; None if it can."""
    _, what = _visit(trace, k, i)
    if abs(what.projected) <= NO_SLOPE:
        return BadPick.STOPPED if abs(what.gradient) > NO_SLOPE else BadPick.FLAT
    if what.outcome == Outcome.INFEASIBLE:
        return BadPick.ENDLESS
    return None if what.decrease > 0.0 else BadPick.TOO_SMALL


def visit_by_hand(trace: Trace, k: int, i: int) -> Trace:
    """Return the visit of coordinate i after k visits of a run, as a run of one step; ValueError if it cannot move.

    The step is the run's own, from the same state with i next in the epoch.
    """
    if i not in range(len(trace.problem.y)) or pick_coordinate(trace, i, k) is not None:
        raise ValueError(f"step {k}: the coordinate {i} cannot move")
    leg, start = trace.leg(k), _before(trace, k, i)
    after, what = _visit(trace, k, i)
    table = np.array([tuple(getattr(what, name) for name in leg.stepper.row.names or ())], dtype=leg.stepper.row)
    table.flags.writeable = False
    return Trace(leg.problem, leg.stepper, leg.rule, table, (start,), 1, after, Outcome.RUNNING, picked=True)


def _before(trace: Trace, k: int, i: int) -> DescentState:
    state, rule = trace.state_at(k), trace.leg(k).rule
    if not isinstance(state, DescentState):
        raise TypeError(f"{trace.stepper.name} visits no coordinates")
    return before_visit(state, rule, i)  # type: ignore[arg-type]


def _visit(trace: Trace, k: int, i: int) -> tuple[DescentState, DescentStep]:
    leg = trace.leg(k)
    after, what = leg.stepper.step(trace.problem.dual, _before(trace, k, i), leg.rule)
    assert isinstance(after, DescentState)
    assert isinstance(what, DescentStep)
    return after, what


def pair_state(trace: Trace, k: int) -> State:
    """Return the state after k steps in the form for SMO's step, whichever algorithm made it."""
    problem, state, made = trace.problem, trace.state_at(k), trace.leg(k).stepper
    if isinstance(state, State):
        return state
    return State(state.alpha, made.gradient(problem.dual, state), state.objective)


def suggestion(trace: Trace) -> PickedPair | None:
    """Return the pair that LIBSVM's rule would choose next in a run by hand; None if nothing violates."""
    i, j, _ = _choice(trace.problem, trace.last, trace.rule)
    return None if j < 0 else (i, j)


def _choice(problem: object, state: AnyState, rule: tuple[object, ...]) -> tuple[int, int, float]:
    """Return i, j (-1: the run is over) and m - M by the rule."""
    if not (isinstance(problem, Problem) and isinstance(rule, PairRule)):
        raise TypeError("only SMO moves pairs by hand")
    stepper = STEPPERS[RULE]
    return select_pair(problem.dual, state.alpha, stepper.gradient(problem.dual, state), rule)
