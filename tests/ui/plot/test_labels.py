"""Words in a plot stand where the annotations stood that they replace."""

from __future__ import annotations

from typing import Any

import pytest

from ui.plot.labels import GAP, as_traces

LAYOUT = {
    "xaxis": {"range": [-2.0, 6.0]},
    "yaxis": {"type": "log", "range": [-3.0, 1.0]},
    "xaxis2": {"range": [0.0, 1.0]},
    "yaxis2": {},
}


def only(annotation: dict[str, Any]) -> dict[str, Any]:
    (trace,), kept = as_traces([{"showarrow": False, **annotation}], LAYOUT)
    assert kept == []
    return trace


def test_a_word_stands_at_its_place_also_on_a_log_axis() -> None:
    trace = only({"x": 1.5, "y": -2.0, "text": "here", "showarrow": False})
    assert (trace["x"], trace["y"], trace["text"]) == ([1.5], [pytest.approx(0.01)], ["here"])
    assert (trace["xaxis"], trace["yaxis"], trace["textposition"]) == ("x", "y", ["middle center"])


def test_a_share_of_an_axis_becomes_a_number_of_it_that_no_rounding_puts_outside() -> None:
    place = {"xref": "x domain", "yref": "y domain", "x": 1, "y": 0.5}
    trace = only({**place, "text": "end", "xanchor": "left", "yanchor": "bottom", "xshift": 6})
    assert trace["x"][0] == pytest.approx(6.0)
    assert trace["x"][0] < 6.0
    assert trace["y"][0] == pytest.approx(0.1)
    assert trace["textposition"] == ["top right"]
    assert trace["text"] == [f"{GAP}end"]


def test_what_lies_beyond_the_axis_is_written_at_its_end() -> None:
    assert only({"x": 9.0, "y": 5.0, "text": "far"})["y"][0] == pytest.approx(10.0)


def test_words_of_one_plot_share_a_trace_with_a_colour_each() -> None:
    place = {"y": 0.0, "showarrow": False}
    notes = [{"x": k, "text": str(k), "font": {"color": "ab"[k], "size": 13}, **place} for k in (0, 1)]
    trace = as_traces(notes, LAYOUT)[0][0]
    assert trace["text"] == ["0", "1"]
    assert trace["textfont"] == {"color": ["a", "b"], "size": [13, 13]}


@pytest.mark.parametrize(
    "changed",
    [
        {"showarrow": True},
        {"bgcolor": "white"},
        {"xref": "paper"},
        {"yref": "paper"},
        {"xref": "x2", "yref": "y2"},  # an axis that finds its range by itself
        {"xref": "x3"},
    ],
)
def test_what_a_trace_cannot_say_stays_an_annotation(changed: dict[str, Any]) -> None:
    annotation = {"x": 0.5, "y": 0.5, "text": "here", "showarrow": False, **changed}
    assert as_traces([annotation], LAYOUT) == ([], [annotation])
