"""The time line under a board: at its end the answer, before it the recorded run, also while a hand moves something."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from bench import GAUSSIAN, Bench, clouds

from core.trace import Trace
from ui.solve.recording import recording
from ui.solve.way import Way

C, WAY = 10.0, Way()


class Time(Bench):
    """A board with its time line and its light, and a server that answers."""

    def __init__(self, lab: Bench, recorder: str) -> None:
        super().__init__(lab.page)
        self.board(*clouds(40), solved=False, socket=recorder, limit=100, answer=None)
        self.until("s.picture")
        self.show("board/light")
        header = {"run": None, "step": None, "seek": "1", "way": WAY.header(), "bound": C, "C": C, "kernel": GAUSSIAN}
        self.show("player/timeline", **header)

    def press(self, *keys: str) -> None:
        self.page.locator("#timeline [data-part=slider]").focus()
        for key in keys:
            self.page.keyboard.press(key)
        self.page.wait_for_timeout(100)

    def run(self) -> Trace:
        """Return the run to what is on the board, recorded here."""
        X, y = self.state("[[...s.X], [...s.y]]")
        return recording(np.reshape(X, (-1, 2)), np.array(y, np.int8), GAUSSIAN, C, WAY).trace

    def where(self) -> str:
        return str(self.page.locator("#timeline [data-part=where]").inner_text())

    def drag(self, i: int) -> None:
        x, y = self.at(*self.points()[i][:2])
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + 40, y - 30, steps=8)
        self.until("!s.behind")
        self.page.wait_for_timeout(60)


@pytest.fixture
def time(lab: Bench, recorder: str) -> Time:
    return Time(lab, recorder)


def test_a_step_before_the_end_is_the_state_of_the_recorded_run_and_the_end_is_the_answer(time: Time) -> None:
    assert time.state("s.moment") is None
    time.press("Home", *["ArrowRight"] * 12)
    time.until("s.moment")
    trace = time.run()
    assert time.where() == f"12 / {len(trace)}"
    np.testing.assert_allclose(time.state("[...s.moment.picture.alpha]"), trace.state_at(12).alpha, rtol=1e-12)
    assert time.page.locator("#light [data-part=title]").inner_text() == "timeline.title", (
        "the light proves nothing here"
    )
    assert time.sent("step")[-1] == {"k": 12}
    time.press("End")
    assert time.state("s.moment") is None
    np.testing.assert_array_equal(time.state("[...s.picture.alpha]"), trace.last.alpha)
    assert time.sent("step")[-1] == {"k": None}, "at the end, however long the run becomes"


def test_while_a_point_moves_the_run_is_recorded_anew_and_the_step_stays(time: Time) -> None:
    time.press("Home", *["ArrowRight"] * 12)
    time.until("s.moment")
    before = time.run()
    time.drag(3)
    moving = time.run()
    assert time.where() == f"12 / {len(moving)}"
    assert moving.state_at(12).alpha.tobytes() != before.state_at(12).alpha.tobytes()
    np.testing.assert_allclose(time.state("[...s.moment.picture.alpha]"), moving.state_at(12).alpha, rtol=1e-12)
    time.page.mouse.up()
    time.press("End")
    time.until("s.picture")
    np.testing.assert_array_equal(time.state("[...s.picture.alpha]"), moving.last.alpha)
    time.page.locator("#light [data-state=proved]").wait_for()


def test_a_board_at_the_end_of_its_time_asks_for_answers_alone(time: Time) -> None:
    time.drag(3)
    assert time.state("[s.way ?? null, s.moment, s.picture !== null]") == [None, None, True]
    time.page.mouse.up()


def test_where_no_run_is_left_the_time_line_goes_to_its_end_and_the_light_says_why(time: Time) -> None:
    time.press("Home", "ArrowRight")
    time.until("s.moment")
    negative = "new Set([...s.y.keys()].filter((i) => s.y[i] < 0))"
    time.page.evaluate(f"harness.store('lab').then((s) => s.edit(() => s.remove({negative})))")
    time.until("!s.behind && s.verdict.state === 'refused'")
    assert time.state("[s.moment, s.picture]") == [None, None], "nothing is drawn as a solution that is none"
    time.page.locator("#light [data-state=refused]").wait_for()


def test_a_run_that_plays_ends_at_the_answer(time: Time) -> None:
    time.page.locator("#timeline select").select_option("300")
    time.press("Home")
    time.page.locator("#timeline button[value=play]").click()
    time.until("s.moment")
    time.until("!s.moment")
    assert time.sent("step")[-1] == {"k": None}


def test_a_board_whose_kernel_is_still_loading_stands_beside_a_time_line_that_is_there(lab: Bench) -> None:
    X, y = clouds(8)
    held: list[Any] = []
    lab.page.route("**/more_kernels.js", lambda route: held.append(route))
    lab.board(X, y, solved=False, kernel={"name": "fourier", "gamma": 0.5, "components": 2})
    lab.page.wait_for_timeout(50)
    assert held, "the kernel's module is asked for when the board needs it"
    lab.show("player/timeline", run=None, step=3, seek="1", way=WAY.header(), bound=C, C=C)
    held[0].continue_()
    lab.until("s.n === 8")
