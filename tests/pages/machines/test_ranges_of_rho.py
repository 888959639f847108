"""Where many rho are optimal, the page says so everywhere: the numbers, the sentence, and why."""

from __future__ import annotations

import numpy as np

from core.problem import Linear, nu_svc
from core.solver import answer
from core.topics.machines.view import MachineFit, fitted
from pages import LINK
from pages.machines.question import Question, read
from pages.machines.sentences import has_range, range_sentence
from tests.core.small_problems import moons
from tests.pages.visit import EN, Visit, in_both_languages
from ui.page.machine.answers import machine as machine_of
from ui.solve.machine.message import machine_numbers, penalties, written
from ui.solve.solving import MachineSolved
from ui.state.lab import opening
from ui.words import interval, number, words_for

LINEAR = {"data": "overlap", "k": "linear", "C": "1"}
MANY = {**LINEAR, "machines": "nu-svc_0.3_0.5"}


def asked_of(machine: str, query: dict[str, str], nu: float = 0.3) -> Question:
    return read(opening(LINK, {**query, "machines": f"{machine}_{nu}_0.5"}))


def shown() -> MachineFit:
    found = machine_of(asked_of("nu-svc", LINEAR))
    assert isinstance(found, MachineSolved)
    return found.fitted


@in_both_languages
def test_the_known_interval_is_shown_wherever_rho_is(lang: str) -> None:
    found, words = shown(), words_for(lang)
    assert has_range(found)
    visit = Visit("machines", lang=lang, **MANY)
    low, high = interval(*found.r_range)
    assert (low, high) == ("0.982", "1.028")
    assert f"{low}" in visit.lead()
    assert f"{high}" in visit.lead()
    assert number(found.r, 4) not in visit.lead()
    told = range_sentence(found, asked_of("nu-svc", LINEAR).y, words)
    assert words("machines.range.between", low=low, high=high) in told
    assert told in visit.texts()
    rows = {row["key"]: row["value"] for row in machine_numbers(found, words)}
    assert rows["r"] == f"[{low}, {high}]"
    assert rows["C"] == f"[{', '.join(interval(*penalties(found)))}]"
    assert rows["offset"] == f"[{', '.join(interval(*found.b_range))}]"


def test_the_class_that_is_named_has_no_free_vector() -> None:
    found, y = shown(), asked_of("nu-svc", LINEAR).y
    free = (found.alpha > 1e-9) & (found.alpha < 1.0 - 1e-9)
    told = range_sentence(found, y, EN)
    for label, name in ((1, "plus"), (-1, "minus")):
        assert (EN(f"machines.range.{name}") in told) == (not free[y == label].any() and bool(free.any()))


def test_one_rho_is_one_number() -> None:
    gaussian = {"data": "overlap", "k": "gaussian", "g": "1", "C": "1"}
    found = machine_of(asked_of("nu-svc", gaussian))
    assert isinstance(found, MachineSolved)
    assert not has_range(found.fitted)
    assert range_sentence(found.fitted, asked_of("nu-svc", gaussian).y, EN) == ""
    assert written(found.fitted.r, found.fitted.r_range) == number(found.fitted.r, 4)


def test_an_endless_interval_has_a_least_rho_and_penalties_from_0_on() -> None:
    X, y = moons(20, seed=3)
    few = min(int((y > 0).sum()), int((y < 0).sum()))
    problem = nu_svc(X, y, Linear(), 2.0 * few / len(y))
    found = fitted(problem, answer(problem, tolerance=1e-9, limit=100_000))
    assert has_range(found)
    told = range_sentence(found, np.asarray(y), EN)
    low, high = interval(*found.r_range)
    assert EN("machines.range.above", low=low, high=high) in told
    assert penalties(found)[0] == 0.0
