"""The panels of the page come one after the other, and a run that is stopped solves no further one."""

from __future__ import annotations

import pytest
import streamlit as st

from core.topics.gamma.experiment import AtGamma
from pages import LINK
from pages.gamma import answers
from pages.gamma.question import Question, read
from tests.pages.visit import Visit
from ui.state.lab import opening


def test_a_run_that_is_stopped_between_two_panels_has_shown_the_first_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    panel_at = answers.panel_at

    def stopping(asked: Question, gamma: float) -> AtGamma:
        if gamma == asked.gammas[2]:
            st.stop()
        return panel_at(asked, gamma)

    monkeypatch.setattr(answers, "panel_at", stopping)
    assert len(Visit("gamma", gammas="0.1_1_10_100").boards()) == 2


def test_a_panel_that_is_solved_for_less_time_is_another_panel() -> None:
    five, six = (read(opening(LINK, {"gammas": "_".join(map(str, range(1, count + 1)))})) for count in (5, 6))
    assert (five.share, six.share) == (1, 2)
    assert five.key(1.0) != six.key(1.0)
    assert answers.panel_at(five, 1.0) is not answers.panel_at(six, 1.0)
    assert five.key(1.0) == read(opening(LINK, {"gammas": "1_7"})).key(1.0)
