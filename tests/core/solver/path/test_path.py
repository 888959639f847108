"""Every C at once: at any C the path is what a solve of its own finds, also with ties and twins."""

import math
from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.last_bits import awkward, differences
from core.problem import (
    Gaussian,
    InputError,
    Kernel,
    Linear,
    Polynomial,
    Precomputed,
    Sigmoid,
    TaylorGaussian,
    c_svc,
    certificate,
    margins_without_offset,
    offset_interval,
)
from core.solver import Outcome, RegularisationPath, Status, new_cancel_flag, regularisation_path, train
from tests.core import golden
from tests.core.small_problems import PSD_KERNELS, Labels, Points, cloud, labelled_points, moons

EXACT = 1e-8
ranges = st.tuples(st.floats(-3, 1), st.floats(0.5, 4)).map(lambda pair: (10 ** pair[0], 10 ** (pair[0] + pair[1])))
kernels = st.sampled_from([*PSD_KERNELS, Gaussian(0.01)])


def differs(path: RegularisationPath, X: Points, y: Labels, kernel: Kernel, C: float) -> tuple[float, float]:
    """Return how far the path's objective and f without b are from those of a solve at this C, relative."""
    problem = c_svc(X, y, kernel, C)
    alpha = train(problem.form, np.array(problem.gram), Precomputed(), 1e-10).alpha
    dual = certificate(problem, alpha).dual
    ours, theirs = (margins_without_offset(problem, found) for found in (path.alpha(C), alpha))
    return abs(path.objective(C) / dual - 1.0), float(np.abs(ours - theirs).max() / max(1.0, np.abs(theirs).max()))


def test_at_a_thousand_random_penalties_the_path_is_what_a_solve_finds() -> None:
    rng = np.random.default_rng(22)
    every = [*PSD_KERNELS, Gaussian(0.01)]
    for _ in range(200):
        X, y = awkward(rng)
        kernel = every[int(rng.integers(len(every)))]
        low = 10.0 ** rng.uniform(-3, 0)
        high = low * 10.0 ** rng.uniform(0.5, 3.5)
        path = regularisation_path(X, y, kernel, low, high)
        assert path.outcome == Outcome.OPTIMAL
        for C in np.exp(rng.uniform(math.log(low), math.log(high), 5)):
            assert max(differs(path, X, y, kernel, C)) < EXACT, (X, y, kernel, C)


def test_other_last_bits_of_the_kernel_values_end_no_walk_no_answer_and_no_path_another_way() -> None:
    """On another processor the same points have other last bits; problem 121 of the test above was STUCK with some."""
    for number in range(100):
        assert list(differences(np.random.default_rng([22, number]))) == [], number


def test_points_whose_kernel_values_have_almost_underflown_turn_no_walk_in_a_circle() -> None:
    """Their conditions are equations that no way of alpha can break: three of them, and twenty as they are found."""
    X, y = np.array([[-2.5, -6.0], [-2.0, -5.0], [-1.5, -4.0]]), np.array([1.0, -1.0, 1.0])
    path = regularisation_path(X, y, TaylorGaussian(1.0, 4), 0.001, 1.0)
    assert (path.outcome, path.high) == (Outcome.OPTIMAL, 1.0)
    rng = np.random.default_rng(3)
    for _ in range(40):
        n = int(rng.integers(3, 21))
        G = rng.normal(size=(n, 3)) * 10.0 ** rng.uniform(-14, 0, (n, 1))
        y = np.where(np.arange(n) % 3 == 0, -1.0, 1.0)
        path = regularisation_path(G @ G.T, y, Precomputed(), 0.05, 50.0)
        assert path.outcome == Outcome.OPTIMAL


