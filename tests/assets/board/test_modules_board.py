"""The board by mouse, touch and keyboard; what it holds, sends and paints."""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from bench import GAUSSIAN, WINDOW, Bench, clouds

from ui.solve.wire import unpack


@pytest.fixture
def small(lab: Bench) -> Bench:
    """Mount a board with four solved points."""
    lab.board(np.array([[-2.0, -2], [-2, 0], [2, 2], [2, 0]]), np.array([-1, -1, 1, 1]))
    return lab


def _near(x: float, y: float, label: int) -> Any:
    return pytest.approx([x, y, label], abs=0.02)


def _commits(lab: Bench) -> list[tuple[dict, dict]]:
    lab.page.wait_for_timeout(30)
    return [unpack(base64.b64decode(commit["blob"])) for commit in lab.sent("commit")]


ANSWERED = """async () => {
    const s = await harness.store("lab");
    const { answer, picture: { alpha, role, slack } } = s;
    __lab.paints.length = 0;
    s.take(answer, { alpha, role, slack }, s.request());
    await null; // nothing but what this task has left to do
    return __lab.paints.length;
}"""


@pytest.mark.parametrize(("link", "paints"), [(None, 1), ("row", 0)], ids=["alone", "linked"])
def test_an_answer_is_painted_before_its_frame_and_linked_boards_with_it(lab: Bench, link: str, paints: int) -> None:
    lab.board(*clouds(12), **({} if link is None else {"link": link}))
    assert lab.page.evaluate(ANSWERED) == paints
    lab.page.wait_for_timeout(60)
    assert lab.page.evaluate("__lab.paints.length") == 1, "no picture is painted twice"


def test_a_click_on_empty_ground_adds_a_point_of_the_current_class_on_the_grid(small: Bench) -> None:
    small.page.mouse.click(*small.at(0, 1))
    small.page.get_by_role("button", name="draw.minus").click()
    small.page.mouse.click(*small.at(1, -3))
    added = small.points()[4:]
    assert added == [_near(0, 1, 1), _near(1, -3, -1)]
    steps = (np.array(added)[:, :2] + 4) / 8 * 65536
    assert np.array_equal(steps, np.round(steps))


def test_a_drag_moves_the_point_with_the_pointer_and_commits_once(small: Bench) -> None:
    small.page.mouse.move(*small.at(2, 2))
    small.page.mouse.down()
    for k in range(1, 9):
        small.page.mouse.move(*small.at(2 - 0.4 * k, 2))
        assert small.points()[2] == _near(2 - 0.4 * k, 2, 1)
    assert _commits(small) == []
    small.page.mouse.up()
    [(header, arrays)] = _commits(small)
    assert header["kernel"] == GAUSSIAN
    assert header["C"] == 10
    assert arrays["X"][2] == pytest.approx([-1.2, 2], abs=0.02)
    assert small.sent("commit")[0]["made"] == 1


def test_a_point_cannot_leave_the_window(small: Bench) -> None:
    small.page.mouse.move(*small.at(2, 2))
    small.page.mouse.down()
    small.page.mouse.move(*small.at(9, 9), steps=4)
    small.page.mouse.up()
    top = 4 - WINDOW["size"] / 65536
    assert small.points()[2] == [top, top, 1]


def test_a_right_click_deletes_and_undo_and_redo_travel(small: Bench) -> None:
    before = small.points()
    small.page.mouse.click(*small.at(-2, 0), button="right")
    after = small.points()
    assert after == [before[0], *before[2:]]
    small.page.get_by_role("button", name="draw.undo").click()
    assert small.points() == before
    small.page.get_by_role("button", name="draw.redo").click()
    assert small.points() == after
    small.page.get_by_role("button", name="draw.clear").click()
    assert small.points() == []
    small.page.keyboard.press("Control+z")  # on a button: not the board's
    small.page.get_by_role("button", name="draw.undo").click()
    assert small.points() == after


