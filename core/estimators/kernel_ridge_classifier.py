"""Kernel ridge regression of labels as a classifier: `core.selection.Search` trains it instead of the SVM."""

from __future__ import annotations

from numbers import Real
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils._param_validation import Interval
from sklearn.utils.validation import check_is_fitted, validate_data

from ..problem.arrays import Matrix, Vector
from ..problem.maps import Rows
from .kernel_ridge import KernelRidge
from .machine.inputs import check_parameters, short_indices
from .machine.labels import classes_of


class KernelRidgeClassifier(ClassifierMixin, BaseEstimator):
    """Least squares of labels with the kernel exp(-gamma |x - z|^2): +1 for a class and -1 for the others.

    Parameters
    ----------
    alpha
        The penalty of |w|^2, >= 0, called lambda in the sources.
    gamma
        Of the kernel, > 0.

    Attributes
    ----------
    classes_
        The labels; with two classes the second is +1; with more each has an output, and the largest decides.
    regression_
        The fitted `KernelRidge`.
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "alpha": [Interval(Real, 0, None, closed="left")],
        "gamma": [Interval(Real, 0, None, closed="neither")],
    }

    def __init__(self, alpha: float = 1.0, gamma: float = 1.0) -> None:
        self.alpha = alpha
        self.gamma = gamma

    def fit(self, X: Rows, y: ArrayLike) -> Self:
        """Train on points X (n, d), dense or sparse, with labels y (n,), two classes or more."""
        check_parameters(self)
        points, labels = validate_data(self, short_indices(X), y, accept_sparse="csr", dtype=np.float64)
        self.classes_, codes = classes_of(labels)
        named = [1] if len(self.classes_) == 2 else range(len(self.classes_))
        outputs = np.column_stack([np.where(codes == code, 1.0, -1.0) for code in named])
        self.regression_ = KernelRidge(alpha=self.alpha, kernel="rbf", gamma=self.gamma).fit(points, outputs)
        return self

    def decision_function(self, X: Rows) -> Matrix | Vector:
        """Return f of points X (k, d): (k,) for two classes, (k, classes) for more."""
        check_is_fitted(self, "regression_")
        points = validate_data(self, short_indices(X), reset=False, accept_sparse="csr", dtype=np.float64)
        values = np.asarray(self.regression_.predict(points))
        return values[:, 0] if len(self.classes_) == 2 else values

    def predict(self, X: Rows) -> NDArray[Any]:
        """Return the class of each point, shape (k,); f = 0 counts as positive."""
        values = self.decision_function(X)
        codes = (values >= 0).astype(np.int64) if values.ndim == 1 else values.argmax(axis=1)
        return np.asarray(self.classes_[codes])

    def __sklearn_tags__(self) -> Any:  # noqa: ANN401 - scikit-learn's class is not typed
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags
