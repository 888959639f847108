"""Links that carry the worst inputs: each page answers, with bounded work, and its light says nothing false.

How long each takes, `python -m benchmarks links` tells.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from benchmarks.links import PAGES, visit
from core.problem import Kernel, LinearProblem
from core.topics.descent.experiment import Side
from core.view import Light, coordinate_standing, pair_standing
from datasets import make_points
from pages import LINK, descent, gamma, phi, race, smo
from pages.descent.answers import linear_problem, optima
from pages.descent.answers import run as run_of_coordinates
from pages.gamma.answers import panel_at
from pages.phi.answers import full
from pages.smo.answers import run as run_of_pairs
from pages.smo.answers import runs_away
from tests.pages.counted_work import counted
from tests.pages.visit import Visit, link_of
from ui.solve.kernels import kernel_of
from ui.solve.limits import POINTS, SHARED_WORK, STEPS_OF_A_SOLVE, steps_of_one
from ui.solve.wire import unpack
from ui.state.lab import opening

FIVE = make_points([[1.1, 0], [-0.3, 0], [-1.1, 0], [0.8, 0], [1.7, 0]], [1, -1, -1, -1, 1])
FAR = make_points([[1000, 0], [3, 2], [-2, -1], [3, 2]], [1, 1, -1, -1])
SPOT = make_points([[1, 1], [1, 1], [2, 0]], [1, -1, 1])
MOST_WORK = 1_000_000_000  # numbers read by the steps that a page waits for: two seconds, at 2 ns each
SQUARED = "L2_plain_cyclic_shrink_poly2_883"
LINKS: dict[str, dict[str, str]] = {
    "a board of degree 10": {"data": "checkerboard", "k": "polynomial", "q": "10", "g": "1", "z": "1", "C": "inf"},
    "an overlap of degree 5": {"data": "overlap", "k": "polynomial", "q": "5", "g": "1", "z": "1", "C": "inf"},
    "a negative constant": {**link_of(FIVE), "k": "polynomial", "q": "4", "z": "-1", "C": "inf"},
    "a negative eigenvalue": {**link_of(FAR), "k": "polynomial", "q": "2", "g": "1", "z": "-1", "C": "10"},
    "a hard sigmoid": {"data": "moons", "k": "sigmoid", "g": "0.5", "r": "0", "C": "inf"},
    "a faint sigmoid": {"data": "moons", "k": "sigmoid", "g": "2.9e-5", "r": "0.73", "C": "1e9"},
    "both classes on one place": {**link_of(SPOT), "k": "gaussian", "g": "1", "C": "inf"},
    "many features under a huge C": {"data": "cancer", "k": "fourier", "g": "1e6", "D": "945", "C": "3.7e9"},
    "many points of degree 10": {"data": "cancer", "k": "polynomial", "q": "10", "g": "1e-6", "C": "1e100"},
    "squares under a huge C": {
        "data": "rings",
        "k": "taylor",
        "g": "282.5",
        "m": "30",
        "C": "1e100",
        "descent": SQUARED,
    },
    "a Gaussian under a huge C": {"data": "spirals", "k": "gaussian", "g": "1e-6", "C": "1e100"},
}
SLOWEST = ("a board of degree 10", "a faint sigmoid", "many features under a huge C", "many points of degree 10")
SEPARABLE = ("a board of degree 10", "an overlap of degree 5")


@pytest.mark.parametrize("name", SLOWEST)
@pytest.mark.parametrize("page", PAGES)
def test_the_worst_links_are_answered_with_bounded_work(page: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    work = counted(monkeypatch)
    assert visit(page, LINKS[name]) is None
    assert work.numbers <= MOST_WORK


def test_the_count_of_work_sees_every_step_of_a_run(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = smo.PAGE.read(opening(LINK, LINKS["a faint sigmoid"]))
    work = counted(monkeypatch)
    assert visit("smo", LINKS["a faint sigmoid"]) is None
    alone = len(run_of_pairs(asked, asked.rule).trace) * len(asked.board.points.y)
    assert work.numbers >= alone > 0


def test_no_solve_of_a_whole_board_reads_more_than_a_page_may() -> None:
    assert POINTS * STEPS_OF_A_SOLVE <= MOST_WORK


def test_a_taylor_kernel_so_narrow_that_its_powers_leave_the_floats_is_no_end_of_the_page() -> None:
    points = {"p": "AQFNbwj1eNoT-fEfAmC0OANDA2MDBCNIBI8RykfQyDyEHIKPLNNjmAQADJIoSQ"}
    assert visit("smo", {**points, "k": "taylor", "g": "214457.69366298572", "m": "30", "C": "1"}) is None


@pytest.mark.parametrize("page", ["board", "smo", "descent"])
def test_a_penalty_that_is_refused_leaves_the_cost_of_the_kernel_standing(page: str) -> None:
    assert visit(page, {"data": "moons", "k": "fourier", "g": "1", "D": "9", "C": "1e308"}) is None


def test_factors_whose_multipliers_leave_the_floats_are_no_end_of_the_page() -> None:
    factors = {"k": "fourier", "g": "189", "C": "inf", "taylor": f"0_2.5_auto_{','.join(['1e6'] * 21)}"}
    assert visit("taylor", factors) is None


def test_a_loss_beyond_float64_is_no_end_of_the_page() -> None:
    assert visit("descent", LINKS["squares under a huge C"]) is None


def test_features_near_the_end_of_float64_are_no_end_of_the_page() -> None:
    points = {"p": "AQFTXsl9eNoT_fEfAmA0B8O6vY86kXHDo5VPkXEHAEiWJ6A"}
    kernel = {"k": "polynomial", "q": "10", "g": "1162.755533030512", "z": "0", "C": "1e100"}
    assert visit("descent", {**points, **kernel, "lang": "en"}) is None


def test_multipliers_without_a_bound_are_no_end_of_the_page() -> None:
    points = {"p": "AQH0mpfHeNpj-PAfAmC0CANjAwMQMkIhA5SEiMFIhBiyDLIKhLq11xIAMZMl2w"}
    assert (
        visit(
            "descent",
            {
                **points,
                "m": "0",
                "k": "gaussian",
                "g": "588",
                "C": "inf",
                "descent": "L2_plain_cyclic_shrink_taylor_1603",
            },
        )
        is None
    )


def test_a_race_without_points_and_without_an_offset_says_what_is_missing() -> None:
    asked = {"C": "10", "descent": "L2_plain_cyclic_keep_plane_0"}
    assert visit("race", {"p": "AQGEIUSeeNpj_vEfAmA0AwMApuAP5g", **asked}) is None


def test_a_pair_so_far_out_that_its_series_leaves_the_floats_is_no_end_of_the_page() -> None:
    far = {"g": "1e6", "m": "30", "taylor": "0_1e6_1e6,-1e6,-1e6,1e6_1e-6,1e6"}
    assert visit("taylor", {**link_of(SPOT), "k": "taylor", "C": "1", **far}, unfold=True) is None


BEYOND_SINGLE = {
    "the offset of the losses": (
        "losses",
        {"p": "AQEx9kQheNoT-fEfAmA0K4NVAaMROu4AACt0FNU", "q": "4", "g": "603441.461236158", "z": "100", "C": "1e100"},
    ),
    "an objective of the losses that rounding takes": (
        "losses",
        {
            "p": "AQFY8hp4eNpj_vAfAmA0CwNTuux9EC7IkXgCwg0A6qsW1A",
            "q": "10",
            "g": "1e6",
            "z": "0.00016035154041124848",
            "C": "inf",
        },
    ),
    "the scores of a machine": (
        "machines",
        {"p": "AQE4u4JjeNr7wYAG9Bn4lN-rMAAAG0YCPg", "q": "10", "g": "1e6", "z": "52.6", "C": "inf"},
    ),
}


@pytest.mark.parametrize("name", BEYOND_SINGLE)
def test_numbers_beyond_single_precision_are_no_end_of_a_figure(name: str) -> None:
    page, query = BEYOND_SINGLE[name]
    assert visit(page, {**query, "k": "polynomial", "lang": "en"}, unfold=True) is None


def test_solves_that_one_page_waits_for_share_its_steps() -> None:
    lab = opening(LINK, LINKS["many points of degree 10"])
    panels, lift = gamma.PAGE.read(lab), phi.PAGE.read(lab)
    most = steps_of_one(panels.count)
    assert most == SHARED_WORK // 569
    assert max(panel_at(panels, each).solution.steps for each in (1e-4, 1e-3)) <= most
    assert full(lift).answer.steps <= most


@pytest.mark.parametrize("name", LINKS)
def test_the_light_of_the_worst_links_says_nothing_false(name: str) -> None:
    header, arrays = Visit("board", **LINKS[name]).board()
    answer: dict[str, Any] = header["answer"]
    assert answer["state"] in ("proved", "running", "impossible")
    assert answer["state"] != "impossible" or name not in SEPARABLE
    if answer["state"] == "impossible":
        assert math.isinf(float(LINKS[name]["C"]))
    if answer["state"] == "proved":
        assert is_optimal(kernel_of(header["kernel"]), answer, arrays)


@pytest.mark.parametrize("name", LINKS)
def test_the_light_of_a_run_of_pairs_says_nothing_false(name: str) -> None:
    asked = smo.PAGE.read(opening(LINK, LINKS[name]))
    trace = run_of_pairs(asked, asked.rule).trace
    shown = pair_standing(trace, len(trace))
    if runs_away(asked):
        assert math.isinf(float(LINKS[name]["C"]))
        assert name not in SEPARABLE
    elif shown.light is Light.PROVED:
        found = {"alpha": trace.last.alpha, "y": asked.board.points.y, "X": asked.board.points.X}
        assert is_optimal(kernel_of(asked.board.kernel), {"b": shown.b}, found)


@pytest.mark.parametrize("name", LINKS)
def test_the_light_of_a_run_of_coordinate_descent_says_nothing_false(name: str) -> None:
    asked = descent.PAGE.read(opening(LINK, LINKS[name]))
    trace = run_of_coordinates(asked).shown.trace
    if coordinate_standing(trace, len(trace)).light is not Light.PROVED:
        return
    problem, alpha = linear_problem(asked), trace.last.alpha
    features = np.column_stack([problem.X, np.full(len(problem.y), problem.bias or 0.0)])
    slope = problem.y * (features @ (features.T @ (alpha * problem.y))) - 1.0 + problem.dual.diagonal * alpha
    stays = ((alpha <= 0) & (slope >= 0)) | ((alpha >= problem.dual.upper) & (slope <= 0))
    upper = problem.dual.upper
    if np.isfinite(upper).all():  # the gap of a problem with a box: what each slope could still win
        gap = float(np.where(slope < 0, -slope * (upper - alpha), slope * alpha).sum())
        assert gap <= 1e-2 * (float(alpha.sum() - 0.5 * alpha @ (slope + 1.0)) + gap)
    else:
        assert np.abs(slope[~stays]).max(initial=0.0) <= 1e-2


def is_optimal(kernel: Kernel, answer: dict[str, Any], arrays: dict[str, np.ndarray]) -> bool:
    """Tell by plain NumPy whether a convex dual is at its optimum."""
    X, y, alpha = (np.asarray(arrays[key], dtype=float) for key in ("X", "y", "alpha"))
    K = kernel.gram(X, X)
    convex = np.linalg.eigvalsh(K).min() >= -1e-9 * np.abs(K).max()
    margin = y * (K @ (alpha * y) + answer["b"])
    slope = np.where(alpha <= 0, np.minimum(margin - 1, 0), margin - 1)
    free = alpha < alpha.max() * (1 - 1e-9)
    return bool(convex and np.abs(slope[free]).max(initial=0.0) <= 1e-2)


# ---- every other light ----


@pytest.mark.parametrize("name", LINKS)
@pytest.mark.parametrize("page", ["gamma", "phi", "fourier", "budget"])
def test_the_light_of_every_board_of_a_page_says_nothing_false(page: str, name: str) -> None:
    boards = [unpack(found.bytes) for found in Visit(page, **LINKS[name]).components("board")]
    assert boards
    for header, arrays in boards:
        answer = header["answer"]
        assert answer["state"] in ("proved", "running", "impossible", "refused")
        if answer["state"] == "impossible":
            assert math.isinf(float(LINKS[name]["C"]))
            assert header["kernel"]["name"] != "gaussian" or has_two_classes_on_one_place(arrays)
        if answer["state"] == "proved":
            assert is_optimal(drawn_kernel(header["kernel"]), answer, arrays)


def drawn_kernel(spec: Any) -> Any:
    """Return the kernel that a board draws; of a lift, which is no choice of a board, its inner product."""
    return Monomials(spec) if spec["name"] == "monomials" else kernel_of(spec)


class Monomials:
    """sum_k w_k x^e_k z^e_k, each point damped by a Gaussian."""

    def __init__(self, spec: Any) -> None:
        self.exponents, self.weights, self.damp = (np.array(spec[key]) for key in ("exponents", "weights", "damp"))

    def gram(self, A: np.ndarray, B: np.ndarray) -> np.ndarray:
        left, right = (
            (each[:, None] ** self.exponents).prod(axis=2) * np.exp(-(each**2) @ self.damp)[:, None] for each in (A, B)
        )
        return np.asarray((left * self.weights) @ right.T)


@pytest.mark.parametrize("name", LINKS)
@pytest.mark.parametrize("page", [descent, race], ids=["descent", "race"])
def test_an_optimum_that_two_runs_are_judged_by_is_one(page: Any, name: str) -> None:
    asked = page.PAGE.read(opening(LINK, LINKS[name]))
    both = optima(asked)
    for side, free in ((both.free, True), (both.appended, False)):
        if side.proved:
            assert gap_of(linear_problem(asked), side, free) <= 1e-2


def gap_of(problem: LinearProblem, side: Side, free: bool) -> float:
    """Return the relative gap by plain NumPy: of the plane of a side, and of its multipliers."""
    X, y, alpha = problem.X, problem.y, side.alpha
    hard, squared = problem.hard, problem.loss == "squared_hinge"
    w, inside = (alpha * y) @ X, 0.0
    if not free and problem.bias is not None:
        inside = problem.bias * float(alpha @ y)
    slack = np.maximum(1.0 - y * (X @ side.w + side.b), 0.0)
    cost = 0.0 if hard else problem.C * float((slack**2 if squared else slack).sum())
    ridge = float(alpha @ alpha) / (4.0 * problem.C) if squared and not hard else 0.0
    norm = float(w @ w) + inside**2
    dual = float(alpha.sum()) - 0.5 * norm - ridge
    primal = 0.5 * norm + cost
    return abs(primal - dual) / max(abs(primal), abs(dual), 1e-300)


def has_two_classes_on_one_place(arrays: dict[str, np.ndarray]) -> bool:
    X, y = arrays["X"], arrays["y"]
    return any(np.array_equal(a, b) for a in X[y > 0] for b in X[y < 0])