def test_the_brush_sprays_and_the_eraser_takes_away(small: Bench) -> None:
    small.page.get_by_role("button", name="draw.brush").click()
    small.page.mouse.move(*small.at(-3, 3))
    small.page.mouse.down()
    small.page.mouse.move(*small.at(1, 3), steps=20)
    small.page.mouse.up()
    sprayed = small.points()[4:]
    assert len(sprayed) > 20
    assert all(abs(y - 3) < 0.6 for _, y, _ in sprayed)
    small.page.get_by_role("button", name="draw.erase").click()
    small.page.mouse.move(*small.at(-4, 3))
    small.page.mouse.down()
    small.page.mouse.move(*small.at(2, 3), steps=30)
    small.page.mouse.up()
    assert len(small.points()) < 4 + 0.6 * len(sprayed)
    small.page.get_by_role("button", name="draw.undo").click()
    assert small.points()[4:] == sprayed


def test_everything_the_mouse_does_the_keyboard_does(small: Bench) -> None:
    keys = small.page.keyboard
    small.page.locator("#board .lab-pointer").focus()
    voice = small.page.locator("#board .lab-voice")
    keys.press("2")
    for _ in range(4):
        keys.press("Shift+ArrowUp")
    keys.press("ArrowRight")
    keys.press("Enter")
    assert small.points()[4:] == [_near(8 / 128, 2, -1)]
    small.becomes(voice.inner_text, "draw.added")
    keys.press("]")
    small.becomes(voice.inner_text, "draw.at")
    keys.press("ArrowLeft")
    keys.press("Shift+ArrowDown")
    assert small.points()[0] == _near(-2 - 8 / 128, -2.5, -1)
    keys.press("[")
    keys.press("Delete")
    assert len(small.points()) == 4
    keys.press("Control+z")
    assert len(small.points()) == 5
    keys.press("Control+z")
    assert small.points()[0] == [-2, -2, -1], "moves of one point by keys are one step"
    keys.press("Control+y")
    keys.press("Control+Shift+z")
    assert len(small.points()) == 4
    keys.press("Escape")
    assert len(_commits(small)) >= 1


@pytest.fixture
def touch(small: Bench) -> Callable[..., None]:
    """Send a touch event at a place of the plane."""
    cdp = small.page.context.new_cdp_session(small.page)

    def send(kind: str, *place: float) -> None:
        touches = [dict(zip("xy", small.at(*place), strict=True))] if place else []
        cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    return send


def test_a_finger_drags_a_point_it_only_nearly_touches_and_the_page_stays(
    small: Bench, touch: Callable[..., None]
) -> None:
    touch("touchStart", 2.15, 1.85)
    for k in range(1, 6):
        touch("touchMove", 2.15, 1.85 - 0.5 * k)
    touch("touchEnd")
    assert len(small.points()) == 4
    assert small.points()[2] == _near(2.15, -0.65, 1)
    assert small.page.evaluate("scrollY") == 0


@pytest.mark.parametrize("said", ["clear", "undo", "removed"])
def test_what_was_said_of_earlier_points_does_not_stay_beside_later_ones(small: Bench, said: str) -> None:
    voice = small.page.locator("#board .lab-voice")
    if said == "removed":
        small.page.mouse.click(*small.at(2, 2), button="right")
    else:
        small.page.mouse.click(*small.at(-3, 3))
        small.page.get_by_role("button", name=f"draw.{said}").click()
    assert voice.inner_text() == {"clear": "draw.cleared", "undo": "draw.undo.done", "removed": "draw.removed"}[said]
    small.page.mouse.click(*small.at(3.5, -3.5))
    assert voice.inner_text() == ""


def test_a_long_press_deletes_a_point(small: Bench, touch: Callable[..., None]) -> None:
    touch("touchStart", 2, 2)
    small.page.wait_for_timeout(650)
    touch("touchEnd")
    assert len(small.points()) == 3


