"""A visitor watches a run, walks it both ways, picks pairs by mouse and by keyboard, and lets two rules race."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
from visitor import OPACITY, Meet, Visitor


class Watcher:
    """A visitor on the page of the player."""

    def __init__(self, visitor: Visitor, **query: str) -> None:
        self.visitor, self.page = visitor, visitor.page
        self.page.goto(f"{visitor.server}/smo?lang={visitor.lang}&" + "&".join(f"{k}={v}" for k, v in query.items()))
        self.board.wait_for()
        self.rest()

    def rest(self) -> None:
        """Wait until Streamlit is at rest and the figures stand."""
        self.page.wait_for_function("() => !!document.querySelector('[data-test-script-state=notRunning]')")
        self.page.locator(".lab-figure[data-ready]").first.wait_for()

    @property
    def board(self) -> Any:
        return self.page.locator(".lab-player .lab-pointer").first

    @property
    def player(self) -> Any:
        return self.page.locator(".lab-player").first

    @property
    def k(self) -> int:
        return int(self.player.locator("[data-part=slider]").input_value())

    @property
    def steps(self) -> int:
        return int(self.player.locator("[data-part=slider]").get_attribute("max"))

    def press(self, value: str) -> None:
        self.player.locator(f"button[value={value}]").click()

    def keys(self, *names: str) -> None:
        self.board.focus()
        for name in names:
            self.page.keyboard.press(name)

    def lead(self) -> str:
        return str(self.page.locator(".st-key-lead p").first.inner_text())

    def link_says(self, name: str, value: str) -> None:
        self.visitor.until(lambda: f"{name}={value}" in self.page.url, f"{name}={value} in {self.page.url}")
        self.rest()

    def hands(self, point: tuple[float, float]) -> tuple[float, float]:
        """Place on the page of a point of the plane."""
        self.page.evaluate(STORE)
        x, y = self.board.evaluate(PLACE, ["smo", float(point[0]), float(point[1])])
        return float(x), float(y)


STORE = """async () => {
    const paths = performance.getEntriesByType("resource").map((entry) => entry.name);
    globalThis.store = { lab: (await import(paths.find((path) => path.endsWith("/shared/store.js")))).lab };
}"""
LABELS = "(node) => node.data.flatMap(({ text, mode }) => (mode === 'lines+text' ? text : [])).join()"
PLACE = """(canvas, [id, x, y]) => {
    const box = canvas.getBoundingClientRect();
    const { x0, y0, size } = store.lab(id).window;
    const span = box.width - (2.7 * 12 + 4);
    return [box.left + 2.7 * 12 + (x - x0) / size * span, box.top + 12 + span - (y - y0) / size * span];
}"""


def test_a_visitor_plays_pauses_and_steps_both_ways_and_the_sentence_follows(newcomer: Meet, lang: str) -> None:
    watcher = Watcher(newcomer(lang), step="5")
    first = watcher.lead()
    watcher.press("forward")
    watcher.link_says("step", "6")
    second = watcher.lead()
    assert first != second
    watcher.press("back")
    watcher.link_says("step", "5")
    assert watcher.lead() == first
    watcher.keys("ArrowRight")
    watcher.link_says("step", "6")
    assert watcher.lead() == second
    watcher.press("play")
    watcher.visitor.until(lambda: watcher.k > 8, "the run to move")
    watcher.keys(" ")
    halted = watcher.k
    watcher.link_says("step", str(halted))
    watcher.keys("End")
    watcher.link_says("step", str(watcher.steps))
    assert watcher.lead() == watcher.visitor.say("smo.ended.OPTIMAL", steps=watcher.steps, tolerance="10⁻⁵")
    watcher.keys("Home")
    watcher.link_says("step", "0")


def test_figures_do_not_flicker_and_keep_their_zoom_from_step_to_step(newcomer: Meet) -> None:
    watcher = Watcher(newcomer(), step="10", debug="1")
    watcher.visitor.until(lambda: watcher.page.locator(".lab-figure[data-ready]").count() == 2, "two figures")
    node = watcher.page.locator(".lab-figure").first
    handle, mounts = node.element_handle(), watcher.page.evaluate("__lab.mounts")
    place = node.bounding_box()
    node.evaluate("(node) => Plotly.relayout(node, { 'xaxis.range': [-0.5, 0.5] })")
    before = node.evaluate(LABELS)
    for _ in range(3):
        watcher.press("forward")
    watcher.link_says("step", "13")
    watcher.visitor.until(lambda: node.evaluate(LABELS) != before, "the figure of the new step")
    assert node.evaluate("(now, old) => now === old", handle)
    assert node.evaluate("(node) => node.layout.xaxis.range") == [-0.5, 0.5]
    assert watcher.page.evaluate("__lab.mounts") == mounts
    assert node.bounding_box() == place


def test_a_visitor_is_the_solver_by_mouse_and_by_keyboard(newcomer: Meet, lang: str) -> None:
    watcher = Watcher(newcomer(lang), mode="hand", data="example-7-1", k="linear", C="10")
    visitor = watcher.visitor
    points = watcher.page.evaluate(STORE) or watcher.page.evaluate("[...store.lab('smo').X]")
    X = np.reshape(points, (-1, 2))
    assert watcher.lead() == visitor.say("smo.hand.first")
    watcher.board.scroll_into_view_if_needed()
    for point in (1, 2):
        watcher.page.mouse.click(*watcher.hands(tuple(X[point])))
    visitor.until(lambda: watcher.steps == 1, "the first pair to move")
    watcher.rest()
    assert {"2", "3"} <= set(re.findall(r"\d+", watcher.lead()))
    watcher.page.get_by_role("button", name=visitor.say("smo.hand.undo")).click()
    visitor.until(lambda: watcher.steps == 0, "the step to be taken back")
    watcher.rest()
    watcher.keys("]", "]", "Enter", "Escape", "]", "]", "Enter", "]", "Enter")
    visitor.until(lambda: watcher.steps == 1, "the pair picked by keyboard to move")
    for _ in range(20):
        if watcher.lead().startswith(visitor.say("smo.hand.done", tolerance="10⁻⁵")):
            break
        before = watcher.steps
        button = watcher.page.get_by_role("button", name=visitor.say("smo.hand.suggest"))
        if button.is_disabled():
            break
        button.click()
        visitor.until(lambda before=before: watcher.steps > before, "LIBSVM's step")
        watcher.rest()
    visitor.until(lambda: watcher.lead().startswith(visitor.say("smo.hand.done", tolerance="10⁻⁵")), "the solution")


def test_two_players_share_one_cursor(newcomer: Meet) -> None:
    watcher = Watcher(newcomer(), mode="two", step="30")
    second = watcher.page.locator(".lab-player").nth(1)
    assert watcher.steps == 343  # of the longer run, which is the other one
    watcher.keys("End")
    watcher.link_says("step", "343")
    assert second.locator("[data-part=where]").inner_text() == watcher.visitor.say("player.where", k=343, steps=343)
    assert not second.locator("[data-part=slider]").is_visible()


def test_the_panel_changes_the_run_and_the_modes_keep_the_problem(newcomer: Meet) -> None:
    watcher = Watcher(newcomer(), step="12")
    before = watcher.steps
    watcher.page.locator("#lab-gamma").press("End")
    watcher.visitor.until(lambda: watcher.steps != before, "a run with another gamma")
    watcher.visitor.until(lambda: watcher.visitor.link().kernel["gamma"] > 1, "an address with another gamma")
    gamma = watcher.page.url.split("g=")[1].split("&")[0]
    watcher.page.get_by_text(watcher.visitor.say("smo.mode.two"), exact=True).click()
    watcher.visitor.until(lambda: watcher.page.locator(".lab-player").count() == 2, "two players")
    assert f"g={gamma}" in watcher.page.url


def test_a_slow_run_brings_sentence_and_figures_along_and_a_fast_one_says_that_they_wait(
    newcomer: Meet, lang: str
) -> None:
    watcher = Watcher(newcomer(lang), step="0")
    first, figure = watcher.lead(), watcher.page.locator(".lab-figure").first
    drawn, speed = figure.evaluate(LABELS), watcher.player.locator("[data-part=speed]")
    speed.select_option("1")
    watcher.press("play")
    watcher.visitor.until(lambda: watcher.lead() != first, "the sentence to follow the run")
    watcher.visitor.until(lambda: figure.evaluate(LABELS) != drawn, "the figure to follow the run")
    playing = watcher.player.locator("[data-part=start][data-playing]")
    assert playing.count() == 1
    speed.select_option("10")
    explained = watcher.page.locator(".st-key-explains")
    said = explained.evaluate("(node) => getComputedStyle(node, '::after').content")
    assert said == f'"{watcher.visitor.say("player.waits")}"'
    assert explained.locator("> *").first.evaluate(OPACITY) < 0.5
    watcher.press("play")
    assert explained.evaluate("(node) => getComputedStyle(node, '::after').content") == "none"
