"""Bars of f: one for each machine, in the colour of the class that it votes for, and the same in words."""

from __future__ import annotations

import json

import numpy as np
import pytest

from pages.classes.figures.values import COLOURS, values_figure, values_text
from ui.words import languages, words_for


@pytest.mark.parametrize("lang", languages)
def test_a_bar_has_the_colour_of_its_vote_and_f_0_is_one_for_the_second(lang: str) -> None:
    words, names = words_for(lang), ["a", "b", "c"]
    f = np.array([1.5, 0.0, -2.0])
    drawn = json.loads(values_figure(f, (1, -1, 4), names, words).to_json())
    assert [bar["x"][0] for bar in drawn["data"][:3]] == f.tolist()
    assert [bar["marker"]["color"] for bar in drawn["data"][:3]] == [COLOURS[0], COLOURS[4], COLOURS[4]]
    text = values_text(f, names, 6, words)
    assert "7" in text
    assert "1.5" in text
