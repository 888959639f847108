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
from core.view import Light, gram_order
from ui.figure.examples import examples_figure
from ui.figure.gram import MOST_ROWS, gram_figure, gram_text, rows_of
from ui.figure.lift import lift_figure, lift_text
from ui.options.phi import (
    MAPS,
    VIEWS,
    PhiOptions,
    dimension,
    fitting,
    highest_gamma,
    highest_order,
    lowest_order,
    read_options,
    write_options,
)
from ui.phi import (
    chosen_of,
    example_difference,
    example_lifts,
    kernel_spec,
    lift_of,
    map_of,
    options_of,
    part_of,
    picked_of,
    reproduction,
    truncation,
    whole_of,
)
from ui.phi_names import formula_of, names_of
from ui.phi_sentence import lift_sentence, point_sentence
from ui.session import Lab, opening
from ui.text import languages, words_for

ROOT = Path(__file__).parents[2]
EN = words_for("en")
both = pytest.mark.parametrize("lang", languages)


def lab_of(options: PhiOptions | None = None, **query: str) -> Lab:
    lab = opening({"data": "rings", "C": "10", **query})
    return lab if options is None else replace(lab, shared=lab.shared.choosing(options))


@st.composite
def any_options(draw: Any) -> PhiOptions:
    name = draw(st.sampled_from(MAPS))
    order = draw(st.integers(lowest_order(name), highest_order(name)))
    gamma = draw(st.floats(1e-3, highest_gamma(name), allow_subnormal=False))
    plain = PhiOptions(name, gamma, draw(st.floats(0.0, 10.0, allow_subnormal=False)), order)
    p = dimension(plain)
    seen = st.permutations(range(p)).map(lambda all_: tuple(all_[:3]))
    picked = draw(st.none() | st.integers(0, 1999))
    return plain._replace(chosen=draw(st.none() | seen), picked=picked, view=draw(st.sampled_from(VIEWS)))


@given(any_options())
def test_options_come_back_from_a_link_bit_for_bit(options: PhiOptions) -> None:
    if "e-" in repr(options.zeta) and options.zeta < 1e-99:
        return  # the form of a link has two digits of an exponent
    assert read_options(write_options(options)) == options


@pytest.mark.parametrize(
    "text",
    [
        *("", "poly2", "poly2_1_1_4_auto_auto", "cubic_1_1_4_auto_auto_free", "poly2_1_1_4_auto_auto_below"),
        *("poly2_nan_1_4_auto_auto_free", "poly2_1_11_4_auto_auto_free", "poly2_1_1_4_0-0-1_auto_free"),
        *("poly2_1_1_4_0-1-6_auto_free", "squares_1_1_4_0-1-2_auto_free", "line_1_1_31_auto_auto_free"),
        *("taylor_100_1_4_auto_auto_free", "poly2_1_1_4_auto_5000_free", "poly2_1_1_4_auto_-1_free", "<script>" * 9),
        "poly2_1_1_4_0-1_auto_free",
    ],
)
def test_what_is_no_lift_is_not_read(text: str) -> None:
    assert read_options(text) is None


@pytest.mark.parametrize("name", MAPS)
def test_every_map_has_as_many_names_as_coordinates_and_a_formula(name: str) -> None:
    options = fitting(PhiOptions(name))
    names = names_of(options)
    p = map_of(options).dimension(2)
    assert (
        len(names) == len(set(names)) == p == dimension(options) == map_of(options).features(np.ones((1, 2))).shape[1]
    )
    assert formula_of(options).count("{") == formula_of(options).count("}")
    assert len(chosen_of(lab_of(), options)) == min(3, p)


