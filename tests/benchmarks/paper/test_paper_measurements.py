"""What measures the paper's tables on tiny sets: seeds and rows."""

from __future__ import annotations

import lzma
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from benchmarks.paper.run import FILES, OWN_TEST, main, rows_of
from pages.paper.measurements import MEASURED, Experiments
from pages.paper.now import DRAWING
from pages.paper.printed import COLUMNS, SETS


def put(folder: Path, name: str, rows: int, numbers: bool) -> None:
    """Write a set with the coordinates of table 1, xz-compressed as a folder of public sets may hold it."""
    d, rng = SETS[name].d, np.random.default_rng(len(name))
    lines = []
    for x in rng.uniform(-1, 1, (rows, d)):
        y = f"{np.sin(x[0]) + 0.1 * x[-1]:.6f}" if numbers else str(int(x[0] + x[-1] > 0))
        lines.append(" ".join([y, *(f"{k + 1}:{value:.6f}" for k, value in enumerate(x))]))
    file = FILES.get(name, name)
    (folder / f"{file}.xz").write_bytes(lzma.compress("\n".join(lines).encode()))
    if name in OWN_TEST:
        (folder / f"{file}.t").write_text("\n".join(lines[:20]))


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> tuple[Experiments, Path]:
    folder = tmp_path_factory.mktemp("sets")
    put(folder, "mg", 80, numbers=True)
    put(folder, "phishing", 60, numbers=False)
    into = folder / "paper.json"
    sets, sizes = ["--sets", "mg", "phishing", "letter"], ["--rows", "40", "--tests", "20", "--sizes", "20", "30"]
    assert main(["--data", str(folder), *sets, *sizes, "--repetitions", "2", "--into", str(into)]) == 0
    found = replace(MEASURED, path=into).read().content
    assert found is not None
    return found, into


def test_every_method_has_its_runs_and_what_is_not_there_is_named(measured: tuple[Experiments, Path]) -> None:
    found, _ = measured
    assert found.absent == ("letter",)
    assert [(cell.data, cell.method) for cell in found.cells] == [(s, m) for s in ("mg", "phishing") for m in COLUMNS]
    for cell in found.cells:
        assert [run.seed for run in cell.runs] == ([0, 1] if cell.method in DRAWING else [0])
        assert all(run.gamma in found.asked.gammas or cell.method == "median" for run in cell.runs)
    assert {(one.data, one.rows) for one in found.sizes} == {("phishing", 20), ("phishing", 30)}


def test_rows_are_divided_as_in_table_1_and_capped_as_asked(measured: tuple[Experiments, Path]) -> None:
    found, into = measured
    mg = found.sets[0]
    assert mg.counted == (6, 60, 20)
    assert (mg.divided, mg.used) == (True, (40, 20))
    rows = rows_of(into.parent, "mg")
    assert rows is not None
    assert found.sets[0].variance == pytest.approx(np.concatenate([rows.y, rows.y_test]).var())
    assert found.sets[1].variance is None
    both = {tuple(x) for x in rows.X} | {tuple(x) for x in rows.X_test}
    assert len(both) == 80, "no row trains and judges"


def test_a_set_with_test_rows_of_its_own_keeps_them(tmp_path: Path) -> None:
    put(tmp_path, "ijcnn1", 30, numbers=False)
    rows = rows_of(tmp_path, "ijcnn1")
    assert rows is not None
    assert (len(rows.y), len(rows.y_test), rows.divided) == (30, 20, False)
    (tmp_path / "ijcnn1.t").unlink()
    assert rows_of(tmp_path, "ijcnn1") is None


def test_the_error_of_the_kernel_falls_as_c_over_d(measured: tuple[Experiments, Path]) -> None:
    found, _ = measured
    for own in found.sets:
        ratio = np.array(own.mse) * found.components / own.constant
        assert np.all((ratio > 0.5) & (ratio < 1.6))


def test_without_data_nothing_is_written(tmp_path: Path) -> None:
    into = tmp_path / "paper.json"
    assert main(["--into", str(into)]) == 0
    assert main(["--data", str(tmp_path), "--into", str(into)]) == 1
    assert not into.exists()


@pytest.mark.parametrize("wrong", [["--rows", "-1"], ["--tests", "-5"], ["--repetitions", "0"], ["--sizes", "10", "0"]])
def test_counts_that_are_none_are_refused(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(wrong)
    assert "rows and tests are 0 or more" in capsys.readouterr().err


def test_the_committed_file_has_every_set_and_all_repetitions() -> None:
    found = MEASURED.read().content
    assert found is not None
    assert {one.data for one in found.sets} | set(found.absent) == set(SETS)
    assert all(run.seconds > 0 for cell in found.cells for run in cell.runs)
    assert all(len(cell.runs) == (found.asked.repetitions if cell.method in DRAWING else 1) for cell in found.cells)
