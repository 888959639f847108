"""The window and its grid: every round trip is exact."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from datasets import ReadError, Window, from_indices, grid_indices, snap, window_for
from datasets.plane import AIR, FARTHEST

coordinates = st.floats(-FARTHEST, FARTHEST, allow_nan=False)
clouds = hnp.arrays(np.float64, st.tuples(st.integers(0, 40), st.just(2)), elements=coordinates)
indices = hnp.arrays(np.int64, st.tuples(st.integers(0, 40), st.just(2)), elements=st.integers(0, 65535))


@st.composite
def windows(draw: st.DrawFn) -> Window:
    size = 2.0 ** draw(st.integers(-14, 20))
    corner = st.integers(-int(16 * FARTHEST / size), int(16 * FARTHEST / size) - 16)
    return Window(draw(corner) * size / 16, draw(corner) * size / 16, size)


@given(windows(), indices)
def test_indices_to_points_and_back_is_exact(window: Window, expected: np.ndarray) -> None:
    points = from_indices(expected, window)
    assert np.array_equal(grid_indices(points, window), expected)


@given(windows(), indices)
def test_the_formula_of_the_grid_never_rounds(window: Window, some: np.ndarray) -> None:
    points = from_indices(some, window)
    back = (points - window.corner) * 65536 / window.size
    assert np.array_equal(back, some)


@given(clouds)
def test_snapping_twice_is_snapping_once_bit_for_bit(X: np.ndarray) -> None:
    window = window_for(X)
    once = snap(X, window)
    assert np.array_equal(snap(once, window), once)


@given(clouds)
def test_the_window_holds_its_points_and_snapping_moves_them_by_half_a_grid_step_at_most(X: np.ndarray) -> None:
    window = window_for(X)
    assert (window.corner <= X).all()
    assert (window.corner + window.size >= X).all()
    assert (np.abs(snap(X, window) - X) <= window.spacing / 2).all()


@given(clouds)
def test_the_window_is_the_smallest_that_leaves_air(X: np.ndarray) -> None:
    window = window_for(X)
    extent = float(np.ptp(X, axis=0).max()) if len(X) else 0.0
    assert window.size >= extent * (1 + 2 * AIR)
    if extent * 2**20 > np.abs(X).max(initial=1.0):  # far from the origin, exactness asks for a larger side
        assert window.size / 2 < extent * (1 + 2 * AIR)


@given(clouds)
def test_the_same_points_give_the_same_window_after_snapping_or_one_that_holds_them(X: np.ndarray) -> None:
    snapped = snap(X, window_for(X))
    window = window_for(snapped)
    assert (window.corner <= snapped).all()
    assert (window.corner + window.size >= snapped).all()


def test_no_point_and_one_point_show_the_square_from_minus_4_to_4() -> None:
    assert window_for(np.empty((0, 2))) == window_for([]) == window_for([[1.0, -2.0]]) == Window(-4, -4, 8)


def test_a_single_point_far_away_is_in_the_middle_of_its_window() -> None:
    window = window_for([[100.0, 7.0]])
    assert window == Window(96.0, 3.0, 8.0)


def test_points_outside_the_window_go_to_its_rim() -> None:
    window = Window(0, 0, 1)
    assert grid_indices([[-5, 0.5], [7, 1]], window).tolist() == [[0, 32768], [65535, 65535]]


@pytest.mark.parametrize(
    ("x0", "y0", "size"),
    [
        (0, 0, 3),
        (0.1, 0, 4),
        (0, 0, 0),
        (0, 0, -4),
        (0, 0, np.inf),
        (np.nan, 0, 4),
        (0, np.inf, 4),
        (2.0**60, 0, 1),
        (0, 0, 2.0**23),
    ],
)
def test_a_window_off_the_grid_is_refused(x0: float, y0: float, size: float) -> None:
    with pytest.raises(ReadError) as refusal:
        Window(x0, y0, size)
    assert refusal.value.key == "window.shape"


@pytest.mark.parametrize(
    ("X", "key"),
    [
        ([[1.0, np.nan]], "points.finite"),
        ([[0.0, 0.0], [np.inf, 0.0]], "points.finite"),
        ([[1e300, 0.0]], "points.far"),
        ([[1.0, 2.0, 3.0]], "points.shape"),
        ([1.0, 2.0], "points.shape"),
        ([["a", "b"]], "points.shape"),
        ([[1.0], [2.0, 3.0]], "points.shape"),
    ],
)
def test_coordinates_that_cannot_be_shown_are_refused_by_name(X: object, key: str) -> None:
    with pytest.raises(ReadError) as refusal:
        window_for(X)  # type: ignore[arg-type]
    assert refusal.value.key == key
