"""Pages work with two of the classes: edits, pairs, undo and links keep the points of the others."""

from __future__ import annotations

import base64
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from datasets import CATALOGUE, FIRST_PAIR, Points, make_points
from pages import LINK
from ui.solve.wire import pack
from ui.state import board_events, session
from ui.state.change import with_edits
from ui.state.lab import opening, with_two_classes
from ui.words import words_for

pytestmark = pytest.mark.usefixtures("state")


def rows(points: Points) -> list[tuple[float, float, int]]:
    return [(a, b, c) for (a, b), c in zip(points.X.tolist(), points.y.tolist(), strict=True)]


def commit(state: dict[str, Any], points: Points, opened: int | None = None) -> None:
    lab, window = session.current(), points.window
    header = {
        "kernel": lab.shared.kernel,
        "C": lab.shared.C,
        "window": {"x0": window.x0, "y0": window.y0, "size": window.size},
        "opened": lab.opened if opened is None else opened,
    }
    text = base64.b64encode(pack(header, {"X": points.X, "y": points.y})).decode()
    state["board"] = {"commit": {"made": lab.board.made, "blob": text}}
    board_events.take_commit("board")


def moved(points: Points) -> Points:
    X = points.X.copy()
    X[0] = points.X[1]
    return replace(points, X=X)


def test_a_page_has_the_points_of_two_classes_and_an_edit_keeps_the_third(state: dict[str, Any]) -> None:
    session.open_dataset("pinwheel")
    session.apply(with_two_classes, (-1, 2))
    lab = session.current()
    assert lab.points.y.tolist() == [1] * 30 + [-1] * 30
    assert rows(lab.board.points) == rows(lab.points)
    edited = moved(lab.points)
    commit(state, edited)
    after = session.current()
    assert rows(after.points) == rows(edited)
    assert rows(after.every)[:30] == rows(CATALOGUE["pinwheel"].make())[:30]
    assert after.shared.dataset is None
    query = LINK.to_query(after.shared)
    assert query is not None
    assert query["pair"] == "2_3"
    opened = opening(LINK, query)
    assert rows(opened.every) == rows(after.every)
    assert rows(opened.points) == rows(edited)


def test_a_commit_or_an_edit_with_a_third_class_is_none_of_a_page_of_two(state: dict[str, Any]) -> None:
    session.open_dataset("pinwheel")
    before = session.current()
    commit(state, before.every)
    assert session.current() is before
    assert with_edits(before, [[0, 0.0, 0.0, 2]]) is before


def test_an_undo_of_another_pair_brings_the_pair_back_with_all_points(state: dict[str, Any]) -> None:
    session.open_dataset("pinwheel")
    before = session.current()
    session.apply(with_two_classes, (1, 2))
    commit(state, moved(session.current().points))
    assert session.current().shared.dataset is None
    commit(state, before.points, before.opened)
    after = session.current()
    assert (after.shared.pair, after.shared.dataset) == (FIRST_PAIR, "pinwheel")
    assert rows(after.every) == rows(before.every)


def test_an_undo_of_another_set_takes_its_third_class_along(state: dict[str, Any]) -> None:
    moons = session.current()
    session.set_aside()
    session.open_dataset("six")
    six = session.current()
    commit(state, moons.points, moons.opened)
    assert rows(session.current().every) == rows(moons.every)
    assert session.current().shared.dataset == "moons"
    commit(state, six.points, six.opened)
    assert rows(session.current().every) == rows(six.every)
    assert session.current().shared.dataset == "six"


def test_a_pair_is_two_different_classes(state: dict[str, Any]) -> None:
    lab = session.current()
    for pair in ((1, 1), (1, 9), (1, -1)):
        assert with_two_classes(lab, pair) is lab


def test_another_set_begins_with_its_first_two_classes(state: dict[str, Any]) -> None:
    session.open_dataset("six")
    session.apply(with_two_classes, (3, 4))
    session.open_dataset("pinwheel")
    assert session.current().shared.pair == FIRST_PAIR
    session.apply(with_two_classes, (1, 2))
    session.open_points(make_points([[0, 0], [1, 1]], [1, -1]))
    assert session.current().shared.pair == FIRST_PAIR


def test_words_name_the_classes_of_the_pair(state: dict[str, Any]) -> None:
    names = ("setosa", "versicolor", "virginica")
    session.open_points(make_points(np.eye(3, 2), [1, -1, 2], classes=names))
    session.apply(with_two_classes, (2, -1))
    assert session.words()("draw.plus") == "virginica"
    assert session.words()("draw.minus") == "versicolor"
    assert words_for("en")("draw.plus") != "virginica"
