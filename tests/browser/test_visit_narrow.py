"""Figures in narrow windows: panels one below the other, words that neither meet nor are cut off, boards that stay."""

from __future__ import annotations

import time
from itertools import pairwise
from typing import Any

import pytest
from visitor import PATIENCE, Meet, Visitor

from pages import PAGES
from ui.words import languages

in_both_languages = pytest.mark.parametrize("lang", languages)
FIGURES = """() => {
    const found = [];
    const walk = (scope) => {
        for (const node of scope.querySelectorAll("*")) {
            if (node.shadowRoot) walk(node.shadowRoot);
            if (node.matches(".lab-figure[data-ready]") && node.checkVisibility()) found.push(node);
        }
    };
    walk(document);
    return found;
}"""
PANELS = f"""() => ({FIGURES})().map(({{ layout }}) => Object.entries(layout)
    .filter(([name]) => /^[xy]axis/.test(name)).map(([name, {{ domain = [0, 1] }}]) => [name, domain]))"""
MEETING = f"""() => ({FIGURES})().flatMap((figure) => {{
    const own = figure.getBoundingClientRect();
    const texts = [...figure.querySelectorAll("svg text")];
    const words = texts.filter((node) => node.textContent.trim() && node.checkVisibility());
    const boxes = words.map((node) => [node.textContent, node.getBoundingClientRect()]);
    const cut = boxes.filter(([, {{ left, right }}]) => left < own.left - 1 || right > own.right + 1);
    const over = (a, b, from, to) => Math.min(a[to], b[to]) - Math.max(a[from], b[from]);
    const meets = (a, b) => over(a, b, "left", "right") > 2 && over(a, b, "top", "bottom") > 4;
    const meet = boxes.flatMap(([one, a], k) => boxes.slice(0, k).filter(([, b]) => meets(a, b))
        .map(([other]) => `${{one}} on ${{other}}`));
    return [...cut.map(([one]) => `${{one}} is cut off`), ...meet];
}})"""


def opened(newcomer: Meet, name: str, width: int, lang: str = "en") -> Any:
    """Return a page at a width, once all its figures are drawn."""
    visitor = newcomer(lang, viewport={"width": width, "height": 900})
    return drawn(visitor, name)


def drawn(visitor: Visitor, name: str) -> Any:
    visitor.page.goto(f"{visitor.server}/{'' if name == PAGES[0].name else name}?lang={visitor.lang}&data=moons")
    visitor.page.locator(".lab-figure[data-ready]").first.wait_for()
    visitor.page.wait_for_function("() => !!document.querySelector('[data-test-script-state=notRunning]')")
    missing = visitor.page.locator(".lab-figure:not([data-ready])")
    visitor.until(lambda: not missing.count(), "all figures")
    return visitor.page


SCENES = f"""() => ({FIGURES})().flatMap((figure) => {{
    const {{ scene, height }} = figure.layout;
    return scene ? [[figure.clientWidth / height, scene.domain.y[1] - scene.domain.y[0]]] : [];
}})"""


AWAY = f"""() => ({FIGURES})().flatMap(({{ layout }}) => {{
    const {{ eye, center }} = layout?.scene?.camera ?? {{}};
    return eye ? [Math.hypot(...Object.keys(eye).map((axis) => eye[axis] - center[axis]))] : [];
}})"""


STACK = f"""() => ({FIGURES})().map(({{ layout, clientWidth }}) => Object.keys(layout ?? {{}})
    .filter((name) => /^scene/.test(name)).map((name) => [clientWidth, layout.height, layout[name].domain]))
    .find((scenes) => scenes.length > 1)"""


def test_a_phone_sees_a_scene_whole_and_from_farther_away_and_three_of_them_one_below_the_other(
    newcomer: Meet,
) -> None:
    visitor, away = newcomer(), []
    for width in (820, 390):
        visitor.sees({"width": width, "height": 900})
        page = drawn(visitor, "phi")
        away += page.evaluate(AWAY)
        [(wide, part)] = page.evaluate(SCENES)
        page.get_by_text("example 7.3").click()
        page.wait_for_function(STACK)
        three_scenes(page.evaluate(STACK), stand=width == 390)
    near, far = away
    assert far == pytest.approx(1.3 * near)
    assert wide >= 0.99  # on the phone: no higher than it is wide
    assert wide / part >= 1.19  # of what it is drawn in, with the names of its axes


