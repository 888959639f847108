"""A visitor is led through one step of SMO, by mouse, by keyboard and by finger, leaves, and comes back."""

from __future__ import annotations

import time
from typing import Any
from urllib.parse import urlencode

import pytest
from test_accessible import violations
from test_visit_touch import Finger
from visitor import MOST_JAVASCRIPT, PLACE, STORE, Meet, Visitor

from core.trace import Trace
from core.view import BoxView, box_at
from datasets import CATALOGUE
from pages.smo.beats import BEATS
from ui.link.points import encode
from ui.page.beats import Beat
from ui.solve.board_problem import BoardProblem
from ui.solve.options import PairOptions
from ui.solve.recording import recording

FIVE = CATALOGUE["exercise-7-2"].make()
HEARD = 3.0  # seconds within which a tap is answered, or was none
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
# Where a point, or the top of the bar of a candidate, is in the figure of the scores.
SCORE = """(node, i) => {
    const { data, _fullLayout: { xaxis: x, yaxis: y } } = node;
    const at = data.find(({ meta }) => meta).meta[i];
    const { left, top } = node.getBoundingClientRect();
    return [left + x._offset + x.l2p(at[0]), top + y._offset + y.l2p(at[1])];
}"""
BAR = """(node, i) => {
    const { _fullLayout: { xaxis2: x, yaxis3: y } } = node;
    const bars = node.data.find(({ yaxis, ids }) => yaxis === "y3" && ids?.includes(`${i + 1}`));
    const [k, { left, top }] = [bars.ids.indexOf(`${i + 1}`) + 1, node.getBoundingClientRect()]; // its middle
    return [left + x._offset + x.l2p(bars.x[k]), top + y._offset + y.l2p(bars.y[k])];
}"""
ALONG = """(node, [alpha, height]) => {
    const { _fullLayout: { xaxis2: x, yaxis2: y } } = node;
    const { left, top } = node.getBoundingClientRect();
    return [left + x._offset + x.l2p(alpha), top + y._offset + y.l2p(height)];
}"""
WALK = "(node, i) => node.layout.meta.walk.indexOf(i)"
OUTSIDE = """([part, bar]) => {
    const [{ top, bottom }, below] = [part, bar].map((node) => node.getBoundingClientRect());
    return [top, (below.top > top ? Math.min(below.top, innerHeight) : innerHeight) - bottom];
}"""


class Guest:
    """A visitor in the beats."""

    def __init__(self, visitor: Visitor, **query: str) -> None:
        self.visitor, self.page = visitor, visitor.page
        self.go_to(**query)

    def go_to(self, **query: str) -> None:
        self.page.goto(f"{self.visitor.server}/smo?{urlencode({'lang': self.visitor.lang, **query})}")
        self.page.locator(".lab-player .lab-pointer").first.wait_for()
        self.page.locator(".lab-figure[data-ready]").first.wait_for()
        self.rest()

    def rest(self) -> None:
        self.page.wait_for_function("() => !!document.querySelector('[data-test-script-state=notRunning]')")

    @property
    def bar(self) -> Any:
        return self.page.locator(".lab-beats")

    @property
    def title(self) -> str:
        return str(self.page.locator(".st-key-lead h1").inner_text())

    def figure(self, beat: Beat[Any]) -> Any:
        return self.page.locator(f".st-key-around-{beat.lit} .lab-figure")

    def dot(self) -> Any:
        return self.page.locator(".lab-dot")

    def meets(self, number: int) -> Beat[Any]:
        """Wait for a beat, and hold what it shows against what it is."""
        beat, visitor = BEATS[number - 1], self.visitor
        visitor.until(lambda: visitor.link().beat == number, f"beat {number} in the address")
        title = visitor.say(f"beat.smo.{beat.name}.title")
        visitor.until(lambda: self.title == title, title)
        self.rest()  # until then figures of the page before stand in places of this one
        self.figure(beat).and_(self.page.locator("[data-ready]")).wait_for()
        told = visitor.say("beats.place", scene=visitor.say(f"beat.smo.scene.{beat.scene}"), place="{}", of=4)
        place = [each for each in BEATS if each.scene == beat.scene].index(beat) + 1
        visitor.until(lambda: self.bar.locator("[data-part=told]").inner_text() == told.format(place), told)
        lit = self.page.locator(f".st-key-around-{beat.lit}")
        assert lit.evaluate("(part) => getComputedStyle(part).outlineStyle") == "solid"
        visitor.until(lambda: self.stands(lit), "what is lit to have been brought into sight")
        assert not self.done
        return beat

    def stands(self, part: Any) -> bool:
        """Tell whether a part stays where it is for longer than the page takes to bring it into sight."""
        before = part.bounding_box()
        self.page.wait_for_timeout(500)
        return bool(part.bounding_box() == before)

    @property
    def done(self) -> bool:
        return self.bar.get_attribute("data-done") is not None

    def has_done(self, beat: Beat[Any]) -> None:
        self.visitor.until(lambda: self.done, f"beat {beat.name} on {beat.scene} to be done")
        self.rest()


