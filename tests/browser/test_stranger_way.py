"""The way between the pages: groups in their order, where one is, and the page after at the foot."""

from __future__ import annotations

from visitor import Meet

from pages import PAGES
from ui.page.around.navigation import SECTIONS


def test_every_page_stands_under_its_group_and_the_foot_leads_on_with_the_points_kept(stranger: Meet) -> None:
    visitor = stranger(viewport={"width": 820, "height": 1180}).open()
    groups = [visitor.say(f"section.{name}") for name in SECTIONS if name in {page.section for page in PAGES}]
    tabs = visitor.page.locator(".st-key-tabs")
    assert tabs.locator("[data-testid=stCaptionContainer]").all_inner_texts() == groups
    shown = tabs.get_by_role("link").all_inner_texts()
    assert sorted(shown) == sorted(visitor.say(f"page.{page.name}") for page in PAGES)
    widths = tabs.get_by_role("link").evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().right)")
    assert max(widths) <= 820  # no tab is hidden on a tablet
    assert tabs.locator("a strong").all_inner_texts() == [visitor.say("page.board")]
    visitor.board.click(position={"x": 300, "y": 300})
    count = len(visitor.points()[1])
    visitor.committed()
    visitor.page.get_by_role("link", name=visitor.say("frame.after", page=shown[1])).click()
    visitor.page.get_by_text(visitor.say("smo.question.watch")).wait_for()
    assert tabs.locator("a strong").all_inner_texts() == [shown[1]]
    visitor.page.locator(".lab-player").first.wait_for()
    carried = visitor.link().X
    assert carried is not None
    assert len(carried) == count
    visitor.page.get_by_role("link", name=visitor.say("frame.before", page=shown[0])).click()
    visitor.page.get_by_text(visitor.say("board.question")).wait_for()
