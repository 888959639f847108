from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.problem import (
    Gaussian,
    InputError,
    Linear,
    Problem,
    c_svc,
    c_svc_form,
    eps_svr,
    eps_svr_form,
    nu_svc,
    nu_svc_form,
    nu_svr,
    nu_svr_form,
    one_class,
    one_class_form,
)
from core.problem.validation import MOST_GRAM_BYTES
from ui.solve.message import input_message
from ui.words import languages, words_for

X = [[0.0, 0.0], [1.0, 1.0], [2.0, 0.0], [3.0, 1.0], [0.5, 2.0]]
Y = [1, -1, 1, -1, 1]
Z = [0.0, 1.0, 0.5, -1.0, 2.0]
K = Gaussian(1.0)

REFUSED: dict[str, tuple[str, Callable[[], Problem]]] = {
    "nu = 0": ("nu.range", lambda: nu_svc(X, Y, K, 0.0)),
    "nu > 1": ("nu.range", lambda: one_class(X, K, 1.0000001)),
    "nu = NaN": ("nu.range", lambda: nu_svr(X, Z, K, 1.0, math.nan)),
    "nu is a word": ("nu.range", lambda: one_class(X, K, "half")),  # type: ignore[arg-type]
    "more nu than the smaller class holds": ("nu.too_large", lambda: nu_svc(X, Y, K, 0.81)),
    "more nu than its weights hold": ("nu.too_large", lambda: nu_svc(X, Y, K, 0.8, [1, 0.5, 1, 1, 1])),
    "one class for nu-SVC": ("labels.one_class", lambda: nu_svc(X, [1] * 5, K, 0.5)),
    "words to predict": ("targets.not_numbers", lambda: eps_svr(X, ["a"] * 5, K, 1.0, 0.1)),
    "too few values": ("targets.length", lambda: eps_svr(X, Z[:4], K, 1.0, 0.1)),
    "a table of values": ("targets.length", lambda: nu_svr(X, np.ones((5, 1)), K, 1.0, 0.5)),
    "a value NaN": ("targets.not_finite", lambda: eps_svr(X, [math.nan, *Z[1:]], K, 1.0, 0.1)),
    "a value infinite": ("targets.not_finite", lambda: nu_svr(X, [math.inf, *Z[1:]], K, 1.0, 0.5)),
    "a value of 1e101": ("targets.not_finite", lambda: nu_svr(X, [1e101, *Z[1:]], K, 1.0, 0.5)),
    "values of 1e300": ("targets.not_finite", lambda: eps_svr(X, [1e300] * 5, K, 1.0, 0.1)),
    "values of -1e300": ("targets.not_finite", lambda: nu_svr(X, [-1e300] * 5, K, 1.0, 0.5)),
    "C infinite for a tube": ("C.not_finite", lambda: eps_svr(X, Z, K, math.inf, 0.1)),
    "C = 1e308 for a tube": ("C.not_finite", lambda: nu_svr(X, Z, K, 1e308, 0.5)),
    "C = 0 for a tube": ("C.not_finite", lambda: nu_svr(X, Z, K, 0.0, 0.1)),
    "epsilon < 0": ("epsilon.negative", lambda: eps_svr(X, Z, K, 1.0, -0.1)),
    "epsilon = NaN": ("epsilon.negative", lambda: eps_svr(X, Z, K, 1.0, math.nan)),
    "epsilon infinite": ("epsilon.negative", lambda: eps_svr(X, Z, K, 1.0, math.inf)),
    "a negative weight": ("weights.negative", lambda: c_svc(X, Y, K, 1.0, None, [1, -1, 1, 1, 1])),
    "a weight NaN": ("weights.negative", lambda: one_class(X, K, 0.5, [1, math.nan, 1, 1, 1])),
    "an infinite weight": ("weights.negative", lambda: eps_svr(X, Z, K, 1.0, 0.1, [1, math.inf, 1, 1, 1])),
    "C times a weight overflows": ("weights.negative", lambda: c_svc(X, Y, K, 1e300, None, [1e90, 1, 1, 1, 1])),
    "too few weights": ("weights.length", lambda: nu_svr(X, Z, K, 1.0, 0.5, [1.0, 1.0])),
    "weights that are words": ("weights.length", lambda: c_svc(X, Y, K, 1.0, None, ["a"] * 5)),
    "no weight at all": ("weights.none", lambda: one_class(X, K, 0.5, [0.0] * 5)),
    "a class without weight": ("weights.empty_class", lambda: c_svc(X, Y, K, 1.0, None, [1, 0, 1, 0, 1])),
    "the other class": ("weights.empty_class", lambda: nu_svc(X, Y, K, 0.5, [0, 1, 0, 1, 0])),
    "a class whose weight underflows": (
        "weights.empty_class",
        lambda: c_svc(X, Y, K, 1e-300, None, [1, 1e-99, 1, 1e-99, 1]),
    ),
    "weight 0 beside a hard margin": ("weights.hard", lambda: c_svc(X, Y, K, math.inf, None, [1, 0, 1, 1, 1])),
    "an unknown loss": ("loss.unknown", lambda: c_svc(X, Y, K, 1.0, loss="logistic")),
    "a square that is lost beside the kernel": ("C.too_large", lambda: c_svc(X, Y, K, 1e15, loss="squared_hinge")),
    "a square that overflows": ("C.too_small", lambda: c_svc(X, Y, K, 1e-300, loss="squared_hinge")),
    "8000 points with two variables each": ("points.too_many", lambda: eps_svr(np.zeros((8000, 1)), Z, K, 1.0, 0.1)),
    "12000 points with squares": (
        "points.too_many",
        lambda: c_svc(np.zeros((12_000, 1)), Y, K, 1.0, loss="squared_hinge"),
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_the_door_refuses_with_the_key_of_one_sentence_in_every_language(case: str) -> None:
    key, ask = REFUSED[case]
    with pytest.raises(InputError) as refused:
        ask()
    assert refused.value.key == key
    assert "{" not in str(refused.value)
    assert str(refused.value).endswith(".")
    for lang in languages:
        said = input_message(refused.value, words_for(lang))
        assert 5 < len(said) < 200
        assert "refusal." not in said


def test_what_a_refusal_says_is_allowed_is_allowed() -> None:
    for count in (2, 3, 7, 100):
        y = np.where(np.arange(3 * count) < count, 1.0, -1.0)
        with pytest.raises(InputError) as refused:
            nu_svc_form(y, len(y), 0.9)
        assert nu_svc_form(y, len(y), float(str(refused.value.values["most"]))).total > 0
    with pytest.raises(InputError) as refused:
        c_svc(X, Y, K, 1e15, loss="squared_hinge")
    assert c_svc(X, Y, K, float(str(refused.value.values["most"])), loss="squared_hinge").form.squared


def test_all_that_a_problem_will_hold_is_counted_before_any_of_it_is_made() -> None:
    for problem, n in ((eps_svr(X, Z, K, 1.0, 0.1), 5), (c_svc(X, Y, K, 1.0, loss="squared_hinge"), 5)):
        held = problem.gram.nbytes + problem.dual.kernel.nbytes
        grams = held // (8 * n * n)
        most = math.isqrt(MOST_GRAM_BYTES // (8 * grams))
        with pytest.raises(InputError) as refused:
            _again(problem, np.zeros((most + 1, 1)))
        assert refused.value.values == {"count": most + 1, "most": most}


def _again(problem: Problem, points: np.ndarray) -> Problem:
    if problem.form.squared:
        return c_svc(points, np.ones(len(points)), K, 1.0, loss="squared_hinge")
    return eps_svr(points, np.ones(len(points)), K, 1.0, 0.1)


def test_weights_multiply_the_box_point_by_point_and_those_of_the_classes_too() -> None:
    weight = [1.0, 0.0, 2.0, 3.0, 0.5]
    assert c_svc(X, Y, K, 2.0, {1: 3.0, -1: 0.5}, weight).dual.upper.tolist() == [6.0, 0.0, 12.0, 3.0, 3.0]
    assert np.isinf(c_svc(X, Y, K, math.inf, None, [1, 2, 3, 4, 5]).dual.upper).all()
    assert eps_svr(X, Z, K, 2.0, 0.1, weight).dual.upper.tolist() == [2.0, 0.0, 4.0, 6.0, 1.0] * 2
    squared = c_svc(X, Y, K, 2.0, None, weight, "squared_hinge")
    assert squared.form.cost.tolist() == [2.0, 0.0, 4.0, 6.0, 1.0]
    assert squared.dual.upper.tolist() == [math.inf, 0.0, math.inf, math.inf, math.inf]
    ones = c_svc(X, Y, K, 2.0, None, np.ones(5))
    assert ones.dual.upper.tolist() == c_svc(X, Y, K, 2.0).dual.upper.tolist()


def test_a_form_needs_no_kernel_and_is_the_one_of_the_problem() -> None:
    for form, problem in (
        (c_svc_form(Y, 5, 2.0, {1: 3.0}, None, "squared_hinge"), c_svc(X, Y, K, 2.0, {1: 3.0}, None, "squared_hinge")),
        (nu_svc_form(Y, 5, 0.5), nu_svc(X, Y, K, 0.5)),
        (eps_svr_form(Z, 5, 2.0, 0.1), eps_svr(X, Z, K, 2.0, 0.1)),
        (nu_svr_form(Z, 5, 2.0, 0.5), nu_svr(X, Z, K, 2.0, 0.5)),
        (one_class_form(5, 0.5), one_class(X, K, 0.5)),
    ):
        assert form.formulation is problem.form.formulation
        for name in ("target", "y", "p", "upper", "start", "diagonal"):
            mine, theirs = getattr(form, name), getattr(problem.form, name)
            assert mine.tolist() == theirs.tolist()
            assert not mine.flags.writeable
        assert (form.alike, form.document, form.copies) == (
            problem.form.alike,
            problem.form.document,
            problem.form.copies,
        )
        assert form.balance == problem.dual.y @ problem.dual.start
        assert form.plain is (form.formulation.value == "c_svc")


def test_the_problem_does_not_change_when_the_callers_arrays_do() -> None:
    z, weight = np.array(Z), np.ones(5)
    problem = eps_svr(np.array(X), z, Linear(), 1.0, 0.1, weight)
    z[0], weight[0] = 99.0, 99.0
    assert problem.form.target[0] == 0.0
    assert problem.form.upper[0] == 1.0
    assert z.flags.writeable


anything = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=3), st.complex_numbers())
lists = st.one_of(anything, st.lists(anything, max_size=6), st.lists(st.floats(), min_size=5, max_size=5))


@pytest.mark.filterwarnings("ignore")
@given(z=lists, weight=lists, C=anything, nu=anything, epsilon=anything)
def test_whatever_comes_the_door_answers_with_a_problem_or_with_its_one_error(
    z: Any, weight: Any, C: Any, nu: Any, epsilon: Any
) -> None:
    for ask in (
        lambda: c_svc(X, Y, K, C, None, weight, "squared_hinge"),
        lambda: nu_svc(X, z, K, nu, weight),
        lambda: eps_svr(X, z, K, C, epsilon, weight),
        lambda: nu_svr(X, z, K, C, nu, weight),
        lambda: one_class(X, K, nu, weight),
    ):
        try:
            problem = ask()
        except InputError:
            continue
        assert np.isfinite(problem.dual.kernel).all()
        assert np.isfinite(problem.form.start).all()
        assert not np.isnan(problem.form.upper).any()
