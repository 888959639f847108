"""Four kernels on the same folds: each has its own search, and only intervals that part are told apart."""

from __future__ import annotations

import numpy as np
import pytest

from core.problem import Linear, Polynomial, TaylorGaussian
from core.selection import Kind, Look, Purpose, Strategy, walk
from pages import LINK
from pages.choosing import answers, methods
from pages.choosing.methods import Method, kernel_of_method, machines_of, methods_sentence
from pages.choosing.question import Question, read
from tests.pages.visit import EN, Visit, all_at_once, in_both_languages
from ui.solve.queue.long_work import soon
from ui.state.lab import opening
from ui.words import words_for

LINKED = {"data": "overlap", "k": "gaussian", "g": "1", "C": "10", "m": "3"}


def asked() -> Question:
    return read(opening(LINK, {key: value for key, value in LINKED.items()}))


def made(name: str, *errors: float) -> Method:
    """Return a method with one look, of folds with 20 points each."""
    look = Look(Purpose.BOTH, Kind.STAND_IN, 1.0, 1.0, None, errors, (20,) * len(errors))
    return Method(name, (look,), 1, True)


def test_the_four_kernels_are_those_of_the_methods() -> None:
    kernels = [kernel_of_method(name, 0.5, 3) for name in methods.METHODS[:3]]
    assert kernels == [Linear(), Polynomial(2, 0.5, 1.0), TaylorGaussian(0.5, 3)]


def test_every_method_searches_its_own_cells_on_the_folds_of_the_page() -> None:
    question = asked()
    work = methods.comparing(question)
    found = _wait(work)
    folds = answers.folds_of(question)
    for each in found:
        assert len(each.looks) == each.of == methods.grid_of_method(each.name).cells
        assert {look.points for look in each.looks} == {tuple(len(split.test) for split in folds.splits)}
    assert sum(each.of for each in found) * len(folds.splits) == machines_of(len(folds.splits))
    linear = found[0]
    again = list(walk(Strategy("kernels", kernels=(Linear(),)), folds, methods.grid_of_method("linear")))
    assert [look.errors for look in again] == [look.errors for look in linear.looks]


def _wait(work: methods.PageWork[tuple[Method, ...]]) -> tuple[Method, ...]:
    found = work.known()
    for _ in range(3000):
        found = soon(work.ask, work.is_over)
        if work.is_over(found):
            break
    return found


def test_methods_whose_intervals_overlap_are_not_told_apart() -> None:
    best, near, far = made("kernel", 1, 2, 3), made("taylor", 2, 3, 4), made("linear", 9, 10, 11)
    assert near.ends[0] <= best.ends[1] < far.ends[0]
    told = methods_sentence([far, near, best], EN)
    assert EN("choosing.methods.alike", names="GAUSS-m") in told
    assert EN("choosing.methods.apart", names="LINEAR") in told
    assert EN("choosing.methods.least", name="KERNEL", error="10") in told


def test_equal_errors_have_no_winner() -> None:
    told = methods_sentence([made("kernel", 1, 2, 3), made("taylor", 3, 2, 1)], EN)
    names = EN.listed(["KERNEL", "GAUSS-m"])
    assert EN("choosing.methods.tied", names=names, error="10") in told
    assert EN("choosing.methods.alike.tied", names=names) in told


def test_without_a_look_nothing_is_claimed() -> None:
    assert methods_sentence([Method("kernel", (), 225, True)], EN) == EN("choosing.methods.nothing")


@in_both_languages
def test_the_fold_compares_all_four(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    all_at_once(monkeypatch)
    visit, words = Visit("choosing", lang=lang, **LINKED), words_for(lang)
    visit.unfold("choosing-methods", lang)
    assert visit.warnings() == []
    question = asked()
    found = methods.known(question)
    assert all(each.over for each in found)
    assert methods_sentence(found, words) in visit.texts()
    for each in found:
        judgement = methods.judged(question, each)
        assert judgement is not None
        assert judgement.of_test == len(answers.parts(question).test)
        assert 0 <= judgement.test <= judgement.of_test


def test_the_exact_kernel_judges_the_held_out_points_as_the_page_does() -> None:
    question = asked()
    look = Look(Purpose.BOTH, Kind.EXACT, 1.0, 10.0, None, (1.0, 1.0), (10, 10))
    mine = methods.judged(question, Method("kernel", (look,), 1, True))
    assert mine == answers.judged(question, 1.0, 10.0)
    assert np.isfinite(look.error)
