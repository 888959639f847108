"""Points edited on a player: the run is recorded anew by the real server code, and the player stays at its step."""

from __future__ import annotations

import base64
import time
from typing import Any

import numpy as np
import pytest
from bench import GAUSSIAN, PATIENCE, WINDOW, Bench, clouds
from deck import Deck

from core.problem import Gaussian, c_svc
from core.solver import Outcome
from core.trace import Trace, by_hand, record
from ui.solve.board_problem import BoardProblem
from ui.solve.message import cut
from ui.solve.options import HandOptions, PairOptions
from ui.solve.recording import recording, sent_run
from ui.solve.wire import unpack
from ui.words import words_for

C = 10.0
WAY = PairOptions()
DRAWN = """async (canvas) => {
    for (let tries = 0; tries < 200; tries++) {
        const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        let drawn = 0;
        for (let k = 3; k < data.length; k += 4) drawn += data[k] > 0;
        if (8 * drawn > data.length) return true;
        await new Promise((later) => setTimeout(later, 50));
    }
    return false;
}"""  # whether half of a canvas is painted soon
COLOURED = """(canvas) => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let k = 0; k < data.length; k += 4) count += Math.abs(data[k] - data[k + 2]) > 24;
    return (4 * count) / data.length;
}"""  # the share of a canvas that is red or blue

INKED = """(canvas) => {
    const [right, below] = canvas.clientWidth < 480 ? [0, 2 / 3] : [2 / 3, 0];
    const { width, height } = canvas;
    const { data } = canvas.getContext("2d").getImageData(right * width, below * height, width, height);
    const drawn = Array.from(data.filter((_, k) => k % 4 === 3), (alpha) => alpha > 127);
    return Array.from({ length: height }, (_, row) => drawn.slice(row * width, (row + 1) * width));
}"""  # of each pixel of the last curve, whether something is drawn there


class Hands(Deck):
    """A player whose points are edited."""

    def place(self, x: float, y: float) -> tuple[float, float]:
        box = self.part("above").bounding_box()
        unit = (box["width"] - 2.7 * 12 - 4) / WINDOW["size"]
        return box["x"] + 2.7 * 12 + (x + 4) * unit, box["y"] + 12 + (4 - y) * unit

    def state(self, expression: str, lab: str = "play") -> Any:
        code = f"async () => {{ const s = await harness.store('{lab}'); return {expression}; }}"
        return self.page.evaluate(code)

    def wait_for_answer(self, lab: str = "play") -> None:
        deadline = time.monotonic() + PATIENCE
        while self.state("s.behind", lab):
            assert time.monotonic() < deadline, "no answer to the newest request"
            self.page.wait_for_timeout(20)
        self.page.wait_for_timeout(60)

    def points(self, lab: str = "play") -> tuple[np.ndarray, np.ndarray]:
        X, y = self.state("[[...s.X], [...s.y]]", lab)
        return np.reshape(X, (-1, 2)), np.array(y, np.int8)

    def steps(self) -> tuple[int, int]:
        k, _, steps = self.part("where").inner_text().partition(" / ")
        return int(k), int(steps)


@pytest.fixture(scope="module")
def trace() -> Trace:
    return record(c_svc(*clouds(60), Gaussian(0.5), C))


@pytest.fixture
def hands(lab: Bench, trace: Trace, recorder: str) -> Hands:
    header = {"C": C, "bound": C, "socket": recorder, "limit": 100, "editable": True, "way": sent_run(WAY), "step": 12}
    found = Hands(lab.page, trace, **header)
    found.header = header
    return found


def shown(hands: Hands) -> Trace:
    """Return the run that belongs to the points on screen, recorded here."""
    return recording(BoardProblem(*hands.points(), GAUSSIAN, C, options=WAY)).trace


