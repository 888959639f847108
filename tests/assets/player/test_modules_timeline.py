"""The time line under a board: at its end the answer, before it the recorded run, also while a hand moves something."""

from __future__ import annotations

import base64
from typing import Any

import numpy as np
import pytest
from bench import GAUSSIAN, Bench, clouds

from core.trace import Trace
from ui.solve import recording
from ui.solve.board_problem import BoardProblem
from ui.solve.memory import SharedResults
from ui.solve.options import AlgorithmOptions, CoordinateOptions, Fork, PairOptions
from ui.solve.recording import forked, sent_run
from ui.solve.wire import unpack
from ui.words import plain, words_for

C, WAY, DESCENT = 10.0, PairOptions(), CoordinateOptions()
CHOSEN: dict[str, Any] = {"ways": {way.solver: sent_run(way) for way in (WAY, PairOptions("platt"), DESCENT)}}
REFUSED = {"state": "refused", "title": "t", "detail": "d", "draw": False, "numbers": []}
TAYLOR: dict[str, Any] = {"name": "taylor", "gamma": 0.5, "order": 3}


class Time(Bench):
    """A board with its time line and its light, and a server that answers."""

    def __init__(
        self, lab: Bench, recorder: str, way: AlgorithmOptions = WAY, kernel: dict[str, Any] = GAUSSIAN
    ) -> None:
        super().__init__(lab.page)
        self.way, self.kernel = way, kernel
        self.board(
            *clouds(40),
            solved=False,
            socket=recorder,
            limit=100,
            answer=None,
            kernel=kernel,
            ways={**CHOSEN["ways"], way.solver: sent_run(way)},
            solver=way.solver,
        )
        self.until("s.picture")
        self.show("board/light")
        header = {"run": None, "step": None, "seek": "1", "way": sent_run(way), "bound": C, "C": C, "kernel": kernel}
        self.show("player/timeline", **header, solver=way.solver)

    def press(self, *keys: str) -> None:
        self.page.locator("#timeline [data-part=slider]").focus()
        for key in keys:
            self.page.keyboard.press(key)
        self.page.wait_for_timeout(100)

    def run(self) -> Trace:
        """Return the run to what is on the board, recorded here."""
        X, y = self.state("[[...s.X], [...s.y]]")
        return forked(
            BoardProblem(np.reshape(X, (-1, 2)), np.array(y, np.int8), self.kernel, C, options=self.way)
        ).shown.trace

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
    assert time.state("[s.going ?? null, s.moment, s.picture !== null]") == [None, None, True]
    time.page.mouse.up()


def test_where_no_run_is_left_the_time_line_goes_to_its_end_and_the_light_says_why(time: Time) -> None:
    time.press("Home", "ArrowRight")
    time.until("s.moment")
    negative = "new Set([...s.y.keys()].filter((i) => s.y[i] < 0))"
    time.page.evaluate(f"harness.store('lab').then((s) => s.edit(() => s.remove({negative})))")
    time.until("!s.behind && s.answer.state === 'refused'")
    assert time.state("[s.moment, s.picture]") == [None, None], "nothing is drawn as a solution that is none"
    time.page.locator("#light [data-state=refused]").wait_for()
    kept = "[s.kept.picture.y.length, [...s.kept.picture.y].includes(-1)]"
    assert time.state(kept) == [40, True], "the last good run stays, with the points that it belongs to"
    board, reel = time.page.locator("#board .lab-board"), time.page.locator("#timeline .lab-timeline")
    time.page.locator("#board .lab-board[data-kept]").wait_for()  # drawn in the next frame
    assert board.locator("[data-part=notice]").inner_text() == "player.kept"
    assert reel.get_attribute("data-kept") is not None
    assert reel.locator("[data-part=slider]").get_attribute("aria-label") == "player.slider.kept"
    time.press("Home", "ArrowRight")
    moved = time.state("[s.moment, s.kept.picture.alpha.filter((a) => a).length]")
    assert moved == [None, 2], "it can be stepped through"
    time.page.evaluate("harness.store('lab').then((s) => s.travel('undo'))")
    time.until("!s.behind && !s.kept")
    time.page.locator("#board .lab-board:not([data-kept])").wait_for()  # drawn in the next frame
    assert board.locator("[data-part=notice]").is_hidden()


