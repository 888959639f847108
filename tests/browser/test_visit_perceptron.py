"""A visitor watches a perceptron learn from its mistakes, shuffles the points, and takes a line away from it."""

from __future__ import annotations

from urllib.parse import urlencode

from visitor import PLACE, STORE, Meet, Visitor

LAB = "perceptron"
PICTURE = "(canvas) => canvas.toDataURL()"


def arrive(visitor: Visitor, **query: str) -> Visitor:
    visitor.page.goto(f"{visitor.server}/perceptron?{urlencode({'lang': visitor.lang, **query})}")
    visitor.page.locator(".lab-figure .main-svg").first.wait_for()
    visitor.page.evaluate(STORE)
    visitor.page.wait_for_function("() => !!document.querySelector('[data-test-script-state=notRunning]')")
    return visitor


def lead(visitor: Visitor) -> str:
    return str(visitor.page.locator(".st-key-lead p").first.inner_text())


def where(visitor: Visitor) -> str:
    return str(visitor.page.locator(".lab-player output[data-part=where]").inner_text())


def begun(visitor: Visitor, key: str) -> str:
    """Return how a sentence begins, up to its first hole."""
    return visitor.say(key, k="|", rounds="|", x="|", y="|").split("|")[0]


def drag(visitor: Visitor, start: tuple[float, float], end: tuple[float, float]) -> None:
    canvas, mouse = visitor.page.locator(".lab-player .lab-pointer"), visitor.page.mouse
    canvas.scroll_into_view_if_needed()
    (x, y), (right, down) = (canvas.evaluate(PLACE, [LAB, *place]) for place in (start, end))
    mouse.move(x, y)
    mouse.down()
    mouse.move(right, down, steps=6)
    mouse.up()


def test_the_line_turns_at_each_mistake_by_keyboard_and_by_mouse(newcomer: Meet, lang: str) -> None:
    visitor = arrive(newcomer(lang), data="exercise-7-2", k="linear", step="5")
    visitor.page.get_by_role("heading", name=visitor.say("perceptron.question")).wait_for()
    stage, said = visitor.page.locator(".lab-player .lab-layer").first, lead(visitor)
    drawn = stage.evaluate(PICTURE)
    visitor.page.locator(".lab-player .lab-pointer").focus()
    visitor.page.keyboard.press("ArrowRight")
    visitor.until(lambda: where(visitor) == "6 / 16" and visitor.link().step == 6, "step 6")
    visitor.until(lambda: lead(visitor) != said and stage.evaluate(PICTURE) != drawn, "another sentence and line")
    visitor.page.keyboard.press("ArrowLeft")
    visitor.until(lambda: lead(visitor) == said, "the first sentence")
    visitor.page.get_by_role("button", name=visitor.say("player.last"), exact=True).click()
    visitor.until(lambda: lead(visitor).startswith(begun(visitor, "perceptron.ended.OPTIMAL")), "the end")


def test_a_shuffled_order_makes_another_run_and_the_quiz_opens(newcomer: Meet, lang: str) -> None:
    visitor = arrive(newcomer(lang), data="exercise-7-2", k="linear", step="5")
    name = visitor.say("perceptron.visits.random")
    visitor.page.get_by_role("radio", name=name).or_(visitor.page.get_by_role("button", name=name)).first.click()
    visitor.until(lambda: where(visitor) == "5 / 29", f"the run of seed 0: {where(visitor)}")
    visitor.page.get_by_text(visitor.say("perceptron.fold.quiz")).click()
    answer = visitor.say("perceptron.moved.margin", before="0.4472", after="0.4472")
    visitor.page.get_by_text(answer).wait_for()


def test_a_point_dragged_into_the_other_hull_brings_the_proof_and_dragged_back_the_line(newcomer: Meet) -> None:
    visitor = arrive(newcomer(), data="exercise-7-2", k="linear", step="16")
    drag(visitor, (3.0, 2.0), (2.0, 2.6))
    visitor.until(lambda: where(visitor).endswith("/ 100"), f"a run that was stopped: {where(visitor)}")
    visitor.until(lambda: lead(visitor).startswith(begun(visitor, "perceptron.impossible")), "the proof")
    visitor.page.get_by_text(visitor.say("figure.perceptron.hulls.title")).wait_for()
    visitor.page.locator(".lab-player .lab-pointer").focus()
    visitor.page.keyboard.press("Control+z")
    visitor.until(lambda: where(visitor).endswith("/ 16"), f"the first run: {where(visitor)}")
    visitor.until(lambda: lead(visitor).startswith(begun(visitor, "perceptron.ended.OPTIMAL")), "the end of that run")


def test_at_the_end_of_a_run_that_grows_longer_the_page_tells_of_the_new_end(newcomer: Meet) -> None:
    visitor = arrive(newcomer(), data="exercise-7-2", k="linear", step="16")
    drag(visitor, (3.0, 2.0), (2.5, 2.4))
    visitor.until(lambda: where(visitor).split(" / ")[0] == where(visitor).split(" / ")[1] != "16", "a longer run")
    visitor.until(lambda: lead(visitor).startswith(begun(visitor, "perceptron.ended.OPTIMAL")), "the end of that run")
    visitor.until(lambda: str(visitor.link().step) == where(visitor).split(" / ")[0], "the end in the address")
