"""The page of the losses as a visitor meets it: slack, losses, kinds of points, the quiz at the end."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from core.problem import Role
from core.topics.margin.view import LOSSES_OF_A_MARGIN
from datasets import CATALOGUE, make_points
from pages.losses import answers, sentences, tables
from pages.losses.figures import LOSS, OFFSET, PATH, all_figures
from pages.losses.figures.path import ALPHA
from pages.losses.question import FORM, Options, Question, change, read
from tests.core.golden import GOLDEN
from tests.pages.visit import EN, Visit, in_both_languages, link_of
from ui.link.shared import Shared
from ui.solve.kernels import KernelSpec
from ui.state.lab import Lab
from ui.words import number, words_for

LINEAR: KernelSpec = {"name": "linear"}
GAUSSIAN: KernelSpec = {"name": "gaussian", "gamma": 1.0}
CROSS = make_points([[-3, -3], [3, 3], [-3, 3], [3, -3], [0, 1], [1, 0]], [1, 1, -1, -1, 1, -1])


def asked(
    data: str = "overlap", C: float | None = 1.0, kernel: KernelSpec = LINEAR, options: Options | None = None
) -> Question:
    shared = Shared(kernel=kernel, C=C).choosing(options or Options())
    return read(Lab(shared, CATALOGUE[data].make()))


def steep(degree: int, gamma: float) -> KernelSpec:
    """Return a kernel whose matrix on `CROSS` is so large that rounding ends the path early, or at once."""
    return {"name": "polynomial", "degree": degree, "gamma": gamma, "zeta": 1.0}


def put(visit: Visit, **values: Any) -> None:
    """Send what the sliders send."""
    (slider,) = visit.components("sliders")
    widgets = visit.app._tree.get_widget_states()
    widget = widgets.widgets.add()
    widget.id = slider.id
    base = json.loads(slider.json)["base"]
    widget.json_value = json.dumps({"put": {"base": base, "seq": 1, "values": values}})
    visit.app._run(widgets)
    visit.check()


# ---- losses ----


@pytest.mark.parametrize("row", GOLDEN["extras"]["losses"], ids=lambda row: str(row["m"]))
def test_the_losses_are_those_of_the_reference(row: dict[str, float]) -> None:
    m = np.array([row["m"]], dtype=float)
    for name in ("hinge", "zero_one", "perceptron", "squared_hinge"):
        assert LOSSES_OF_A_MARGIN[name](m)[0] == row[name]
    assert LOSSES_OF_A_MARGIN["logistic"](m)[0] == pytest.approx(np.log2(1.0 + np.exp(-m[0])))


def test_every_loss_but_that_of_the_perceptron_lies_above_the_zero_one_loss() -> None:
    m = np.linspace(-5, 5, 1001)
    above = {
        name: bool(np.all(loss(m) >= LOSSES_OF_A_MARGIN["zero_one"](m))) for name, loss in LOSSES_OF_A_MARGIN.items()
    }
    assert above == {name: name != "perceptron" for name in LOSSES_OF_A_MARGIN}


@in_both_languages
def test_the_page_opens_with_a_sentence_from_the_numbers_of_its_board(lang: str) -> None:
    visit = Visit("losses", lang=lang)
    assert visit.warnings() == []
    ((header, arrays),) = visit.boards()
    assert header["C"] == 1.0
    assert number(float(arrays["slack"].sum())) in visit.lead()
    worst = int(np.argmax(arrays["slack"]))
    assert header["picked"] == worst
    assert f"ξ = 1 − y f = {number(float(arrays['slack'][worst]))}" in visit.texts()
    assert len(visit.components("plot")) == 4


def test_a_slider_that_moves_changes_the_link_and_the_sentence() -> None:
    visit = Visit("losses", data="overlap", k="linear", C="1")
    before = visit.lead()
    put(visit, C=20.0)
    assert visit.query["C"] == "20"
    assert visit.lead() != before
    assert Visit("losses", **visit.query).lead() == visit.lead()


# ---- kinds of points ----


def test_every_point_is_of_one_kind_and_the_table_counts_them() -> None:
    found = answers.machine(asked())
    shown = tables.kinds_table(found, EN)
    assert shown[EN("losses.column.count")].astype(int).sum() == len(found.solution.alpha)
    assert set(tables.KINDS) == set(Role)


@pytest.mark.parametrize("C", [0.01, 1.0, 100.0])
def test_what_is_said_of_a_point_holds_for_its_slack(C: float) -> None:
    found = answers.machine(asked(C=C))
    for i, (xi, role) in enumerate(zip(found.solution.slack, found.solution.role, strict=True)):
        said = sentences.point_sentence(found, i, EN)
        assert f"Point {i + 1} " in said
        if role == Role.MISCLASSIFIED:
            assert xi > 1.0
            assert number(xi / np.hypot(*found.solution.w)) in said
        if role in (Role.OUTSIDE, Role.FREE):
            assert xi < 1e-6
            assert found.solution.alpha[i] < C


# ---- the quiz at the end ----


def test_the_quiz_is_answered_by_a_machine_at_twice_the_penalty() -> None:
    question = asked()
    now, then = answers.machine(question), answers.machine(question, 2.0)
    first = int(np.argmax(then.solution.slack))
    right = sentences.doubled_sentence(now, then, first, EN)
    assert right.startswith(EN("losses.doubled.right"))
    assert number(float(then.solution.slack[first])) in right
    wrong = sentences.doubled_sentence(now, then, int(np.argmin(then.solution.slack)), EN)
    assert wrong.startswith(EN("losses.doubled.wrong"))
    visit = Visit("losses", data="overlap", k="linear", C="1", losses=FORM.write(Options(guess=first)))
    assert right in visit.texts()


@in_both_languages
def test_without_slack_the_quiz_is_about_a_lower_penalty(lang: str) -> None:
    words, question = words_for(lang), asked("gap", 1000.0)
    now, then = answers.machine(question), answers.lowered(question)
    assert now.total == 0.0
    assert then is not None
    assert then.total > 0.0
    assert answers.machine(question, 10.0 * then.C).total == 0.0
    first = int(np.argmax(then.slack))
    right = sentences.lowered_sentence(now, then, first, words)
    assert right.startswith(words("losses.doubled.right"))
    assert number(float(then.slack[first])) in right
    assert sentences.lowered_sentence(now, then, int(np.argmin(then.slack)), words).startswith(
        words("losses.doubled.wrong")
    )
    assert sentences.lowered_sentence(now, None, 0, words) == words("losses.lowered.none", C=number(answers.LOW))
    offered = int(np.argmin(now.margin))
    told = Options(guess=offered)
    visit = Visit("losses", data="gap", k="linear", C="1000", losses=FORM.write(told), lang=lang)
    assert words("losses.doubled.nobody", C=number(1000.0)) in visit.texts()
    assert words("losses.lowered.title") in visit.texts()
    assert sentences.lowered_sentence(now, then, offered, words) in visit.texts()
    assert words("losses.lead.none", C="1000", half=number(0.5 * now.norm**2)) == visit.lead()


def test_the_lower_penalty_is_looked_for_down_to_the_end_of_the_slider(monkeypatch: pytest.MonkeyPatch) -> None:
    question = asked("gap", 1000.0)
    none, some = 1000.0, 1e-3
    for _ in range(20):
        middle = float(np.sqrt(none * some))
        none, some = (none, middle) if answers.machine(question, middle).total > 0.0 else (middle, some)
    monkeypatch.setattr(answers, "LOW", 0.9 * some)
    found = answers.lowered(asked("gap", 1.5 * none))  # a tenth of it is below the end
    assert found is not None
    assert found.C == answers.LOW
    assert found.total > 0.0


# ---- what cannot be shown ----


@in_both_languages
def test_where_the_margin_is_hard_the_soft_one_is_shown_and_said(lang: str) -> None:
    visit = Visit("losses", lang=lang, data="gap", k="linear", C="inf")
    assert visit.warnings() == []
    assert words_for(lang)("frame.soft", C="10") in visit.texts()
    assert visit.board()[0]["C"] == 10.0
    assert visit.query["C"] == "inf"  # what was chosen stays


@pytest.mark.parametrize("labels", [[], [1, 1, 1], [-1, -1, -1]])
def test_points_that_have_no_machine_are_refused_in_one_sentence(labels: list[int]) -> None:
    places = [[0, 0], [1, 1], [2, 0]][: len(labels)] or np.empty((0, 2))
    visit = Visit("losses", **link_of(make_points(places, labels), C="1"))
    assert len(visit.warnings()) == 1


def test_a_kernel_without_a_path_shows_the_losses_alone_and_says_so() -> None:
    visit = Visit("losses", data="overlap", k="sigmoid", g="1", r="-1", C="1")
    assert EN.joined([EN("refusal.path.indefinite"), EN("losses.path.none")]) in visit.texts()
    assert len(visit.components("plot")) == 1


@in_both_languages
def test_each_cause_of_no_path_has_its_own_sentence(lang: str) -> None:
    words = words_for(lang)
    crowd = np.random.default_rng(0).uniform(-3, 3, (501, 2))
    many = make_points(crowd, np.where(crowd.sum(axis=1) > 0, 1, -1))
    said = sentences.no_path_sentence(answers.why_no_path(read(Lab(Shared(kernel=LINEAR, C=1.0), many))), words)
    assert said == words.joined([words("refusal.path.points", count=501, most=500), words("losses.path.none")])
    nowhere = read(Lab(Shared(kernel=steep(10, 10.0), C=1.0), CROSS))
    assert answers.path(nowhere) is None
    said = sentences.no_path_sentence(answers.why_no_path(nowhere), words)
    assert said == words.joined([words("refusal.path.rounding", low=number(answers.LOW)), words("losses.path.none")])
    assert answers.why_no_path(asked()) is None


def test_a_value_that_makes_no_sense_changes_nothing() -> None:
    lab = Lab(Shared(kernel=LINEAR, C=1.0), CATALOGUE["overlap"].make())
    for name, value in (
        ("kernel", "nonsense"),
        ("kernel", None),
        ("picked", 10**6),
        ("picked", "1"),
        ("guess", -1),
        ("scale", "x"),
    ):
        assert change(lab, name, value) is lab
    assert change(lab, "kernel", "gaussian").shared.kernel["name"] == "gaussian"
    assert change(lab, "picked", 3).options(Options).picked == 3


def test_the_options_travel_in_a_link() -> None:
    options = Options(picked=4, scale=ALPHA, guess=7)
    assert FORM.read(FORM.write(options)) == options
    assert {each.key for each in all_figures(asked(), EN)} == {LOSS, PATH, OFFSET}
