"""The feature maps compared with scikit-learn's: same points, same precision, interleaved in one process.

All is computed in one thread; the new memory of `transform` is zeroed in a second one (`fresh`).

Run from the root of the project: ``python -m benchmarks features``. `PolynomialFeatures` computes only the monomials;
the Taylor map also weights each and multiplies by the exponential. Targets: 10 times its speed into a given array and
4 times through `transform` with fresh memory; 10 times that of `RBFSampler` on float64 points.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from statistics import median

import numpy as np
from numpy.typing import DTypeLike
from sklearn.kernel_approximation import RBFSampler
from sklearn.preprocessing import PolynomialFeatures

from benchmarks.results.threads import ONE, running
from core.estimators import RandomFourierFeatures, TaylorFeatures
from core.problem import FourierMap, TaylorMap

ROUNDS = 9
Job = Callable[[], object]


def seconds(job: Job) -> float:
    """Return the duration of a job."""
    begun = time.perf_counter()
    job()
    return time.perf_counter() - begun


def interleaved(*jobs: Job) -> list[tuple[float, float]]:
    """Return the median and the minimum of each job's seconds, with the jobs alternating."""
    for job in jobs:
        job()  # compile or load before timing
    times = [[seconds(job) for job in jobs] for _ in range(ROUNDS)]
    return [(median(column), min(column)) for column in zip(*times, strict=True)]


def line(what: str, dtype: DTypeLike, rival: Job, given: Job, fresh: Job) -> str:
    """Return one row: the rival, into a given array, with fresh memory, and both ratios; medians with minima."""
    theirs, ours, anew = interleaved(rival, given, fresh)
    cells = "".join(f"{1e3 * middle:9.1f} ({1e3 * least:6.1f})" for middle, least in (theirs, ours, anew))
    ratios = "".join(f"{theirs[0] / own[0]:7.1f} ({theirs[1] / own[1]:4.1f})" for own in (ours, anew))
    return f"{what:<28} {np.dtype(dtype).name:<8}{cells}   {ratios}   {os.getloadavg()[0]:5.2f}"


def points(n: int, d: int, dtype: DTypeLike) -> np.ndarray:
    """Return normal points."""
    return np.random.default_rng(0).standard_normal((n, d)).astype(dtype)


def taylor(n: int, d: int, order: int, dtype: DTypeLike) -> str:
    """Compare the Taylor map with `PolynomialFeatures`."""
    X = points(n, d, dtype)
    phi, rival, own = TaylorMap(0.5 / d, order), PolynomialFeatures(order).fit(X), TaylorFeatures(0.5 / d, order).fit(X)
    out = phi.features(X)
    what = f"Taylor {order}, {n // 1000}k x {d}"
    return line(what, dtype, lambda: rival.transform(X), lambda: phi.features(X, out), lambda: own.transform(X))


def fourier(n: int, d: int, D: int, paired: bool, dtype: DTypeLike) -> str:
    """Compare the Fourier map with `RBFSampler`."""
    X = points(n, d, dtype)
    phi, rival = FourierMap(0.5 / d, D, 0, paired), RBFSampler(gamma=0.5 / d, n_components=D, random_state=0).fit(X)
    own = RandomFourierFeatures(0.5 / d, D, 0, paired).fit(X)
    out = phi.features(X)
    what = f"Fourier{' pairs' if paired else ''} {D}, {n // 1000}k x {d}"
    return line(what, dtype, lambda: rival.transform(X), lambda: phi.features(X, out), lambda: own.transform(X))


def main(_: list[str] | None = None) -> None:
    """Print the table: milliseconds, then the speed-up over the rival, medians with minima."""
    print(f"{os.cpu_count()} cores; load in the last column")
    heads = f"{'rival':>18}{'given array':>18}{'transform':>18}   {'given':>14}{'transform':>14}"
    print(f"{'':<28} {'':<8}{heads}")
    with running(ONE):
        for dtype in (np.float64, np.float32):
            print(taylor(100_000, 20, 2, dtype), flush=True)
            print(taylor(20_000, 20, 3, dtype), flush=True)
        for dtype in (np.float64, np.float32):
            for paired in (False, True):
                print(fourier(50_000, 20, 500, paired, dtype), flush=True)
        print(fourier(50_000, 2, 500, False, np.float64), flush=True)


if __name__ == "__main__":
    main()