def three_scenes(scenes: Any, stand: bool) -> None:
    """Hold that they stand one below the other, or beside each other, and how large they are."""
    assert len(scenes) == 3
    for (wide, high, one), (_, _, other) in pairwise(scenes):
        assert (one["x"] == other["x"] == [0, 1]) is stand
        assert (one["y"][0] > other["y"][1] - 1e-9) is stand
        box = high * (one["y"][1] - one["y"][0])
        assert box >= 0.79 * wide if stand else box >= 0.8 * wide / len(scenes)


WIDTHS = f"() => ({FIGURES})().map(({{ _fullLayout }}) => _fullLayout.xaxis._length)"


def test_the_curves_of_gamma_stand_beside_each_other_on_a_desk_and_else_one_below_the_other(newcomer: Meet) -> None:
    page = opened(newcomer, "gamma", 1440)
    for width in (1440, 820, 390):
        page.set_viewport_size({"width": width, "height": 900})
        page.wait_for_function(FITTED)
        [axes] = page.evaluate(PANELS)
        place = dict(axes)
        if width == 1440:
            assert place["xaxis"][1] < place["xaxis2"][0]
            continue
        assert place["xaxis"] == place["xaxis2"] == [0, 1], width
        assert place["yaxis"][0] > place["yaxis2"][1], width


FITTED = f"""() => ({FIGURES})().every((figure) => Math.abs(figure._fullLayout.width - figure.clientWidth) < 2)"""


def words_stand_apart(visitor: Visitor) -> None:
    """Hold that the words of all figures neither meet nor are cut off, at its width and narrower ones.

    The window is made narrower, as when a tablet is turned, and wide again.
    """
    page, before = visitor.page, visitor.page.viewport_size
    missing = page.locator(".lab-figure:not([data-ready])")
    visitor.until(lambda: not missing.count(), "all figures")
    for width in (before["width"], 820, 390):
        visitor.sees({"width": width, "height": before["height"]})
        page.wait_for_function(FITTED)
        found, until = page.evaluate(MEETING), time.monotonic() + PATIENCE
        while found and time.monotonic() < until:  # charts find their new places one after the other
            page.wait_for_timeout(100)
            found = page.evaluate(MEETING)
        assert found == [], f"at {width} px"
    visitor.sees(before)
    page.wait_for_function(FITTED)


