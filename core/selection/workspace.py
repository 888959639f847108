"""The data that the chains on the same points share, and the chains computed from it.

The squared distances are used for every gamma; a kernel matrix, or a table of Fourier features, for every fold and
every C of its gamma. Nystroem's landmarks are training points, so each fold has its own.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import NamedTuple

import numpy as np

from ..problem import FourierMap, Gaussian, InputError, NystroemMap
from ..problem.arrays import Indices, Matrix
from ..problem.gram import inner_gram, mirror
from ..problem.kernels import Kernel
from ..problem.maps import FeatureMap
from ..problem.maps.size import admit
from ..problem.validation import MOST_GRAM_BYTES
from ..solver import CancelFlag
from .exact import gaussian_of, has_gram, panels, squared_distances, svm_chain
from .folded import Folded, Learner, Split
from .judged import Chain, Setup, stopped
from .least_squares import EIGEN, Moments, RidgeSystem, moments, ridge_chain
from .linear_chain import linear_chain
from .look import Kind

KEPT = 2  # matrices of different gammas in memory at once
NUMBERS = 1 << 24  # of coordinates times features, between two checks of the cancel flag


class SharedParts(NamedTuple):
    """The data that the folds of a spot share."""

    matrix: Matrix | None = None  # K (n, n), or the features (n, D)
    sums: Moments | None = None  # of all points, for least squares on features
    of_folds: tuple[Moments, ...] = ()  # of the validation points of each fold, if they are kept


class _Spot:
    """The data that the folds of a spot share, once it is computed."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.parts: SharedParts | None = None


class Workspace:
    """The points of a search, and the data computed from them; thread-safe."""

    def __init__(self, folded: Folded) -> None:
        self.asked = folded
        self._lock, self._distances_lock = threading.Lock(), threading.Lock()
        self._distances: Matrix | None = None
        self._kept: OrderedDict[Setup, _Spot] = OrderedDict()

    def chain(self, spot: Setup, fold: int, Cs: tuple[float, ...], cancel: CancelFlag) -> Chain:
        """Yield the results of a fold for the machines of a spot at each C, ascending; fewer if cancelled."""
        asked, split = self.asked, self.asked.splits[fold]
        shared = self._shared(spot, cancel)
        if shared is None:
            return
        by_values = spot.kind in (Kind.EXACT, Kind.STAND_IN)
        if by_values and spot.learner is Learner.SVM:
            yield from svm_chain(asked, spot.gamma, shared.matrix, split, Cs, cancel)
        elif by_values:
            assert shared.matrix is not None
            own, seen = (shared.matrix[np.ix_(rows, split.train)] for rows in split)
            yield from ridge_chain(asked, RidgeSystem(own, asked.outputs(split.train), seen), split, Cs, cancel)
        elif spot.kind is Kind.FOURIER:
            yield from self._fourier(spot, shared, fold, Cs, cancel)
        else:
            yield from self._nystroem(spot, split, Cs, cancel)

    def _shared(self, spot: Setup, cancel: CancelFlag) -> SharedParts | None:
        """Return the shared data of a spot's folds, computed by the first caller; None if cancelled.

        Only callers with the same spot wait for one another.
        """
        with self._lock:
            own = self._kept.setdefault(spot, _Spot())
            self._kept.move_to_end(spot)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        with own.lock:
            own.parts = own.parts or self._prepared(spot, cancel)
            return own.parts

    def _prepared(self, spot: Setup, cancel: CancelFlag) -> SharedParts | None:
        if spot.kind is Kind.NYSTROEM:
            return SharedParts()
        if spot.kind is Kind.FOURIER:
            return self._features_of_all(spot, cancel)
        if spot.kernel is not None:
            own = values_of(spot.kernel, self.asked.X, cancel)
            return None if own is None else SharedParts(own)
        if spot.learner is Learner.SVM and not has_gram(self.asked):
            return SharedParts()
        with self._distances_lock:
            if self._distances is None:
                self._distances = squared_distances(self.asked.X, cancel)
        K = None if self._distances is None else gaussian_of(self._distances, spot.gamma, cancel)
        return None if K is None else SharedParts(K)

    def _features_of_all(self, spot: Setup, cancel: CancelFlag) -> SharedParts | None:
        assert spot.rank is not None
        everyone = np.arange(len(self.asked.X))
        phi = FourierMap(spot.gamma, spot.rank, spot.seed)
        Z = features_of(phi, self.asked.X, everyone, cancel)
        if Z is None or spot.learner is Learner.SVM:
            return None if Z is None else SharedParts(Z)
        if spot.rank <= EIGEN and _is_a_partition(self.asked):  # the sums of all are those of the folds
            parts = [moments(Z[split.test], self.asked.outputs(split.test), cancel) for split in self.asked.splits]
            of_folds = tuple(part for part in parts if part is not None)
            if len(of_folds) < len(parts):
                return None
            return SharedParts(Z, Moments(*(sum(own) for own in zip(*of_folds, strict=True))), of_folds)
        sums = moments(Z, self.asked.outputs(everyone), cancel)
        return None if sums is None else SharedParts(Z, sums)

    def _fourier(self, spot: Setup, shared: SharedParts, fold: int, Cs: tuple[float, ...], cancel: CancelFlag) -> Chain:
        asked, Z, split = self.asked, shared.matrix, self.asked.splits[fold]
        assert Z is not None
        if spot.learner is Learner.SVM:
            yield from linear_chain(asked, Z[split.train], Z[split.test], split, Cs, cancel)
            return
        seen = Z[split.test]
        if _is_the_rest(split, len(Z)) and shared.sums is not None:
            kept = shared.of_folds[fold] if shared.of_folds else None
            out = kept or moments(seen, asked.outputs(split.test), cancel)
            sums = None if out is None else Moments(shared.sums.square - out.square, shared.sums.product - out.product)
        else:
            sums = moments(Z[split.train], asked.outputs(split.train), cancel)
        if sums is not None:
            yield from ridge_chain(asked, RidgeSystem(*sums, seen), split, Cs, cancel)

    def _nystroem(self, spot: Setup, split: Split, Cs: tuple[float, ...], cancel: CancelFlag) -> Chain:
        assert spot.rank is not None
        asked, X = self.asked, self.asked.X
        count = min(spot.rank, len(split.train))
        kept = None if spot.kept is None else min(spot.kept, count)
        phi = NystroemMap.choose(Gaussian(spot.gamma), X[split.train], count, spot.seed, kept)
        own, seen = (features_of(phi, X, rows, cancel) for rows in split)
        if own is None or seen is None:
            return
        if spot.learner is Learner.SVM:
            yield from linear_chain(asked, own, seen, split, Cs, cancel)
            return
        sums = moments(own, asked.outputs(split.train), cancel)
        if sums is not None:
            yield from ridge_chain(asked, RidgeSystem(*sums, seen), split, Cs, cancel)


