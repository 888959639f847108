"""A line laid by hand: functional margins follow its scale, geometric ones do not, and one direction is the best."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from core.problem import InputError, Linear, Separable, separation
from core.topics.margin.view import directions, hand_line, line_through, margin_of_directions, separating_directions
from tests.core.golden import GOLDEN
from tests.core.small_problems import Labels, Points, labelled_points, plane

MARGINS = GOLDEN["extras"]["margins"]
ONE, OTHER = np.array([-1.0, 0.5]), np.array([2.0, 1.0])
scales = st.floats(-3, 3).map(lambda exponent: 10.0**exponent)


def test_the_margins_are_those_of_the_reference() -> None:
    found = hand_line(np.array(MARGINS["w"]), MARGINS["b"], np.array(MARGINS["X"]), np.array(MARGINS["y"]))
    assert found.functional.tolist() == MARGINS["functional"]
    assert np.allclose(found.geometric, MARGINS["geometric"], rtol=1e-15)
    assert math.isclose(found.smallest, MARGINS["geometric_min"], rel_tol=1e-15)
    assert found.errors == 0


@given(labelled_points(), scales, st.tuples(plane, plane))
def test_a_scale_changes_every_functional_margin_and_no_geometric_one(
    generated: tuple[Points, Labels], scale: float, places: tuple[tuple[float, float], tuple[float, float]]
) -> None:
    first, second = map(np.array, places)
    assume((first != second).any())
    plain, scaled = (hand_line(*line_through(first, second, by), *generated) for by in (1.0, scale))
    assert np.allclose(scaled.functional, scale * plain.functional, rtol=1e-12, atol=1e-12 * scale)
    assert np.allclose(scaled.geometric, plain.geometric, rtol=1e-12, atol=1e-12)
    assert math.isclose(math.hypot(*scaled.w), scale, rel_tol=1e-12)


@given(labelled_points(), st.tuples(plane, plane))
def test_the_geometric_margin_of_a_point_is_its_distance_from_the_line(
    generated: tuple[Points, Labels], places: tuple[tuple[float, float], tuple[float, float]]
) -> None:
    first, second = map(np.array, places)
    assume((first != second).any())
    X, y = generated
    found = hand_line(*line_through(first, second, 7.0), X, y)
    along = (second - first) / np.hypot(*(second - first))
    area = along[0] * (X[:, 1] - first[1]) - along[1] * (X[:, 0] - first[0])  # positive on the left
    assert np.allclose(found.geometric, y * area, atol=1e-12)


def test_both_handles_at_one_place_are_refused() -> None:
    with pytest.raises(InputError, match="one place"):
        line_through(ONE, ONE.copy())


def test_the_left_of_the_way_from_the_first_handle_is_the_positive_side() -> None:
    w, b = line_through(np.array([0.0, 0.0]), np.array([1.0, 0.0]))
    assert w @ np.array([0.0, 3.0]) + b == 3.0


@given(labelled_points(), st.floats(-180, 180), st.floats(-5, 5))
def test_no_line_of_a_direction_has_more_margin_than_is_said_of_it(
    generated: tuple[Points, Labels], angle: float, b: float
) -> None:
    turned = math.radians(angle)
    w = np.array([math.cos(turned), math.sin(turned)])
    most = margin_of_directions(np.array([angle]), *generated)[0]
    assert hand_line(w, b, *generated).smallest <= most + 1e-12
    X, y = generated
    middle = -0.5 * ((X @ w)[y > 0].min() + (X @ w)[y < 0].max())
    assert math.isclose(hand_line(w, middle, *generated).smallest, most, abs_tol=1e-12)


@given(labelled_points(), st.floats(-180, 180))
def test_the_directions_that_separate_form_one_arc(generated: tuple[Points, Labels], top: float) -> None:
    arc = separating_directions(*generated, top)
    around = directions(*generated, top)
    if arc is None:
        assert around.best <= 0.0
        return
    assert separation(Linear(), *generated).separable is not Separable.NO
    inside = (around.angles > arc[0] + 1e-9) & (around.angles < arc[1] - 1e-9)
    outside = (around.angles < arc[0] - 1e-9) | (around.angles > arc[1] + 1e-9)
    assert (around.margins[inside] > 0).all()
    assert (around.margins[outside] <= 1e-12).all()


def test_the_margin_of_an_angle_is_that_of_its_nearest_turn() -> None:
    X, y = np.array(MARGINS["X"], dtype=float), np.array(MARGINS["y"], dtype=float)
    around = directions(X, y, 45.0)
    assert math.isclose(around.best, MARGINS["geometric_min"], rel_tol=1e-12)
    for turn in (-360.0, 0.0, 360.0):
        assert math.isclose(
            around.margin_at(30.0 + turn), margin_of_directions(np.array([30.0]), X, y)[0], rel_tol=1e-9
        )