def cut_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let runs end after seven steps, whatever was recorded before."""
    monkeypatch.setattr(recording, "STEPS_OF_A_RUN", 7)
    for memory in ("_recordings", "_live", "_played", "_played_live"):
        monkeypatch.setattr(recording, memory, SharedResults())


def test_a_run_beyond_its_limit_keeps_the_last_good_one_as_such_until_the_time_line_goes_to_its_end(
    time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    time.press("Home", *["ArrowRight"] * 12)
    time.until("s.moment")
    good, told = time.run(), len(time.sent("commit"))
    cut_runs(monkeypatch)
    time.drag(3)
    time.page.mouse.up()
    time.until("s.kept")
    kept = time.state("[s.moment, [...s.kept.picture.alpha]]")
    assert kept[0] is None, "a run that was cut is no solution"
    np.testing.assert_allclose(kept[1], good.state_at(12).alpha, rtol=1e-12)
    assert time.where() == f"12 / {len(good)}"
    time.page.locator("#board .lab-board[data-kept]").wait_for()  # drawn in the next frame
    assert time.page.locator("#timeline .lab-timeline").get_attribute("data-kept") is not None
    assert len(time.sent("commit")) == told, "the page stays with the run that is shown"
    time.press("End")
    time.until("!s.behind && s.picture && !s.kept")
    time.page.locator("#light [data-state=proved]").wait_for()
    assert len(time.sent("commit")) == told + 1, "an answer to the new points is there"


def test_a_run_beyond_its_limit_that_the_page_brought_is_none_to_keep(
    time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut_runs(monkeypatch)
    time.drag(3)
    time.page.mouse.up()
    header = {"run": None, "step": 2, "seek": "2", "way": sent_run(WAY), "bound": C, "C": C, "kernel": GAUSSIAN}
    time.show("player/timeline", **header, solver=WAY.solver)
    time.until("s.moment")
    time.drag(5)
    time.page.mouse.up()
    time.until("s.moment")
    assert time.state("s.kept") is None
    assert time.where() == "2 / 7"


def test_a_hard_margin_that_a_hand_makes_impossible_keeps_the_last_run_as_such(time: Time) -> None:
    time.press("Home", "End")
    time.drag(3)
    time.page.mouse.up()
    time.press("Home", "ArrowRight", "End")  # so that a run is at hand
    line = {"name": "linear"}
    time.page.evaluate("(kernel) => harness.store('lab').then((s) => s.edit(() => s.set({ kernel, C: null })))", line)
    time.until("!s.behind && s.answer.state === 'impossible'")
    assert time.state("[s.moment, s.picture.draw, s.kept.picture.kernel.name]") == [None, False, "gaussian"]
    time.page.locator("#board [data-part=notice]").wait_for()


def test_points_that_are_all_equal_have_a_soft_run_and_under_a_hard_margin_the_last_run_stays_as_such(
    time: Time,
) -> None:
    time.press("Home", "ArrowRight", "End")  # so that a run is at hand
    before = time.state("[...s.X]")
    change = "(C) => harness.store('lab').then((s) => s.edit(() => s.set({ X: s.X.map((_, k) => s.X[k % 2]), C })))"
    time.page.evaluate(change, None)
    time.until("!s.behind && s.answer.state === 'impossible'")
    said = plain(words_for("en")("light.impossible.space"))
    assert time.state("s.answer.detail") == said
    time.page.locator("#light").get_by_text(said).wait_for()
    assert time.state("[s.moment, s.picture.draw, [...s.kept.picture.X]]") == [None, False, before]
    time.page.locator("#board .lab-board[data-kept]").wait_for()  # drawn in the next frame
    assert time.page.locator("#board [data-part=notice]").inner_text() == "player.kept"
    assert time.page.locator("#timeline .lab-timeline").get_attribute("data-kept") is not None
    time.page.evaluate(change, C)
    time.until("!s.behind && !s.kept")
    assert time.state("s.answer.state") == "proved"
    assert time.page.locator("#board [data-part=notice]").is_hidden()


def test_other_points_that_the_page_brings_leave_no_run_of_before(time: Time) -> None:
    time.press("Home", "ArrowRight")
    time.until("s.moment")
    X, _ = clouds(6)
    time.board(X, np.ones(6), solved=False, answer=REFUSED, **CHOSEN, solver=WAY.solver)
    header = {"run": None, "step": None, "seek": "2", "way": sent_run(WAY), "bound": C, "C": C, "kernel": GAUSSIAN}
    time.show("player/timeline", **header, solver=WAY.solver)
    assert time.state("s.kept") is None


def test_coordinate_descent_answers_a_hand_with_the_end_of_its_run_and_never_with_another_answer(
    lab: Bench, recorder: str
) -> None:
    time = Time(lab, recorder, DESCENT, TAYLOR)
    time.drag(3)
    end = time.run()
    np.testing.assert_array_equal(time.state("[...s.picture.alpha]"), end.last.alpha)
    offset = float(end.problem.y @ end.last.alpha)
    assert time.state("[s.answer.steps, s.picture.b]") == [len(end), pytest.approx(offset)]
    time.page.mouse.up()
    time.press("Home", *["ArrowRight"] * 9)
    time.until("s.moment")
    np.testing.assert_allclose(time.state("[...s.moment.picture.alpha]"), end.state_at(9).alpha, rtol=1e-12)
    assert time.page.locator("#light [data-part=title]").inner_text() == "timeline.title.visit"
    time.press("End")
    time.until("!s.behind && s.picture")
    np.testing.assert_array_equal(time.state("[...s.picture.alpha]"), end.last.alpha)


def test_undo_brings_the_solver_of_before_back_with_its_answer(lab: Bench, recorder: str) -> None:
    time = Time(lab, recorder, WAY, TAYLOR)
    before = time.state("[...s.picture.alpha]")
    held = {"solved": False, "socket": recorder, "kernel": TAYLOR, **CHOSEN}
    X, y = np.reshape(time.state("[...s.X]"), (-1, 2)), np.array(time.state("[...s.y]"))
    time.board(X, y, solver=DESCENT.solver, **held)
    time.until("!s.behind && s.answer.run")
    assert time.state("s.solver") == DESCENT.solver
    time.page.evaluate("harness.store('lab').then((s) => s.travel('undo'))")
    time.until("!s.behind && !s.answer.run")
    assert time.state("s.solver") == WAY.solver
    np.testing.assert_array_equal(time.state("[...s.picture.alpha]"), before)
    time.page.wait_for_timeout(50)
    header, _ = unpack(base64.b64decode(time.sent("commit")[-1]["blob"]))
    assert header["solver"] == WAY.solver


def test_a_step_of_a_kernel_with_waves_is_shown_and_asked_for_once(lab: Bench, recorder: str) -> None:
    fourier = {"name": "fourier", "gamma": 0.5, "components": 30, "seed": 0}
    time = Time(lab, recorder, WAY, fourier)
    time.press("Home", *["ArrowRight"] * 5)
    time.until("s.moment")
    asked = time.state("s.socket.seq")
    time.page.wait_for_timeout(200)
    assert time.state("s.socket.seq") == asked
    assert time.where() == f"5 / {len(time.run())}"


def test_a_run_that_plays_ends_at_the_answer(time: Time) -> None:
    time.page.locator("#timeline select").select_option("300")
    time.press("Home")
    time.page.locator("#timeline button[value=play]").click()
    time.until("s.moment")
    time.until("!s.moment")
    assert time.sent("step")[-1] == {"k": None}


def test_a_branch_is_recorded_anew_while_a_point_moves_and_the_slider_keeps_its_mark(lab: Bench, recorder: str) -> None:
    time = Time(lab, recorder, PairOptions(fork=Fork(5, "platt")))
    time.press("Home", *["ArrowRight"] * 12)
    time.until("s.moment")
    for _ in range(2):
        trace = time.run()
        np.testing.assert_allclose(time.state("[...s.moment.picture.alpha]"), trace.state_at(12).alpha, rtol=1e-12)
        assert time.where() == f"12 / {len(trace)}"
        mark = time.page.locator("#timeline .lab-fork")
        assert mark.is_visible()
        assert float(mark.evaluate("(mark) => mark.style.getPropertyValue('--at')")) == pytest.approx(5 / len(trace))
        time.drag(3)
    time.page.mouse.up()


def test_a_board_whose_kernel_is_still_loading_stands_beside_a_time_line_that_is_there(lab: Bench) -> None:
    X, y = clouds(8)
    held: list[Any] = []
    lab.page.route("**/more_kernels.js", lambda route: held.append(route))
    lab.board(X, y, solved=False, kernel={"name": "fourier", "gamma": 0.5, "components": 2})
    lab.page.wait_for_timeout(50)
    assert held, "the kernel's module is asked for when the board needs it"
    lab.show("player/timeline", run=None, step=3, seek="1", way=sent_run(WAY), bound=C, C=C)
    held[0].continue_()
    lab.until("s.n === 8")
