"""The page of several classes: machines of the board, links, edits of all classes, and its sentences and tables."""

from __future__ import annotations

import base64
from typing import Any

import numpy as np
import pytest

from core.problem import InputError
from core.topics.classes.view import ballots, pair_values
from datasets import CATALOGUE, LABELS, make_points
from pages import LINK
from pages.classes import answers, tables
from pages.classes.question import BOARD, Options, change, read
from pages.classes.sentences import lead_sentence
from tests.pages.visit import Visit, link_of
from ui.solve.request import answer_request, read_request
from ui.solve.several import several
from ui.solve.wire import pack, unpack
from ui.state import board_events, session
from ui.state.lab import Lab, opening
from ui.words import words_for


def lab(**query: str) -> Lab:
    return opening(LINK, {"data": "pinwheel", "k": "linear", "C": "1", **query})


def request(question: Any, **header: object) -> bytes:
    board = question.board
    sent = {"seq": 1, "lang": "en", "kernel": board.kernel, "C": board.C, "votes": True, **header}
    return pack(sent, {"X": question.X, "y": question.y})


def test_the_socket_answers_with_the_machines_of_the_page() -> None:
    question = read(lab())
    found = several(question.problem)
    header, arrays = unpack(answer_request(read_request(request(question))))
    assert header["state"] == "proved"
    assert (header["labels"], header["pairs"]) == ([1, -1, 2], [[0, 1], [0, 2], [1, 2]])
    assert np.array_equal(arrays["coefs"], found.found.coef)
    assert header["bs"] == found.found.b.tolist()
    assert arrays["restCoefs"].shape == (3, len(question.y))


def test_two_classes_have_one_machine_that_is_the_board_s() -> None:
    question = read(lab(data="moons"))
    found = several(question.problem)
    assert len(found.one) == 1
    assert len(found.rest) == 0
    words = words_for("en")
    assert lead_sentence(question, found, words) == words("classes.lead.two")
    assert tables.shapes_table(question, found, words).iloc[1, 0].startswith("(1, ")


@pytest.mark.parametrize("labels", [[], [1, 1], [3, 3, 3]])
def test_fewer_than_two_classes_are_refused_with_a_sentence(labels: list[int]) -> None:
    points = make_points(np.zeros((len(labels), 2)) + np.arange(len(labels))[:, None], labels)
    question = read(opening(LINK, link_of(points)))
    assert isinstance(answers.machines(question), InputError)
    header, _ = unpack(answer_request(read_request(request(question))))
    assert header["state"] == "refused"
    assert header["detail"]


def test_two_points_of_classes_far_apart_in_the_list_are_enough() -> None:
    question = read(opening(LINK, link_of(make_points([[0, 0], [1, 1]], [5, 3]))))
    found = several(question.problem)
    assert found.labels == (3, 5)
    assert found.found.codes.tolist() == [1, 0]


def test_the_sentence_tells_the_share_of_ties_only_where_there_is_one() -> None:
    words = words_for("en")
    question = read(lab())
    found = several(question.problem)
    assert answers.of_the_window(question, found).tie > 0.015
    assert "%" in lead_sentence(question, found, words)
    at = answers.of_the_window(question, found).at
    assert at is not None
    middle = pair_values(found.found, question.kernel.gram(np.array([at]), question.X))
    assert ballots(middle, 3).tolist() == [[1, 1, 1]], "the page opens with a tie in the middle"


def test_the_tables_name_the_machine_of_every_coefficient() -> None:
    words, question = words_for("en"), read(lab(data="six", k="gaussian", g="0.5", C="10"))
    found = several(question.problem)
    shapes = tables.shapes_table(question, found, words)
    vectors = (found.found.coef != 0.0).any(axis=0).sum()
    assert shapes.loc["dual_coef_"].iloc[0] == f"(5, {vectors})"
    assert shapes.loc['decision_function, "ovo"'].iloc[0] == "(120, 15)"
    shown = tables.vectors_table(question, found, words)
    assert shown.shape == (18, 6)
    assert "class 1 against class 2" in shown.iloc[0, 1]
    assert "class 1 against class 2" in shown.iloc[3, 1]
    assert "class 2 against class 3" in shown.iloc[3, 2]
    assert tables.votes_table(question, found, words).iloc[:, 0].astype(int).sum() == 15


def test_an_edit_of_all_classes_is_whole_and_every_other_board_adopts_it(state: dict[str, Any]) -> None:
    session.open_dataset("pinwheel")
    before = session.current()
    points = before.every
    y = points.y.copy()
    y[0] = 4
    plane = {"x0": points.window.x0, "y0": points.window.y0, "size": points.window.size}
    header = {"kernel": before.shared.kernel, "C": 1.0, "window": plane, "opened": before.opened}
    text = base64.b64encode(pack(header, {"X": points.X, "y": y})).decode()
    state[BOARD] = {"commit": {"made": before.board.made_by_others, "blob": text}}
    board_events.take_every_point(BOARD)
    after = session.current()
    assert after.every.y.tolist() == y.tolist()
    assert (after.revision, after.base) == (before.revision + 1, before.base)
    assert len(after.points.y) == 59
    query = LINK.to_query(after.shared)
    assert opening(LINK, query).every.y.tolist() == y.tolist()


def test_the_point_in_question_is_one_of_the_board_and_part_of_the_link() -> None:
    own = lab()
    assert change(own, "one", 91) is own
    assert change(own, "kernel", "taylor") is own
    chosen = change(own, "one", 90)
    assert read(chosen).at == 89
    query = LINK.to_query(chosen.shared)
    assert query is not None
    assert query["classes"] == "89"
    assert read(opening(LINK, query)).at == 89
    assert read(lab()).options == Options()


def test_another_kernel_is_replaced_by_the_gaussian_one_and_the_page_says_so() -> None:
    assert read(lab(k="taylor")).board.kernel["name"] == "gaussian"
    assert "You have chosen the kernel" in Visit("classes", data="pinwheel", k="taylor", lang="en").texts()


def test_a_page_for_two_says_which_two_of_six_it_works_with() -> None:
    seen = Visit("board", data="six", pair="2_5", lang="en")
    assert "Classes on the board: 6" in seen.texts()
    assert "Classes on the board" not in Visit("classes", data="six", lang="en").texts()
    assert "Classes on the board" not in Visit("board", data="moons", lang="en").texts()


def test_every_label_of_the_catalogue_s_six_is_a_class_of_its_own() -> None:
    assert several(read(lab(data="six")).problem).labels == LABELS
    assert len(CATALOGUE["six"].make().y) == 120
