"""What the cut of the series takes from the function K(x, .) is said with the number on the plane."""

from __future__ import annotations

import math

import numpy as np
import pytest

from pages import LINK
from pages.taylor import answers
from pages.taylor.question import Question, read
from pages.taylor.sentences import cut_sentence
from tests.pages.visit import EN, Visit, in_both_languages
from ui.state.lab import opening
from ui.words import at_most, number, words_for

LINKED = {"data": "overlap", "k": "taylor", "g": "0.5", "C": "1"}


def asked(m: int) -> Question:
    return read(opening(LINK, {**LINKED, "m": str(m)}))


@pytest.mark.parametrize("m", [1, 4, 8])
def test_what_is_kept_is_the_part_of_the_series_up_to_m(m: int) -> None:
    """K_m(x, x) = exp(-s) sum_{k <= m} s^k / k! with s = 2 gamma |x|^2, least at the farthest point."""
    question = asked(m)
    plane = answers.views(question).plane
    farthest = int(np.argmax((question.X**2).sum(axis=1)))
    s = 2.0 * question.gamma * float((question.X[farthest] ** 2).sum())
    kept = math.exp(-s) * math.fsum(s**k / math.factorial(k) for k in range(m + 1))
    lost = at_most(100.0 * (1.0 - float(plane.own[plane.faintest])), 2)
    told = EN("taylor.cut.lost", m=m, i=farthest + 1, kept=number(kept, 4), lost=lost)
    assert told in cut_sentence(plane, m, True, EN)
    assert 0.0 < kept < 1.0


def test_other_factors_do_not_lead_to_the_gaussian() -> None:
    assert cut_sentence(answers.views(asked(2)).plane, 2, False, EN) == EN("taylor.cut.own")


@in_both_languages
def test_the_fold_of_the_space_says_it(lang: str) -> None:
    visit, words = Visit("taylor", lang=lang, **LINKED, m="3"), words_for(lang)
    visit.unfold("taylor-space", lang)
    assert visit.warnings() == []
    assert cut_sentence(answers.views(asked(3)).plane, 3, True, words) in visit.texts()
