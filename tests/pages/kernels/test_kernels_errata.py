"""The gradient of the QP, and what the lecture and its notes print, on the page of kernels."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.problem import Gaussian, Linear, Polynomial, c_svc
from core.solver import answer
from core.topics.kernels.view import quadratic_program
from datasets import CATALOGUE
from pages.kernels import sentences, tables
from tests.pages.visit import Visit, in_both_languages
from ui.words import at_most, number, words_for

MOONS = CATALOGUE["moons"].make()


@in_both_languages
def test_the_difference_quotients_and_the_gradient_are_told_apart_by_rounding_only(lang: str) -> None:
    words = words_for(lang)
    problem = c_svc(MOONS.X, MOONS.y, Gaussian(1.0), 10.0)
    alpha = answer(problem, tolerance=1e-5, limit=200_000).alpha
    shown = quadratic_program(problem, alpha, 5)
    apart = float(np.abs(shown.quotients - shown.gradient).max())
    assert apart < 1e-9
    assert at_most(apart, 2) in sentences.gradient_sentence(shown, words)
    table = tables.programme_table(shown, [str(k) for k in range(5)])
    assert list(table["Qα + p"]) == [number(float(each)) for each in shown.gradient]


@in_both_languages
def test_the_errata_of_the_lecture_follow_the_length_of_w(lang: str) -> None:
    words, cubic = words_for(lang), Polynomial(3, 1.0, 1.0)
    values = {"d": 2, "length": "10"}
    assert sentences.printed_sentence(cubic, words) == words("kernels.algorithm.printed.apart", **values)
    assert sentences.printed_sentence(Linear(), words) == words("kernels.algorithm.printed.equal", d=2, length="2")
    assert sentences.printed_sentence(Gaussian(1.0), words).startswith(
        words("kernels.algorithm.printed.endless", d=2)[:20]
    )
    assert sentences.columns_sentence(cubic, 90, words) == words("kernels.programme.columns", n="90", length="10")
    endless = words("kernels.programme.columns.endless", n="90")
    assert sentences.columns_sentence(Gaussian(1.0), 90, words) == endless


@given(st.floats(1e-3, 1e3))
def test_gamma_is_a_scale(gamma: float) -> None:
    X = MOONS.X
    one = Polynomial(2, gamma, 1.0).gram(X, X)
    other = Polynomial(2, 1.0, 1.0).gram(np.sqrt(gamma) * X, np.sqrt(gamma) * X)
    np.testing.assert_allclose(one, other, rtol=1e-9, atol=1e-12 * float(np.abs(one).max()))
    assert number(gamma) in sentences.scale_sentence(X, gamma, words_for("en"))


@pytest.mark.parametrize("name", ["programme", "algorithm", "maps"])
def test_the_folds_with_errata_open(name: str) -> None:
    visit = Visit("kernels", lang="en")
    visit.unfold(f"kernels-{name}")
    assert "Erratum" in visit.texts()
