"""A visitor draws a third class, drags a point, and every machine of the point's class follows, with its vote."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

from visitor import Meet

READ = """() => {
    const inside = (node) => [...(node.shadowRoot?.querySelectorAll('.lab-ballot tbody tr') ?? [])];
    const rows = [...document.querySelectorAll('*')].flatMap(inside);
    return rows.map((row) => [...row.children].map((cell) => cell.textContent));
}"""


def test_a_third_class_brings_two_machines_and_a_drag_moves_the_votes(newcomer: Meet, lang: str) -> None:
    visitor = newcomer(lang)
    page = visitor.page
    page.goto(f"{visitor.server}/classes?lang={lang}&data=gap&k=linear&C=1")
    canvas = page.locator(".lab-board canvas.lab-pointer").first
    canvas.wait_for()
    pairs = page.locator(".lab-pair")
    visitor.until(lambda: len(page.evaluate(READ)) == 2, "the machine of two classes")
    assert pairs.count() == 1
    box = canvas.bounding_box()
    assert box is not None
    middle = (box["x"] + 0.3 * box["width"], box["y"] + 0.15 * box["height"])

    canvas.focus()
    page.keyboard.press("3")
    third = page.locator(".lab-classes button").nth(2)
    assert third.get_attribute("aria-pressed") == "true"
    for k in range(3):
        page.mouse.click(middle[0] + 14 * k, middle[1])
    visitor.until(lambda: len(page.evaluate(READ)) == 3, "a third class")
    assert pairs.count() == 3

    page.mouse.move(*middle)
    visitor.until(lambda: page.evaluate(READ)[2][1] == "2", "the votes for the third class")
    before = page.evaluate(READ)
    assert sum(int(row[1]) for row in before) == 3
    captions = pairs.locator("figcaption").all_inner_texts()

    page.mouse.down()
    page.mouse.move(middle[0] + 120, middle[1] + 160, steps=6)
    page.mouse.up()
    page.mouse.move(*middle)
    visitor.until(lambda: pairs.locator("figcaption").all_inner_texts() != captions, "the machines to follow")
    after = pairs.locator("figcaption").all_inner_texts()
    assert after[0] == captions[0], "the machine without the third class has not moved"
    assert after[1:] != captions[1:]

    visitor.until(lambda: "p" in parse_qs(urlsplit(page.url).query), "the points in the link")
    assert parse_qs(urlsplit(page.url).query)["p"][0].startswith("Ag"), "the link has several classes"

    page.goto(page.url.replace("/classes?", "/?"))
    page.locator(".st-key-two-classes").get_by_role("combobox").wait_for()
