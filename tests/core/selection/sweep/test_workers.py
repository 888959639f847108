"""Workers in other processes: one that is killed, and a cluster of them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from joblib import Parallel, parallel_config

from core.selection import Search
from core.selection.sweep.run import AHEAD
from core.selection.sweep.units import judge
from tests.core.small_problems import moons

ROOT = Path(__file__).parents[4]
X, Y = moons(60, seed=1)
SMALL: dict[str, Any] = {"gammas": [0.5, 1.0, 2.0], "Cs": [0.1, 1.0, 10.0]}


class OnceDeadly:
    """`judge`, but the first of all workers that comes to fold 3 is killed."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark
        self.__name__ = "judge"

    def __call__(self, token: str, asked: Any, batch: Any, cancel: Any) -> Any:
        if any(unit.fold == 3 for unit in batch.units) and not self.mark.exists():
            self.mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return judge(token, asked, batch, cancel)


class AlwaysDeadly(OnceDeadly):
    """`judge` that kills every worker at once."""

    def __call__(self, token: str, asked: Any, batch: Any, cancel: Any) -> Any:
        os.kill(os.getpid(), signal.SIGKILL)


def test_the_units_of_a_lost_worker_are_done_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.selection.sweep.run.judge", OnceDeadly(tmp_path / "mark"))
    with parallel_config("loky"):
        search = Search(**SMALL, n_jobs=2).fit(X, Y)
    assert (tmp_path / "mark").exists()
    assert search.complete_
    monkeypatch.undo()
    assert [look.errors for look in search.looks_] == [look.errors for look in Search(**SMALL).fit(X, Y).looks_]


def test_workers_that_always_die_end_the_search_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.selection.sweep.run.judge", AlwaysDeadly(tmp_path / "mark"))
    monkeypatch.setattr("core.selection.sweep.run.MOST_LOSSES", 1)  # new workers take seconds to come
    with parallel_config("loky"), pytest.raises(RuntimeError, match="they may lack memory"):
        Search(**SMALL, n_jobs=2).fit(X, Y)


@pytest.mark.parametrize("backend", ["threading", "loky"])
def test_processes_are_given_all_folds_of_a_gamma_and_threads_one(
    backend: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[int] = []

    class Watched(Parallel):
        def __call__(self, calls: Iterable[Any]) -> Any:
            return super().__call__(self._seen(call) for call in calls)

        def _seen(self, call: Any) -> Any:
            given.append(len(call[1][2].units))
            return call

    monkeypatch.setattr("core.selection.sweep.run.Parallel", Watched)
    gammas = [0.1 * 2**k for k in range(16)]
    with parallel_config(backend):
        many = Search(gammas=gammas, Cs=[1.0, 10.0], n_jobs=2).fit(X, Y)
    assert sum(given) == 80
    assert given[: 2 * AHEAD] == [1 if backend == "threading" else 5] * 2 * AHEAD, "how long they last is not known"
    assert backend == "loky" or len(given) == 80
    here = Search(gammas=gammas, Cs=[1.0, 10.0]).fit(X, Y)
    assert [look.errors for look in many.looks_] == [look.errors for look in here.looks_]


@contextmanager
def cluster_of_two(folder: Path) -> Iterator[None]:
    """Let joblib work on two processes of a Dask cluster on this machine."""
    distributed = pytest.importorskip("distributed")
    local = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None, "local_directory": str(folder)}
    with distributed.LocalCluster(**local) as cluster, distributed.Client(cluster), parallel_config("dask"):
        yield


def numbers(search: Search) -> list[Any]:
    """Return all that a search has found, but for the seconds."""
    return [(look.purpose, look.gamma, look.C, look.errors, look.points) for look in search.looks_]


def test_a_cluster_finds_the_same_bit_for_bit_also_where_it_loses_a_worker_in_the_middle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with cluster_of_two(tmp_path):
        whole = Search(**SMALL).fit(X, Y)
        monkeypatch.setattr("core.selection.sweep.run.judge", OnceDeadly(tmp_path / "mark"))
        search = Search(**SMALL, keep=tmp_path / "journal").fit(X, Y)
    assert (tmp_path / "mark").exists(), "a worker was killed"
    assert search.complete_
    monkeypatch.undo()
    here = Search(**SMALL).fit(X, Y)
    for found in (whole, search):
        assert numbers(found) == numbers(here)
        assert np.array_equal(found.decision_function(X), here.decision_function(X))
    (kept,) = (tmp_path / "journal").iterdir()
    assert len(kept.read_text().splitlines()) == 15, "no unit is kept twice"


KILLED = """
import os, sys
from joblib import parallel_config
import distributed
from core.selection import Search
from tests.core.small_problems import moons
def kill(done, total):
    if done == 6:
        os.kill(os.getpid(), 9)
if __name__ == "__main__":
    X, y = moons(60, seed=1)
    local = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None, "local_directory": sys.argv[1]}
    with distributed.LocalCluster(**local) as cluster, distributed.Client(cluster), parallel_config("dask"):
        Search(gammas=[0.5, 1.0, 2.0], Cs=[0.1, 1.0, 10.0], keep=sys.argv[2], progress=kill).fit(X, y)
"""


def test_a_client_that_is_killed_with_its_cluster_is_resumed_and_equals_one_that_was_not(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    program, journal = tmp_path / "killed.py", tmp_path / "journal"
    program.write_text(KILLED)
    path = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, str(program), str(tmp_path), str(journal)], cwd=ROOT, env=path, check=False, timeout=600
    )
    assert done.returncode == -signal.SIGKILL
    (kept,) = journal.iterdir()
    assert 6 <= len(kept.read_text().splitlines()) < 15
    with cluster_of_two(tmp_path):
        resumed = Search(**SMALL, keep=journal).fit(X, Y)
    assert len(kept.read_text().splitlines()) == 15
    here = Search(**SMALL).fit(X, Y)
    assert numbers(resumed) == numbers(here)
    assert np.array_equal(resumed.decision_function(X), here.decision_function(X))
