"""The journal of a search: whole lines only, whichever process is killed, and no harm from a full disk."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.selection import Search, folded, grid_of
from core.selection.folded import Learner
from core.selection.judged import Judged, Setup
from core.selection.look import Kind
from core.selection.plan import Strategy
from core.selection.sweep import journal
from core.selection.sweep.journal import journal_in
from core.selection.sweep.units import Unit
from tests.core.small_problems import moons

ROOT = Path(__file__).parents[4]
X, Y = moons(60, seed=1)
GRID = grid_of([1.0, 2.0], [0.1, 1.0])
ASKED, PLAIN = folded(X, Y), Strategy("grid")
UNIT = Unit(Setup(Kind.EXACT, 0.1, None, 0, Learner.SVM), 2, (0.1, 1.0 / 3.0))
JUDGED = (Judged(1.0, 12, True, 0.1 + 0.2, 1e-17), Judged(2.0, 12, False, 1.0, 2.0))
KILLED = """
import os, sys
import numpy as np
from core.selection import Search
from tests.core.small_problems import moons
def kill(done, total):
    if done == 6:
        os.kill(os.getpid(), 9)
X, y = moons(60, seed=1)
Search(gammas=[0.5, 1.0, 2.0], Cs=[0.1, 1.0, 10.0], keep=sys.argv[1], progress=kill).fit(X, y)
"""


def test_what_was_kept_is_found_again_bit_for_bit(tmp_path: Path) -> None:
    journal_in(tmp_path, ASKED, PLAIN, GRID).keep(UNIT, JUDGED)
    assert journal_in(tmp_path, ASKED, PLAIN, GRID).find(UNIT) == JUDGED
    assert journal_in(tmp_path, ASKED, PLAIN, GRID).find(UNIT._replace(fold=1)) is None


@pytest.mark.parametrize(
    "other",
    [
        (folded(X + 1e-15, Y), PLAIN, GRID),
        (folded(X, -Y), PLAIN, GRID),
        (folded(X, Y, seed=1), PLAIN, GRID),
        (folded(X, Y, learner="ridge"), PLAIN, GRID),
        (ASKED, Strategy("median"), GRID),
        (ASKED, PLAIN, grid_of([1.0], [1.0])),
    ],
    ids=["points", "labels", "folds", "learner", "strategy", "grid"],
)
def test_another_search_has_another_journal(tmp_path: Path, other: tuple) -> None:  # type: ignore[type-arg]
    journal_in(tmp_path, ASKED, PLAIN, GRID).keep(UNIT, JUDGED)
    assert journal_in(tmp_path, *other).find(UNIT) is None
    assert journal_in(tmp_path, ASKED, PLAIN, GRID).find(UNIT) == JUDGED


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_line_that_was_left_in_half_is_no_line(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    home = tmp_path_factory.mktemp("journal")
    kept = journal_in(home, ASKED, PLAIN, GRID)
    units = [UNIT._replace(fold=k) for k in range(3)]
    for unit in units:
        kept.keep(unit, JUDGED)
    (path,) = home.iterdir()
    whole = path.read_bytes()
    cut = data.draw(st.integers(0, len(whole)))
    path.write_bytes(whole[:cut])
    after = journal_in(home, ASKED, PLAIN, GRID)
    ends = np.cumsum([len(line) for line in whole.splitlines(keepends=True)])
    for unit, end in zip(units, ends, strict=True):
        assert after.find(unit) == (JUDGED if cut >= end - 1 else None)  # its last byte is the end of the line
    after.keep(UNIT, JUDGED)
    assert journal_in(home, ASKED, PLAIN, GRID).find(UNIT) == JUDGED
    assert sum(journal_in(home, ASKED, PLAIN, GRID).find(unit) is not None for unit in units) >= 1


def test_a_killed_search_goes_on_and_equals_one_that_was_not(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path)], cwd=ROOT, check=False, timeout=300)
    assert done.returncode == -9
    told: list[tuple[int, int]] = []
    began = time.perf_counter()
    search = Search(gammas=[0.5, 1.0, 2.0], Cs=[0.1, 1.0, 10.0], keep=tmp_path, progress=lambda *n: told.append(n))
    search.fit(X, Y)
    assert time.perf_counter() - began < 60
    whole = Search(gammas=[0.5, 1.0, 2.0], Cs=[0.1, 1.0, 10.0]).fit(X, Y)
    (path,) = tmp_path.iterdir()
    assert len(path.read_text().splitlines()) == told[-1][0] == 15
    assert [look.errors for look in search.looks_] == [look.errors for look in whole.looks_]
    assert np.array_equal(search.decision_function(X), whole.decision_function(X))


def test_a_full_disk_is_told_once_and_the_search_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[int] = []

    def full(handle: int, data: bytes) -> int:
        written.append(len(data))
        if len(written) > 3:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return WRITE(handle, data)

    WRITE = os.write
    monkeypatch.setattr(journal.os, "write", full)
    search = Search(gammas=[0.5, 1.0], Cs=[0.1, 1.0], keep=tmp_path)
    with pytest.warns(RuntimeWarning, match="No space left on device") as told:
        search.fit(X, Y)
    assert len(told) == 1
    assert len(written) == 4
    assert search.complete_


def test_a_folder_that_cannot_be_made_is_told_and_the_search_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    with pytest.warns(RuntimeWarning, match="goes on in memory"):
        Search(gammas=[1.0], Cs=[1.0], keep=file / "folder").fit(X, Y)
