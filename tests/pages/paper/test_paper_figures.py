"""The figures of the page of the paper's tables hold the numbers of the measurements and those that are printed."""

from __future__ import annotations

import pytest

from pages.paper.figures import kernel_figure, sizes_figure, speed_figure
from pages.paper.measurements import MEASURED
from pages.paper.printed import COLUMNS, RESULTS, TASKS, sets_of
from tests.pages.visit import EN


def test_the_figures_show_the_numbers_of_the_measurements() -> None:
    found = MEASURED.read().content
    assert found is not None
    for task in TASKS:
        marks = [trace for trace in speed_figure(found, task, EN).data if trace["mode"] == "markers"]
        hollow = [trace for trace in marks if trace["marker"]["symbol"].endswith("-open")]
        expected = sorted(
            RESULTS[data]["grid"].seconds / RESULTS[data][method].seconds
            for data in sets_of(task)
            for method in COLUMNS
            if method != "grid"
        )
        assert sorted(x for trace in hollow for x in trace["x"]) == pytest.approx(expected)
        panels = [trace for trace in kernel_figure(found, task, EN).data if trace["mode"] == "lines+markers"]
        own = [one for data in sets_of(task) for one in found.sets if one.data == data]
        assert [trace["y"] for trace in panels] == [list(one.mse) for one in own]
        for quantity in ("seconds", "score"):
            lines = [trace for trace in sizes_figure(found, task, quantity, EN).data if trace["mode"] == "lines"]
            assert len(lines) == len(COLUMNS)
        assert speed_figure(None, task, EN).data
