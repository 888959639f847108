"""What comes back from the board: it is taken over whole, or it leaves everything as it was."""

import base64
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.problem import InputError
from datasets import CATALOGUE, Points, ReadError, make_points
from pages import LINK
from ui.solve.board_problem import BoardProblem
from ui.solve.solving import solved
from ui.solve.wire import WireError, pack
from ui.state import board_events, session
from ui.state.lab import Lab, opening

pytestmark = pytest.mark.usefixtures("state")

MOONS = CATALOGUE["moons"].make()
MOVED = make_points(np.where(np.arange(90)[:, None] == 7, [[1.0, -1.0]], MOONS.X), MOONS.y, window=MOONS.window)
GAUSSIAN = {"name": "gaussian", "gamma": 2.5}


def blob(
    points: Points = MOONS, kernel: object = GAUSSIAN, C: object = 3.0, window: object = None, **header: object
) -> bytes:
    plane = {"x0": points.window.x0, "y0": points.window.y0, "size": points.window.size}
    return pack({"kernel": kernel, "C": C, "window": window or plane, **header}, {"X": points.X, "y": points.y})


def send(state: dict[str, Any], data: bytes, revision: int = 0) -> None:
    state["board"] = {"commit": {"made": f"revision {revision}", "blob": base64.b64encode(data).decode()}}
    board_events.take_commit("board")


def same(one: Points, other: Points) -> bool:
    return one.X.tobytes() == other.X.tobytes() and one.y.tobytes() == other.y.tobytes()


# ---- what the visitor did ----


def test_a_commit_changes_the_points_and_not_the_revision(state: dict[str, Any]) -> None:
    send(state, blob(MOVED))
    lab = session.current()
    assert same(lab.points, MOVED)
    assert (lab.shared.dataset, lab.shared.kernel, lab.shared.C, lab.revision) == (None, GAUSSIAN, 3.0, 0)
    assert same(opening(LINK, LINK.to_query(lab.shared)).points, MOVED)


def test_a_commit_of_a_slider_leaves_the_data_set_its_name(state: dict[str, Any]) -> None:
    send(state, blob(MOONS, C=None))
    lab = session.current()
    assert (lab.shared.dataset, lab.shared.C) == ("moons", None)
    assert lab.shared.kernel == GAUSSIAN


def test_a_moved_point_keeps_the_names_of_its_axes(state: dict[str, Any]) -> None:
    session.open_points(replace(MOONS, axes=("height", "weight")))
    send(state, blob(MOVED), revision=1)
    assert session.current().points.axes == ("height", "weight")


def test_a_commit_that_was_on_its_way_when_other_points_were_opened_is_too_late(state: dict[str, Any]) -> None:
    session.open_dataset("xor")
    before = session.current()
    send(state, blob(MOVED), revision=0)
    assert session.current() is before


def test_all_points_may_be_erased(state: dict[str, Any]) -> None:
    send(state, blob(make_points(np.zeros((0, 2)), [], window=MOONS.window)))
    assert len(session.current().points.y) == 0
    with pytest.raises(InputError):
        solved(session.current().problem)


def test_nothing_but_the_kernels_own_numbers_is_kept(state: dict[str, Any]) -> None:
    send(state, blob(kernel={"name": "linear", "junk": ["x" * 1000] * 10, "gamma": 3}))
    assert session.current().shared.kernel == {"name": "linear"}


def test_a_notice_about_the_link_goes_with_the_first_change(state: dict[str, Any]) -> None:
    session.put(opening(LINK, {"C": "-1"}))
    assert session.current().unread
    send(state, blob())
    assert session.current().unread == ()


