"""A visitor watches LIBSVM set points aside, and takes the switch of shrinking away from it."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest
from visitor import STORE, Meet, Visitor

from ui.solve.machine.table import MACHINES

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


# How many pixels of a layer anything covers.
PAINTED = """(canvas) => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let n = 3; n < data.length; n += 4) count += data[n] > 0;
    return count;
}"""


@pytest.mark.parametrize("name", list(MACHINES))
def test_every_machine_is_played_drawn_and_stepped(newcomer: Meet, name: str) -> None:
    visitor = newcomer("en")
    page = visitor.page
    state = {"data": "overlap", "k": "gaussian", "g": "1", "C": "10", "step": "60", "machines": f"{name}_0.3_0.5"}
    page.goto(f"{visitor.server}/libsvm?{urlencode({'lang': 'en', **state})}")
    page.locator(".lab-figure .main-svg").nth(1).wait_for()
    above, bars = (page.locator(f".lab-player canvas[data-part={part}]") for part in ("above", "alphas"))
    visitor.until(lambda: above.evaluate(PAINTED) > 0 and bars.evaluate(PAINTED) > 0, "points and bars")
    classes = page.locator(".lab-player button[name=label]").first
    assert classes.is_visible() == MACHINES[name].labels
    told, drawn = lead(visitor), bars.evaluate("(canvas) => canvas.toDataURL()")
    page.get_by_role("button", name=visitor.say("player.forward"), exact=True).click()
    visitor.until(lambda: lead(visitor) != told, "the next pass")
    visitor.until(lambda: bars.evaluate("(canvas) => canvas.toDataURL()") != drawn, "its bars")


def test_the_machine_is_chosen_its_number_slides_and_a_point_is_dragged(newcomer: Meet, lang: str) -> None:
    visitor = newcomer(lang)
    page = visitor.page
    state = {"data": "overlap", "k": "gaussian", "g": "1", "C": "10", "step": "20", "machines": "c-svc_0.3_0.5"}
    page.goto(f"{visitor.server}/libsvm?{urlencode({'lang': lang, **state})}")
    page.locator(".lab-figure .main-svg").nth(1).wait_for()
    where = page.locator(".lab-player output[data-part=where]")
    hard = page.locator(".lab-panel .lab-margin")
    assert hard.is_visible()
    page.get_by_text(visitor.say("machine.choice.nu-svr"), exact=True).click()
    visitor.until(lambda: "machines=nu-svr" in page.url, "the machine in the link")
    visitor.until(lambda: not hard.is_visible(), "no hard margin of a tube")
    slider = page.locator("#lab-libsvm-dials-nu")
    slider.wait_for()
    visitor.rested()
    before = where.inner_text()
    slider.focus()
    page.keyboard.press("End")
    visitor.until(lambda: "machines=nu-svr_1_" in page.url, f"nu in the link: {page.url}")
    visitor.until(lambda: where.inner_text() != before, "another run")
    page.evaluate(STORE)
    visitor.rested()
    before, address = where.inner_text(), page.url
    board = page.locator(".lab-player canvas[data-part=above]")
    board.focus()
    for key in ("]", "Shift+ArrowUp", "Shift+ArrowUp", "Shift+ArrowUp"):
        page.keyboard.press(key)
    visitor.until(lambda: where.inner_text() != before, "the run of the moved point")
    visitor.until(lambda: page.url != address and "p=" in page.url, "the point in the link")
    assert "machines=nu-svr_1_" in page.url
    assert "C=10" in page.url


@pytest.mark.parametrize(
    ("name", "number"), [("nu-svc", "nu"), ("one-class", "nu"), ("eps-svr", "epsilon"), ("nu-svr", "nu")]
)
def test_the_run_follows_a_number_of_its_machine_while_it_slides(newcomer: Meet, name: str, number: str) -> None:
    visitor = newcomer("en")
    page = visitor.page
    state = {"data": "overlap", "k": "gaussian", "g": "1", "C": "10", "step": "7", "machines": f"{name}_0.4_0.5"}
    page.goto(f"{visitor.server}/libsvm?{urlencode({'lang': 'en', **state})}")
    page.locator(".lab-figure .main-svg").nth(1).wait_for()
    visitor.rested()
    where, address = page.locator(".lab-player output[data-part=where]"), page.url
    before, told = where.inner_text(), lead(visitor)
    box = page.locator(f"#lab-libsvm-dials-{number}").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 0.5 * box["width"], box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 0.8 * box["width"], box["y"] + box["height"] / 2, steps=3)
    visitor.until(lambda: where.inner_text() != before, "another run under the hand")
    page.evaluate(STORE)
    visitor.until(lambda: not visitor.lab("s.behind", "libsvm"), "the run of the last place under the hand")
    assert where.inner_text().startswith("7 / ")
    assert (page.url, lead(visitor)) == (address, told)  # the page has not heard of it yet
    followed = where.inner_text()
    page.mouse.up()
    visitor.until(lambda: page.url != address, "the number in the link")
    visitor.rested()
    assert where.inner_text() == followed
    assert where.inner_text().startswith("7 / ")


# At these C a run without shrinking is not as long as the one with it.
@pytest.mark.parametrize(("name", "C"), [("c-svc", "300"), ("nu-svr", "100")])
def test_the_run_follows_the_cache_and_the_switch_of_shrinking_at_its_step(newcomer: Meet, name: str, C: str) -> None:
    visitor = newcomer("en")
    page = visitor.page
    frames: list[bytes | str] = []
    kept = lambda frame: frames.append(frame)  # noqa: E731 - Playwright takes no function of C
    page.on("websocket", lambda socket: socket.on("framesent", kept) if "lab/ws" in socket.url else None)
    state = {"data": "overlap", "k": "gaussian", "g": "1", "C": C, "step": "37", "machines": f"{name}_0.5_0.5"}
    page.goto(f"{visitor.server}/libsvm?{urlencode({'lang': 'en', **state})}")
    page.locator(".lab-figure .main-svg").nth(1).wait_for()
    visitor.rested()
    where, address = page.locator(".lab-player output[data-part=where]"), page.url
    rows = page.locator("#lab-libsvm-rows-rows")
    box = rows.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 0.2 * box["width"], box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 0.4 * box["width"], box["y"] + box["height"] / 2, steps=3)
    visitor.until(lambda: frames, "a question about other rows, over the socket")
    assert page.url == address, "the page has not heard of it yet"
    page.mouse.up()
    visitor.until(lambda: page.url != address, "the rows in the link")
    visitor.rested()
    whole, asked = where.inner_text(), len(frames)
    page.locator("[class*=st-key-libsvm-shrinking] button").nth(1).click()
    visitor.until(lambda: where.inner_text() != whole, "the run without shrinking")
    visitor.until(lambda: len(frames) > asked, "a question about it, over the socket")
    visitor.until(lambda: "loop=keep_" in page.url, "it in the link")
    visitor.rested()
    assert where.inner_text().startswith("37 / ")