def features_of(phi: FeatureMap, X: Matrix, rows: Indices, cancel: CancelFlag) -> Matrix | None:
    """Return the features of some rows of X (n, d), a block at a time; None if cancelled."""
    n, d = len(rows), X.shape[1]
    D = phi.dimension(d)
    admit(phi, n, d)
    Z = np.empty((n, D))
    step = max(1, NUMBERS // (D * (d + 8)))
    for begin in range(0, n, step):
        if stopped(cancel):
            return None
        phi.features(X[rows[begin : begin + step]], Z[begin : begin + step])
    return Z


def values_of(kernel: Kernel, X: Matrix, cancel: CancelFlag) -> Matrix | None:
    """Return K (n, n) of any kernel, exactly symmetric, some rows at a time; None if cancelled.

    Features are computed once, and their inner products take half the time of a product of two tables.
    """
    n = len(X)
    Z, product = X, kernel.gram
    if isinstance(kernel, FourierMap):
        found = features_of(kernel, X, np.arange(n), cancel)
        if found is None:
            return None
        Z, product = found, inner_gram
    K: Matrix = np.empty((n, n))
    for begin, end in panels(n, n * Z.shape[1]):
        if stopped(cancel):
            return None
        rows = Z[begin:end]
        K[begin:end, begin:end] = product(rows, rows)  # of a set with itself: exactly symmetric
        if begin > 0:
            K[begin:end, :begin] = product(rows, Z[:begin])
            mirror(K, begin, end)
    return K


def admit_exact(folded: Folded) -> None:
    """Refuse exact machines whose matrices do not fit into memory; an SVM of many points needs none."""
    if folded.learner is Learner.SVM:
        return
    most = int((MOST_GRAM_BYTES / 8 / 4) ** 0.5)
    if len(folded.X) > most:
        raise InputError(
            "points.too_many", "There are {count} points; at most {most} fit.", count=len(folded.X), most=most
        )


def _is_a_partition(folded: Folded) -> bool:
    """Whether every point is in one validation set and in all other training sets."""
    n = len(folded.X)
    judges = np.bincount(np.concatenate([split.test for split in folded.splits]), minlength=n)
    return bool((judges == 1).all()) and all(_is_the_rest(split, n) for split in folded.splits)


def _is_the_rest(split: Split, n: int) -> bool:
    """Whether the training points are exactly the ones that are not validation points."""
    seen = np.zeros(n, dtype=bool)
    seen[split.test] = True
    return len(split.train) + len(split.test) == n and not seen[split.train].any()