def test_a_point_dragged_at_a_step_brings_the_new_run_and_the_step_stays(hands: Hands, trace: Trace) -> None:
    x, y = hands.place(*trace.problem.X[3])
    before, alphas = hands.points()[0], hands.ink("alphas")
    hands.page.mouse.move(x, y)
    hands.page.mouse.down()
    for step in range(1, 12):
        hands.page.mouse.move(x + 6 * step, y - 5 * step)
        hands.page.wait_for_timeout(15)
    hands.wait_for_answer()
    moving = shown(hands)
    assert hands.steps() == (min(12, len(moving)), len(moving))
    assert hands.sent("commit") == []
    assert hands.ink("alphas") != alphas
    hands.page.mouse.up()
    hands.page.wait_for_timeout(200)
    after = hands.points()[0]
    assert (after[3] != before[3]).any()
    np.testing.assert_array_equal(np.delete(after, 3, 0), np.delete(before, 3, 0))
    _, arrays = unpack(base64.b64decode(hands.sent("commit")[-1]["blob"]))
    np.testing.assert_array_equal(arrays["X"], after)


def test_a_player_at_its_end_stays_at_the_end_and_a_shorter_run_ends_it_earlier(hands: Hands) -> None:
    hands.press("last")
    hands.keys("]", "Delete", "]", "Delete")
    hands.wait_for_answer()
    run = shown(hands)
    assert hands.steps() == (len(run), len(run))
    for _ in range(len(hands.points()[1]) - 4):
        hands.keys("]", "Delete")
    hands.wait_for_answer()
    run = shown(hands)
    assert hands.steps() == (len(run), len(run))


def test_what_cannot_be_recorded_is_said_and_the_last_good_run_stays_marked(hands: Hands) -> None:
    _, y = hands.points()
    last = hands.steps()
    for _ in range(int((y < 0).sum())):
        hands.page.evaluate("harness.store('play').then((s) => s.edit(() => s.remove(new Set([s.y.indexOf(-1)]))))")
        hands.wait_for_answer()
        if (hands.points()[1] < 0).any():
            last = hands.steps()
    notice = hands.part("notice")
    assert notice.is_visible()
    assert notice.inner_text() == "player.kept"
    assert hands.part("stage").locator("xpath=..").get_attribute("data-kept") is not None
    assert hands.steps() == last
    assert hands.part("slider").get_attribute("aria-label") == "player.slider.kept"
    assert hands.part("below").evaluate(DRAWN), "the grey is loaded when it is first needed"
    assert hands.part("below").evaluate(COLOURED) < 0.01, "nothing of the run is drawn as the solution of these points"
    hands.part("above").focus()
    hands.page.keyboard.press("Control+z")
    hands.wait_for_answer()
    assert not notice.is_visible()
    assert hands.part("below").evaluate(COLOURED) > 0.2
    assert hands.part("slider").get_attribute("aria-label") == "player.slider"
    assert hands.steps()[1] == len(shown(hands))


def test_arrows_step_until_a_point_is_chosen_and_then_move_it(hands: Hands) -> None:
    before = hands.points()[0]
    hands.keys("ArrowRight", "ArrowRight")
    assert hands.k == 14
    hands.keys("]", "ArrowRight")
    hands.wait_for_answer()
    moved = hands.points()[0]
    assert (moved != before).any(axis=1).sum() == 1
    assert hands.k == min(14, len(shown(hands)))
    hands.keys("Escape", "ArrowLeft")
    assert hands.k == min(14, len(shown(hands))) - 1


def test_the_page_that_follows_a_release_changes_nothing_on_the_board(hands: Hands) -> None:
    hands.keys("]", "ArrowUp", "Escape")
    hands.wait_for_answer()
    hands.page.wait_for_timeout(200)
    X, y = hands.points()
    run = shown(hands)

    picture, k = hands.ink("alphas"), hands.k
    hands.trace = run
    hands.mount(**{**hands.header, "run": BoardProblem(X, y, GAUSSIAN, C, options=WAY).run_name, "step": 0})
    assert (hands.k, hands.ink("alphas")) == (k, picture)


