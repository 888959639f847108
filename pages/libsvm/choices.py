"""The bar of the page: data, kernel, C, whether points are set aside, and how many rows the cache holds."""

from __future__ import annotations

import streamlit as st

from core.solver import FEWEST_ROWS
from pages.libsvm.page import PLAYER
from pages.libsvm.question import Question
from ui.component.board import panel
from ui.component.sliders import Dial
from ui.page import controls
from ui.page.showing import Showing

SLIDERS = "libsvm-rows"  # key of the slider of the cache


def choices(asked: Question, showing: Showing) -> None:
    """Show the data, the panel of kernel and margin, LIBSVM's -h and the rows of its cache."""
    words, n = showing.words, len(asked.board.points.y)
    if showing.sees("data"):
        controls.choose_data(words, showing.hint())
    panel(asked.board, words, PLAYER)
    with st.container(key="own-choices"):
        showing.either("shrinking", [True, False], asked.options.shrinking)
        most = max(n, FEWEST_ROWS)
        rows = min(asked.options.rows, most)
        showing.sliders(SLIDERS, [Dial("rows", words("libsvm.rows"), "", FEWEST_ROWS, most, rows, "whole")])
