"""A visitor draws on a run at step 12, by finger and by keyboard: the step stays, and the link tells of it."""

from __future__ import annotations

import numpy as np
from test_visit_smo import Watcher
from test_visit_touch import Finger
from visitor import STORE, Meet

from core.trace import Trace
from ui.solve.board_problem import BoardProblem
from ui.solve.options import PairOptions
from ui.solve.recording import recording

TABLET = {"viewport": {"width": 820, "height": 1180}, "has_touch": True, "is_mobile": True}
MOONS = {"step": "12", "data": "moons", "k": "gaussian", "g": "1", "C": "10"}
GAUSSIAN, C = {"name": "gaussian", "gamma": 1.0}, 10.0


class Drawer(Watcher):
    """A visitor with a hand on the points of a run."""

    def points(self) -> tuple[np.ndarray, np.ndarray]:
        X, y = self.visitor.lab("[[...s.X], [...s.y]]", "smo")
        return np.reshape(X, (-1, 2)), np.array(y, np.int8)

    def run(self) -> Trace:
        """Return the run of the points on screen, recorded here."""
        return recording(BoardProblem(*self.points(), GAUSSIAN, C, options=PairOptions())).trace

    def stands_at_12(self) -> None:
        """Wait until the run and the address are those of the points on screen; the player is still at its step."""
        visitor = self.visitor
        visitor.until(lambda: not visitor.lab("s.behind", "smo"), "the run of the newest points")
        X, _ = self.points()
        visitor.until(lambda: np.array_equal(visitor.link().X, X), "an address with these points")
        visitor.until(lambda: self.steps == len(self.run()), "the new run on the player")
        assert self.k == 12
        assert visitor.link().step == 12
        self.rest()

    def place(self, x: float, y: float) -> tuple[float, float]:
        self.board.scroll_into_view_if_needed()
        return self.hands((x, y))

    def free_place(self) -> np.ndarray:
        """Return a place on the grid of the browser, far from every point."""
        X, _ = self.points()
        x0, y0, size = self.visitor.lab("[s.window.x0, s.window.y0, s.window.size]", "smo")
        steps = np.linspace(0.25, 0.75, 9) * size
        places = np.array([(x0 + a, y0 + b) for a in steps for b in steps])
        far = np.linalg.norm(places[:, None] - X[None], axis=2).min(axis=1)
        return places[int(far.argmax())]


def test_a_finger_adds_and_drags_points_at_step_12_and_the_link_is_the_same_run_elsewhere(
    newcomer: Meet, lang: str
) -> None:
    drawer = Drawer(newcomer(lang, **TABLET), **MOONS)
    visitor, page = drawer.visitor, drawer.page
    page.evaluate(STORE)
    finger, (before, _) = Finger(visitor), drawer.points()
    finger.tap(drawer.place(*drawer.free_place()))
    drawer.stands_at_12()
    X, _ = drawer.points()
    assert len(X) == len(before) + 1
    np.testing.assert_array_equal(X[:-1], before)

    goal = (X[-1] + X.mean(axis=0)) / 2
    finger.drag(drawer.place(*X[-1]), drawer.place(*goal))
    drawer.stands_at_12()
    moved, _ = drawer.points()
    assert np.abs(moved[-1] - goal).max() < visitor.lab("s.window.size", "smo") / 50
    np.testing.assert_array_equal(moved[:-1], before)

    page.get_by_role("button", name=visitor.say("frame.share")).tap()
    shared = page.locator("[data-testid=stCode] code").first
    shared.wait_for()
    other = newcomer(lang)
    other.page.goto(str(shared.inner_text()))
    elsewhere = Drawer.__new__(Drawer)
    elsewhere.visitor, elsewhere.page = other, other.page
    elsewhere.board.wait_for()
    elsewhere.rest()
    other.page.evaluate(STORE)
    np.testing.assert_array_equal(elsewhere.points()[0], moved)
    elsewhere.stands_at_12()
    assert elsewhere.lead() == drawer.lead()


def test_keys_move_a_point_and_add_one_at_step_12(newcomer: Meet, lang: str) -> None:
    drawer = Drawer(newcomer(lang), **MOONS)
    visitor = drawer.visitor
    drawer.page.evaluate(STORE)
    before, _ = drawer.points()
    drawer.keys("]", "]", "Shift+ArrowRight", "Shift+ArrowUp", "ArrowUp")
    drawer.stands_at_12()
    moved, _ = drawer.points()
    assert (moved[1] > before[1]).all()
    np.testing.assert_array_equal(np.delete(moved, 1, 0), np.delete(before, 1, 0))
    drawer.keys("Escape", "2", "Enter", "Shift+ArrowRight", "Enter")  # the first Enter calls the cross-hair
    drawer.stands_at_12()
    X, y = drawer.points()
    assert (len(X), y[-1]) == (len(before) + 1, -1)
    assert str(len(X)) in drawer.player.locator(".lab-voice").inner_text()
    drawer.keys("Escape", "ArrowRight")  # with nothing chosen they step again
    drawer.link_says("step", "13")
    assert visitor.link().X is not None
