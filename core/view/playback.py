"""A recorded run for the player: the moves, and b, the objective and the gap over the steps."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..lowlevel.borrowed import borrowed
from ..lowlevel.compiled import compiled, inlined
from ..problem import Formulation, LinearProblem, Problem, squared_constant
from ..problem.arrays import Indices, Vector
from ..problem.dual import Dual
from ..solver import KernelPerceptron, LoopState, PlanePerceptron
from ..solver.libsvm.state import is_free
from ..trace import Trace
from .active import aside_spans
from .curves import SAMPLES, Curves, curves, moves, sampled_steps

EVERY = 4  # times the samples: a run of the perceptron that is no longer is sampled at every step


@dataclass(frozen=True)
class Playback:
    """Values for every step, in the order of the run; the states in between follow from `move`."""

    i: NDArray[np.int32]  # (steps,) the points that moved
    j: NDArray[np.int32]  # (steps,) -1 where only one moved
    move: Vector  # (steps,) y_i times the change of alpha_i; y_j alpha_j changes by as much the other way
    b: Vector  # (steps + 1,) the offset at every state
    dual: Vector  # (steps + 1,) -D
    violation: Vector  # (steps + 1,) as the algorithm measures it; that of the last state is nan
    sampled: Curves  # primal and gap, which cost O(n) a step, at a few dozen states
    aside: NDArray[np.int32] | None = None  # (spans, 3) of LIBSVM's loop: who is set aside, from which state to which
    machine: MachineTrack | None = None  # of another machine than C-SVC


@dataclass(frozen=True)
class MachineTrack:
    """Additional data of machines other than C-SVC: their variables need not be the points, nor begin at 0."""

    signs: Vector  # (N,) of the variables; in regression first one a point that pulls up, then one that pulls down
    start: Vector  # (N,) alpha at the first state
    r: Vector  # (steps + 1,) rho of nu-SVC and of one class, half the width of a tube; below 0 where there is none yet


def playback(trace: Trace, samples: int = SAMPLES) -> Playback:
    """Return the run of a trace, with certificates at `samples` states as in `curves`."""
    if isinstance(trace.last, KernelPerceptron | PlanePerceptron):
        return _perceptron_playback(trace, trace.last, samples)
    if isinstance(trace.problem, LinearProblem):
        return _coordinate_playback(trace, trace.problem, samples)
    move, b, r = _way(trace, trace.problem)
    return Playback(
        i=trace.table["i"].astype(np.int32),
        j=trace.table["j"].astype(np.int32),
        move=move,
        b=b,
        dual=-trace.objective,
        violation=np.append(trace.table["violation"], np.nan),
        sampled=curves(trace, samples),
        aside=aside_spans(trace) if isinstance(trace.state_at(0), LoopState) else None,
        machine=_machine(trace, trace.problem, b, r),
    )


def _machine(trace: Trace, problem: Problem, b: Vector, r: Vector) -> MachineTrack | None:
    """Return the additional data of a machine; `r` is half the difference of the two levels (mathematics 7)."""
    form = problem.form
    match form.formulation:
        case Formulation.C_SVC:
            return None
        case Formulation.NU_SVC:
            scale = r
        case Formulation.ONE_CLASS:
            scale = -b
        case Formulation.NU_SVR:
            scale = -r
        case Formulation.EPS_SVR:
            scale = np.full(len(b), 0.5 * (form.p[0] + form.p[len(form.target)]))
    start = np.array(trace.state_at(0).alpha)
    return MachineTrack(signs=np.array(form.y), start=start, r=scale)


def _way(trace: Trace, problem: Problem) -> tuple[Vector, Vector, Vector]:
    """Return the move of each step of a run of pairs, and b and r at each state; a branch begins like its trunk."""
    rows, first = trace.table[trace.at :], trace.state_at(trace.at)
    dual = problem.dual
    if isinstance(first, LoopState):  # if alpha is not 0, LIBSVM's loop would sum rows in single precision
        gradient = dual.y * (dual.kernel @ (dual.y * first.alpha)) + dual.p
    else:
        gradient = trace.stepper.gradient(dual, first)
    move, b, r = _walked(dual, np.array(first.alpha), np.array(gradient), *moves(rows))
    if hasattr(first, "b"):  # Platt's states contain their own offset
        b = np.append(first.b, rows["b"])
    if trace.trunk is None:
        return move, b, r
    before, at = _way(trace.trunk, problem), trace.at
    joined = [np.concatenate([old[:at], new]) for old, new in zip(before, (move, b, r), strict=True)]
    return joined[0], joined[1], joined[2]


@compiled
def _walked(
    dual: Dual, alpha: Vector, gradient: Vector, i: Indices, j: Indices, alpha_i: Vector, alpha_j: Vector
) -> tuple[Vector, Vector, Vector]:
    """Return the move of each step, and b and r at each state; the initial alpha and gradient (n,) are overwritten.

    They equal those of the solver's own states, bit for bit: the gradient is updated as in `pair_step`. LIBSVM's loop
    rounds its rows; here b follows from its multipliers without that rounding.
    """
    move, b, r = np.empty(i.size), np.empty(i.size + 1), np.empty(i.size + 1)
    lent, now, G = borrowed(dual), borrowed(alpha), borrowed(gradient)
    free = _free(dual, alpha)
    b[0], r[0] = _scalars(dual, alpha, gradient, free)
    for k in range(i.size):
        towards_i = lent.y[i[k]] * (alpha_i[k] - now[i[k]])
        towards_j = lent.y[j[k]] * (alpha_j[k] - now[j[k]])
        row_i, row_j, y = lent.kernel[i[k]], lent.kernel[j[k]], lent.y
        for t in range(G.size):
            G[t] += y[t] * (row_i[t] * towards_i + row_j[t] * towards_j)
        was = is_free(lent, now, i[k]), is_free(lent, now, j[k])
        now[i[k]], now[j[k]] = alpha_i[k], alpha_j[k]
        move[k] = towards_i
        if was != (is_free(lent, now, i[k]), is_free(lent, now, j[k])):
            free = _free(lent, now)
        b[k + 1], r[k + 1] = _scalars(lent, now, G, free)
    return move, b, r


@compiled
def _free(dual: Dual, alpha: Vector) -> Indices:
    """Return the variables at neither bound: they are few, and most steps do not change the set."""
    return np.flatnonzero((alpha > 0.0) & (alpha < dual.upper))


@inlined
def _scalars(dual: Dual, alpha: Vector, gradient: Vector, free: Indices) -> tuple[float, float]:
    """Return b and r by LIBSVM's rule (mathematics 6.5 and 7): the mean of -y G over the free variables, else a middle.

    With two equalities each sign has its own level: b is their mean, r half their difference; else r is 0.
    """
    if not dual.alike:
        total = 0.0
        for k in free:
            total -= dual.y[k] * gradient[k]
        return (total / free.size if free.size else _middle(dual, alpha, gradient, 0.0)), 0.0
    plus, minus, positive = 0.0, 0.0, 0
    for k in free:  # once for both
        if dual.y[k] > 0:
            plus -= gradient[k]
            positive += 1
        else:
            minus += gradient[k]
    plus = plus / positive if positive else _middle(dual, alpha, gradient, 1.0)
    minus = minus / (free.size - positive) if positive < free.size else _middle(dual, alpha, gradient, -1.0)
    return 0.5 * (plus + minus), 0.5 * (minus - plus)


@compiled
def _middle(dual: Dual, alpha: Vector, gradient: Vector, sign: float) -> float:
    """Return the middle of the admissible interval of -y G over variables of a sign, 0 for both; or its only end."""
    highest, lowest = -np.inf, np.inf
    for k in range(alpha.size):
        if sign not in (0.0, dual.y[k]):
            continue
        score, low, high = -dual.y[k] * gradient[k], alpha[k] > 0.0, alpha[k] < dual.upper[k]
        if (high if dual.y[k] > 0 else low) and score > highest:
            highest = score
        if (low if dual.y[k] > 0 else high) and score < lowest:
            lowest = score
    if not np.isfinite(highest):
        return lowest
    return 0.5 * (highest + lowest) if np.isfinite(lowest) else highest


def _coordinate_playback(trace: Trace, problem: LinearProblem, samples: int) -> Playback:
    """Return a run that moves one multiplier per step: the moves are in the table, and b = B^2 sum y_i alpha_i."""
    i, constant = trace.table["i"], problem.bias or 0.0
    move = problem.y[i] * (trace.table["alpha_i"] - trace.table["alpha_old"])
    return Playback(
        i=np.ascontiguousarray(i, dtype=np.int32),
        j=np.full(len(i), -1, dtype=np.int32),
        move=np.ascontiguousarray(move, dtype=np.float64),
        b=np.concatenate([[0.0], np.cumsum(constant**2 * move)]),
        dual=-trace.objective,
        violation=np.append(trace.table["violation"], np.nan),
        sampled=curves(trace, samples),
    )


def _perceptron_playback(trace: Trace, last: KernelPerceptron | PlanePerceptron, samples: int) -> Playback:
    """Return a run of the perceptron: every step adds y_i eta phi_i, and b = R^2 sum y_i alpha_i.

    It has no objective and no gap. Their fields hold the quantities of Novikoff's proof: |w|^2, the sampled bound
    k (eta max |phi_i|)^2 after k mistakes, and the number of misclassified points.
    """
    table, problem, eta = trace.table, trace.problem, float(trace.rule.eta)  # type: ignore[attr-defined]
    if isinstance(problem, LinearProblem):
        square, longest = (problem.bias or 0.0) ** 2, float(problem.dual.curvature.max())
    else:
        square = squared_constant(problem)
        longest = 2.0 * square
    move = eta * problem.y[table["i"]]
    few = len(trace) <= EVERY * samples  # the count goes up and down: if possible, it is computed at every step
    steps = np.arange(len(trace) + 1) if few else sampled_steps(len(trace), samples)
    norms = np.append(0.0, table["squared_norm"])
    wrong = np.array([_still_wrong(trace, int(k)) for k in steps], np.float64)
    violation = np.append(table["violation"], np.nan)
    return Playback(
        i=np.ascontiguousarray(table["i"], dtype=np.int32),
        j=np.full(len(table), -1, dtype=np.int32),
        move=np.ascontiguousarray(move, dtype=np.float64),
        b=np.concatenate([[0.0], np.cumsum(square * move)]),
        dual=norms,
        violation=violation,
        sampled=Curves(steps, norms[steps], steps.astype(np.float64) * (eta**2 * longest), wrong, violation[steps]),
    )


def _still_wrong(trace: Trace, k: int) -> int:
    """Return the number of misclassified points after k steps."""
    state, problem = trace.state_at(k), trace.problem
    if isinstance(state, KernelPerceptron):
        f = state.f
    else:
        assert isinstance(state, PlanePerceptron)
        assert isinstance(problem, LinearProblem)
        f = problem.dual.features @ state.w
    return int(np.count_nonzero(~(problem.y * f > 0.0)))
