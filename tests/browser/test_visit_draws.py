"""A visitor draws where they step: on the players, on the panels of gamma, and below the pages without a board."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl, urlsplit

import numpy as np
import pytest
from visitor import OPACITY, PLACE, STORE, Meet, Visitor

from ui.solve.board_problem import BoardProblem
from ui.solve.options import CoordinateOptions, HandOptions, PairOptions
from ui.solve.recording import recording


class Drawer:
    """A visitor whose hand is on a canvas of a page."""

    def __init__(self, visitor: Visitor, path: str, key: str, **query: str) -> None:
        self.visitor, self.page, self.key = visitor, visitor.page, key
        told = "&".join(f"{name}={value}" for name, value in {"lang": visitor.lang, **query}.items())
        self.page.goto(f"{visitor.server}/{path}?{told}")
        self.canvas.wait_for()
        self.page.evaluate(STORE)
        self.rest()

    @property
    def canvas(self) -> Any:
        return self.page.locator(".lab-player .lab-pointer, .lab-board .lab-pointer").first

    def rest(self) -> None:
        self.page.wait_for_function("() => !!document.querySelector('[data-test-script-state=notRunning]')")
        self.visitor.until(lambda: not self.state("s.behind"), "the answer to the newest question")

    def state(self, expression: str, key: str | None = None) -> Any:
        return self.visitor.lab(expression, key or self.key)

    def points(self, key: str | None = None) -> tuple[np.ndarray, np.ndarray]:
        X, y = self.state("[[...s.X], [...s.y]]", key)
        return np.reshape(X, (-1, 2)), np.array(y, np.int8)

    def drag(self, i: int, by: tuple[int, int], release: bool = True) -> None:
        """Drag point i by pixels, in steps as a hand does."""
        self.canvas.scroll_into_view_if_needed()
        x, y = self.canvas.evaluate(PLACE, [self.key, *map(float, self.points()[0][i])])
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        for part in range(1, 9):
            self.page.mouse.move(x + by[0] * part / 8, y + by[1] * part / 8)
        self.visitor.until(lambda: not self.state("s.behind"), "the run of the place under the hand")
        if release:
            self.page.mouse.up()

    def where(self) -> tuple[int, int]:
        k, _, steps = self.page.locator("[data-part=where]").first.inner_text().partition(" / ")
        return int(k), int(steps)

    def lead(self) -> str:
        return str(self.page.locator(".st-key-lead p").first.inner_text())


def test_a_visitor_drags_at_step_12_and_shares_what_they_see(newcomer: Meet, lang: str) -> None:
    drawer = Drawer(newcomer(lang), "smo", "smo", data="overlap", k="gaussian", g="1", C="10", step="12")
    before = drawer.points()[0]
    drawer.drag(5, (90, 60), release=False)
    moving = recording(
        BoardProblem(*drawer.points(), {"name": "gaussian", "gamma": 1.0}, 10.0, options=PairOptions())
    ).trace
    assert drawer.where() == (12, len(moving))
    assert drawer.page.locator("html[data-waits]").count() == 1
    drawer.page.mouse.up()
    drawer.visitor.until(lambda: drawer.page.locator("html[data-waits]").count() == 0, "figures of the new run")
    X, y = drawer.points()
    assert np.flatnonzero((before != X).any(axis=1)).tolist() == [5]
    address = drawer.visitor.until(lambda: drawer.page.url if "p=" in drawer.page.url else None, "a link with points")
    elsewhere = Drawer(newcomer(lang), f"smo?{address.partition('?')[2]}", "smo")
    np.testing.assert_array_equal(elsewhere.points()[0], X)
    np.testing.assert_array_equal(elsewhere.points()[1], y)
    assert (elsewhere.where(), elsewhere.lead()) == (drawer.where(), drawer.lead())


def test_coordinate_descent_takes_the_hand_and_keeps_the_kernel_of_the_board(newcomer: Meet, lang: str) -> None:
    drawer = Drawer(newcomer(lang), "descent", "descent", data="overlap", k="gaussian", g="2", C="1", step="7")
    before = drawer.points()[0]
    drawer.drag(3, (-60, 40))
    drawer.visitor.until(lambda: "k=gaussian" in drawer.page.url and "p=" in drawer.page.url, "a link with the points")
    assert drawer.where()[0] == 7
    X, _ = drawer.points()
    assert (X[3] != before[3]).all()
    drawer.rest()


def descends(drawer: Drawer, kernel: dict[str, Any]) -> None:
    """Hold the run on screen against the one that a fresh visitor of the same kernel gets."""
    shown = {name: value for name, value in drawer.state("s.kernel").items() if name != "waves"}
    assert shown == kernel
    trace = recording(BoardProblem(*drawer.points(), kernel, drawer.state("s.C"), options=CoordinateOptions())).trace
    drawer.visitor.until(lambda: drawer.where()[1] == len(trace), f"a run of {len(trace)} visits: {drawer.where()}")


def test_a_slider_of_coordinate_descent_changes_the_run_while_it_moves_and_undo_brings_the_kernel_back(
    newcomer: Meet, lang: str
) -> None:
    first = {"name": "taylor", "gamma": 0.5, "order": 4}
    drawer = Drawer(newcomer(lang), "descent", "descent", data="overlap", k="taylor", g="0.5", m="4", C="1", step="12")
    descends(drawer, first)
    order = drawer.page.locator("#lab-order")
    order.evaluate("(slider) => { slider.value = 7; slider.dispatchEvent(new Event('input')); }")  # a hand still on it
    drawer.visitor.until(lambda: drawer.state("s.run?.kernel.order") == 7 and not drawer.state("s.behind"), "m = 7")
    descends(drawer, {**first, "order": 7})
    assert drawer.where()[0] == 12
    order.evaluate("(slider) => slider.dispatchEvent(new Event('change'))")
    drawer.visitor.until(lambda: "m=7" in drawer.page.url, "the order in the link")
    drawer.rest()
    drawer.page.locator("#lab-kernel").select_option("polynomial")
    drawer.visitor.until(lambda: "k=polynomial" in drawer.page.url, "the kernel in the link")
    drawer.rest()
    descends(drawer, {"name": "polynomial", "degree": 3, "gamma": 0.5, "zeta": 1})
    for link in ("k=taylor", "m=4"):
        drawer.page.get_by_role("button", name=drawer.visitor.say("draw.undo")).first.click()
        drawer.visitor.until(lambda link=link: link in drawer.page.url, f"{link} after undo: {drawer.page.url}")
    drawer.rest()
    descends(drawer, first)
    assert drawer.where()[0] == 12


def test_a_gaussian_kernel_is_replaced_by_a_map_with_the_same_gamma(newcomer: Meet, lang: str) -> None:
    drawer = Drawer(newcomer(lang), "descent", "descent", data="overlap", k="gaussian", g="2", C="1", step="7")
    drawer.page.get_by_role("button", name=drawer.visitor.say("descent.take.paired")).click()
    drawer.visitor.until(lambda: "k=paired" in drawer.page.url, "the kernel in the link")
    drawer.rest()
    descends(drawer, {"name": "paired", "gamma": 2, "components": 100, "seed": 0})
    assert drawer.page.get_by_text(drawer.visitor.say("descent.without.gaussian")).count() == 0


def test_a_point_dragged_in_one_panel_of_gamma_moves_in_all_while_it_is_dragged(newcomer: Meet, lang: str) -> None:
    drawer = Drawer(newcomer(lang), "gamma", "panel-0.1", data="overlap", C="10", gammas="0.1_1_10")
    before = drawer.points()[0]
    drawer.drag(4, (30, 25), release=False)
    moved = drawer.points()[0]
    assert (moved[4] != before[4]).all()
    for key in ("panel-1.0", "panel-10.0"):
        np.testing.assert_array_equal(drawer.points(key)[0], moved)
        drawer.visitor.until(lambda key=key: not drawer.state("s.behind", key), f"the answer of {key}")
        np.testing.assert_array_equal(np.reshape(drawer.state("[...s.picture.X]", key), (-1, 2)), moved)
    drawer.page.mouse.up()
    drawer.visitor.until(lambda: "p=" in drawer.page.url, "a link with the points")
    drawer.rest()
    np.testing.assert_array_equal(drawer.points("panel-10.0")[0], moved)


def test_who_is_the_solver_moves_and_deletes_points_and_keeps_the_pairs_that_still_move(
    newcomer: Meet, lang: str
) -> None:
    drawer = Drawer(newcomer(lang), "smo", "smo", mode="hand", data="overlap", k="gaussian", g="1", C="10")
    page, visitor = drawer.page, drawer.visitor
    for step in (1, 2, 3):
        page.get_by_role("button", name=visitor.say("smo.hand.suggest")).click()
        visitor.until(lambda step=step: drawer.where() == (step, step), f"{step} pairs")
    drawer.rest()
    pairs = drawer.state("s.way.pairs")
    i = pairs[2][0]
    drawer.drag(i, (24, -18), release=False)
    way = HandOptions(pairs=tuple((i, j) for i, j in pairs))
    run = recording(BoardProblem(*drawer.points(), {"name": "gaussian", "gamma": 1.0}, 10.0, options=way))
    assert drawer.where() == (len(run.trace), len(run.trace))
    assert drawer.state("s.run.move[0]") == run.playback.move[0]
    told = page.locator(".st-key-told > *").first
    assert told.evaluate(OPACITY) < 0.5
    page.mouse.up()
    visitor.until(lambda: page.locator("html[data-waits]").count() == 0, "the page of the new points")
    drawer.rest()
    drawer.canvas.focus()
    for _ in range(i + 1):
        page.keyboard.press("]")
    page.keyboard.press("Delete")
    left = visitor.say("smo.hand.dropped", kept=2, picked=3, next=3)
    visitor.until(lambda: drawer.lead().startswith(left), f"the pairs that are left: {drawer.lead()}")
    assert drawer.where() == (2, 2)
    drawer.rest()
    page.keyboard.press("Control+z")
    visitor.until(lambda: drawer.where() == (3, 3), "the pair that the point takes back with it")
    visitor.until(lambda: not drawer.lead().startswith(left), "a sentence about all pairs again")
    drawer.rest()


def test_the_plane_under_the_lift_is_the_board_and_the_lift_follows_when_the_hand_rests(
    newcomer: Meet, lang: str
) -> None:
    drawer = Drawer(newcomer(lang), "phi", "phi", data="rings", C="10", lift="second_auto_5_flat")
    page, visitor = drawer.page, drawer.visitor
    assert page.locator(".lab-board").count() == 1
    lifted = page.locator(".st-key-told .lab-figure")
    shown = "(node) => JSON.stringify(node.data?.map(({ x }) => x))"
    visitor.until(lambda: lifted.evaluate(shown), "the lift")
    drawn, before = lifted.evaluate(shown), drawer.points()[0]
    outer = int(np.linalg.norm(before, axis=1).argmax())
    drawer.drag(outer, (-60, 40), release=False)
    np.testing.assert_array_equal(np.reshape(drawer.state("[...s.picture.X]"), (-1, 2)), drawer.points()[0])
    assert drawer.state("s.answer.state") == "proved"
    assert page.locator(".st-key-told > *").first.evaluate(OPACITY) < 0.5
    page.mouse.up()
    visitor.until(lambda: lifted.evaluate(shown) != drawn, "the lift of the new points")
    visitor.until(lambda: page.locator("html[data-waits]").count() == 0, "the page of the new points")
    drawer.rest()
    drawer.canvas.focus()
    page.keyboard.press("]")
    page.keyboard.press("Enter")
    marked = page.get_by_role("spinbutton", name=visitor.say("phi.picked")).first
    visitor.until(lambda: marked.input_value() == "1", "the point that is marked")
    page.get_by_role("button", name=visitor.say("draw.clear.tip")).or_(page.locator("[data-name=clear]")).first.click()
    visitor.until(lambda: page.locator(".lab-card[data-state=refused]").count() == 1, "the light that refuses")
    assert page.locator(".lab-board").count() == 1
    drawer.canvas.press("Control+z")
    visitor.until(lambda: page.locator(".lab-card[data-state=proved]").count() == 1, "the points that are back")
    visitor.until(lambda: page.locator("html[data-waits]").count() == 0, "a page that tells of them")


def test_a_point_dragged_in_one_lane_of_the_race_moves_in_both_and_both_runs_are_recorded_anew(
    newcomer: Meet, lang: str
) -> None:
    drawer = Drawer(newcomer(lang), "race", "lane", data="overlap", k="linear", C="1")
    assert drawer.page.locator(".lab-board").count() == 0
    way = CoordinateOptions(race=True)
    ways = {"lane": PairOptions(race=True), "lane-single": way}
    kernel, before, told = {"name": "linear"}, drawer.points()[0], drawer.lead()
    drawer.drag(5, (90, 60), release=False)
    moved = drawer.points()[0]
    assert (moved[5] != before[5]).all()
    for lane, key in enumerate(ways):
        drawer.visitor.until(lambda key=key: not drawer.state("s.behind", key), f"the run of {key}")
        np.testing.assert_array_equal(drawer.points(key)[0], moved)
        run = recording(BoardProblem(*drawer.points(), kernel, 1.0, options=ways[key])).trace
        where = drawer.page.locator("[data-part=where]").nth(lane)
        drawer.visitor.until(lambda run=run, where=where: str(len(run)) in where.inner_text(), "its length")
    assert drawer.page.locator("html[data-waits]").count() == 1
    drawer.page.mouse.up()
    drawer.visitor.until(lambda: drawer.lead() != told, "the sentence about the new points")
    drawer.visitor.until(lambda: drawer.page.locator("html[data-waits]").count() == 0, "the figures of the new points")
    drawer.visitor.until(lambda: "p=" in drawer.page.url, "a link with the points")
    drawer.canvas.press("Control+z")
    drawer.visitor.until(lambda: drawer.lead() == told, "the sentence about the points of before")


SLIDE = """(range) => { // what both stores ask at once
    range.value -= 60;
    range.dispatchEvent(new Event("input"));
    return ["lane", "lane-single"].map((key) => store.lab(key)).map(({ kernel, behind }) => [kernel.gamma, behind]);
}"""


def test_both_runs_of_the_race_follow_a_slider_and_stay_at_their_tick(newcomer: Meet, lang: str) -> None:
    drawer = Drawer(newcomer(lang), "race", "lane", data="overlap", k="fourier", g="2", D="40", C="1")
    visitor, page = drawer.visitor, drawer.page
    tick = page.locator("input[data-part=slider]").first.input_value()
    asked = page.locator("#lab-race-dials-gamma").evaluate(SLIDE)
    (gamma, _), _ = asked
    assert gamma < 2
    assert asked == [[gamma, True]] * 2
    visitor.until(lambda: visitor.link().kernel["gamma"] == gamma, "an address with this gamma")
    drawer.rest()
    kernel = visitor.link().kernel
    ways = {"lane": PairOptions(race=True), "lane-single": CoordinateOptions(race=True)}
    for lane, (key, way) in enumerate(ways.items()):
        run = recording(BoardProblem(*drawer.points(key), kernel, 1.0, options=way)).trace
        where = page.locator("[data-part=where]").nth(lane)
        visitor.until(lambda run=run, where=where: str(len(run)) in where.inner_text(), "its length")
    assert page.locator("input[data-part=slider]").first.input_value() == tick


BACK_AND_FORTH = """(undo) => {
    undo.click();
    undo.parentNode.querySelector("[value=redo]").click();
}"""


FORTH_WHILE_THE_PAGE_GOES_BACK = """(undo) => new Promise((done) => {
    undo.click();
    const late = performance.now() + 5000; // a run that begins and ends between two looks is not seen
    const timer = setInterval(() => {
        const runs = document.querySelector("[data-test-script-state=running]");
        if (!runs && performance.now() < late) return;
        clearInterval(timer);
        undo.parentNode.querySelector("[value=redo]").click();
        done();
    }, 2);
})"""


@pytest.mark.parametrize(
    ("path", "key", "query", "lesson"),
    [
        ("fourier", "fourier-points", {"data": "rings", "k": "gaussian", "g": "0.5", "C": "3"}, "try-fourier-line"),
        ("smo", "smo", {"data": "moons", "k": "gaussian", "g": "0.5", "C": "3", "step": "5"}, "try-smo-slow"),
    ],
)
def test_undo_after_a_lesson_brings_back_all_that_its_click_changed(
    newcomer: Meet, path: str, key: str, query: dict[str, str], lesson: str
) -> None:
    drawer = Drawer(newcomer(), path, key, **query)
    page, say = drawer.page, drawer.visitor.say

    def asked() -> dict[str, str]:
        return dict(parse_qsl(urlsplit(page.url).query))

    before = asked()
    page.locator(f".st-key-{lesson} button").click()
    drawer.visitor.until(lambda: asked() != before and page.locator(".lab-task").count(), "the lesson")
    drawer.rest()
    taught = asked()
    page.get_by_role("button", name=say("draw.undo")).first.evaluate(BACK_AND_FORTH)
    page.wait_for_timeout(500)  # the page hears of both at once, as one commit
    drawer.visitor.until(lambda: asked() == taught, f"{taught} after undo and redo at once: {page.url}")
    page.get_by_role("button", name=say("draw.undo")).first.evaluate(FORTH_WHILE_THE_PAGE_GOES_BACK)
    page.wait_for_timeout(500)
    drawer.rest()
    drawer.visitor.until(lambda: asked() == taught, f"{taught} after a redo while the undo ran: {page.url}")
    for tool, there, tasks in (("undo", before, 0), ("redo", taught, 1), ("undo", before, 0)):
        page.get_by_role("button", name=say(f"draw.{tool}")).first.click()
        drawer.visitor.until(lambda state=there: asked() == state, f"{there} after {tool}: {page.url}")
        task = "the task goes and comes with its lesson"
        drawer.visitor.until(lambda n=tasks: page.locator(".lab-task").count() == n, task)
