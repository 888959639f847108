"""Where picture, bar and time line stand: before a class, beside a wide board, below a strip, and on a phone."""

from __future__ import annotations

import re
from typing import Any

import pytest
from test_accessible import LOOKS, dress, unfold, violations, violations_in_what_opens
from visitor import STORE, Meet, Visitor

from pages import PAGES

SCREEN = {"width": 1280, "height": 720}
LEAST = 540  # px of a board
BOARDS = """() => {
    const found = [];
    const walk = (scope) => {
        for (const node of scope.querySelectorAll("*")) {
            if (node.shadowRoot) walk(node.shadowRoot);
            const seen = node.matches(".lab-stage") && node.checkVisibility({ visibilityProperty: true });
            if (seen) found.push(node.getBoundingClientRect());
        }
    };
    walk(document);
    return found.map(({ top, left, right, height }) => ({ top, left, right, height }));
}"""
ENDS = """() => {
    const found = [];
    const walk = (scope) => {
        for (const node of scope.querySelectorAll("*")) {
            if (node.shadowRoot) walk(node.shadowRoot);
            if (!node.matches(".lab-stage, .lab-reel, .lab-figure, .lab-tools")) continue;
            const { top, bottom } = node.getBoundingClientRect();
            if (top < innerHeight && node.checkVisibility({ visibilityProperty: true })) found.push(bottom);
        }
    };
    walk(document);
    return found;
}"""
CUT = """() => {
    const cut = [];
    const walk = (scope) => {
        for (const node of scope.querySelectorAll("*")) {
            if (node.shadowRoot) walk(node.shadowRoot);
            if (!node.checkVisibility({ visibilityProperty: true }) || !node.textContent.trim()) continue;
            const ends = getComputedStyle(node).textOverflow === "ellipsis";
            if (ends && node.scrollWidth > node.clientWidth + 1) cut.push(node.textContent);
        }
    };
    walk(document.querySelector("[data-testid=stMainBlockContainer]"));
    return cut;
}"""


DRAWN = """(all) => all.filter((node) => node.checkVisibility({ visibilityProperty: true }))
    .map((node) => node.querySelector("svg").getBoundingClientRect().width)"""
COVERED = """() => {
    const words = document.createRange();
    words.selectNodeContents(document.querySelector(".st-key-lead p"));
    const buttons = document.querySelectorAll(".st-key-projecting-folded button");
    const boxes = [...buttons].map((button) => button.getBoundingClientRect());
    const beside = (line, { left, right }) => line.left < right && line.right > left;
    const below = (line) => boxes.some((box) => beside(line, box) && line.top < box.bottom);
    return [...words.getClientRects()].filter(below).map(({ top }) => top);
}"""


EVERYWHERE_THE_SAME = {PAGES[0].name, "budget"}  # the pages on which is looked at what opens alike on all


@pytest.mark.parametrize("name", [page.name for page in PAGES])
def test_everything_that_moves_is_within_the_window_the_picture_is_large_nothing_is_cut_off_and_axe_finds_nothing(
    newcomer: Meet, name: str
) -> None:
    """Hold it in both languages, one after the other on one page: it is opened once. axe sees it in the dark."""
    visitor = newcomer(viewport=SCREEN)
    page = visitor.page
    page.goto(f"{visitor.server}/{'' if name == PAGES[0].name else name}?lang=en&projector=1&seen=smo")
    _fits_folded(visitor)
    dress(visitor, "dark")
    assert violations(page) == []
    page.keyboard.press("m")
    _fits_open(visitor)
    for opener in ("controls.own", "frame.share", "symbols.title") if name in EVERYWHERE_THE_SAME else ():
        assert violations_in_what_opens(visitor, opener) == [], opener
    visitor.swap_words("zh")
    _fits_open(visitor)
    unfold(visitor)
    assert violations(page, runOnly=LOOKS) == []
    page.get_by_role("button", name=visitor.say("projector.fold")).click()
    _fits_folded(visitor)


