"""The machines whose held-out values are turned into probabilities, and into the noise of a regression."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sklearn.isotonic import IsotonicRegression

from ...estimators.calibration import held_out_values, value_of_one_class
from ...estimators.probability import SigmoidStep, laplace_scale, platt_targets, sigmoid, sigmoid_steps, within_five
from ...problem import InputError, Kernel, Problem, c_svc, decision_values, eps_svr, machine
from ...problem.arrays import Indices, Matrix, Vector
from ...solver import answer
from .theory import Scores, scores

HELD_OUT, TRAINING, ISOTONIC = METHODS = ("held-out", "training", "isotonic")  # how a value becomes a probability
FEWEST = 2  # points of a regression: one to train on while the other is held out

Predict = Callable[[Matrix], Vector]
Train = Callable[[Indices], Predict]


@dataclass(frozen=True, eq=False)
class CalibrationCurves:
    """A classifier with its decision values, the curves fitted to them, and their scores on points unseen by both."""

    y: Vector  # (n,) +1 and -1
    f: Vector  # (n,) held out
    own: Vector  # (n,) of the machine trained on all points
    steps: tuple[SigmoidStep, ...]  # of Newton's method on f; the last one is the result
    of_training: SigmoidStep  # the sigmoid fitted to `own`
    isotonic: IsotonicCurve
    targets: tuple[float, float]  # t+ and t-
    unseen: dict[str, Vector]  # probabilities by method, (n,): of points held out from the machine and from the curve
    scores: dict[str, Scores]  # of those

    @property
    def A(self) -> float:  # noqa: N802 - as in the papers
        """The slope of the sigmoid of held-out values."""
        return self.steps[-1].A

    @property
    def B(self) -> float:  # noqa: N802
        """Its offset."""
        return self.steps[-1].B

    @property
    def p(self) -> Vector:
        """The probability of class +1 that it gives each held-out value, (n,)."""
        return sigmoid(self.f, self.A, self.B)


@dataclass(frozen=True, eq=False)
class IsotonicCurve:
    """The increasing curve with the least squared error: linear between its corners, constant outside."""

    f: Vector  # (m,) ascending
    p: Vector  # (m,)

    def __call__(self, f: Vector) -> Vector:
        """Return the probability of class +1 at values f of any shape."""
        return np.asarray(np.interp(f, self.f, self.p))


@dataclass(frozen=True, eq=False)
class Noise:
    """The residuals of a regression, and the scale of Laplace noise (mathematics, equation 12.7)."""

    residuals: Vector  # (n,) z - f on held-out points
    own: Vector  # (n,) the same for the machine trained on all points
    s: float  # LIBSVM's scale: without residuals beyond five standard deviations
    plain: float  # the mean absolute residual, without that rule
    of_training: float  # LIBSVM's scale of `own`
    kept: NDArray[np.bool_]  # (n,) within five standard deviations
    line: Vector  # (m,) f at the wanted places


def calibrate(
    X: Matrix, y: Vector, kernel: Kernel, C: float, seed: int, tolerance: float, limit: int
) -> CalibrationCurves:
    """Fit the curves to held-out and to training values, and score them on points that neither has seen.

    The folds of `f` are those of an SVC with this random state. For the scores each fold is held out once more: the
    machine and its curve come from the other folds, the curve from folds inside them.

    Parameters
    ----------
    X
        Points, shape (n, d).
    y
        Labels, shape (n,), +1 and -1.
    kernel, C
        Of C-SVC; C is finite.
    seed
        Of the random folds.
    tolerance, limit
        Of each training, on m - M, and its most steps.

    Raises
    ------
    InputError
        If C-SVC refuses all points together, as it does if one class is missing.
    """

    def train(kept: Indices) -> Predict:
        constant = value_of_one_class(y[kept])
        if constant is not None:
            return lambda rows: np.full(len(rows), constant)
        return _trained(c_svc(X[kept], y[kept], kernel, C), tolerance, limit)

    own = _trained(c_svc(X, y, kernel, C), tolerance, limit)(X)  # refused first, before any fold
    everything = np.arange(len(y))
    f = _held_out(X, everything, train, seed)
    steps = tuple(sigmoid_steps(f, y))
    unseen = {method: np.empty(len(y)) for method in METHODS}

    def probabilities(kept: Indices, held: Indices) -> Vector:
        predict = train(kept)
        inner = _held_out(X, kept, train, seed)
        values = predict(X[held])
        for method, fitted in ((HELD_OUT, inner), (TRAINING, predict(X[kept]))):
            *_, last = sigmoid_steps(fitted, y[kept])
            unseen[method][held] = sigmoid(values, last.A, last.B)
        unseen[ISOTONIC][held] = isotonic_curve(inner, y[kept])(values)
        return values

    held_out_values(_order(len(y), seed), probabilities)
    *_, of_training = sigmoid_steps(own, y)
    judged = {method: scores(p, y) for method, p in unseen.items()}
    return CalibrationCurves(y, f, own, steps, of_training, isotonic_curve(f, y), platt_targets(y), unseen, judged)


def isotonic_curve(f: Vector, y: Vector) -> IsotonicCurve:
    """Return scikit-learn's isotonic regression of 1 for class +1 and 0 for the other, on values f (n,), n >= 1."""
    fitted = IsotonicRegression(out_of_bounds="clip").fit(f, (y > 0).astype(np.float64))
    return IsotonicCurve(np.asarray(fitted.X_thresholds_), np.asarray(fitted.y_thresholds_))


def regression_noise(
    X: Matrix,
    z: Vector,
    kernel: Kernel,
    C: float,
    epsilon: float,
    places: Matrix,
    seed: int,
    tolerance: float,
    limit: int,
) -> Noise:
    """Return the residuals of epsilon-SVR on held-out points, and their scale.

    Parameters
    ----------
    X, z
        Points, shape (n, d), and the numbers to predict, shape (n,).
    kernel, C, epsilon
        Of epsilon-SVR; C is finite.
    places
        Where f is wanted, shape (m, d).
    seed, tolerance, limit
        As for `calibrate`.

    Raises
    ------
    InputError
        If there are fewer than two points, or the machine refuses them.
    """
    if len(z) < FEWEST:
        text = "A held-out residual needs {expected} points at least: one to train on and one to predict."
        raise InputError("noise.few", text, expected=FEWEST)

    def train(kept: Indices) -> Predict:
        return _trained(eps_svr(X[kept], z[kept], kernel, C, epsilon), tolerance, limit)

    whole = train(np.arange(len(z)))
    residuals, own = z - _held_out(X, np.arange(len(z)), train, seed), z - whole(X)
    plain, s = laplace_scale(residuals, outliers=True), laplace_scale(residuals)
    kept = within_five(residuals)
    return Noise(residuals, own, s, plain, laplace_scale(own), kept, whole(places))


def _order(count: int, seed: int) -> Indices:
    return np.random.RandomState(seed).permutation(count)


def _held_out(X: Matrix, rows: Indices, train: Train, seed: int) -> Vector:
    """Return the value of each of the rows by the machine of the folds that do not contain it."""

    def values(kept: Indices, held: Indices) -> Vector:
        return train(rows[kept])(X[rows[held]])

    return held_out_values(_order(len(rows), seed), values)


def _trained(problem: Problem, tolerance: float, limit: int) -> Predict:
    alpha = answer(problem, tolerance=tolerance, limit=limit).alpha
    b = machine(problem, alpha).b
    return lambda rows: decision_values(problem, alpha, b, rows)
