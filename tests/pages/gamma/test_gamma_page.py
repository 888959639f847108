"""The panels of the page come one after the other, and a run that is stopped solves no further one."""

from __future__ import annotations

import pytest
import streamlit as st

from core.topics.gamma.experiment import AtGamma
from pages.gamma import answers
from pages.gamma.question import Question
from tests.pages.visit import Visit


def test_a_run_that_is_stopped_between_two_panels_has_shown_the_first_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    panel_at = answers.panel_at

    def stopping(asked: Question, gamma: float) -> AtGamma:
        if gamma == asked.gammas[2]:
            st.stop()
        return panel_at(asked, gamma)

    monkeypatch.setattr(answers, "panel_at", stopping)
    assert len(Visit("gamma", gammas="0.1_1_10_100").boards()) == 2
