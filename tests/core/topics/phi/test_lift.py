"""The lift: the plane that is drawn is the solver's own, and three maps of one kernel have one Gram matrix."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.special import gammaln

from core.problem import Gaussian, InputError, LineMap, OrderedMap, PolynomialMap, Role, SquaresMap, TextbookMap
from core.solver import answer
from core.topics.phi.view import Lift, clip, gram_difference, gram_order, lift, lifted_problem, rescaled
from core.view import Light, Solution, solution
from datasets import CATALOGUE
from tests.core.golden import C_SVC, GOLDEN

WINDOW = (-4.0, -4.0, 8.0)
EXAMPLES = ("first", "second", "third")
coordinates = arrays(np.float64, (6, 2), elements=st.floats(-10, 10, width=32))


def lifted(phi: Any, chosen: tuple[int, ...], X: Any, y: Any, C: float) -> tuple[Lift, Solution]:
    X = np.asarray(X, dtype=float)
    problem = lifted_problem(phi, X, np.asarray(y, dtype=float), chosen, C)
    found = solution(problem, answer(problem, tolerance=1e-9))
    return lift(phi, chosen, X, problem, found.alpha, WINDOW), found


def pieces(rows: np.ndarray) -> np.ndarray:
    return rows[np.isfinite(rows[:, 0])]


@given(coordinates)
def test_the_three_maps_of_example_7_3_have_the_gram_matrix_of_their_kernel(X: np.ndarray) -> None:
    for which in EXAMPLES:
        phi = TextbookMap(which)
        assert gram_difference(phi, phi.kernel, X) <= 1e-12 * max(1.0, float((X**2).sum(axis=1).max()) ** 2)


@pytest.mark.parametrize(("which", "key"), [("first", "R3_a"), ("second", "R3_b"), ("third", "R4")])
def test_they_send_the_points_of_the_reference_where_it_says(which: str, key: str) -> None:
    told = GOLDEN["textbook"]["example_7_3"]
    found = TextbookMap(which).features(np.array([told["x"], told["z"]]))
    np.testing.assert_allclose(found, [told["phi_x"][key], told["phi_z"][key]], rtol=1e-14)
    assert found[0] @ found[1] == pytest.approx(told["K"], rel=1e-12)


def test_example_7_3_is_about_the_plane() -> None:
    with pytest.raises(InputError):
        TextbookMap("first").features(np.ones((2, 3)))


def test_the_lectures_map_is_its_formula_and_comes_near_the_gaussian() -> None:
    X = np.linspace(-1.5, 1.5, 7)[:, None]
    k = np.arange(21)
    written = np.exp(-(X**2) + 0.5 * (k * math.log(2.0) - gammaln(k + 1))) * X**k
    np.testing.assert_allclose(LineMap(1.0, 20).features(X), written, rtol=1e-12, atol=1e-15)
    misses = [gram_difference(LineMap(1.0, order), Gaussian(1.0), X) for order in (2, 8, 30)]
    assert misses[0] > misses[1] > misses[2]
    assert misses[2] < 1e-10
    assert gram_difference(LineMap(1.0, 5), LineMap(1.0, 5).kernel, X) < 1e-14


@given(coordinates)
def test_the_ordered_map_has_its_kernel(X: np.ndarray) -> None:
    phi, inner = OrderedMap(), X @ X.T
    gram = phi.features(X) @ phi.features(X).T
    np.testing.assert_allclose(gram, 1.0 + inner + inner**2, rtol=1e-10, atol=1e-10)
    assert phi.features(X).shape[1] == phi.dimension(2) == len(phi.exponents(2))


@pytest.mark.parametrize("phi", [SquaresMap(), OrderedMap(), LineMap(0.5, 3)])
def test_the_exponents_say_what_the_features_are(phi: Any) -> None:
    X = np.array([[0.7, -1.3], [-0.4, 0.9]])
    damp = np.exp(-0.5 * X[:, :1] ** 2) if isinstance(phi, LineMap) else 1.0
    monomials = np.prod(X[:, None, :] ** phi.exponents(2)[None], axis=2)
    ratio = phi.features(X) / (monomials * damp)
    np.testing.assert_allclose(ratio[0], ratio[1], rtol=1e-12)


@pytest.mark.parametrize("name", ["rings", "moons", "xor"])
@pytest.mark.parametrize("chosen", [(3, 5, 4), (1, 2, 3), (0, 1, 2)])
@pytest.mark.parametrize("C", [1.0, 100.0])
def test_every_corner_of_a_plane_lies_on_it_and_in_the_box(name: str, chosen: tuple[int, ...], C: float) -> None:
    points = CATALOGUE[name].make()
    shown, _ = lifted(PolynomialMap(), chosen, points.X, points.y, C)
    scale = float(np.abs(shown.w) @ np.maximum(np.abs(shown.low), np.abs(shown.high))) + abs(shown.b) + 1.0
    for level, corners in zip((-1.0, 0.0, 1.0), shown.planes, strict=True):
        assert np.abs(corners @ shown.w + shown.b - level).max(initial=0.0) <= 1e-12 * scale
        assert np.all((corners >= shown.low - 1e-12 * scale) & (corners <= shown.high + 1e-12 * scale))
        assert len(corners) == 0 or 3 <= len(corners) <= 6


def test_support_vectors_lie_on_their_margin_planes() -> None:
    points = CATALOGUE["rings"].make()
    shown, found = lifted(TextbookMap("first"), (0, 1, 2), points.X, points.y, 10.0)
    f = shown.points @ shown.w + shown.b
    free = found.role == Role.FREE
    assert free.any()
    assert np.abs(points.y * f - 1.0)[free].max() < 1e-6
    np.testing.assert_allclose(f, found.decision, atol=1e-9)


@pytest.mark.parametrize("which", EXAMPLES)
def test_the_lifted_boundary_lies_on_the_plane(which: str) -> None:
    points, phi = CATALOGUE["rings"].make(), TextbookMap(which)
    chosen = tuple(range(phi.dimension(2)))[-3:] if which == "third" else (0, 1, 2)
    shown, _ = lifted(phi, chosen, points.X, points.y, 10.0)
    border = pieces(shown.border)
    assert len(border) > 100
    assert np.abs(border @ shown.w + shown.b).max() < 1e-5


def test_the_circle_is_a_plane_seen_from_below() -> None:
    points = CATALOGUE["rings"].make()
    shown, found = lifted(TextbookMap("second"), (0, 1, 2), points.X, points.y, 10.0)
    assert found.errors == 0
    up = np.abs(shown.w) / np.linalg.norm(shown.w)
    assert up[2] > 0.95  # nearly level: radius decides
    radius = np.sqrt(math.sqrt(2.0) * pieces(shown.border)[:, 2])  # |x|
    assert np.ptp(radius) < 0.35 * radius.mean()


def test_the_ellipse_becomes_a_straight_line() -> None:
    points = CATALOGUE["rings"].make()
    shown, found = lifted(SquaresMap(), (0, 1), points.X, points.y, 10.0)
    assert found.errors == 0
    assert shown.planes[1].shape == (2, 2)
    border = pieces(shown.border)
    _, spread, _ = np.linalg.svd(border - border.mean(axis=0))
    assert spread[1] < 1e-5 * spread[0]


def test_the_margins_of_exclusive_or_are_those_of_the_reference() -> None:
    for name, phi in (("G08", PolynomialMap()), ("G10", OrderedMap())):
        told = C_SVC[name]
        everything = tuple(range(phi.dimension(2)))
        problem = lifted_problem(phi, np.array(told["X"], float), np.array(told["y"], float), everything, math.inf)
        found = solution(problem, answer(problem, tolerance=1e-12))
        assert found.margin_width == pytest.approx(told["solution"]["margin_width"], rel=1e-9)
        np.testing.assert_allclose(found.alpha, told["solution"]["alpha"], rtol=1e-9)
        assert found.b == pytest.approx(told["solution"]["b"], abs=1e-12)
    # What is left of it in the one coordinate that matters: all of it.
    shown, found = lifted(PolynomialMap(), (1, 2, 5), told["X"], told["y"], math.inf)
    assert found.margin_width == pytest.approx(2.0 * math.sqrt(2.0), rel=1e-9)
    np.testing.assert_allclose(shown.w, [0.0, 0.0, 1.0 / math.sqrt(2.0)], atol=1e-9)


def test_what_no_plane_separates_is_said_and_draws_none() -> None:
    shown, found = lifted(PolynomialMap(), (0, 1, 2), C_SVC["G08"]["X"], C_SVC["G08"]["y"], math.inf)
    assert found.light is Light.IMPOSSIBLE
    assert [len(corners) for corners in shown.planes] == [0, 0, 0]
    assert len(shown.border) == 0


def test_the_share_adds_up() -> None:
    points = CATALOGUE["moons"].make()
    parts = [lifted(PolynomialMap(), chosen, points.X, points.y, 1.0)[0].share for chosen in ((0, 1, 2), (3, 4, 5))]
    assert sum(parts) == pytest.approx(1.0)
    assert lifted(TextbookMap("first"), (2, 0, 1), points.X, points.y, 1.0)[0].share == pytest.approx(1.0)


def test_the_box_holds_the_points_and_the_net_and_the_net_ends_its_lines() -> None:
    points = CATALOGUE["moons"].make()
    shown, _ = lifted(PolynomialMap(), (3, 5, 4), points.X, points.y, 1.0)
    for rows in (shown.points, pieces(shown.net), pieces(shown.border)):
        assert np.all((rows >= shown.low) & (rows <= shown.high))
    length = np.linalg.norm(shown.points, axis=1)  # the error of a sum of three products is a part of |a| |b|
    assert np.all(np.abs(shown.gram - shown.points @ shown.points.T) <= 1e-15 * np.multiply.outer(length, length))


@pytest.mark.parametrize("k", [2, 3])
def test_a_plane_beside_the_box_has_no_corners_in_it(k: int) -> None:
    low, high = np.zeros(k), np.ones(k)
    assert len(clip(np.ones(k), 1.0, low, high)) == 0
    assert len(clip(np.zeros(k), 1.0, low, high)) == 0
    assert len(clip(np.eye(k)[0], -0.5, low, high)) == (2 if k == 2 else 4)


def test_a_walk_around_the_corners_goes_along_the_box() -> None:
    corners = clip(np.array([1.0, 1.0, 1.0]), -1.5, np.zeros(3), np.ones(3))
    assert len(corners) == 6
    steps = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
    np.testing.assert_allclose(steps, math.sqrt(0.5))


def test_the_gram_matrix_is_read_class_by_class() -> None:
    points = CATALOGUE["rings"].make()
    order = gram_order(points.X, points.y)
    assert sorted(order) == list(range(len(points.y)))
    assert np.all(np.diff(points.y[order].astype(int)) <= 0)


def test_the_third_map_has_the_plane_of_the_first_with_a_shorter_middle_axis() -> None:
    points = CATALOGUE["rings"].make()
    first, _ = lifted(TextbookMap("first"), (0, 1, 2), points.X, points.y, 10.0)
    whole, found = lifted(TextbookMap("third"), (0, 1, 2, 3), points.X, points.y, 10.0)
    short = rescaled(first, np.array([1.0, math.sqrt(0.5), 1.0]))
    np.testing.assert_allclose(short.points, whole.points[:, [0, 1, 3]], rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(short.w, [whole.w[0], whole.w[1] + whole.w[2], whole.w[3]], atol=1e-7)
    np.testing.assert_allclose(short.points @ short.w + short.b, found.decision, atol=1e-7)
    for level, corners in zip((-1.0, 0.0, 1.0), short.planes, strict=True):
        np.testing.assert_allclose(corners @ short.w + short.b, level, atol=1e-11)
