"""Below the stage: the advice of the lecture, f as a sum of terms, and the folds."""

from __future__ import annotations

from functools import partial

import pandas as pd
import streamlit as st

from pages.kernels import answers
from pages.kernels.advice import Advice, advice
from pages.kernels.bumps import show_bumps
from pages.kernels.folds import FOLDS
from pages.kernels.question import Question
from ui.page import guard
from ui.page.showing import Showing
from ui.words import Words


def below(question: Question, showing: Showing) -> None:
    """Show the advice with its verdicts, the terms, and in folds what takes more space and time."""
    show_bumps(question, showing)
    if not showing.projector:
        _advice(question, showing)
    for name, show in FOLDS.items():
        showing.fold(name, partial(show, question, showing))


@guard.part
def _advice(question: Question, showing: Showing) -> None:
    """Show what the lecture says, what the points say, and the verdict."""
    found, words = answers.machines(question), showing.words
    known = answers.known_errors(question, found)
    told = advice(question, found, known, words)
    showing.heading("kernels.advice.title")
    with st.container(key="kernels-advice"):
        showing.table("advice", partial(_table, told, words), told)
    st.caption(words("kernels.advice.note"))


def _table(told: tuple[Advice, ...], words: Words) -> pd.DataFrame:
    rows = [[each.told, words(f"kernels.verdict.{each.verdict}")] for each in told]
    columns = [words("kernels.column.points"), words("kernels.column.verdict")]
    return pd.DataFrame(rows, [words(f"kernels.advice.{each.name}") for each in told], columns)
