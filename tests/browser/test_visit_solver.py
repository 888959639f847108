"""The solver is chosen beside the kernel, and a run that has lost its points stays as such."""

from __future__ import annotations

import numpy as np
from visitor import Meet

from core.problem import TaylorMap, linear_certificate, linear_svc
from ui.solve.options import COORDINATE_SOLVER


def test_the_solver_is_chosen_beside_the_kernel_travels_in_the_link_and_is_undone(newcomer: Meet) -> None:
    visitor = newcomer().open(data="moons")
    page, say = visitor.page, visitor.say
    visitor.choose(say("panel.solver"), say("panel.solver.dual-cd"))
    visitor.until(lambda: visitor.link().rule == COORDINATE_SOLVER, "the solver in the link")
    visitor.settled()
    visitor.lit("refused")  # the Gaussian kernel has no map that could be written down
    assert visitor.lab("s.picture") is None
    page.get_by_role("button", name=say("descent.take.taylor")).click()
    visitor.until(lambda: visitor.lab("s.kernel.name") == "taylor", "the Taylor kernel on the board")
    visitor.settled()
    page.get_by_text(say("solved.other.bias")).wait_for()

    def proof() -> float:
        X, y = visitor.points()
        kernel, C = visitor.lab("[s.kernel, s.C]")
        problem = linear_svc(TaylorMap(kernel["gamma"], kernel["order"]).features(X), y, C)
        return linear_certificate(problem, visitor.alpha()).violation

    assert proof() <= 0.1, "the end of the run meets its tolerance"
    x, y = visitor.at(*visitor.points()[0][3])
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y + 40, steps=6)
    visitor.until(lambda: not visitor.lab("s.behind"), "the answer to the moving hand")
    assert proof() <= 0.1, "nor does a moving hand get the answer of another problem"
    page.mouse.up()
    visitor.committed()
    slider = page.locator(".lab-timeline [data-part=slider]")
    slider.focus()
    for key in ("Home", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    visitor.until(lambda: visitor.link().step == 2, "the step in the link")
    page.keyboard.press("End")
    visitor.until(lambda: visitor.link().step is None, "the end in the link")
    visitor.settled()
    for _ in range(3):  # the point, the kernel, the solver
        visitor.board.focus()
        page.keyboard.press("Control+z")
        visitor.settled()
    assert visitor.lab("[s.solver, s.kernel.name]") == ["smo-second-order", "gaussian"]
    visitor.until(lambda: visitor.link().rule == "smo-second-order", "the link of before")
    visitor.lit("proved")


def test_the_last_good_run_stays_as_such_where_the_points_have_none(newcomer: Meet, lang: str) -> None:
    visitor = newcomer(lang).open("", data="example-7-1", k="linear", C="10", step="2")
    page, say = visitor.page, visitor.say
    (negative,) = np.flatnonzero(visitor.points()[1] < 0)
    board = page.locator(".lab-board").first
    page.mouse.click(*visitor.at(*visitor.points()[0][negative]), button="right")
    notice = board.locator("[data-part=notice]")
    notice.wait_for()
    why = visitor.lab("s.answer.detail")
    assert notice.inner_text() == say("player.kept", why=why)
    assert visitor.lab("[s.picture, s.moment]") == [None, None]
    assert visitor.lab("s.kept.picture.y.length") == 3
    slider = page.locator(".lab-timeline [data-part=slider]")
    assert slider.get_attribute("aria-label") == say("player.slider.kept")
    visitor.board.focus()
    page.keyboard.press("Control+z")
    notice.wait_for(state="hidden")
    assert slider.get_attribute("aria-label") == say("player.slider")
    visitor.settled()

    page.goto(f"{visitor.server}/smo?lang={lang}&data=example-7-1&k=linear&C=10")
    player = page.locator(".lab-player").first
    hands = player.locator("[data-part=above]")
    hands.wait_for()
    page.wait_for_function("() => !!document.querySelector('[data-test-script-state=notRunning]')")
    hands.focus()
    for key in ("]", "]", "]", "Delete"):  # by keyboard: the point farthest in the list
        page.keyboard.press(key)
    kept = player.locator("[data-part=notice]")
    kept.wait_for()
    assert player.locator("[data-part=slider]").get_attribute("aria-label") == say("player.slider.kept")
    page.wait_for_timeout(600)
    assert player.is_visible(), "the page is not told of points that have no run"
    hands.focus()
    page.keyboard.press("Control+z")
    kept.wait_for(state="hidden")
    assert player.locator("[data-part=slider]").get_attribute("aria-label") == say("player.slider")