def test_the_violation_of_a_long_run_looks_the_same_under_a_hand_and_whole(hands: Hands, trace: Trace) -> None:
    way, most = PairOptions("smo-first-order"), 1e4
    own = {**hands.header, "C": most, "bound": most, "way": sent_run(way), "step": 12}
    hands.mount(**own, run="long")
    hands.page.mouse.move(*hands.place(*trace.problem.X[3]))
    hands.page.mouse.down()
    hands.page.mouse.move(*hands.place(*(trace.problem.X[3] + 0.4)), steps=4)
    hands.wait_for_answer()
    X, y = hands.points()
    hands.trace = recording(BoardProblem(X, y, GAUSSIAN, most, options=way)).trace
    assert hands.steps() == (12, len(hands.trace))
    assert hands.state("s.drawing.playback.dual.length === s.run.told.length")
    assert hands.state("s.run.told.length") < len(hands.trace) / 2
    hands.page.mouse.up()
    followed = np.array(hands.part("course").evaluate(INKED))
    hands.mount(**own, run=hands.state("s.run.run"))
    assert hands.state("[s.drawing.playback.told, s.drawing.playback.dual.length]") == [None, len(hands.trace) + 1]
    hands.state("s.drawing.draw(true)")
    whole = np.array(hands.part("course").evaluate(INKED))
    assert whole.sum() > 1000
    for one, other in ((followed, whole), (whole, followed)):
        near = np.any([np.roll(one, (x, y), (1, 0)) for x in range(-2, 3) for y in range(-2, 3)], axis=0)
        assert (other & ~near).sum() < 0.01 * whole.sum(), "more than two pixels beside the curve"


def test_a_page_that_is_behind_the_hand_does_not_bring_its_points_back(hands: Hands, trace: Trace) -> None:
    hands.keys("]", "ArrowUp", "ArrowUp", "Escape")
    hands.wait_for_answer()
    X, steps = hands.points()[0], hands.steps()
    hands.mount(**{**hands.header, "run": "older", "step": 3})  # the points before, under the same revision
    np.testing.assert_array_equal(hands.points()[0], X)
    assert hands.steps() == steps
    hands.mount(**{**hands.header, "run": "other", "step": 3, "revision": 7})
    np.testing.assert_array_equal(hands.points()[0], trace.problem.X)
    assert hands.k == 3


def test_a_kernel_that_a_panel_chooses_reaches_the_page_and_undo_brings_the_old_one_back(hands: Hands) -> None:
    hands.mount(**{**hands.header, "link": "play", "panel": True, "run": "with a panel"})
    other = {"name": "gaussian", "gamma": 2.0}
    hands.page.evaluate("(kernel) => harness.store('play').then((s) => s.edit(() => s.set({ kernel })))", other)
    hands.wait_for_answer()
    hands.page.wait_for_timeout(200)
    header, _ = unpack(base64.b64decode(hands.sent("commit")[-1]["blob"]))
    assert header["kernel"] == other
    assert hands.steps()[1] == len(recording(BoardProblem(*hands.points(), other, C, options=WAY)).trace)
    hands.part("above").focus()
    hands.page.keyboard.press("Control+z")
    hands.wait_for_answer()
    assert hands.state("s.kernel") == GAUSSIAN


def test_two_players_share_points_and_slider(hands: Hands, trace: Trace) -> None:
    other, way = record(c_svc(*clouds(60), Gaussian(0.5), C), "smo-first-order"), PairOptions("smo-first-order")
    hands.trace = other
    header = {**hands.header, "lab": "other", "link": "play", "follow": "play", "way": sent_run(way)}
    hands.mount("second", **{**header, "run": "rival", "reach": len(other)})
    hands.trace = trace
    hands.keys("]", "ArrowLeft", "ArrowLeft", "Escape")
    hands.wait_for_answer()
    hands.wait_for_answer("other")
    np.testing.assert_array_equal(hands.points("other")[0], hands.points()[0])
    rival = recording(BoardProblem(*hands.points(), GAUSSIAN, C, options=way)).trace
    where = hands.page.locator("#second [data-part=where]")
    assert where.inner_text() == f"12 of {len(rival)}"
    assert hands.steps() == (12, max(len(rival), len(shown(hands))))


def test_a_run_that_does_not_end_leaves_the_last_good_one_and_the_page_is_not_told(hands: Hands) -> None:
    last, commits = hands.steps(), len(hands.sent("commit"))
    hard = "harness.store('play').then((s) => s.edit(() => s.set({ kernel: { name: 'linear' }, C: null })))"
    hands.page.evaluate(hard)
    hands.wait_for_answer()
    assert hands.part("notice").is_visible()
    assert hands.steps()[1] == last[1]
    hands.page.wait_for_timeout(200)
    assert len(hands.sent("commit")) == commits
    hands.part("above").focus()
    hands.page.keyboard.press("Control+z")
    hands.wait_for_answer()
    assert not hands.part("notice").is_visible()


