"""What the benchmarks write down of each section, and the printed tables beside which it stands."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.results import growth as growing
from benchmarks.results import run
from benchmarks.results.printed import CUBIC_ACCURACY, DOUBTFUL, METHODS, TABLE_1, TABLE_2, TABLE_3
from benchmarks.results.ratios import cases
from benchmarks.results.run import main, occasion
from pages.results.measurements import RESULTS, Growth, GrowthPoint, SectionTaken, Series


def test_a_series_is_measured_in_a_process_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    series = Series("linear", "clouds5", "LinearSVC", "n", 5, 1.0)
    monkeypatch.setitem(sys.modules, "__main__", growing)  # a child imports it; tests of pages leave their script there
    monkeypatch.setattr(growing, "series_to_measure", lambda: [series])
    monkeypatch.setattr(growing, "AT", {"n": (50, 100, 200)})
    monkeypatch.setattr(growing, "QUICK", {"n": 2})
    (measured,) = growing.growth(occasion("growth", False, True), quick=True).series
    assert replace(measured, points=()) == series
    assert [point.at for point in measured.points] == [50, 100]
    assert all(point.seconds > 0 for point in measured.points)


def test_a_series_ends_where_one_training_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(growing, "MOST_SECONDS", 0.0)
    series = Series("linear", "clouds", "LinearSVC", "d", 60, 1.0)
    assert [point.at for point in growing.points(series, (2, 5))] == [2]


def growth(taken: SectionTaken, quick: bool) -> Growth:
    points = (GrowthPoint(500, 1e-3, None), GrowthPoint(2000, 1e-2, 4000))
    return Growth(taken, 8.0, (Series("gaussian", "moons", "SVC", "n", 2, 1.0, points),))


def test_a_section_replaces_its_like_and_leaves_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run.growth, "growth", growth)
    file, before = replace(RESULTS, path=tmp_path / "results.json"), RESULTS.read().content
    assert before is not None
    file.write(before)
    assert main(["--only", "growth", "--quick", "--into", str(file.path)]) == 0
    after = file.read().content
    assert after is not None
    assert after.growth is not None
    assert (after.growth.series, after.growth.taken.quick) == (growth(after.growth.taken, True).series, True)
    assert after.growth.taken.seconds > 0
    assert (after.ratios, after.paper) == (before.ratios, before.paper)


def test_a_damaged_file_is_not_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "results.json"
    path.write_text("{")
    assert main(["--only", "growth", "--quick", "--into", str(path)]) == 1
    assert path.read_text() == "{"
    assert "damaged" in capsys.readouterr().out


def test_ours_is_the_first_run_of_every_measured_row() -> None:
    measured = RESULTS.read().content
    assert measured is not None
    assert measured.ratios is not None
    assert all(row.runs[0].solver == "ours" and len(row.runs) > 1 for row in measured.ratios.rows)
    assert all(run.seconds > 0 for row in measured.ratios.rows for run in row.runs)


def test_every_row_of_the_goals_has_a_name_of_its_own() -> None:
    names = [case.name for case in cases()]
    assert len(set(names)) == len(names)


def test_the_occasion_says_how_to_measure_it_again() -> None:
    taken = occasion("ratios", True, False)
    assert taken.command == "python -m benchmarks results --data FOLDER --only ratios"
    assert occasion("growth", False, True).command.endswith("--only growth --quick")


# ---- the paper's tables ----


def test_the_printed_tables_have_a_number_in_every_cell() -> None:
    assert set(TABLE_1) == set(TABLE_2) == set(TABLE_3)
    assert all(set(cells) == set(METHODS) for cells in TABLE_2.values())
    written = {type(number) for cells in TABLE_2.values() for cell in cells.values() for number in vars(cell).values()}
    assert written == {float, type(None)}  # a whole number would be written in another way than it is read
    assert TABLE_2["ijcnn1"]["KERNEL"].accuracy == 98.67
    assert TABLE_2["a9a"]["GAUSS-2"].gamma == 0.125
    assert TABLE_1["mnist38"] == (752, 168.2, 11_982, 1_984)
    assert all(list(times) == sorted(times) for times in TABLE_3.values())


def test_the_printed_accuracies_bear_out_what_the_text_of_the_paper_says() -> None:
    def wins(better: str, than: str) -> int:
        return sum(cells[better].accuracy > cells[than].accuracy for cells in TABLE_2.values())

    assert wins("KERNEL", "LINEAR") == 6
    assert wins("GAUSS-2", "POLY-2") == 4
    assert CUBIC_ACCURACY["covtype"] - TABLE_2["covtype"]["GAUSS-2"].accuracy == pytest.approx(2.4)


def test_a_line_of_times_is_whole_or_says_what_may_be_missing() -> None:
    for data, times in TABLE_3.items():
        assert len(times) == 4 or len(times) + len(DOUBTFUL[data]) >= 4
