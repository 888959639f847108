"""A visitor slides C: board, figures and sentences follow in the browser alone, and the server says the same after."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

import numpy as np
from visitor import PLACE, Meet, Visitor

from core.problem import Linear
from core.solver import regularisation_path
from datasets import CATALOGUE
from pages.losses.answers import HIGH, LOW
from pages.losses.figures.path import MOST_TOLD, marked, moves_told
from pages.losses.question import FORM, Options
from ui.words import number

BOARD = "losses"
SLIDER = "#lab-losses-dials-C"
ANY = (0.0012, 0.003, 0.0145, 0.11, 0.9, 7.59, 52.5, 525.0, 7240.0, 100000.0)
FEW = ANY[1::4]
# What the page says and shows of C: its sentences, counts and figures, and the picture on the board.
SHOWN = """() => {
    const plots = [...document.querySelectorAll("[data-testid=stBidiComponentIsolated]")]
        .map((host) => host.shadowRoot?.querySelector(".js-plotly-plot")).filter((node) => node?._fullLayout);
    const marks = (node) => [...node.querySelectorAll(".point")].map((mark) => mark.getAttribute("transform"));
    const lines = (node) => [...node.querySelectorAll(".shapelayer path")].map((line) => line.getAttribute("d"));
    const texts = (place) => [...document.querySelectorAll(place)].map((node) => node.innerText.trim());
    const { picture } = store.lab("losses");
    return {
        lead: texts(".st-key-lead p")[0], point: texts(".st-key-told-point p"),
        counts: texts(".st-key-explains-numbers tbody td:last-child"), near: texts(".st-key-told-path p"),
        labels: plots.flatMap((node) => [...node.querySelectorAll(".textpoint")].map((word) => word.textContent)),
        lines: plots.map(lines), range: plots.map((node) => node._fullLayout.xaxis.range), marks: plots.map(marks),
        alpha: [...picture.alpha], role: [...picture.role], slack: [...picture.slack], b: picture.b, C: picture.C,
        shades: [...document.querySelectorAll(".st-key-told [data-testid=stCaptionContainer], .st-key-told-path > *")]
            .map((node) => Number(getComputedStyle(node).opacity)),
        asked: store.lab("losses").socket.seq, follows: document.documentElement.dataset.follows ?? "",
    };
}"""
TYPED = "(range) => range.closest('.lab-cell').querySelector('.lab-number').value"
# The slider is moved within one frame, and read in the same task after it.
SLIDE = f"""(range, C) => {{
    const [low, high] = [Math.log(0.001), Math.log(100000)];
    range.value = Math.round((400 * (Math.log(C) - low)) / (high - low));
    range.dispatchEvent(new Event("input", {{ bubbles: true }}));
    // The marks of the figures come two frames later.
    return new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(({SHOWN})()), 60)));
}}"""


def arrive(visitor: Visitor) -> Visitor:
    visitor.open("losses", data="overlap", k="linear", C="1")
    visitor.page.locator(".lab-figure[data-ready]").first.wait_for()
    visitor.until(lambda: visitor.lab("!!s.scrubs?.(1)", BOARD), "the path on the board")
    return visitor


def options(visitor: Visitor) -> Options:
    found = FORM.read(parse_qs(urlsplit(visitor.page.url).query).get("losses", [""])[0])
    return found if isinstance(found, Options) else Options()


def rested(visitor: Visitor, C: float) -> dict[str, Any]:
    """Wait until the page tells of C, and return what it shows."""
    visitor.until(lambda: f"C={C:g}" in urlsplit(visitor.page.url).query.split("&"), f"C = {C:g}: {visitor.page.url}")
    visitor.rested()
    visitor.settled()
    visitor.page.wait_for_timeout(300)  # of Plotly
    shown: dict[str, Any] = visitor.page.evaluate(SHOWN)
    return shown


def test_any_penalty_is_read_off_the_path_in_the_frame_of_the_slider_and_the_server_says_the_same(
    newcomer: Meet, lang: str
) -> None:
    visitor = arrive(newcomer(lang))
    before = visitor.lab("s.socket.seq", BOARD)
    for C in ANY if lang == "en" else FEW:
        during = visitor.page.locator(SLIDER).evaluate(SLIDE, C)
        assert "figures" in during["follows"]
        assert all(shade == 1.0 for shade in during["shades"]), "what follows does not look as if it waits"
        after = rested(visitor, during["C"])
        for name in ("lead", "point", "counts", "role", "near", "labels"):
            assert (C, during[name]) == (C, after[name])
        assert np.allclose(during["alpha"], after["alpha"], rtol=1e-9, atol=1e-9)
        assert np.allclose(during["slack"], after["slack"], rtol=1e-6, atol=1e-6)
        assert np.isclose(during["b"], after["b"], rtol=1e-6, atol=1e-6)
        assert [len(each) for each in during["marks"]] == [len(each) for each in after["marks"]]
        for k, same in enumerate(np.equal(during["range"], after["range"]).all(axis=1)):
            if same:  # else the axis made room, and everything stands elsewhere
                assert (C, during["marks"][k], during["lines"][k]) == (C, after["marks"][k], after["lines"][k])
        assert after["asked"] == before  # the solver

    visitor.turn_to("duality")
    visitor.page.locator(".st-key-duality-landscape .lab-handle").wait_for()
    visitor.turn_to("losses")
    visitor.page.locator(".lab-figure[data-ready]").first.wait_for()
    visitor.settled()
    visitor.page.wait_for_timeout(1000)  # of the path
    during = visitor.page.locator(SLIDER).evaluate(SLIDE, 1.0)
    assert ("figures" in during["follows"], during["asked"]) == (True, before)


def test_keys_go_from_breakpoint_to_breakpoint_and_slider_sentence_and_voice_follow(newcomer: Meet, lang: str) -> None:
    visitor = arrive(newcomer(lang))
    page, points = visitor.page, CATALOGUE["overlap"].make()
    path = regularisation_path(points.X, points.y.astype(float), Linear(), LOW, HIGH)
    known = marked(path)
    figure = page.locator(".st-key-losses-path .lab-figure")
    figure.focus()
    k = 0
    for key, by in (
        ("Home", -len(known)),
        ("ArrowRight", 1),
        ("ArrowRight", 1),
        ("ArrowLeft", -1),
        ("End", len(known)),
    ):
        k = min(max(k + by, 0), len(known) - 1)
        page.keyboard.press(key)
        at = known[k]
        told = moves_told(at.moves, visitor.words, MOST_TOLD)
        assert visitor.lab("s.C", BOARD) == at.C
        assert float(page.locator(SLIDER).evaluate(TYPED)) == at.C
        heard = figure.locator("xpath=following-sibling::output").text_content()
        assert heard == f"C = {number(at.C, 4)}: {told}"
        said = page.locator(".st-key-told-path p").inner_text()
        assert said.startswith(visitor.say("losses.near.at", C=number(at.C, 4), moves=told))
    before = page.evaluate(SHOWN)
    after = rested(visitor, before["C"])
    for name in ("lead", "point", "counts", "near", "labels"):
        assert (name, before[name]) == (name, after[name])
    page.keyboard.press("ArrowRight")  # there is none beyond the last
    assert visitor.lab("s.C", BOARD) == known[-1].C


def test_a_breakpoint_and_points_are_picked_by_mouse_and_by_keys_and_the_quiz_is_answered(
    newcomer: Meet, lang: str
) -> None:
    visitor = arrive(newcomer(lang))
    page, points = visitor.page, CATALOGUE["overlap"].make()
    path = regularisation_path(points.X, points.y.astype(float), Linear(), LOW, HIGH)
    gaps = np.diff(np.log(path.bends))
    alone = int(np.argmax(np.minimum(gaps[:-1], gaps[1:]))) + 1
    figure = page.locator(".st-key-losses-path .lab-figure")
    figure.scroll_into_view_if_needed()
    left, top = figure.evaluate(
        """(node, C) => {
            const { left, top } = node.getBoundingClientRect();
            const { xaxis, yaxis } = node._fullLayout;
            return [left + xaxis._offset + xaxis.d2p(C), top + yaxis._offset];
        }""",
        float(path.bends[alone]),
    )
    page.mouse.move(left - 2, top + 3, steps=3)
    page.mouse.move(left, top + 1)
    page.mouse.click(left, top + 1)
    C = float(f"{path.bends[alone]:.4g}")
    rested(visitor, C)

    dots = page.locator(".st-key-losses-loss .lab-figure")
    dots.scroll_into_view_if_needed()
    x, y = dots.evaluate("""(node) => {
        const dot = [...node.querySelectorAll(".point")].find((mark) => mark.__data__.id);
        const { left, top, width, height } = dot.getBoundingClientRect();
        return [left + width / 2, top + height / 2];
    }""")
    page.mouse.move(x - 3, y, steps=3)
    page.mouse.click(x, y)
    visitor.until(lambda: options(visitor).picked is not None, "the point of a dot in the address")

    hands = page.locator(".lab-board .lab-pointer")
    hands.scroll_into_view_if_needed()
    other = int(np.argmax(points.X.sum(axis=1)))  # at the rim of the cloud: no neighbour is meant
    page.mouse.click(*hands.evaluate(PLACE, [BOARD, *points.X[other].tolist()]))
    visitor.until(lambda: options(visitor).picked == other, "the point of the board in the address")

    dots.focus()
    for key in ("Home", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    visitor.until(lambda: options(visitor).picked not in (None, other), "the second dot from the left")

    question = page.locator(".st-key-below").get_by_role("radio").first
    question.focus()
    page.keyboard.press("Space")
    visitor.until(lambda: options(visitor).guess is not None, "an answer in the address")
    right, wrong = visitor.say("losses.doubled.right"), visitor.say("losses.doubled.wrong")
    page.locator(".st-key-below").get_by_text(right).or_(page.get_by_text(wrong)).first.wait_for()
