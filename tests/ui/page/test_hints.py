"""What is said beside the list of data sets names only controls that are there, and a state that is the one shown."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product

import pytest

from core.view import Light
from datasets import CATALOGUE, make_points
from pages import LINK, PAGES
from tests.pages.visit import EN, Visit
from ui.page.hints import HINTS, hint
from ui.page.page import AnyPage
from ui.solve.kernels import KERNELS, usual_spec
from ui.solve.solving import solve
from ui.state.lab import Lab, opening
from ui.words import languages, words_for

TALKING = [page for page in PAGES if page.controls]
NAMED = {  # how a sentence tells to use a control, in every language
    "gamma": r"\b(slide|raise|lower) gamma|把 γ",
    "C": r"\b(slide|raise|lower) C\b|把 C ",
    "kernel": r"choose the linear kernel|compare the linear kernel|换成线性核|比较线性核",
    "margin": r"switch to (soft|the soft margin|the hard margin)|换成[硬软]间隔|改用[硬软]间隔",
    "board": r"\b(drag|delete)\b|拖动|删去",
}
KERNEL_SPECS = [*map(usual_spec, KERNELS), *(each.start["kernel"] for each in CATALOGUE.values())]
STATES = list(product(KERNEL_SPECS, [(None, 1.0), (None, 10.0), (1.0, 1.0), (10.0, 10.0), (100.0, 100.0)]))


def labs() -> list[Lab]:
    """Return every data set, and points of one's own, under every kernel, several C and hard margins after them."""
    opened = [opening(LINK, {"data": name}) for name in CATALOGUE]
    own = replace(opened[0], shared=replace(opened[0].shared, dataset=None))
    return [
        replace(lab, shared=lab.shared.with_kernel(kernel).with_penalty(soft).with_penalty(C))
        for lab in [*opened, own]
        for kernel, (C, soft) in STATES
    ]


def told(text: str) -> set[str]:
    return {control for control, pattern in NAMED.items() if re.search(pattern, text, re.IGNORECASE)}


@pytest.mark.parametrize("lang", languages)
@pytest.mark.parametrize("page", TALKING, ids=lambda page: page.name)
def test_a_hint_names_only_controls_and_a_state_that_are_there(page: AnyPage, lang: str) -> None:
    words = words_for(lang)
    for lab in labs():
        text, hard = words(hint(lab.board, page.controls, page.kernels)), lab.shared.C is None
        there = page.controls - ({"C"} if hard else set()) - (set() if "gamma" in lab.shared.kernel else {"gamma"})
        assert told(text) <= there, (lab.shared.kernel, lab.shared.C, text)
        if re.search("switch to the hard|换成硬", text):
            assert not hard, text
        if re.search("switch to the soft|换成软|with the hard|在硬间隔下", text, re.IGNORECASE):
            assert hard, text
        if page.kernels is not None:  # the page shows these, whichever kernel is chosen
            assert lab.shared.kernel["name"] in page.kernels or not re.search("kernel|核函数", text), text


@pytest.mark.parametrize("page", TALKING, ids=lambda page: page.name)
def test_the_controls_that_hints_may_name_are_on_their_page(page: AnyPage) -> None:
    visit = Visit(page.name, data="moons", lang="en")
    shown = {dial["name"] for panel in visit.data("panel") for dial in panel["dials"]}
    shown |= {"kernel", "margin"} if visit.data("panel") else set()
    shown |= {dial["name"] for sliders in visit.data("sliders") for dial in sliders["dials"]}
    shown |= {"margin" for choice in visit.app.segmented_control if choice.label == words_for("en")("panel.margin")}
    shown |= {"kernel" for choice in visit.app.selectbox if choice.label == words_for("en")("panel.kernel")}
    drawn = [header for header, _ in visit.boards()] + visit.data("player")
    shown |= {"board"} if all(header["editable"] for header in drawn) else set()
    assert page.controls <= shown


