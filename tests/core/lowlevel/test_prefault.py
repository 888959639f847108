"""New memory is cleared by a second thread, which must never touch what has been written meanwhile."""

from __future__ import annotations

import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from core.lowlevel import prefault as module
from core.lowlevel.prefault import LARGE, prefaulted
from core.problem import TaylorMap


def finish() -> None:
    """Wait for the threads that make pages."""
    for thread in threading.enumerate():
        if thread.name == "prefault":
            thread.join()


def resident() -> int:
    """Return the bytes of this process that are in memory."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * module.PAGE


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("extra", [-8, 0, 3, 12_345])
def test_what_is_written_at_once_stays(dtype: type, extra: int) -> None:
    count = LARGE // np.dtype(dtype).itemsize + extra
    array = prefaulted((count, 1), dtype)
    expected = np.arange(count, dtype=np.int64).astype(dtype)
    array[:, 0] = expected
    finish()
    assert array.shape == (count, 1)
    assert array.dtype == dtype
    assert array.flags.c_contiguous
    np.testing.assert_array_equal(array[:, 0], expected)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems clear memory as it is written")
def test_the_pages_are_there_before_anything_is_written() -> None:
    before = resident()
    array = np.empty(4 * LARGE // 8)
    module._populate(array)
    assert resident() - before > 0.9 * array.nbytes


@pytest.mark.skipif(sys.platform != "linux", reason="it needs Linux's list of processors")
def test_one_processor_starts_no_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module.os, "sched_getaffinity", lambda pid: {0})
    monkeypatch.setattr(module, "Thread", None)
    assert prefaulted((2 * LARGE // 8, 1), np.float64).nbytes > LARGE


def test_features_in_new_memory_are_those_in_a_given_array() -> None:
    X = np.random.default_rng(0).standard_normal((4000, 20))
    phi = TaylorMap(0.025, 3)
    given = np.full((len(X), phi.dimension(20)), np.nan)
    assert given.nbytes > LARGE
    np.testing.assert_array_equal(phi.features(X), phi.features(X, given))
