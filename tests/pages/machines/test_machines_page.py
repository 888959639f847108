"""The page of the five machines: one drawing, and what it says of each is what the core finds."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from core.view import Light
from datasets import make_points
from pages import LINK
from pages.machines import answers
from pages.machines.figures.every import every_figure
from pages.machines.question import Question, change, read
from pages.machines.sentences import least_nu, nu_sentence, refused_sentence, twin_sentence
from pages.machines.tables import twin_table
from tests.pages.visit import EN, Visit, in_both_languages, link_of
from ui.page.machine.answers import machine as machine_of
from ui.page.machine.sentences import lead_sentence, shares_sentence
from ui.solve.machine.table import MACHINES
from ui.solve.solving import MachineSolved
from ui.solve.wire import unpack
from ui.state.lab import Lab, opening
from ui.state.machine import MachineChoice
from ui.words import number, words_for

LINEAR = {"data": "overlap", "k": "linear", "C": "1"}
GAUSSIAN = {"data": "overlap", "k": "gaussian", "g": "0.5", "C": "1"}


def asked_of(machine: str, query: dict[str, str] = GAUSSIAN, nu: float = 0.3, epsilon: float = 0.5) -> Question:
    return read(opening(LINK, {**query, "machines": f"{machine}_{nu}_{epsilon}"}))


def solved(asked: Question) -> MachineSolved:
    found = machine_of(asked)
    assert isinstance(found, MachineSolved)
    return found


@pytest.mark.parametrize("machine", list(MACHINES))
@in_both_languages
def test_every_machine_opens_with_its_light_and_its_sentence(machine: str, lang: str) -> None:
    visit = Visit("machines", **GAUSSIAN, machines=f"{machine}_0.3_0.5", lang=lang)
    assert visit.warnings() == []
    header, arrays = visit.board()
    assert header["answer"]["state"] == "proved"
    assert ("weights" in arrays) == (machine != "c-svc")
    assert header["plain"] == (not MACHINES[machine].labels)
    shown = {dial["name"] for sliders in visit.data("sliders") for dial in sliders["dials"]}
    assert shown == {"gamma", *MACHINES[machine].parameters}
    assert visit.query["machines"].startswith(machine)


@in_both_languages
def test_nu_svr_says_over_what_is_minimised(lang: str) -> None:
    asked, words = asked_of("nu-svr"), words_for(lang)
    found = solved(asked)
    every = answers.all_of_nu(asked, found)
    assert every is not None
    n = len(asked.y)
    assert words("machines.every.printed", n=n, slacks=2 * n) in nu_sentence(found.fitted, every, words)


def test_the_two_shares_bracket_nu_for_every_machine() -> None:
    for machine in MACHINES:
        found = solved(asked_of(machine)).fitted
        assert found.least_share <= found.nu + 1e-9
        assert found.most_share >= found.nu - 1e-9
        assert shares_sentence(found, EN) not in (EN("machine.shares.open"), EN("machine.shares.none"))


@pytest.mark.parametrize("nu", [0.21, 0.26, 0.3, 0.5, 0.62])
def test_rho_and_its_inverse_are_each_written_in_one_way_on_the_whole_page(nu: float) -> None:
    visit = Visit("machines", **GAUSSIAN, machines=f"nu-svc_{nu}_0.5")
    values = {each["key"]: each["value"] for each in visit.board()[0]["answer"]["numbers"]}
    said = visit.texts()
    for key, symbol in (("r", "ρ"), ("C", "C = 1/ρ")):
        written = set(re.findall(rf"(?<!1/)(?<!b − )\b{symbol} = ([\d.]+\d(?: × 10[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+)?)", said))
        assert written == {values[key]}, said


@pytest.mark.parametrize("data", ["overlap", "moons", "blobs"])
@pytest.mark.parametrize("nu", [0.05, 0.25, 0.3, 0.7])
def test_the_band_without_a_proved_margin_ends_where_the_sentence_says(data: str, nu: float) -> None:
    asked = asked_of("nu-svc", {**LINEAR, "data": data}, nu)
    found = solved(asked)
    every = answers.all_of_nu(asked, found)
    assert every is not None
    said, small = nu_sentence(found.fitted, every, EN), EN("figure.machines.every.small")
    layout = every_figure(found.fitted, every, EN).plain()["layout"]
    bands = [shape["x1"] for shape in layout.get("shapes", ()) if shape["type"] == "rect" and shape["x0"] == 0.0]
    least = least_nu(found.fitted, every)
    if EN("machines.every.never") in said:
        assert bands == [every.most]
    elif EN("machines.every.least", least=number(least)) in said:
        assert bands == [least]
        assert small in {note["text"] for note in layout["annotations"]} or least <= 0.14
    else:
        assert bands == []


def test_rho_gives_the_c_whose_boundary_is_the_same_to_the_digits_printed() -> None:
    asked = asked_of("nu-svc")
    found = solved(asked)
    both = answers.same_machine(asked, found)
    assert both is not None
    other = both.other
    table = twin_table(both.mine, other, EN)
    b, norm = (table.loc[EN(f"machines.row.{name}")].tolist() for name in ("offset", "norm"))
    assert b[0] == b[1]
    assert norm[0] == norm[1]
    assert other.parameter == pytest.approx(1.0 / both.mine.r)
    told = twin_sentence(found.fitted, other, EN)
    assert number(other.parameter, 4) in told
    again = solved(asked_of("c-svc", {**GAUSSIAN, "C": repr(other.parameter)}))
    for name in ("b", "norm"):
        assert number(getattr(again.fitted, name), 3) == number(getattr(found.fitted, name), 3)
    assert again.fitted.nu == pytest.approx(0.3, rel=1e-4)


def test_reduced_hulls_that_meet_are_said_and_drawn() -> None:
    asked = asked_of("nu-svc", LINEAR, nu=0.05)
    found = solved(asked)
    assert found.fitted.light is Light.IMPOSSIBLE
    assert answers.has_hulls(asked, found)
    assert answers.hulls(asked, found) is None
    assert "0.05" in lead_sentence(asked, found, EN)
    apart = asked_of("nu-svc", LINEAR, nu=0.6)
    near = answers.hulls(apart, solved(apart))
    assert near is not None
    assert near.bound == pytest.approx(2.0 / (0.6 * 100))


@in_both_languages
def test_a_nu_that_is_too_large_is_explained_and_the_points_stay(lang: str) -> None:
    points = make_points(np.array([[0.0, 0.0], [1.0, 0.0], [2.0, 1.0], [1.0, 2.0], [3.0, 3.0]]), [1, -1, -1, -1, -1])
    visit = Visit("machines", **link_of(points), machines="nu-svc_0.9_0.5", lang=lang)
    header, arrays = visit.board()
    assert header["answer"]["state"] == "refused"
    assert len(arrays["X"]) == 5
    assert ("2.25" in visit.texts()) or ("2.2" in visit.texts())


def test_a_refused_nu_says_what_each_class_would_have_to_give() -> None:
    asked = read(opening(LINK, {**link_of(make_points(np.eye(2), [1, -1])), "machines": "nu-svc_1_0.5"}))
    assert isinstance(machine_of(asked), MachineSolved), "at the edge it is feasible"
    few = make_points(np.array([[0.0, 0.0], [1.0, 0.0], [2.0, 1.0]]), [1, -1, -1])
    asked = read(opening(LINK, {**link_of(few), "machines": "nu-svc_0.9_0.5"}))
    error = machine_of(asked)
    assert not isinstance(error, MachineSolved)
    assert "1.35" in refused_sentence(asked, error, EN)


def test_one_class_says_from_which_nu_on_a_point_may_be_left_out() -> None:
    for nu, key in ((0.005, "none"), (0.2, "some")):
        asked = asked_of("one-class", nu=nu)
        found = solved(asked)
        every = answers.all_of_nu(asked, found)
        assert every is not None
        told = nu_sentence(found.fitted, every, EN)
        start = EN.texts[f"machines.one.{key}"].partition("{")[0]
        assert told.startswith(start)
        assert (found.fitted.beyond == 0) >= (key == "none")


@pytest.mark.parametrize("machine", ["eps-svr", "nu-svr"])
def test_a_tube_needs_one_point_only_and_takes_equal_values(machine: str) -> None:
    for X in ([[0.5, 0.5]], [[0.0, 1.0], [1.0, 1.0], [2.0, 1.0]]):
        points = make_points(np.array(X), np.ones(len(X), int))
        found = solved(read(opening(LINK, {**link_of(points), "machines": f"{machine}_0.5_0.1"}))).fitted
        assert found.light is Light.PROVED
        assert found.beyond == 0


def test_numbers_of_another_machine_are_kept_and_change_nothing() -> None:
    one, other = asked_of("eps-svr", nu=0.2), asked_of("eps-svr", nu=0.9)
    assert one.spec == other.spec
    assert machine_of(one) is machine_of(other)
    lab = opening(LINK, {**GAUSSIAN, "machines": "eps-svr_0.2_0.5"})
    back = change(lab, "machine", "nu-svc")
    assert back.options(MachineChoice).nu == 0.2


@pytest.mark.parametrize(
    "text", ["svdd_0.3_0.5", "nu-svc_0_0.5", "nu-svc_1.5_0.5", "nu-svc_nan_1", "eps-svr_0.3_-1", "_"]
)
def test_a_link_that_names_no_machine_is_told_and_the_usual_one_opens(text: str) -> None:
    visit = Visit("machines", **GAUSSIAN, machines=text)
    assert visit.texts().count(EN("link.machines")) == 1
    assert visit.board()[0]["answer"]["state"] == "proved"


def test_a_tube_has_a_soft_c_where_the_other_pages_have_a_hard_margin() -> None:
    query: dict[str, Any] = {"data": "gap", "k": "linear", "C": "inf", "machines": "eps-svr_0.3_0.5"}
    visit = Visit("machines", **query)
    assert visit.board()[0]["C"] is not None
    assert visit.query["C"] == "inf", "the hard margin is still chosen"


def test_old_links_have_no_machine_and_a_page_without_the_choice_shows_c_svc() -> None:
    lab: Lab = opening(LINK, GAUSSIAN)
    assert lab.shared.chosen(MachineChoice) is None
    assert "machines" not in (LINK.to_query(lab.shared) or {})
    visit = Visit("smo", **GAUSSIAN, machines="nu-svr_0.3_0.5")
    (player,) = visit.components("player")
    assert unpack(player.bytes)[0]["way"]["machine"]["name"] == "c-svc"


def test_where_one_class_has_no_region_a_button_leads_to_one() -> None:
    visit = Visit("machines", data="overlap", k="linear", C="1", machines="one-class_0.3_0.5")
    visit.press("take-gaussian")
    assert visit.query["k"] == "gaussian"
    assert not [each for each in visit.app.button if each.key == "take-gaussian"]
