"""What a visitor has before them: opened from links and files, changed by choices, and written into the link."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import streamlit

from datasets import CATALOGUE, Points, make_points
from pages import LINK
from ui.link.shared import Shared
from ui.page import frame
from ui.solve.solving import solved
from ui.state import session
from ui.state.lab import FIRST_DATASET, opening
from ui.words import words_for

pytestmark = pytest.mark.usefixtures("state")

MOONS = CATALOGUE["moons"].make()
MOVED = make_points(np.where(np.arange(90)[:, None] == 7, [[1.0, -1.0]], MOONS.X), MOONS.y, window=MOONS.window)
GAUSSIAN = {"name": "gaussian", "gamma": 2.5}


def same(one: Points, other: Points) -> bool:
    return one.X.tobytes() == other.X.tobytes() and one.y.tobytes() == other.y.tobytes()


# ---- links ----


def test_without_a_link_the_first_data_set_is_solved_with_what_suits_it() -> None:
    lab = opening(LINK)
    start = CATALOGUE[FIRST_DATASET].start
    assert (lab.shared.dataset, lab.shared.kernel, lab.shared.C) == ("moons", start["kernel"], start["C"])
    assert lab.unread == ()


@pytest.mark.parametrize(("locale", "lang"), [(None, "en"), ("zh-CN", "zh"), ("de-DE", "en")])
def test_the_first_language_is_the_browsers_and_a_link_wins(locale: str | None, lang: str) -> None:
    assert opening(LINK, {}, locale).shared.lang == lang
    assert opening(LINK, {"lang": "zh"}, "de-DE").shared.lang == "zh"


@pytest.mark.parametrize("name", CATALOGUE)
def test_the_link_of_a_page_opens_the_same_page(name: str) -> None:
    first = opening(LINK, {"data": name})
    second = opening(LINK, LINK.to_query(first.shared))
    assert second.unread == ()
    assert same(first.points, second.points)
    assert solved(first.problem).solution.alpha.tobytes() == solved(second.problem).solution.alpha.tobytes()


def test_points_in_a_link_win_over_a_data_set_beside_them() -> None:
    edited = LINK.to_query(Shared(X=MOVED.X, y=MOVED.y, window=MOVED.window))
    assert edited is not None
    lab = opening(LINK, {**edited, "data": "spirals"})
    assert lab.shared.dataset is None
    assert same(lab.points, MOVED)
    again = LINK.to_query(lab.shared)
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
    lab = opening(LINK, params)
    assert len(lab.unread) == 1
    assert lab.points.X.size
    for lang in ("en", "zh"):
        assert frame.note(lab.unread[0], words_for(lang))


# ---- files ----


def opened_file(data: bytes) -> None:
    """Open a file as the page does."""
    lab = session.current()
    nowhere = replace(lab.shared, dataset=None, X=None, y=None, window=None)
    session.open_shared(*LINK.from_file(data, nowhere))


def test_a_file_of_a_data_set_replaces_edited_points() -> None:
    session.open_points(MOVED)
    opened_file(LINK.to_file(opening(LINK, {"data": "spirals"}).shared))
    lab = session.current()
    assert lab.shared.dataset == "spirals"
    assert lab.shared.X is None
    assert same(lab.points, CATALOGUE["spirals"].make())


def test_a_file_of_edited_points_replaces_a_data_set() -> None:
    opened_file(LINK.to_file(Shared(X=MOVED.X, y=MOVED.y, window=MOVED.window)))
    lab = session.current()
    assert lab.shared.dataset is None
    assert same(lab.points, MOVED)


@pytest.mark.parametrize("data", [b"", b"garbage", b"{}", b'{"svm-lab":1,"state":{"p":"!"}}', b"\xff" * 70000], ids=str)
def test_a_file_that_cannot_be_read_leaves_the_points_where_they_are(data: bytes) -> None:
    session.open_points(MOVED)
    before = session.current()
    opened_file(data[:65537])
    lab = session.current()
    assert lab.unread or data == b"{}"
    assert same(lab.points, MOVED)
    assert LINK.to_query(lab.shared) == LINK.to_query(before.shared)


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


@pytest.mark.parametrize("opens", [lambda: session.open_dataset("rings"), lambda: session.open_points(MOVED)])
def test_other_points_do_not_begin_at_the_step_of_the_run_before(opens: Callable[[], None]) -> None:
    session.put(opening(LINK, {"data": "moons", "step": "39"}))
    assert session.current().shared.step == 39
    opens()
    assert session.current().shared.step is None


def test_an_undo_brings_back_the_name_of_a_set_with_its_points() -> None:
    session.open_dataset("moons")
    session.open_dataset("rings")
    moons, rings = (CATALOGUE[name].make() for name in ("moons", "rings"))
    session.take_over(GAUSSIAN, 3.0, MOVED)
    assert session.current().shared.dataset is None
    for points, name in ((rings, "rings"), (moons, "moons"), (rings, "rings")):
        session.take_over(GAUSSIAN, 3.0, points)
        assert session.current().shared.dataset == name
        assert session.current().shared.X is None
        assert np.array_equal(session.current().points.X, points.X)


class Address(dict[str, str]):
    """Streamlit's parameters as they are at the start of a run: what the browser said, whatever is on its way to it."""

    def __init__(self) -> None:
        self.sent: list[dict[str, str]] = []

    def from_dict(self, query: dict[str, str]) -> None:
        self.sent.append(query)


