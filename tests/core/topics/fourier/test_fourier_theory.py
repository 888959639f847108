"""The bounds on random Fourier features: the table of the reference, what is false in print, and what holds."""

from __future__ import annotations

import math

import numpy as np
import pytest

from core.topics.fourier.theory import (
    Ball,
    ball_bound,
    bernstein_bound,
    chance_of,
    components_needed,
    hoeffding_bound,
    log_ball_probability,
    log_equation_12,
    log_proposition_1,
    mse_constant,
    printed_bound,
    proposition_1_bound,
    scaled_variance,
    solved_bound,
)

DELTA = 0.05
# d, D, R, then: corollary 1, proposition 1, equation 12 solved, ball, Hoeffding, Bernstein, n = 500 (mathematics 14)
TABLE = [
    (6, 300, 2, 0.327, 1.201, 1.230, 3.08, 0.641, 0.376),
    (8, 500, 2, 0.283, 1.075, 1.086, 2.77, 0.497, 0.281),
    (22, 800, 3, 0.346, 1.420, 1.388, 3.70, 0.393, 0.217),
    (123, 800, 4, 0.791, 3.360, 3.228, 8.80, 0.393, 0.217),
    (300, 800, 5, 1.229, 5.296, 5.082, 13.9, 0.393, 0.217),
]


@pytest.mark.parametrize("row", TABLE)
def test_every_row_of_the_table_of_bounds(row: tuple[float, ...]) -> None:
    d, D, R, printed, proposition, solved, rigorous, hoeffding, bernstein = row
    ball, D = Ball(int(d), R, 1.0), int(D)
    assert proposition_1_bound(ball, D, DELTA) == pytest.approx(proposition, abs=5e-4)
    assert printed_bound(ball, D, DELTA) == pytest.approx(printed, abs=5e-4)
    assert solved_bound(ball, D, DELTA) == pytest.approx(solved, abs=5e-4)
    assert ball_bound(ball, D, DELTA) == pytest.approx(rigorous, rel=2e-3)
    assert hoeffding_bound(500, D, DELTA) == pytest.approx(hoeffding, abs=5e-4)
    assert bernstein_bound(500, D, DELTA) == pytest.approx(bernstein, abs=5e-4)


@pytest.mark.parametrize(("d", "D", "R", "measured"), [(6, 300, 2, 0.271), (8, 500, 2, 0.213), (22, 800, 3, 0.163)])
def test_the_measured_column_of_the_table_is_what_a_roll_measures(d: int, D: int, R: float, measured: float) -> None:
    rng = np.random.default_rng(5)
    found = []
    for _ in range(8):
        X = _in_ball(rng, 500, d, R)
        W, b = rng.normal(0.0, math.sqrt(2.0), (D, d)), rng.uniform(-math.pi, math.pi, D)
        found.append(_worst(X, W, b, 1.0))
    assert np.median(found) == pytest.approx(measured, rel=0.15)
    assert max(found) < bernstein_bound(500, D, DELTA)


def test_how_many_features_the_bounds_ask_for_an_error_of_a_tenth() -> None:
    ball = Ball(8, 2.0, 1.0)
    assert components_needed(lambda D: printed_bound(ball, D, DELTA), 0.1) == 4000
    assert components_needed(lambda D: solved_bound(ball, D, DELTA), 0.1) == 78009
    assert components_needed(lambda D: ball_bound(ball, D, DELTA), 0.1) == pytest.approx(554_000, rel=1e-3)
    assert components_needed(lambda D: hoeffding_bound(1000, D, DELTA), 0.1) == 13450


def test_the_printed_eps_put_into_its_own_equation_is_no_probability() -> None:
    ball, D = Ball(8, 2.0, 1.0), 500
    eps = printed_bound(ball, D, DELTA)
    assert math.exp(log_equation_12(ball, D, eps)) == pytest.approx(6.8e5, rel=0.01)  # mathematics 20.4.2
    assert D * eps**2 / (4 * (8 + 2)) == pytest.approx(1.0, abs=1e-5)  # the t that is called small


