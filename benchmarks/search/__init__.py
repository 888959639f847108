"""A search compared with scikit-learn's, what RFFDG-RBF saves and loses, and how well two cluster workers share one.

Run from the root of the project: ``python -m benchmarks search``, with the wanted parts: ``--plane``,
``--coordinates``, ``--rffdg``, ``--cluster``. Both sides have two workers, threads here and processes there, and
the default threads of their libraries; they alternate, and all times are wall time.
"""

from __future__ import annotations

import os
import time
import warnings
from collections.abc import Callable
from itertools import product
from statistics import median
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from joblib import parallel_config
from sklearn.datasets import make_classification, make_moons
from sklearn.model_selection import GridSearchCV
from sklearn.svm import SVC

from core.problem.arrays import Matrix, Vector
from core.selection import Search

POWERS = [2.0**k for k in range(-7, 8)]  # of C, and of gamma in units of 1 / d
ROUNDS, LONG = 3, 60.0  # seconds of the other side, above which there is only one round
TESTED = 20_000  # points that no search has seen
WORKERS = (1, 2)
CLUSTER_ROUNDS = 2  # of about two minutes each
FITS = (40, 50)  # gammas and Cs of the cluster, in five folds: 10,000 fits
QUIET = {"distributed.worker.profile.enabled": False, "distributed.admin.tick.interval": "500ms"}
SETTINGS: dict[str, dict[str, Any]] = {"Dask's own settings": {}, "quiet settings": QUIET}


def main(words: list[str] | None = None) -> None:
    """Print the parts named by the words, by default all."""
    parts: dict[str, Callable[[], None]] = {
        "plane": lambda: beside("500 points of the plane", *plane(500)),
        "coordinates": lambda: beside("2,000 points in 20 coordinates", *coordinates(2000)),
        "rffdg": features,
        "cluster": cluster,
    }
    print(f"load {os.getloadavg()[0]:.2f} on {os.cpu_count()} cores; wall time")
    Search(gammas=[1.0], Cs=[1.0], n_jobs=2).fit(*plane(60))  # loads compiled code
    for name, part in parts.items():
        if not words or f"--{name}" in words:
            part()
            print(f"load {os.getloadavg()[0]:.2f}", flush=True)


def plane(n: int) -> tuple[Matrix, Vector]:
    """Return two overlapping half moons."""
    X, y = make_moons(n, noise=0.3, random_state=0)
    return X, y


def coordinates(n: int) -> tuple[Matrix, Vector]:
    """Return points in 20 coordinates, 8 of which are informative, with one label in forty wrong."""
    X, y = make_classification(n, 20, n_informative=8, flip_y=0.05, random_state=0)
    return X, y


def beside(title: str, X: Matrix, y: Vector) -> None:
    """Print the times of the 15 x 15 grid in 5 folds here and there, alternating."""
    gammas = [power / X.shape[1] for power in POWERS]
    ours: list[float] = []
    theirs: list[float] = []
    found = 0.0, 0.0
    while len(theirs) < ROUNDS and sum(theirs) < LONG:
        a, mine = timed(lambda: Search(gammas=gammas, Cs=POWERS, n_jobs=2).fit(X, y))
        b, other = timed(lambda: GridSearchCV(SVC(), {"gamma": gammas, "C": POWERS}, n_jobs=2).fit(X, y))
        ours.append(mine)
        theirs.append(other)
        found = a.best_score_, b.best_score_
        apart = np.abs(a.cv_results_["mean_test_score"] - b.cv_results_["mean_test_score"]).max()
    print(f"{title}: 225 cells, 1,125 fits, two workers each; best {found[0]:.4f} and {found[1]:.4f}")
    print(f"  cells differ by at most {apart:.4f}")
    spoken_times("  ours", ours)
    spoken_times("  GridSearchCV(SVC)", theirs)
    print(f"  ratio of the medians {median(theirs) / median(ours):.1f}")


def features() -> None:
    """Print the time of RFFDG-RBF with 300 features compared with the whole grid, and its loss on unseen points.

    Both alternate. The first run of each loads compiled code, about half a second, and is printed beside the median.
    """
    X, y = coordinates(5000 + TESTED)
    train, test = slice(0, 5000), slice(5000, None)
    gammas = [power / X.shape[1] for power in POWERS]
    options: dict[str, Any] = {"gammas": gammas, "Cs": POWERS, "n_jobs": 2, "random_state": 0}
    quick: list[float] = []
    slow: list[float] = []
    for _ in range(ROUNDS):
        mapped, mine = timed(lambda: Search("rffdg-rbf", n_components=300, **options).fit(X[train], y[train]))
        exact, long = timed(lambda: Search("grid", **options).fit(X[train], y[train]))
        quick.append(mine)
        slow.append(long)
    print("5,000 points in 20 coordinates, 300 features, two threads")
    said("  rffdg-rbf", mapped, median(quick), X[test], y[test])
    said("  whole grid, ours", exact, median(slow), X[test], y[test])
    lost = exact.score(X[test], y[test]) - mapped.score(X[test], y[test])
    print(f"  ours {median(slow) / median(quick):.1f} times, in the first round {slow[0] / quick[0]:.1f}", end="")
    print(f"; test error lost {100 * lost:.2f} points", flush=True)
    machine = SVC()
    other, rival = timed(
        lambda: GridSearchCV(machine, {"gamma": gammas, "C": POWERS}, n_jobs=2).fit(X[train], y[train])
    )
    said("  whole grid, GridSearchCV(SVC)", other, rival, X[test], y[test])
    print(f"  GridSearchCV(SVC) {rival / median(quick):.1f} times")


