"""The points to start from, and the claims that the sentences beside them make."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import linprog
from sklearn.datasets import make_moons
from sklearn.svm import SVC

from datasets import CATALOGUE, LABELS, Points, ReadError, generators, make_points, snap

SEVERAL = {"pinwheel": 3, "six": 6}  # classes
NAMES = [
    *("moons", "example-7-1", "exercise-7-2", "three", "gap", "overlap", "noisy", "outlier", "unbalanced"),
    *("rings", "xor", "line", "spirals", "checkerboard", "wave", "pinwheel", "six", "iris", "wine", "cancer"),
]


def solve(points: Points, kernel: dict[str, object], C: float | None) -> SVC:
    """Return scikit-learn's answer for a kernel of the catalogue."""
    options = {
        "linear": {"kernel": "linear"},
        "gaussian": {"kernel": "rbf", "gamma": kernel.get("gamma")},
        "polynomial": {
            "kernel": "poly",
            **{"degree": kernel.get("degree"), "gamma": kernel.get("gamma")},
            "coef0": 1.0,
        },
    }[str(kernel["name"])]
    return SVC(C=1e7 if C is None else C, tol=1e-6, **options).fit(points.X, points.y)


def errors(points: Points, machine: SVC) -> int:
    return int((machine.predict(points.X) != points.y).sum())


def width(machine: SVC) -> float:
    return float(2 / np.linalg.norm(machine.coef_))


def separable_by_a_line(points: Points) -> bool:
    rows = -points.y[:, None] * np.column_stack([points.X, np.ones(len(points.y))])
    return bool(linprog(np.zeros(3), rows, -np.ones(len(rows)), bounds=(None, None)).status == 0)


@pytest.fixture
def opened() -> Callable[[str], tuple[Points, SVC]]:
    def open_it(name: str) -> tuple[Points, SVC]:
        points, start = CATALOGUE[name].make(), CATALOGUE[name].start
        return points, solve(points, start["kernel"], start["C"])

    return open_it


def test_the_catalogue_holds_the_nineteen_sets_under_their_names() -> None:
    assert list(CATALOGUE) == NAMES
    assert all(entry.name == name for name, entry in CATALOGUE.items())


@pytest.mark.parametrize("name", NAMES)
def test_a_point_is_a_pair_in_memory_so_that_an_edit_finds_its_set_again(name: str) -> None:
    assert CATALOGUE[name].make().X.view(np.complex128).shape == (len(CATALOGUE[name].make().y), 1)


@pytest.mark.parametrize("name", NAMES)
def test_every_set_lies_on_its_grid_is_read_only_and_is_made_once(name: str) -> None:
    points = CATALOGUE[name].make()
    assert points is CATALOGUE[name].make()
    assert points.X.dtype == np.float64
    assert points.y.dtype == np.int8
    assert set(points.y.tolist()) == set(LABELS[: SEVERAL.get(name, 2)])
    assert np.array_equal(snap(points.X, points.window), points.X)
    for array in (points.X, points.y):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


@pytest.mark.parametrize("name", NAMES)
def test_every_set_is_centred_enough_to_fill_its_window(name: str) -> None:
    points = CATALOGUE[name].make()
    assert points.window.size <= 8
    assert np.ptp(points.X, axis=0).max() >= 0.5 * points.window.size
    assert np.abs(points.X).max() <= 5


@pytest.mark.parametrize("name", NAMES)
def test_the_start_is_strict_json_and_a_fresh_copy(name: str) -> None:
    start = CATALOGUE[name].start
    assert json.loads(json.dumps(start, allow_nan=False)) == start
    start["kernel"]["name"] = "spoilt"
    assert CATALOGUE[name].start["kernel"]["name"] != "spoilt"


@pytest.mark.parametrize(
    "name", ["gap", "overlap", "noisy", "moons", "rings", "spirals", "checkerboard", "outlier", "unbalanced", "wave"]
)
def test_generated_sets_have_40_to_200_points(name: str) -> None:
    assert 40 <= len(CATALOGUE[name].make().y) <= 200


def test_the_textbook_examples_are_exact() -> None:
    first, second, third = (CATALOGUE[name].make() for name in ("example-7-1", "exercise-7-2", "xor"))
    assert first.X.tolist() == [[3, 3], [4, 3], [1, 1]]
    assert first.y.tolist() == [1, 1, -1]
    assert second.X.tolist() == [[1, 2], [2, 3], [3, 3], [2, 1], [3, 2]]
    assert second.y.tolist() == [1, 1, 1, -1, -1]
    assert sorted(zip(third.X.tolist(), third.y.tolist(), strict=True)) == [
        ([-1, -1], 1), ([-1, 1], -1), ([1, -1], -1), ([1, 1], 1),
    ]  # fmt: skip


@pytest.mark.parametrize(("name", "number"), [("example-7-1", "G01"), ("exercise-7-2", "G02")])
def test_the_textbook_examples_are_those_of_the_golden_file(name: str, number: str) -> None:
    golden = Path(__file__).parents[1] / "golden.json"
    if not golden.exists():
        pytest.skip("tests/golden.json is not here")
    problem = next(p for p in json.loads(golden.read_text("utf-8"))["problems"] if p["id"] == number)
    points = CATALOGUE[name].make()
    assert points.X.tolist() == problem["X"]
    assert points.y.tolist() == problem["y"]


