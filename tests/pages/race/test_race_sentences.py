"""What is said of the race is true of its two optima and of their proofs."""

from __future__ import annotations

import pytest

from core.topics.descent.experiment import Race
from pages import LINK
from pages.race import PAGE
from pages.race.answers import race_of
from pages.race.sentences import race_sentence
from ui.state.lab import opening
from ui.words import languages, number, words_for

in_both_languages = pytest.mark.parametrize("lang", languages)


def race_of_link(**link: str) -> Race:
    return race_of(PAGE.read(opening(LINK, link)))


@in_both_languages
@pytest.mark.parametrize("name", ["overlap", "moons"])
def test_two_optima_that_are_said_to_differ_are_printed_with_digits_that_do(name: str, lang: str) -> None:
    words, run = words_for(lang), race_of_link(data=name, k="linear", C="1000")
    free, appended = run.optima.free, run.optima.appended
    assert number(free.optimum, 5) == number(appended.optimum, 5)
    assert appended.optimum > free.proof.primal
    percent = number(100.0 * run.optima.relative, 2)
    printed = [(number(free.optimum, digits), number(appended.optimum, digits)) for digits in range(5, 16)]
    one, other = next((one, other) for one, other in printed if one != other)
    assert words("race.apart", free=one, appended=other, percent=percent) in race_sentence(run, words)


@in_both_languages
def test_optima_that_nothing_tells_apart_are_not_said_to_differ(lang: str) -> None:
    words, run = words_for(lang), race_of_link(data="xor", k="linear", C="1")
    assert run.optima.appended.optimum <= run.optima.free.proof.primal + 1e-9
    assert words("race.equal", value="4.00000") in race_sentence(run, words)
