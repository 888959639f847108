"""A visitor opens what there is to try: the page comes from its top, and the task stays until it is closed."""

from __future__ import annotations

import pytest
from visitor import Meet, Visitor

from pages import PAGES


def at_rest(visitor: Visitor) -> None:
    visitor.page.wait_for_function("() => !!document.querySelector('[data-test-script-state=notRunning]')")


SEVERAL = [page for page in PAGES if page.name in {"board", "descent", "phi"}]


@pytest.mark.parametrize("page", SEVERAL, ids=lambda page: page.name)
def test_what_there_is_to_try_comes_from_the_top_and_its_task_stays_until_it_is_closed(
    newcomer: Meet, lang: str, page: object
) -> None:
    visitor, name, lesson = newcomer(lang), page.name, page.lessons[-1].name  # type: ignore[attr-defined]
    task = visitor.say(f"try.{name}.{lesson}")
    known = "seen=smo"  # to a browser that has opened the beats before
    visitor.page.goto(f"{visitor.server}/{'' if page is PAGES[0] else name}?lang={lang}&{known}")
    offered = visitor.page.get_by_role("button", name=task)
    main, banner = visitor.page.locator("[data-testid=stMain]"), visitor.page.locator(".lab-task")
    offered.scroll_into_view_if_needed()
    at_rest(visitor)
    offered.scroll_into_view_if_needed()
    assert main.evaluate("(main) => main.scrollTop") > 100
    offered.click()
    banner.get_by_text(task).wait_for()
    at_rest(visitor)
    assert main.evaluate("(main) => main.scrollTop") == 0
    shown = banner.bounding_box()
    assert 0 < shown["y"] < visitor.page.viewport_size["height"] / 2
    banner.get_by_role("button", name=visitor.say("task.close")).click()
    banner.wait_for(state="detached")
    at_rest(visitor)
    assert banner.count() == 0
