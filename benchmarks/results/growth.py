"""Time and memory over the number of points and of coordinates, each series in its own process."""

from __future__ import annotations

import ctypes
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from statistics import median

from sklearn.svm import SVC

from benchmarks.results import kernel_solvers
from benchmarks.results import linear_solvers as lines
from benchmarks.results.sets import Sample, made, usual_gamma
from core.lowlevel.memory_pool import give_back
from pages.results.measurements import Growth, GrowthPoint, SectionTaken, Series

AT = {"n": (500, 1000, 2000, 5000, 10_000, 20_000, 50_000), "d": (2, 5, 10, 20, 50, 100, 200, 500, 1000)}
QUICK = {"n": 4, "d": 5}  # how many sizes a quick look takes
POINTS, WIDTH = 2000, 20  # the fixed number
C = 1.0
MOST_SECONDS = 8.0  # a series ends once a training takes longer
WARMED = 5000  # sizes up to which a training runs once before: small and large ones use different code
REPEATED = 0.5  # seconds below which a training is repeated, with the median as result
TOLERANCE = 0.01  # of linear machines, by each solver's own measure


def series_to_measure() -> Iterator[Series]:
    """Yield all series, without their points."""
    for data, d in (("moons", 2), (f"clouds{WIDTH}", WIDTH)):
        for solver in ("ours", "SVC"):
            yield Series("gaussian", data, solver, "n", d, C)
    for solver in ("ours", "SVC"):
        yield Series("gaussian", "clouds", solver, "d", POINTS, C)
    for solver in ("ours", "LinearSVC"):
        yield Series("linear", f"clouds{WIDTH}", solver, "n", WIDTH, C)


def growth(taken: SectionTaken, quick: bool) -> Growth:
    """Measure all series, each in its own process, and print them."""
    measured = []
    for series in series_to_measure():
        sizes = AT[series.against][: QUICK[series.against] if quick else None]
        with ProcessPoolExecutor(1, get_context("spawn")) as child:
            measured.append(replace(series, points=child.submit(points, series, sizes).result()))
        print("\n".join(_console(measured[-1])), flush=True)
    return Growth(taken, MOST_SECONDS, tuple(measured))


def points(series: Series, sizes: Sequence[int]) -> tuple[GrowthPoint, ...]:
    """Measure here, up to the size at which it takes too long, after compilation."""
    measured: list[GrowthPoint] = []
    for at in sizes:
        job = _job(series, at)
        if at <= WARMED:
            job()
        with Peak() as peak:
            times = [_seconds(job)]
        while len(times) < 5 and sum(times) < REPEATED:
            times.append(_seconds(job))
        measured.append(GrowthPoint(at, median(times), peak.grown))
        if times[0] > MOST_SECONDS:
            break
    return tuple(measured)


def _job(series: Series, at: int) -> Callable[[], object]:
    n, d = (at, series.fixed) if series.against == "n" else (series.fixed, at)
    name = f"clouds{d}" if series.data == "clouds" else series.data
    sample = made(name, n)
    gamma = usual_gamma(name, d)
    if series.task == "linear":
        return _linear(series.solver, sample)
    if series.solver == "ours":
        return kernel_solvers.ours(sample, gamma, C)
    model = SVC(C=C, gamma=gamma, tol=kernel_solvers.TOLERANCE, cache_size=kernel_solvers.CACHE)
    return lambda: model.fit(sample.X, sample.y)


def _linear(solver: str, sample: Sample) -> Callable[[], object]:
    return lines.ours(sample, sample.X, C, TOLERANCE) if solver == "ours" else lines.rivals(sample, C)[solver]


def _seconds(job: Callable[[], object]) -> float:
    began = time.perf_counter()
    job()
    return time.perf_counter() - began


_C = ctypes.CDLL(None) if sys.platform == "linux" else None


class Peak:
    """The growth of this process's memory inside a block, sampled every millisecond; None without /proc."""

    STATUS = Path("/proc/self/statm")
    PAGE = 4096

    def __enter__(self) -> Peak:
        give_back()
        if _C is not None and hasattr(_C, "malloc_trim"):
            _C.malloc_trim(0)  # return free memory to the system, so that its reuse is counted
        self._before = self._now()
        self._most, self._over = self._before, threading.Event()
        self._watch = threading.Thread(target=self._look, daemon=True)
        self._watch.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._watch.join()
        self._most = max(self._most, self._now())

    @property
    def grown(self) -> int | None:
        """Bytes; None if the system does not report them."""
        return max(self._most - self._before, 0) if self.STATUS.exists() else None

    def _now(self) -> int:
        return int(self.STATUS.read_text().split()[1]) * self.PAGE if self.STATUS.exists() else 0

    def _look(self) -> None:
        while not self._over.wait(0.001):
            self._most = max(self._most, self._now())


def _console(series: Series) -> Iterator[str]:
    yield f"{series.task} {series.data} {series.solver}, against {series.against}"
    for point in series.points:
        room = "" if point.bytes is None else f" {point.bytes / 1e6:9.1f} MB"
        yield f"{point.at:10} {1e3 * point.seconds:10.2f} ms{room}"