FAR = MOONS.window.size * 3
GARBAGE: dict[str, Any] = {
    "nothing": None,
    "text": "abc",
    "not base64": {"made": "revision 0", "blob": "%%%"},
    "not ascii": {"made": "revision 0", "blob": "点点点点"},
    "half base64": {"made": "revision 0", "blob": "QQ"},
    "a number": {"made": "revision 0", "blob": 5},
    "a list": [1, 2],
    "very long": {"made": "revision 0", "blob": "A" * 200_000},
    "no blob": {"made": "revision 0"},
}
BLOBS: dict[str, bytes] = {
    "empty": b"",
    "random": b"SVML\x00\x01",
    "no window": pack({"kernel": GAUSSIAN, "C": 1}, {"X": MOONS.X, "y": MOONS.y}),
    "window of text": blob(window={"x0": "a", "y0": 0, "size": 8}),
    "window of 400 digits": blob(window={"x0": 10**400, "y0": 0, "size": 8}),
    "window off the grid": blob(window={"x0": 0.1, "y0": 0, "size": 8}),
    "window of no size": blob(window={"x0": 0, "y0": 0, "size": 0}),
    "window of nan": blob(window={"x0": "nan", "y0": 0, "size": 8}),
    "C is zero": blob(C=0),
    "C is negative": blob(C=-1.0),
    "C is true": blob(C=True),
    "C is text": blob(C="1"),
    "C of 400 digits": blob(C=10**400),
    "C is huge": blob(C=1e308),
    "kernel unknown": blob(kernel={"name": "rbf"}),
    "kernel is text": blob(kernel="linear"),
    "gamma is text": blob(kernel={"name": "gaussian", "gamma": "1"}),
    "points of nan": blob(replace(MOONS, X=np.full((90, 2), np.nan))),
    "points far out": blob(replace(MOONS, X=np.full((90, 2), 1e300))),
    "three columns": blob(replace(MOONS, X=np.zeros((90, 3)))),
    "labels of 7": blob(replace(MOONS, y=np.full(90, 7, np.int8))),
    "labels too few": blob(replace(MOONS, y=MOONS.y[:5])),
    "too many points": blob(replace(MOONS, X=np.zeros((2001, 2)), y=np.ones(2001, np.int8))),
}


@pytest.mark.parametrize("what", GARBAGE)
def test_a_commit_that_is_no_commit_leaves_everything(state: dict[str, Any], what: str) -> None:
    before = session.current()
    state["board"] = {"commit": GARBAGE[what], "ask": GARBAGE[what]}
    board_events.take_commit("board")
    board_events.take_ask("board")
    assert session.current() is before
    assert board_events.asked_answer() is None


@pytest.mark.parametrize("what", BLOBS)
def test_a_commit_of_garbage_leaves_everything(state: dict[str, Any], what: str) -> None:
    before = session.current()
    with pytest.raises((WireError, ReadError, InputError)):
        session.take_over(*board_events.read_commit(BLOBS[what]))
    send(state, BLOBS[what])
    assert session.current() is before


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_mutated_commit_gives_a_lab_that_can_be_shown_or_leaves_everything(
    state: dict[str, Any], data: st.DataObject
) -> None:
    state[session.STATE] = opening(LINK)
    mutated = bytearray(blob(make_points([[0, 0], [1, 1]], [1, -1], window=MOONS.window)))
    for _ in range(data.draw(st.integers(1, 5))):
        mutated[data.draw(st.integers(0, len(mutated) - 1))] = data.draw(st.integers(0, 255))
    send(state, bytes(mutated))
    lab: Lab = session.current()
    assert LINK.to_query(lab.shared) is not None
    try:
        solved(lab.problem)
    except InputError:
        assert lab.shared.dataset is None


# ---- the fall-back ----


def test_a_question_without_a_socket_gets_the_same_answer_until_the_points_change(state: dict[str, Any]) -> None:
    ask = pack({"seq": 9, "kernel": GAUSSIAN, "C": 3.0, "lang": "en"}, {"X": MOONS.X, "y": MOONS.y})
    state["board"] = {"ask": base64.b64encode(ask).decode()}
    board_events.take_ask("board")
    found = board_events.asked_answer()
    assert found is not None
    header, arrays = found
    assert (header["seq"], header["state"]) == (9, "proved")
    assert arrays["alpha"].tobytes() == solved(BoardProblem(MOONS.X, MOONS.y, GAUSSIAN, 3.0)).solution.alpha.tobytes()
    assert board_events.asked_answer() is not None  # the run that would have carried it may have been cut short
    session.open_dataset("xor")
    assert board_events.asked_answer() is None


def test_a_refused_question_without_a_socket_gets_its_sentence(state: dict[str, Any]) -> None:
    ask = pack({"seq": 9, "kernel": GAUSSIAN, "C": 3.0, "lang": "zh"}, {"X": MOONS.X, "y": np.ones(90, np.int8)})
    state["board"] = {"ask": base64.b64encode(ask).decode()}
    board_events.take_ask("board")
    found = board_events.asked_answer()
    assert found is not None
    assert found[0]["state"] == "refused"
