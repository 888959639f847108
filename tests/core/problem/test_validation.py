from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.problem import Gaussian, InputError, Kernel, Linear, Polynomial, Precomputed, Problem, Sigmoid, c_svc
from core.solver import answer
from core.view import Light, solution

X = [[0.0, 0.0], [1.0, 1.0], [2.0, 0.0]]
Y = [1, -1, 1]
HUGE = 10**400  # a whole number that no float holds

REFUSED: dict[str, tuple[str, Any, Any, Any, Any]] = {
    "no points": ("points.shape", [], [], Linear(), 1.0),
    "no rows": ("points.none", np.zeros((0, 2)), [], Linear(), 1.0),
    "no columns": ("points.shape", np.zeros((3, 0)), Y, Linear(), 1.0),
    "a flat list": ("points.shape", [1.0, 2.0, 3.0], Y, Linear(), 1.0),
    "a number": ("points.shape", 3.0, Y, Linear(), 1.0),
    "three dimensions": ("points.shape", np.zeros((3, 2, 1)), Y, Linear(), 1.0),
    "words": ("points.not_numbers", [["a", "b"]] * 3, Y, Linear(), 1.0),
    "one word": ("points.not_numbers", "abc", Y, Linear(), 1.0),
    "ragged rows": ("points.not_numbers", [[1.0], [1.0, 2.0], [3.0]], Y, Linear(), 1.0),
    "complex points": ("points.not_numbers", np.array([[1j], [1.0], [2.0]]), Y, Linear(), 1.0),
    "an integer of 400 digits": ("points.not_numbers", [[HUGE], [1], [2]], Y, Linear(), 1.0),
    "NaN": ("points.not_finite", [[math.nan, 0.0], *X[1:]], Y, Linear(), 1.0),
    "infinity": ("points.not_finite", [[math.inf, 0.0], *X[1:]], Y, Linear(), 1.0),
    "None": ("points.not_finite", [[None, 0.0], *X[1:]], Y, Linear(), 1.0),
    "1e300": ("points.too_large", [[1e300, 0.0], *X[1:]], Y, Linear(), 1.0),
    "17000 points": ("points.too_many", np.zeros((17_000, 1)), np.ones(17_000), Linear(), 1.0),
    "one point": ("labels.one_class", X[:1], [1], Linear(), 1.0),
    "one class": ("labels.one_class", X, [1, 1, 1], Linear(), 1.0),
    "the other class": ("labels.one_class", X, [-1, -1, -1], Linear(), 1.0),
    "too few labels": ("labels.length", X, [1, -1], Linear(), 1.0),
    "a table of labels": ("labels.length", X, [[1], [-1], [1]], Linear(), 1.0),
    "labels 0 and 1": ("labels.not_signs", X, [0, 1, 1], Linear(), 1.0),
    "a label NaN": ("labels.not_signs", X, [math.nan, 1, -1], Linear(), 1.0),
    "labels that are words": ("labels.not_signs", X, ["cat", "dog", "cat"], Linear(), 1.0),
    "a label of 400 digits": ("labels.not_signs", X, [HUGE, -1, 1], Linear(), 1.0),
    "complex labels": ("labels.not_signs", X, np.array([1j, 1, -1]), Linear(), 1.0),
    "C = 0": ("C.not_positive", X, Y, Linear(), 0.0),
    "C < 0": ("C.not_positive", X, Y, Linear(), -1.0),
    "C = -inf": ("C.not_positive", X, Y, Linear(), -math.inf),
    "C = NaN": ("C.not_positive", X, Y, Linear(), math.nan),
    "C is a word": ("C.not_positive", X, Y, Linear(), "ten"),
    "C is nothing": ("C.not_positive", X, Y, Linear(), None),
    "C is a list": ("C.not_positive", X, Y, Linear(), [1.0, 2.0]),
    "not square": ("precomputed.not_square", [[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]], Y, Precomputed(), 1.0),
    "not symmetric": ("precomputed.not_symmetric", [[1.0, 2.0], [0.0, 1.0]], [1, -1], Precomputed(), 1.0),
    "a kernel that overflows": ("kernel.overflow", [[1e90, 0.0], *X[1:]], Y, Polynomial(4), 1.0),
    "a kernel at the last float": ("kernel.overflow", [[1.1e77], [1e77], [-1.1e77]], Y, Polynomial(2), math.inf),
}


@pytest.mark.parametrize("case", REFUSED)
def test_the_door_refuses_with_the_key_of_one_sentence(case: str) -> None:
    key, points, labels, kernel, C = REFUSED[case]
    with pytest.raises(InputError) as refusal:
        c_svc(points, labels, kernel, C)
    assert refusal.value.key == key
    assert "{" not in str(refusal.value)
    assert str(refusal.value).endswith(".")


