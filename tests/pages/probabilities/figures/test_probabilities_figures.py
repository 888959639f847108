"""The figures of the page as plain data."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from core.topics.probabilities.theory import coupling_course, pair_matrix
from pages.probabilities import answers
from pages.probabilities.figures.coupling import CORNERS, course_figure, places, triangle_figure
from pages.probabilities.figures.curves import curves_figure
from pages.probabilities.figures.newton import map_figure, step_figure
from pages.probabilities.figures.noise import histogram_figure
from pages.probabilities.figures.reliability import reliability_figure
from pages.probabilities.figures.threshold import confusion_figure, roc_figure
from tests.pages.probabilities.test_probabilities_page import asked
from tests.pages.visit import EN

QUESTION = asked()
FOUND = answers.calibrated(QUESTION)


def lines(figure: Any) -> list[dict[str, Any]]:
    return [trace for trace in figure.data if trace.get("mode") == "lines"]


def test_the_three_curves_rise_and_every_held_out_point_is_drawn_once() -> None:
    drawn = curves_figure(FOUND, EN)
    for curve in lines(drawn):
        assert (np.diff(curve["y"]) >= 0).all()
    marks = [trace for trace in drawn.data if trace["mode"] == "markers"]
    assert sorted(np.concatenate([trace["x"] for trace in marks])) == sorted(FOUND.f)


def test_the_marks_of_the_reliability_diagram_hold_all_points() -> None:
    for trace in reliability_figure(FOUND, EN).data[1:]:
        assert sum(trace["customdata"]) == len(FOUND.y)


def test_the_dot_stands_on_the_curve_and_the_squares_count_every_point() -> None:
    at, shown = answers.counted(QUESTION), answers.curve(QUESTION)
    dot = roc_figure(shown, at, EN).data[-1]
    assert (dot["x"], dot["y"]) == ([at.false_rate], [at.recall])
    (text,) = (trace for trace in confusion_figure(at, EN).data if trace["mode"] == "text")
    assert sum(map(int, text["text"])) == len(FOUND.y)


def test_the_path_on_the_map_ends_in_its_lowest_valley() -> None:
    last = len(FOUND.steps) - 1
    drawn = map_figure(FOUND, answers.objective_map(QUESTION), last, EN)
    surface, path = drawn.data[0], drawn.data[1]
    row, column = np.unravel_index(np.argmin(surface["z"]), np.shape(surface["z"]))
    cell = np.array([np.diff(surface["x"])[0], np.diff(surface["y"])[0]])
    lowest = np.array([surface["x"][column], surface["y"][row]])
    end = np.array([path["x"][-1], path["y"][-1]])
    assert (np.abs(lowest - end) <= 3.0 * cell).all()
    flat = step_figure(FOUND, 0, EN).data[-1]
    assert np.ptp(flat["y"]) == pytest.approx(0.0)


def test_a_distribution_stands_in_the_triangle_at_its_weights_and_the_path_ends_at_the_cross() -> None:
    assert places(np.eye(3)) == pytest.approx(CORNERS)
    course = coupling_course(pair_matrix(0.7, 0.6, 0.3), 0.005)
    drawn = triangle_figure(course, len(course.p) - 1, EN)
    cross = next(trace for trace in drawn.data if trace.get("marker", {}).get("symbol") == "x-thin")
    assert [*cross["x"], *cross["y"]] == pytest.approx(places(course.p[-1]).tolist(), abs=1e-9)
    assert (np.diff(course_figure(course, 0, EN).data[0]["y"]) < 0).all()


def test_the_bars_of_the_residuals_have_the_area_1() -> None:
    found = answers.noise(QUESTION)
    bars = histogram_figure(found, 1.0, EN).data[0]
    assert (np.diff(bars["x"])[0] * np.sum(bars["y"])) == pytest.approx(1.0)