def test_the_board_takes_two_thousand_points_and_says_so(lab: Bench) -> None:
    X, y = clouds(1999, spread=1.5)
    lab.board(X, y, solved=False)
    lab.page.mouse.click(*lab.at(-3.8, 3.8))
    assert lab.state("s.n") == 2000
    lab.page.mouse.click(*lab.at(3.8, -3.8))
    assert lab.state("s.n") == 2000
    assert lab.page.locator("#board .lab-voice").inner_text() == "draw.limit"


def test_the_same_revision_keeps_the_points_and_a_new_one_can_be_undone(small: Bench) -> None:
    small.page.mouse.click(*small.at(0, 1))
    mine = small.points()
    small.revision -= 1
    small.board(*clouds(10))
    assert small.points() == mine
    small.board(*clouds(10))
    assert len(small.points()) == 10
    small.page.get_by_role("button", name="draw.undo").click()
    assert small.points() == mine


def test_the_picture_follows_the_drag_over_the_socket_without_remounting(lab: Bench, solver: str) -> None:
    lab.board(*clouds(60), socket=solver)
    mounts = lab.page.evaluate("__lab.mounts")
    x, y, _ = lab.points()[0]
    lab.page.mouse.move(*lab.at(x, y))
    lab.page.mouse.down()
    for k in range(1, 41):
        lab.page.mouse.move(*lab.at(x - 0.03 * k, y))
    lab.page.mouse.up()
    lab.until("!s.behind")
    lab.page.wait_for_timeout(50)
    seen = lab.page.evaluate("__lab")
    assert seen["mounts"] == mounts
    assert seen["answers"] > 5
    assert len(seen["latency"]) > 5
    assert lab.state("Array.from(s.picture.X)") == lab.state("Array.from(s.X)")


def test_a_point_hovered_in_one_board_is_marked_in_all_of_its_group(lab: Bench) -> None:
    X, y = clouds(20)
    for gamma in (0.1, 1.0, 10.0):
        lab.revision = 0
        lab.board(
            X,
            y,
            id=f"g{gamma}",
            lab=f"g{gamma}",
            kernel={"name": "gaussian", "gamma": gamma},
            editable=False,
            link="strip",
            caption=f"γ = {gamma}",
            height=300,
        )
    canvas = """() => ['g0.1', 'g1.0', 'g10.0'].map((id) =>
        document.getElementById(id).shadowRoot.querySelector('.lab-pointer').toDataURL())"""
    before = lab.page.evaluate(canvas)
    lab.page.locator("[id='g1.0'] .lab-pointer").press("ArrowRight")
    lab.page.wait_for_timeout(60)
    after = lab.page.evaluate(canvas)
    assert all(a != b for a, b in zip(before, after, strict=True))
    lab.page.locator("[id='g1.0'] .lab-pointer").click(position={"x": 60, "y": 60})
    assert len(lab.state("Array.from(s.y)", "g1.0")) == 20, "read-only boards take no points"


def test_hovering_explains_the_pixel_term_by_term(lab: Bench) -> None:
    lab.board(*clouds(60))
    lab.page.mouse.move(*lab.at(0.5, 0.5))
    tip = lab.page.locator("#board .lab-tip")
    tip.wait_for(state="visible")
    assert "f(x) = " in tip.inner_text()
    assert tip.locator(".lab-term").count() == 7, "five terms, the rest, b"
    lab.page.mouse.move(5, 5)
    tip.wait_for(state="hidden")


