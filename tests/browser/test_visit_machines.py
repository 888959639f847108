"""A visitor chooses a machine, drags a point of a graph, and slides its own number."""

from __future__ import annotations

from urllib.parse import urlencode

import numpy as np
import pytest
from msgspec import structs
from visitor import STORE, Meet

from core.trace import BadPick, Trace, pick_points
from pages import LINK
from pages.board.question import read
from pages.machines.question import BOARD
from ui.solve.recording import forked
from ui.state.lab import opening

PAINTED = """(canvas) => {
    const { width, height } = canvas;
    const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
    return data.filter((value, k) => k % 4 === 3 && value).length;
}"""


RUNS = """() => {
    window.runs = 0;
    const name = "data-test-script-state", [node] = document.querySelectorAll(`[${name}]`);
    const count = () => { runs += node.getAttribute(name) === "notRunning"; };
    new MutationObserver(count).observe(node, { attributeFilter: [name] });
}"""


def test_a_graph_takes_the_hand_and_its_tube_follows_the_slider(newcomer: Meet, lang: str) -> None:
    visitor = newcomer(lang)
    page = visitor.page
    query = {"lang": lang, "data": "iris", "k": "gaussian", "g": "0.5", "C": "10", "machines": "nu-svc_0.3_0.5"}
    page.goto(f"{visitor.server}/machines?{urlencode(query)}")
    light = page.locator(".lab-light strong")
    visitor.until(lambda: light.inner_text() == visitor.say("light.proved.title"), "nu-SVC to be proved")
    page.get_by_text(visitor.say("machine.choice.eps-svr"), exact=True).click()
    slider = page.locator("#lab-machines-dials-epsilon")
    slider.wait_for()
    classes = page.locator(".lab-board button[name=label]").first
    visitor.until(lambda: not classes.is_visible(), "the classes to be no choice")
    hands = page.locator(".lab-board .lab-pointer")
    hands.focus()
    page.keyboard.press("]")
    page.keyboard.press("ArrowUp")
    visitor.until(lambda: "p" in dict(part.partition("=")[::2] for part in page.url.split("?")[1].split("&")), "a move")
    before = page.locator(".lab-light dd").first.inner_text()
    slider.focus()
    page.keyboard.press("Home")
    visitor.until(lambda: page.locator(".lab-light dd").first.inner_text() != before, "more points beyond a thin tube")
    visitor.until(lambda: "eps-svr_0.3_0_" in page.url, "epsilon in the link")
    assert hands.evaluate(PAINTED) > 0
    assert light.inner_text() == visitor.say("light.proved.title")


def test_the_bars_follow_a_dragged_point_before_it_is_let_go(newcomer: Meet) -> None:
    visitor = newcomer("en")
    page, mouse = visitor.page, visitor.page.mouse
    query = {"data": "overlap", "k": "gaussian", "g": "0.5", "C": "1", "machines": "eps-svr_0.3_0.5"}
    page.goto(f"{visitor.server}/machines?{urlencode(query)}")
    bars = page.locator(".lab-figure[data-ready]").first
    bars.wait_for()
    page.evaluate(STORE)
    visitor.rested()
    visitor.until(lambda: page.evaluate("(id) => store.lab(id)?.X?.length > 0", BOARD), "the points of the board")
    before, address = bars.inner_text(), page.url
    X = np.reshape(page.evaluate("(id) => [...store.lab(id).X]", BOARD), (-1, 2))
    lowest = int(X[:, 1].argmin())
    mouse.move(*visitor.at(X[lowest, 0], X[lowest, 1], BOARD))
    mouse.down()
    for share in (0.3, 0.6, 0.8, 0.9):
        mouse.move(*visitor.at(X[lowest, 0], (1 - share) * X[lowest, 1] + share * X[:, 1].max(), BOARD), steps=4)
    visitor.until(lambda: bars.inner_text() != before, "the bars to follow the point")
    assert page.url == address
    mouse.up()
    visitor.until(lambda: page.url != address, "the point in the link")


def test_the_home_board_turns_into_the_board_of_another_machine_and_back(newcomer: Meet, lang: str) -> None:
    visitor = newcomer(lang).open(data="overlap", k="gaussian", g="0.5", C="1")
    page = visitor.page
    loaded = "() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/machine/machine.js'))"
    assert not page.evaluate(loaded), "the modules of other machines come with the first of them"
    line = page.locator(".lab-timeline")
    assert line.is_visible()
    page.get_by_text(visitor.say("machine.choice.eps-svr"), exact=True).click()
    slider = page.locator("#lab-board-dials-epsilon")
    slider.wait_for()
    visitor.until(lambda: page.locator("h1").inner_text() == visitor.say("board.question.tube"), "its own title")
    assert page.evaluate(loaded)
    light, first = page.locator(".lab-light strong"), page.locator(".lab-light dd").first
    visitor.until(lambda: light.inner_text() == visitor.say("light.proved.title"), "the proof of the tube")
    where = line.locator("output")
    visitor.until(lambda: where.inner_text() not in ("", "–"), "the run of the tube")
    steps = int(where.inner_text().split("/")[1])
    line.locator("button[value=back]").click()
    title = visitor.say("timeline.title", k=steps - 1, steps=steps)
    visitor.until(lambda: light.inner_text() == title, "the state before the last step")
    why = page.get_by_text(visitor.say("board.other.why"), exact=True)
    why.wait_for()
    line.locator("button[value=last]").click()
    visitor.until(lambda: light.inner_text() == visitor.say("light.proved.title"), "the answer at the end")
    visitor.until(lambda: why.count() == 0, "nothing left to explain")
    before = first.inner_text()
    slider.focus()
    page.keyboard.press("Home")
    visitor.until(lambda: first.inner_text() != before, "more points beyond a thin tube")
    visitor.until(lambda: "machines=eps-svr_0.3_0_" in page.url, "epsilon in the link")
    page.locator(".lab-board .lab-pointer").focus()
    page.keyboard.press("]")
    page.keyboard.press("Shift+ArrowUp")
    visitor.until(lambda: "p=" in page.url, "the moved point in the link")
    page.get_by_text(visitor.say("machine.choice.c-svc"), exact=True).click()
    line.wait_for()
    visitor.until(lambda: page.locator("h1").inner_text() == visitor.say("board.question"), "C-SVC again")
    assert "p=" in page.url, "on the points that were moved"


