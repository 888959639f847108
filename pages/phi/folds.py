"""The folds below the lift: the three maps of Li's example 7.3, and the lecture's quadratic maps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import streamlit as st

from pages.phi import answers
from pages.phi.figures import examples_drawn
from pages.phi.maps import ShownMap, kernel_spec
from pages.phi.question import Question
from ui.component.board import Linked, small_board
from ui.page.showing import Showing
from ui.words import at_most, number

GROUP = "phi"  # a point under the pointer is highlighted in all figures of this group
SMALL = 300  # maximum side of a board in pixels
QUADRATIC = (
    ShownMap(gamma=0.001),
    ShownMap("phi2"),
    *(ShownMap(gamma=gamma) for gamma in (1.0, 1000.0)),
)  # (1 + gamma x.z)^2 with the lecture's gammas, and 1 + x.z + (x.z)^2


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
    st.markdown(showing.words("phi.lengths"))
    with st.container(key="lengths"):
        columns = st.columns(len(QUADRATIC), gap="small")
    for column, features in zip(columns, QUADRATIC, strict=True):
        with column:
            _length(question, features, showing)


def _length(question: Question, features: ShownMap, showing: Showing) -> None:
    found, words = answers.full(question.by(features)), showing.words
    kernel = kernel_spec(features, range(features.dimension))
    caption = words("phi.lengths.plain" if features.name == "phi2" else "phi.lengths.gamma", g=number(features.gamma))
    answer, key = answers.on_the_board(found, words), f"phi-{features.name}-{features.gamma!r}"
    small_board(key, question.board, words, answer, Linked(kernel, caption, SMALL, GROUP, answers.picked(question)))
    if answers.is_drawn(found):
        numbers = {"vectors": found.solution.vectors, "errors": found.solution.errors}
        st.caption(words("phi.lengths.numbers", margin=number(found.solution.margin_width), **numbers))
    else:
        st.caption(words("phi.plane.impossible"))


FOLDS: Mapping[str, Callable[[Question, Showing], None]] = {"examples": _examples, "lengths": _lengths}
