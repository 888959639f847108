"""Two telling features of data sets that scikit-learn brings along, standardised per feature."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

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
