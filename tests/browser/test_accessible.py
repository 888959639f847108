"""Accessibility: axe on every page, theme and language, every control by Tab, targets large enough for a finger."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import pytest
from test_visit_narrow import words_stand_apart
from visitor import Meet, Visitor

from pages import PAGES
from ui.link.shared import MODES

# What passes stays in the browser: carrying it over takes a fifth of a run.
AXE = """async ([inside, options]) => (await axe.run(inside ?? document, options)).violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html }) => `${id}: ${JSON.stringify(target)} ${html.slice(0, 120)}`))"""
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
# The rules about colours and sizes, for a look of a page on which the other rules were asked in another look.
LOOKS = {"type": "rule", "values": ["color-contrast", "link-in-text-block", "target-size"]}
LEAST_TARGET = 24  # CSS px, WCAG 2.2 AA, 2.5.8

# Every page; its third beat, the page that shows a run at a step and in each of its modes, and the board of a tube.
Places = tuple[tuple[str, dict[str, str]], ...]
FIRST_SIGHTS: Places = tuple(("" if page is PAGES[0] else page.name, {}) for page in PAGES)
STATES: Places = (
    *((page.name, {"beat": "3"}) for page in PAGES if page.beats),
    *(("smo", {"mode": mode, "step": "12"}) for mode in MODES),
    ("", {"machines": "eps-svr_0.3_0.5"}),
)
POPOVER = "[data-testid=stPopoverBody]"
WITHOUT_POINTS = {page.name for page in PAGES if not page.points}  # nothing to choose, no table of points


def _at(places: Places) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        ("path", "query"), places, ids=lambda part: "".join(part.values()) if isinstance(part, dict) else part
    )


everywhere = _at(FIRST_SIGHTS + STATES)

# What has the focus, and whether anything of it or around it looks otherwise than without the focus.
FOCUS = """async () => {
    let one = document.activeElement;
    while (one?.shadowRoot?.activeElement) one = one.shadowRoot.activeElement;
    if (!one || one === document.body) return null;
    const chain = [];
    for (let node = one; node && chain.length < 5; node = node.parentElement) chain.push(node);
    const look = () => chain.map((node) => getComputedStyle(node)).map((style) =>
        [style.outline, style.boxShadow, style.borderColor, style.backgroundColor, style.textDecoration].join()).join();
    const frames = async (count, until = () => false) => {
        for (let k = 0; k < count && !until(); k++) await new Promise(requestAnimationFrame);
    };
    // Some controls show the focus only with the next rendering: they get a second look.
    const seen = async (pause) => {
        await frames(pause);
        const focused = look();
        one.blur();
        await frames(40, () => look() !== focused);
        const visible = look() !== focused;
        one.focus();
        return visible;
    };
    const visible = await seen(0) || await seen(40);
    const said = one.ariaLabel ?? one.innerText ?? "";
    return { visible, what: `${one.tagName}#${one.id}.${one.dataset.name ?? ""} ${said.slice(0, 200)}` };
}"""
TARGETS = """(least) => {
    const hands = "button, select, a[href], input:not([type=file]), [role=button], [role=slider]";
    const small = [];
    const walk = (scope) => {
        for (const node of scope.querySelectorAll("*")) {
            if (node.shadowRoot) walk(node.shadowRoot);
            if (node.dataset.testid === "stSkipToContent") continue; // seen only with the focus
            if (!node.matches(hands)) continue;
            const held = node.closest("label") ?? node;
            const box = held.getBoundingClientRect();
            if (!box.width || getComputedStyle(node).visibility === "hidden" || node.tabIndex < 0) continue;
            if (Math.min(box.width, box.height) >= least) continue;
            small.push(`${node.outerHTML.slice(0, 80)} ${box.width} x ${box.height}`);
        }
    };
    walk(document.querySelector("[data-testid=stApp]"));
    return small;
}"""


def look_at(visitor: Visitor, path: str, **query: str) -> Visitor:
    """Open any page and wait until its figures stand."""
    visitor.page.goto(f"{visitor.server}/{path}?{urlencode({'lang': visitor.lang, **query})}")
    visitor.page.locator(".lab-figure[data-ready]").first.wait_for()
    rest(visitor)
    return visitor


def rest(visitor: Visitor) -> None:
    """Wait until Streamlit is at rest."""
    visitor.page.wait_for_function("() => !!document.querySelector('[data-test-script-state=notRunning]')")


def violations(page: Any, inside: str | None = None, **options: Any) -> list[str]:
    """Return what axe finds once no words wait for their board, on the page or inside one part, as rule and place."""
    axe = pytest.importorskip("axe_playwright_python.base", reason="axe-playwright-python is not installed")
    page.wait_for_function("() => !document.documentElement.dataset.waits")
    if not page.evaluate("() => 'axe' in globalThis"):
        page.evaluate(axe.AXE_SCRIPT)
    options = {"runOnly": {"type": "tag", "values": TAGS}, "resultTypes": ["violations"], **options}
    found: list[str] = page.evaluate(AXE, [inside, options])
    return found


def dress(visitor: Visitor, scheme: str) -> None:
    """Change the theme, and wait for it."""
    visitor.page.emulate_media(color_scheme=scheme)
    visitor.page.locator(".lab[data-dark]").first.wait_for(state="attached" if scheme == "dark" else "detached")
    rest(visitor)


def violations_in_what_opens(visitor: Visitor, opener: str) -> list[str]:
    """Return what axe finds in what a button opens."""
    visitor.page.get_by_role("button", name=visitor.say(opener)).click()
    body = visitor.page.locator(POPOVER)
    body.wait_for()
    found = violations(visitor.page, POPOVER)
    visitor.page.keyboard.press("Escape")
    body.wait_for(state="detached")
    return found


def unfold(visitor: Visitor) -> None:
    """Open every fold."""
    closed = visitor.page.locator("[data-testid=stExpander] details:not([open]) > summary")
    closed.evaluate_all("(all) => all.forEach((one) => one.click())")
    visitor.until(lambda: not closed.count(), "every fold to open")
    visitor.page.wait_for_timeout(500)  # the run that fills them begins a little later
    rest(visitor)


def unreached(visitor: Visitor, path: str) -> list[str]:
    """Go through the page by Tab; return the controls that this does not come to, and those that do not show it."""
    visitor.page.locator(".lab-figure[data-ready]").last.wait_for()
    rest(visitor)
    visited, unseen = [], []
    for _ in range(160):
        visitor.page.keyboard.press("Tab")
        focus = visitor.page.evaluate(FOCUS)
        if focus is None:
            break
        visited.append(focus["what"])
        if not focus["visible"]:
            unseen.append(focus["what"])
    everything = "\n".join(visited)
    points = () if path in WITHOUT_POINTS else ("controls.own", "more.table")
    wanted = [visitor.say(key) for key in ("frame.share", "more.theory", "more.code", *points)]
    if path == "" and "machines" in visitor.page.url:
        wanted += [f"#lab-board-dials-{name}" for name in ("gamma", "C", "epsilon")]
    elif path == "":
        wanted += ["#lab-kernel", "#lab-gamma", "#lab-C", ".plus", ".erase", ".undo", ".clear"]
        wanted.append(visitor.say("try.board.street"))
    return [one for one in wanted if one not in everything] + unseen


def projected(visitor: Visitor) -> None:
    """Fold the page for a projector."""
    visitor.page.get_by_text(visitor.say("frame.projector"), exact=True).click()
    visitor.until(lambda: "view=projector" in visitor.page.url, "the address of the projector")
    rest(visitor)


@everywhere
def test_tab_comes_to_every_control_axe_finds_nothing_in_either_theme_and_no_words_of_figures_meet(
    newcomer: Meet, path: str, query: dict[str, str]
) -> None:
    """One visit serves them all. How pages look on a projector is asked where they are fitted to it."""
    visitor = look_at(newcomer(), path, **query)
    assert unreached(visitor, path) == []
    assert violations(visitor.page, runOnly=LOOKS) == []
    if not query:
        words_stand_apart(visitor)
    dress(visitor, "dark")
    if not query:
        assert violations_in_what_opens(visitor, "symbols.title") == []
    unfold(visitor)
    assert violations(visitor.page) == []
    if query:
        projected(visitor)
        assert violations(visitor.page) == []


def test_axe_sees_into_the_components(newcomer: Meet) -> None:
    visitor = newcomer().open()
    visitor.page.locator("#lab-gamma").evaluate("""(slider) => {
        for (const label of slider.labels) label.remove();
        slider.removeAttribute("aria-label");
    }""")
    assert any("lab-gamma" in found for found in violations(visitor.page))


@everywhere
def test_on_a_tablet_in_chinese_axe_finds_nothing_and_a_finger_hits_every_target(
    newcomer: Meet, path: str, query: dict[str, str]
) -> None:
    tablet = {"viewport": {"width": 820, "height": 1180}, "has_touch": True, "is_mobile": True}
    visitor = look_at(newcomer("zh", **tablet), path, **query)
    assert visitor.page.evaluate(TARGETS, LEAST_TARGET) == []
    on_the_desk = {"color-contrast": {"enabled": False}}  # the colours are those of a wide window
    assert violations(visitor.page, rules=on_the_desk) == []
