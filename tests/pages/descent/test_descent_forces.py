"""The forces on the line under coordinate descent: their sum is minus the offset, and the fold says what bears it."""

from __future__ import annotations

import pytest

from tests.pages.visit import EN, Visit, in_both_languages
from ui.words import words_for

LINEAR = {"data": "overlap", "k": "linear", "C": "1"}


@pytest.mark.parametrize("own", ["L1_bias_random_keep", "L1_plain_random_keep"])
@in_both_languages
def test_the_sum_of_the_forces_is_borne_by_the_offset_or_by_a_pin(own: str, lang: str) -> None:
    visit, words = Visit("descent", lang=lang, step="60", descent=own, **LINEAR), words_for(lang)
    visit.unfold("descent-forces", lang)
    assert visit.warnings() == []
    key = "bias" if "bias" in own else "plain"
    heads = [words(f"descent.forces.{key}{end}", force="@").split("@")[0] for end in ("", ".zero")]
    assert any(head in visit.texts() for head in heads)


def test_mapped_points_have_no_line_for_forces() -> None:
    visit = Visit("descent", data="overlap", k="taylor", g="1", C="1", step="3")
    assert EN("descent.fold.forces", k=3) not in [fold.label for fold in visit.app.expander]