def test_on_a_phone_lines_have_the_width_and_their_names_stand_above_them(newcomer: Meet, lang: str) -> None:
    page = opened(newcomer, "taylor", 390, lang)
    widths = page.evaluate(f"() => ({FIGURES})().map((node) => node._fullLayout.xaxis._length)")
    assert min(widths) >= 220
    assert sorted(widths)[len(widths) // 2] >= 260


TOPS = """() => {
    const tops = [];
    const look = () => {
        const { y } = document.querySelector(".st-key-timeline")?.getBoundingClientRect() ?? {};
        if (y !== undefined && y !== tops.at(-1)) tops.push(y);
        requestAnimationFrame(look);
    };
    look();
    return tops;
}"""


def test_the_legend_of_the_marks_moves_no_time_line(newcomer: Meet, lang: str) -> None:
    visitor = newcomer(lang).open()
    ring = visitor.page.get_by_text(visitor.say("draw.marks.free"))
    ring.wait_for()
    tops = visitor.page.evaluate_handle(TOPS)
    visitor.page.get_by_text(visitor.say("draw.marks"), exact=True).click()
    ring.wait_for(state="hidden")
    visitor.page.get_by_text(visitor.say("draw.marks"), exact=True).click()
    ring.wait_for()
    [top] = tops.json_value()
    assert top < 900


@pytest.mark.parametrize("name", ["descent", "race"])
def test_the_board_stands_where_it_does_whether_another_kernel_stands_in_or_not(newcomer: Meet, name: str) -> None:
    visitor, tops = newcomer(), []
    page = visitor.page
    for kernel in ("gaussian", "linear"):
        page.goto(f"{visitor.server}/{name}?lang=en&data=moons&k={kernel}")
        stage = page.locator(".lab-stage").first
        stage.wait_for()
        visitor.page.wait_for_function("() => !!document.querySelector('[data-test-script-state=notRunning]')")
        assert page.locator(".st-key-stand-in").count() == (kernel == "gaussian")
        sentence = page.locator(".st-key-lead").bounding_box()
        tops.append(stage.bounding_box()["y"] - sentence["y"] - sentence["height"])
    assert tops[0] == pytest.approx(tops[1], abs=1)


ROW = """() => {
    const box = (node) => node.getBoundingClientRect();
    const tabs = [...document.querySelectorAll("[class*=st-key-tabs-]")].map(box);
    const [bottoms, ends] = ["bottom", "right"].map((side) => tabs.map((tab) => tab[side]));
    const buttons = [...document.querySelectorAll(".st-key-beside button")].map((node) => box(node).bottom);
    const [bar, sentence] = [".st-key-bar", ".st-key-lead p"].map((part) => box(document.querySelector(part)));
    return { bottoms, end: Math.max(...ends), bar: bar.left, buttons: Math.max(...buttons), sentence: sentence.top };
}"""


@in_both_languages
def test_the_pages_are_in_one_row_beside_language_and_sharing(newcomer: Meet, lang: str) -> None:
    visitor = newcomer(lang, viewport={"width": 1280, "height": 768})
    page = visitor.page
    # The textbook has the most pages: where it is open, the row is longest.
    for path, query in (("gamma", ""), ("margins", ""), ("margins", "&view=projector")):
        page.goto(f"{visitor.server}/{path}?lang={lang}{query}")
        page.locator(".lab-stage:visible").first.wait_for()
        page.wait_for_function("() => !!document.querySelector('[data-test-script-state=notRunning]')")
        if query:
            page.keyboard.press("m")
            page.locator(".st-key-projecting-open").wait_for()
        for width in (1280,) if query else (1280, 1160, 1024, 961):
            page.set_viewport_size({"width": width, "height": 768})
            _stand_in_one_row(visitor, width)


def _stand_in_one_row(visitor: Visitor, width: int) -> None:
    """Hold it once the page has found its places at a width."""
    last = None
    while last != (place := visitor.page.evaluate(ROW)):
        last = place
        visitor.page.wait_for_timeout(100)
    assert len(place["bottoms"]) == len({each.section for each in PAGES})
    assert max(place["bottoms"]) - min(place["bottoms"]) < 1, width
    assert place["end"] < place["bar"], width
    assert place["buttons"] <= place["sentence"], f"a button lies on the sentence at {width} px"


def test_on_a_phone_the_table_of_the_budget_fits_and_nothing_lies_over_it(newcomer: Meet, lang: str) -> None:
    page = opened(newcomer, "budget", 390, lang)
    table = page.locator(".st-key-budget-table").first
    table.locator("td").first.wait_for()
    assert table.evaluate(
        "(box) => [box, ...box.querySelectorAll('*')].every((b) => b.scrollWidth <= b.clientWidth + 1)"
    )
    places = [cell.bounding_box() for cell in table.locator("thead th").all()]
    assert len({round(place["x"]) for place in places}) == 1, "the names of the numbers are the first column"
    menu = page.locator('[data-testid="stMainMenu"] button')
    menu.wait_for()
    for distance, seen in ((3000, "hidden"), (-3000, "visible")):  # at the top of the page, and never over what is read
        page.mouse.wheel(0, distance)
        menu.wait_for(state=seen)


@pytest.mark.parametrize("name", ["fourier", "gamma"])
def test_on_a_phone_half_of_the_width_is_for_the_lines_of_a_chart(newcomer: Meet, name: str, lang: str) -> None:
    widths = opened(newcomer, name, 390, lang).evaluate(WIDTHS)
    assert len(widths) >= 1
    assert min(widths) >= 195


@pytest.mark.parametrize("machine", ["c-svc", "nu-svc"])
def test_on_a_phone_the_home_board_says_its_light_once(newcomer: Meet, lang: str, machine: str) -> None:
    visitor = newcomer(lang, viewport={"width": 390, "height": 844})
    page = visitor.page
    page.goto(f"{visitor.server}/?lang={lang}&data=moons&k=gaussian&g=1&C=10&machines={machine}_0.3_0.5")
    row = page.locator(".lab-standing [data-state=proved] summary")
    row.wait_for()
    page.locator(".lab-card[data-state=proved]").wait_for()
    said = page.get_by_text(visitor.say("light.proved.title"), exact=True)
    assert said.count() == 2, "in the card and, to be seen on a desk, in the numbers"
    assert said.locator("visible=true").count() == 1
    row.click()
    assert row.locator("xpath=..").locator("p").is_visible(), "its numbers open their formula"
