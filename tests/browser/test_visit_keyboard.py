"""A visitor walks over both pages with nothing but a keyboard."""

from __future__ import annotations

import numpy as np
import pytest
from visitor import Meet, Visitor, proved

FOCUSED = """() => {
    let one = document.activeElement;
    while (one?.shadowRoot?.activeElement) one = one.shadowRoot.activeElement;
    return one ? `${one.tagName}.${one.className} #${one.id} ${one.ariaLabel ?? one.innerText ?? ""}` : "";
}"""


def tab_to(visitor: Visitor, wanted: str, key: str = "Tab") -> None:
    """Press Tab until the focus is on something whose description holds the wanted words."""
    seen = []
    for _ in range(60):
        visitor.page.keyboard.press(key)
        seen.append(visitor.page.evaluate(FOCUSED))
        if wanted in seen[-1]:
            return
    pytest.fail(f"Tab never came to {wanted!r}; it came to {seen}")


def test_points_are_added_chosen_moved_and_deleted_by_keys_and_each_key_is_spoken(newcomer: Meet, lang: str) -> None:
    visitor = newcomer(lang).open()
    press = visitor.page.keyboard.press
    tab_to(visitor, "lab-pointer")
    count = visitor.lab("s.n")

    press("2")
    assert visitor.voice.inner_text() == visitor.say("draw.class", **{"class": visitor.say("draw.minus")})
    for key in ("ArrowUp", "Shift+ArrowRight", "Enter"):
        press(key)
    assert visitor.lab("s.n") == count + 1
    assert visitor.points()[1][-1] == -1
    assert str(count + 1) in visitor.voice.inner_text()
    proved(visitor)
    assert len(visitor.committed().X) == count + 1

    press("[")  # with nothing chosen, the last point
    assert str(count + 1) in visitor.voice.inner_text()
    before, alpha = visitor.points()[0], visitor.alpha()
    for _ in range(3):
        press("Shift+ArrowLeft")
    moved = visitor.points()[0]
    assert moved[-1, 0] < before[-1, 0]
    np.testing.assert_array_equal(moved[:-1], before[:-1])
    proved(visitor)
    assert not np.array_equal(visitor.alpha(), alpha)

    press("Delete")
    assert visitor.lab("s.n") == count
    press("Control+z")
    np.testing.assert_array_equal(visitor.points()[0], moved)
    press("Control+z")
    np.testing.assert_array_equal(visitor.points()[0], before)
    press("Control+Shift+z")
    np.testing.assert_array_equal(visitor.points()[0], moved)
    press("Escape")
    proved(visitor)
    visitor.committed()


def test_the_panel_is_worked_by_keys_in_the_order_of_the_page(newcomer: Meet) -> None:
    visitor = newcomer().open()
    press = visitor.page.keyboard.press
    tab_to(visitor, "#lab-kernel")
    press("ArrowUp")  # from Gaussian to polynomial
    assert visitor.lab("s.kernel.name") == "polynomial"
    press("ArrowDown")
    assert visitor.lab("s.kernel.name") == "gaussian"
    tab_to(visitor, "#lab-gamma")
    for _ in range(5):
        press("ArrowRight")
    gamma = visitor.lab("s.kernel.gamma")
    assert gamma > 1
    press("PageUp")
    assert visitor.lab("s.kernel.gamma") > gamma
    assert visitor.committed().kernel["gamma"] == visitor.lab("s.kernel.gamma")
    proved(visitor)
    tab_to(visitor, "#lab-C")
    press("Home")
    assert visitor.lab("s.C") == 0.001
    proved(visitor)
    visitor.committed()


def test_points_of_the_strip_are_walked_by_keys_and_lit_in_every_panel(newcomer: Meet, lang: str) -> None:
    visitor = newcomer(lang).open("gamma", gammas="1_10")
    press = visitor.page.keyboard.press
    boards = visitor.page.locator(".lab-board .lab-pointer")
    tab_to(visitor, "lab-pointer")
    before = boards.nth(1).evaluate("(canvas) => canvas.toDataURL()")
    press("]")
    spoken = visitor.until(visitor.voice.inner_text, "the words of the point")
    assert "1" in spoken
    assert "α" in spoken or "alpha" in spoken
    assert boards.nth(1).evaluate("(canvas) => canvas.toDataURL()") != before
    press("Escape")
    visitor.until(lambda: boards.nth(1).evaluate("(canvas) => canvas.toDataURL()") == before, "the mark to go")
