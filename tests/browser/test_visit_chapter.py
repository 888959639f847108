"""A visitor walks through the chapter: from "Start here" on, page by page by mouse, every lesson by keyboard."""

from __future__ import annotations

import pytest
from visitor import Meet, Visitor

from pages import PAGES
from ui.words import languages

CHAPTER = [page for page in PAGES if page.section == "chapter"]


def at_rest(visitor: Visitor) -> None:
    visitor.page.wait_for_function("() => !!document.querySelector('[data-test-script-state=notRunning]')")


def lead(visitor: Visitor) -> str:
    return str(visitor.page.locator(".st-key-lead p").first.inner_text())


@pytest.mark.parametrize("lang", languages)
def test_the_walk_through_all_lessons_of_the_chapter(newcomer: Meet, lang: str) -> None:
    visitor = newcomer(lang).open()
    page = visitor.page
    page.get_by_role("link", name=visitor.say("frame.begin")).click()
    for k, each in enumerate(CHAPTER):
        page.get_by_role("heading", name=visitor.say(f"{each.name}.question")).wait_for()
        for lesson in each.lessons:
            task = visitor.say(f"try.{each.name}.{lesson.name}")
            offered = page.get_by_role("button", name=task)
            offered.focus()
            page.keyboard.press("Enter")
            page.locator(".lab-task").get_by_text(task).wait_for()
            at_rest(visitor)
            assert lead(visitor)
            assert page.locator("[data-testid=stException], [data-testid=stAlert]").count() == 0
        if k + 1 < len(CHAPTER):
            name = visitor.say(f"page.{CHAPTER[k + 1].name}")
            page.get_by_role("link", name=visitor.say("frame.after", page=name)).click()
    assert visitor.errors == []
