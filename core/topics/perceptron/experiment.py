"""The perceptron compared with the SVM: its run, with a proof if no plane separates, and the results of other orders.

The comparison is in the feature space of the kernel: the plane (w, b) of a run, its margin, and the angle between its w
and that of the SVM, all from the Gram matrix (mathematics 2.2).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ...problem import InputError, Linear, Problem, Separable, Separation, c_svc, separation, squared_constant
from ...problem.arrays import Vector
from ...solver import CancelFlag, Outcome, finish
from ...trace import Trace, record

STEPPER = "perceptron"
SHOWN_WITHOUT = 100  # mistakes kept of a run on points that no plane separates
CYCLIC = -1  # in place of a seed: the points' own order


@dataclass(frozen=True)
class Learnt:
    """A recorded run; INFEASIBLE means that it cannot end, as `separation` proves."""

    trace: Trace
    separation: Separation | None  # None if the run itself ended with a separating plane


@dataclass(frozen=True)
class Separator:
    """A separating plane f = sum_i alpha_i y_i K(x_i, .) + b, and the run that found it."""

    alpha: Vector  # (n,)
    b: float
    margin: float  # min y_i f(x_i) / |w|
    angle: float  # between its w and the SVM's, in radians
    normal: Vector | None  # w in the plane (d,), of a linear kernel
    seed: int = CYCLIC  # of the order of the points
    mistakes: int = 0
    rounds: int = 0  # up to the last mistake
    ended: bool = True


def rosenblatt(
    problem: Problem,
    order: str = "cyclic",
    seed: int = 0,
    limit: int = 10_000,
    cancel: CancelFlag | None = None,
    eta: float = 1.0,
) -> Learnt:
    """Return the recorded run of the perceptron, of at most `limit` mistakes; each adds eta to a multiplier.

    If it does not end by itself, separability is decided. If no plane separates, the first 100 mistakes are kept and
    the outcome is INFEASIBLE: a run without an end is never continued.

    Raises
    ------
    InputError
        For a kernel that is not an inner product: there is no feature space for a plane.
    """
    if not problem.is_psd:
        raise InputError(
            "kernel.space",
            "On these points the kernel is no inner product, so there is no feature space whose planes a perceptron "
            "could turn.",
        )
    run = record(problem, STEPPER, 0.0, limit, cancel, order=order, seed=seed, eta=eta)
    if run.outcome in (Outcome.OPTIMAL, Outcome.CANCELLED):
        return Learnt(run, None)
    asked = separation(problem.kernel, problem.X, problem.y, lambda: cancel is not None and cancel[0] != 0)
    if cancel is not None and cancel[0] != 0:
        return Learnt(replace(run, outcome=Outcome.CANCELLED), None)
    if asked.separable is not Separable.NO:
        return Learnt(run, asked)
    if len(run) > SHOWN_WITHOUT:
        run = record(problem, STEPPER, 0.0, SHOWN_WITHOUT, cancel, order=order, seed=seed, eta=eta)
    return Learnt(replace(run, outcome=Outcome.INFEASIBLE), asked)


def separator(problem: Problem, alpha: Vector, b: float, svm: Vector) -> Separator:
    """Return a plane with its margin, and its angle to the plane of the multipliers `svm` (n,)."""
    own, theirs = alpha * problem.y, svm * problem.y
    inner = problem.gram @ own
    length, other = math.sqrt(max(0.0, float(own @ inner))), math.sqrt(max(0.0, float(theirs @ problem.gram @ theirs)))
    cosine = float(theirs @ inner) / (length * other) if length * other > 0.0 else math.nan
    least = float((problem.y * (inner + b)).min())
    normal = np.asarray(own @ problem.X) if isinstance(problem.kernel, Linear) else None
    margin = least / length if length > 0.0 else math.nan
    angle = math.acos(min(1.0, max(-1.0, cosine))) if math.isfinite(cosine) else math.nan
    return Separator(alpha, b, margin, angle, normal)


def separators(
    problem: Problem, svm: Vector, seeds: Sequence[int], limit: int, eta: float = 1.0
) -> tuple[Separator, ...]:
    """Return the planes found by the perceptron with eta in each order: `CYCLIC`, or the seed of a random one."""
    found = []
    for seed in seeds:
        order = "cyclic" if seed == CYCLIC else "random"
        run = finish(problem, STEPPER, 0.0, limit, order=order, seed=max(seed, 0), eta=eta)
        plane = separator(problem, run.alpha, offset_of(problem, run.alpha), svm)
        rounds = run.state.round.number + 1  # type: ignore[attr-defined]
        ended = run.outcome == Outcome.OPTIMAL
        found.append(replace(plane, seed=seed, mistakes=run.steps, rounds=rounds, ended=ended))
    return tuple(found)


def offset_of(problem: Problem, alpha: Vector) -> float:
    """Return b = R^2 sum y_i alpha_i of a perceptron's multipliers."""
    return squared_constant(problem) * float(problem.y @ alpha)


def moved_away(problem: Problem, shift: Vector) -> Problem:
    """Return the hard-margin problem of the same points, all moved by a shift (d,)."""
    return c_svc(problem.X + shift, problem.y, problem.kernel, math.inf)


def slope_of_lagrangian(problem: Problem, multipliers: Vector) -> float:
    """Return the increase of L(w, b, lambda) = 1/2 |w|^2 + sum_i lambda_i (1 - y_i (w.x_i + b)) from b = 0 to b = 1.

    L is affine in b, so this is its derivative; w = sum_i lambda_i y_i x_i, of multipliers lambda (n,).
    """
    coefficients = multipliers * problem.y
    inner = problem.gram @ coefficients
    half = 0.5 * float(coefficients @ inner)
    at = [half + float(multipliers @ (1.0 - problem.y * (inner + b))) for b in (0.0, 1.0)]
    return at[1] - at[0]


def normals_apart(problem: Problem, one: Vector, other: Vector) -> float:
    """Return |w - w'| / |w| for two vectors of multipliers (n,), ignoring the offsets."""
    first, second = one * problem.y, other * problem.y
    apart, length = (float(c @ problem.gram @ c) for c in (first - second, first))
    return math.sqrt(max(0.0, apart) / length) if length > 0.0 else math.nan
