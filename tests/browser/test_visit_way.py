"""The way between the pages: groups in their order, where one is, and the page after at the foot."""

from __future__ import annotations

from visitor import Meet, Visitor

from pages import PAGES
from ui.page.around.navigation import SECTIONS


def titles(visitor: Visitor, section: str) -> list[str]:
    return [visitor.say(f"page.{page.name}") for page in PAGES if page.section == section]


def test_every_page_stands_under_its_group_and_the_foot_leads_on_with_the_points_kept(newcomer: Meet) -> None:
    visitor = newcomer(viewport={"width": 820, "height": 1180}).open()
    groups = [name for name in SECTIONS if name in {page.section for page in PAGES}]
    tabs = visitor.page.locator(".st-key-tabs")
    assert tabs.locator("[class*=st-key-tabs-]").count() == len(groups)
    widths = tabs.locator("a, button").evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().right)")
    assert max(widths) <= 820  # no tab is hidden on a tablet
    assert tabs.locator("a strong").all_inner_texts() == [visitor.say("page.board")]
    for section in groups:
        group = tabs.locator(f".st-key-tabs-{section}")
        if len(titles(visitor, section)) == 1:
            assert group.get_by_role("link").all_inner_texts() == titles(visitor, section)
            continue
        group.get_by_role("button", name=visitor.say(f"section.{section}")).click()
        listed = visitor.page.locator("[data-testid=stPopoverBody]").get_by_role("link")
        listed.first.wait_for()
        assert listed.all_inner_texts() == titles(visitor, section)
        visitor.page.keyboard.press("Escape")
        listed.first.wait_for(state="detached")
    visitor.board.click(position={"x": 300, "y": 300})
    count = len(visitor.points()[1])
    visitor.committed()
    order = [title for section in groups for title in titles(visitor, section)]
    visitor.page.get_by_role("link", name=visitor.say("frame.after", page=order[1])).click()
    visitor.page.get_by_text(visitor.say("margins.question")).wait_for()
    assert tabs.locator("a strong").all_inner_texts() == [order[1]]
    assert tabs.locator(".st-key-tabs-chapter").get_by_role("link").all_inner_texts() == titles(visitor, "chapter")
    visitor.page.locator(".lab-line").first.wait_for()
    carried = visitor.link().X
    assert carried is not None
    assert len(carried) == count
    visitor.page.get_by_role("link", name=visitor.say("frame.before", page=order[0])).click()
    visitor.page.get_by_text(visitor.say("board.question")).wait_for()
