"""The player on a bare page: the replay against the core, and every button and key of it."""

from __future__ import annotations

import base64
from typing import Any

import numpy as np
import pytest
from bench import WINDOW, Bench, clouds
from deck import Deck, blob_of

from core.problem import Gaussian, Linear, Sigmoid, c_svc
from core.trace import record
from core.view import box_at

REPLAY = """async ([base64, C, steps]) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const [, arrays] = harness.wire.unpack(bytes);
    const { Playback } = await harness.load("player/playback");
    const run = new Playback(arrays, C ?? Infinity);
    return steps.map((k) => [[...run.alphaAt(k)], k < run.steps ? run.pairAt(k) : []]);
}"""


@pytest.mark.parametrize("rule", ["smo-second-order", "smo-first-order", "platt"])
@pytest.mark.parametrize(
    ("kernel", "C"), [(Gaussian(0.5), 10.0), (Linear(), 1000.0), (Sigmoid(0.5, -1.0), 10.0), (Gaussian(5.0), np.inf)]
)
def test_the_browser_replays_what_the_core_recorded(lab: Bench, kernel: Any, C: float, rule: str) -> None:
    trace = record(c_svc(*clouds(80, seed=3), kernel, C), rule, limit=2000)
    steps = sorted({0, len(trace), *np.random.default_rng(0).integers(0, len(trace) + 1, 40).tolist()})
    blob = base64.b64encode(blob_of(trace)).decode()
    states = lab.page.evaluate(REPLAY, [blob, None if np.isinf(C) else C, steps])
    for k, (alpha, pair) in zip(steps, states, strict=True):
        core = trace.state_at(k).alpha
        np.testing.assert_allclose(alpha, core, rtol=0, atol=1e-9 * max(1.0, core.max()))
        assert ((np.array(alpha) == 0) == (core == 0)).all()  # who is a support vector, and who is bounded
        assert ((np.array(alpha) == C) == (core == C)).all()
        assert pair == ([] if k == len(trace) else [trace.table["i"][k], trace.table["j"][k]])


@pytest.mark.parametrize("weights", [(2.0, 0.5), (1e-3, 1e3)])
def test_the_browser_replays_a_run_with_a_bound_for_each_class(lab: Bench, weights: tuple[float, float]) -> None:
    X, y = clouds(80, seed=3)
    trace = record(c_svc(X, y, Gaussian(0.5), 10.0, dict(zip((1, -1), weights, strict=True))), limit=2000)
    blob, upper = base64.b64encode(blob_of(trace)).decode(), trace.problem.form.upper
    steps = list(range(0, len(trace) + 1, 7))
    bounds = [10.0 * weight for weight in weights]
    for k, (alpha, _) in zip(steps, lab.page.evaluate(REPLAY, [blob, bounds, steps]), strict=True):
        core = trace.state_at(k).alpha
        np.testing.assert_allclose(alpha, core, rtol=0, atol=1e-9 * max(1.0, core.max()))
        assert ((np.array(alpha) == 0) == (core == 0)).all()
        assert ((np.array(alpha) == upper) == (core == upper)).all()


def test_the_buttons_step_both_ways_and_to_both_ends(deck: Deck) -> None:
    assert deck.k == 5
    for value, k in (("forward", 6), ("back", 5), ("back", 4), ("first", 0), ("back", 0), ("last", len(deck.trace))):
        deck.press(value)
        assert deck.k == k
    assert [sent["k"] for sent in deck.sent("step")] == [6, 5, 4, 0, 0, len(deck.trace)]
    assert deck.part("where").inner_text() == f"{len(deck.trace)} / {len(deck.trace)}"


def test_the_keys_do_what_the_buttons_do(deck: Deck) -> None:
    for key, k in (("ArrowRight", 6), ("Shift+ArrowRight", 16), ("ArrowLeft", 15), ("Shift+ArrowLeft", 5)):
        deck.keys(key)
        assert deck.k == k
    deck.keys("End")
    assert deck.k == len(deck.trace)
    deck.keys("Home")
    assert deck.k == 0
    assert deck.part("voice").inner_text() == f"0 of {len(deck.trace)}"


@pytest.fixture
def halted(deck: Deck, own_tab: None) -> Deck:
    """Return a player for which time passes only as a test lets it: a busy machine changes nothing."""
    deck.page.clock.install(time=0)
    deck.page.clock.pause_at(1000)
    return deck