def test_the_printed_bound_hardly_knows_delta_and_gamma() -> None:
    assert printed_bound(Ball(8, 2.0, 1e-3), 500, DELTA) == pytest.approx(0.282839, abs=5e-7)  # mathematics 20.4.4
    assert printed_bound(Ball(8, 2.0, 1e3), 500, DELTA) == pytest.approx(0.282843, abs=5e-7)
    few, many = (printed_bound(Ball(8, 2.0, 1.0), 500, delta) for delta in (1e-6, 0.99))
    assert 0 < few - many < 1e-7


def test_the_counterexample_exceeds_the_printed_bound_in_every_roll_and_no_proved_one() -> None:
    ball, D = Ball(1, 1e5, 1.0), 200
    eps = printed_bound(ball, D, DELTA)
    assert eps == pytest.approx(0.2449, abs=5e-5)
    rng = np.random.default_rng(0)
    worst = []
    for _ in range(20):
        X = _in_ball(rng, 600, 1, 1e5)
        W, b = rng.normal(0.0, math.sqrt(2.0), (D, 1)), rng.uniform(-math.pi, math.pi, D)
        worst.append(_worst(X, W, b, 1.0))
    assert min(worst) > eps  # 20 of 20, where at most one is allowed (mathematics 20.4.3)
    assert np.mean(worst) == pytest.approx(0.335, abs=0.02)
    assert max(worst) < min(ball_bound(ball, D, DELTA), bernstein_bound(600, D, DELTA), solved_bound(ball, D, DELTA))


@pytest.mark.parametrize("D", [10, 100, 10_000])
@pytest.mark.parametrize("ball", [Ball(1, 1e5, 1.0), Ball(2, 3.0, 1e-6), Ball(2, 3.0, 1e6), Ball(300, 5.0, 1.0)])
def test_the_solved_bounds_meet_delta_and_are_above_the_printed_one(ball: Ball, D: int) -> None:
    for bound, log_probability in (
        (solved_bound, log_equation_12),
        (ball_bound, log_ball_probability),
        (proposition_1_bound, log_proposition_1),
    ):
        eps = bound(ball, D, DELTA)
        assert log_probability(ball, D, eps) == pytest.approx(math.log(DELTA), abs=1e-6)
        assert eps > printed_bound(ball, D, DELTA)
        assert bound(ball, 2 * D, DELTA) < eps
        assert bound(ball, D, DELTA / 10) > eps


def test_the_closed_form_of_the_radius_is_the_minimum_over_all_radii() -> None:
    ball, D, eps = Ball(3, 2.0, 0.5), 400, 2.9
    r = np.exp(np.linspace(math.log(1e-6), math.log(math.sqrt(2) * ball.radius), 20_001))
    slope = 2 * ball.spread + 2 * math.sqrt(ball.gamma / math.e)
    total = 2 * (3 * math.sqrt(2) * ball.radius / r) ** 6 * math.exp(-D * eps**2 / 32) + 2 * r / eps * slope
    assert log_ball_probability(ball, D, eps) == pytest.approx(math.log(total.min()), abs=1e-5)


def test_the_best_radius_of_proposition_1_is_the_minimum_over_all_radii() -> None:
    ball, D = Ball(3, 2.0, 0.5), 400
    for eps in (0.4, 1.3):
        r = np.exp(np.linspace(math.log(1e-12), math.log(2 * ball.radius), 40_001))
        total = 2 * (6 * ball.radius / r) ** 3 * math.exp(-D * eps**2 / 8) + 4 * r * ball.spread / eps
        assert log_proposition_1(ball, D, eps) == pytest.approx(math.log(total.min()), abs=1e-5)


def test_proposition_1_holds_for_pairs() -> None:
    ball, pairs = Ball(2, 2.0, 1.0), 300  # frequencies
    eps = proposition_1_bound(ball, pairs, DELTA)
    rng = np.random.default_rng(3)
    for _ in range(10):
        X = _in_ball(rng, 300, 2, 2.0)
        W = rng.normal(0.0, math.sqrt(2.0), (pairs, 2))
        K = np.exp(-np.square(X[:, None] - X[None]).sum(axis=2))
        waves = np.hstack([np.cos(X @ W.T), np.sin(X @ W.T)])
        assert np.abs(waves @ waves.T / pairs - K).max() < eps


