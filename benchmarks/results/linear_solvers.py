"""The solvers of a linear machine with hinge loss and penalised offset, all with the same settings: (w, b)."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import LinearSVC

from benchmarks.results.judge import dual_value, primal
from benchmarks.results.sets import Sample
from core import estimators
from core.problem import c_svc_form
from core.problem.arrays import Vector
from core.solver.linear.train import train_linear

BIAS = 1.0  # the constant feature
EPOCHS = 1000  # scikit-learn's limit, for all
RIVAL_TOLERANCE = 1e-2  # requested from the rivals; ours is to reach LinearSVC's gap
LADDER = (0.3, 0.2, 0.1, 0.05, 0.02, 0.015, 0.01, 0.005, 0.002, 0.001, 3e-4, 1e-4)  # ours, until the gap is as small
FINE, LONGEST = 1e-4, 3000  # of the run that bounds the optimum from below
MOST_LIBLINEAR = 10_000_000  # nonzero numbers: with more, constructing its problem takes longer than training


class SolvedPlane(NamedTuple):
    """The solution: f(x) = w.x + b."""

    w: Vector  # (d,)
    b: float
    stopped: bool  # by the limit of epochs


PlaneFit = Callable[[], SolvedPlane]


def ours(sample: Sample, rows: Any, C: float, tolerance: float, epochs: int = EPOCHS) -> PlaneFit:  # noqa: ANN401
    """Return our own estimator's fit on `rows`, the points in the precision to measure."""

    def fit() -> SolvedPlane:
        model = estimators.LinearSVC(C=C, loss="hinge", tol=tolerance, max_iter=epochs, random_state=0)
        return _fitted(model, rows, sample.y)

    return fit


def _fitted(model: Any, rows: Any, y: Vector) -> SolvedPlane:  # noqa: ANN401
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        model.fit(rows, y)
    return SolvedPlane(
        model.coef_[0].astype(np.float64), float(model.intercept_[0]), bool(model.n_iter_ >= model.max_iter)
    )


def rivals(sample: Sample, C: float) -> dict[str, PlaneFit]:
    """Return the other solvers that are installed."""

    def sklearn() -> SolvedPlane:
        model = LinearSVC(C=C, loss="hinge", tol=RIVAL_TOLERANCE, max_iter=EPOCHS, random_state=0)
        return _fitted(model, sample.X, sample.y)

    fits: dict[str, PlaneFit] = {"LinearSVC": sklearn}
    liblinear = _liblinear(sample, C)
    return fits if liblinear is None else {**fits, "liblinear": liblinear}


def _liblinear(sample: Sample, C: float) -> PlaneFit | None:
    """Return LIBLINEAR on a prepared problem: the solver without its wrapper; it has its own limit."""
    try:
        from liblinear.liblinear import parameter, problem
        from liblinear.liblinearutil import train
    except ImportError:
        return None
    X = sparse.csr_matrix(sample.X)
    if X.nnz > MOST_LIBLINEAR:
        return None
    ready = problem(sample.y, X, BIAS)
    settings = parameter(f"-s 3 -c {C} -e {RIVAL_TOLERANCE} -B {BIAS} -q")

    def fit() -> SolvedPlane:
        model = train(ready, settings)
        w, b = model.get_decfun()
        sign = 1.0 if model.get_labels()[0] > 0 else -1.0
        return SolvedPlane(sign * np.asarray(w), sign * float(b), False)

    return fit


def least_value(sample: Sample, C: float) -> float:
    """Return a lower bound of every primal value: the dual of a long run, in float64."""
    form = c_svc_form(sample.y, len(sample.y), C)
    alpha = train_linear(form, sample.X, BIAS, FINE, LONGEST, 0).alpha
    return dual_value(sample.X, sample.y, np.clip(alpha, 0.0, C))


def relative_gap(sample: Sample, C: float, line: SolvedPlane, least: float) -> float:
    """Return a bound on the relative excess of a solution's primal value over the optimum."""
    return (primal(sample.X, sample.y, C, line.w, line.b) - least) / least


def as_good(sample: Sample, rows: Any, C: float, aim: float, least: float) -> PlaneFit:  # noqa: ANN401
    """Return our training with the loosest tolerance whose gap is no larger than `aim`; else with the smallest.

    If the usual limit of epochs prevents that, ten times as many are allowed.
    """
    fit = ours(sample, rows, C, LADDER[-1])
    for epochs, tolerance in [(EPOCHS, tolerance) for tolerance in LADDER] + [(10 * EPOCHS, LADDER[-1])]:
        fit = ours(sample, rows, C, tolerance, epochs)
        if relative_gap(sample, C, fit(), least) <= aim:
            break
    return fit
