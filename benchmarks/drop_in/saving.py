"""Every estimator saved in every format: as small as scikit-learn's, and bit-identical afterwards.

Run from the root of the project: ``python -m benchmarks drop_in --save``. Each machine and its counterpart in
scikit-learn are fitted to 20,000 points of 50 coordinates, unless that takes minutes. The size is that of the
file, or for copies that of their pickle. An estimator that scikit-learn lacks is compared with the nearest one.
"""

from __future__ import annotations

import copy
import io
import pickle
import sys
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

import joblib
import numpy as np
import sklearn.kernel_approximation as sk_maps
import sklearn.svm
from scipy import sparse
from sklearn.base import clone
from sklearn.kernel_ridge import KernelRidge as TheirRidge
from sklearn.metrics.pairwise import polynomial_kernel
from sklearn.model_selection import GridSearchCV

from core import estimators
from core.estimators.kernel_ridge_classifier import KernelRidgeClassifier
from core.problem import FourierMap
from core.problem.arrays import Matrix
from core.selection import Search

MOST_RATIO = 1.5
FEW = 300  # points for machines that keep all of them, or have a large kernel matrix
Bytes = Callable[[Any], bytes]


class Twins(NamedTuple):
    """A machine of ours and its counterpart in scikit-learn, with the data for both."""

    ours: Any
    theirs: Any
    X: Any
    y: Any

    def fitted(self) -> tuple[Any, Any]:
        """Return both, fitted."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return clone(self.ours).fit(self.X, self.y), clone(self.theirs).fit(self.X, self.y)


def cases(count: int, dimensions: int) -> Iterator[tuple[str, Twins]]:
    """Yield all estimators by name, with so many points, or `FEW`."""
    random = np.random.default_rng(0)
    X = random.normal(size=(count, dimensions))
    z = 8.0 * X[:, 0]
    y, four = np.sign(z), np.digitize(z, [-5.0, 0.0, 5.0])
    few, thin = slice(0, min(FEW, count)), sparse.csr_array(np.where(np.abs(X) > 1.0, X, 0.0))
    linear: dict[str, Any] = {"kernel": "linear"}
    rbf: dict[str, Any] = {"kernel": "rbf"}
    seed: dict[str, Any] = {"random_state": 0}
    for name, own, points, target in (
        ("SVC", linear, X, y),
        ("SVC", linear, X + 100.0, y),
        ("SVC", {"C": 10.0}, X[few], four[few]),
        ("SVC", {}, thin[few], four[few]),
        ("SVC", linear, thin[few], four[few]),
        ("SVC", {"kernel": "precomputed"}, X[few] @ X[few].T, y[few]),
        ("SVC", {"kernel": polynomial_kernel}, X[few], y[few]),
        ("SVC", {"probability": True, **seed}, X[few], four[few]),
        ("NuSVC", {"nu": 0.2}, X[few], four[few]),
        ("SVR", {"epsilon": 2.0}, X[few], z[few]),
        ("NuSVR", {}, X[few], z[few]),
        ("OneClassSVM", {"nu": 0.1}, X[few], None),
        ("LinearSVC", seed, X, y),
        ("LinearSVC", {"loss": "hinge", **seed}, X, four),
        ("LinearSVC", {"penalty": "l1", "dual": False, **seed}, X[few], four[few]),
        ("LinearSVC", {"multi_class": "crammer_singer", **seed}, X[few], four[few]),
    ):
        ours, theirs = (getattr(module, name)(**own) for module in (estimators, sklearn.svm))
        kind = "sparse" if sparse.issparse(points) else "far" if points.mean() > 50.0 else "dense"
        yield f"{name} {_words(own)} {kind}", Twins(ours, theirs, points, target)
    mapped = estimators.SVC(kernel=FourierMap(0.02, dimensions, 0))
    yield "SVC FourierMap", Twins(mapped, sklearn.svm.SVC(), X[few], four[few])
    yield "KernelRidge", Twins(estimators.KernelRidge(**rbf), TheirRidge(**rbf), X[few], z[few])
    yield "KernelRidgeClassifier", Twins(KernelRidgeClassifier(), TheirRidge(**rbf), X[few], y[few])
    fourier = sk_maps.RBFSampler(**seed)
    yield "RandomFourierFeatures", Twins(estimators.RandomFourierFeatures(**seed), fourier, X[few], None)
    landmarks = sk_maps.Nystroem(**seed)
    yield "NystroemFeatures", Twins(estimators.NystroemFeatures(**seed), landmarks, X[few], None)
    sketch = sk_maps.PolynomialCountSketch(**seed)
    yield "TaylorFeatures", Twins(estimators.TaylorFeatures(), sketch, X[few], None)
    gammas, penalties = [0.01, 0.1, 1.0], [0.1, 1.0, 10.0]
    search = GridSearchCV(sklearn.svm.SVC(), {"gamma": gammas, "C": penalties})
    yield "Search", Twins(Search(gammas=gammas, Cs=penalties), search, X[few], y[few])


def _words(own: dict[str, Any]) -> str:
    return " ".join(f"{name}={getattr(value, '__name__', value)}" for name, value in own.items())


def _joblib(machine: Any) -> bytes:  # noqa: ANN401 - any estimator
    file = io.BytesIO()
    joblib.dump(machine, file)
    return file.getvalue()


def _skops(machine: Any) -> bytes:  # noqa: ANN401 - any estimator
    import skops.io  # a dependency of the tests

    return bytes(skops.io.dumps(machine))


def _from_skops(data: bytes) -> Any:  # noqa: ANN401 - any estimator
    import skops.io

    return skops.io.loads(data, trusted=skops.io.get_untrusted_types(data=data))


FILES: dict[str, tuple[Bytes, Callable[[bytes], Any]]] = {
    **{f"pickle {p}": (partial(pickle.dumps, protocol=p), pickle.loads) for p in range(6)},
    "joblib": (_joblib, lambda data: joblib.load(io.BytesIO(data))),
    "skops": (_skops, _from_skops),
}
COPIES: dict[str, Callable[[Any, Twins], Any]] = {
    "copy": lambda machine, case: copy.copy(machine),
    "deepcopy": lambda machine, case: copy.deepcopy(machine),
    "clone": lambda machine, case: clone(machine).fit(case.X, case.y),
}
WAYS = (*FILES, *COPIES)


def saved(case: Twins, fitted: tuple[Any, Any], way: str) -> tuple[bool, float]:
    """Return whether f is bit-identical after one of the `WAYS`, and the size relative to scikit-learn's."""
    ours, theirs = fitted
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if way in FILES:
            save, load = FILES[way]
            data, other = save(ours), save(theirs)
            back = load(data)
        else:
            back = COPIES[way](ours, case)
            data, other = pickle.dumps(back), pickle.dumps(theirs)
        equal = np.array_equal(answers(back, case.X), answers(ours, case.X))
    return equal, len(data) / len(other)


def answers(machine: Any, X: Any) -> Matrix:  # noqa: ANN401 - any estimator
    """Return f of points, or their predictions, or their features."""
    name = next(each for each in ("decision_function", "predict", "transform") if hasattr(machine, each))
    found = getattr(machine, name)(X)
    return np.asarray(found.toarray() if sparse.issparse(found) else found)


def main(count: int = 20_000, dimensions: int = 50) -> int:
    """Print the relative size of each estimator in each format; return 1 if one is large or not bit-identical."""
    print(f"{'':<58}" + "".join(f"{way:>10}" for way in WAYS))
    wrong = []
    for name, case in cases(count, dimensions):
        fitted = case.fitted()
        found = {way: saved(case, fitted, way) for way in WAYS}
        print(f"{name:<58}" + "".join(f"{ratio:>9.2f}{' ' if equal else '!'}" for equal, ratio in found.values()))
        wrong += [f"{name}, {way}" for way, (equal, ratio) in found.items() if not equal or ratio > MOST_RATIO]
    print(f"larger than {MOST_RATIO} times, or unequal afterwards (!): {', '.join(wrong) or 'none'}")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