class Mouse:
    """A hand with a mouse; a bar is clicked for the partner."""

    def __init__(self, guest: Guest) -> None:
        self.guest, self.page = guest, guest.page

    def tap(self, place: tuple[float, float]) -> None:
        self.page.mouse.move(place[0] - 3, place[1] - 3)
        self.page.mouse.move(*place)
        self.page.wait_for_timeout(60)  # Plotly looks for what is under a pointer 50 ms after it has moved
        self.page.mouse.click(*place)

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self.page.mouse.move(*start)
        self.page.mouse.down()
        self.page.mouse.move(*end, steps=5)
        self.page.mouse.up()

    def pick(self, beat: Beat[Any], i: int, partner: bool) -> None:
        self.tap(self.guest.figure(beat).evaluate(BAR if partner else SCORE, i))

    def slide(self, beat: Beat[Any], box: BoxView, beyond: bool) -> None:
        start, end = along(self.guest.figure(beat), box)
        self.drag(start, (end[0] + 60 * beyond, end[1]))

    def press(self, way: str) -> None:
        self.guest.bar.locator(f"button[value={way}]").click()


class Touch(Mouse):
    """A finger; the partner is tapped on the board."""

    def __init__(self, guest: Guest) -> None:
        super().__init__(guest)
        self.finger = Finger(guest.visitor)

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self.finger.drag(start, end)

    def pick(self, beat: Beat[Any], i: int, partner: bool) -> None:
        if not partner:
            self.page.touchscreen.tap(*self.guest.figure(beat).evaluate(SCORE, i))
            return
        board = self.page.locator(".lab-player .lab-pointer").first
        board.evaluate("(board) => board.scrollIntoView({ block: 'start' })")
        self.guest.visitor.until(lambda: self.guest.stands(board), "the board to stand where it was scrolled to")
        self.page.evaluate(STORE)
        x, y = CATALOGUE[beat.scene].make().X[i]
        self.page.touchscreen.tap(*board.evaluate(PLACE, ["smo", float(x), float(y)]))

    def press(self, way: str) -> None:
        """Tap until the bar answers: after a drag Chromium now and then makes no click of the first tap."""
        number = self.guest.visitor.link().beat
        for _ in range(3):
            self.guest.bar.locator(f"button[value={way}]").tap()
            until = time.monotonic() + HEARD
            while time.monotonic() < until:
                if self.guest.visitor.link().beat != number:
                    return
                self.page.wait_for_timeout(50)


