"""Nyström features: a kernel approximated from a few landmarks (mathematics 17)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from scipy import sparse

from .. import validation
from ..arrays import Matrix, Vector
from ..gram import inner_gram
from ..input_error import InputError
from ..kernels import Kernel, Precomputed, require_count
from .eigenpairs import MOST, eigenpairs
from .feature_map import Dense, Features, Rows, block_of, blocks, inner_products, precision, room
from .size import admit

NEGLIGIBLE = 1e-12  # eigenvalues below this fraction of the largest are rounding


@dataclass(frozen=True, eq=False)
class NystroemMap:
    """Z = C V_k Lambda_k^(-1/2), where C holds K(x, landmark) and V_k, Lambda_k are the top eigenpairs of K(landmarks).

    Z Z' = C W_k^+ C' is the Nyström approximation of K of rank k (all eigenpairs that are not rounding, unless given).
    With every point a landmark and full rank it is K itself; K - Z Z' is positive semidefinite.
    """

    kernel: Kernel
    landmarks: Matrix  # (c, d), a read-only copy of its own
    rank: int | None = None
    always_psd = True

    def __post_init__(self) -> None:
        if isinstance(self.kernel, Precomputed):
            raise InputError("map.precomputed", "The Nyström map needs a kernel of points, not a Gram matrix.")
        object.__setattr__(self, "landmarks", validation.points(self.landmarks))
        if self.rank is not None:
            require_count("rank", self.rank, 1, len(self.landmarks))

    @classmethod
    def choose(cls, kernel: Kernel, X: Rows, count: int, seed: int = 0, rank: int | None = None) -> NystroemMap:
        """Return the map with `count` of the rows of X (n, d) as landmarks, sampled without replacement."""
        require_count("landmarks", count, 1, X.shape[0])
        chosen = np.random.default_rng(seed).choice(X.shape[0], count, replace=False)
        rows = X.tocsr()[chosen].toarray() if sparse.issparse(X) else np.asarray(X)[chosen]
        return cls(kernel, rows, rank)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NystroemMap) and self._content == other._content

    def __hash__(self) -> int:
        return hash(self._content)

    @cached_property
    def _content(self) -> tuple[Any, ...]:
        return self.kernel, self.rank, self.landmarks.shape, self.landmarks.tobytes()

    @cached_property
    def eigenvalues(self) -> Vector:
        """The kept eigenvalues of K(landmarks), descending."""
        return self._spectrum[0]

    @cached_property
    def _spectrum(self) -> tuple[Vector, Matrix]:
        """The kept eigenvalues (k,), and Lambda_k^(-1/2) V_k' (k, c)."""
        is_small = len(self.landmarks) <= MOST and self.landmarks.size <= MOST**2  # the cache keeps the landmarks, too
        return _known_spectrum(self) if is_small else _spectrum_of(self)

    def dimension(self, d: int) -> int:
        """Return the number of features: that of the kept eigenpairs."""
        return len(self.eigenvalues)

    def operations(self, n: int, d: int) -> int:
        """See `FeatureMap.operations`: the kernel at every landmark, counted 2 d + 1, and the product."""
        c = len(self.landmarks)
        return n * c * (2 * d + 1 + 2 * self.dimension(d))

    def largest(self, n: int, d: int, numbers: int) -> tuple[str, int]:
        """Return the largest rank whose features fit."""
        return ("k", numbers // n) if n <= numbers else ("n", numbers)

    def features(self, X: Rows, out: Dense | None = None) -> Features:
        """Return Z of the rows of X (n, d), dense or sparse, shape (n, k), always dense; see `TaylorMap.features`."""
        rows = X.tocsr() if sparse.issparse(X) else np.asarray(X)
        n, d = rows.shape
        dtype = precision(rows)
        admit(self, n, d, dtype.itemsize)
        out = room(out, (n, self.dimension(d)), dtype)
        _, root = self._spectrum
        for part in blocks(n, 8 * max(len(self.landmarks), d)):
            seen = self.kernel.gram(np.asarray(block_of(rows, part), dtype=np.float64), self.landmarks)
            out[part] = inner_gram(seen, root)
        return out

    def counts(self, w: Vector) -> Vector:
        """Return the weights of the landmarks (c,) in Z w: K(X, landmarks) times them is Z w, without computing Z."""
        return np.asarray(self._spectrum[1].T @ w)

    def gram(self, A: Matrix, B: Matrix) -> Matrix:
        """See `Kernel.gram`."""
        return inner_products(self, A, B)


def _spectrum_of(phi: NystroemMap) -> tuple[Vector, Matrix]:
    gram = validation.gram_matrix(phi.kernel, phi.landmarks)
    values, vectors = eigenpairs(gram)
    kept = int(np.sum((values > 0) & (values >= NEGLIGIBLE * values[0])))
    kept = kept if phi.rank is None else min(kept, int(phi.rank))
    if kept == 0:
        raise InputError("map.flat", "The kernel is zero on all landmarks; choose others, or another kernel.")
    return values[:kept], vectors[:kept] / np.sqrt(values[:kept])[:, None]


@lru_cache(maxsize=4)
def _known_spectrum(phi: NystroemMap) -> tuple[Vector, Matrix]:
    """Cache the spectrum for equal maps: with 500 landmarks it takes 0.4 s, and a page makes a few such maps.

    Four entries of the largest size take 24 MB with their landmarks.
    """
    values, root = _spectrum_of(phi)
    values.flags.writeable = root.flags.writeable = False
    return values, root
