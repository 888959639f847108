"""What is edited on the lift is solved under the hand as the page solves it, and what cannot be solved is not told."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from core.problem import InputError
from datasets import CATALOGUE, make_points
from pages import LINK
from pages.phi import PAGE, answers
from pages.phi.maps import MAPS, kernel_spec
from tests.pages.visit import Visit, link_of
from ui.page.controls import POINTS
from ui.solve.board_problem import BoardProblem
from ui.solve.kernels import kernel_of
from ui.solve.request import answer_request, read_request
from ui.solve.wire import pack, unpack
from ui.state.lab import opening

RINGS = CATALOGUE["rings"].make()
SPEC: dict[str, Any] = {"name": "monomials", "exponents": [[2, 0], [0, 2]], "weights": [1.0, 2.0], "damp": [0.0, 0.0]}


@pytest.mark.parametrize("name", MAPS)
def test_under_the_hand_a_map_is_solved_in_the_coordinates_that_are_seen(name: str) -> None:
    asked = PAGE.read(opening(LINK, {"data": "rings", "C": "10", "lift": f"{name}_auto_auto_free"}))
    assert asked.features.name == name
    spec = kernel_spec(asked.features, answers.chosen(asked))
    page = answers.part(asked).solution
    blob = pack({"seq": 1, "kernel": spec, "C": 10.0, "lang": "en", "way": None}, {"X": asked.X, "y": asked.y})
    header, arrays = unpack(answer_request(read_request(blob)))
    assert header["state"] == page.light.value
    live = kernel_of(spec).gram(asked.X, asked.X) @ (arrays["alpha"] * asked.y) + header["b"]
    np.testing.assert_allclose(live, page.decision, atol=2e-4)


@pytest.mark.parametrize(
    "change",
    [
        {"exponents": []},
        {"exponents": [[2, 0]]},
        {"exponents": [[2, 0], [0, 31]]},
        {"exponents": [[2, 0], [-1, 1]]},
        {"exponents": [[2, 0], [0.5, 1]]},
        {"exponents": [[2, 0, 0], [1, 1, 1]]},
        {"exponents": "xy"},
        {"weights": [1.0, -1.0]},
        {"weights": [1.0, float("nan")]},
        {"weights": [1.0, "2"]},
        {"damp": [0.0]},
        {"damp": [0.0, -1.0]},
        {"damp": None},
        {"exponents": [[1, 1]] * 11, "weights": [1.0] * 11},
    ],
)
def test_monomials_that_are_none_are_refused(change: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        kernel_of({**SPEC, **change})


def test_equal_monomials_are_one_question_and_others_are_another() -> None:
    same = {**SPEC, "weights": [1, 2]}
    other = {**SPEC, "weights": [1.0, 2.5]}
    one, two, three = (BoardProblem(RINGS.X, RINGS.y, spec, 1.0).key() for spec in (SPEC, same, other))
    assert one == two != three


def test_the_board_of_the_lift_takes_the_hand_and_there_is_no_second_one() -> None:
    visit = Visit("phi", data="rings", lang="en")
    (board,) = [unpack(proto.bytes)[0] for proto in visit.components("board")]
    assert (board["lab"], board["editable"], board["careful"]) == ("phi", True, True)


def test_a_link_that_hides_the_board_allows_no_drawing_on_it() -> None:
    visit = Visit("phi", data="rings", hide="board")
    (board,) = [unpack(proto.bytes)[0] for proto in visit.components("board")]
    assert board["editable"] is False


def test_where_nothing_can_be_solved_a_board_below_takes_the_hand() -> None:
    visit = Visit("phi", **link_of(make_points([[0, 0], [1, 1]], [1, 1]), lang="en"))
    (board,) = [unpack(proto.bytes)[0] for proto in visit.components("board")]
    assert (board["lab"], board["editable"]) == (POINTS, True)
    assert visit.warnings()
