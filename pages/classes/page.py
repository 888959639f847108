"""The stage of the page: the board with its regions, and beside it the machine of every pair with its vote."""

from __future__ import annotations

from functools import partial

import streamlit as st

from core.problem import InputError
from datasets import LABELS
from pages.classes import answers
from pages.classes.question import BOARD, Options, Question
from pages.classes.sentences import lead_sentence
from ui.component.board import Linked, light, small_board
from ui.component.pairs import pairs
from ui.page.showing import Showing
from ui.state.board_events import take_every_point
from ui.words import class_words

SIDE = 540  # pixels of the board's side at most
PAIRS = "classes-pairs"


def stage(question: Question, showing: Showing) -> str:
    """Show the board and its machines; the light says why there are none."""
    found, words = answers.machines(question), showing.words
    chosen = question.options != Options()
    names = tuple(class_words(words, question.names, place) for place in range(len(LABELS)))
    with st.container(key="stage"):
        left, right = st.columns([12, 13], gap="medium")
    with left:
        linked = Linked(
            *(question.problem.sent_kernel, "", SIDE, BOARD),
            on_commit=partial(take_every_point, BOARD),
            picked=question.at if chosen else -1,
            every=names,
        )
        small_board(BOARD, question.board, words, answers.told(question, found, words), linked)
        light(question.board, words, of=BOARD)
    with right:
        if showing.sees("figures"):
            showing.heading("classes.pairs.title")
            at = None if chosen or isinstance(found, InputError) else answers.of_the_window(question, found).at
            pairs(PAIRS, BOARD, question.board, names, question.at, at, showing.asking(PAIRS), words)
    if isinstance(found, InputError):
        return words("classes.refused")
    return lead_sentence(question, found, words)
