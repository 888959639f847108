"""The options of the lift travel in a link, its sentences follow its numbers, and its figures are strict JSON."""

import json
import math
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.problem import TextbookMap
from core.topics.phi.view import gram_order
from core.view import Light
from pages import LINK
from pages.phi import PAGE
from pages.phi.answers import chosen, example_difference, examples, full, lifted, part, picked, truncation
from pages.phi.figures import examples_drawn
from pages.phi.figures.gram import MOST_ROWS, gram_figure, gram_text, rows_of
from pages.phi.figures.lift import LiftPicture, lift_figure, lift_text
from pages.phi.maps import MAPS, REACH, ShownMap, features_of, kernel_spec, largest, map_of
from pages.phi.names import formula_of, names_of
from pages.phi.question import FORM, VIEWS, Options, Question
from pages.phi.question import opening as opens_with
from pages.phi.script import reproduction
from pages.phi.sentences import lift_sentence, point_sentence, reach_sentence
from ui.state.lab import opening
from ui.words import languages, words_for

ROOT = Path(__file__).parents[4]
EN = words_for("en")
both = pytest.mark.parametrize("lang", languages)


def asked_of(options: Options | None = None, **query: str) -> Question:
    lab = opening(LINK, {"data": "rings", "C": "10", **query})
    return PAGE.read(lab if options is None else replace(lab, shared=lab.shared.choosing(options)))


@st.composite
def any_options(draw: Any) -> Options:
    name = draw(st.sampled_from(MAPS))
    seen = st.permutations(range(largest(name).dimension)).map(lambda every: tuple(every[:3]))
    picked = draw(st.none() | st.integers(0, 1999))
    return Options(name, draw(st.none() | seen), picked, draw(st.sampled_from(VIEWS)))


@given(any_options())
def test_options_come_back_from_a_link(options: Options) -> None:
    assert FORM.read(FORM.write(options)) == options


@pytest.mark.parametrize(
    "text",
    [
        *("", "poly2_auto_auto_below", "cubic_auto_auto_free", "poly2_0-0-1_auto_free", "poly2_0-1-6_auto_free"),
        *("squares_0-1-2_auto_free", "poly2_auto_5000_free", "poly2_auto_-1_free", "<script>" * 9),
        *("poly2_0-1_auto_free", "taylor_0-1-66_auto_free", "line_0-1-31_auto_free", "poly2_auto_auto_free_"),
    ],
)
def test_what_is_no_lift_is_not_read(text: str) -> None:
    assert FORM.read(text) is None


# ---- maps ----


@pytest.mark.parametrize("name", MAPS)
def test_every_map_has_as_many_names_as_coordinates_and_a_formula(name: str) -> None:
    for features in (ShownMap(name), largest(name)):
        names, phi, p = names_of(features), map_of(features), features.dimension
        assert len(names) == len(set(names)) == p == phi.dimension(2) == phi.features(np.ones((1, 2))).shape[1]
        assert formula_of(features).count("{") == formula_of(features).count("}")
    assert len(chosen(asked_of(Options(name)))) == min(3, ShownMap(name).dimension)


@pytest.mark.parametrize("name", MAPS)
def test_the_boards_kernel_is_the_inner_product_of_what_is_seen(name: str) -> None:
    asked = asked_of(Options(name), g="0.3")
    X, columns = asked.X[:7], list(chosen(asked))
    seen = map_of(asked.features).features(X)[:, columns]
    spec: Any = kernel_spec(asked.features, columns)
    if spec["name"] == "polynomial":
        told = (spec["zeta"] + spec["gamma"] * X @ X.T) ** spec["degree"]
    else:
        damp = np.exp(-(X**2) @ np.array(spec["damp"]))
        powers = np.prod(X[:, None, :] ** np.array(spec["exponents"])[None], axis=2)
        told = (powers * spec["weights"]) @ powers.T * np.outer(damp, damp)
    np.testing.assert_allclose(told, seen @ seen.T, rtol=1e-9, atol=1e-12)


def test_the_first_map_is_that_of_the_chosen_kernel() -> None:
    assert asked_of(k="polynomial", q="2", g="0.5", z="2").features == ShownMap("poly2", 0.5, 2.0)
    assert asked_of(k="taylor", g="0.7", m="3").features == ShownMap("taylor", 0.7, order=3)
    assert asked_of(k="gaussian", g="7").features == ShownMap("poly2", 7.0)
    lab = opening(LINK, {"k": "taylor"})
    assert lab.options(Options, opens_with) == Options("taylor")


@given(st.sampled_from(MAPS), st.floats(1e-6, 1e6), st.floats(0.0, 100.0), st.integers(0, 30))
def test_a_map_has_the_numbers_of_the_kernels_as_far_as_the_page_reaches(
    name: str, gamma: float, zeta: float, order: int
) -> None:
    numbers: dict[str, float] = {"gamma": gamma, "zeta": zeta, "order": order}
    features = features_of(name, numbers)
    for own, value in numbers.items():
        low, high = REACH.get(name, {}).get(own, (None, None))
        shown = getattr(features, own)
        if low is None or high is None:
            assert shown == getattr(ShownMap(), own)
        else:
            assert shown == (value if low <= value <= high else low if value < low else high)


