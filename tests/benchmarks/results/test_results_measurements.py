"""What the benchmarks write down can be read again, section by section, and nothing else can."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from benchmarks.results.printed import CUBIC_ACCURACY, DOUBTFUL, METHODS, TABLE_1, TABLE_2, TABLE_3
from benchmarks.results.rows import cases
from benchmarks.results.run import merged, occasion, write
from pages.results.measurements import (
    RESULTS,
    Growth,
    GrowthPoint,
    Measurements,
    MeasurementsError,
    Series,
    from_json,
    read_measurements,
    to_json,
)


def growth(solver: str = "ours") -> Growth:
    points = tuple(GrowthPoint(n, 1e-6 * n**1.5, None if n < 1000 else 10 * n) for n in (500, 2000, 5000, 10_000))
    return Growth(occasion("growth", False, True), 8.0, (Series("gaussian", "moons", solver, "n", 2, 1.0, points),))


def test_the_committed_file_is_one_that_the_benchmarks_wrote() -> None:
    text = RESULTS.read_text(encoding="utf-8")
    measurements = from_json(text)
    assert to_json(measurements) == text
    assert measurements.ratios is not None
    assert all(row.runs[0].solver == "ours" and len(row.runs) > 1 for row in measurements.ratios.rows)
    assert all(run.seconds > 0 for row in measurements.ratios.rows for run in row.runs)


def test_every_row_of_the_goals_has_a_name_of_its_own() -> None:
    names = [case.name for case in cases()]
    assert len(set(names)) == len(names)


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    measurements = Measurements(growth=growth())
    write(measurements, tmp_path / "results.json")
    assert read_measurements(tmp_path / "results.json") == measurements
    assert read_measurements(tmp_path / "nothing.json") == Measurements()


def test_a_section_replaces_its_like_and_leaves_the_others(tmp_path: Path) -> None:
    before = read_measurements()
    after = merged(before, "growth", growth("SVC"))
    assert after.growth is not None
    assert after.growth.series[0].solver == "SVC"
    assert (after.ratios, after.paper) == (before.ratios, before.paper)


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: content | {"schema": 2},
        lambda content: content | {"more": 1},
        lambda content: {name: value for name, value in content.items() if name != "paper"},
        lambda content: content | {"growth": [1]},
        lambda content: content | {"growth": content["growth"] | {"most_seconds": "8"}},
        lambda content: content | {"growth": content["growth"] | {"most_seconds": True}},
        lambda content: content | {"growth": content["growth"] | {"series": {}}},
        lambda content: content | {"growth": content["growth"] | {"more": 1}},
        lambda content: content | {"growth": content["growth"] | {"series": [None]}},
    ],
)
def test_anything_else_is_refused(damage: Any) -> None:
    content = json.loads(to_json(Measurements(growth=growth())))
    with pytest.raises(MeasurementsError):
        from_json(json.dumps(damage(content)))


@pytest.mark.parametrize("text", ["", "[]", "null", "{"])
def test_what_are_no_measurements_is_refused(text: str) -> None:
    with pytest.raises(MeasurementsError):
        from_json(text)


def test_a_number_that_is_none_is_not_written() -> None:
    with pytest.raises(ValueError, match="JSON"):
        to_json(Measurements(growth=replace(growth(), most_seconds=float("nan"))))


def test_the_occasion_says_how_to_measure_it_again() -> None:
    taken = occasion("ratios", True, False)
    assert taken.command == "python -m benchmarks results --data FOLDER --only ratios"
    assert occasion("growth", False, True).command.endswith("--only growth --quick")
    assert taken.machine
    assert "numba" in taken.versions


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
