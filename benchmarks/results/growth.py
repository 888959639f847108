"""Time and memory against the number of points and of coordinates: one child process a series, so that none inherits.

Run by hand, one series: ``python -m benchmarks.results.growth gaussian moons ours n 2 500 1000``.
"""

from __future__ import annotations

import ctypes
import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from statistics import median
from typing import NamedTuple

from sklearn.svm import SVC

from benchmarks.results import kernel_solvers
from benchmarks.results import linear_solvers as lines
from benchmarks.results.sets import Sample, made, usual_gamma
from core.lowlevel.memory_pool import give_back
from pages.results.measurements import Growth, GrowthPoint, SectionTaken, Series

SIZES = (500, 1000, 2000, 5000, 10_000, 20_000, 50_000)
WIDTHS = (2, 5, 10, 20, 50, 100, 200, 500, 1000)
POINTS, WIDTH = 2000, 20  # what is held still
C = 1.0
MOST_SECONDS = 8.0  # a series ends where one training takes longer
WARMED = 5000  # sizes up to which a training runs once before: small ones and large ones take different ways
REPEATED = 0.5  # seconds below which a training is repeated, and the median taken
TOLERANCE = 0.01  # of linear machines, everybody's own measure


class AskedSeries(NamedTuple):
    """One series before it is measured."""

    task: str  # gaussian, linear
    data: str  # a made set; "clouds" where the coordinates grow
    solver: str
    against: str
    fixed: int
    sizes: tuple[int, ...]


def asked(quick: bool) -> Iterator[AskedSeries]:
    """Yield all series."""
    sizes = SIZES[:4] if quick else SIZES
    widths = WIDTHS[:5] if quick else WIDTHS
    for data, d in (("moons", 2), (f"clouds{WIDTH}", WIDTH)):
        for solver in ("ours", "SVC"):
            yield AskedSeries("gaussian", data, solver, "n", d, sizes)
    for solver in ("ours", "SVC"):
        yield AskedSeries("gaussian", "clouds", solver, "d", POINTS, widths)
    for solver in ("ours", "LinearSVC"):
        yield AskedSeries("linear", f"clouds{WIDTH}", solver, "n", WIDTH, sizes)


def growth(taken: SectionTaken, quick: bool) -> Growth:
    """Measure all series, and print each."""
    series = []
    for one in asked(quick):
        found = Series(one.task, one.data, one.solver, one.against, one.fixed, C, measured(one))
        series.append(found)
        print("\n".join(_console(found)), flush=True)
    return Growth(taken, MOST_SECONDS, tuple(series))


def measured(one: AskedSeries) -> tuple[GrowthPoint, ...]:
    """Return the points of a series, from a process of its own."""
    words = [one.task, one.data, one.solver, one.against, str(one.fixed), *map(str, one.sizes)]
    command = [sys.executable, "-m", "benchmarks.results.growth", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=Path(__file__).parents[2])
    return tuple(GrowthPoint(**point) for point in json.loads(done.stdout.splitlines()[-1]))


def points(one: AskedSeries) -> Iterator[GrowthPoint]:
    """Measure here; what compiles on the way does so before the clock counts."""
    for at in one.sizes:
        job = _job(one, at)
        if at <= WARMED:
            job()
        with Peak() as peak:
            times = [_seconds(job)]
        while len(times) < 5 and sum(times) < REPEATED:
            times.append(_seconds(job))
        yield GrowthPoint(at, median(times), peak.grown)
        if times[0] > MOST_SECONDS:
            return


def _job(one: AskedSeries, at: int) -> Callable[[], object]:
    n, d = (at, one.fixed) if one.against == "n" else (one.fixed, at)
    name = f"clouds{d}" if one.data == "clouds" else one.data
    sample = made(name, n)
    gamma = usual_gamma(name, d)
    if one.task == "linear":
        return _linear(one.solver, sample)
    if one.solver == "ours":
        return kernel_solvers.ours(sample, gamma, C)
    model = SVC(C=C, gamma=gamma, tol=kernel_solvers.TOLERANCE, cache_size=kernel_solvers.CACHE)
    return lambda: model.fit(sample.X, sample.y)


def _linear(solver: str, sample: Sample) -> Callable[[], object]:
    return lines.ours(sample, sample.X, C, TOLERANCE) if solver == "ours" else lines.rivals(sample, C)[solver]


def _seconds(job: Callable[[], object]) -> float:
    begun = time.perf_counter()
    job()
    return time.perf_counter() - begun


_C = ctypes.CDLL(None) if sys.platform == "linux" else None


class Peak:
    """By how much the memory of this process grows inside a block, looked at every millisecond; None without /proc."""

    STATUS = Path("/proc/self/statm")
    PAGE = 4096

    def __enter__(self) -> Peak:
        give_back()
        if _C is not None and hasattr(_C, "malloc_trim"):
            _C.malloc_trim(0)  # what is free goes back to the system, so that using it again is seen
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
        """Bytes; None where the system does not say."""
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


def main(words: list[str]) -> None:
    """Measure one series and print it as JSON."""
    task, data, solver, against, fixed, *sizes = words
    one = AskedSeries(task, data, solver, against, int(fixed), tuple(map(int, sizes)))
    print(json.dumps([asdict(point) for point in points(one)]))


if __name__ == "__main__":
    main(sys.argv[1:])
