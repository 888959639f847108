"""Sentences about the race: the distance of each solver from its optimum over its work, based on checked numbers."""

from __future__ import annotations

from core.topics.descent.experiment import Race
from pages.descent import optima_sentence
from ui.words import Words, number


def race_sentence(shown: Race, words: Words) -> str:
    """Report how close each solver is after how much work, and that the two have different optima."""
    both = shown.optima
    if both.proved:
        apart = optima_sentence(both, "race", words)
    else:
        apart = words("race.open", free=number(both.free.optimum, 5), appended=number(both.appended.optimum, 5))
    if shown.target is None:
        return words.joined([words("race.unjudged"), apart])
    pair, single = shown.pair.reached(shown.target), shown.single.reached(shown.target)
    assert pair is not None
    assert single is not None
    reached = words(
        "race.reached",
        target=number(100.0 * shown.target),
        steps=number(pair[0]),
        pair_work=number(pair[1]),
        visits=number(single[0]),
        single_work=number(single[1]),
    )
    return words.joined([reached, apart])


def race_counting(shown: Race, words: Words) -> str:
    """Explain how the work of each solver is counted."""
    values = {"values": number(int(shown.pair.per_step)), "each": number(int(shown.pair.per_value))}
    return words("race.counting", features=number(int(shown.single.per_step)), **values)
