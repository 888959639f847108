"""Board, lift and Gram matrix in the browser: one point marked in all, kept by a click, and scenes that keys turn."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from bench import WINDOW, Bench

from core.problem import LineMap, PolynomialMap, TaylorMap
from core.topics.phi.view import gram_order
from datasets import CATALOGUE
from pages import LINK
from pages.phi import PAGE
from pages.phi.answers import lifted, part
from pages.phi.figures.gram import gram_figure
from pages.phi.figures.lift import LiftPicture, lift_figure
from pages.phi.maps import ShownMap, kernel_spec
from ui.state.lab import opening
from ui.words import words_for

RINGS = {"data": "rings", "C": "10", "lift": "second_auto_auto_free"}
TRACE = """(id) => {
    const node = document.getElementById(id).shadowRoot.querySelector(".lab-figure");
    const marks = node.data.filter((trace) => trace.meta);
    return marks.map(({ x, y, z }) => [x, y, z].filter(Boolean).map((list) => [...list]));
}"""
EYE = """() => document.getElementById("lift").shadowRoot.querySelector(".lab-figure").layout.scene.camera.eye"""
POINT = "([group, i]) => dispatchEvent(new CustomEvent('lab-point', { detail: { group, i } }))"


def sent_figure(figure: Any, **more: Any) -> dict[str, Any]:
    drawn = json.loads(figure.to_json())
    plotly = "/lab/plotly/plotly.min.js"
    return {"figure": drawn, "alt": "x", "height": drawn["layout"]["height"], "plotly": plotly, **more}


def show(lab: Bench, id: str, figure: Any) -> None:
    data = {"words": {}, "hidden": [], "projector": False, **sent_figure(figure)}
    lab.page.evaluate("([data, id]) => harness.show('plot/plot', data, id)", [data, id])
    lab.page.locator(f"#{id} .lab-figure[data-ready]").wait_for()


def both(lab: Bench, view: str = "free", picked: int = 3) -> np.ndarray:
    asked = PAGE.read(opening(LINK, RINGS))
    shown, found, words = lifted(asked), part(asked).solution, words_for("en")
    y = asked.y
    order = gram_order(asked.X, y)
    show(lab, "lift", lift_figure(LiftPicture(shown, found, y, "abc", picked), view, words))
    show(lab, "gram", gram_figure(shown.gram, y, order, picked, words))
    return np.asarray(shown.points)


@pytest.mark.parametrize(
    ("features", "phi", "chosen"),
    [
        (ShownMap("poly2", 0.5, 2.0), PolynomialMap(2, 0.5, 2.0), (0, 2, 5)),
        (ShownMap("taylor", 0.3, order=4), TaylorMap(0.3, 4), (1, 7, 12)),
        (ShownMap("line", 0.4, order=6), LineMap(0.4, 6), (0, 3, 6)),
    ],
)
def test_the_board_draws_what_the_chosen_coordinates_see(page: Any, features: Any, phi: Any, chosen: Any) -> None:
    X = CATALOGUE["moons"].make().X[:20]
    coef = np.random.default_rng(1).normal(size=20)
    axis = -4 + 8 * np.arange(9) / 8
    nodes = np.stack(np.meshgrid(axis, axis), axis=-1).reshape(-1, 2)
    columns = list(chosen)
    expected = phi.features(nodes)[:, columns] @ (phi.features(X)[:, columns].T @ coef) + 0.25
    found = page.evaluate(
        """async ([kernel, X, coef, window, node]) => {
          const field = await harness.load('shared/field');
          await (await harness.load('shared/kernels')).missing({ name: 'monomials' });
          [X, coef] = [Float64Array.from(X), Float64Array.from(coef)];
          return [Array.from(field.grid(kernel, X, coef, 0.25, window, 9)), field.terms(kernel, X, coef, 0.25, node).f];
        }""",
        [kernel_spec(features, chosen), X.ravel().tolist(), coef.tolist(), WINDOW, nodes[30].tolist()],
    )
    np.testing.assert_allclose(found[0], expected, rtol=1e-9, atol=1e-9 * np.abs(expected).max())
    assert found[1] == pytest.approx(expected[30], rel=1e-9)


def test_what_is_pointed_at_is_marked_in_the_lift_and_in_the_gram_matrix(lab: Bench) -> None:
    points = both(lab)
    ((x, y, z),) = lab.page.evaluate(TRACE, "lift")
    assert [x[0], y[0], z[0]] == pytest.approx(points[3])
    before = lab.page.evaluate(TRACE, "gram")
    lab.page.evaluate(POINT, ["phi", 8])
    lab.changes(lambda: lab.page.evaluate(TRACE, "gram"), before)
    ((x, y, z),) = lab.page.evaluate(TRACE, "lift")
    assert [x[0], y[0], z[0]] == pytest.approx(points[8])
    lab.page.evaluate(POINT, ["phi", -1])  # nothing is pointed at: back to the one that is kept
    lab.becomes(lambda: lab.page.evaluate(TRACE, "gram"), before)
    lab.page.evaluate(POINT, ["strip", 8])  # another group
    lab.page.wait_for_timeout(200)
    assert lab.page.evaluate(TRACE, "gram") == before


def test_a_click_in_the_gram_matrix_keeps_its_point(lab: Bench) -> None:
    both(lab)
    asked = PAGE.read(opening(LINK, RINGS))
    order = gram_order(asked.X, asked.y).tolist()
    figure = lab.page.locator("#gram .nsewdrag").first
    figure.scroll_into_view_if_needed()
    box = figure.bounding_box()
    lab.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 6.5 * box["height"] / len(order), steps=3)
    lab.page.wait_for_timeout(200)
    lab.page.mouse.down()
    lab.page.mouse.up()
    lab.page.wait_for_timeout(300)
    picked = [value[0] for value in lab.sent("picked")]
    assert len(picked) == 1  # by the lift, which keeps what is picked
    assert picked[0] in order[5:9]


def test_a_board_that_only_shows_keeps_a_point_by_click_and_by_key(lab: Bench) -> None:
    points = CATALOGUE["rings"].make()
    both(lab)
    X, y = points.X[:6], points.y[:6]
    lab.board(X, y, editable=False, link="phi", picked=2, solved=False)
    lab.page.locator("#board .lab-pointer").scroll_into_view_if_needed()
    lab.page.mouse.click(*lab.at(*X[4]))
    lab.page.wait_for_timeout(200)
    lab.page.locator("#board .lab-pointer").focus()
    lab.page.keyboard.press("ArrowRight")
    lab.page.keyboard.press("Enter")
    lab.page.wait_for_timeout(200)
    assert [value[0] for value in lab.sent("picked")] == [4, 0]


def test_arrow_keys_turn_a_scene_and_the_turn_stays_until_another_view(lab: Bench) -> None:
    both(lab)
    first = lab.page.evaluate(EYE)
    lab.page.locator("#lift .lab-figure").focus()
    lab.page.keyboard.press("ArrowRight")
    lab.page.keyboard.press("ArrowUp")
    lab.page.wait_for_timeout(300)
    turned = lab.page.evaluate(EYE)
    assert turned != first
    assert turned["z"] > first["z"]
    both(lab, picked=5)
    assert lab.page.evaluate(EYE) == pytest.approx(turned)
    both(lab, "above")
    assert lab.page.evaluate(EYE)["z"] > turned["z"]


def test_without_webgl_python_is_asked_for_a_flat_picture(lab: Bench) -> None:
    lab.page.evaluate("() => { HTMLCanvasElement.prototype.getContext = () => null; }")
    asked = PAGE.read(opening(LINK, RINGS))
    shown, words = LiftPicture(lifted(asked), part(asked).solution, asked.y, "abc", 0), words_for("en")
    drawn = lift_figure(shown, "free", words)
    data = {"words": {}, "hidden": [], "projector": False, **sent_figure(drawn)}
    lab.page.evaluate("([data, id]) => harness.show('plot/plot', data, id)", [data, "lift"])
    lab.page.wait_for_timeout(300)
    assert lab.sent("flat") == [True]
    show(lab, "lift", lift_figure(shown, "flat", words))
    assert len(lab.page.evaluate(TRACE, "lift")) == 3
