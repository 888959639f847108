"""The active set over a whole run: every shrinking, and the variables set aside in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

import numpy as np
from numpy.typing import NDArray

from ..problem import Problem
from ..problem.arrays import Indices, Vector
from ..solver import LoopState, LoopStep, Outcome, Said, new_cancel_flag
from ..trace import Trace


@dataclass(frozen=True)
class ActiveLook:
    """A pass that began with shrinking, or in which all variables returned."""

    k: int  # the pass: it leads from state k to state k + 1
    active: NDArray[np.bool_]  # (N,) after it
    aside: Indices  # set aside in it
    gradient: Vector  # their G when they were compared with the bars, as long as `aside`
    bars: tuple[float, float]  # m(alpha) and -M(alpha) over the active variables; nan where none was compared
    bars_minus: tuple[float, float]  # those of the sign -1 if each sign has its own; else the same
    returned: bool  # whether all came back at ten tolerances
    optimal: bool  # whether the active variables were optimal: all came back
    rebuilt: int  # gradients reconstructed


def looks(trace: Trace) -> tuple[ActiveLook, ...]:
    """Return every look of a run of LIBSVM's loop; the last belongs to the pass that ended the run."""
    return tuple(_look(k, before, after, step) for k, before, after, step in _passes(trace))


def _passes(trace: Trace) -> Iterator[tuple[int, LoopState, LoopState, LoopStep]]:
    """Yield the passes that printed something with the states around them, in one replay of the run."""
    state, problem = trace.state_at(0), trace.problem
    if not (isinstance(state, LoopState) and isinstance(problem, Problem)):
        raise TypeError(f"{trace.stepper.name} sets nothing aside")
    at, stepper, never = 0, trace.stepper, new_cancel_flag()
    ends = [len(trace)] if trace.outcome is Outcome.OPTIMAL else []
    for k in [*np.flatnonzero(trace.table["said"]).tolist(), *ends]:
        reached, _, _ = stepper.loops.finish(problem.dual, state, trace.rule, k - at, never)
        after, step = stepper.step(problem.dual, reached, trace.rule)
        before, state, at = cast(LoopState, reached), cast(LoopState, after), k + 1
        yield k, before, state, cast(LoopStep, step)


def _look(k: int, before: LoopState, after: LoopState, step: LoopStep) -> ActiveLook:
    returned = bool(step.said & Said.RETURN)
    was, now = _mask(before), _mask(after)
    aside = np.flatnonzero(~now & (was | returned))
    return ActiveLook(
        k=k,
        active=now,
        aside=aside,
        gradient=after.gradient[aside],  # variables set aside get no more updates
        bars=(float(step.up), float(step.low)),
        bars_minus=(float(step.up_minus), float(step.low_minus)),
        returned=returned,
        optimal=bool(step.said & Said.STAR),
        rebuilt=int(step.rebuilt),
    )


def _mask(state: LoopState) -> NDArray[np.bool_]:
    active = np.zeros(len(state.order), dtype=np.bool_)
    active[state.order[: state.active]] = True
    return active


def active_sizes(trace: Trace) -> NDArray[np.int32]:
    """Return how many variables are active in every state, (steps + 1,); the pass that ends a run brings all back."""
    first, last = trace.state_at(0), trace.last
    assert isinstance(first, LoopState)
    assert isinstance(last, LoopState)
    sizes = np.concatenate([[first.active], trace.table["active"]])
    sizes[-1] = last.active
    return sizes.astype(np.int32)


def aside_spans(trace: Trace) -> NDArray[np.int32]:
    """Return (spans, 3): a variable, and the first and last state in which it is set aside, first to last.

    The active set changes only in passes that print something; the pass that ends the run brings all variables back.
    In a branch, the spans of its trunk end at the fork.
    """
    own = _own_spans(trace)
    if trace.trunk is None:
        return own
    before = aside_spans(trace.trunk)
    before = before[before[:, 1] < trace.at]
    before[:, 2] = np.minimum(before[:, 2], trace.at - 1)
    return np.concatenate([before, own])


def _own_spans(trace: Trace) -> NDArray[np.int32]:
    """Return the spans after the fork of a branch, or all spans of another run; empty if nothing is ever set aside."""
    first, last, rows = trace.state_at(trace.at), trace.last, trace.table[trace.at :]
    if not (isinstance(first, LoopState) and isinstance(last, LoopState)):
        return np.empty((0, 3), np.int32)
    told = trace.at + np.flatnonzero(rows["said"]) + 1
    since = np.concatenate([[trace.at], told, [len(trace), len(trace) + 1]])
    none = np.zeros((1, len(last.order)), dtype=np.int8)
    aside = ~np.array([_mask(first), *trace.looks, _mask(last)])
    change = np.diff(np.concatenate([none, aside.astype(np.int8), none]), axis=0).T
    t, begun = np.nonzero(change > 0)  # of a variable its spans begin and end in turns
    _, ended = np.nonzero(change < 0)
    return np.column_stack([t, since[begun], since[ended] - 1]).astype(np.int32)
