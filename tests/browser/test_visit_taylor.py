"""A visitor at the Taylor wall: sliders, the two handles by mouse, finger and keyboard, and what follows them."""

from __future__ import annotations

from urllib.parse import parse_qs, urlencode, urlsplit

from test_visit_touch import Finger
from visitor import PLACE, STORE, Meet, Visitor

PAD = "taylor-pad"
REST = "() => !!document.querySelector('[data-test-script-state=notRunning]')"
START = {"data": "overlap", "k": "gaussian", "g": "0.25", "C": "1", "m": "4", "taylor": "0_auto_1,1,2,0.5_"}


def arrive(visitor: Visitor, **query: str) -> Visitor:
    visitor.page.goto(f"{visitor.server}/taylor?{urlencode({'lang': visitor.lang, **START, **query})}")
    visitor.page.locator(".lab-figure[data-ready]").first.wait_for()
    visitor.page.locator(".lab-handle").first.wait_for()
    visitor.page.evaluate(STORE)
    visitor.page.wait_for_function(REST)
    return visitor


def order(visitor: Visitor) -> str:
    """Return the order of the address; the usual one is not written."""
    return parse_qs(urlsplit(visitor.page.url).query).get("m", ["4"])[0]


def asked(visitor: Visitor) -> list[str]:
    """Return the page's own field of the address, in its parts."""
    return parse_qs(urlsplit(visitor.page.url).query)["taylor"][0].split("_")


def count(visitor: Visitor) -> int:
    """Return how many points the address has; 0 where it names a preset."""
    X = visitor.link().X
    return 0 if X is None else len(X)


def lead(visitor: Visitor) -> str:
    return str(visitor.page.locator(".st-key-lead p").first.inner_text())


def figure(visitor: Visitor, n: int) -> str:
    return str(visitor.page.locator(".lab-figure").nth(n).get_attribute("aria-label"))


def test_a_slider_changes_the_sentence_the_figures_and_the_address(newcomer: Meet, lang: str) -> None:
    visitor = arrive(newcomer(lang))
    visitor.page.get_by_role("heading", name=visitor.say("taylor.question")).wait_for()
    said, drawn = lead(visitor), figure(visitor, 1)
    visitor.page.locator("#lab-taylor-dials-order").focus()
    for _ in range(3):
        visitor.page.keyboard.press("ArrowRight")
    visitor.until(lambda: order(visitor) == "7", f"the address of order 7: {visitor.page.url}")
    visitor.until(lambda: lead(visitor) != said, "another sentence")
    visitor.until(lambda: figure(visitor, 1) != drawn, "other errors")
    assert visitor.say("taylor.sentence.worst", m=7, worst="|").split("|")[0] in lead(visitor)


def test_gamma_and_sigma_move_together_and_the_board_takes_them_over(newcomer: Meet, lang: str) -> None:
    visitor = arrive(newcomer(lang))
    typed = visitor.page.get_by_label(visitor.say("slider.typed", name=visitor.say("taylor.dial.sigma")))
    typed.fill("4")
    typed.press("Enter")
    visitor.until(lambda: visitor.link().kernel == {"name": "gaussian", "gamma": 0.125}, "the address of gamma 1/8")
    other = visitor.page.get_by_label(visitor.say("slider.typed", name=visitor.say("panel.gamma")))
    visitor.until(lambda: other.input_value() == "0.125", "gamma beside sigma")
    typed.fill("-1")
    typed.press("Enter")
    visitor.page.get_by_text(visitor.say("slider.range", low="|", high="|").split("|")[0]).first.wait_for()
    assert visitor.link().kernel["gamma"] == 0.125


def test_a_handle_is_moved_by_keys_and_by_mouse(newcomer: Meet, lang: str) -> None:
    visitor = arrive(newcomer(lang))
    first, second = visitor.page.locator(".lab-handle").all()
    drawn = figure(visitor, 0)
    first.focus()
    visitor.page.keyboard.press("Shift+ArrowRight")
    visitor.until(lambda: asked(visitor)[2] != "1,1,2,0.5", "another pair in the address")
    x1, x2, y1, y2 = map(float, asked(visitor)[2].split(","))
    assert x1 > 1
    assert (x2, y1, y2) == (1, 2, 0.5)
    visitor.until(lambda: figure(visitor, 0) != drawn, "other kernels")
    box = visitor.resting(second)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    visitor.page.mouse.move(x, y)
    visitor.page.mouse.down()
    visitor.page.mouse.move(x - 60, y + 45, steps=6)
    visitor.page.mouse.up()
    visitor.until(lambda: float(asked(visitor)[2].split(",")[2]) < 2, "the second handle further left")
    assert float(asked(visitor)[2].split(",")[3]) < 0.5
    assert visitor.say("pad.handle", name="y", a="|", b="").split("|")[0] in str(second.get_attribute("aria-label"))


