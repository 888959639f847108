"""Panel, truth light and live plot; and all of them under axe, light and dark."""

from __future__ import annotations

import base64
from typing import Any

import pytest
from bench import Bench, clouds

from ui.component.board import panel_numbers
from ui.solve.kernels import KERNELS, PARAMETERS
from ui.solve.wire import unpack

NUMBERS = panel_numbers({name: parameter.usual for name, parameter in PARAMETERS.items()} | {"C": 10.0}, 10.0)


@pytest.fixture
def desk(lab: Bench) -> Bench:
    """Board, panel and light on one lab."""
    lab.board(*clouds(30))
    lab.show("form/panel", **NUMBERS)
    lab.show("board/light")
    return lab


def test_a_slider_answers_while_it_moves_and_commits_when_it_rests(lab: Bench, solver: str) -> None:
    lab.board(*clouds(30), socket=solver)
    lab.show("form/panel", **NUMBERS)
    box = lab.page.locator("#lab-gamma").bounding_box()
    middle = box["y"] + box["height"] / 2
    lab.page.mouse.move(box["x"] + 0.4 * box["width"], middle)
    lab.page.mouse.down()
    lab.page.mouse.move(box["x"] + 0.7 * box["width"], middle, steps=10)
    lab.until("s.kernel.gamma > 5 && s.picture.kernel.gamma === s.kernel.gamma")
    moving = lab.state("[s.kernel.gamma, s.picture.kernel.gamma]")
    assert moving[0] == moving[1] > 1
    lab.page.mouse.up()
    lab.page.wait_for_timeout(200)
    header, _ = unpack(base64.b64decode(lab.sent("commit")[-1]["blob"]))
    assert header["kernel"] == {"name": "gaussian", "gamma": moving[0]}
    assert float(f"{moving[0]:.3g}") == moving[0], "three digits, so that a link says it exactly"


REST = """(took) => new Promise(async (told) => {
    const slider = document.getElementById("panel").shadowRoot.getElementById("lab-gamma"), before = performance.now();
    Object.assign((await harness.store()).socket, { took });
    slider.value = 300;
    slider.dispatchEvent(new Event("input"));
    const is = ([name]) => name === "commit";
    const look = () => harness.sent.some(is) ? told(performance.now() - before) : setTimeout(look, 5);
    look();
})"""


def test_a_slider_rests_longer_where_answers_take_long(desk: Bench) -> None:
    assert desk.page.evaluate(REST, 300.0) >= 3 * 300  # ms: no run of the page between two answers to a moving hand


def test_a_slide_is_one_step_that_undo_takes_back(desk: Bench) -> None:
    slider = desk.page.locator("#lab-gamma")
    slider.focus()
    for _ in range(5):
        desk.page.keyboard.press("ArrowRight")
    assert desk.state("s.kernel.gamma") > 0.5
    desk.page.get_by_label("panel.hard").check()
    desk.page.get_by_role("button", name="draw.undo").click()
    assert desk.state("s.C") == 10
    desk.page.get_by_role("button", name="draw.undo").click()
    assert desk.state("s.kernel.gamma") == 0.5
    assert desk.page.locator("[data-dial=gamma] .lab-number").input_value() == "0.5"


def test_only_what_has_an_effect_is_shown(desk: Bench) -> None:
    panel = desk.page.locator("#panel .lab")
    shown = {}
    assert desk.page.locator("#lab-kernel option").evaluate_all("all => all.map((one) => one.value)") == [*KERNELS]
    for kernel in KERNELS:
        desk.page.locator("#lab-kernel").select_option(kernel)
        sliders = panel.locator("input[type=range]:visible")
        shown[kernel] = sliders.evaluate_all("all => all.map((one) => one.id.slice(4))")
    assert shown == {
        "linear": ["C"],
        "polynomial": ["degree", "gamma", "zeta", "C"],
        "gaussian": ["gamma", "C"],
        "sigmoid": ["gamma", "r", "C"],
        "formula": ["gamma", "r", "C"],
        "taylor": ["gamma", "order", "C"],
        "fourier": ["gamma", "components", "seed", "C"],
        "paired": ["gamma", "components", "seed", "C"],
        "nystroem": ["gamma", "landmarks", "landmark_seed", "C"],
    }
    desk.page.get_by_label("panel.hard").check()
    assert desk.state("s.C") is None
    assert not panel.locator("#lab-C").is_visible()
    desk.page.get_by_label("panel.soft").check()
    assert desk.state("s.C") == 10


def test_a_margin_turns_soft_with_the_c_of_its_story(desk: Bench) -> None:
    kept = {name: parameter.usual for name, parameter in PARAMETERS.items()}
    desk.page.get_by_label("panel.hard").check()
    desk.show("form/panel", **panel_numbers(kept | {"C": 1.0}, None))  # another data set has been opened
    desk.page.get_by_label("panel.soft").check()
    assert desk.state("s.C") == 1