def _fits_folded(visitor: Visitor) -> None:
    page = visitor.page
    page.locator(".st-key-projecting-folded").wait_for()
    page.locator(".lab:visible").first.wait_for()
    page.wait_for_function("() => !!document.querySelector('[data-test-script-state=notRunning]')")
    visitor.until(lambda: not page.locator(".lab-figure:not([data-ready])").count(), "all figures")

    def end_within() -> bool:
        ends = page.evaluate(ENDS)
        return bool(ends) and max(ends) <= SCREEN["height"]

    visitor.until(end_within, "everything that moves to end within the window")
    the_picture_is_large(page)
    assert page.locator(":is(.lab-stage, .lab-figure)").locator("visible=true").count() <= 2
    assert page.evaluate(CUT) == []
    assert page.evaluate(COVERED) == [], "a button lies on the sentence"
    assert page.locator(".st-key-tabs").is_hidden()


def _fits_open(visitor: Visitor) -> None:
    page = visitor.page
    page.locator(".st-key-projecting-open").wait_for()
    page.wait_for_function("() => !!document.querySelector('[data-test-script-state=notRunning]')")
    page.locator(".st-key-tabs").wait_for()  # the style of the folded page goes once its own run has ended
    assert page.evaluate(CUT) == []


def the_picture_is_large(page: Any) -> None:
    """Hold that each board is as large as it has to be, and that the first begins near the top."""
    boards = page.evaluate(BOARDS)
    assert len(boards) <= 2
    for board in boards:
        assert board["height"] >= LEAST
        assert board["right"] <= SCREEN["width"]
    if boards:
        assert boards[0]["top"] < 0.3 * SCREEN["height"]


def test_a_key_goes_to_the_next_figure_and_one_is_seen_at_a_time(newcomer: Meet) -> None:
    visitor = newcomer(viewport=SCREEN)
    page = visitor.page
    page.goto(f"{visitor.server}/smo?lang=en&projector=1&step=12")
    page.locator(".st-key-projecting-folded").wait_for()
    first, second = (
        page.get_by_text(visitor.say("figure.box.title")),
        page.get_by_text(visitor.say("figure.pair.title")),
    )
    first.wait_for()
    page.get_by_role("button", name=visitor.say("projector.next")).wait_for()
    assert second.is_hidden()
    page.keyboard.press("n")
    second.wait_for()
    assert first.is_hidden()


SEEN = """(keys) => [...document.querySelectorAll(keys)]
    .filter((node) => node.checkVisibility({ visibilityProperty: true }))
    .map((node) => node.getBoundingClientRect()).map(({ top, bottom, width }) => ({ top, bottom, width }))"""


@pytest.mark.parametrize(
    ("name", "parts"), [("gamma", "[class*=st-key-panel-]"), ("budget", "[class*=st-key-budget-]")]
)
def test_of_many_pictures_two_are_seen_each_as_large_as_a_board_and_a_key_brings_the_next(
    newcomer: Meet, name: str, parts: str
) -> None:
    visitor = newcomer(viewport=SCREEN)
    page = visitor.page
    page.goto(f"{visitor.server}/{name}?lang=en&projector=1")
    page.get_by_role("button", name=visitor.say("projector.next")).wait_for()
    pictures = "[data-testid=stElementContainer]" + parts

    def large() -> list[str]:
        seen = page.evaluate(SEEN, pictures)
        fit = [each["top"] >= 0 and each["bottom"] <= SCREEN["height"] and each["width"] >= LEAST for each in seen]
        return page.evaluate(NAMES, pictures) if len(seen) == 2 and all(fit) else []

    first = visitor.until(large, "two large pictures")
    lead = page.locator(".st-key-lead p").first.inner_text()
    if name == "gamma":
        named = f"panel-{float(re.findall('γ = ([0-9.]+)', lead)[-1])}".replace(".", "-")
    else:
        maps = ("taylor", "fourier", "nystroem")
        named = f"budget-{min(maps, key=lambda one: lead.index(visitor.say(f'budget.short.{one}')))}"
    assert any(named in each for each in first), "the sentence names one of them"
    page.keyboard.press("n")
    visitor.until(lambda: large() not in ([], first), "the next two")


