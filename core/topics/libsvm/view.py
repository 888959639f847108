"""The state of LIBSVM's loop at a halt, Joachims' rule over the last steps, and the loop's output."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, cast

import numpy as np

from ...problem import Problem
from ...problem.arrays import Indices, Vector
from ...solver import LoopState, LoopStep, Outcome, Said
from ...solver.libsvm.cache import in_order
from ...trace import Trace
from ...view.active import ActiveLook
from .theory import Mask, pressed

# ---- The state of LIBSVM's loop at a halt ----


@dataclass(frozen=True)
class Aside:
    """Why a variable is set aside: the comparison at that time."""

    t: int
    at_zero: bool  # else at its upper bound
    since: int  # the pass that set it aside
    score: float  # -y G then
    bar: float  # m, which the score was above, or M, which it was below; of its own sign where each sign has its own
    above: bool


@dataclass(frozen=True)
class Rebuilt:
    """The gradient of variables set aside, reconstructed from G-bar, and in full (mathematics, equation 10.3)."""

    t: Indices
    stale: Vector  # as it was when the variable was set aside
    at_bound: Vector  # G-bar
    p: Vector
    free: Vector  # the contribution of the free variables
    full: Vector  # Q alpha + p, summed over all variables

    @property
    def together(self) -> Vector:
        """G-bar + p + the free."""
        return self.at_bound + self.p + self.free

    @property
    def apart(self) -> float:
        """The largest difference between the two."""
        return float(np.abs(self.together - self.full).max(initial=0.0))


@dataclass(frozen=True)
class Halt:
    """The state before pass k, and the effect of the pass on the cache."""

    k: int
    state: LoopState
    step: LoopStep | None  # None at the end of the run
    asides: tuple[Aside, ...]
    rows: tuple[tuple[int, int], ...]  # cached: the row and the number of its values, least recently used first
    dropped: tuple[int, ...]  # rows that are cached before the pass and not after it
    fetched: tuple[int, ...]  # rows of which the pass computes values
    looked: ActiveLook | None  # the look with which this pass begins


def halt(trace: Trace, past: Sequence[ActiveLook], k: int) -> Halt:
    """Return the state after k steps of a run whose looks are `past`."""
    problem, state = trace.problem, trace.state_at(k)
    assert isinstance(problem, Problem)
    assert isinstance(state, LoopState)
    over = k == len(trace)
    after, made = (None, None) if over else trace.stepper.step(problem.dual, state, trace.rule)
    step = cast(LoopStep | None, made if made is None or made.outcome == Outcome.RUNNING else None)
    held = {int(row): int(state.cache.length[row]) for row in in_order(state.cache)}
    length = np.zeros(0, dtype=np.int32) if after is None else cast(LoopState, after).cache.length
    return Halt(
        k=k,
        state=state,
        step=step,
        asides=_asides(problem, state, [look for look in past if look.k < k]),
        rows=tuple(held.items()),
        dropped=tuple(row for row in held if not over and length[row] == 0),
        fetched=tuple(int(row) for row in np.flatnonzero(length) if length[row] > held.get(int(row), 0)),
        looked=next((look for look in past if look.k == k and not over), None),
    )


def _asides(problem: Problem, state: LoopState, past: Sequence[ActiveLook]) -> tuple[Aside, ...]:
    """Return the variables set aside in the state, last one first; each was set aside in one of the looks."""
    found = []
    waiting = set(state.order[state.active :].tolist())
    for look in reversed(past):
        for t, gradient in zip(look.aside.tolist(), look.gradient.tolist(), strict=True):
            if t in waiting:
                waiting.remove(t)
                found.append(_aside(problem, state, look, t, gradient))
    assert not waiting
    return tuple(found)


def _aside(problem: Problem, state: LoopState, look: ActiveLook, t: int, gradient: float) -> Aside:
    at_zero, positive = bool(state.alpha[t] <= 0), bool(problem.y[t] > 0)
    above = at_zero != positive  # it could only fall, and its score is above all that can rise; else the other way
    up, low = look.bars if positive else look.bars_minus
    return Aside(t, at_zero, look.k, -float(problem.y[t]) * gradient, up if above else -low, above)


def rebuilt(trace: Trace, k: int) -> Rebuilt:
    """Return the gradient of the variables set aside after k steps, in the single precision of the rows."""
    problem, state = trace.problem, trace.state_at(k)
    assert isinstance(problem, Problem)
    assert isinstance(state, LoopState)
    dual, t = problem.dual, np.sort(state.order[state.active :])
    signed = dual.kernel[t] * dual.y * dual.y[t][:, None]
    rows = signed.astype(np.float32).astype(np.float64)
    free = (state.alpha > 0) & (state.alpha < dual.upper)
    return Rebuilt(
        t=t,
        stale=state.gradient[t],
        at_bound=state.at_bound[t],
        p=dual.p[t],
        free=rows @ np.where(free, state.alpha, 0.0),
        full=rows @ state.alpha + dual.p[t],
    )


# ---- Joachims' rule over the last steps of a run ----


LAST: Final = 100  # states: h of the rule, as in SVMlight


def lasting(trace: Trace, k: int, last: int = LAST) -> Mask | None:
    """Return which variables satisfied the rule in each of the `last` states up to k, (N,); None if there are fewer."""
    first, problem = k + 1 - last, trace.problem
    assert isinstance(problem, Problem)
    if first < 0:
        return None
    state = trace.state_at(first)
    held = pressed(problem, state.alpha)
    for _ in range(last - 1):
        state, _ = trace.stepper.step(problem.dual, state, trace.rule)
        held &= pressed(problem, state.alpha)
    return np.asarray(held)


# ---- LIBSVM's output during a run ----


WARNING = "!"  # stands for LIBSVM's sentence "using -h 0 may be faster"


def printed(said: int, alike: bool) -> str:
    """Return the output of one pass; with two equalities, the return at ten tolerances prints nothing."""
    signs = (
        (Said.WARNED_AT_RETURN, WARNING),
        (Said.RETURN, "" if alike else "*"),
        (Said.DOT, "."),
        (Said.WARNED_AT_STAR, WARNING),
        (Said.STAR, "*"),
    )
    return "".join(sign for bit, sign in signs if said & bit)


def printed_line(trace: Trace) -> tuple[str, ...]:
    """Return the output of each pass of a run of LIBSVM's loop; the last entry is that of the final pass."""
    problem, last = trace.problem, trace.last
    if not (isinstance(problem, Problem) and isinstance(last, LoopState)):
        raise TypeError(f"{trace.stepper.name} prints no such line")
    said = trace.table["said"].tolist()
    return tuple(printed(each, problem.dual.alike) for each in [*said, last.said])
