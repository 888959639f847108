"""Data sets that scikit-learn brings along, standardised per feature: two telling ones, or all of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from datasets.points import Points, make_points


@cache
def iris() -> Points:
    """Return iris virginica (+1) against versicolor (-1), 100 flowers, by the length and width of their petals."""
    from sklearn.datasets import load_iris

    return _two_features(load_iris, ("petal length (cm)", "petal width (cm)"), positive=2, leave_out=0)


@cache
def wine() -> Points:
    """Return the second of three Italian cultivars (+1) against the others, 178 wines, by alcohol and flavanoids."""
    from sklearn.datasets import load_wine

    return _two_features(load_wine, ("alcohol", "flavanoids"), positive=1)


@cache
def cancer() -> Points:
    """Return malignant (+1) against benign (-1) tumours, 569 biopsies, by the radius and concavity of their nuclei."""
    from sklearn.datasets import load_breast_cancer

    return _two_features(load_breast_cancer, ("worst radius", "worst concave points"), positive=0)


@dataclass(frozen=True, eq=False)
class AllFeatures:
    """All features of a bundled set, standardised: nothing that a plane could show."""

    X: NDArray[np.float64]  # (n, d), read-only
    y: NDArray[np.int8]  # (n,), read-only, +1 or -1


@cache
def all_features(name: str) -> AllFeatures:
    """Return "iris" (d = 4), "wine" (13) or "cancer" (30) with every feature and the classes that its points have."""
    from sklearn.datasets import load_breast_cancer, load_iris, load_wine

    load, positive, left_out = {
        "iris": (load_iris, 2, 0),
        "wine": (load_wine, 1, None),
        "cancer": (load_breast_cancer, 0, None),
    }[name]
    bunch = load()
    rows = bunch.target != left_out
    X = bunch.data[rows]
    standardised = np.ascontiguousarray((X - X.mean(axis=0)) / X.std(axis=0))
    labels = np.where(bunch.target[rows] == positive, 1, -1).astype(np.int8)
    standardised.flags.writeable = labels.flags.writeable = False
    return AllFeatures(standardised, labels)


def _two_features(
    load: Callable[[], Any], features: tuple[str, str], positive: int, leave_out: int | None = None
) -> Points:
    """Return the standardised features of a bundled set; class +1 is `positive`, one against the rest."""
    bunch = load()
    rows = np.ones(len(bunch.target), dtype=bool) if leave_out is None else bunch.target != leave_out
    X = bunch.data[rows][:, [list(bunch.feature_names).index(name) for name in features]]
    standardised = (X - X.mean(axis=0)) / X.std(axis=0)
    axes = (features[0].removesuffix(" (cm)"), features[1].removesuffix(" (cm)"))
    return make_points(standardised, np.where(bunch.target[rows] == positive, 1, -1), axes=axes)