def cluster() -> None:
    """Print the speed-up of two cluster workers over one, for 10,000 fits, alternating.

    One worker is used through its cluster as two are: by itself joblib would do the work here, which is printed too.
    Both are timed with Dask's defaults, where each is sampled a hundred times a second for its profile, and with
    `QUIET`. The same sweep in two processes without a cluster shows the best that two cores of this machine can reach.
    """
    found: dict[tuple[str, str, int], list[SweepTimes]] = {}
    plain: dict[tuple[str, int], list[float]] = {}
    for _ in range(CLUSTER_ROUNDS):
        for settings, workers in product(SETTINGS, WORKERS):
            for sweep, times in _swept(workers, SETTINGS[settings]).items():
                found.setdefault((sweep, settings, workers), []).append(times)
        for sweep, workers in product(SWEEPS, WORKERS):
            plain.setdefault((sweep, workers), []).append(_in_processes(SWEEPS[sweep], workers))
    for sweep in SWEEPS:
        print(f"{sweep}, {FITS[0]} gammas and {FITS[1]} Cs in five folds: 10,000 fits, median of {CLUSTER_ROUNDS}")
        here, apart = (median(plain[sweep, workers]) for workers in WORKERS)
        for settings in SETTINGS:
            one, two = (_medians(found[sweep, settings, workers]) for workers in WORKERS)
            print(f"  {settings}: one worker {one.wall:.2f} s (processors {one.work:.2f} s), ", end="")
            print(f"two {two.wall:.2f} s ({two.work:.2f} s); efficiency {one.wall / two.wall / 2:.0%}", end="")
            print(f", against this process {here / two.wall / 2:.0%}")
        print(f"  without a cluster: this process {here:.2f} s, two processes {apart:.2f} s; ", end="")
        print(f"efficiency {here / apart / 2:.0%}", flush=True)


class SweepTimes(NamedTuple):
    """The times of a sweep."""

    wall: float  # seconds
    work: float  # seconds of all processors


def _medians(times: list[SweepTimes]) -> SweepTimes:
    return SweepTimes(*(median(part) for part in zip(*times, strict=True)))


def _swept(workers: int, settings: dict[str, Any]) -> dict[str, SweepTimes]:
    """Return the times of each sweep with so many cluster workers, with these settings of Dask."""
    import dask
    import distributed

    make: Any = distributed  # it has no types
    with (
        dask.config.set(settings),
        make.LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as local,
        make.Client(local) as client,
        parallel_config("dask") as asked,
    ):
        backend: Any = asked["backend"]
        backend.effective_n_jobs = lambda n_jobs: 2  # for one worker joblib would do the work here

        def spent() -> float:
            return float(sum(client.run(time.process_time).values())) + time.process_time()

        client.run(load_code)
        found: dict[str, SweepTimes] = {}
        for name, sweep in SWEEPS.items():
            begun = spent()
            _, seconds = timed(sweep)
            found[name] = SweepTimes(seconds, spent() - begun)
        return found


def _in_processes(sweep: WholeSearch, workers: int) -> float:
    """Return the seconds of the same sweep in so many processes with loaded code; one means this process."""
    with parallel_config("loky", n_jobs=workers):
        load_code()
        return timed(sweep)[1]


def _all_fits(X: Matrix, y: Vector) -> Search:
    """Run the 10,000 fits with the active backend."""
    gammas, penalties = (np.geomspace(0.01, 100.0, count) for count in FITS)
    return Search(gammas=gammas / (X.shape[1] / 2), Cs=penalties).fit(X, y)


def load_code() -> None:
    """Run a small search to load compiled code."""
    Search(gammas=[0.01, 1.0, 100.0], Cs=[0.01, 1.0, 100.0]).fit(*plane(1000))


WholeSearch: TypeAlias = Callable[[], Search]
SWEEPS: dict[str, WholeSearch] = {
    "1,000 points of the plane": lambda: _all_fits(*plane(1000)),
    "2,000 points in 20 coordinates": lambda: _all_fits(*coordinates(2000)),
}


def timed(search: Callable[[], Any]) -> tuple[Any, float]:
    """Return a fitted search, and its time in seconds."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        began = time.perf_counter()
        found = search()
        return found, time.perf_counter() - began


def spoken_times(name: str, seconds: list[float]) -> None:
    """Print median, least and largest."""
    print(f"{name:<36}{median(seconds):8.3f} s ({min(seconds):.3f} to {max(seconds):.3f})")


def said(name: str, search: Any, seconds: float, X: Matrix, y: Vector) -> None:  # noqa: ANN401 - of either library
    """Print the time and the choice of a search."""
    found = search.best_params_
    print(f"{name:<36}{seconds:8.2f} s, C {found['C']:.3g}, gamma {found['gamma']:.3g}, test {search.score(X, y):.4f}")
