"""The feature maps as scikit-learn transformers."""

from __future__ import annotations

import warnings
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted, validate_data

from ..problem import FourierMap, Gaussian, Kernel, Linear, NystroemMap, Polynomial, Sigmoid, TaylorMap
from ..problem.maps import FeatureMap, Features, Rows
from .machine.inputs import short_indices
from .machine.labels import shown

FLOATS = [np.float64, np.float32]
MOST_SEED = 2**31 - 1


class _FeatureTransformer(TransformerMixin, BaseEstimator):
    """The common part of the transformers: they compute the features of one frozen map."""

    map_: FeatureMap
    n_features_in_: int

    def fit(self, X: Rows, y: object = None) -> Self:
        """Choose the map for points X (n, d), dense or sparse; y is ignored."""
        X = self._checked(X, reset=True)
        self.map_ = self._map(X)
        self._n_features_out = self.map_.dimension(self.n_features_in_)
        return self

    def transform(self, X: Rows) -> Features:
        """Return the features of X (n, d), shape (n, D): float32 for float32, float64 for all other types."""
        check_is_fitted(self)
        return self.map_.features(self._checked(X, reset=False))

    def _map(self, X: Rows) -> FeatureMap:
        raise NotImplementedError

    def _checked(self, X: Rows, reset: bool) -> Rows:
        return validate_data(self, short_indices(X), reset=reset, accept_sparse="csr", dtype=FLOATS)

    def __sklearn_tags__(self) -> Any:  # noqa: ANN401 - scikit-learn's class is not typed
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        return tags


class TaylorFeatures(_FeatureTransformer):
    """The features of the approximate Gaussian kernel of order m, `core.problem.TaylorMap` (mathematics 13).

    Parameters
    ----------
    gamma
        Of exp(-gamma |x - z|^2), > 0.
    order
        The highest degree m, 0, 1, ...
    rho
        m + 1 positive numbers that replace (2 gamma)^-k; None for (2 gamma)^-k.

    Sparse points have sparse features.
    """

    def __init__(self, gamma: float = 1.0, order: int = 2, rho: tuple[float, ...] | None = None) -> None:
        self.gamma = gamma
        self.order = order
        self.rho = rho

    def _map(self, X: Rows) -> FeatureMap:
        return TaylorMap(self.gamma, self.order, None if self.rho is None else tuple(self.rho))

    def get_feature_names_out(self, input_features: Any = None) -> NDArray[np.object_]:  # noqa: ANN401
        """Return "1", "x0", "x0^2", "x0 x1", ...: the monomial of every feature."""
        check_is_fitted(self)
        names = _input_names(self, input_features)
        assert isinstance(self.map_, TaylorMap)
        found = []
        for exponents in self.map_.exponents(len(names)):
            powers = [names[j] if a == 1 else f"{names[j]}^{a}" for j, a in enumerate(exponents) if a]
            found.append(" ".join(powers) or "1")
        return np.array(found, dtype=object)


class RandomFourierFeatures(ClassNamePrefixFeaturesOutMixin, _FeatureTransformer):
    """Random Fourier features of the Gaussian kernel, `core.problem.FourierMap` (mathematics 14).

    Parameters
    ----------
    gamma
        Of exp(-gamma |x - z|^2), > 0.
    n_components
        The number of features D.
    random_state
        The seed of the frequencies; an integer gives the same ones as `FourierMap`.
    paired
        Whether to use cosines and sines of D / 2 frequencies instead of cosines with random phases; D must be even.

    The features are dense, even for sparse points.
    """

    def __init__(
        self,
        gamma: float = 1.0,
        n_components: int = 100,
        random_state: int | np.random.RandomState | None = None,
        paired: bool = False,
    ) -> None:
        self.gamma = gamma
        self.n_components = n_components
        self.random_state = random_state
        self.paired = paired

    def _map(self, X: Rows) -> FeatureMap:
        return FourierMap(self.gamma, self.n_components, _seed(self.random_state), self.paired)


class NystroemFeatures(ClassNamePrefixFeaturesOutMixin, _FeatureTransformer):
    """Nyström features of any kernel, from randomly chosen training points, `core.problem.NystroemMap`.

    Parameters
    ----------
    kernel
        "rbf", "linear", "poly", "sigmoid", or a frozen kernel of `core.problem` with its own parameters.
    gamma
        Of named kernels; None means 1 / d.
    degree, coef0
        Of "poly" and "sigmoid".
    n_components
        The number of landmarks, at most the number of points.
    random_state
        The seed of the random choice.

    Features whose eigenvalue is a rounding error are left out, so there may be fewer than landmarks. They are dense.
    """

    def __init__(
        self,
        kernel: str | Kernel = "rbf",
        *,
        gamma: float | None = None,
        degree: int = 3,
        coef0: float = 1.0,
        n_components: int = 100,
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        self.kernel = kernel
        self.gamma = gamma
        self.degree = degree
        self.coef0 = coef0
        self.n_components = n_components
        self.random_state = random_state

    def _map(self, X: Rows) -> FeatureMap:
        count = self.n_components
        if isinstance(count, int | np.integer) and count > X.shape[0]:
            warnings.warn(f"n_components={count} is more than the {X.shape[0]} points: all are landmarks", stacklevel=3)
            count = X.shape[0]
        return NystroemMap.choose(self._kernel(X.shape[1]), X, count, _seed(self.random_state))

    def _kernel(self, d: int) -> Kernel:
        gamma = 1.0 / d if self.gamma is None else self.gamma
        match self.kernel:
            case "rbf":
                return Gaussian(gamma)
            case "linear":
                return Linear()
            case "poly":
                return Polynomial(self.degree, gamma, self.coef0)
            case "sigmoid":
                return Sigmoid(gamma, self.coef0)
            case str():
                raise ValueError(f'kernel is {shown(self.kernel)}; it must be "rbf", "linear", "poly" or "sigmoid"')
        return self.kernel


def _seed(random_state: int | np.random.RandomState | None) -> int:
    """Return an integer unchanged, and draw one from any other random state of scikit-learn."""
    if isinstance(random_state, int | np.integer):
        return int(random_state)
    return int(check_random_state(random_state).randint(MOST_SEED))


def _input_names(transformer: _FeatureTransformer, given: Any) -> list[str]:  # noqa: ANN401
    """Return the names of the coordinates: the given ones if they match those seen, or those seen, or x0, x1, ..."""
    seen = getattr(transformer, "feature_names_in_", None)
    if given is not None:
        if seen is not None and not np.array_equal(seen, given):
            raise ValueError("input_features is not equal to feature_names_in_")
        if len(given) != transformer.n_features_in_:
            raise ValueError("input_features should have length equal to number of features")
        return [str(name) for name in given]
    return [f"x{j}" for j in range(transformer.n_features_in_)] if seen is None else list(seen)
