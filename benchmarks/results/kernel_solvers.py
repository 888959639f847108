"""The solvers of a Gaussian C-SVC, all with the same settings: (signed coefficients, b)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse
from sklearn.svm import SVC as SKLEARN

from benchmarks.results.sets import Sample
from core.estimators import SVC as OURS
from core.problem import Gaussian, c_svc_form
from core.problem.arrays import Vector
from core.solver import train

TOLERANCE = 1e-3
CACHE = 200  # MB, for all
MOST_LIBSVM = 5000, 1_000_000  # largest numbers of points and of numbers for LIBSVM, which then takes a minute


class SolvedMachine(NamedTuple):
    """The solution: f(x) = sum_i coef_i K(x_i, x) + b."""

    coef: Vector  # (n,)
    b: float


KernelFit = Callable[[], SolvedMachine]


def kernel_solvers(sample: Sample, gamma: float, C: float) -> dict[str, KernelFit]:
    """Return the solvers that are installed, ours first."""
    settings = {"C": C, "gamma": gamma, "tol": TOLERANCE, "cache_size": CACHE}
    solvers: dict[str, KernelFit] = {"ours": ours(sample, gamma, C), "SVC": _fitted(SKLEARN, sample, settings)}
    small = len(sample.y) <= MOST_LIBSVM[0] and np.prod(sample.X.shape) <= MOST_LIBSVM[1]
    if small and (libsvm := _libsvm(sample, gamma, C)) is not None:
        solvers |= {"trainer": _trainer(sample, gamma, C), "libsvm": libsvm}
    try:
        from sklearnex.svm import SVC as INTEL
    except ImportError:
        return solvers
    # On sparse rows it calls scikit-learn's own solver, which is measured already.
    return solvers if sparse.issparse(sample.X) else {**solvers, "sklearnex": _fitted(INTEL, sample, settings)}


def ours(sample: Sample, gamma: float, C: float) -> KernelFit:
    """Return our own estimator's fit, including input checks, as for the rivals."""
    return _fitted(OURS, sample, {"C": C, "gamma": gamma, "tol": TOLERANCE, "cache_size": CACHE})


def _trainer(sample: Sample, gamma: float, C: float) -> KernelFit:
    """Return our trainer on a prepared problem, as for LIBSVM."""
    form, kernel = c_svc_form(sample.y, len(sample.y), C), Gaussian(gamma)

    def fit() -> SolvedMachine:
        result = train(form, sample.X, kernel, TOLERANCE, cache_bytes=CACHE * 1_000_000)
        return SolvedMachine(form.coefficients(result.alpha), result.b)

    return fit


def _fitted(make: Callable[..., Any], sample: Sample, settings: dict[str, float]) -> KernelFit:
    def fit() -> SolvedMachine:
        model = make(**settings).fit(sample.X, sample.y)
        coef = np.zeros(len(sample.y))
        values = model.dual_coef_
        coef[model.support_] = values.toarray()[0] if sparse.issparse(values) else values[0]
        return SolvedMachine(coef, float(model.intercept_[0]))

    return fit


def _libsvm(sample: Sample, gamma: float, C: float) -> KernelFit | None:
    """Return LIBSVM on a prepared problem: the solver without its wrapper."""
    try:
        from libsvm.svm import svm_parameter, svm_problem
        from libsvm.svmutil import svm_train
    except ImportError:
        return None
    problem = svm_problem(sample.y, sparse.csr_matrix(sample.X))
    parameter = svm_parameter(f"-t 2 -c {C} -g {gamma} -e {TOLERANCE} -m {CACHE} -q")

    def fit() -> SolvedMachine:
        model = svm_train(problem, parameter)
        coef = np.zeros(len(sample.y))
        coef[np.array(model.get_sv_indices()) - 1] = [value[0] for value in model.get_sv_coef()]
        sign = 1.0 if model.get_labels()[0] > 0 else -1.0
        return SolvedMachine(sign * coef, -sign * float(model.rho[0]))

    return fit
