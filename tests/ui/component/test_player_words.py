"""A player counts in the unit of its solver: SMO takes steps, coordinate descent visits."""

from __future__ import annotations

import pytest

from tests.pages.visit import Visit
from ui.solve.wire import unpack
from ui.words import words_for

STEPS, VISITS = "player.where", "player.where.visit"
TAYLOR = {"k": "taylor", "m": "4"}


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(("page", "units"), [("smo", [STEPS]), ("descent", [VISITS]), ("race", [STEPS, VISITS])])
def test_a_player_counts_in_the_unit_of_its_solver(page: str, units: list[str], lang: str) -> None:
    words = words_for(lang)
    found = [unpack(proto.bytes)[0]["words"] for proto in Visit(page, lang=lang, **TAYLOR).components("player")]
    assert [told[STEPS] for told in found] == [words.texts[unit] for unit in units]
    assert all(VISITS not in told for told in found)
