"""The plane of a step's pair: it follows the run, the hand's point is in the link, and its formula is the clip."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.problem import Gaussian, c_svc
from core.trace import record
from core.view import Region, cut_pairs
from pages import LINK
from pages.smo.figures.regions import REGIONS, SHORT, regions_figure, visible, window_of
from pages.smo.question import BACK, FORM, NOWHERE, Options, change, read
from pages.smo.regions import DIALS, StepPlane, formulas, map_at, map_figure, sentence
from tests.core.small_problems import moons
from tests.pages.visit import EN, Visit, in_both_languages
from ui.solve.limits import FARTHEST_ALPHA
from ui.state.lab import opening
from ui.words import words_for

STATE: dict[str, Any] = {"data": "moons", "k": "gaussian", "g": "1", "C": "1", "weights": "2_0.5", "step": "4"}
RUN = record(c_svc(*moons(40), Gaussian(1.0), 2.0, {1: 2.0, -1: 0.5}))
FAR = st.floats(-FARTHEST_ALPHA, FARTHEST_ALPHA)
PAIRS = st.lists(st.tuples(st.integers(0, 99), st.integers(0, 99)), max_size=4).map(tuple)


@given(pairs=PAIRS, at_i=st.none() | FAR, at_j=st.none() | FAR)
def test_picked_pairs_and_the_hands_point_come_back_from_a_link(
    pairs: tuple[tuple[int, int], ...], at_i: float | None, at_j: float | None
) -> None:
    options = Options(pairs, at_i, at_j)
    text = FORM.write(options)
    assert ("~" in text) == (options.place != NOWHERE)
    if text:
        assert FORM.read(text) == options


def test_an_older_link_has_pairs_alone_and_junk_is_refused() -> None:
    assert FORM.read("3-8_1-0-1") == Options(((3, 8), (1, 0, 1)))
    assert FORM.write(Options(((3, 8), (1, 0, 1)))) == "3-8_1-0-1"
    for text in ("", "3-8~1", "3-8~1~2~3", "~nan~1", "~1e400~1", "~x~1", "x~1~1", "~1~inf"):
        assert FORM.read(text) is None


@given(place=st.tuples(st.floats(-3, 8), st.floats(-3, 8)), k=st.integers(0, len(RUN) - 1))
def test_the_formula_has_the_numbers_of_the_clip(place: tuple[float, float], k: int) -> None:
    shown = map_at(RUN, k, place)
    line = " ".join(formulas(shown))
    found = shown.cut
    assert len(re.findall(r"\\alpha_[ij]\^\{new\}", line)) == (
        0 if found is None or found.region is Region.INSIDE else 2
    )
    said = sentence(shown, EN)
    if found is None:
        assert said == EN("smo.regions.never", i=shown.box.i + 1, j=shown.box.j + 1)
        return
    assert EN(f"figure.box.region.{found.region.name}") in said
    if found.region is Region.INSIDE:
        return
    # What the line says is true: the variable is beyond the bound that it names.
    t = re.search(r"\\alpha_([ij])\^\{unc\}", line)
    assert t is not None
    which = 0 if t[1] == "i" else 1
    bound = (found.C_i, found.C_j)[which]
    assert found.free[which] >= bound if ">" in line else found.free[which] <= 0.0


@pytest.mark.parametrize("box", [*cut_pairs(), *(map_at(RUN, k, NOWHERE).box for k in range(len(RUN)))])
def test_the_visible_point_is_in_the_window_and_of_the_same_region(box: Any) -> None:
    window, own = window_of(box), visible(box, window_of(box))
    near = 1e-9 * max(box.C_i, box.C_j)
    assert window.i[0] - near <= own[0] <= window.i[1] + near
    assert window.j[0] - near <= own[1] <= window.j[1] + near
    if box.free != own:
        again = StepPlane(box, own).cut
        assert again is not None
        assert again.region is box.region
        np.testing.assert_allclose(again.new, box.new, rtol=0, atol=near)


@in_both_languages
def test_both_cases_of_labels_are_drawn_with_all_of_their_regions(lang: str) -> None:
    words = words_for(lang)
    for same in (False, True):
        box = next(pair for pair in cut_pairs() if pair.same_label is same)
        other = [pair for pair in cut_pairs() if pair.same_label is not same]
        drawn = regions_figure(box, None, other, words).plain()
        named = {text for trace in drawn["data"] for text in trace.get("text") or ()}
        assert named >= {*SHORT.values(), "NA", words("figure.regions.equal"), words("figure.regions.unlike")}


@in_both_languages
def test_the_plane_follows_the_step_and_the_hand_chooses_a_point_that_the_link_carries(lang: str) -> None:
    visit, words = Visit("smo", **STATE, lang=lang), words_for(lang)
    assert visit.data("plot") == [each for each in visit.data("plot") if each["key"] != REGIONS]
    visit.unfold(REGIONS, lang)
    asked = read(opening(LINK, STATE))
    trace = record(asked.problem.core_problem(), "smo-second-order", 1e-5)
    shown = map_at(trace, 4, NOWHERE)
    assert sentence(shown, words) in visit.texts()
    assert formulas(shown)[0] in [each.value.strip("$\n") for each in visit.app.get("markdown")] or visit.app.get(
        "latex"
    )
    (dials,) = [each for each in visit.data("sliders") if each["name"] == DIALS]
    assert [dial["value"] for dial in dials["dials"]] == pytest.approx(shown.at, rel=1e-5)
    assert dials["grips"][0]["figure"] == REGIONS
    lab = opening(LINK, STATE)
    moved = change(change(lab, "at_i", 0.75), "at_j", -0.25)
    query = LINK.to_query(moved.shared)
    assert query is not None
    assert query["pairs"] == "~0.75~-0.25"
    there = Visit("smo", **{**query, "lang": lang})
    there.unfold(REGIONS, lang)
    assert sentence(map_at(trace, 4, (0.75, -0.25)), words) in there.texts()
    assert "pairs" not in (LINK.to_query(change(moved, BACK, None).shared) or {})


def test_the_figure_of_another_step_or_point_is_another() -> None:
    one, other = (map_figure(RUN, k, NOWHERE, EN).draw() for k in (0, 5))
    assert one != other
    assert map_figure(RUN, 0, (0.1, 0.2), EN).of != map_figure(RUN, 0, NOWHERE, EN).of
    assert map_at(RUN, len(RUN), NOWHERE).box == map_at(RUN, len(RUN) - 1, NOWHERE).box


def test_values_outside_every_plane_leave_the_lab_as_it_is() -> None:
    lab = opening(LINK, STATE)
    for value in (float("nan"), float("inf"), "1", None, 1e200):
        assert change(lab, "at_i", value) in (lab, lab)
        assert change(lab, "at_i", value).options(Options).at_i is None


@pytest.mark.parametrize("k", [0, len(RUN) // 2, len(RUN) - 1])
@given(place=st.tuples(st.floats(-3, 8), st.floats(-3, 8)))
def test_the_drawn_lines_part_the_corners_that_no_step_reaches(k: int, place: tuple[float, float]) -> None:
    """A segment from the middle of the box to a point crosses a line that touches the box just where none clips it."""
    shown = map_at(RUN, k, place)
    box = shown.box
    other = [pair for pair in cut_pairs() if pair.same_label is not box.same_label]
    lines = regions_figure(box, None, other, EN).data[0]
    ends = [(x, y) for x, y in zip(lines["x"], lines["y"], strict=True) if x is not None]
    kept = [x + y if box.same_label else x - y for x, y in ends]
    middle = 0.5 * (box.C_i + box.C_j) if box.same_label else 0.5 * (box.C_i - box.C_j)
    mine = sum(place) if box.same_label else place[0] - place[1]
    corners = [(x, y) for x in (0.0, box.C_i) for y in (0.0, box.C_j)]
    whole = [kept[at] for at in range(0, len(ends), 2) if ends[at] not in corners]  # not from the box outwards only
    assert len(whole) == 2
    beyond = any(min(mine, middle) < each < max(mine, middle) for each in whole)
    assert beyond == (shown.cut is None) or any(abs(mine - each) < 1e-6 for each in whole)
