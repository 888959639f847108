"""The folds below the player: gradient, savings, cache, machines, two older ideas, and the classes."""

from __future__ import annotations

from functools import partial

import streamlit as st

from core.topics.libsvm.theory import HEAD
from pages.libsvm import answers, tables
from pages.libsvm.diagram import class_diagram
from pages.libsvm.question import Question
from pages.libsvm.script import points_file, svm_train
from pages.libsvm.sentences import (
    coupling_note,
    eviction_note,
    joachims_note,
    kept_note,
    machines_note,
    memory_note,
    rebuilt_note,
    savings_note,
)
from ui.page import guard
from ui.page.showing import Showing
from ui.words import number


@guard.part
def show_folds(question: Question, k: int, showing: Showing) -> None:
    """Show the folds, each built only when unfolded."""
    words = showing.words

    def rebuilt() -> None:
        st.markdown(rebuilt_note(question, k, words))
        showing.table("rebuilt", partial(tables.rebuilt_table, question, k, words), k)

    def savings() -> None:
        showing.table("savings", partial(tables.savings_table, question, words))
        st.markdown(savings_note(question, words))

    def evict() -> None:
        st.markdown(eviction_note(question, words))

    def machines() -> None:
        st.markdown(machines_note(question, words))
        showing.table("machines", partial(tables.machines_table, question, words))

    def joachims() -> None:
        # From `texts`, here and below: the braces of formulas are not placeholders.
        st.markdown(words.texts["libsvm.joachims.theory"])
        if note := joachims_note(question, words):
            st.markdown(note)
        showing.table("joachims", partial(tables.joachims_table, question, k, words), k)

    def kept() -> None:
        st.markdown(words.texts["libsvm.kept.theory"])
        st.markdown(kept_note(question, words))
        if answers.has_values(question):
            showing.table("kept", partial(tables.kept_table, question, words))

    def classes() -> None:
        st.html(class_diagram(words))
        st.markdown(words.texts["libsvm.classes.theory"])

    def swap() -> None:
        st.markdown(words.texts["libsvm.swap.theory"])

    if answers.stood(question, k)[0].asides:
        showing.fold("rebuilt", rebuilt)
    if svm_train(question) is not None and answers.printed(question) is not None:
        showing.fold("output", partial(_output, question, showing))
    showing.fold("savings", savings)
    showing.fold("evict", evict)
    showing.fold("memory", partial(_memory, question, showing))
    if answers.has_machines(question):
        showing.fold("machines", machines)
    showing.fold("joachims", joachims)
    showing.fold("kept", kept)
    showing.fold("classes", classes)
    showing.fold("coupling", partial(_coupling, showing))
    showing.fold("swap", swap)


def _output(question: Question, showing: Showing) -> None:
    """Show the command, what it prints, the meaning of each number, and both files under svm-train's own names."""
    words, found = showing.words, answers.printed(question)
    assert found is not None
    st.code(f"svm-train {svm_train(question)} points.txt", language=None, wrap_lines=True)
    st.code(found.text, language=None)
    showing.table("output", partial(tables.output_table, question, words))
    left, right = st.columns(2)
    left.download_button(words("libsvm.output.points"), points_file(question), "points.txt", on_click="ignore")
    right.download_button(
        words("libsvm.output.model"), answers.model_file(question), "points.txt.model", on_click="ignore"
    )
    st.caption(words("libsvm.output.note"))


def _memory(question: Question, showing: Showing) -> None:
    """Show the size of Q, and how many of its rows a cache holds."""
    showing.table("memory", partial(tables.memory_table, question, showing.words))
    st.markdown(memory_note(showing.words))
    st.caption(showing.words("libsvm.memory.note", head=number(HEAD)))


def _coupling(showing: Showing) -> None:
    """Show probabilities of random tables by elimination and by the iteration."""
    st.markdown(showing.words.texts["libsvm.coupling.theory"])
    showing.table("coupling", partial(tables.coupling_table, showing.words))
    st.markdown(coupling_note(showing.words))