def test_before_a_class_points_are_drawn_and_undone_beside_the_pictures_of_the_maps(newcomer: Meet, lang: str) -> None:
    visitor = newcomer(lang, viewport=SCREEN)
    page = visitor.page
    page.goto(f"{visitor.server}/budget?lang={lang}&projector=1&data=overlap")
    tools = page.locator(".lab-board .lab-tools")
    tools.wait_for()
    page.evaluate(STORE)
    before = visitor.lab("[...s.y]", "budget-points")
    tools.locator("[data-name=minus]").click()
    place = page.locator(".lab-board .lab-pointer").bounding_box()
    page.mouse.click(place["x"] + 0.9 * place["width"], place["y"] + 0.1 * place["height"])
    assert visitor.lab("[...s.y]", "budget-points") == [*before, -1]
    tools.locator("[data-name=undo]").click()
    assert visitor.lab("[...s.y]", "budget-points") == before


BESIDE = """() => {
    const title = document.createRange();
    title.selectNodeContents(document.querySelector(".st-key-lead h1"));
    const lefts = [...document.querySelectorAll(".st-key-projecting-folded button")]
        .map((button) => button.getBoundingClientRect().left);
    return Math.min(...lefts) - title.getBoundingClientRect().right;
}"""


@pytest.mark.parametrize("width", [1024, 1152])
@pytest.mark.parametrize("name", ["race", "machines", "budget"])
def test_the_longest_titles_end_before_the_buttons(newcomer: Meet, name: str, width: int) -> None:
    visitor = newcomer(viewport={"width": width, "height": 768})
    visitor.page.goto(f"{visitor.server}/{name}?lang=en&projector=1")
    visitor.page.locator(".st-key-projecting-folded button").last.wait_for()
    visitor.until(lambda: visitor.page.evaluate(BESIDE) > 0, "a title beside the buttons")


def test_a_picture_takes_its_room_when_the_projector_is_switched_on(newcomer: Meet) -> None:
    visitor = newcomer(viewport=SCREEN)
    page = visitor.page
    page.goto(f"{visitor.server}/budget?lang=en")
    pictures = page.locator("[class*=st-key-budget-] .lab-figure[data-ready]")
    pictures.first.wait_for()
    page.get_by_text(visitor.say("frame.projector"), exact=True).click()
    page.locator(".st-key-projecting-folded").wait_for()

    def widths() -> list[float]:
        return list(pictures.evaluate_all(DRAWN))

    visitor.until(lambda: widths() and min(widths()) >= LEAST, "the picture that is seen, as wide as its room")


def test_no_press_of_a_key_is_lost_or_taken_twice_while_a_page_computes(newcomer: Meet) -> None:
    visitor = newcomer(viewport=SCREEN)
    page = visitor.page
    page.goto(f"{visitor.server}/budget?lang=en&projector=1&data=overlap&g=0.17")
    page.locator(".st-key-projecting-folded").wait_for()
    page.wait_for_timeout(1500)  # the button hears its key once the browser has drawn the page
    for k in range(8):
        page.keyboard.press("m")
        page.locator(f".st-key-projecting-{'folded' if k % 2 else 'open'}").wait_for(timeout=8000)


def test_of_a_race_a_key_brings_the_figure_and_then_the_tables_in_place_of_the_boards(newcomer: Meet) -> None:
    visitor = newcomer(viewport=SCREEN)
    page = visitor.page
    page.goto(f"{visitor.server}/race?lang=en&projector=1")
    page.get_by_role("button", name=visitor.say("projector.next")).wait_for()
    parts = (".st-key-turns-lanes .lab-player", ".st-key-race .lab-figure", ".st-key-race-evaluated table")
    visitor.until(lambda: not page.locator(".lab-figure:not([data-ready])").count(), "all figures")
    for shown in (*parts, parts[0]):
        seen = page.locator(shown).first
        seen.wait_for()
        assert seen.bounding_box()["y"] < SCREEN["height"] / 2
        for hidden in set(parts) - {shown}:
            page.locator(hidden).first.wait_for(state="hidden")
        page.keyboard.press("n")


