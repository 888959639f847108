"""The board under another machine than C-SVC: its light, its sentence and its sliders, without a time line."""

from __future__ import annotations

import streamlit as st

from core.problem import InputError
from ui.page.frame import link_to
from ui.page.machine.answers import machine
from ui.page.machine.asked import OnMachine
from ui.page.machine.bar import machine_numbers
from ui.page.machine.board import machine_board, machine_told
from ui.page.machine.sentences import lead_sentence
from ui.page.showing import Showing
from ui.solve.machine.solving import MachineSolved
from ui.solve.readiness import READINESS

BOARD = "board-points"
HEIGHT = 640  # pixels of the board's side at most
LOOK = 1.0  # seconds between two looks at whether the server can solve
RUN, MORE = "libsvm", "machines"  # the addresses of the pages with its run, and with what nu promises


def show_other(asked: OnMachine, showing: Showing) -> str:
    """Show the machine on the board; return its sentence."""
    found = _solved(asked)
    with st.container(key="stage"):
        left, right = st.columns([13, 12], gap="medium")
    with left:
        machine_board(BOARD, asked, found, showing, HEIGHT)
        _without_time(found, showing)
    with right:
        machine_told(BOARD, asked, found, showing)
    return lead_sentence(asked, found, showing.words)


def other_numbers(asked: OnMachine, showing: Showing) -> None:
    """Show kernel and sliders, and the way to what else is shown of the machine."""
    machine_numbers(BOARD, asked, showing)
    if not showing.projector:
        link_to(MORE, showing.words("board.other.more"))


def _solved(asked: OnMachine) -> MachineSolved | InputError:
    """Return the machine; while the server compiles, that it does."""
    if not READINESS.wait(0.0):
        return InputError("solver.machine", "This machine is still being compiled.")
    return machine(asked)


def _without_time(found: MachineSolved | InputError, showing: Showing) -> None:
    """Say where the run of the machine is, which has no time line here; look again while the server compiles."""
    if not READINESS.wait(0.0):
        st.fragment(_await, run_every=LOOK)()
    elif not isinstance(found, InputError) and not showing.projector:
        with st.container(key="board-run"):
            st.caption(showing.words("board.other.time"))
            link_to(RUN, showing.words("board.other.run"))


def _await() -> None:
    if READINESS.wait(0.0):
        st.rerun()
