"""Random Fourier features: random cosines whose inner product is the Gaussian kernel on average (mathematics 14)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from scipy import sparse

from ...lowlevel.elementary import TURN, normal_quantiles
from ..arrays import Matrix, Vector
from ..gram import inner_gram
from ..input_error import InputError
from ..kernels import Gaussian, require_count
from .cosine import LARGEST, MOST_TURNS, fill, scaled_cosine, take_full_turns, write_waves
from .feature_map import Dense, Features, Rows, blocks, dense_rows, inner_products, precision, room
from .size import admit

MOST_COMPONENTS = 1_000_000
IN_CACHE = 384 << 10  # bytes of phases at a time: they are still in the cache for the cosines
MOST_IN_ORDER = 1 << 24  # features that are bit-identical on every processor: of 4,096 points, 4,096 each
DIRECTION, PHASE = 0, 1  # random streams
KEPT, MOST_KEPT = 32, 1 << 20  # draws that are cached, and bytes of each


def paired_count(count: int) -> int:
    """Return the number of features in pairs of cosine and sine: for an odd count one fewer, and at least two."""
    return max(2, count - count % 2)


@dataclass(frozen=True)
class FourierMap:
    """Psi with E Psi(x).Psi(z) = exp(-gamma |x - z|^2), over the frequencies w ~ N(0, 2 gamma I).

    With phases b ~ U[-pi, pi]: Psi = sqrt(2 / D) cos(w_k.x + b_k), k = 1, ..., D; the root of two
    is that of mathematics 20.4.1. Paired: sqrt(1 / m) [cos w_k.x, sin w_k.x], m = D / 2, whose K(x, x) is exactly 1 and
    whose variance is never larger. The frequencies are sqrt(2 gamma) times normals that depend only on the seed and d:
    gamma moves them continuously, and a larger D keeps the first ones.
    """

    gamma: float
    n_components: int
    seed: int = 0
    paired: bool = False
    always_psd = True

    def __post_init__(self) -> None:
        _ = self.limit  # refuses an invalid gamma
        require_count("D", self.n_components, 1, MOST_COMPONENTS)
        require_count("seed", self.seed, 0, 2**32 - 1)
        if self.paired and self.n_components % 2:
            raise InputError(
                "map.odd",
                "There are {count} features; cosines and sines come in pairs: give an even number.",
                count=int(self.n_components),
            )

    @property
    def limit(self) -> Gaussian:
        """The expected kernel of this map."""
        return Gaussian(self.gamma)

    @property
    def frequency_count(self) -> int:
        """The number of frequencies: D, or D / 2 in pairs."""
        return self.n_components // 2 if self.paired else self.n_components

    def frequencies(self, d: int) -> tuple[Matrix, Vector | None]:
        """Return the frequencies W (k, d) of points with d coordinates and the phases b (k,), None in pairs."""
        normals, phases = _chance(int(self.seed), int(d), int(self.frequency_count))
        return math.sqrt(2.0 * self.gamma) * normals, None if self.paired else phases

    def dimension(self, d: int) -> int:
        """Return the number of features, D, whatever d is."""
        return int(self.n_components)

    def operations(self, n: int, d: int) -> int:
        """See `FeatureMap.operations`: a product and a sum a frequency and coordinate, a cosine a feature."""
        return n * (2 * d * self.frequency_count + 3 * self.n_components)

    def largest(self, n: int, d: int, numbers: int) -> tuple[str, int]:
        """Return the largest D whose features fit."""
        most = numbers // max(n, 1)
        if self.paired:
            most -= most % 2
        return ("D", most) if most > 0 else ("n", numbers)

    def features(self, X: Rows, out: Dense | None = None) -> Features:
        """Return Psi of the rows of X (n, d), dense or sparse, shape (n, D), always dense; see `TaylorMap.features`."""
        rows: Any = X.tocsr().astype(precision(X)) if sparse.issparse(X) else dense_rows(X)
        n, d = rows.shape
        admit(self, n, d, rows.dtype.itemsize)
        out = room(out, (n, self.n_components), rows.dtype)
        W, b = self.frequencies(d)
        across = np.ascontiguousarray(W.T, rows.dtype)
        shift = np.zeros(len(W), rows.dtype) if b is None else b.astype(rows.dtype)
        factor = rows.dtype.type(math.sqrt((1.0 if self.paired else 2.0) / len(W)))
        longest = _longest(rows) * _longest(W) + math.pi
        moderate = longest <= LARGEST
        at_once = max(1, IN_CACHE // across[0].nbytes)
        if n * len(W) <= MOST_IN_ORDER and rows.dtype == np.float64 and not sparse.issparse(rows):
            for part in blocks(n, 1, at_once):
                phase = inner_gram(rows[part], W)
                phase += shift
                if longest > MOST_TURNS:
                    np.fmod(phase, TURN, out=phase)
                elif not moderate:
                    take_full_turns(phase)
                write_waves(phase, factor, out[part])
            return out
        at_once -= at_once % 16 if at_once > 16 else 0  # a matrix product is fastest in whole tiles
        if moderate and not sparse.issparse(rows):
            fill(rows, across, shift, factor, np.empty((at_once, len(W)), rows.dtype), out)
            return out
        for part in blocks(n, 1, at_once):
            scaled_cosine(rows[part] @ across, shift, factor, self.paired, longest, out[part])
        return out

    def gram(self, A: Matrix, B: Matrix) -> Matrix:
        """See `Kernel.gram`."""
        return inner_products(self, A, B)


def _longest(X: Rows) -> float:
    """Return an upper bound of |x| over the rows of X, dense or sparse: sqrt(d) times the largest |entry|."""
    if not math.prod(X.shape):
        return 0.0
    return math.sqrt(X.shape[1]) * max(float(X.max()), -float(X.min()))


def _chance(seed: int, d: int, count: int) -> tuple[Matrix, Vector]:
    """Return the cached draw of `_sample`; of draws over a megabyte only the last one is kept."""
    kept = _some_samples if 8 * count * (d + 1) <= MOST_KEPT else _last_sample
    return kept(seed, d, count)


def _sample(seed: int, d: int, count: int) -> tuple[Matrix, Vector]:
    """Return standard normals (count, d) and phases (count,) in [-pi, pi], the first ones the same for every count.

    PCG64 gives the same bits in every version of NumPy, unlike NumPy's own normals; one number each, by the inverse of
    the normal distribution, keeps the order.
    """
    normals = np.empty((count, d))
    normal_quantiles(_uniform(seed, d, DIRECTION, count * d), normals.reshape(-1))
    phases = math.pi * (2.0 * _uniform(seed, d, PHASE, count) - 1.0)
    for array in (normals, phases):
        array.flags.writeable = False
    return normals, phases


_some_samples, _last_sample = (lru_cache(maxsize=count)(_sample) for count in (KEPT, 1))


def _uniform(seed: int, d: int, stream: int, count: int) -> Vector:
    """Return numbers strictly between 0 and 1."""
    bits = np.random.PCG64(np.random.SeedSequence([seed, d, stream])).random_raw(count)
    return np.asarray(((bits >> np.uint64(11)) + 0.5) * 2.0**-53)
