"""A visitor watches single coordinates move, and looks at the race."""

from __future__ import annotations

import re
from urllib.parse import urlencode

import pytest
from visitor import STORE, Meet, Visitor

from core.trace import BadPick, Trace, pick_coordinate
from datasets import CATALOGUE
from ui.solve.board_problem import BoardProblem
from ui.solve.options import CoordinateOptions, Fork
from ui.solve.recording import ForkedRun, forked

PICTURE = "(canvas) => canvas.toDataURL()"


def arrive(visitor: Visitor, path: str, **query: str) -> Visitor:
    """Open a page and wait for its first figure."""
    visitor.page.goto(f"{visitor.server}/{path}?{urlencode({'lang': visitor.lang, **query})}")
    visitor.page.locator(".lab-figure .main-svg").first.wait_for()
    visitor.page.evaluate(STORE)
    visitor.page.wait_for_function("() => !!document.querySelector('[data-test-script-state=notRunning]')")
    return visitor


def where(visitor: Visitor) -> str:
    return str(visitor.page.locator(".lab-player output[data-part=where]").inner_text())


def press(visitor: Visitor, key: str) -> None:
    visitor.page.get_by_role("button", name=visitor.say(key), exact=True).click()


def at_step(visitor: Visitor, k: int) -> None:
    """Wait until player, address and sentence stand at a step."""
    visitor.until(lambda: re.match(rf"\D*{k}\b", where(visitor)), f"the player at step {k}: {where(visitor)}")
    visitor.until(lambda: visitor.link().step == k, f"the address of step {k}")
    visitor.page.wait_for_function("() => !!document.querySelector('[data-test-script-state=notRunning]')")


def test_the_run_is_stepped_both_ways_played_and_paused_and_the_figures_follow(newcomer: Meet, lang: str) -> None:
    visitor = arrive(newcomer(lang), "descent", data="overlap", k="linear", C="1", step="20")
    visitor.page.get_by_role("heading", name=visitor.say("descent.question")).wait_for()
    lead = visitor.page.locator(".st-key-lead p").first
    figure = visitor.page.locator(".lab-figure").first
    said, drawn = lead.inner_text(), figure.get_attribute("aria-label")
    press(visitor, "player.forward")
    at_step(visitor, 21)
    visitor.until(lambda: lead.inner_text() != said, "another sentence")
    visitor.until(lambda: figure.get_attribute("aria-label") != drawn, "another parabola")
    press(visitor, "player.back")
    at_step(visitor, 20)
    visitor.until(lambda: lead.inner_text() == said, "the first sentence")
    visitor.until(lambda: figure.get_attribute("aria-label") == drawn, "the first parabola")
    stage = visitor.page.locator(".lab-player .lab-layer").first
    before = stage.evaluate(PICTURE)
    press(visitor, "player.play")
    visitor.until(lambda: stage.evaluate(PICTURE) != before, "a moving board")
    press(visitor, "player.pause")
    press(visitor, "player.last")
    visitor.until(lambda: visitor.say("descent.ended.gap", gap="|").split("|")[0] in lead.inner_text(), "the proof")


def test_the_keyboard_walks_the_coordinates(newcomer: Meet) -> None:
    visitor = arrive(newcomer(), "descent", data="overlap", k="linear", C="1", step="5")
    visitor.page.locator(".lab-player .lab-pointer").focus()
    visitor.page.keyboard.press("ArrowRight")
    at_step(visitor, 6)
    visitor.page.keyboard.press("Shift+ArrowRight")
    at_step(visitor, 16)
    visitor.page.keyboard.press("ArrowLeft")
    at_step(visitor, 15)


OVERLAP = CATALOGUE["overlap"].make()


def lines(fork: Fork | None = None) -> ForkedRun:
    """Return the run that the page shows, with its branch, recorded here."""
    return forked(BoardProblem(OVERLAP.X, OVERLAP.y, {"name": "linear"}, 1.0, options=CoordinateOptions(fork=fork)))


def steps(visitor: Visitor) -> int:
    return int(visitor.page.locator(".lab-player [data-part=slider]").get_attribute("max"))


def on_line(visitor: Visitor, name: str) -> None:
    """Show trunk or branch."""
    said, page = visitor.say(f"branch.line.{name}"), visitor.page
    page.get_by_role("radio", name=said, exact=True).or_(
        page.get_by_role("button", name=said, exact=True)
    ).first.click()


