"""A visitor walks through the chapter: from "Start here" on, page by page by mouse, lessons by keyboard and by mouse.

Each page ends in a question, which the visitor answers, or opens, before going on.
"""

from __future__ import annotations

from visitor import Meet, Visitor

from core.problem import Gaussian, c_svc
from core.solver import finish
from datasets import CATALOGUE
from pages import PAGES
from ui.words import number

CHAPTER = [page for page in PAGES if page.section == "chapter"]


def at_rest(visitor: Visitor) -> None:
    visitor.page.wait_for_function("() => !!document.querySelector('[data-test-script-state=notRunning]')")


def lead(visitor: Visitor) -> str:
    return str(visitor.page.locator(".st-key-lead p").first.inner_text())


def answer(visitor: Visitor, name: str) -> None:
    """Answer the question in which the page ends, as its last lesson has left it, and wait for what it says."""
    page, say = visitor.page, visitor.say
    below = page.locator(".st-key-below")
    if name == "perceptron":  # on XOR no line separates
        points = CATALOGUE["xor"].make()
        mistakes = finish(c_svc(points.X, points.y, Gaussian(1.0), float("inf")), "perceptron", 0.0).steps
        page.get_by_text(say("perceptron.fold.bent", gamma="1")).click()
        below.get_by_text(say("perceptron.other.OPTIMAL", k=number(mistakes))).wait_for()
    elif name == "duality":
        page.get_by_text(say("duality.shown")).click()
        below.get_by_role("table").last.wait_for()
    elif name in ("margins", "losses"):
        below.get_by_role("radio").first.click()
        told = "margins.without" if name == "margins" else "losses.doubled"
        right, wrong = (below.get_by_text(say(f"{told}.{key}")) for key in ("right", "wrong"))
        right.or_(wrong).first.wait_for()


def open_lesson(visitor: Visitor, task: str, by_mouse: bool) -> None:
    """Open a lesson by its link, and wait until its task is shown."""
    offered = visitor.page.get_by_role("button", name=task)
    if by_mouse:
        offered.click()
    else:
        offered.focus()
        visitor.page.keyboard.press("Enter")
    visitor.page.locator(".lab-task").get_by_text(task).wait_for()


def test_the_walk_through_all_lessons_of_the_chapter(newcomer: Meet, lang: str) -> None:
    visitor = newcomer(lang).open()
    page = visitor.page
    page.get_by_role("link", name=visitor.say("frame.begin")).click()
    for k, each in enumerate(CHAPTER):
        page.get_by_role("heading", name=visitor.say(f"{each.name}.question")).wait_for()
        for place, lesson in enumerate(each.lessons):
            open_lesson(visitor, visitor.say(f"try.{each.name}.{lesson.name}"), by_mouse=place % 2 == 1)
            at_rest(visitor)
            assert lead(visitor)
            assert page.locator("[data-testid=stException], [data-testid=stAlert]").count() == 0
        answer(visitor, each.name)
        at_rest(visitor)
        if k + 1 < len(CHAPTER):
            name = visitor.say(f"page.{CHAPTER[k + 1].name}")
            page.get_by_role("link", name=visitor.say("frame.after", page=name)).click()
    assert visitor.errors == []
