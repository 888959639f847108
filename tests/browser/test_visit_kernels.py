"""A visitor compares kernels with one hand, and takes f apart."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from visitor import Meet, Visitor

from pages.kernels.tables import NUMBERS

BOARDS = ("kernels-linear", "kernels-polynomial", "kernels-third")
PICTURE = "(canvas) => canvas.toDataURL()"
CELLS = "(table) => [...table.rows].slice(1).map((row) => [...row.cells].slice(1).map((cell) => cell.textContent))"
WAITS = "() => document.documentElement.dataset.waits"


def numbers(visitor: Visitor) -> dict[str, Any]:
    """Return the cells of the table by the names of its rows, and the sentence above."""
    rows = visitor.page.locator(".lab-live").evaluate(CELLS)
    return {**dict(zip(NUMBERS, rows, strict=True)), "lead": visitor.page.locator(".st-key-lead p").first.inner_text()}


def vectors(visitor: Visitor) -> list[str]:
    return [str(visitor.lab("s.picture.alpha.filter((a) => a > 0).length", board)) for board in BOARDS]


@pytest.mark.parametrize("data", ["moons", "line"])
def test_the_numbers_follow_a_dragged_point_before_the_hand_lets_go(newcomer: Meet, lang: str, data: str) -> None:
    visitor = newcomer(lang).open("kernels", data=data, k="gaussian", g="1", C="10")
    visitor.settled()
    later = visitor.say("kernels.left_out.later")
    visitor.until(lambda: "–" not in numbers(visitor)["left_out"], "the leave-one-out errors")
    before, place = numbers(visitor), visitor.board.bounding_box()
    X = np.array(visitor.lab("[...s.X]", BOARDS[0])).reshape(-1, 2)
    i, mouse = int((X**2).sum(axis=1).argmax()), visitor.page.mouse  # its move changes the range of K
    mouse.move(*visitor.at(X[i, 0], X[i, 1], BOARDS[0]))
    mouse.down()
    mouse.move(*visitor.at(0.2 * X[i, 0], 0.2 * X[i, 1] + 0.3, BOARDS[0]), steps=8)

    def follows() -> bool:
        told = numbers(visitor)
        return bool(told["vectors"] == vectors(visitor) and told["condition"] != before["condition"])

    visitor.until(follows, "the support vectors of the moved point")
    visitor.page.wait_for_timeout(700)  # longer than numbers of other points may stand without a sign
    held, table = numbers(visitor), visitor.page.locator(".lab-live")
    assert visitor.page.evaluate(WAITS) == "draw.waits"  # the page has not told of this point yet
    assert table.get_attribute("data-late") is None
    assert visitor.board.bounding_box() == place  # another sentence moves no board under the hand
    for row in ("vectors", "steps", "time", "range", "condition", "lead"):
        assert held[row] != before[row]
    first, *others = held["left_out"]
    assert (first == later) == (data == "moons")  # a straight boundary takes many steps there
    assert later not in others
    assert table.locator("td[data-late]").count() == held["left_out"].count(later)
    mouse.up()
    visitor.until(lambda: visitor.page.evaluate(WAITS) is None, "the page")
    visitor.until(lambda: not {later, "–"} & set(numbers(visitor)["left_out"]), "the leave-one-out errors")
    after, waited = numbers(visitor), {"left_out", "lead"} if data == "moons" else set()
    assert {row: after[row] for row in after.keys() - waited} == {row: held[row] for row in held.keys() - waited}


def test_numbers_that_no_answer_follows_wait_visibly(newcomer: Meet) -> None:
    visitor = newcomer().open("kernels")
    visitor.settled()
    visitor.page.route("**/lab/figures*", lambda route: route.abort())
    X = np.array(visitor.lab("[...s.X]", BOARDS[0])).reshape(-1, 2)
    before = numbers(visitor)
    visitor.page.mouse.move(*visitor.at(X[0, 0], X[0, 1], BOARDS[0]))
    visitor.page.mouse.down()
    visitor.page.mouse.move(*visitor.at(X[0, 0] - 1.0, X[0, 1] + 1.0, BOARDS[0]), steps=4)
    visitor.page.locator(".lab-live[data-late]").wait_for()
    assert numbers(visitor)["vectors"] == before["vectors"]
    visitor.page.mouse.up()
    visitor.page.locator(".lab-live:not([data-late])").wait_for()
    visitor.until(lambda: numbers(visitor)["steps"] != before["steps"], "the numbers of the page")
    visitor.errors.clear()  # the requests that went nowhere


def test_a_point_dragged_on_one_board_moves_on_all_and_the_sentence_follows(newcomer: Meet, lang: str) -> None:
    visitor = newcomer(lang).open("kernels")
    visitor.settled()
    X = np.array(visitor.lab("[...s.X]", BOARDS[0])).reshape(-1, 2)
    i, before = int(X[:, 1].argmin()), visitor.page.locator(".st-key-lead p").first.inner_text()
    mouse, to = visitor.page.mouse, X[i] + (-3.0, 3.5)
    mouse.move(*visitor.at(*X[i], id=BOARDS[0]))
    mouse.down()
    mouse.move(*visitor.at(*to, id=BOARDS[0]), steps=8)
    mouse.up()
    for board in BOARDS:
        read = f"[s.X[{2 * i}], s.X[{2 * i + 1}]]"
        visitor.until(lambda b=board, r=read: np.allclose(visitor.lab(r, b), to, atol=0.1), f"the point on {board}")
    lead = visitor.page.locator(".st-key-lead p").first
    visitor.until(lambda: lead.inner_text() != before, "another sentence")


def test_a_term_that_is_switched_off_leaves_the_board(newcomer: Meet) -> None:
    visitor = newcomer().open("kernels")
    visitor.settled()
    board = visitor.page.locator(".st-key-below .lab-board canvas").first
    before = board.evaluate(PICTURE)
    visitor.page.get_by_role("button", name=visitor.say("kernels.switch.off")).click()
    visitor.until(lambda: board.evaluate(PICTURE) != before, "another boundary")
    alpha = np.array(visitor.lab("[...s.picture.alpha]", BOARDS[2]))
    visitor.until(
        lambda: visitor.lab(f"s.picture.alpha[{int(alpha.argmax())}]", "kernels-terms") == 0, "no term of the point"
    )
    visitor.page.get_by_role("button", name=visitor.say("kernels.switch.on")).click()
    visitor.until(lambda: board.evaluate(PICTURE) == before, "the boundary of the solution")
