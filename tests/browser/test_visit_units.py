"""A visitor's own file keeps its names and units in the browser: under the pointer, and after undo and redo."""

from __future__ import annotations

from visitor import Meet

from datasets import choose, read_table
from pages import LINK
from ui.link.shared import Shared

FILE = "height (m),mass (kg),grown\n1.2,2.0,no\n3.5,1.0,no\n2.0,3.1,yes\n0.5,0.7,yes\n2.5,2.2,no\n"


def test_a_file_keeps_its_units_under_the_pointer_and_its_names_through_undo_and_redo(
    newcomer: Meet, lang: str
) -> None:
    points = choose(read_table(FILE), "height (m)", "mass (kg)", "grown", "yes")
    names = (*points.axes, *points.classes)
    asked = Shared(X=points.X, y=points.y, window=points.window, names=names, scale=points.scale, C=1.0, lang=lang)
    visitor = newcomer(lang).open(**(LINK.to_query(asked) or {}))
    tip, plus = visitor.page.locator(".lab-tip").first, visitor.page.locator("[data-name=plus]").first

    def is_the_file() -> None:
        visitor.until(lambda: plus.inner_text().strip() == "yes", "the name of the class")
        visitor.page.mouse.move(*visitor.at(*points.X[0]))
        visitor.until(lambda: "height (m) = 1.2" in tip.inner_text(), "the unit of the file")
        assert "mass (kg) = 2" in tip.inner_text()
        visitor.page.mouse.move(5, 5)

    is_the_file()
    visitor.choose(visitor.say("controls.data"), visitor.say("dataset.moons.title"))
    visitor.until(
        lambda: plus.inner_text().strip() == visitor.say("draw.plus"), "the moons, whose classes have no names"
    )
    visitor.settled()
    for way, name in (("undo", "yes"), ("redo", visitor.say("draw.plus")), ("undo", "yes")):
        visitor.page.locator(f"[data-name={way}]").first.click()
        visitor.until(lambda name=name: plus.inner_text().strip() == name, f"the names after {way}")
        visitor.committed()
    is_the_file()
