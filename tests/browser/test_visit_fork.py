"""A run branches by mouse, finger and keyboard; both branches are compared, and another visitor opens the link."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from test_visit_run_hands import TABLET
from test_visit_smo import STORE, Watcher
from test_visit_touch import Finger
from visitor import MOST_JAVASCRIPT, PLACE, Meet

from core.trace import BadPick, Trace, pick
from datasets import CATALOGUE
from ui.link.shared import RULES
from ui.solve.board_problem import BoardProblem
from ui.solve.options import Fork, PairOptions
from ui.solve.recording import forked, recording

MOONS = CATALOGUE["moons"].make()
ASKED = (MOONS.X, MOONS.y, {"name": "gaussian", "gamma": 1.0}, 10.0)


def test_a_run_forks_by_a_picked_pair_is_compared_shared_and_opened_elsewhere(newcomer: Meet, lang: str) -> None:
    watcher = Watcher(newcomer(lang), step="12", data="moons", k="gaussian", g="1", C="10")
    visitor, page = watcher.visitor, watcher.page
    trunk = recording(BoardProblem(*ASKED, options=PairOptions())).trace
    i, j = next(
        (i, j) for i in range(90) for j in range(90) if i != j and not isinstance(pick(trunk, i, j, 12), BadPick)
    )
    page.get_by_role("button", name=visitor.say("branch.pair")).click()
    page.get_by_text(visitor.say("branch.pick.pair")).wait_for()
    page.locator(".lab-player[data-picks]").wait_for()
    watcher.keys(*["]"] * (i + 1), "Enter")
    visitor.until(lambda: page.get_by_text(visitor.say("branch.pick.pair")).count() == 0, "what the partner must be")
    watcher.rest()
    watcher.keys(*["]" if j > i else "["] * abs(j - i), "Enter")
    visitor.until(lambda: visitor.link().fork is not None, "a fork in the address")
    watcher.rest()
    found = visitor.link().fork
    assert found is not None
    assert (found.step, set(found.picked or ()), found.rule) == (12, {i, j}, RULES[0])
    both = forked(BoardProblem(*ASKED, options=PairOptions(fork=found)))
    assert both.other is not None
    visitor.until(lambda: watcher.steps == len(both.shown.trace), "the branch on the player")
    assert watcher.k == 12
    said = visitor.say("branch.steps", trunk=len(trunk), branch=len(both.shown.trace))
    page.get_by_text(said).wait_for()
    watcher.player.locator(".lab-fork").wait_for()
    watcher.press("forward")
    watcher.link_says("step", "13")

    other = newcomer(lang)
    other.page.goto(page.url)
    elsewhere = Watcher.__new__(Watcher)
    elsewhere.visitor, elsewhere.page = other, other.page
    elsewhere.board.wait_for()
    elsewhere.rest()
    other.page.get_by_text(said).wait_for()
    assert (elsewhere.k, elsewhere.steps) == (13, len(both.shown.trace))
    assert elsewhere.lead() == watcher.lead()
    assert other.own_javascript() <= MOST_JAVASCRIPT
    other.page.evaluate(STORE)

    trunk_button = page.get_by_role("radio", name=visitor.say("branch.line.trunk"), exact=True)
    trunk_button.or_(page.get_by_role("button", name=visitor.say("branch.line.trunk"), exact=True)).first.click()
    visitor.until(lambda: watcher.steps == len(trunk), "the trunk on the player")
    assert watcher.k == 13
    watcher.rest()
    page.get_by_role("button", name=visitor.say("branch.undo")).press("Enter")
    visitor.until(lambda: visitor.link().fork is None, "an address without a fork")
    visitor.until(lambda: not watcher.player.locator(".lab-fork").is_visible(), "a slider without a mark")
    page.locator(".st-key-fork-platt button").press("Enter")
    visitor.until(lambda: visitor.link().fork == Fork(13, "platt"), "a fork by another rule")


def lone_pair(trunk: Trace, k: int) -> tuple[int, int]:
    """Return two points that may move together after k steps, each as far from its next neighbour as there are."""
    apart = np.linalg.norm(MOONS.X[:, None] - MOONS.X[None], axis=2)
    np.fill_diagonal(apart, np.inf)
    room, n = apart.min(axis=1), range(len(MOONS.y))
    free = [(i, j) for i in n for j in n if i != j and not isinstance(pick(trunk, i, j, k), BadPick)]
    return max(free, key=lambda pair: float(room[list(pair)].min()))


@pytest.mark.parametrize(("path", "key"), [("smo", "smo"), ("", "board")], ids=["player", "board"])
@pytest.mark.parametrize("options", [{}, TABLET], ids=["mouse", "finger"])
def test_the_pair_of_a_fork_is_picked_on_the_points_by_mouse_and_by_finger(
    newcomer: Meet, lang: str, options: dict[str, Any], path: str, key: str
) -> None:
    visitor = newcomer(lang, **options)
    page, press = visitor.page, Finger(visitor).tap if options else lambda place: visitor.page.mouse.click(*place)
    page.goto(f"{visitor.server}/{path}?lang={lang}&data=moons&k=gaussian&g=1&C=10&step=12")
    page.get_by_role("button", name=visitor.say("branch.pair")).click()
    asks = page.get_by_text(visitor.say("branch.pick.pair"))
    asks.wait_for()
    page.evaluate(STORE)
    canvas = page.locator(".lab-pointer").first
    trunk = recording(BoardProblem(*ASKED, options=PairOptions())).trace
    pair = lone_pair(trunk, 12)

    def picks(i: int) -> None:
        canvas.scroll_into_view_if_needed()
        press(canvas.evaluate(PLACE, [key, *map(float, MOONS.X[i])]))

    picks(pair[0])
    visitor.until(lambda: asks.count() == 0, "what the partner must be")
    page.wait_for_function("() => !!document.querySelector('[data-test-script-state=notRunning]')")
    assert visitor.link().fork is None
    picks(pair[1])
    visitor.until(lambda: visitor.link().fork is not None, "a fork in the address")
    found = visitor.link().fork
    assert found is not None
    assert (found.step, set(found.picked or ()), found.rule) == (12, set(pair), RULES[0])
    both = forked(BoardProblem(*ASKED, options=PairOptions(fork=found)))
    page.get_by_text(visitor.say("branch.steps", trunk=len(trunk), branch=len(both.shown.trace))).wait_for()
    slider = page.locator("[data-part=slider]").first
    visitor.until(lambda: int(slider.get_attribute("max") or 0) == len(both.shown.trace), "the branch on the time line")
    assert slider.input_value() == "12"
    page.locator(".lab-fork").first.wait_for()
    assert visitor.link().X is None  # nothing was drawn
