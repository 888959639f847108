"""The figures of the Taylor page: Plotly takes them, their names keep apart, and each says itself in words."""

import json
import math
from itertools import pairwise

import numpy as np
import plotly.graph_objects as go
import pytest

from core.problem import TaylorGaussian
from core.topics.taylor.experiment import taylor_space, taylor_sweep, taylor_times
from core.topics.taylor.view import taylor_cloud, taylor_orders, taylor_pair
from pages.taylor.figures.boundary import taylor_boundary_figure, taylor_boundary_text
from pages.taylor.figures.errors import taylor_errors_figure, taylor_errors_text
from pages.taylor.figures.kernels import reach_of, taylor_kernels_figure, taylor_kernels_text
from pages.taylor.figures.orders import taylor_orders_figure, taylor_orders_text
from pages.taylor.figures.space import monomial, taylor_space_figure, taylor_space_text
from pages.taylor.figures.sweep import taylor_sweep_figure, taylor_sweep_text
from pages.taylor.figures.xi import taylor_xi_figure, taylor_xi_text
from ui.plot.ends import in_powers
from ui.plot.labels import apart
from ui.plot.sketch import Sketch
from ui.words import languages, words_for

WINDOW = (-4.0, -4.0, 8.0)


def points() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    y = np.where(np.arange(30) % 2 == 0, 1, -1)
    return rng.normal(0, 0.7, (30, 2)) + y[:, None], y


def figures(lang: str, factors: tuple[float, ...] = (), gamma: float = 0.5) -> list[tuple[Sketch, str]]:
    """Return every figure of the page with its words."""
    (X, y), words, kernel = points(), words_for(lang), TaylorGaussian.scaled(gamma, 3, factors)
    pair, cloud = taylor_pair(kernel, X[0], X[1]), taylor_cloud(kernel, X)
    orders = taylor_orders(X, gamma, 3, factors=factors)
    last = TaylorGaussian.scaled(gamma, 30, factors)
    sweep, times = taylor_sweep(X, y, last, 1.0, WINDOW, 20_000), taylor_times(X, y, last, 1.0, 20_000)
    space = taylor_space(X, y, kernel, 1.0, X[0], 20_000)
    return [
        (taylor_kernels_figure(pair, words), taylor_kernels_text(pair, words)),
        (taylor_errors_figure(pair, cloud, 3, 4.0, words), taylor_errors_text(pair, cloud, words)),
        (taylor_errors_figure(pair, None, 3, 4.0, words), taylor_errors_text(pair, None, words)),
        (taylor_orders_figure(orders, 3, not factors, words), taylor_orders_text(orders, 3, words)),
        (taylor_xi_figure(pair, words), taylor_xi_text(pair, words)),
        (taylor_boundary_figure(sweep, 3, X, y, WINDOW, words), taylor_boundary_text(sweep, 3, words)),
        (taylor_sweep_figure(sweep, times, 3, words), taylor_sweep_text(sweep, times, words)),
        (taylor_space_figure(space, words), taylor_space_text(space, words)),
    ]


@pytest.mark.parametrize("lang", languages)
@pytest.mark.parametrize("factors", [(), (1.0, 2.0)])
@pytest.mark.parametrize("gamma", [1e-6, 0.5, 1e6])
def test_plotly_takes_every_figure_and_each_has_words(lang: str, factors: tuple[float, ...], gamma: float) -> None:
    for figure, told in figures(lang, factors, gamma):
        assert go.Figure(json.loads(figure.to_json())).data
        assert told
        assert "nan" not in told


def test_names_at_the_ends_of_lines_keep_apart_and_below_the_top() -> None:
    for values in ([0.0, 0.0, 0.0], [3.0, 2.9, -5.0, 3.0], [1.0], []):
        placed = apart(values, 0.5, 3.0)
        assert placed == sorted(placed)
        assert all(second - first >= 0.5 - 1e-12 for first, second in pairwise(placed))
        assert all(value <= 3.0 for value in placed)


def test_an_axis_holds_what_it_shows() -> None:
    X, _ = points()
    pair = taylor_pair(TaylorGaussian.scaled(0.5, 3), X[0], X[1])
    for farthest in (0.0, 0.7, 12.0, 1e5):
        assert reach_of(pair, farthest) >= max(farthest, pair.grid[-1])


@pytest.mark.parametrize(
    ("decades", "told"), [(0.0, "1"), (-2.0, "0.01"), (1000.4, "10^1000"), (-math.inf, "0"), (math.inf, "∞")]
)
def test_powers_beyond_all_floats_are_written(decades: float, told: str) -> None:
    assert in_powers(decades) == told


def test_monomials_are_written_as_in_a_book() -> None:
    assert [monomial(power) for power in ((0, 0), (1, 0), (0, 2), (2, 11))] == ["1", "x₁", "x₂²", "x₁²x₂¹¹"]