def test_a_kernel_comes_back_with_the_numbers_that_were_last_seen(desk: Bench) -> None:
    kept = {name: parameter.usual for name, parameter in PARAMETERS.items()} | {"C": 10.0}
    desk.show("form/panel", **panel_numbers({**kept, "order": 7, "gamma": 3}, None))  # another page has changed them
    desk.page.locator("#lab-kernel").select_option("taylor")
    assert desk.state("s.kernel") == {"name": "taylor", "gamma": 3, "order": 7}
    field = desk.page.locator("[data-dial=order] .lab-number")
    field.fill("9")
    field.press("Enter")
    desk.show("form/panel", **panel_numbers({**kept, "order": 7, "gamma": 3}, None))  # Python has not heard of it yet
    desk.page.locator("#lab-kernel").select_option("linear")
    desk.page.locator("#lab-kernel").select_option("taylor")
    assert desk.state("s.kernel.order") == 9
    desk.page.get_by_label("panel.hard").check()
    desk.page.get_by_label("panel.soft").check()
    assert desk.state("s.C") == 10


def test_a_slider_lies_below_its_label_as_wide_as_its_column(desk: Bench) -> None:
    panel = desk.page.locator("#panel .lab").bounding_box()
    for name in ("gamma", "C"):
        label = desk.page.locator(f"label[for=lab-{name}]").bounding_box()
        slider = desk.page.locator(f"#lab-{name}").bounding_box()
        assert slider["y"] >= label["y"] + label["height"]
        assert slider["width"] > 0.4 * panel["width"]


def test_hidden_controls_stay_hidden(lab: Bench) -> None:
    lab.board(*clouds(10), hidden=["tools"])
    lab.show("form/panel", **NUMBERS, hidden=["kernel", "C"])
    assert lab.page.locator("#lab-kernel:visible, #lab-C:visible").count() == 0
    assert lab.page.locator("#lab-gamma").is_visible()
    assert not lab.page.get_by_role("button", name="draw.undo").is_visible()


@pytest.mark.parametrize(
    ("typed", "kept"), [("0.02", 0.02), ("3,14159", 3.14), ("1e4", 0.5), ("0", 0.5), ("abc", 0.5), ("", 0.5)]
)
def test_a_typed_number_counts_when_it_is_allowed_and_is_explained_when_not(
    desk: Bench, typed: str, kept: float
) -> None:
    field = desk.page.locator("[data-dial=gamma] .lab-number")
    field.fill(typed)
    field.press("Enter")
    assert desk.state("s.kernel.gamma") == kept
    wrong = desk.page.locator("#lab-gamma-wrong").inner_text()
    assert wrong == ("slider.range" if kept == 0.5 else "")


def test_the_slider_by_keyboard_says_its_value(desk: Bench) -> None:
    slider = desk.page.locator("#lab-C")
    slider.press("ArrowRight")
    value = desk.state("s.C")
    assert value > 10
    assert slider.get_attribute("aria-valuetext") == f"C = {value:g}"


def test_a_count_moves_by_factors_and_stays_whole(desk: Bench) -> None:
    desk.page.locator("#lab-kernel").select_option("fourier")
    slider, seen = desk.page.locator("#lab-components"), []
    put = "(node, share) => { node.value = share * node.max; node.dispatchEvent(new Event('input')); }"
    for share in (0.0, 0.5, 1.0):
        slider.evaluate(put, share)
        seen.append(desk.state("s.kernel.components"))
    assert seen == [1, 32, 1000]


def test_the_light_shows_the_answer_and_says_when_it_waits(desk: Bench) -> None:
    card = desk.page.locator("#light .lab-card")
    assert card.get_attribute("data-state") == "proved"
    assert desk.page.locator("#light dt").all_inner_texts() == [
        "free support vectors",
        "bounded support vectors",
        "training errors",
    ]
    desk.page.mouse.click(*desk.at(-3, 3))  # no server answers
    desk.page.wait_for_timeout(700)
    assert card.get_attribute("data-state") == "running"
    assert "light.waiting" in card.inner_text()


def test_the_light_changes_no_faster_than_anybody_reads_and_ends_with_the_last_answer(desk: Bench) -> None:
    seen = desk.page.evaluate(
        """async () => {
            const store = await harness.store(), words = [], times = [];
            const pause = (ms) => new Promise((done) => setTimeout(done, ms));
            const title = document.querySelector("#light").shadowRoot.querySelector("[data-part=title]");
            await pause(100);
            const seen = () => { words.push(title.textContent); times.push(performance.now()); };
            new MutationObserver(seen).observe(title, { childList: true });
            for (let k = 0; k < 30; k++) {
                store.answer = { ...store.answer, title: `answer ${k}` };
                store.tell("answer");
                await pause(5);
            }
            await pause(100);
            return { words, gaps: times.slice(1).map((at, k) => at - times[k]) };
        }"""
    )
    assert seen["words"][0] == "answer 0"
    assert seen["words"][-1] == "answer 29"
    assert min(seen["gaps"]) > 50  # ms, however slow the machine is; an answer came every 5


