"""The class weights in a link: written only if they differ from 1, read back bit for bit, or refused with the range."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages import LINK
from ui.link.shared import Shared
from ui.solve.limits import CLASS_WEIGHT
from ui.solve.machine.table import EQUAL
from ui.words import languages, words_for

WEIGHTS = st.floats(*CLASS_WEIGHT)


@given(plus=WEIGHTS, minus=WEIGHTS)
def test_weights_come_back_bit_for_bit(plus: float, minus: float) -> None:
    query = LINK.to_query(Shared(dataset="moons", weights=(plus, minus)))
    assert query is not None
    assert ("weights" in query) == ((plus, minus) != EQUAL)
    shared, unread = LINK.from_query(query)
    assert (shared.weights, unread) == ((plus, minus), ())


def test_a_link_without_weights_has_equal_ones_and_stays_as_it_was() -> None:
    old = {"data": "moons", "k": "gaussian", "g": "1", "C": "10"}
    shared, unread = LINK.from_query(old)
    assert (shared.weights, unread) == (EQUAL, ())
    assert LINK.to_query(shared) == old


@pytest.mark.parametrize("lang", languages)
@pytest.mark.parametrize("text", ["0_1", "1_0", "1e-12_1", "1_1e12", "nan_1", "inf_1", "-1_1", "2", "1_1_1", "", "_"])
def test_other_weights_are_refused_with_one_sentence_that_says_the_range(text: str, lang: str) -> None:
    shared, unread = LINK.from_query({"data": "moons", "weights": text})
    assert shared.weights == EQUAL
    (said,) = unread
    assert said.key == "link.weights"
    sentence = words_for(lang)(said.key, **said.values)
    low, high = said.values["low"], said.values["high"]
    assert (float(low), float(high.replace(",", "").replace(" ", ""))) == CLASS_WEIGHT
    assert low in sentence
    assert high in sentence
