"""Kernel ridge regression behind scikit-learn's API (mathematics 15)."""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping
from numbers import Real
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse
from sklearn.base import BaseEstimator, MultiOutputMixin, RegressorMixin
from sklearn.metrics.pairwise import PAIRWISE_KERNEL_FUNCTIONS, pairwise_kernels
from sklearn.utils._param_validation import HasMethods, Interval, StrOptions
from sklearn.utils.validation import _check_sample_weight, check_is_fitted, validate_data

from ..problem.arrays import Matrix, Vector
from ..problem.maps import Rows
from ..solver.ridge import solve_symmetric
from .machine.inputs import check_parameters, short_indices
from .machine.kernel_choice import AskedKernel, is_called, is_pairwise, rounding_unit, symmetric
from .machine.labels import shown
from .machine.prediction import finite

SINGULAR = "Singular matrix in solving dual problem. Using least-squares solution instead."  # scikit-learn's words


class KernelRidge(MultiOutputMixin, RegressorMixin, BaseEstimator):
    """Least squares with a penalty, in the space of a kernel: (K + alpha I) c = y and f(x) = sum_i c_i K(x_i, x).

    Parameters
    ----------
    alpha
        The penalty of |w|^2, >= 0, called lambda in the sources; or one for each output.
    kernel
        The name of a kernel in scikit-learn, "precomputed", a function of two points, or a frozen kernel of
        `core.problem` with its own parameters.
    gamma, degree, coef0
        Of named kernels; gamma=None has scikit-learn's meaning, 1 / d in nearly all cases.
    kernel_params
        Further keywords for a function.

    Attributes
    ----------
    dual_coef_
        c, shape (n,), or (n, outputs) if y was two-dimensional.
    X_fit_
        The points, shape (n, d), or the Gram matrix if that was given.

    A point of weight s counts s times in the sum of squares. If K + alpha I is not positive definite to working
    precision, c is the least-squares solution of smallest norm, with scikit-learn's warning. All is in float64.
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "alpha": [Interval(Real, 0, None, closed="left"), "array-like"],
        "kernel": [StrOptions({*PAIRWISE_KERNEL_FUNCTIONS, "precomputed"}), callable, HasMethods("gram")],
        "gamma": [Interval(Real, 0, None, closed="left"), None],
        "degree": [Interval(Real, 0, None, closed="left")],
        "coef0": [Interval(Real, None, None, closed="neither")],
        "kernel_params": [dict, None],
    }
    dual_coef_: Matrix
    X_fit_: Rows

    def __init__(
        self,
        alpha: float | ArrayLike = 1.0,
        *,
        kernel: AskedKernel = "linear",
        gamma: float | None = None,
        degree: float = 3,
        coef0: float = 1.0,
        kernel_params: Mapping[str, Any] | None = None,
    ) -> None:
        self.alpha = alpha
        self.kernel = kernel
        self.gamma = gamma
        self.degree = degree
        self.coef0 = coef0
        self.kernel_params = kernel_params

    def fit(self, X: Rows, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Solve for the coefficients of points X (n, d), dense or sparse, and y (n,) or (n, outputs).

        Raises
        ------
        ValueError
            For parameters, points and values that scikit-learn refuses, for negative weights, and for a kernel matrix
            that is not symmetric up to rounding.
        """
        check_parameters(self)
        unit = rounding_unit(X) if is_pairwise(self.kernel) else 0.0
        allowed = {**self._allowed(), "multi_output": True, "y_numeric": True}
        X, y = validate_data(self, short_indices(X), y, **allowed, copy=True)  # the caller may write into X
        weight = _check_sample_weight(sample_weight, X, dtype=np.float64, ensure_non_negative=True)
        Y = np.asarray(y, dtype=np.float64).reshape(X.shape[0], -1)
        K = self._gram(X, X)
        if is_pairwise(self.kernel) and K.shape[0] == K.shape[1]:
            K = symmetric(K, unit)
        found = ridge_coefficients(K, Y, _penalties(self.alpha, Y.shape[1]), weight)
        self.dual_coef_ = found.reshape(np.shape(y))
        self.X_fit_ = X
        return self

    def predict(self, X: Rows) -> Matrix:
        """Return f of the rows of X (k, d), shape (k,) or (k, outputs)."""
        check_is_fitted(self)
        X = validate_data(self, short_indices(X), **self._allowed(), reset=False)
        with np.errstate(over="ignore", invalid="ignore"):
            return finite(self._gram(X, self.X_fit_) @ self.dual_coef_)

    def _allowed(self) -> dict[str, Any]:
        sparse_kinds = False if is_pairwise(self.kernel) else ("csr", "csc")
        return {"accept_sparse": sparse_kinds, "dtype": np.float64, "order": "C"}

    def _gram(self, A: Rows, B: Rows) -> Matrix:
        """Return K(a, b) of points; of a Gram matrix the rows A, after a check that they fit those of B."""
        if is_called(self.kernel):
            return np.asarray(pairwise_kernels(A, B, metric=self.kernel, **(self.kernel_params or {})))
        if isinstance(self.kernel, str) or is_pairwise(self.kernel):
            name = "precomputed" if is_pairwise(self.kernel) else self.kernel
            own = {"gamma": self.gamma, "degree": self.degree, "coef0": self.coef0}
            return np.asarray(pairwise_kernels(A, B, metric=name, filter_params=True, **own))
        given: Any = self.kernel
        return np.asarray(given.gram(*(rows.toarray() if sparse.issparse(rows) else rows for rows in (A, B))))

    def __sklearn_tags__(self) -> Any:  # noqa: ANN401 - scikit-learn's class is not typed
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = is_pairwise(self.kernel)
        tags.input_tags.sparse = not is_pairwise(self.kernel)
        return tags


def ridge_coefficients(K: Matrix, Y: Matrix, alpha: Vector, weight: Vector) -> Matrix:
    """Return the C (n, outputs) that minimises, output by output, sum_i s_i (Y_i - K_i c)^2 + alpha c' K c.

    That is c = S^1/2 a with (S^1/2 K S^1/2 + alpha I) a = S^1/2 y, S the diagonal of the weights.

    Parameters
    ----------
    K
        Gram matrix, shape (n, n), symmetric.
    Y
        Values, shape (n, outputs).
    alpha
        Penalties, shape (outputs,), >= 0.
    weight
        Weights of the points, shape (n,), >= 0.
    """
    root = np.sqrt(weight)[:, None]
    found = np.empty_like(Y)
    for penalty in np.unique(alpha):
        shifted = K * root * root.T
        shifted.flat[:: len(K) + 1] += penalty
        same = alpha == penalty
        found[:, same] = _solved(shifted, root * Y[:, same])
    return root * found


def _solved(M: Matrix, Y: Matrix) -> Matrix:
    """Return the X of M X = Y by Cholesky factorisation, or by least squares if M has none to working precision."""
    found, regular = solve_symmetric(M, Y)
    if not regular:
        warnings.warn(SINGULAR, stacklevel=4)
    return found


def _penalties(alpha: float | ArrayLike, outputs: int) -> NDArray[np.float64]:
    """Return alpha for each output, shape (outputs,)."""
    given = np.atleast_1d(np.asarray(alpha, dtype=np.float64))
    if given.shape not in ((1,), (outputs,)):
        raise ValueError(f"Number of targets and number of penalties do not correspond: {given.size} != {outputs}")
    if not all(0 <= value < math.inf for value in given):
        raise ValueError(f"alpha is {shown(alpha)}; every penalty must be finite and not negative")
    return np.broadcast_to(given, (outputs,))