@pytest.mark.parametrize(
    "class_weight",
    [{1: 0.0}, {-1: -1.0}, {1: math.nan}, {-1: math.inf}, {1: "a"}, {1: None}],
    ids=str,
)
def test_a_class_weight_that_is_not_positive_and_finite_is_refused(class_weight: dict[int, Any]) -> None:
    with pytest.raises(InputError) as refusal:
        c_svc(X, Y, Linear(), 1.0, class_weight)
    assert refusal.value.key == "weight.not_positive"


@pytest.mark.parametrize(("C", "weight"), [(1e308, 10.0), (5e-324, 0.1)], ids=["overflow", "underflow"])
def test_a_weighted_c_must_stay_positive_and_finite(C: float, weight: float) -> None:
    with pytest.raises(InputError) as refusal:
        c_svc(X, Y, Linear(), C, {1: weight})
    assert refusal.value.key == "weight.not_positive"


def test_every_way_to_write_the_same_input_is_the_same_problem() -> None:
    reference = c_svc(np.array(X), np.array(Y, dtype=float), Linear(), 1.0)
    for points, labels in ((X, Y), (np.asfortranarray(X), np.array(Y, dtype=np.int8)), (np.float32(X), tuple(Y))):
        problem = c_svc(points, labels, Linear(), np.float64(1))
        assert np.array_equal(problem.X, reference.X)
        assert np.array_equal(problem.dual.kernel, reference.dual.kernel)
        assert problem.X.flags.c_contiguous


def test_the_problem_does_not_change_when_the_callers_array_does() -> None:
    mine = np.array(X)
    problem = c_svc(mine, Y, Linear(), 1.0)
    mine[0, 0] = 99.0
    assert problem.X[0, 0] == 0.0
    for array in (problem.X, problem.y, problem.dual.kernel, problem.dual.p, problem.dual.upper):
        assert not array.flags.writeable


def test_weights_multiply_c_class_by_class_and_infinity_stays_infinite() -> None:
    upper = c_svc(X, Y, Linear(), 2.0, {1: 3.0, -1: 0.5}).dual.upper
    assert upper.tolist() == [6.0, 1.0, 6.0]
    hard = c_svc(X, Y, Linear(), math.inf, {1: 3.0, -1: 0.5})
    assert hard.hard
    assert np.isinf(hard.dual.upper).all()


anything = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=4),
    st.binary(max_size=4),
    st.complex_numbers(),
)
tables = st.one_of(anything, st.lists(anything, max_size=4), st.lists(st.lists(anything, max_size=3), max_size=4))
kernels: list[Kernel] = [Linear(), Gaussian(1.0), Polynomial(3), Sigmoid(1.0, 0.0), Precomputed()]


def _admitted(points: Any, labels: Any, kernel: Kernel, C: Any) -> Problem | None:
    """Return the problem, or None where it is refused; any other error than its own is raised."""
    try:
        return c_svc(points, labels, kernel, C)
    except InputError:
        return None


@pytest.mark.filterwarnings("ignore")
@given(points=tables, labels=tables, kernel=st.sampled_from(kernels), C=anything)
def test_whatever_comes_the_door_answers_with_a_problem_or_with_its_one_error(
    points: Any, labels: Any, kernel: Kernel, C: Any
) -> None:
    problem = _admitted(points, labels, kernel, C)
    assert problem is None or len(problem.X) == len(problem.y) >= 2


finite = st.floats(-1e100, 1e100)


@pytest.mark.filterwarnings("ignore")
@given(
    table=st.lists(st.tuples(finite, finite), min_size=2, max_size=6),
    kernel=st.sampled_from([Linear(), Gaussian(1.0), Polynomial(2), Sigmoid(1.0, 0.0)]),
    C=st.sampled_from([1e-300, 1.0, 1e6, 1e300, math.inf]),
)
def test_what_the_door_lets_through_is_solved_or_said_not_to_be(
    table: list[tuple[float, float]], kernel: Kernel, C: float
) -> None:
    y = [1 if k % 2 else -1 for k in range(len(table))]
    problem = _admitted(table, y, kernel, C)
    if problem is None:
        return
    shown = solution(problem, answer(problem, limit=2000))
    assert isinstance(shown.light, Light)
    if shown.light is Light.PROVED:
        assert math.isfinite(shown.certificate.gap)
        assert np.isfinite(shown.decision).all()
