"""The figure of the race and the price of an offset are told with the numbers of their views."""

from __future__ import annotations

import json

import plotly.graph_objects as go
import pytest

from pages.descent import answers
from pages.descent.question import Options
from pages.descent.sentences import offset_numbers, offsets_sentence
from pages.race.answers import race_of
from pages.race.figures.race import race_figure, race_text
from pages.race.sentences import race_counting, race_sentence
from tests.pages.descent.asking import mapped, question
from tests.pages.visit import in_both_languages
from ui.words import certain, number, words_for


@in_both_languages
@pytest.mark.parametrize(
    "chosen", [Options(), Options("L2", False, mapped="poly2"), *map(mapped, ("taylor", "fourier"))]
)
@pytest.mark.parametrize("name", ["overlap", "rings", "xor"])
def test_race_and_price_are_told_with_the_numbers_of_their_views(name: str, chosen: Options, lang: str) -> None:
    asked, words = question(name, chosen), words_for(lang)
    both, shown = answers.optima(asked), race_of(asked)
    said = offsets_sentence(both, chosen.bias, words)
    assert number(both.free.optimum, 5) in said
    assert number(both.appended.optimum, 5) in said
    assert number(both.free.optimum, 4)[:4] in race_sentence(shown, words)
    assert number(int(shown.pair.per_step)) in race_counting(shown, words)
    assert go.Figure(json.loads(race_figure(shown, words).to_json(), parse_constant=pytest.fail)).data
    assert number(shown.pair.last) in race_text(shown, words)
    optimum = certain(both.free.proof.low, both.free.proof.high)
    assert optimum
    assert optimum in offset_numbers(both.free, asked.origin, words)
