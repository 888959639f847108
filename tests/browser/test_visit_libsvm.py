"""A visitor watches LIBSVM set points aside, and takes the switch of shrinking away from it."""

from __future__ import annotations

from urllib.parse import urlencode

from visitor import STORE, Meet, Visitor

# How much of a colour lies on the layer of the points: a veil covers them.
COVERED = """(canvas) => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let n = 0; n < data.length; n += 4) count += data[n + 3] > 200 && data[n + 2] - data[n] > 90;
    return count;
}"""


def lead(visitor: Visitor) -> str:
    return str(visitor.page.locator(".st-key-lead p").first.inner_text())


def test_who_is_set_aside_is_veiled_until_shrinking_is_off(newcomer: Meet, lang: str) -> None:
    visitor = newcomer(lang)
    state = {"data": "overlap", "k": "gaussian", "g": "1", "C": "100", "step": "350"}
    visitor.page.goto(f"{visitor.server}/libsvm?{urlencode({'lang': lang, **state})}")
    visitor.page.locator(".lab-figure .main-svg").nth(1).wait_for()
    visitor.page.evaluate(STORE)
    layer = visitor.page.locator(".lab-player canvas[data-part=above]")
    told, veiled = lead(visitor), layer.evaluate(COVERED)
    curve = visitor.page.locator(".lab-figure").first
    drawn = curve.get_attribute("aria-label")
    visitor.page.get_by_role("button", name=visitor.say("player.forward"), exact=True).click()
    visitor.until(lambda: lead(visitor) != told, "the next pass")
    visitor.until(lambda: curve.get_attribute("aria-label") != drawn, "its place on the curve")
    off = visitor.say("libsvm.shrinking.False")
    visitor.page.get_by_role("radio", name=off).or_(visitor.page.get_by_role("button", name=off)).first.click()
    visitor.until(lambda: "loop=keep_20" in visitor.page.url, f"the address: {visitor.page.url}")
    visitor.until(lambda: layer.evaluate(COVERED) > 1.3 * veiled, "points without a veil")
