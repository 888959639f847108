"""A visitor walks over the board with a mouse."""

from __future__ import annotations

import numpy as np
import pytest
from visitor import Meet, proved

from ui.solve.kernels import kernel_formula
from ui.words import number


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_first_view_is_full_of_meaning_without_a_click(newcomer: Meet, lang: str) -> None:
    visitor = newcomer(lang).open()
    proved(visitor)
    warm, cool = visitor.field()
    assert warm > 0.05
    assert cool > 0.05
    assert visitor.page.get_by_role("heading", level=1).inner_text() == visitor.say("board.question")
    numbers = visitor.numbers()
    carried = np.count_nonzero(visitor.alpha())
    assert int(numbers[visitor.say("number.free")]) + int(numbers[visitor.say("number.bounded")]) == carried
    assert visitor.page.get_by_text(visitor.say("try.board.street")).is_visible()
    height = visitor.page.viewport_size["height"]
    for seen in (visitor.board, visitor.card, visitor.page.locator("#lab-gamma")):
        box = seen.bounding_box()
        assert box["y"] + box["height"] <= height, "the whole story fits in the first view"
    figures = visitor.page.locator(".lab-figure .main-svg")
    visitor.until(lambda: figures.count() >= 2, "the figures")
    drawn = figures.first.bounding_box()
    assert drawn["width"] > 300
    assert drawn["height"] > 150


def test_a_click_adds_a_drag_moves_and_a_right_click_deletes_and_the_light_stays_proved(newcomer: Meet) -> None:
    visitor = newcomer().open()
    mouse = visitor.page.mouse
    count = visitor.lab("s.n")
    place = visitor.free_place()

    mouse.click(*visitor.at(*place))
    assert visitor.lab("s.n") == count + 1
    proved(visitor)
    X, y = visitor.points()
    unit = visitor.lab("s.window.size") / 500
    assert np.abs(X[-1] - place).max() < unit
    assert y[-1] == 1
    assert visitor.committed().dataset is None

    before, ink = visitor.alpha(), visitor.ink()
    mouse.move(*visitor.at(*X[-1]))
    mouse.down()
    mouse.move(*visitor.at(*(X[-1] + X[:-1].mean(axis=0)) / 2), steps=12)
    visitor.until(lambda: visitor.lab("s.picture.X[s.X.length - 2] === s.X[s.X.length - 2]"), "an answer on the way")
    assert not np.array_equal(visitor.alpha(), before)
    assert visitor.ink() != ink
    mouse.up()
    proved(visitor)
    assert len(visitor.committed().X) == count + 1

    X, _ = visitor.points()
    mouse.click(*visitor.at(*X[-1]), button="right")
    assert visitor.lab("s.n") == count
    proved(visitor)
    assert len(visitor.committed().X if visitor.link().X is not None else X[:-1]) == count


def test_undo_takes_back_and_redo_brings_back_every_edit(newcomer: Meet) -> None:
    visitor = newcomer().open()
    tool = {name: visitor.page.locator(f'[data-name="{name}"]') for name in ("undo", "redo", "minus", "brush", "clear")}
    states = [visitor.points()[0]]
    tool["minus"].click()
    visitor.page.mouse.click(*visitor.at(*visitor.free_place()))
    assert visitor.points()[1][-1] == -1
    states.append(visitor.points()[0])
    tool["brush"].click()
    left, top = visitor.at(*visitor.free_place())
    visitor.page.mouse.move(left, top)
    visitor.page.mouse.down()
    visitor.page.mouse.move(left + 50, top, steps=6)
    visitor.page.mouse.up()
    assert visitor.lab("s.n") > len(states[-1]) + 2
    states.append(visitor.points()[0])
    tool["clear"].click()
    states.append(visitor.points()[0])
    assert len(states[-1]) == 0
    assert visitor.say("draw.empty") in visitor.page.locator(".lab-stage").get_attribute("data-hint")
    for state in states[-2::-1]:
        tool["undo"].click()
        np.testing.assert_array_equal(visitor.points()[0], state)
    for state in states[1:]:
        tool["redo"].click()
        np.testing.assert_array_equal(visitor.points()[0], state)
    for _ in states[1:]:
        tool["undo"].click()
    proved(visitor)