def test_play_runs_at_its_speed_and_space_halts_it_with_one_word_to_the_server(halted: Deck) -> None:
    deck = halted
    deck.part("speed").select_option("30")
    deck.keys("Home")
    deck.page.clock.run_for(100)
    before = len(deck.sent("step"))
    deck.keys(" ")
    deck.page.clock.run_for(500)
    assert len(deck.sent("step")) == before  # nothing talks to the server while it plays
    deck.keys(" ")
    deck.page.clock.run_for(40)  # the numbers are written with the next frame
    k = deck.k
    assert 13 <= k <= 16
    deck.page.clock.run_for(120)
    assert deck.k == k
    assert [sent["k"] for sent in deck.sent("step")[before:]] == [k]


def test_play_ends_at_the_end_and_starts_again_from_the_beginning(deck: Deck) -> None:
    deck.part("speed").select_option("1000")
    deck.press("play")
    deck.page.wait_for_timeout(1200)
    assert deck.k == len(deck.trace)
    assert deck.sent("step")[-1]["k"] == len(deck.trace)
    deck.part("speed").select_option("1")
    deck.press("play")
    deck.page.wait_for_timeout(100)
    assert deck.k == 0
    deck.press("play")


def test_a_scrub_paints_on_the_way_and_tells_the_server_at_its_end(deck: Deck) -> None:
    box = deck.part("slider").bounding_box()
    middle = box["y"] + box["height"] / 2
    deck.page.mouse.move(box["x"] + 20, middle)
    deck.page.mouse.down()
    pictures = set()
    for share in (0.3, 0.5, 0.7):
        deck.page.mouse.move(box["x"] + share * box["width"], middle)
        deck.page.wait_for_timeout(40)
        pictures.add(deck.ink("alphas"))
    assert len(pictures) == 3
    assert deck.sent("step") == []
    deck.page.mouse.up()
    deck.page.wait_for_timeout(40)
    assert [sent["k"] for sent in deck.sent("step")] == [deck.k]


def test_a_picture_that_stands_still_is_refined_unless_a_hand_moves_it(halted: Deck) -> None:
    deck, clock = halted, halted.page.clock
    deck.press("forward")
    clock.run_for(100)
    coarse = deck.ink("below")
    clock.run_for(200)
    assert deck.ink("below") == coarse
    clock.run_for(300)
    assert deck.ink("below") != coarse
    slide(deck, 6)
    clock.run_for(100)
    moved = deck.ink("below")
    clock.run_for(600)
    assert deck.ink("below") == moved


def test_bookmarks_are_set_found_again_and_taken_away(deck: Deck) -> None:
    deck.keys("b", "ArrowRight", "ArrowRight", "ArrowRight")
    deck.press("flag")
    assert deck.part("flag").get_attribute("aria-pressed") == "true"
    assert deck.page.locator("#player [data-part=flags] i").count() == 2
    deck.keys("Home", "]")
    assert deck.k == 5
    deck.keys("]", "]")
    assert deck.k == 8
    deck.keys("[")
    assert deck.k == 5
    deck.keys("b")
    assert deck.page.locator("#player [data-part=flags] i").count() == 1


def test_the_same_run_stays_where_it_is_and_another_goes_to_its_step(deck: Deck) -> None:
    deck.keys("End")
    canvas = deck.part("above").element_handle()
    deck.mount(step=7)
    assert deck.k == len(deck.trace)
    deck.mount(step=7, seek=1)
    assert deck.k == 7
    deck.mount(step=3, seek=1, run="two")
    assert deck.k == 3
    assert deck.part("above").evaluate("(canvas, old) => canvas === old", canvas)


def test_a_pair_is_picked_by_mouse_and_by_keyboard(lab: Bench, deck: Deck) -> None:
    deck.mount(picking=True, run="hand", step=len(deck.trace))
    X = deck.trace.problem.X
    deck.part("above").scroll_into_view_if_needed()
    box = deck.part("above").bounding_box()
    unit = (box["width"] - 2.7 * 12 - 4) / WINDOW["size"]
    for point in (3, 8):
        x = box["x"] + 2.7 * 12 + (X[point, 0] + 4) * unit
        deck.page.mouse.click(x, box["y"] + 12 + (4 - X[point, 1]) * unit)
    first, sent = deck.sent("pick")
    assert (first["i"], first["j"]) == (3, -1), "the page says what the first point needs"
    assert (sent["i"], sent["j"], sent["run"]) == (3, 8, "hand")
    deck.mount(picking=True, run="hand 2", step=len(deck.trace))
    deck.keys("]", "]", "Enter", "]")
    lab.becomes(deck.part("voice").inner_text, "draw.at")
    deck.keys("[", "[", "Enter")
    sent = deck.sent("pick")[-1]
    assert (sent["i"], sent["j"], sent["run"]) == (1, 0, "hand 2")
    deck.keys("Escape")
    sent = deck.sent("pick")[-1]
    assert (sent["i"], sent["j"]) == (-1, -1)


