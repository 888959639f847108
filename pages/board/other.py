"""The board of a machine other than C-SVC: its light, its sentence, its sliders, and the time line of its run."""

from __future__ import annotations

from functools import partial

import streamlit as st

from core.problem import InputError
from core.trace import Trace
from core.view import Light
from pages.board import answers
from pages.board.numbers import show_numbers
from pages.board.question import Question, read
from pages.board.sentences import end_note, machine_step_sentence
from pages.board.time import picked_on, show_branches
from ui.component.timeline import PickedOn, timeline
from ui.page.cost import published, show_cost
from ui.page.fork import take_pick
from ui.page.frame import link_to
from ui.page.machine.answers import machine
from ui.page.machine.bar import machine_numbers
from ui.page.machine.board import machine_board, machine_legend, machine_told
from ui.page.machine.on_machine import OnMachine
from ui.page.machine.sentences import lead_sentence
from ui.page.showing import Showing
from ui.solve.readiness import READINESS
from ui.solve.recording import LIBSVM_TOLERANCE, ForkedRun, forked
from ui.solve.solving import MachineSolved
from ui.state import session
from ui.state.playing import take_moment
from ui.words import number

BOARD = "board-points"
TIMELINE = "timeline-machine"
HEIGHT = 640  # maximum side of the board in pixels
LOOK = 1.0  # seconds between two checks whether the server can solve
RUN, MORE = "libsvm", "machines"  # the pages of its run, and of the machine itself


def show_other(question: Question, of: OnMachine, showing: Showing) -> str:
    """Show the machine on the board, or a state of its run; return its sentence."""
    trained = found = _solved(of)
    run, refused = lines_of(question, found)
    if run is not None and not isinstance(found, InputError):
        found = answers.machine_at_rest(question, found, run.shown)
    k = None if run is None else answers.step_before_end(question, run.shown)
    state = None if run is None or k is None else answers.state_of_machine(run.shown, k)
    with st.container(key="stage"):
        left, right = st.columns([13, 12], gap="medium")
    with left:
        offers = published(question.problem, question.board.square, showing)
        machine_board(BOARD, of, found, showing, HEIGHT, picked_on(question, run), offers)
        with st.container(key="board-run"):
            _time(question, run, k is not None, showing)
            if refused is not None:
                showing.refuse(refused)
        machine_legend(of, showing)
    with right if showing.projector else left:
        is_state = k is not None or found is not trained  # otherwise the solution is not a state of the run
        show_numbers(question, run.shown if run is not None and is_state else None, BOARD, showing)
    with right:
        machine_told(BOARD, of, found, showing, state)
        show_branches(question, run, showing)
    if run is None or state is None:
        return lead_sentence(of, found, showing.words)
    return machine_step_sentence(state, run.shown, showing.words)


def other_choices(question: Question, of: OnMachine, showing: Showing) -> None:
    """Show kernel and sliders, the error of an approximation, and a link to the page of the machine."""
    machine_numbers(BOARD, of, showing)
    if READINESS.wait(0.0):
        show_cost(question.problem, question.board.square, showing, BOARD)
    if not showing.projector:
        link_to(MORE, showing.words("board.other.more"))


def _solved(on_machine: OnMachine) -> MachineSolved | InputError:
    """Return the machine, or a notice while the server compiles."""
    if not READINESS.wait(0.0):
        return InputError("solver.machine", "This machine is still being compiled.")
    return machine(on_machine)


def _time(question: Question, run: ForkedRun | None, before_end: bool, showing: Showing) -> None:
    """Show the time line of LIBSVM's loop on the machine; poll while the server compiles."""
    words, ready = showing.words, READINESS.wait(0.0)
    options = question.run_options if ready else None
    moved, taken = partial(take_moment, TIMELINE), partial(take_pick, TIMELINE, lambda: session.ask(read).forking)
    timeline(
        TIMELINE,
        question.board,
        words,
        run,
        options,
        question.step,
        moved,
        PickedOn(BOARD, picked_on(question, run), taken),
    )
    if not ready:

        def look() -> None:
            if READINESS.wait(0.0):
                st.rerun()

        st.fragment(look, run_every=LOOK)()
    if run is None or showing.projector:
        return
    if run.lost is not None:
        showing.refuse(run.lost)
    if not answers.is_uncut(run.shown):
        st.caption(end_note(run.shown, words))
    fork, k = run.fork, answers.step_before_end(question, run.shown)
    on_branch = run.at is not None and fork is not None and fork.shown and (k is None or k >= run.at)
    if on_branch:  # the page of the loop has only the trunk
        return
    loop = _loop(run.shown.trace)
    if not before_end:
        key = "board.other.time" if loop is run.shown.trace else "board.other.time.onward"
        st.caption(words(key, tolerance=number(LIBSVM_TOLERANCE), step=number(len(loop))))
        link_to(RUN, words("board.other.run"))
    elif question.step is not None and question.step < len(loop):  # after its end the loop has nothing more to show
        link_to(RUN, words("board.other.why"))


def _loop(run: Trace) -> Trace:
    """Return the run of LIBSVM's loop itself, without its continuation."""
    return run if run.trunk is None else _loop(run.trunk)


def lines_of(question: Question, found: MachineSolved | InputError) -> tuple[ForkedRun | None, InputError | None]:
    """Return the branches of the run, or the error if LIBSVM's loop has none although the machine is trained.

    None if there is no machine at its end, and while the server compiles.
    """
    if isinstance(found, InputError) or found.fitted.light is Light.IMPOSSIBLE:
        return None, None
    try:
        return forked(question.problem), None
    except InputError as error:
        return None, error
