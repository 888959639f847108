"""The stage of the page: the choice of a machine, the board under it, its light, and what nu promises."""

from __future__ import annotations

from functools import partial

import streamlit as st

from core.problem import Formulation, InputError
from core.view import Light
from pages.machines import answers
from pages.machines.figures import SHARES, shares_drawing
from pages.machines.question import BOARD, Question
from pages.machines.sentences import lead_sentence, shares_sentence
from ui.component.board import Linked, light, small_board
from ui.component.marks import legend
from ui.page.machine.choice import choose_machine
from ui.page.machine.marks import marks_of, own_words
from ui.page.showing import Showing
from ui.solve.kernels import EXACT
from ui.solve.machine.solving import MachineSolved
from ui.state import session
from ui.state.board_events import take_points
from ui.state.change import with_named_kernel
from ui.state.widget import contained

SIDE = 540  # pixels of the board's side at most


def stage(asked: Question, showing: Showing) -> str:
    """Show the machine on the board; what cannot be solved is said by the light."""
    found = answers.machine(asked)
    with st.container(key="stage"):
        left, right = st.columns([12, 13], gap="medium")
    # Before a class the board has the height of the window.
    with right if showing.projector else left, st.container(key="machines-choice"):
        choose_machine(asked.spec, showing)
    with left:
        _board(asked, found, showing)
    with right:
        light(asked.board, showing.words, of=BOARD)
        _way_out(asked, found, showing)
        if not isinstance(found, InputError) and showing.sees("figures"):
            _shares(asked, found, showing)
    return lead_sentence(asked, found, showing.words)


def _board(asked: Question, found: MachineSolved | InputError, showing: Showing) -> None:
    """Show the board; where a machine reads its marks in its own way, it has words of its own for them."""
    words, labels = own_words(asked.spec.name, showing.words), asked.entry.labels
    on_commit = partial(take_points, BOARD)
    linked = Linked(
        asked.kernel, "", SIDE, BOARD, on_commit=on_commit, made=showing.base, classes=labels, offers=showing.offers
    )
    small_board(BOARD, asked.board, words, answers.told(asked, found, words), linked)
    legend("marks", asked.board, words, marks_of(asked.spec.name, asked.C is not None), session.is_untouched())


def _way_out(asked: Question, found: MachineSolved | InputError, showing: Showing) -> None:
    """Offer the Gaussian kernel where one class has no region: its points lie on one side of the origin."""
    if isinstance(found, InputError) or asked.kernel["name"] == EXACT:
        return
    if found.fitted.formulation is Formulation.ONE_CLASS and found.fitted.light is Light.IMPOSSIBLE:
        st.button(showing.words("machines.take.gaussian"), key="take-gaussian", on_click=contained(_take_gaussian))


def _take_gaussian() -> None:
    session.apply(with_named_kernel, EXACT)


def _shares(asked: Question, found: MachineSolved, showing: Showing) -> None:
    drawn = showing.figures([shares_drawing(asked, found, showing.words)])
    showing.heading("figure.machines.shares.title")
    showing.figure(SHARES, drawn[SHARES])
    st.caption(shares_sentence(found.fitted, showing.words))