class Keys:
    """Ten fingers on a keyboard."""

    def __init__(self, guest: Guest) -> None:
        self.guest, self.page = guest, guest.page

    def pick(self, beat: Beat[Any], i: int, partner: bool) -> None:
        figure = self.guest.figure(beat)
        figure.focus()
        for key in ("Home", *["ArrowRight"] * figure.evaluate(WALK, i), "Enter"):
            self.page.keyboard.press(key)
        assert partner == (beat.name == "partner")

    def slide(self, beat: Beat[Any], box: BoxView, beyond: bool) -> None:
        self.guest.dot().focus()
        parts = round(100 * (box.new[1] - box.old[1]) / (box.H - box.L))
        ten, one = divmod(abs(parts), 10)
        ways = ("PageUp", "ArrowRight") if parts > 0 else ("PageDown", "ArrowLeft")
        for key in ["End" if parts > 0 else "Home"] if beyond else [*[ways[0]] * ten, *[ways[1]] * one]:
            self.page.keyboard.press(key)

    def press(self, way: str) -> None:
        self.guest.bar.locator(f"button[value={way}]").focus()
        self.page.keyboard.press("Enter")


def along(figure: Any, box: BoxView) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return where the dot of a parabola stands, and where the step ends."""
    start, end = (figure.evaluate(ALONG, [at, box.dual_at(at)]) for at in (box.old[1], box.new[1]))
    return tuple(start), tuple(end)


def run_of(scene: str) -> Trace:
    points, start = CATALOGUE[scene].make(), CATALOGUE[scene].start
    found = recording(BoardProblem(points.X, points.y, start["kernel"], start["C"], options=PairOptions())).trace
    assert isinstance(found, Trace)
    return found


def play(guest: Guest, hand: Mouse | Keys, numbers: range) -> None:
    """Do what the beats of these numbers ask for, and go on after each."""
    for number in numbers:
        beat = guest.meets(number)
        trace = run_of(beat.scene)
        pairs = beat.setting.options.pairs  # type: ignore[union-attr]
        k = beat.setting.step if beat.setting.step is not None else len(pairs)
        i, j = (int(trace.table[name][k]) for name in "ij")
        if beat.name in ("most", "partner"):
            hand.pick(beat, i if beat.name == "most" else j, partner=beat.name == "partner")
        else:
            hand.slide(beat, box_at(trace, k), beyond=beat.name == "wall")
        guest.has_done(beat)
        hand.press("on")


def test_a_first_visit_plays_the_beats_by_mouse_and_opens_them_again_by_keyboard(newcomer: Meet, lang: str) -> None:
    guest = Guest(newcomer(lang))
    visitor, page = guest.visitor, guest.page
    guest.meets(1)
    assert visitor.own_javascript() <= MOST_JAVASCRIPT
    play(guest, Mouse(guest), range(1, len(BEATS) + 1))
    visitor.until(lambda: visitor.link().beat is None, "an address without a beat")
    guest.bar.wait_for(state="detached")
    assert guest.title == visitor.say("smo.question.watch")
    assert visitor.link().dataset == "moons"
    page.locator(".lab-player").first.wait_for()
    open_again = page.get_by_role("button", name=visitor.say("beats.open"), exact=True)
    open_again.focus()
    page.keyboard.press("Enter")
    play(guest, Keys(guest), range(1, 5))
    guest.meets(5)
    Keys(guest).press("back")
    guest.meets(4)
    Keys(guest).press("leave")
    guest.bar.wait_for(state="detached")
    assert visitor.link().dataset == "moons"


def test_a_keyboard_alone_plays_the_beats_of_the_moons(newcomer: Meet, lang: str) -> None:
    guest = Guest(newcomer(lang, viewport={"width": 1024, "height": 768}), beat="5")
    play(guest, Keys(guest), range(5, 9))
    guest.bar.wait_for(state="detached")
    assert guest.title == guest.visitor.say("smo.question.watch")


def test_a_finger_plays_the_beats_of_a_link_on_a_phone(newcomer: Meet, lang: str) -> None:
    guest = Guest(newcomer(lang, **PHONE), beat="1")
    play(guest, Touch(guest), range(1, len(BEATS) + 1))
    guest.bar.wait_for(state="detached")
    assert guest.title == guest.visitor.say("smo.question.watch")


def test_a_visitor_leaves_at_once_and_this_browser_never_opens_them_by_itself_again(newcomer: Meet, lang: str) -> None:
    guest = Guest(newcomer(lang))
    guest.meets(1)
    Mouse(guest).press("leave")
    guest.bar.wait_for(state="detached")
    guest.go_to()
    assert guest.bar.count() == 0
    assert guest.title == guest.visitor.say("smo.question.watch")
    assert "beat" not in guest.page.url
    guest.go_to(beat="3")  # but a link does
    guest.meets(3)


@pytest.mark.parametrize(
    "query",
    [{"data": "overlap", "k": "linear", "C": "1"}, {"step": "3"}, {"p": encode(FIVE.X, FIVE.y, FIVE.window)}],
    ids=["data", "step", "points"],
)
def test_a_link_with_points_or_a_step_never_opens_them(newcomer: Meet, lang: str, query: dict[str, str]) -> None:
    guest = Guest(newcomer(lang), **query)
    assert guest.bar.count() == 0
    assert guest.visitor.link().beat is None


@pytest.mark.parametrize("number", [1, 4])
def test_the_folded_projector_shows_the_figure_that_is_lit(newcomer: Meet, lang: str, number: int) -> None:
    guest = Guest(newcomer(lang, viewport={"width": 1280, "height": 720}), beat=str(number), projector="1")
    guest.page.locator(".st-key-projecting-folded").wait_for()
    lit = guest.meets(number)
    shown = guest.figure(lit)
    guest.visitor.until(shown.is_visible, "the figure that is lit")
    place = shown.bounding_box()
    assert place["y"] + place["height"] <= 720
    other = guest.page.locator(".lab-figure[data-ready]")
    assert [figure.is_visible() for figure in other.all()].count(True) == 1
    bar, lead = guest.bar.bounding_box(), guest.page.locator(".st-key-lead p").first.bounding_box()
    assert bar["y"] + bar["height"] <= lead["y"] + 8  # the line has some room above its letters
    assert violations(guest.page) == []


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1440, 780), (1024, 768), (820, 1180), (390, 844)])
def test_what_is_lit_is_in_sight_and_nothing_covers_it(newcomer: Meet, lang: str, width: int, height: int) -> None:
    guest = Guest(newcomer(lang, viewport={"width": width, "height": height}), beat="7")
    beat = guest.meets(7)
    lead = guest.page.locator(".st-key-lead").element_handle()
    part = guest.page.locator(f".st-key-around-{beat.lit}").element_handle()
    guest.visitor.until(lambda: min(guest.page.evaluate(OUTSIDE, [part, lead])) >= 0, "what is lit, as a whole")
    told = guest.page.locator(".st-key-lead p").first.bounding_box()
    assert told["y"] >= 0, "the sentence is out of sight"
    assert told["y"] + told["height"] <= height
    slider = guest.page.locator(".lab-along input").bounding_box()
    assert 0 <= slider["x"] < slider["x"] + slider["width"] <= width
    if width == PHONE["viewport"]["width"]:
        nothing_is_scrolled_away(guest, height)


@pytest.mark.parametrize(("width", "height"), [(1024, 900), (1024, 768), (820, 1180), (390, 844)])
def test_the_first_beat_scrolls_nothing_away(newcomer: Meet, lang: str, width: int, height: int) -> None:
    guest = Guest(newcomer(lang, viewport={"width": width, "height": height}))
    guest.meets(1)
    nothing_is_scrolled_away(guest, height)


def nothing_is_scrolled_away(guest: Guest, height: int) -> None:
    assert guest.page.locator("[data-testid=stMain]").evaluate("(main) => main.scrollTop") == 0
    title = guest.page.locator(".st-key-lead h1").bounding_box()
    assert 0 <= title["y"] < title["y"] + title["height"] <= height


def test_the_parabola_is_on_the_first_screen_of_any_run(newcomer: Meet, lang: str) -> None:
    guest = Guest(newcomer(lang), step="12")
    slider = guest.page.locator(".lab-along input")
    slider.wait_for()
    main = guest.page.locator("[data-testid=stMain]")
    assert main.evaluate("(main) => main.scrollTop") == 0
    box = slider.bounding_box()
    assert box["y"] + box["height"] <= 900