def test_where_a_point_is_free_the_offset_and_f_are_those_of_a_solve_as_well() -> None:
    """A free point fixes b; without one every b of an interval is optimal, and no two solvers need to agree."""
    rng, compared = np.random.default_rng(23), 0
    for _ in range(120):
        X, y = awkward(rng)
        kernel = [*PSD_KERNELS, Gaussian(0.01)][int(rng.integers(len(PSD_KERNELS) + 1))]
        low = 10.0 ** rng.uniform(-3, 0)
        path = regularisation_path(X, y, kernel, low, low * 10.0 ** rng.uniform(0.5, 3.5))
        penalties = np.exp(rng.uniform(math.log(path.low), math.log(path.high), 5))
        assert path.outcome == Outcome.OPTIMAL
        for C in penalties:
            problem = c_svc(X, y, kernel, C)
            alpha = train(problem.form, np.array(problem.gram), Precomputed(), 1e-10).alpha
            if not (np.any(path.places(C) == Status.FREE) and np.any((alpha > 1e-6 * C) & (alpha < (1.0 - 1e-6) * C))):
                continue
            b = certificate(problem, alpha).b
            f = margins_without_offset(problem, alpha) + b
            size = max(1.0, float(np.abs(f).max()), abs(b))
            assert abs(path.b(C) - b) < EXACT * size, (X, y, kernel, C)
            assert float(np.abs(path.decision(C) - f).max()) < EXACT * size, (X, y, kernel, C)
            compared += 1
    assert compared >= 400


def test_a_walk_that_begins_at_an_optimum_full_of_ties_begins() -> None:
    """Fifteen points on one line, eight of them twins, with a first optimum where every condition is an equation."""
    t = np.array([-1, -1, -3, 4, -1, 2, 5, 1, -2, -5, -4, -4, 1, 6, -5]) / 2.0
    X = np.column_stack([t, 2.0 * t - 1.0])
    y = np.array([1.0, -1, 1, -1, 1, -1, -1, -1, 1, -1, 1, -1, 1, -1, -1])
    low = 0.08386064336524329  # there, and not 1e-10 beside it, the correction of the first optimum went in a circle
    path = regularisation_path(X, y, Linear(), low, 4.994657306685617)
    assert (path.low, path.outcome) == (low, Outcome.OPTIMAL)
    for C in (low, 0.1, 1.0, 4.9):
        assert max(differs(path, X, y, Linear(), C)) < EXACT


@pytest.mark.parametrize("kernel", [Linear(), Gaussian(1.0), Gaussian(0.01), Gaussian(10.0), Polynomial(3)])
def test_a_whole_board_is_followed_from_end_to_end(kernel: Kernel) -> None:
    X, y = moons(200)
    path = regularisation_path(X, y, kernel, 0.01, 1000.0)
    assert (path.low, path.high, path.outcome) == (0.01, 1000.0, Outcome.OPTIMAL)
    assert path.relative_gap < 1e-10
    assert path.violation < 1e-9
    assert np.all(np.diff(path.bends) > 0)


@given(labelled_points(), kernels, ranges)
def test_every_piece_is_proved_and_none_is_missing(
    given_points: tuple[Points, Labels], kernel: Kernel, ends: tuple[float, float]
) -> None:
    X, y = given_points
    path = regularisation_path(X, y, kernel, *ends)
    assert path.outcome == Outcome.OPTIMAL
    assert path.pieces.ends[0, 0] == ends[0]
    assert path.pieces.ends[-1, 1] == path.high == ends[1]
    assert np.array_equal(path.pieces.ends[1:, 0], path.pieces.ends[:-1, 1])
    assert path.relative_gap < EXACT


@given(labelled_points(), kernels, ranges, st.floats(0, 1))
def test_alpha_and_b_of_any_penalty_prove_themselves(
    given_points: tuple[Points, Labels], kernel: Kernel, ends: tuple[float, float], part: float
) -> None:
    X, y = given_points
    path = regularisation_path(X, y, kernel, *ends)
    C = min(max(ends[0] ** (1.0 - part) * ends[1] ** part, ends[0]), ends[1])
    alpha = path.alpha(C)
    assert alpha.min() >= 0.0
    assert alpha.max() <= C
    places = path.places(C)
    assert np.all(alpha[places == Status.ZERO] == 0.0)
    assert np.all(alpha[places == Status.BOUNDED] == C)  # to the bit: no bounded point counts as free
    proof = certificate(c_svc(X, y, kernel, C), alpha, path.b(C))
    assert abs(proof.equality) <= 1e-10 * C * len(y)
    assert proof.gap <= EXACT * abs(proof.dual)
    low, high = path.b_interval(C)
    assert low <= path.b(C) <= high
    assert np.allclose(path.decision(C), margins_without_offset(c_svc(X, y, kernel, C), alpha) + path.b(C))