def test_a_run_forks_by_another_order_and_by_a_picked_point_is_compared_shared_and_opened_elsewhere(
    newcomer: Meet, lang: str
) -> None:
    visitor = arrive(newcomer(lang), "descent", data="overlap", k="linear", C="1", step="20")
    page, trunk = visitor.page, lines().shown.trace
    page.locator(".st-key-fork-cyclic button").click()
    visitor.until(lambda: visitor.link().fork == Fork(20, "cyclic"), "a fork by the cyclic order in the address")
    branch = lines(Fork(20, "cyclic")).shown.trace
    visitor.until(lambda: steps(visitor) == len(branch), "the branch on the player")
    at_step(visitor, 20)
    page.get_by_text(visitor.say("branch.begun.order", step=20, order=visitor.say("branch.order.cyclic"))).wait_for()
    page.locator(".lab-fork").first.wait_for()
    on_line(visitor, "trunk")
    visitor.until(lambda: steps(visitor) == len(trunk), "the trunk on the player")
    page.get_by_role("button", name=visitor.say("branch.undo")).press("Enter")
    visitor.until(lambda: visitor.link().fork is None, "an address without a fork")

    i = next(i for i in range(len(OVERLAP.y)) if not isinstance(pick_coordinate(trunk, i, 20), BadPick))
    page.get_by_role("button", name=visitor.say("branch.coordinate"), exact=True).click()
    page.get_by_text(visitor.say("branch.pick.coordinate")).wait_for()
    page.locator(".lab-player[data-picks]").wait_for()
    page.locator(".lab-player .lab-pointer").focus()
    for key in [*["]"] * (i + 1), "Enter"]:
        page.keyboard.press(key)
    fork = Fork(20, "random", (i,))
    visitor.until(lambda: visitor.link().fork == fork, "a fork by the picked point in the address")
    branch = lines(fork).shown.trace
    assert branch.table["i"][20] == i
    visitor.until(lambda: steps(visitor) == len(branch), "the branch on the player")
    told = page.locator(".st-key-fork-told")
    for said in (
        visitor.say("branch.begun.coordinate", i=i + 1, step=20),
        visitor.say(
            "branch.visits", **{name: length(visitor, run) for name, run in (("trunk", trunk), ("branch", branch))}
        ),
    ):
        visitor.until(lambda said=said: said in told.inner_text(), f"{said} in {told.inner_text()}")
    press(visitor, "player.forward")
    at_step(visitor, 21)

    page.get_by_role("button", name=visitor.say("frame.share")).click()
    link = page.locator("[data-testid=stCode] code").first
    link.wait_for()
    other = newcomer(lang)
    other.page.goto(str(link.inner_text()))
    at_step(other, 21)
    assert other.link().fork == fork
    visitor.until(lambda: steps(other) == len(branch), "the branch on the other player")
    for part in (".st-key-fork-told", ".st-key-lead p"):
        visitor.until(
            lambda part=part: other.page.locator(part).first.inner_text() == page.locator(part).first.inner_text(),
            f"the same words in {part}",
        )


def length(visitor: Visitor, run: Trace) -> str:
    return visitor.say(f"branch.length.{run.outcome.name}", steps=len(run))


def test_another_loss_and_the_kernel_are_a_choice_away(newcomer: Meet, lang: str) -> None:
    visitor = arrive(newcomer(lang), "descent", data="rings", k="linear", C="10")
    visitor.page.locator("#lab-kernel").select_option("polynomial")
    visitor.until(lambda: "k=polynomial" in visitor.page.url, "the kernel in the address")
    for key in ("descent.loss.L2", "descent.bias.False", "descent.visits.cyclic"):
        name = visitor.say(key)
        button = visitor.page.get_by_role("radio", name=name).or_(visitor.page.get_by_role("button", name=name)).first
        button.click()
    visitor.until(
        lambda: "descent=L2_plain_cyclic_shrink_auto_0" in visitor.page.url,
        f"an address with every choice: {visitor.page.url}",
    )
    visitor.page.get_by_text(visitor.say("descent.caption.origin")).first.wait_for()
    assert visitor.lab("s.kernel.name", "descent") == "polynomial"


def test_the_race_tells_both_optima_and_opens_what_there_is_to_try(newcomer: Meet, lang: str) -> None:
    visitor = arrive(newcomer(lang), "race", data="overlap", k="linear", C="1")
    visitor.page.get_by_role("heading", name=visitor.say("race.question")).wait_for()
    assert visitor.say("race.side.free") in visitor.text()
    assert visitor.page.locator(".lab-figure").first.get_attribute("aria-label")
    visitor.page.get_by_role("button", name=visitor.say("try.race.apart")).click()
    visitor.until(lambda: visitor.link().dataset == "rings", "the address of the lesson")
    visitor.until(lambda: "349" in visitor.page.locator(".st-key-lead p").first.inner_text(), "optima far apart")


ENDS = """(kernel) => {
    const end = (key) => document.querySelector(`.st-key-${key}`)?.getBoundingClientRect().bottom ?? 0;
    const [weights, numbers] = [end("explains-weights"), end("explains-numbers")];
    return kernel === "gaussian" ? [Math.max(weights, numbers), end("cost")] : [numbers, weights];
}"""


@pytest.mark.parametrize("kernel", ["gaussian", "linear"])
def test_on_a_desk_both_columns_end_at_about_the_same_height(newcomer: Meet, kernel: str) -> None:
    visitor = newcomer()
    page = visitor.page
    page.goto(f"{visitor.server}/descent?lang=en&data=moons&k={kernel}")
    page.locator(".st-key-explains-weights .lab-figure[data-ready]").wait_for()
    page.wait_for_function("() => !!document.querySelector('[data-test-script-state=notRunning]')")

    def alike() -> bool:
        left, right = page.evaluate(ENDS, kernel)
        return bool(abs(left - right) < 250)

    visitor.until(alike, "two columns of about the same height")
    explained, bar = (page.locator(f".st-key-{key}").bounding_box() for key in ("explains", "own-choices"))
    assert explained["y"] - bar["y"] - bar["height"] < 300, "something long stands between the bar and its figure"
