"""The board of a machine, its legend, its light, and the two shares of its points."""

from __future__ import annotations

from functools import partial

import streamlit as st

from core.problem import Formulation, InputError
from core.topics.machines.view import MachineFit
from core.view import Light
from ui.component.board import Linked, light, small_board
from ui.component.marks import legend
from ui.page.machine.answers import told
from ui.page.machine.marks import marks_of, own_words
from ui.page.machine.on_machine import OnMachine
from ui.page.machine.sentences import shares_sentence
from ui.page.machine.shares import shares_drawing, shares_key
from ui.page.showing import Showing
from ui.solve.kernels import EXACT, exact_of
from ui.solve.solving import MachineSolved
from ui.state import session
from ui.state.board_events import take_points
from ui.state.change import with_named_kernel
from ui.state.widget import contained


def machine_board(
    key: str,
    on_machine: OnMachine,
    found: MachineSolved | InputError,
    showing: Showing,
    side: int,
    picked: tuple[int, ...] | None = None,
    offers: str | None = None,
) -> None:
    """Show the board, with the machine's own words for its marks where their meaning differs.

    `picked` holds the points of a pair that is being picked on it; None: no picking. `offers` is the name under which
    it requests early figures, if they are not those of the page.
    """
    words, labels = own_words(on_machine.spec.name, showing.words), on_machine.entry.labels
    on_commit = partial(take_points, key)
    linked = Linked(
        on_machine.kernel,
        "",
        side,
        key,
        on_commit=on_commit,
        classes=labels,
        offers=offers or showing.offers,
        picking=picked is not None,
        picked=next(iter(picked or ()), -1),
    )
    small_board(key, on_machine.board, words, told(on_machine, found, words), linked)


def machine_legend(on_machine: OnMachine, showing: Showing) -> None:
    """Show the meanings of the board's marks, at the bottom."""
    words = own_words(on_machine.spec.name, showing.words)
    rows = marks_of(on_machine.spec.name, on_machine.C is not None, exact_of(on_machine.board.kernel) is not None)
    legend("marks", on_machine.board, words, rows, session.is_untouched())


def machine_told(
    key: str,
    on_machine: OnMachine,
    found: MachineSolved | InputError,
    showing: Showing,
    state: MachineFit | None = None,
) -> None:
    """Show the light of the board under the key, and nu compared with the shares of the points.

    Before the end of its run the shares are those of the `state` on the board.
    """
    light(on_machine.board, showing.words, of=key)
    if isinstance(found, InputError):
        return
    no_region = found.fitted.formulation is Formulation.ONE_CLASS and found.fitted.light is Light.IMPOSSIBLE
    if no_region and on_machine.kernel["name"] != EXACT:  # the points of the class lie on one side of the origin
        label, gaussian = showing.words("machine.take.gaussian"), (with_named_kernel, EXACT)
        st.button(label, key="take-gaussian", on_click=contained(session.apply), args=gaussian)
    if showing.sees("figures"):
        shown = found.fitted if state is None else state
        drawn = showing.figures([shares_drawing(showing.page.name, shown, showing.words)])
        showing.heading("figure.machine.shares.title")
        shares = shares_key(showing.page.name)
        showing.figure(shares, drawn[shares])
        st.caption(shares_sentence(shown, showing.words, ended=state is None))