@given(labelled_points(), kernels, ranges)
def test_the_optimum_is_continuous_convex_and_falling(
    given_points: tuple[Points, Labels], kernel: Kernel, ends: tuple[float, float]
) -> None:
    path = regularisation_path(*given_points, kernel, *ends)
    some = np.linspace(*ends, 9)
    value = np.array([path.objective(min(C, ends[1])) for C in some])
    size = 1e-9 * np.abs(value).max()
    assert np.all(np.diff(value) <= size)
    assert np.all(np.diff(value, 2) >= -size)
    for one in path.breakpoints:
        before, after = (path.objective(min(max(one.C * at, ends[0]), ends[1])) for at in (1 - 1e-11, 1 + 1e-11))
        assert before == pytest.approx(after, rel=1e-8)


@given(labelled_points(), kernels, ranges)
def test_places_change_at_breakpoints_and_nowhere_else(
    given_points: tuple[Points, Labels], kernel: Kernel, ends: tuple[float, float]
) -> None:
    path = regularisation_path(*given_points, kernel, *ends)
    for one in path.breakpoints:
        assert ends[0] < one.C < ends[1]
        assert all(move.left != move.entered for move in one.moves)
    for one, other in pairwise([ends[0], *path.bends, ends[1]]):
        if other - one > 1e-9 * other:
            near, far = (path.places((1 - at) * one + at * other) for at in (0.1, 0.9))
            assert np.array_equal(near, far)


def brute_force(K: np.ndarray, y: Labels, C: float) -> float:
    """Return the least D by trying every split into 0, free and C with plain linear algebra."""
    Q, best = K * np.outer(y, y), math.inf
    for split in product((0, 1, 2), repeat=len(y)):
        place = np.array(split)
        free, alpha = np.flatnonzero(place == Status.FREE), np.where(place == Status.BOUNDED, C, 0.0)
        M = np.zeros((len(free) + 1, len(free) + 1))
        M[0, 1:] = M[1:, 0] = y[free]
        M[1:, 1:] = Q[np.ix_(free, free)]
        right = np.concatenate([[-(y @ alpha)], 1.0 - Q[free] @ alpha])
        alpha[free] = np.linalg.lstsq(M, right, rcond=None)[0][1:]
        if abs(y @ alpha) < 1e-9 and alpha.min() > -1e-9 and alpha.max() < C + 1e-9:
            best = min(best, float(0.5 * alpha @ Q @ alpha - alpha.sum()))
    return best


@pytest.mark.parametrize("seed", range(8))
def test_no_split_of_the_points_does_better_than_the_path(seed: int) -> None:
    rng = np.random.default_rng(seed)
    X, y = rng.integers(-2, 3, (6, 2)).astype(float), np.array([1.0, -1.0, 1.0, -1.0, -1.0, 1.0])
    kernel = (Linear(), Gaussian(0.5))[seed % 2]
    path = regularisation_path(X, y, kernel, 0.01, 10.0)
    for C in (0.01, 0.05, 0.3, 1.0, 3.0, 10.0):
        assert path.objective(C) == pytest.approx(brute_force(path.gram, y, C), rel=1e-7)


def test_two_points_reach_the_margin_where_they_can_be_computed_by_hand() -> None:
    path = regularisation_path([[1.0], [-1.0]], [1, -1], Linear(), 0.1, 2.0)  # D = 2 alpha^2 - 2 alpha, best at 1/2
    (one,) = path.breakpoints
    assert pytest.approx(0.5) == one.C
    assert {move.point: (move.left, move.entered) for move in one.moves} == {
        0: (Status.BOUNDED, Status.FREE),
        1: (Status.BOUNDED, Status.FREE),
    }
    assert path.alpha(0.2) == pytest.approx([0.2, 0.2])
    assert path.alpha(1.7) == pytest.approx([0.5, 0.5])
    assert path.b_interval(0.2) == pytest.approx((-0.6, 0.6))
    assert path.b_interval(1.0) == pytest.approx((0.0, 0.0))


