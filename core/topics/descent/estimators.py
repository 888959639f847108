"""LinearSVC and SVC(kernel="linear") on the same points: each difference switched off in turn, and a run that stops.

LinearSVC's problem is `linear_svc` with the squared hinge and a constant feature of 1, whose weight is inside the norm;
SVC's is `c_svc`. A constant feature s makes the penalty of the offset b^2 / (2 s^2), so that for a large s it is free
(mathematics 11.3).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ...problem import Linear, c_svc, linear_svc, offset
from ...problem.arrays import Matrix, Vector
from ...solver import Outcome, answer
from ...solver.linear import TrainedLinear, train_linear

LINEAR_TOLERANCE, PAIR_TOLERANCE = 1e-4, 1e-3  # of LinearSVC and of SVC, unless one says otherwise
FINE = 1e-9  # for both, so that what remains is not the stopping rule's
FREE = 1e5  # a constant feature whose weight costs next to nothing
AGREED = 1e-8  # of f
LIMIT = 1000  # epochs of LIBLINEAR, unless one says otherwise
MOST_EPOCHS = 20_000  # of a run towards `FINE`
PAIR_STEPS = 1_000_000


@dataclass(frozen=True)
class EstimatorPlane:
    """A plane with its end."""

    w: Vector  # (d,)
    b: float
    passes: int  # epochs of LinearSVC, pairs of SVC
    outcome: Outcome


@dataclass(frozen=True)
class EstimatorStage:
    """Both machines after a difference is switched off; the earlier ones stay off."""

    name: str  # "defaults", "hinge", "offset" or "tolerance"
    linear: EstimatorPlane
    pairs: EstimatorPlane
    difference: float  # the largest |f - f'| of two decision values at a training point
    normal: float  # the length of w - w'
    b_range: tuple[float, float]  # of SVC: every offset in it is optimal

    @property
    def agreed(self) -> bool:
        """Whether no decision value differs by more than 1e-8."""
        return self.difference <= AGREED


def stages(X: Matrix, y: Vector, C: float) -> tuple[EstimatorStage, ...]:
    """Return both machines of points X (n, d), first as the libraries are set, then with one difference less each time.

    `InputError` for points that neither can be trained on, or an infinite C.
    """
    rough, fine = (_pairs(X, y, C, tolerance) for tolerance in (PAIR_TOLERANCE, FINE))
    settings = (
        ("defaults", "squared_hinge", 1.0, LINEAR_TOLERANCE, rough),
        ("hinge", "hinge", 1.0, LINEAR_TOLERANCE, rough),
        ("offset", "hinge", FREE, LINEAR_TOLERANCE, rough),
        ("tolerance", "hinge", FREE, FINE, fine),
    )
    made = []
    for name, loss, constant, tolerance, (pairs, b_range) in settings:
        linear = _linear(X, y, C, loss, constant, tolerance)
        apart = X @ (linear.w - pairs.w) + (linear.b - pairs.b)
        length = float(np.linalg.norm(linear.w - pairs.w))
        made.append(EstimatorStage(name, linear, pairs, float(np.abs(apart).max()), length, b_range))
    return tuple(made)


def _pairs(X: Matrix, y: Vector, C: float, tolerance: float) -> tuple[EstimatorPlane, tuple[float, float]]:
    """Return SVC's machine and the range of its optimal offsets."""
    problem = c_svc(X, y, Linear(), C)
    done = answer(problem, "smo-second-order", tolerance, PAIR_STEPS)
    w = np.asarray((done.alpha * problem.y) @ problem.X)
    return EstimatorPlane(w, offset(problem, done.alpha), done.steps, done.outcome), best_offsets(X, y, w)


def best_offsets(X: Matrix, y: Vector, w: Vector) -> tuple[float, float]:
    """Return the ends of the interval of offsets b that minimise the sum of max(0, 1 - y_i (w.x_i + b)).

    X has shape (n, d), y (n,) both +1 and -1, w (d,). The slope in b is a count of points, so that rounding of alpha
    does not decide whether the interval is a point.
    """
    met = y - X @ w  # the b with which a point has the margin 1: above it for +1, below it for -1 the loss is 0
    at = np.unique(met)
    losing = np.searchsorted(np.sort(met[y < 0.0]), at, side="right")
    falling = (y > 0.0).sum() - np.searchsorted(np.sort(met[y > 0.0]), at, side="right")
    slope = losing - falling  # to the right of each of those b
    first = int(np.argmax(slope >= 0))
    return float(at[first]), float(at[first + 1] if slope[first] == 0 else at[first])


def _linear(X: Matrix, y: Vector, C: float, loss: str, constant: float, tolerance: float) -> EstimatorPlane:
    problem = linear_svc(X, y, C, loss, constant)
    return _machine(train_linear(problem.form, problem.X, constant, tolerance, MOST_EPOCHS), constant)


def _machine(done: TrainedLinear, constant: float) -> EstimatorPlane:
    """Return the plane; Newton's is more exact than the sum of alpha_i y_i x_i, whose terms cancel for a large s."""
    if done.plane is None:
        return EstimatorPlane(done.w, done.b, done.epochs, done.outcome)
    return EstimatorPlane(done.plane[:-1], float(done.plane[-1]) * constant, done.epochs, done.outcome)


# ---- LIBLINEAR's warning ----


@dataclass(frozen=True)
class LimitedRun:
    """A run of LinearSVC's coordinate descent, and the largest violation at its end."""

    name: str  # "plain", or the cure
    C: float
    limit: int  # epochs
    epochs: int
    violation: float
    outcome: Outcome

    @property
    def warned(self) -> bool:
        """Whether LIBLINEAR would warn: the run ended at its limit."""
        return self.outcome is not Outcome.OPTIMAL


def attempts(X: Matrix, y: Vector, C: float, factor: float, more: int = 10) -> tuple[LimitedRun, ...]:
    """Run coordinate descent with LinearSVC's settings on points X (n, d), the first feature times `factor`.

    Then each cure alone: standardised features, `more` times the epochs, C / factor^2, and Newton's method on the
    primal in place of coordinate descent (dual=False).
    """
    wide = np.array(X, dtype=np.float64)
    wide[:, 0] *= factor
    deviation = wide.std(axis=0)
    scaled = (wide - wide.mean(axis=0)) / np.where(deviation > 0.0, deviation, 1.0)
    return (
        _attempt("plain", wide, y, C),
        _attempt("scale", scaled, y, C),
        _attempt("more", wide, y, C, more * LIMIT),
        _attempt("smaller", wide, y, C / factor**2),
        _attempt("primal", wide, y, C, newton=True),
    )


def _attempt(name: str, X: Matrix, y: Vector, C: float, limit: int = LIMIT, newton: bool = False) -> LimitedRun:
    problem = linear_svc(X, y, C, "squared_hinge", 1.0)
    done = train_linear(problem.form, problem.X, 1.0, LINEAR_TOLERANCE, limit, finish=newton)
    assert math.isfinite(C), "checked at the door of the page"
    return LimitedRun(name, C, limit, done.epochs, done.violation, done.outcome)