def test_exactly_the_sets_with_a_gap_can_be_separated_by_a_line() -> None:
    separable = {name for name in NAMES if name not in SEVERAL and separable_by_a_line(CATALOGUE[name].make())}
    assert separable == {"example-7-1", "exercise-7-2", "three", "gap", "outlier"}


def test_the_moons_are_those_of_the_library() -> None:
    X, labels = make_moons(n_samples=90, noise=0.2, random_state=0)
    expected = make_points(generators._spread_out(X, generators.EXTENT), 2 * labels - 1)
    made = generators.moons()
    assert np.array_equal(made.X, expected.X)
    assert np.array_equal(made.y, expected.y)


def test_moons_are_a_gentle_curve_at_a_small_gamma_and_nearly_all_support_at_a_large_one(opened: Callable) -> None:
    points, machine = opened("moons")
    gentle = solve(points, {"name": "gaussian", "gamma": 0.05}, 10.0)
    tight = solve(points, {"name": "gaussian", "gamma": 30.0}, 10.0)
    assert len(machine.support_) < 30
    assert len(gentle.support_) < 40
    assert len(tight.support_) >= 0.9 * len(points.y)
    assert 0 < errors(points, machine) <= 3  # slack to see in the opening picture


def test_textbook_support_vectors_are_those_that_the_sentences_name(opened: Callable) -> None:
    assert opened("example-7-1")[1].support_.tolist() == [2, 0]
    assert sorted(opened("exercise-7-2")[1].support_.tolist()) == [0, 2, 4]
    assert len(opened("xor")[1].support_) == 4


def test_three_points_hold_the_line_in_the_gap(opened: Callable) -> None:
    points, machine = opened("gap")
    assert len(machine.support_) == 3
    assert errors(points, machine) == 0


def test_a_small_c_widens_the_band_between_overlapping_blobs(opened: Callable) -> None:
    points, machine = opened("overlap")
    soft = solve(points, {"name": "linear"}, 0.01)
    assert width(soft) > 2 * width(machine)
    assert len(soft.support_) > 2 * len(machine.support_)


def test_the_outlier_is_given_up_at_c_1_and_makes_the_hard_margin_thin(opened: Callable) -> None:
    points, machine = opened("outlier")
    hard = solve(points, {"name": "linear"}, None)
    assert np.flatnonzero(machine.predict(points.X) != points.y).tolist() == [len(points.y) - 1]
    assert width(hard) < width(machine) / 7
    assert errors(points, hard) == 0


def test_the_small_class_drowns_at_a_small_c(opened: Callable) -> None:
    points, _ = opened("unbalanced")
    assert (points.y == 1).sum() == 10
    assert (points.y == -1).sum() == 110
    assert (solve(points, {"name": "linear"}, 0.02).predict(points.X) == -1).all()


def test_degree_2_separates_the_rings_and_gamma_decides_about_spirals_and_squares(opened: Callable) -> None:
    for name in ("rings", "spirals", "checkerboard"):
        assert errors(*opened(name)) == 0
    spirals, squares = CATALOGUE["spirals"].make(), CATALOGUE["checkerboard"].make()
    assert errors(spirals, solve(spirals, {"name": "gaussian", "gamma": 0.1}, 100.0)) >= 10
    assert len(solve(squares, {"name": "gaussian", "gamma": 30.0}, 10.0).support_) >= 0.95 * len(squares.y)


def test_a_gaussian_kernel_follows_the_wave_and_no_line_does(opened: Callable) -> None:
    points, machine = opened("wave")
    line = solve(points, {"name": "linear"}, 10.0)
    assert errors(points, machine) == 0
    assert errors(points, line) > len(points.y) / 3


def test_iris_keeps_its_errors_while_the_band_halves(opened: Callable) -> None:
    points, machine = opened("iris")
    firm = solve(points, {"name": "linear"}, 100.0)
    assert errors(points, machine) == errors(points, firm) == 6
    assert 0.4 < width(firm) / width(machine) < 0.55


def test_a_curve_suits_the_wines_better_than_a_line(opened: Callable) -> None:
    points, machine = opened("wine")
    assert errors(points, machine) < errors(points, solve(points, {"name": "linear"}, 1.0))


def test_more_tumours_support_a_softer_line_with_hardly_more_errors(opened: Callable) -> None:
    points, machine = opened("cancer")
    soft = solve(points, {"name": "linear"}, 0.01)
    assert len(points.y) == 569
    assert len(soft.support_) > 2 * len(machine.support_)
    assert abs(errors(points, soft) - errors(points, machine)) <= 5


@pytest.mark.parametrize(
    ("X", "y", "key"),
    [
        (np.zeros((2001, 2)), np.ones(2001), "points.many"),
        ([[0, 0]], [1, -1], "points.lengths"),
        ([[0, 0]], [0], "points.labels"),
        ([[0, 0]], ["a"], "points.labels"),
        ([[0, 0]], [np.nan], "points.labels"),
        ([[1e300, 0]], [1], "points.far"),
    ],
)
def test_points_that_cannot_be_taken_are_refused_by_name(X: object, y: object, key: str) -> None:
    with pytest.raises(ReadError) as refusal:
        make_points(X, y)  # type: ignore[arg-type]
    assert refusal.value.key == key


def test_an_empty_board_is_points_too() -> None:
    points = make_points([], [])
    assert points.X.shape == (0, 2)
    assert points.y.shape == (0,)
    assert points.window.size == 8
