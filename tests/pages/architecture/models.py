"""Model files for the tests of the page."""

from __future__ import annotations

from typing import Any

import numpy as np

from core.estimators import SVC, SVR, OneClassSVM, to_libsvm

X = np.random.default_rng(0).normal(size=(30, 2))


def model(machine: Any, y: Any = None, points: Any = X) -> bytes:
    return to_libsvm(machine.fit(points, y) if y is not None else machine.fit(points)).encode()


MODELS = {
    "two classes": lambda: model(SVC(), np.where(X[:, 0] > 0, 7, -2)),
    "three classes": lambda: model(SVC(), np.arange(30) % 3),
    "regression": lambda: model(SVR(), X[:, 0]),
    "one class": lambda: model(OneClassSVM()),
    "a line": lambda: model(SVC(), np.where(X[:, 0] > 0, 1, -1), X[:, :1]),
}
