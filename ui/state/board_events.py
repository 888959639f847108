"""Messages from the board: commits of the visitor's edits, and questions if the socket cannot open."""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import Annotated, NamedTuple

import streamlit as st
from msgspec import Struct, to_builtins

from core.problem import InputError
from datasets import Points, ReadError, Window, make_points
from ui.link.shared import SOLVERS
from ui.solve.kernels import KernelSpec, penalty_of
from ui.solve.machine.table import ClassWeights, SentKernel, SentNumber, machine_in
from ui.solve.options import LIBSVM
from ui.solve.request import AnswerMessage, answer_request, read_request
from ui.solve.wire import WireError, one_of, read_as, unpack
from ui.state import session

MOST_TEXT = 128 << 10  # base64 of 2,000 points is 46 kB
ASKED = "asked"


class Commit(NamedTuple):
    """An edit by the visitor."""

    kernel: KernelSpec
    C: float | None
    points: Points
    solver: str | None  # None: the page offers no choice
    opened: int | None  # the number of the opening on which the edit is based
    weights: ClassWeights | None = None  # of the classes; None: the page has none


def take_commit(key: str, shown: KernelSpec | None = None, soft: float | None = None) -> None:
    """Apply a commit of the board under the key; ignore malformed bytes.

    A commit on an older state is ignored too: it was sent before the visitor opened other points. If a page shows a
    kernel other than the chosen one, a commit that returns the shown kernel does not choose it; nor does it choose the
    `soft` C of a machine without a hard margin.
    """
    try:
        lab = session.current()
        if _made_of(key) != lab.board.made:
            return
        done = read_commit(_sent(key, "commit"))
        if done.kernel == shown:
            done = done._replace(kernel=lab.shared.kernel)
        if lab.shared.C is None and soft == done.C:
            done = done._replace(C=None)
        session.take_over(*done)
    except (WireError, ReadError, InputError):
        return


def take_points(key: str) -> None:
    """Apply only the points of a commit, from a component whose kernel belongs to the page and not to the board."""
    _take_points(key, session.take_over_points)


def take_every_point(key: str) -> None:
    """Apply the points of a commit from a board of all classes."""
    _take_points(key, session.take_over_every)


def _take_points(key: str, take_over: Callable[[Points, int | None], None]) -> None:
    try:
        shown = session.current().board
        if _made_of(key) not in (shown.made, shown.made_by_others):
            return
        done = read_commit(_sent(key, "commit"))
        take_over(done.points, done.opened)
    except (WireError, ReadError, InputError):
        return


class _SentCommit(Struct):
    """The header of a commit; `Window` checks its window."""

    kernel: SentKernel
    window: Window
    C: SentNumber | None = None
    solver: Annotated[str, one_of((LIBSVM, *SOLVERS))] | None = None
    opened: int | None = None


def read_commit(blob: bytes) -> Commit:
    """Return a commit; `WireError`, `ReadError` or `InputError` if it is invalid."""
    header, arrays = unpack(blob, limit=MOST_TEXT)
    if not {"X", "y"} <= arrays.keys():
        raise WireError("no commit")
    sent = read_as(header, _SentCommit)
    penalty_of(sent.C)
    points = make_points(arrays["X"], arrays["y"], window=sent.window)
    solver = None if sent.solver == LIBSVM else sent.solver  # LIBSVM's loop is the run of a machine, not a choice
    C = None if sent.C is None else float(sent.C)
    kernel = to_builtins(sent.kernel)
    return Commit(kernel, C, points, solver, sent.opened, machine_in(kernel).weights)


def take_ask(key: str) -> None:
    """Answer a question that came without a socket, by the same function and with the same bytes."""
    try:
        blob = answer_request(read_request(_sent(key, "ask")))
    except WireError:
        return
    st.session_state[ASKED] = session.current().revision, unpack(blob)


def asked_answer() -> AnswerMessage | None:
    """Return the answer to the newest such question about the points on the board.

    It is kept until there is a newer one, because the script run that should deliver it may be interrupted by the next.
    The browser recognises answers that it has already received by their numbers.
    """
    revision, answer = st.session_state.get(ASKED, (None, None))
    found: AnswerMessage | None = answer if revision == session.current().revision else None
    return found


def _made_of(key: str) -> object:
    value = st.session_state[key].get("commit")
    return value.get("made") if isinstance(value, dict) else None


def _sent(key: str, name: str) -> bytes:
    value = st.session_state[key].get(name)
    text = value.get("blob") if isinstance(value, dict) else value
    if not isinstance(text, str) or len(text) > MOST_TEXT:
        raise WireError("no text")
    try:
        return base64.b64decode(text, validate=True)
    except ValueError as error:  # not base64, or truncated
        raise WireError("no base64") from error
