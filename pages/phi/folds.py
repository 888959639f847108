"""The folds below the lift: the three maps of Li's example 7.3, and the lecture's quadratic maps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import streamlit as st

from pages.phi import answers
from pages.phi.figures import examples_drawn
from pages.phi.question import Question
from ui.page.lifted import show_quadratic_maps
from ui.page.showing import Showing
from ui.words import at_most

GROUP = "phi"  # a point under the pointer is highlighted in all figures of this group


def _examples(question: Question, showing: Showing) -> None:
    """Show the three maps of Li's example 7.3 side by side, with the difference of their Gram matrices."""
    words = showing.words
    st.markdown(words("phi.examples", difference=at_most(answers.example_difference(question), 2)))
    if question.flat:
        st.info(words("phi.no_solid"), icon=":material/view_in_ar:")
        return
    showing.draw("examples", partial(examples_drawn, question, words))
    st.caption(words("phi.examples.third"))


def _lengths(question: Question, showing: Showing) -> None:
    """Show the lecture's figure: the same monomials with other lengths have other margins and support vectors."""
    show_quadratic_maps(question.board, GROUP, showing, answers.picked(question))


FOLDS: Mapping[str, Callable[[Question, Showing], None]] = {"examples": _examples, "lengths": _lengths}
