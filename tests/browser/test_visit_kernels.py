"""A visitor compares kernels with one hand, and takes f apart."""

from __future__ import annotations

import numpy as np
from visitor import Meet

BOARDS = ("kernels-linear", "kernels-polynomial", "kernels-third")
PICTURE = "(canvas) => canvas.toDataURL()"


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