def test_what_no_line_separates_is_told_as_impossible_and_drawn_without_a_margin(newcomer: Meet, lang: str) -> None:
    visitor = newcomer(lang).open(data="xor", k="linear", C="inf")
    visitor.lit("impossible")
    assert visitor.say("light.impossible.title") in visitor.card.inner_text()
    assert visitor.lab("s.picture.draw") is False
    assert visitor.field() == (0.0, 0.0)
    assert len(visitor.lab("s.picture.common")) == 2
    assert visitor.page.get_by_text(visitor.say("solved.impossible")).is_visible()

    visitor.page.get_by_role("button", name=visitor.say("frame.soften", C="10")).click()
    visitor.until(lambda: visitor.lab("s.answer.state") != "impossible", "an answer with the soft margin")
    visitor.settled()
    visitor.lit("proved")
    visitor.page.locator('[data-name="undo"]').click()
    visitor.lit("impossible")
    visitor.until(lambda: "C=inf" in visitor.page.url, "the hard margin in the address")

    visitor.page.get_by_role("radio", name=visitor.say("panel.soft")).check()
    visitor.settled()
    visitor.lit("proved")
    assert visitor.lab("s.picture.draw") is True
    visitor.page.locator("#lab-kernel").select_option("gaussian")
    visitor.committed()
    proved(visitor)
    assert min(visitor.field()) > 0.05


def test_the_sliders_answer_while_they_move_and_the_formula_follows(newcomer: Meet) -> None:
    visitor = newcomer().open()
    box = visitor.page.locator("#lab-gamma").bounding_box()
    middle = box["y"] + box["height"] / 2
    mouse = visitor.page.mouse
    mouse.move(box["x"] + box["width"] / 2, middle)
    mouse.down()
    mouse.move(box["x"] + 0.8 * box["width"], middle, steps=10)
    visitor.until(lambda: visitor.lab("s.picture.kernel.gamma > 5 && !s.behind"), "an answer while the slider is held")
    mouse.up()
    assert visitor.committed().kernel["gamma"] == visitor.lab("s.kernel.gamma")
    proved(visitor)
    for kernel, symbol in (("polynomial", "ζ"), ("taylor", "m")):
        visitor.page.locator("#lab-kernel").select_option(kernel)
        visitor.committed()
        assert visitor.page.locator(".lab-panel .lab-head i", has_text=symbol).is_visible()
        assert visitor.card.get_attribute("data-state") in {"proved", "running"}


def test_hovering_explains_a_pixel_as_the_terms_of_its_sum(newcomer: Meet) -> None:
    visitor = newcomer().open()
    visitor.page.mouse.move(*visitor.at(0.3, -0.2))
    tip = visitor.page.locator(".lab-tip")
    tip.wait_for()
    shown = tip.locator(".lab-term b").all_inner_texts()
    total = float(tip.locator(".lab-tip-f b").inner_text().replace("−", "-"))
    values = [float(text.replace("−", "-")) for text in shown]
    assert sum(values) == pytest.approx(total, abs=0.01 * sum(map(abs, values)))
    sizes = np.abs(values[:5])
    assert (np.diff(sizes) <= 0).all(), "the largest terms come first"


