"""The forces on the line during a run of SMO balance at every step, and the fold says so."""

from __future__ import annotations

import pytest

from tests.pages.visit import EN, Visit, in_both_languages
from ui.words import words_for

LINEAR = {"data": "overlap", "k": "linear", "C": "1"}


@pytest.mark.parametrize("step", ["3", "20"])
@in_both_languages
def test_force_and_torque_are_at_most_rounding_at_a_step(step: str, lang: str) -> None:
    visit, words = Visit("smo", lang=lang, step=step, **LINEAR), words_for(lang)
    visit.unfold("smo-forces", lang)
    assert visit.warnings() == []
    assert words("smo.fold.forces", k=int(step)) in [fold.label for fold in visit.app.expander]
    told = visit.texts()
    heads = [words(f"smo.forces.{key}", size="@", left="@").split("@")[0] for key in ("told", "exactly")]
    assert any(head in told for head in heads)


def test_before_the_first_step_there_is_no_line() -> None:
    visit = Visit("smo", step="0", **LINEAR)
    visit.unfold("smo-forces")
    assert EN("smo.forces.zero") in visit.texts()


def test_a_curved_machine_has_no_line_for_forces() -> None:
    visit = Visit("smo", data="overlap", k="gaussian", g="1", C="1", step="3")
    assert EN("smo.fold.forces", k=3) not in [fold.label for fold in visit.app.expander]