def test_a_link_that_says_it_all_is_not_written_again(monkeypatch: pytest.MonkeyPatch) -> None:
    address = Address()
    address.update(LINK.to_query(replace(session.current().shared, lang=None)) or {})
    monkeypatch.setattr(streamlit, "query_params", address)
    session.write_link()
    assert address.sent == []  # it would be one more step back in the browser


def test_an_undo_whose_address_the_browser_has_not_seen_is_followed_by_the_address_of_its_redo(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    address = Address()
    monkeypatch.setattr(streamlit, "query_params", address)
    session.write_link()
    address.update(address.sent[0])  # the browser has it
    session.write_link()
    assert len(address.sent) == 1  # nothing to say

    session.take_over(GAUSSIAN, 3.0, MOVED)
    session.write_link()  # on its way
    session.put(opening(LINK))
    session.write_link()  # what the browser still names
    assert len(address.sent) == 3
    assert address.sent[2] == address.sent[0] != address.sent[1]


# ---- the frame ----


@pytest.mark.parametrize("address", ["www.evil.example", "WWW.evil.example", "https://evil.example", "a@evil.example"])
def test_an_address_in_foreign_text_does_not_become_a_link(address: str) -> None:
    # What remark-gfm, Streamlit's reader of Markdown, makes a link of even where the letters come escaped.
    links = r"(?i)(https?://|www(?=\.))[-.\w]+|[-.\w+]+@[-\w]+(\.[-\w]+)+"
    assert re.search(links, address)
    shown = frame.literal(address)
    assert not re.search(links, shown.replace("\\", ""))
    assert shown.replace("\\", "").replace(frame.WORD_JOINER, "") == address


def test_foreign_text_is_shown_literally() -> None:
    hostile = "[x](http://evil.example) ![i](u) $a$ **b** :red[c] <b> `d` | ~e~"
    shown = frame.literal(hostile)
    assert shown.replace("\\", "").replace(frame.WORD_JOINER, "") == hostile
    for k, letter in enumerate(shown):
        if letter in "[]()<>*_`$!|~:{}#":
            assert shown[k - 1] == "\\"


def test_every_control_that_a_link_can_hide_is_named_in_both_languages() -> None:
    for lang in ("en", "zh"):
        assert all(words_for(lang)(f"frame.hide.{name}") for name in frame.HIDEABLE)


@pytest.mark.parametrize("query", [{"data": "moons"}, {"data": "overlap"}, {"data": "xor", "C": "3"}])
def test_a_link_to_a_hard_margin_carries_the_soft_one_that_was_left(query: dict[str, str]) -> None:
    """Machines without a hard margin, and the click that softens it, use this C."""
    lab = opening(LINK, query)
    for shared in (lab.shared.with_penalty(None), lab.shared.with_penalty(0.1).with_penalty(None)):
        opened = opening(LINK, LINK.to_query(shared)).shared
        assert (opened.C, opened.soft) == (None, shared.soft)
    assert "soft" not in (LINK.to_query(opening(LINK, {**query, "C": "inf"}).shared) or {})