def test_a_data_set_is_chosen_from_the_list_and_language_and_projector_keep_the_points(newcomer: Meet) -> None:
    visitor = newcomer().open()
    visitor.choose(visitor.say("controls.data"), visitor.say("dataset.rings.title"))
    visitor.until(lambda: visitor.link().dataset == "rings", "the address of the rings")
    visitor.committed()
    visitor.page.get_by_text(visitor.say("dataset.rings.look")).wait_for()
    proved(visitor)
    visitor.page.mouse.click(*visitor.at(*visitor.free_place()))
    visitor.committed()
    visitor.rested()
    points, alpha = visitor.points()[0], visitor.alpha()

    visitor.swap_words("zh")
    visitor.settled()
    np.testing.assert_array_equal(visitor.points()[0], points)
    np.testing.assert_array_equal(visitor.alpha(), alpha)
    visitor.until(lambda: visitor.say("light.proved.title") in visitor.card.inner_text(), "the light in Chinese")
    assert visitor.say("draw.plus") in visitor.page.locator('[data-name="plus"]').inner_text()

    visitor.page.get_by_text(visitor.say("frame.projector"), exact=True).click()
    visitor.page.locator(".lab-board[data-projector]").wait_for()
    visitor.until(lambda: visitor.link().projector, "the address of the projector")
    np.testing.assert_array_equal(visitor.points()[0], points)
    proved(visitor)
    size = visitor.card.evaluate("(card) => parseFloat(getComputedStyle(card).fontSize)")
    assert size >= 20


def test_every_thing_to_try_leads_to_a_state_worth_seeing(newcomer: Meet) -> None:
    visitor = newcomer().open()
    for lesson, state in (("street", "proved"), ("outlier", "proved"), ("impossible", "impossible")):
        visitor.page.get_by_role("button", name=visitor.say(f"try.board.{lesson}")).click()
        visitor.until(lambda: visitor.lab("s.kernel.name === 'linear' && s.C === null"), lesson)
        visitor.until(lambda state=state: visitor.card.get_attribute("data-state") == state, f"{lesson} {state}")
        visitor.committed()


WATCH = """() => {
    globalThis.seen = [];
    const { documentElement: root } = document;
    const hosts = [...document.querySelectorAll("[class*=st-key-light-board] *")];
    const card = hosts.map((host) => host.shadowRoot?.querySelector(".lab-light")).find(Boolean);
    const find = (place) => document.querySelector(place);
    const curves = () => [...document.querySelectorAll(".st-key-told > *, .st-key-told > * > *")];
    const look = () => {
        const [lead, math] = [".st-key-lead p", ".st-key-formula"].map(find);
        const [free, bounded] = [...card.querySelectorAll(".lab-numbers dd")].map((number) => +number.textContent);
        if (!store.lab("board").behind) seen.push({
            waits: "waits" in root.dataset,
            faded: [lead, math].some((node) => getComputedStyle(node).opacity < 1),
            curves: curves().every((node) => getComputedStyle(node).opacity == 1),
            headline: lead.textContent,
            formula: math.querySelector("annotation").textContent,
            gamma: math.querySelector(".mathrm").textContent,
            vectors: free + bounded,
        });
        requestAnimationFrame(look);
    };
    look();
}"""


def test_while_gamma_is_dragged_headline_and_formula_follow_with_the_card(newcomer: Meet) -> None:
    visitor = newcomer().open(data="moons")
    box = visitor.page.locator("#lab-gamma").bounding_box()
    middle = box["y"] + box["height"] / 2
    visitor.page.evaluate(WATCH)
    visitor.page.mouse.move(box["x"] + 0.5 * box["width"], middle)
    visitor.page.mouse.down()
    for share in np.linspace(0.5, 0.95, 25):
        visitor.page.mouse.move(box["x"] + share * box["width"], middle)
        visitor.page.wait_for_timeout(30)
    visitor.page.mouse.up()
    visitor.committed()
    visitor.until(lambda: visitor.page.locator("html[data-waits]").count() == 0, "words about the board")
    seen = visitor.page.evaluate("seen")
    told = [each for each in seen if not each["faded"]]
    ahead = [each for each in told if each["waits"]]
    assert len({each["gamma"] for each in ahead}) > 3, "the words follow the hand before the page has run"
    assert not any(each["curves"] for each in seen if each["waits"]), "curves of an earlier gamma look as if they wait"
    assert {each["gamma"] for each in told} >= {"1", number(visitor.lab("s.kernel.gamma"))}
    for each in told:
        holding = "All 90 points " if each["vectors"] == 90 else f"{each['vectors']} of 90 "
        assert each["headline"].startswith(holding), each
        written = kernel_formula({"name": "gaussian", "gamma": float(each["gamma"])})
        assert "".join(each["formula"].split()) == "".join(written.split()), each