def test_a_read_only_board_does_not_suggest_dragging() -> None:
    for mode in ("watch", "hand"):
        asked = {"data": "gap", "lang": "en", "mode": mode}
        assert words_for("en")("dataset.gap.look") in Visit("smo", **asked).texts()
        assert words_for("en")("dataset.gap.about") in Visit("smo", **asked, hide="board").texts()
    assert words_for("en")("dataset.gap.about") in Visit(data="gap", lang="en", hide="board").texts()


def test_points_of_one_class_have_no_ring_to_drag() -> None:
    lab = opening(LINK)
    alone = replace(lab, shared=replace(lab.shared, dataset=None), every=make_points([[0, 0], [1, 1]], [1, 1]))
    assert hint(alone.board, frozenset({"board"}), None) == "dataset.own.about"


@pytest.mark.parametrize("name", HINTS)
def test_every_hint_is_met(name: str) -> None:
    page = PAGES[0]
    met = {hint(lab.board, page.controls, None) for lab in labs() if (lab.shared.dataset or "own") == name}
    assert met == {f"dataset.{name}.{each}" for each in ("about", *(one.name for one in HINTS[name]))}


@pytest.mark.parametrize("lang", languages)
@pytest.mark.parametrize("page", [page for page in PAGES if page.lessons and page.points], ids=lambda page: page.name)
def test_the_task_of_a_lesson_names_only_controls_of_its_page(page: AnyPage, lang: str) -> None:
    there = page.controls | {"margin", "C"}  # every page of points has these
    for lesson in page.lessons:
        assert told(words_for(lang)(f"try.{page.name}.{lesson.name}")) <= there


# ---- the story of the outlier ----


def width(lab: Lab) -> float:
    found = solve(lab.problem).solution
    assert found.light is Light.PROVED
    return found.margin_width


def soft(lab: Lab) -> Lab:
    return replace(lab, shared=lab.shared.with_penalty(lab.shared.soft))


def test_after_the_switch_to_soft_the_outlier_no_longer_narrows_the_band() -> None:
    visit = Visit(data="moons", lang="en", C="10")
    (lesson,) = [button for button in visit.app.button if button.key == "try-board-outlier"]
    lesson.click()
    visit.run()
    lab = visit.app.session_state["lab"]
    assert lab.shared.C is None
    (panel,) = visit.data("panel")
    (penalty,) = [dial for dial in panel["dials"] if dial["name"] == "C"]
    assert penalty["usual"] == lab.shared.soft == 1.0, "what the browser chooses when the margin turns soft"
    assert words_for("en")("dataset.outlier.hard") in visit.texts()
    assert width(soft(lab)) > 7 * width(lab)


def test_a_link_to_the_hard_margin_of_the_outlier_turns_soft_with_the_same_c() -> None:
    linked = opening(LINK, {"data": "outlier", "k": "linear", "C": "inf"})
    assert width(soft(linked)) > 7 * width(linked)


def test_on_a_page_without_a_panel_the_margin_turns_soft_with_the_c_of_before() -> None:
    visit = Visit("gamma", data="outlier", lang="en", C="0.5")
    (margin,) = (choice for choice in visit.app.segmented_control if choice.label == words_for("en")("panel.margin"))
    margin.set_value("hard")
    visit.run()
    assert visit.app.session_state["lab"].shared.C is None
    (margin,) = (choice for choice in visit.app.segmented_control if choice.label == words_for("en")("panel.margin"))
    margin.set_value("soft")
    visit.run()
    assert visit.app.session_state["lab"].shared.C == 0.5


@pytest.mark.parametrize("page", ["machines", "libsvm"])
def test_of_another_machine_than_c_svc_the_points_alone_are_described(page: str) -> None:
    state = {"data": "wave", "k": "gaussian", "g": "1", "C": "10"}
    for machine, key in (("c-svc", "look"), ("nu-svc", "about"), ("one-class", "about"), ("eps-svr", "about")):
        texts = Visit(page, **state, machines=f"{machine}_0.3_0.5").texts()
        told = {name: EN(f"dataset.wave.{name}") in texts for name in ("look", "about")}
        assert told == {"look": key == "look", "about": key == "about"}, machine
