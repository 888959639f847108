"""The step by its weights: w and b before and after, and the sums of the dual run that they equal."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from datasets import make_points
from pages import LINK
from pages.perceptron import answers
from pages.perceptron.question import ETAS, read
from pages.perceptron.weights import weight_rows
from tests.pages.visit import EN, Visit, in_both_languages, link_of
from ui.state.lab import opening
from ui.words import words_for

EXERCISE = {"data": "exercise-7-2", "k": "linear"}


def asked(**query: str) -> Any:
    return read(opening(LINK, {**EXERCISE, **query}))


def rows_of(visit: Visit) -> list[dict[str, str]]:
    found = [data["rows"] for data in visit.data("standing") if data["key"] == "perceptron-weights"]
    return found[0] if found else []


@pytest.mark.parametrize("data", ["exercise-7-2", "example-7-1", "outlier", "xor", "gap"])
@pytest.mark.parametrize("way", ["cyclic_0_1", "random_3_0.5"])
def test_w_and_b_of_the_primal_run_are_the_sums_of_the_dual_run_in_every_step(data: str, way: str) -> None:
    question = asked(data=data, mistakes=way)
    trace, problem = answers.run(question).trace, answers.svm(question).problem
    for k in range(len(trace) + 1):
        shown = answers.by_weights(question, k)
        assert shown.same
        alpha = trace.state_at(min(k + 1, len(trace))).alpha
        scale = float(alpha @ (np.abs(problem.X).sum(axis=1) + shown.square))
        np.testing.assert_allclose(shown.after[0], (alpha * problem.y) @ problem.X, rtol=0, atol=1e-13 * scale)
        assert shown.after[1] == pytest.approx(shown.square * float(alpha @ problem.y), rel=0, abs=1e-13 * scale)
        assert shown.apart <= 1e-13 * scale
        if k < len(trace):
            i = int(trace.table["i"][k])
            assert shown.i == i
            step = question.run_options.eta * problem.y[i] * problem.X[i]
            np.testing.assert_allclose(shown.after[0] - shown.before[0], step, rtol=0, atol=1e-13 * scale)
        else:
            assert shown.i == -1
            assert shown.before[0].tolist() == shown.after[0].tolist()


def test_the_rows_are_numbers_that_follow_from_one_another() -> None:
    shown = answers.by_weights(asked(mistakes="cyclic_0_2"), 0)  # point 1, (1, 2), comes first
    w, b, total, offset, apart = weight_rows(shown, EN).rows
    assert (w.value, b.value) == ("(0, 0) → (2, 4)", "0 → 36")
    assert w.how == "w + η yᵢ xᵢ, i = 1: (0, 0) + 2 · (1) · (1, 2) = (2, 4)"
    assert b.how == "b + η yᵢ R², i = 1: 0 + 2 · (1) · 18 = 36"
    assert (total.value, offset.value) == ("(2, 4)", "36")
    assert "2 · (1) · (1, 2)" in total.how
    assert apart.value == "0" or float(re.sub(r"\s×\s10⁻.*", "", apart.value)) >= 0


@in_both_languages
def test_the_page_shows_them_at_the_step_of_the_link_and_at_the_end(lang: str) -> None:
    words = words_for(lang)
    visit = Visit("perceptron", **EXERCISE, step="3", lang=lang)
    assert words("perceptron.weights.title") in visit.texts()
    shown = answers.by_weights(read(opening(LINK, visit.query)), 3)
    assert rows_of(visit) == [row._asdict() for row in weight_rows(shown, words).rows]
    assert " → " in rows_of(visit)[0]["value"]
    ended = rows_of(Visit("perceptron", **EXERCISE, step="9999", lang=lang))
    assert ended[0]["how"] == words("perceptron.weights.after")
    assert "→" not in ended[0]["value"]


def test_another_kernel_has_no_w_in_the_plane_and_points_without_a_plane_show_the_step_too() -> None:
    assert rows_of(Visit("perceptron", data="rings", k="polynomial")) == []
    assert len(rows_of(Visit("perceptron", data="xor", k="linear", step="5"))) == 5


def test_runs_that_rounding_has_parted_are_not_held_against_one_another() -> None:
    parted = 0
    for seed in range(120):
        random = np.random.default_rng(seed)
        X, normal = random.integers(-3, 4, (7, 2)).astype(float), random.integers(-2, 3, 2)
        y = np.where(X @ normal + random.integers(-1, 2) > 0, 1, -1)
        if len({*y}) < 2:
            continue
        question = read(
            opening(LINK, {**link_of(make_points(X, y), kernel={"name": "linear"}), "mistakes": "cyclic_0_0.1"})
        )
        shown = answers.by_weights(question, len(answers.run(question).trace))
        if not shown.same:
            parted += 1
            (row,) = weight_rows(shown, EN).rows
            assert row.label == EN("perceptron.weights.parted")
    assert parted > 0


@pytest.mark.parametrize("eta", ETAS)
def test_the_rate_is_that_of_the_run(eta: float) -> None:
    shown = answers.by_weights(asked(mistakes=f"cyclic_0_{eta:g}"), 5)
    assert (shown.eta, shown.same) == (eta, True)