@both
def test_a_number_beyond_the_reach_of_the_page_is_said_and_the_nearest_is_shown(lang: str) -> None:
    words = words_for(lang)
    asked = asked_of(Options("taylor"), k="taylor", g="50", m="20")
    assert asked.features == ShownMap("taylor", 10.0, order=10)
    told = reach_sentence(asked, words)
    assert words("phi.reach.order", chosen="20", low="1", high="10", shown="10") in told
    assert words("phi.reach.gamma", chosen="50", low="0.001", high="10", shown="10") in told
    assert reach_sentence(asked_of(Options("line"), g="1", m="20"), words) == ""
    assert reach_sentence(asked_of(Options("second"), g="1e6", m="30"), words) == ""
    assert "5" in reach_sentence(asked_of(k="polynomial", q="5", g="1"), words)
    assert reach_sentence(asked_of(k="polynomial", q="2", g="1"), words) == ""


def test_coordinates_that_the_map_no_longer_has_are_forgotten_and_come_back_with_it() -> None:
    options = Options("taylor", (0, 20, 9))
    assert asked_of(options, g="1", m="5").options.chosen == (0, 20, 9)
    assert chosen(asked_of(options, g="1", m="3")) == (1, 2, 0)


def test_another_map_forgets_the_coordinates_and_what_is_no_map_changes_nothing() -> None:
    lab = opening(LINK, {"lift": "taylor_0-20-9_4_above", "m": "6"})
    changed = PAGE.change(lab, "map", "line")
    assert changed.options(Options, opens_with) == Options("line", None, 4, "above")
    for name, value in (("map", "cubic"), ("chosen", (0, 0, 1)), ("chosen", (0, 1, 66)), ("picked", 5000), ("view", 3)):
        assert PAGE.change(lab, name, value) is lab


def test_the_coordinates_that_suit_the_points_are_seen_first_and_no_slider_changes_them() -> None:
    assert chosen(asked_of(g="1")) == (3, 5, 4)
    for gamma in ("0.001", "1", "1000"):
        assert chosen(asked_of(data="moons", g=gamma)) == (1, 2, 3)


def told(asked: Question, lang: str = "en") -> str:
    found, best = part(asked).solution, full(asked).solution
    return lift_sentence(lifted(asked), found, best, asked.features.dimension, words_for(lang))


def test_the_sentence_counts_what_is_wrong_and_what_the_rest_of_the_map_would_do() -> None:
    clean = asked_of(Options("second"))
    assert EN("phi.lost.none", p=3) in told(clean)
    assert "100" in told(clean)
    trough = asked_of(Options("poly2", (1, 2, 3)))
    errors = part(trough).solution.errors
    assert errors > 0 == full(trough).solution.errors
    assert told(trough).endswith(EN("phi.lost.all", p=6, errors=errors))
    moons = asked_of(data="moons", g="1")
    assert f"{part(moons).solution.errors} of 90" in told(moons)
    assert f"it is {full(moons).solution.errors}" in told(moons)


@both
def test_a_hard_margin_that_is_not_there_is_said(lang: str) -> None:
    words = words_for(lang)
    asked = asked_of(Options("poly2", (0, 1, 2)), C="inf")
    assert part(asked).solution.light is Light.IMPOSSIBLE
    assert words("lifted.impossible") in told(asked, lang)
    assert words("phi.lost.possible", p=6) in told(asked, lang)
    assert words("phi.point.place", i=1, place="").split("(")[0] in point_sentence(
        lifted(asked), part(asked).solution, 0, words
    )


def test_the_point_is_as_far_from_the_plane_as_it_is_said() -> None:
    asked = asked_of(Options("second"))
    shown, found, i = lifted(asked), part(asked).solution, picked(asked)
    foot = abs(shown.points[i] @ shown.w + shown.b) / np.linalg.norm(shown.w)
    assert f"{foot:.3g}" in point_sentence(shown, found, i, EN)
    assert abs(abs(found.decision[i]) - 1.0) < 1e-4  # a support vector on its margin


def test_the_three_maps_differ_by_rounding_and_the_cut_off_is_measured() -> None:
    asked = asked_of()
    largest = float((asked.X**2).sum(axis=1).max()) ** 2
    assert example_difference(asked) <= 1e-12 * largest
    line = [truncation(asked_of(Options("line"), data="line", g="1", m=str(order))) for order in (4, 10, 30)]
    assert line[0] > line[1] > line[2] > 0  # type: ignore[operator]
    assert truncation(asked_of(Options("second"))) is None
    assert TextbookMap("third").kernel == TextbookMap("first").kernel