def test_a_picture_not_to_be_drawn_shows_no_field_but_the_common_point(lab: Bench) -> None:
    X, y = np.array([[-1.0, -1], [1, 1], [-1, 1], [1, -1]]), np.array([1, 1, -1, -1])
    answer = {
        "seq": 0,
        "state": "impossible",
        "title": "No plane",
        "detail": "",
        "draw": False,
        "outcome": "INFEASIBLE",
        "b": 0.0,
        "numbers": [],
        "w": None,
        "common": [0, 0],
        "steps": 3,
    }
    arrays = {"alpha": np.ones(4), "role": np.full(4, 7), "slack": np.zeros(4)}
    lab.board(X, y, kernel={"name": "linear"}, C=None, answer=answer, arrays=arrays)
    pixel = """([id, x, y]) => { const c = document.getElementById('board').shadowRoot.querySelectorAll('canvas')[id];
        return Array.from(c.getContext('2d').getImageData(x, y, 1, 1).data); }"""
    box = lab.page.locator("#board .lab-pointer").bounding_box()
    px, py = lab.at(0, 0)
    x, y = px - box["x"], py - box["y"]
    assert lab.page.evaluate(pixel, [0, x + 40, y])[3] == 0, "no field"
    assert lab.page.evaluate(pixel, [1, x, y])[3] == 255, "the cross"


def test_nothing_of_the_old_points_comes_back_after_all_are_cleared_and_one_is_placed(lab: Bench, solver: str) -> None:
    lab.board(*clouds(30), socket=solver)
    lab.page.wait_for_timeout(100)
    lab.page.get_by_role("button", name="draw.clear").click()
    lab.page.mouse.click(*lab.at(0, 0))
    lab.until("!s.behind && s.answer.state === 'refused'")
    lab.page.wait_for_timeout(100)
    inked = """(canvas) => {
        const { data } = canvas.getContext("2d").getImageData(40, 40, canvas.width - 80, canvas.height - 80);
        return data.filter((value, k) => k % 4 === 3 && value).length;
    }"""
    below, above = (lab.page.locator("#board canvas").nth(k).evaluate(inked) for k in (0, 1))
    assert below == 0, "no field"
    assert 0 < above < 600, "one mark"


def test_the_tip_at_the_cursor_follows_the_answer_to_the_point_that_enter_adds(lab: Bench, solver: str) -> None:
    lab.board(*clouds(30), socket=solver)
    lab.page.locator("#board .lab-pointer").focus()
    lab.page.keyboard.press("ArrowUp")
    tip = lab.page.locator("#board .lab-tip")
    tip.wait_for(state="visible")
    before = tip.inner_text()
    lab.page.keyboard.press("1")
    lab.page.keyboard.press("Enter")
    lab.until("!s.behind && s.picture.y.length === 31")
    tip.wait_for(state="visible")
    lab.changes(tip.inner_text, before)


def test_a_first_press_of_the_mouse_takes_the_focus_and_draws_no_frame(small: Bench) -> None:
    small.page.mouse.click(*small.at(0, 1))
    canvas = small.page.locator("#board .lab-pointer")
    assert canvas.evaluate("(canvas) => canvas.matches(':focus')")
    assert not canvas.evaluate("(canvas) => canvas.matches(':focus-visible')")


def test_undo_brings_back_the_kernel_and_the_penalty_with_the_points(small: Bench) -> None:
    before = small.state("[s.kernel, s.C, [...s.X]]")
    small.board(*clouds(10), kernel={"name": "linear"}, C=None)
    small.state("s.edit(() => s.set({ C: 3 }))")
    small.page.get_by_role("button", name="draw.undo").click()
    assert small.state("[s.kernel, s.C]") == [{"name": "linear"}, None]
    small.page.get_by_role("button", name="draw.undo").click()
    assert small.state("[s.kernel, s.C, [...s.X]]") == before
    small.page.wait_for_timeout(30)
    header, _ = unpack(base64.b64decode(small.sent("commit")[-1]["blob"]))
    assert [header["kernel"], header["C"]] == before[:2]
    small.page.get_by_role("button", name="draw.redo").click()
    assert small.state("[s.kernel, s.C, s.n]") == [{"name": "linear"}, None, 10]


def test_the_destroyed_board_leaves_nothing_and_can_be_mounted_again(small: Bench) -> None:
    small.page.evaluate("harness.shown.board.destroy()")
    assert small.page.locator("#board .lab").count() == 0
    small.page.evaluate("harness.again()")
    assert small.page.locator("#board .lab-pointer").count() == 1
    assert len(small.points()) == 4