def test_a_refused_request_leaves_points_without_a_picture_and_lights_the_sentence(lab: Bench, solver: str) -> None:
    X, y = clouds(8)
    lab.board(X, y, socket=solver)
    lab.show("board/light")
    lab.page.evaluate("async () => { const s = await harness.store(); s.remove(new Set([1, 3, 5, 7])); }")
    lab.until("!s.behind")
    lab.page.locator('#light .lab-card[data-state="refused"]').wait_for()
    assert lab.state("[s.n, s.picture]") == [4, None]


def _figure(height: int, ys: list[float]) -> dict[str, Any]:
    line = {"type": "scatter", "x": [1, 2, 3], "y": ys, "line": {"color": "var(--lab-pos)"}}
    return {
        "figure": {"data": [line], "layout": {"font": {"color": "var(--lab-ink)"}, "uirevision": "same"}},
        "alt": "A line that rises",
        "height": height,
        "plotly": "/lab/plotly/plotly.min.js",
    }


def test_a_plot_is_updated_in_place_with_the_colours_of_the_theme(lab: Bench) -> None:
    lab.show("plot/plot", **_figure(240, [1, 2, 3]))
    figure = lab.page.locator("#plot .lab-figure")
    assert figure.bounding_box()["height"] == 240, "reserved while Plotly loads"
    lab.page.locator("#plot .lab-figure[data-ready] .main-svg").first.wait_for()
    assert figure.get_attribute("aria-label") == "A line that rises"
    stroke = "() => getComputedStyle(document.querySelector('#plot').shadowRoot.querySelector('.js-line')).stroke"
    assert lab.page.evaluate(stroke) == "rgb(0, 114, 178)"
    lab.page.evaluate("document.querySelector('#plot').shadowRoot.querySelector('.main-svg').marked = true")
    lab.page.evaluate("document.documentElement.classList.add('dark')")
    lab.show("plot/plot", **_figure(240, [3, 1, 2]))
    lab.becomes(lambda: lab.page.evaluate(stroke), "rgb(86, 180, 233)")
    assert lab.page.evaluate("document.querySelector('#plot').shadowRoot.querySelector('.main-svg').marked")


def test_a_bar_pointed_at_marks_its_point_on_the_board(lab: Bench) -> None:
    lab.board(*clouds(3), id="board", lab="board")
    figure = _figure(240, [1, 2, 3])
    figure["figure"]["data"] = [{"type": "bar", "x": [1, 2, 3], "y": [1, 2, 3], "ids": ["1", "2", "3"]}]
    lab.show("plot/plot", **figure)
    lab.page.locator("#plot .lab-figure[data-ready]").wait_for()
    above = "() => document.getElementById('board').shadowRoot.querySelector('.lab-pointer').toDataURL()"
    before = lab.page.evaluate(above)
    box = lab.page.locator("#plot .nsewdrag").bounding_box()
    lab.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] - 9, steps=3)
    lab.changes(lambda: lab.page.evaluate(above), before)
    lab.page.mouse.move(5, 5)
    lab.becomes(lambda: lab.page.evaluate(above), before)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("projector", [False, True])
def test_axe_finds_nothing(lab: Bench, theme: str, projector: bool) -> None:
    axe = pytest.importorskip(
        "axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed"
    ).Axe()
    if theme == "dark":
        lab.page.evaluate("document.documentElement.classList.add('dark')")
    lab.board(*clouds(30), projector=projector)
    lab.show("form/panel", **NUMBERS, projector=projector)
    lab.show("board/light", projector=projector)
    lab.show("plot/plot", **_figure(240, [1, 2, 3]))
    lab.page.locator("#plot .lab-figure[data-ready]").wait_for()
    lab.page.locator("#board .lab-pointer").press("ArrowUp")
    tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
    found = axe.run(lab.page, options={"runOnly": {"type": "tag", "values": tags}}).response["violations"]
    assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in found] == []


def test_axe_sees_into_the_shadow_roots(desk: Bench) -> None:
    axe = pytest.importorskip(
        "axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed"
    ).Axe()
    desk.page.evaluate(
        "document.getElementById('panel').shadowRoot.querySelector('select').previousElementSibling.remove()"
    )
    found = {one["id"] for one in axe.run(desk.page).response["violations"]}
    assert "select-name" in found