def test_a_ball_of_one_point_leaves_only_the_diagonal_to_be_wrong() -> None:
    point = Ball(2, 0.0, 1.0)
    assert printed_bound(point, 100, DELTA) == 0.0  # yet K'(x, x) of the phase map is not 1
    assert solved_bound(point, 100, DELTA) == 0.0
    assert ball_bound(point, 100, DELTA) > 0.0


@pytest.mark.parametrize("paired", [False, True])
def test_the_variance_of_the_approximation_is_its_formula(paired: bool) -> None:
    rng = np.random.default_rng(1)
    D, rolls = 20, 20_000
    for distance in (0.0, 0.3, 1.0, 3.0):
        K = math.exp(-(distance**2))
        x, y = 0.7, 0.7 + distance
        if paired:
            W = rng.normal(0.0, math.sqrt(2.0), (rolls, D // 2))
            value = np.cos(W * (x - y)).mean(axis=1)
        else:
            W, b = rng.normal(0.0, math.sqrt(2.0), (rolls, D)), rng.uniform(-math.pi, math.pi, (rolls, D))
            value = 2.0 * (np.cos(W * x + b) * np.cos(W * y + b)).mean(axis=1)
        wanted = float(scaled_variance(np.array([K]), paired)[0])
        squared = D * (value - K) ** 2
        assert abs(squared.mean() - wanted) <= 4.0 * squared.std() / math.sqrt(rolls) + 1e-12


def test_pairs_never_vary_more_than_phases_do() -> None:
    K = np.linspace(0.0, 1.0, 101)
    assert (scaled_variance(K, paired=True) <= scaled_variance(K)).all()
    assert mse_constant(np.zeros(3)) == 1.0
    assert mse_constant(np.ones(3), paired=True) == 0.0
    assert mse_constant(np.ones(3)) == 0.5


@pytest.mark.parametrize("paired", [False, True])
def test_the_union_bounds_hold_in_more_than_the_promised_share_of_rolls(paired: bool) -> None:
    rng = np.random.default_rng(2)
    n, D, delta, failures, rolls = 12, 30, 0.5, 0, 200
    for _ in range(rolls):
        X = _in_ball(rng, n, 2, 3.0)
        W, b = rng.normal(0.0, math.sqrt(2.0), (D, 2)), rng.uniform(-math.pi, math.pi, D)
        worst = _worst(X, W[: D // 2], None, 1.0) if paired else _worst(X, W, b, 1.0)
        failures += worst >= min(hoeffding_bound(n, D, delta, paired), bernstein_bound(n, D, delta, paired))
    assert failures <= delta * rolls


def _in_ball(rng: np.random.Generator, n: int, d: int, R: float) -> np.ndarray:
    direction = rng.normal(size=(n, d))
    return R * direction / np.linalg.norm(direction, axis=1)[:, None] * rng.random((n, 1)) ** (1.0 / d)


def _worst(X: np.ndarray, W: np.ndarray, b: np.ndarray | None, gamma: float) -> float:
    """Return max |K' - K| over all pairs of rows of X, written out anew; no phase: pairs of cosine and sine."""
    angle = X @ W.T
    if b is None:
        Z = np.hstack([np.cos(angle), np.sin(angle)]) / math.sqrt(len(W))
    else:
        Z = math.sqrt(2.0 / len(W)) * np.cos(angle + b)
    squared = ((X[:, None] - X[None]) ** 2).sum(axis=2)
    return float(np.abs(Z @ Z.T - np.exp(-gamma * squared)).max())


def test_the_chance_of_failures_is_a_binomial_tail() -> None:
    assert chance_of(0, 20, 0.05) == pytest.approx(1.0)
    assert chance_of(1, 20, 0.05) == pytest.approx(1 - 0.95**20)
    assert chance_of(20, 20, 0.5) == pytest.approx(0.5**20)
    assert chance_of(3, 20, 0.05) == pytest.approx(0.0755, abs=1e-4)