def test_where_nu_cannot_be_had_the_last_machine_stays_as_such_and_says_why(newcomer: Meet, lang: str) -> None:
    visitor = newcomer(lang)
    page = visitor.page
    state = {"data": "outlier", "k": "gaussian", "g": "1", "C": "10", "machines": "nu-svc_0.3_0.5"}
    page.goto(f"{visitor.server}/machines?{urlencode({'lang': lang, **state})}")
    light, slider = page.locator(".lab-light strong"), page.locator("#lab-machines-dials-nu")
    visitor.until(lambda: light.inner_text() == visitor.say("light.proved.title"), "nu-SVC to be proved")
    notice = page.locator(".lab-board [data-part=notice]").first
    assert not notice.is_visible()
    page.evaluate(STORE)
    slider.focus()
    page.keyboard.press("End")
    visitor.until(lambda: "machines=nu-svc_1_" in page.url, "nu in the link")
    visitor.until(lambda: light.inner_text() == visitor.say("light.refused.title"), "the refusal")
    why = page.locator(".lab-light [data-part=detail]").first.inner_text()
    assert notice.inner_text() == visitor.say("draw.kept", why=why)
    assert page.evaluate("(id) => [store.lab(id).picture, store.lab(id).kept.picture.draw]", BOARD) == [None, True]
    slider.focus()
    page.keyboard.press("PageDown")
    visitor.until(lambda: light.inner_text() != visitor.say("light.refused.title"), "a nu that can be had")
    notice.wait_for(state="hidden")
    assert page.evaluate("(id) => store.lab(id).kept", BOARD) is None


def lone_pair(trunk: Trace, X: np.ndarray, k: int) -> tuple[int, int]:
    """Return two points that may move together after k steps, each as far from its next neighbour as there are."""
    apart = np.linalg.norm(X[:, None] - X[None], axis=2)
    np.fill_diagonal(apart, np.inf)
    room, n = apart.min(axis=1), range(len(X))
    free = [(i, j) for i in n for j in n if i != j and not isinstance(pick_points(trunk, i, j, k), BadPick)]
    return max(free, key=lambda pair: float(room[list(pair)].min()))


@pytest.mark.parametrize(("name", "lang"), [("nu-svc", "zh"), ("eps-svr", "en")])
def test_a_run_of_another_machine_forks_by_a_pair_on_its_points_and_opens_elsewhere(
    newcomer: Meet, name: str, lang: str
) -> None:
    query = {"data": "overlap", "k": "gaussian", "g": "0.5", "C": "1", "machines": f"{name}_0.3_0.5", "step": "12"}
    visitor, asked = newcomer(lang).open(**query), read(opening(LINK, query))
    page, X = visitor.page, asked.board.points.X
    trunk = forked(asked.problem).shown.trace
    page.get_by_role("button", name=visitor.say("branch.pair")).click()
    asks = page.get_by_text(visitor.say("branch.pick.alike" if name == "nu-svc" else "branch.pick.pair"))
    asks.wait_for()
    visitor.settled()
    page.evaluate(RUNS)
    first, second = lone_pair(trunk, X, 12)
    page.mouse.click(*visitor.at(*X[first], "board-points"))
    visitor.until(lambda: page.evaluate("runs"), "the page to take the first point")
    assert visitor.link().fork is None
    page.mouse.click(*visitor.at(*X[second], "board-points"))
    visitor.until(lambda: visitor.link().fork is not None, "a fork in the address")
    found = visitor.link().fork
    assert found is not None
    assert (found.step, set(found.picked or ()), found.rule) == (12, {first, second}, "libsvm")
    both = forked(asked.problem.with_options(structs.replace(asked.run_options, fork=found)))
    steps = len(both.shown.trace)
    said = visitor.say("branch.steps", trunk=len(trunk), branch=steps)

    other = newcomer(lang)
    other.page.goto(page.url)
    for each in (visitor, other):
        each.page.get_by_text(said).wait_for()
        line = each.page.locator(".lab-timeline")
        each.until(lambda line=line: line.locator("output").inner_text() == f"12 / {steps}", "the branch")
        line.locator(".lab-fork").wait_for()
    leads = [each.page.locator(".st-key-lead").inner_text() for each in (visitor, other)]
    assert leads[0] == leads[1]