def test_points_that_are_all_equal_are_said_to_have_no_hard_margin_and_the_last_good_run_stays(hands: Hands) -> None:
    last = hands.steps()
    change = "(C) => harness.store('play').then((s) => s.edit(() => s.set({ X: s.X.map((_, k) => s.X[k % 2]), C })))"
    hands.page.evaluate(change, None)
    hands.wait_for_answer()
    assert hands.state("s.answer.why") == cut(Outcome.INFEASIBLE, 0, words_for("en"))
    assert hands.part("notice").inner_text() == "player.kept"
    assert hands.part("stage").locator("xpath=..").get_attribute("data-kept") is not None
    assert hands.steps() == last
    assert hands.part("below").evaluate(DRAWN)
    assert hands.part("below").evaluate(COLOURED) < 0.01, "nothing of the run is drawn as the solution of these points"
    hands.page.evaluate(change, C)  # a soft margin has a run: each point pays its slack
    hands.wait_for_answer()
    assert not hands.part("notice").is_visible()
    run = shown(hands)
    assert hands.steps() == (min(12, len(run)), len(run))


def test_pairs_picked_by_hand_are_replayed_under_the_hand_and_keep_to_their_points(hands: Hands, trace: Trace) -> None:
    problem = trace.problem
    pairs = [(int(row["i"]), int(row["j"])) for row in trace.table[:4]]
    spare = next(i for i in range(len(problem.y)) if all(i not in pair for pair in pairs))
    hands.trace = by_hand(problem, pairs)
    way = HandOptions(pairs=tuple(pairs))
    hands.mount(**{**hands.header, "way": sent_run(way), "picking": True, "run": "by hand", "step": 4})
    assert hands.steps() == (4, 4)
    hands.page.mouse.move(*hands.place(*problem.X[pairs[0][0]]))
    hands.page.mouse.down()
    hands.page.mouse.move(*hands.place(*(problem.X[pairs[0][0]] + 0.3)), steps=4)
    hands.wait_for_answer()
    X, y = hands.points()
    assert len(recording(BoardProblem(X, y, GAUSSIAN, C, options=way)).trace) == 4
    assert hands.state("s.run.move[0]") == recording(BoardProblem(X, y, GAUSSIAN, C, options=way)).playback.move[0]
    hands.page.mouse.up()
    hands.page.evaluate(f"harness.store('play').then((s) => s.edit(() => s.remove(new Set([{spare}]))))")
    hands.wait_for_answer()
    moved = tuple((i - (i > spare), j - (j > spare)) for i, j in pairs)
    assert hands.steps() == (4, 4)
    assert hands.state("s.run.pair[0] & 65535") == moved[0][0]
    hands.page.evaluate(f"harness.store('play').then((s) => s.edit(() => s.remove(new Set([{moved[2][0]}]))))")
    hands.wait_for_answer()
    assert hands.steps()[1] <= 2
    assert hands.sent("pick") == []


def test_a_still_press_picks_a_point_and_a_drag_moves_it(hands: Hands, trace: Trace) -> None:
    X = trace.problem.X
    hands.mount(**{**hands.header, "picking": True, "run": "to pick", "step": len(trace)})
    hands.page.mouse.click(*hands.place(*X[3]))
    hands.page.wait_for_timeout(60)
    assert [sent["i"] for sent in hands.sent("pick")] == [3]
    count = len(hands.points()[1])
    hands.page.mouse.move(*hands.place(*X[7]))
    hands.page.mouse.down()
    hands.page.mouse.move(*hands.place(*(X[7] + 0.4)), steps=3)
    hands.page.mouse.up()
    hands.wait_for_answer()
    assert (hands.points()[0][7] != X[7]).all()
    hands.page.mouse.click(*hands.place(-3.6, 3.6))  # empty ground: a new point, which is not picked
    hands.wait_for_answer()
    assert len(hands.points()[1]) == count + 1
    assert len(hands.sent("pick")) == 1
    hands.keys("]", "Enter")
    assert [sent["i"] for sent in hands.sent("pick")] == [3, 3]
    assert [sent["j"] for sent in hands.sent("pick")] == [-1, 0]