@pytest.mark.parametrize("name", MAPS)
def test_the_boards_kernel_is_the_inner_product_of_what_is_seen(name: str) -> None:
    options = fitting(PhiOptions(name, gamma=0.3))
    lab = lab_of(options)
    chosen, phi = list(chosen_of(lab, options)), map_of(options)
    X = lab.points.X[:7]
    seen = phi.features(X)[:, chosen]
    spec: Any = kernel_spec(options, chosen)
    if spec["name"] == "polynomial":
        told = (spec["zeta"] + spec["gamma"] * X @ X.T) ** spec["degree"]
    else:
        damp = np.exp(-(X**2) @ np.array(spec["damp"]))
        powers = np.prod(X[:, None, :] ** np.array(spec["exponents"])[None], axis=2)
        told = (powers * spec["weights"]) @ powers.T * np.outer(damp, damp)
    np.testing.assert_allclose(told, seen @ seen.T, rtol=1e-9, atol=1e-12)


def test_the_first_map_is_that_of_the_boards_kernel() -> None:
    assert options_of(lab_of(k="polynomial", q="2", g="0.5", z="2")) == PhiOptions("poly2", 0.5, 2.0)
    assert options_of(lab_of(k="taylor", g="0.7", m="3"))[:4] == PhiOptions("taylor", 0.7, order=3)[:4]
    assert options_of(lab_of(k="gaussian", g="7")) == PhiOptions()
    assert options_of(lab_of(k="taylor", g="700", m="30")).gamma == 10.0


def test_the_coordinates_that_suit_the_points_are_seen_first_and_no_slider_changes_them() -> None:
    assert chosen_of(lab_of(), PhiOptions()) == (3, 5, 4)
    moons = opening({"data": "moons"})
    for gamma in (0.001, 1.0, 1000.0):
        assert chosen_of(moons, PhiOptions(gamma=gamma)) == (1, 2, 3)


def told(lab: Lab, lang: str = "en") -> str:
    part, whole = part_of(lab).solution, whole_of(lab).solution
    return lift_sentence(lift_of(lab), part, whole, options_of(lab), words_for(lang))


def test_the_sentence_counts_what_is_wrong_and_what_the_rest_of_the_map_would_do() -> None:
    clean = lab_of(PhiOptions("second"))
    assert EN("phi.lost.none", p=3) in told(clean)
    assert "100" in told(clean)
    trough = lab_of(PhiOptions("poly2", chosen=(1, 2, 3)))
    errors = part_of(trough).solution.errors
    assert errors > 0 == whole_of(trough).solution.errors
    assert told(trough).endswith(EN("phi.lost.all", p=6, errors=errors))
    moons = replace(opening({"data": "moons"}), points=opening({"data": "moons"}).points)
    part, whole = part_of(moons).solution.errors, whole_of(moons).solution.errors
    assert f"{part} of 90" in told(moons)
    assert f"it is {whole}" in told(moons)


@both
def test_a_hard_margin_that_is_not_there_is_said(lang: str) -> None:
    words = words_for(lang)
    lab = lab_of(PhiOptions("poly2", chosen=(0, 1, 2)), C="inf")
    assert part_of(lab).solution.light is Light.IMPOSSIBLE
    assert words("phi.plane.impossible") in told(lab, lang)
    assert words("phi.lost.possible", p=6) in told(lab, lang)
    assert words("phi.point.place", i=1, place="").split("(")[0] in point_sentence(
        lift_of(lab), part_of(lab).solution, 0, words
    )


def test_the_point_is_as_far_from_the_plane_as_it_is_said() -> None:
    lab = lab_of(PhiOptions("second"))
    shown, part = lift_of(lab), part_of(lab).solution
    picked = picked_of(lab)
    foot = abs(shown.points[picked] @ shown.w + shown.b) / np.linalg.norm(shown.w)
    assert f"{foot:.3g}" in point_sentence(shown, part, picked, EN)
    assert abs(abs(part.decision[picked]) - 1.0) < 1e-4  # a support vector on its margin