def test_a_finger_moves_a_handle_and_taps_points(newcomer: Meet) -> None:
    visitor = arrive(newcomer(viewport={"width": 820, "height": 1180}, has_touch=True, is_mobile=True))
    finger = Finger(visitor)
    box = visitor.resting(visitor.page.locator(".lab-handle").first)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    finger.drag((x, y), (x - 90, y + 60))
    # On its way a handle snaps to points of the data, and the address follows the hand.
    visitor.until(lambda: max(map(float, asked(visitor)[2].split(",")[:2])) < 1, "the handle further left and below")
    assert asked(visitor)[2].split(",")[2:] == ["2", "0.5"]
    finger.tap((x - 200, y - 130))
    assert visitor.lab("s.n", PAD) == 101
    visitor.until(lambda: count(visitor) == 101, "a link with the point")


def test_points_are_edited_under_the_handles_and_everything_follows(newcomer: Meet, lang: str) -> None:
    visitor = arrive(newcomer(lang))
    told, drawn = lead(visitor), figure(visitor, 1)
    hands = visitor.page.locator(".lab-pad .lab-pointer")
    pair = visitor.page.locator(".lab-handle").first.get_attribute("aria-label")
    x, y = hands.evaluate(PLACE, [PAD, *visitor.lab("s.at(3)", PAD)])
    visitor.page.mouse.move(x, y)
    visitor.page.mouse.down()
    visitor.page.mouse.move(x + 60, y - 40, steps=5)
    assert visitor.page.locator("html[data-waits]").count() == 1
    assert lead(visitor) == told
    visitor.page.mouse.up()
    visitor.until(lambda: visitor.page.locator("html[data-waits]").count() == 0, "figures of the new points")
    assert lead(visitor) != told
    assert figure(visitor, 1) != drawn
    assert visitor.page.locator(".lab-handle").first.get_attribute("aria-label") == pair
    hands.press("Control+z")
    visitor.until(lambda: lead(visitor) == told, "the sentence about the points of before")
    hands.press("]")
    hands.press("Delete")
    visitor.until(lambda: count(visitor) == 99, "a link without the point")


def test_the_shift_takes_the_points_away_from_the_origin_and_the_kernel_forgets_them(newcomer: Meet, lang: str) -> None:
    visitor = arrive(newcomer(lang))
    plane = visitor.page.locator(".lab-pad [data-part=below]")
    before, drawn = lead(visitor), plane.get_attribute("aria-label")
    visitor.page.locator("#lab-taylor-dials-shift").focus()
    visitor.page.keyboard.press("End")
    visitor.until(lambda: float(asked(visitor)[0]) > 8, "a long way in the address")
    visitor.until(lambda: lead(visitor) != before, "another sentence")
    visitor.until(lambda: plane.get_attribute("aria-label") != drawn, "another plane")


def test_the_counterexample_and_what_is_folded_are_a_click_away(newcomer: Meet, lang: str) -> None:
    visitor = arrive(newcomer(lang))
    visitor.page.get_by_role("button", name=visitor.say("try.taylor.interval")).click()
    visitor.page.get_by_text(visitor.say("taylor.xi.breaks", end="0.5", xi="1.16", t="2")).wait_for()
    visitor.page.get_by_text(visitor.say("taylor.fold.example")).click()
    visitor.page.get_by_text("1.091").first.wait_for()
    visitor.page.get_by_text(visitor.say("taylor.fold.counts")).click()
    visitor.page.get_by_text(visitor.say("taylor.counts.printed", printed="−85")).wait_for()
    visitor.page.get_by_text(visitor.say("taylor.fold.space")).click()
    visitor.page.get_by_text(visitor.say("taylor.space.inner")).first.wait_for()


def test_the_language_changes_and_everything_else_stays(newcomer: Meet) -> None:
    visitor = arrive(newcomer())
    visitor.page.locator("#lab-taylor-dials-order").focus()
    visitor.page.keyboard.press("ArrowRight")
    visitor.until(lambda: order(visitor) == "5", "the address of order 5")
    visitor.swap_words("zh")
    visitor.settled()
    visitor.page.get_by_role("heading", name=visitor.say("taylor.question")).wait_for()
    assert order(visitor) == "5"
    visitor.page.locator("#lab-taylor-dials-order").focus()
    visitor.page.keyboard.press("ArrowRight")
    visitor.until(lambda: order(visitor) == "6", "the address of order 6")


def test_a_figure_out_of_sight_is_drawn_once_it_comes_into_sight(newcomer: Meet) -> None:
    visitor = arrive(newcomer())
    figures = visitor.page.locator(".lab-figure[data-ready]")
    figures.nth(5).wait_for(state="attached")
    near, far = figures.first, figures.last
    slider = visitor.page.locator("#lab-taylor-dials-gamma")
    drawn = "(node) => JSON.stringify(node.data)"

    def press() -> tuple[str, str]:
        before = near.evaluate(drawn), far.evaluate(drawn)
        slider.press("ArrowRight")
        visitor.until(lambda: near.evaluate(drawn) != before[0], "the figure beside the board")
        visitor.page.wait_for_timeout(500)  # the page brings the same figures after the short way has
        visitor.page.wait_for_function(REST)
        return before

    press()  # now the page knows what is in sight
    _, before = press()
    assert far.evaluate(drawn) == before
    far.scroll_into_view_if_needed()
    visitor.until(lambda: far.evaluate(drawn) != before, "the figure that came into sight")
