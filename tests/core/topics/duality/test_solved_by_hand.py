"""Small problems that a hand solves, and the solver beside it: the dual of three points, and an exercise."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.topics.duality.experiment import solved_by_hard_margin, three_points_view
from core.view import Light
from tests.core.golden import GOLDEN

TEXTBOOK = GOLDEN["textbook"]
EXAMPLE = np.array(TEXTBOOK["example_7_1"]["X"], dtype=float)
EXERCISE = np.array(TEXTBOOK["exercise_7_2"]["X"], dtype=float)
CLASSES = np.array(TEXTBOOK["exercise_7_2"]["y"])


def test_the_solver_walks_over_both_edges_of_example_7_2_to_its_answer() -> None:
    shown, golden = three_points_view(EXAMPLE), TEXTBOOK["example_7_1"]
    assert shown.agree
    assert shown.solution.light is Light.PROVED
    assert shown.solution.alpha == pytest.approx(golden["alpha"], abs=1e-9)
    assert shown.solution.w == pytest.approx(golden["w"])
    assert shown.solution.b == pytest.approx(golden["b"])
    assert shown.solution.margin_width == pytest.approx(golden["margin_width"])
    first, second = shown.dual.edges
    assert first is not None
    assert second is not None
    assert shown.path[1] == pytest.approx(first.at)
    assert shown.path[-1] == pytest.approx(second.at)


@settings(max_examples=60)
@given(st.lists(st.integers(-5, 5), min_size=6, max_size=6))
def test_hand_and_solver_find_the_same_minimum(numbers: list[int]) -> None:
    shown = three_points_view(np.array(numbers, dtype=float).reshape(3, 2))
    assert (shown.dual.best is None) == (shown.solution.light is Light.IMPOSSIBLE)
    assert shown.agree == (shown.dual.best is not None)
    x0, y0, side = shown.window
    for spot in (*shown.dual.edges, shown.dual.best):
        assert spot is None or ((spot.at >= [x0, y0]) & (spot.at <= [x0 + side, y0 + side])).all()


def test_exercise_7_2_is_solved_and_proved() -> None:
    found, golden = solved_by_hard_margin(EXERCISE, CLASSES), TEXTBOOK["exercise_7_2"]
    assert found.light is Light.PROVED
    assert found.w == pytest.approx(golden["w"])
    assert found.b == pytest.approx(golden["b"])
    assert found.alpha == pytest.approx([0.5, 0.0, 2.0, 0.0, 2.5], abs=1e-9)
    assert np.flatnonzero(found.alpha > 0).tolist() == golden["support_indices"]
    assert found.margin_width == pytest.approx(2.0 / math.sqrt(5.0))
    assert found.certificate.gap <= 1e-9