def test_a_click_picks_no_point_where_picking_is_off(deck: Deck) -> None:
    box = deck.part("above").bounding_box()
    deck.page.mouse.click(box["x"] + 100, box["y"] + 100)
    deck.keys("Enter", "]", "Enter")
    assert deck.sent("pick") == []


def slide(deck: Deck, k: int) -> None:
    """Tell the player what a figure tells: that a hand holds the pair of step k at the upper end of its line."""
    box = box_at(deck.trace, k)
    held = {"k": k, "i": box.i, "j": box.j, "alpha": list(box.high)}
    deck.page.evaluate("(detail) => void dispatchEvent(new CustomEvent('lab-slide', { detail }))", held)


def test_a_hand_moves_the_boundary_along_the_line_of_the_halted_pair_only(deck: Deck) -> None:
    deck.page.evaluate("addEventListener('lab-slide', ({ detail }) => (globalThis.slid = detail))")
    before = deck.ink()
    slide(deck, 4)
    assert deck.ink() == before
    slide(deck, 5)
    assert deck.ink() != before
    deck.keys("ArrowRight")  # the next step begins where this one ended, and the dot of the figure goes home
    assert deck.page.evaluate("slid") == {"k": 5, "home": True}


def test_a_scrub_to_any_of_five_thousand_steps_is_one_picture_each(lab: Bench) -> None:
    trace = record(c_svc(*clouds(200, spread=2.0), Linear(), 1e5), "smo-first-order", limit=5000)
    assert len(trace) == 5000
    deck = Deck(lab.page, trace, kernel={"name": "linear"})
    deck.page.wait_for_function("__lab.paints.length > 0")  # the first picture of so long a run takes its time
    deck.page.evaluate("__lab.paints.length = 0")
    for share in np.random.default_rng(0).random(30):
        deck.page.evaluate(
            """(value) => {
                const slider = document.getElementById('player').shadowRoot.querySelector('[data-part=slider]');
                slider.value = value;
                slider.dispatchEvent(new Event('input', { bubbles: true }));
                return new Promise(requestAnimationFrame);
            }""",
            int(share * 5000),
        )
    deck.page.wait_for_timeout(60)
    paints = deck.page.evaluate("__lab.paints")
    assert len(paints) == 30
    print(f"scrub: p50 {np.median(paints):.1f} ms, p95 {np.percentile(paints, 95):.1f} ms")  # noqa: T201


@pytest.mark.parametrize(("speed", "follows"), [("3", True), ("10", False)])
def test_a_slow_run_takes_its_explanation_along_and_a_fast_one_says_that_it_waits(
    deck: Deck, speed: str, follows: bool
) -> None:
    page = deck.page.locator("html")
    deck.part("speed").select_option(speed)
    deck.press("play")
    deck.page.wait_for_timeout(1500)
    assert deck.part("start").get_attribute("data-playing") is not None
    assert (len(deck.sent("step")) > 1) == follows
    assert (page.get_attribute("data-waits") is None) == follows
    deck.press("play")
    assert deck.sent("step")[-1]["k"] == int(deck.part("slider").input_value())
    assert page.get_attribute("data-waits") is None


def test_space_and_arrows_are_the_players_where_nothing_has_the_focus(deck: Deck) -> None:
    deck.page.evaluate("document.activeElement.blur()")
    start = deck.k
    deck.page.keyboard.press("ArrowRight")
    deck.page.wait_for_timeout(40)
    assert deck.k == start + 1
    deck.page.keyboard.press(" ")
    deck.page.wait_for_timeout(40)
    assert deck.part("start").get_attribute("data-playing") is not None
    deck.page.keyboard.press(" ")
    deck.page.evaluate("document.body.append(document.createElement('input'))")
    deck.page.locator("body > input").focus()
    halted = deck.k
    deck.page.keyboard.press("ArrowRight")
    deck.page.wait_for_timeout(40)
    assert deck.k == halted