def strict(figure: Any) -> dict[str, Any]:
    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} in the JSON")

    found: dict[str, Any] = json.loads(figure.to_json(), parse_constant=refuse)
    return found


@both
@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("name", MAPS)
def test_every_map_is_drawn_in_every_view(name: str, view: str, lang: str) -> None:
    asked, words = asked_of(Options(name, view=view)), words_for(lang)
    names = [names_of(asked.features)[k] for k in chosen(asked)]
    shown = LiftPicture(lifted(asked), part(asked).solution, asked.y, names, 4)
    drawn = strict(lift_figure(shown, view, words))
    solid = name != "squares" and view != "flat"
    assert ("scene" in drawn["layout"]) == solid
    kinds = {trace["type"] for trace in drawn["data"]}
    assert ("mesh3d" in kinds) == solid
    marks = [trace for trace in drawn["data"] if "meta" in trace]
    assert len(marks) == (3 if view == "flat" and name != "squares" else 1)
    assert all(len(trace["meta"]) == 100 for trace in marks)
    numbered = sorted(i for trace in drawn["data"] for i in trace.get("customdata", []))
    assert numbered == sorted(list(range(100)) * len(marks))
    assert names[0] in lift_text(shown, words)
    if solid:
        eye, up = (np.array(list(drawn["layout"]["scene"]["camera"][at].values())) for at in ("eye", "up"))
        assert np.linalg.norm(np.cross(eye, up)) > 0.1  # never along its own up
        assert drawn["layout"]["scene"]["uirevision"] == view


@pytest.mark.parametrize("view", ["free", "flat"])
def test_the_classes_keep_their_shapes_in_three_dimensions(view: str) -> None:
    asked = asked_of(Options("second", view=view))
    shown = LiftPicture(lifted(asked), part(asked).solution, asked.y, "abc", 0)
    drawn = strict(lift_figure(shown, view, EN))
    numbered = [trace for trace in drawn["data"] if "customdata" in trace]
    shapes = {
        (int(asked.y[trace["customdata"][0]]), trace["text"] if trace["mode"] == "text" else trace["marker"]["symbol"])
        for trace in numbered
    }
    assert shapes == {(1, "circle"), (-1, "▲" if view == "free" else "triangle-up")}


def test_along_the_plane_the_eye_sees_a_line() -> None:
    asked = asked_of(Options("second"))
    shown = lifted(asked)
    picture = LiftPicture(shown, part(asked).solution, asked.y, "abc", 0)
    scene = strict(lift_figure(picture, "edge", EN))["layout"]["scene"]
    aspect = np.array(list(scene["aspectratio"].values()))
    corners = (shown.planes[1] - shown.low) / (shown.high - shown.low) * aspect
    eye = np.array(list(scene["camera"]["eye"].values()))
    across = np.cross(eye, list(scene["camera"]["up"].values()))
    screen = corners @ np.column_stack([across / np.linalg.norm(across), np.cross(across, eye) / 1.0])
    centred = screen - screen.mean(axis=0)
    spread = np.linalg.svd(centred, compute_uv=False)
    assert spread[1] < 1e-9 * spread[0]


def test_the_gram_matrix_is_drawn_class_by_class_with_one_row_and_column_lit() -> None:
    asked = asked_of(Options("second"))
    shown, y = lifted(asked), asked.y
    order = gram_order(asked.X, y)
    rows = rows_of(order, 7)
    drawn = strict(gram_figure(shown.gram, y, rows, 7, EN))
    at = rows.tolist().index(7)
    assert drawn["data"][1]["y"][:2] == [at, at]
    assert drawn["layout"]["meta"]["order"] == rows.tolist()
    row = shown.gram[7].copy()
    row[7] = -math.inf
    assert f"point {int(row.argmax()) + 1}." in gram_text(shown.gram, 7, "abc", EN)


def test_of_many_points_some_rows_are_drawn_and_the_marked_one_among_them() -> None:
    order = np.random.default_rng(0).permutation(2000)
    for marked in (0, 17, 1999):
        rows = rows_of(order, marked)
        assert len(rows) <= MOST_ROWS
        assert marked in rows
        assert [i for i in order if i in set(rows.tolist())] == rows.tolist()


def test_the_three_maps_are_drawn_side_by_side_with_planes_that_say_the_same() -> None:
    asked = asked_of()
    shown, found = zip(*examples(asked), strict=True)
    drawn = strict(examples_drawn(asked, EN).figure)
    assert {trace["scene"] for trace in drawn["data"]} == {"scene", "scene2", "scene3"}
    for view in shown:
        np.testing.assert_allclose(view.points @ view.w + view.b, found[0].decision, atol=1e-3)


def test_the_code_of_the_page_finds_the_same_plane() -> None:
    asked = asked_of(Options("second"))
    done = subprocess.run(
        [sys.executable, "-c", reproduction(asked)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert str(lifted(asked).b) in done.stdout
