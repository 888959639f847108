"""What is folded below the player: the gradient, what is saved, the machines, two older ideas, and the classes."""

from __future__ import annotations

from functools import partial

import streamlit as st

from pages.libsvm import answers, tables
from pages.libsvm.diagram import class_diagram
from pages.libsvm.question import Question
from pages.libsvm.sentences import joachims_note, kept_note, machines_note, rebuilt_note, savings_note
from ui.page import guard
from ui.page.showing import Showing


@guard.part
def show_folds(asked: Question, k: int, showing: Showing) -> None:
    """Show them, each made when it is unfolded."""
    if answers.stood(asked, k)[0].asides:
        showing.fold("rebuilt", partial(_rebuilt, asked, k, showing))
    showing.fold("savings", partial(_savings, asked, showing))
    if answers.has_machines(asked):
        showing.fold("machines", partial(_machines, asked, showing))
    showing.fold("joachims", partial(_joachims, asked, k, showing))
    showing.fold("kept", partial(_kept, asked, showing))
    showing.fold("classes", partial(_classes, showing))
    showing.fold("swap", partial(_told, "libsvm.swap.theory", showing))


def _rebuilt(asked: Question, k: int, showing: Showing) -> None:
    st.markdown(rebuilt_note(asked, k, showing.words))
    showing.table("rebuilt", partial(tables.rebuilt_table, asked, k, showing.words), k)


def _savings(asked: Question, showing: Showing) -> None:
    showing.table("savings", partial(tables.savings_table, asked, showing.words))
    st.markdown(savings_note(asked, showing.words))


def _machines(asked: Question, showing: Showing) -> None:
    st.markdown(machines_note(asked, showing.words))
    showing.table("machines", partial(tables.machines_table, asked, showing.words))


def _joachims(asked: Question, k: int, showing: Showing) -> None:
    st.markdown(showing.words.texts["libsvm.joachims.theory"])  # braces of its formulas are no placeholders
    if note := joachims_note(asked, showing.words):
        st.markdown(note)
    showing.table("joachims", partial(tables.joachims_table, asked, k, showing.words), k)


def _kept(asked: Question, showing: Showing) -> None:
    st.markdown(showing.words.texts["libsvm.kept.theory"])
    st.markdown(kept_note(asked, showing.words))
    if answers.has_values(asked):
        showing.table("kept", partial(tables.kept_table, asked, showing.words))


def _classes(showing: Showing) -> None:
    st.html(class_diagram(showing.words))
    _told("libsvm.classes.theory", showing)


def _told(key: str, showing: Showing) -> None:
    st.markdown(showing.words.texts[key])
