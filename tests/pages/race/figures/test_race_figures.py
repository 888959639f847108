"""The figure of the race and the price of an offset are told with the numbers of their views."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import cast

import numpy as np
import plotly.graph_objects as go
import pytest

from core.topics.descent.experiment import Offsets, Side
from pages.descent import answers
from pages.descent.question import Options
from pages.descent.sentences import offset_numbers, offsets_sentence, optima_sentence
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
    optima = [certain(side.proof.low, side.proof.high) for side in (both.free, both.appended)]
    assert all(optima)
    for said in (offsets_sentence(both, chosen.bias, words), race_sentence(shown, words)):
        for optimum in optima:
            assert optimum in said
    assert number(int(shown.pair.per_step)) in race_counting(shown, words)
    assert go.Figure(json.loads(race_figure(shown, words).to_json(), parse_constant=pytest.fail)).data
    assert number(shown.pair.last) in race_text(shown, words)
    assert optima[0] in offset_numbers(both.free, asked.origin, words)


def proof(low: float, high: float) -> Side:
    """Return a side of which only the ends of its optimum count."""
    certificate = SimpleNamespace(low=low, high=high)
    return cast(Side, SimpleNamespace(proof=certificate, proved=True, optimum=low, decision=np.zeros(1)))


@pytest.mark.parametrize(
    ("free", "appended", "said", "unsaid"),
    [
        ((63.9012, 63.9016), (65.0, 65.02), ["63.90", "65.0", "≥ 1.7"], ["63.901", "65.00"]),
        ((63.90, 63.91), (63.92, 63.93), ["≤ 63.91", "≥ 63.92", "≥ 0.015"], ["63.9 "]),
        ((63.9000000, 63.9000001), (63.9000002, 63.9000003), ["≤ 63.9000001", "≥ 63.9000002"], ["63.9000 "]),
        ((0.25 - 1e-12, 0.25), (2.25 - 1e-9, 2.25 + 1e-9), ["0.250000", "2.25000", "800"], ["799", "≥"]),
        ((63.90, 63.92), (63.91, 63.93), ["63.900", "63.930"], ["%"]),
        ((63.9012345, 63.9012346), (63.9012344, 63.9012346), ["63.9012"], ["%"]),
    ],
)
@in_both_languages
def test_no_digit_of_two_optima_is_said_that_is_not_proved(
    free: tuple[float, float], appended: tuple[float, float], said: list[str], unsaid: list[str], lang: str
) -> None:
    both = Offsets(proof(*free), proof(*appended))
    for key in ("race", "descent.offsets"):
        told = optima_sentence(both, key, words_for(lang))
        assert all(part in told for part in said)
        assert not any(part in told for part in unsaid)