def test_the_landscape_of_duality_keeps_its_caption_within_the_window(newcomer: Meet, lang: str) -> None:
    visitor = newcomer(lang, viewport=SCREEN)
    visitor.page.goto(f"{visitor.server}/duality?lang={lang}&projector=1")
    visitor.page.locator(".lab-figure[data-ready]").first.wait_for()
    told = visitor.page.locator("[data-testid=stCaptionContainer]").filter(has_text="L(x, λ)").first
    told.wait_for()
    box = visitor.until(told.bounding_box, "the caption")
    assert box["y"] + box["height"] <= SCREEN["height"]


NAMES = """(keys) => [...document.querySelectorAll(keys)]
    .filter((node) => node.checkVisibility({ visibilityProperty: true })).map((node) => node.className)"""


@pytest.mark.parametrize(("path", "part"), [("", ".st-key-timeline"), ("smo", ".st-key-fork-pair button")])
def test_what_moves_a_run_is_seen_beside_its_board(newcomer: Meet, path: str, part: str) -> None:
    visitor = newcomer(viewport=SCREEN)
    visitor.page.goto(f"{visitor.server}/{path}?lang=en&projector=1&data=moons")
    visitor.page.locator(".st-key-projecting-folded").wait_for()
    visitor.page.locator(part).wait_for()
    [place] = visitor.until(lambda: visitor.page.evaluate(SEEN, part), part)
    assert place["width"] > 0
    assert place["bottom"] <= SCREEN["height"]


SEGMENTS = """() => {
    const looks = (node) => getComputedStyle(node).boxShadow;
    return [...document.querySelectorAll("[data-testid=stButtonGroup] button[data-selected]")].map(looks);
}"""
PLACES = """() => ["margin-choice", "look"].map((key) => {
    const { left, top } = document.querySelector(`.st-key-choices .st-key-${key}`).getBoundingClientRect();
    return { left, top };
})"""


def test_the_bar_below_a_strip_has_data_on_the_left_and_one_kind_of_segments(newcomer: Meet) -> None:
    visitor = newcomer()
    page = visitor.page
    page.goto(f"{visitor.server}/gamma?lang=en")
    page.locator(".st-key-below .lab-figure[data-ready]").first.wait_for()  # it is made after the bar
    margin, look = page.evaluate(PLACES)
    assert look["left"] < margin["left"]  # the hint stands under the points that it is about
    assert margin["top"] <= look["top"]
    chosen = page.evaluate(SEGMENTS)
    assert len(chosen) == 2  # the language and the margin
    assert all("inset" in shadow for shadow in chosen)


def test_on_a_phone_the_sliders_stand_between_the_board_and_its_time_line(newcomer: Meet) -> None:
    visitor = newcomer(viewport={"width": 390, "height": 844}).open(data="moons")
    parts = (visitor.board, visitor.page.locator("#lab-gamma"), visitor.page.locator(".lab-timeline"))
    tops = [part.evaluate("(node) => node.getBoundingClientRect().top") for part in parts]
    assert tops == sorted(tops)


@pytest.mark.parametrize("name", ["perceptron", "descent", "libsvm"])
def test_the_first_figure_explains_the_step_and_its_numbers_have_their_turn_within_the_window(
    newcomer: Meet, name: str
) -> None:
    visitor = newcomer(viewport=SCREEN)
    page = visitor.page
    page.goto(f"{visitor.server}/{name}?lang=en&projector=1")
    page.locator(".st-key-explains .lab-figure[data-ready]").first.wait_for()
    lists = page.locator(".st-key-explains-numbers .lab-standing")
    lists.first.wait_for(state="attached")
    waiting = lists.all()
    for _ in range(8):
        if not waiting:
            break
        page.keyboard.press("n")
        page.wait_for_timeout(700)
        for numbers in [each for each in waiting if each.is_visible()]:
            box = numbers.bounding_box()
            assert box["y"] + box["height"] <= SCREEN["height"]
            waiting.remove(numbers)
    assert not waiting
