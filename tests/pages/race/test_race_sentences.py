"""What is said of the race is true of its two optima and of their proofs."""

from __future__ import annotations

import re

import pytest

from core.topics.descent.experiment import Race
from pages import LINK
from pages.race import PAGE
from pages.race.answers import race_of
from pages.race.sentences import race_sentence
from ui.state.lab import opening
from ui.words import certain, languages, number, words_for

in_both_languages = pytest.mark.parametrize("lang", languages)


def race_of_link(**link: str) -> Race:
    return race_of(PAGE.read(opening(LINK, link)))


@in_both_languages
@pytest.mark.parametrize("name", ["overlap", "moons"])
def test_two_optima_that_are_said_to_differ_are_printed_with_digits_that_do(name: str, lang: str) -> None:
    words, run = words_for(lang), race_of_link(data=name, k="linear", C="1000")
    free, appended = run.optima.free.proof, run.optima.appended.proof
    assert appended.low > free.high
    one, other = certain(free.low, free.high), certain(appended.low, appended.high)
    said = race_sentence(run, words)
    if one == other:  # then the ends between them are told
        below, above = (float(re.findall(rf"{sign} ([\d.]+)", said)[0]) for sign in "≤≥")
        assert free.high <= below < above <= appended.low
        one, other = f"≤ {below}", f"≥ {above}"
    percent = number(100.0 * (appended.low / free.high - 1.0), 2)
    assert words("race.apart", free=one, appended=other, percent=percent) in said


@in_both_languages
def test_optima_that_nothing_tells_apart_are_not_said_to_differ(lang: str) -> None:
    words, run = words_for(lang), race_of_link(data="xor", k="linear", C="1")
    assert run.optima.appended.optimum <= run.optima.free.proof.primal + 1e-9
    assert words("race.equal", value="4.00000") in race_sentence(run, words)