def test_the_interval_of_b_is_that_of_the_reference() -> None:
    entry = golden.C_SVC["G07"]
    problem, solution = golden.problem(entry), entry["solution"]
    C = entry["params"]["C"]
    path = regularisation_path(problem.X, problem.y, problem.kernel, C / 10.0, 10.0 * C)
    assert path.b_interval(C) == pytest.approx(solution["b_interval"])
    assert path.b(C) == pytest.approx(solution["b"])
    assert path.alpha(C) == pytest.approx(solution["alpha"])
    assert path.b_interval(C) == pytest.approx(offset_interval(problem, path.alpha(C)))


@pytest.mark.parametrize("name", sorted(golden.C_SVC))
def test_the_path_goes_through_the_reference_solutions(name: str) -> None:
    entry = golden.C_SVC[name]
    problem, solution, C = golden.problem(entry), entry["solution"], entry["params"]["C"]
    if math.inf in problem.form.upper or len(set(problem.form.upper)) > 1 or not problem.is_psd:
        pytest.skip("a hard margin, weights, or a kernel that is not positive semidefinite has no path")
    path = regularisation_path(problem.X, problem.y, problem.kernel, C / 20.0, 20.0 * C)
    assert path.objective(C) == pytest.approx(solution["dual_objective_min_form"], rel=EXACT)
    g = np.array(solution["decision_train"]) - solution["b"]
    assert path.decision(C) - path.b(C) == pytest.approx(g, abs=1e-6)


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"low": 0.0}, "C.not_positive"),
        ({"high": math.inf}, "C.not_finite"),
        ({"low": 2.0, "high": 1.0}, "path.range"),
        ({"low": 1.0, "high": 1.0}, "path.range"),
        ({"y": np.ones(10)}, "labels.one_class"),
        ({"X": np.empty((0, 2)), "y": np.empty(0)}, "points.none"),
        ({"kernel": Sigmoid(0.5, -1.0)}, "path.indefinite"),
        ({"X": np.zeros((501, 1)), "y": np.tile([1.0, -1.0, 1.0], 167)}, "path.points"),
    ],
)
def test_what_has_no_path_is_refused_with_one_sentence(change: dict[str, object], key: str) -> None:
    X, y = cloud(10, seed=0)
    asked = {"X": X, "y": y, "kernel": Linear(), "low": 0.1, "high": 10.0} | change
    with pytest.raises(InputError) as refusal:
        regularisation_path(**asked)  # type: ignore[arg-type]
    assert refusal.value.key == key


def test_a_penalty_outside_the_path_is_refused() -> None:
    path = regularisation_path(*cloud(10, seed=0), Linear(), 0.1, 10.0)
    with pytest.raises(InputError, match=r"from 0\.1 to 10"):
        path.alpha(11.0)


def test_a_path_that_is_cancelled_says_so() -> None:
    flag = new_cancel_flag()
    flag[0] = 1
    path = regularisation_path(*cloud(10, seed=0), Linear(), 0.1, 10.0, flag)
    assert path.outcome == Outcome.CANCELLED
    with pytest.raises(InputError):
        path.alpha(5.0)


def test_what_rounding_does_not_let_be_proved_is_left_out_and_said() -> None:
    X, y = cloud(60, seed=1)
    path = regularisation_path(1e4 * X, y, Polynomial(3), 1e-3, 1e6)
    assert path.relative_gap <= EXACT
    assert (path.outcome == Outcome.OPTIMAL) == (path.high == 1e6)


def test_a_matrix_of_kernel_values_is_followed_as_its_points_are() -> None:
    X, y = moons(30)
    direct = regularisation_path(X, y, Gaussian(1.0), 0.1, 10.0)
    given_gram = regularisation_path(direct.gram, y, Precomputed(), 0.1, 10.0)
    assert np.array_equal(direct.bends, given_gram.bends)