def test_the_three_maps_differ_by_rounding_and_the_cut_off_is_measured() -> None:
    lab = lab_of()
    largest = float((lab.points.X**2).sum(axis=1).max()) ** 2
    assert example_difference(lab) <= 1e-12 * largest
    line = [truncation(lab_of(PhiOptions("line", order=order), data="line")) for order in (4, 10, 30)]
    assert line[0] > line[1] > line[2] > 0  # type: ignore[operator]
    assert truncation(lab_of(PhiOptions("second"))) is None
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
    lab, words = lab_of(PhiOptions(name, view=view)), words_for(lang)
    options, shown, found = options_of(lab), lift_of(lab), part_of(lab).solution
    names = [names_of(options)[k] for k in chosen_of(lab, options)]
    drawn = strict(lift_figure(shown, found, lab.points.y, names, 4, view, words))
    solid = name != "squares" and view != "flat"
    assert ("scene" in drawn["layout"]) == solid
    kinds = {trace["type"] for trace in drawn["data"]}
    assert ("mesh3d" in kinds) == solid
    marks = [trace for trace in drawn["data"] if "meta" in trace]
    assert len(marks) == (3 if view == "flat" and name != "squares" else 1)
    assert all(len(trace["meta"]) == 100 for trace in marks)
    numbered = sorted(i for trace in drawn["data"] for i in trace.get("customdata", []))
    assert numbered == sorted(list(range(100)) * len(marks))
    assert names[0] in lift_text(shown, found, names, 4, words)
    if solid:
        eye, up = (np.array(list(drawn["layout"]["scene"]["camera"][at].values())) for at in ("eye", "up"))
        assert np.linalg.norm(np.cross(eye, up)) > 0.1  # never along its own up
        assert drawn["layout"]["scene"]["uirevision"] == view


def test_along_the_plane_the_eye_sees_a_line() -> None:
    lab = lab_of(PhiOptions("second"))
    shown = lift_of(lab)
    scene = strict(lift_figure(shown, part_of(lab).solution, lab.points.y, "abc", 0, "edge", EN))["layout"]["scene"]
    aspect = np.array(list(scene["aspectratio"].values()))
    corners = (shown.planes[1] - shown.low) / (shown.high - shown.low) * aspect
    eye = np.array(list(scene["camera"]["eye"].values()))
    across = np.cross(eye, list(scene["camera"]["up"].values()))
    screen = corners @ np.column_stack([across / np.linalg.norm(across), np.cross(across, eye) / 1.0])
    centred = screen - screen.mean(axis=0)
    spread = np.linalg.svd(centred, compute_uv=False)
    assert spread[1] < 1e-9 * spread[0]


def test_the_gram_matrix_is_drawn_class_by_class_with_one_row_and_column_lit() -> None:
    lab = lab_of(PhiOptions("second"))
    shown, y = lift_of(lab), lab.points.y
    order = gram_order(lab.points.X, y)
    rows = rows_of(order, 7)
    drawn = strict(gram_figure(shown.gram, y, rows, 7, EN))
    at = rows.tolist().index(7)
    assert drawn["data"][1]["y"][:2] == [at, at]
    assert drawn["layout"]["meta"]["order"] == rows.tolist()
    row = shown.gram[7].copy()
    row[7] = -math.inf
    assert f"point {int(row.argmax()) + 1}." in gram_text(shown.gram, y, 7, "abc", EN)


def test_of_many_points_some_rows_are_drawn_and_the_marked_one_among_them() -> None:
    order = np.random.default_rng(0).permutation(2000)
    for picked in (0, 17, 1999):
        rows = rows_of(order, picked)
        assert len(rows) <= MOST_ROWS
        assert picked in rows
        assert [i for i in order if i in set(rows.tolist())] == rows.tolist()


def test_the_three_maps_are_drawn_side_by_side_with_planes_that_say_the_same() -> None:
    lab = lab_of()
    shown, found = zip(*example_lifts(lab), strict=True)
    drawn = strict(examples_figure(shown, found, lab.points.y, ["abc"] * 3, 0, EN))
    assert {trace["scene"] for trace in drawn["data"]} == {"scene", "scene2", "scene3"}
    for view in shown:
        np.testing.assert_allclose(view.points @ view.w + view.b, found[0].decision, atol=1e-3)


def test_the_code_of_the_page_finds_the_same_plane() -> None:
    lab = lab_of(PhiOptions("second"))
    done = subprocess.run(
        [sys.executable, "-c", reproduction(lab)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert str(lift_of(lab).b) in done.stdout
