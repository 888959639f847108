"""What a visitor has before them: opened from links and files, changed by commits, and never lost to garbage."""

import base64
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import streamlit
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.problem import InputError
from datasets import CATALOGUE, Points, ReadError, make_points
from ui import commit, frame, session
from ui.component.wire import WireError, pack
from ui.link import Shared, from_file, to_file, to_query
from ui.session import Lab, opening
from ui.solving import solved
from ui.text import words_for

MOONS = CATALOGUE["moons"].make()
MOVED = make_points(np.where(np.arange(90)[:, None] == 7, [[1.0, -1.0]], MOONS.X), MOONS.y, window=MOONS.window)
GAUSSIAN = {"name": "gaussian", "gamma": 2.5}


@pytest.fixture(autouse=True)
def state(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Put a plain dictionary in the place of Streamlit's state, with the first page already open."""
    visitor: dict[str, Any] = {session.STATE: opening()}
    monkeypatch.setattr(streamlit, "session_state", visitor)
    return visitor


def blob(
    points: Points = MOONS, kernel: object = GAUSSIAN, C: object = 3.0, window: object = None, **header: object
) -> bytes:
    plane = {"x0": points.window.x0, "y0": points.window.y0, "size": points.window.size}
    return pack({"kernel": kernel, "C": C, "window": window or plane, **header}, {"X": points.X, "y": points.y})


def send(state: dict[str, Any], data: bytes, revision: object = 0) -> None:
    state["board"] = {"commit": {"revision": revision, "blob": base64.b64encode(data).decode()}}
    commit.take_commit("board")


def same(one: Points, other: Points) -> bool:
    return one.X.tobytes() == other.X.tobytes() and one.y.tobytes() == other.y.tobytes()


# ---- links ----


def test_without_a_link_the_first_data_set_is_solved_with_what_suits_it() -> None:
    lab = opening()
    start = CATALOGUE[session.FIRST_DATASET].start
    assert (lab.shared.dataset, lab.shared.kernel, lab.shared.C) == ("moons", start["kernel"], start["C"])
    assert lab.problems == ()


@pytest.mark.parametrize(("locale", "lang"), [(None, "en"), ("zh-CN", "zh"), ("de-DE", "en")])
def test_the_first_language_is_the_browsers_and_a_link_wins(locale: str | None, lang: str) -> None:
    assert opening({}, locale).shared.lang == lang
    assert opening({"lang": "zh"}, "de-DE").shared.lang == "zh"


@pytest.mark.parametrize("name", CATALOGUE)
def test_the_link_of_a_page_opens_the_same_page(name: str) -> None:
    first = opening({"data": name})
    second = opening(to_query(first.shared))
    assert second.problems == ()
    assert same(first.points, second.points)
    assert solved(*first.question()).solution.alpha.tobytes() == solved(*second.question()).solution.alpha.tobytes()


def test_points_in_a_link_win_over_a_data_set_beside_them() -> None:
    drawn = to_query(Shared(X=MOVED.X, y=MOVED.y, window=MOVED.window))
    assert drawn is not None
    lab = opening({**drawn, "data": "spirals"})
    assert lab.shared.dataset is None
    assert same(lab.points, MOVED)
    again = to_query(lab.shared)
    assert again is not None
    assert "data" not in again


@pytest.mark.parametrize(
    "params",
    [
        {"data": "nowhere"},
        {"p": "garbage"},
        {"data": ["moons", "xor"]},
        {"k": "rbf"},
        {"g": "nan"},
        {"C": "-1"},
        {"gammas": "1_x"},
        {"hide": "a b"},
        {"lang": "fr"},
        {"view": "huge"},
    ],
    ids=str,
)
def test_a_mangled_field_is_named_and_the_rest_opens(params: Mapping[str, Any]) -> None:
    lab = opening(params)
    assert len(lab.problems) == 1
    assert lab.points.X.size
    for lang in ("en", "zh"):
        assert frame.note(lab.problems[0], words_for(lang))


# ---- files ----


def opened_file(data: bytes) -> None:
    """Open a file as the page does."""
    lab = session.current()
    nowhere = replace(lab.shared, dataset=None, X=None, y=None, window=None)
    session.open_shared(*from_file(data, CATALOGUE, nowhere))


def test_a_file_of_a_data_set_replaces_drawn_points() -> None:
    session.open_points(MOVED)
    opened_file(to_file(opening({"data": "spirals"}).shared))
    lab = session.current()
    assert lab.shared.dataset == "spirals"
    assert lab.shared.X is None
    assert same(lab.points, CATALOGUE["spirals"].make())


def test_a_file_of_drawn_points_replaces_a_data_set() -> None:
    opened_file(to_file(Shared(X=MOVED.X, y=MOVED.y, window=MOVED.window)))
    lab = session.current()
    assert lab.shared.dataset is None
    assert same(lab.points, MOVED)


@pytest.mark.parametrize("data", [b"", b"garbage", b"{}", b'{"svm-lab":1,"state":{"p":"!"}}', b"\xff" * 70000], ids=str)
def test_a_file_that_cannot_be_read_leaves_the_points_where_they_are(data: bytes) -> None:
    session.open_points(MOVED)
    before = session.current()
    opened_file(data[:65537])
    lab = session.current()
    assert lab.problems or data == b"{}"
    assert same(lab.points, MOVED)
    assert to_query(lab.shared) == to_query(before.shared)


# ---- what the visitor does ----


def test_a_data_set_brings_its_kernel_and_its_price_of_slack() -> None:
    session.open_dataset("xor")
    lab = session.current()
    assert (lab.shared.dataset, lab.shared.C, lab.revision) == ("xor", None, 1)
    assert lab.shared.kernel == CATALOGUE["xor"].start["kernel"]


def test_own_points_keep_kernel_and_price() -> None:
    before = session.current().shared
    session.open_points(MOVED)
    lab = session.current()
    assert (lab.shared.kernel, lab.shared.C, lab.shared.dataset) == (before.kernel, before.C, None)
    assert lab.revision == 1


def test_a_commit_changes_the_points_and_not_the_revision(state: dict[str, Any]) -> None:
    send(state, blob(MOVED))
    lab = session.current()
    assert same(lab.points, MOVED)
    assert (lab.shared.dataset, lab.shared.kernel, lab.shared.C, lab.revision) == (None, GAUSSIAN, 3.0, 0)
    assert same(opening(to_query(lab.shared)).points, MOVED)


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


class Address(dict[str, str]):
    """Streamlit's parameters as they are at the start of a run: what the browser said, whatever is on its way to it."""

    def __init__(self) -> None:
        self.sent: list[dict[str, str]] = []

    def from_dict(self, query: dict[str, str]) -> None:
        self.sent.append(query)


def test_an_undo_whose_address_the_browser_has_not_seen_is_followed_by_the_address_of_its_redo(
    state: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    address = Address()
    monkeypatch.setattr(streamlit, "query_params", address)
    session.write_link()
    address.update(address.sent[0])  # the browser has it
    session.write_link()
    assert len(address.sent) == 1  # nothing to say

    session.commit(GAUSSIAN, 3.0, MOVED)
    session.write_link()  # on its way
    session.put(opening())
    session.write_link()  # what the browser still names
    assert len(address.sent) == 3
    assert address.sent[2] == address.sent[0] != address.sent[1]


def test_all_points_may_be_erased(state: dict[str, Any]) -> None:
    send(state, blob(make_points(np.zeros((0, 2)), [], window=MOONS.window)))
    assert len(session.current().points.y) == 0
    with pytest.raises(InputError):
        solved(*session.current().question())


def test_nothing_but_the_kernels_own_numbers_is_kept(state: dict[str, Any]) -> None:
    send(state, blob(kernel={"name": "linear", "junk": ["x" * 1000] * 10, "gamma": 3}))
    assert session.current().shared.kernel == {"name": "linear"}


def test_a_notice_about_the_link_goes_with_the_first_change(state: dict[str, Any]) -> None:
    session.put(opening({"C": "-1"}))
    assert session.current().problems
    send(state, blob())
    assert session.current().problems == ()


FAR = MOONS.window.size * 3
GARBAGE: dict[str, Any] = {
    "nothing": None,
    "text": "abc",
    "not base64": {"revision": 0, "blob": "%%%"},
    "not ascii": {"revision": 0, "blob": "点点点点"},
    "half base64": {"revision": 0, "blob": "QQ"},
    "a number": {"revision": 0, "blob": 5},
    "a list": [1, 2],
    "very long": {"revision": 0, "blob": "A" * 200_000},
    "no blob": {"revision": 0},
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
    commit.take_commit("board")
    commit.take_ask("board")
    assert session.current() is before
    assert commit.asked_answer() is None


@pytest.mark.parametrize("what", BLOBS)
def test_a_commit_of_garbage_leaves_everything(state: dict[str, Any], what: str) -> None:
    before = session.current()
    with pytest.raises((WireError, ReadError, InputError)):
        session.commit(*commit.read_commit(BLOBS[what]))
    send(state, BLOBS[what])
    assert session.current() is before


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_mutated_commit_gives_a_lab_that_can_be_shown_or_leaves_everything(
    state: dict[str, Any], data: st.DataObject
) -> None:
    state[session.STATE] = opening()
    mutated = bytearray(blob(make_points([[0, 0], [1, 1]], [1, -1], window=MOONS.window)))
    for _ in range(data.draw(st.integers(1, 5))):
        mutated[data.draw(st.integers(0, len(mutated) - 1))] = data.draw(st.integers(0, 255))
    send(state, bytes(mutated))
    lab: Lab = session.current()
    assert to_query(lab.shared) is not None
    try:
        solved(*lab.question())
    except InputError:
        assert lab.shared.dataset is None


# ---- the fall-back ----


def test_a_question_without_a_socket_gets_the_same_answer_until_the_points_change(state: dict[str, Any]) -> None:
    ask = pack({"seq": 9, "kernel": GAUSSIAN, "C": 3.0, "lang": "en"}, {"X": MOONS.X, "y": MOONS.y})
    state["board"] = {"ask": base64.b64encode(ask).decode()}
    commit.take_ask("board")
    found = commit.asked_answer()
    assert found is not None
    header, arrays = found
    assert (header["seq"], header["state"]) == (9, "proved")
    assert arrays["alpha"].tobytes() == solved(MOONS.X, MOONS.y, GAUSSIAN, 3.0).solution.alpha.tobytes()
    assert commit.asked_answer() is not None  # the run that would have carried it may have been cut short
    session.open_dataset("xor")
    assert commit.asked_answer() is None


def test_a_refused_question_without_a_socket_gets_its_sentence(state: dict[str, Any]) -> None:
    ask = pack({"seq": 9, "kernel": GAUSSIAN, "C": 3.0, "lang": "zh"}, {"X": MOONS.X, "y": np.ones(90, np.int8)})
    state["board"] = {"ask": base64.b64encode(ask).decode()}
    commit.take_ask("board")
    found = commit.asked_answer()
    assert found is not None
    assert found[0]["state"] == "refused"


# ---- the frame ----


def test_somebodys_text_is_shown_letter_by_letter() -> None:
    hostile = "[x](http://evil.example) ![i](u) $a$ **b** :red[c] <b> `d` | ~e~"
    shown = frame.literal(hostile)
    assert shown.replace("\\", "") == hostile
    for k, letter in enumerate(shown):
        if letter in "[]()<>*_`$!|~:{}#":
            assert shown[k - 1] == "\\"


def test_every_control_that_a_link_can_hide_is_named_in_both_languages() -> None:
    for lang in ("en", "zh"):
        assert all(words_for(lang)(f"frame.hide.{name}") for name in frame.HIDEABLE)
