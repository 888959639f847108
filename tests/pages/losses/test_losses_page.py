"""The page of the losses as a visitor meets it: slack, losses, the path over C, theorem 7.4, exercise 7.3."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import plotly.graph_objects as go
import pytest

from core.problem import Linear, Role, c_svc, offset_interval
from core.solver import answer
from core.view import LOSSES_OF_A_MARGIN, Light, sampled, solution
from datasets import CATALOGUE, make_points
from pages.losses import answers, sentences, tables
from pages.losses.figures import LOSS, OFFSET, PATH, all_figures, objectives_drawing
from pages.losses.figures.loss import reach
from pages.losses.figures.path import ALPHA, MOST_TOLD, SHARE, marked, moves_told
from pages.losses.question import FORM, Options, Question, change, read
from tests.core.golden import GOLDEN
from tests.pages.visit import EN, Visit, in_both_languages, link_of
from ui.link.shared import Shared
from ui.solve.kernels import KernelSpec
from ui.state.session import Lab
from ui.words import languages, number, words_for

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
    assert f"ξ = 1 − y f = {number(float(arrays['slack'][worst]))} > 1" in visit.texts()
    assert len(visit.components("plot")) == 4


def test_a_slider_that_moves_changes_the_link_and_the_sentence() -> None:
    visit = Visit("losses", data="overlap", k="linear", C="1")
    before = visit.lead()
    put(visit, C=20.0)
    assert visit.query["C"] == "20"
    assert visit.lead() != before
    assert Visit("losses", **visit.query).lead() == visit.lead()


def test_each_point_is_a_dot_on_the_hinge_by_its_number() -> None:
    question = asked()
    found = answers.machine(question)
    figure = next(each for each in all_figures(question, EN) if each.key == LOSS).draw().sent()["figure"]
    dots = {
        int(i): (x, y)
        for trace in figure["data"]
        if "ids" in trace
        for i, x, y in zip(trace["ids"], trace["x"], trace["y"], strict=True)
    }
    assert sorted(dots) == list(range(1, len(question.y) + 1))
    low, high = reach(found.margin)
    for i, (x, y) in dots.items():
        assert x == pytest.approx(np.clip(found.margin[i - 1], low, high))
        assert y == pytest.approx(max(0.0, 1.0 - x))


@pytest.mark.parametrize("lang", languages)
@pytest.mark.parametrize("scale", [SHARE, ALPHA])
@pytest.mark.parametrize(
    ("data", "kernel", "C"), [("overlap", LINEAR, 1.0), ("moons", GAUSSIAN, 1e6), ("xor", GAUSSIAN, 1e-3)]
)
def test_plotly_takes_the_figures_and_their_words_hold_numbers(
    lang: str, scale: str, data: str, kernel: KernelSpec, C: float
) -> None:
    words = words_for(lang)
    question = asked(data, C, kernel, Options(scale=scale))
    for each in (*all_figures(question, words), objectives_drawing(question, words)):
        sent = each.draw().sent()
        assert len(go.Figure(sent["figure"]).data) == len(sent["figure"]["data"])
        assert any(sign.isdigit() for sign in str(sent["alt"]))


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


# ---- every C at once ----


@pytest.mark.parametrize(
    ("data", "kernel"), [("overlap", LINEAR), ("outlier", LINEAR), ("moons", GAUSSIAN), ("xor", GAUSSIAN)]
)
def test_the_machine_of_the_path_proves_itself_at_any_penalty(data: str, kernel: KernelSpec) -> None:
    question = asked(data, 1.0, kernel)
    for C in np.geomspace(answers.LOW, answers.HIGH, 15):
        found = answers.machine(question, float(C))
        assert found.of_path
        assert found.solution.light is Light.PROVED
        exact = solution(found.problem, answer(found.problem, tolerance=1e-9))
        assert found.primal == pytest.approx(-exact.certificate.dual, rel=1e-6)


def test_beyond_the_path_the_machine_is_solved_for() -> None:
    found = answers.machine(asked(C=2.0 * answers.HIGH))
    assert not found.of_path
    assert found.solution.light is Light.PROVED


def test_the_breakpoints_around_a_penalty_are_those_that_are_said() -> None:
    question = asked()
    path = answers.path(question)
    assert path is not None
    said = sentences.near_sentence(path, 1.0, EN)
    below, above = path.bends[path.bends <= 1.0][-1], path.bends[path.bends > 1.0][0]
    assert number(below, 4) in said
    assert number(above, 4) in said
    k = int(np.flatnonzero(path.bends == above)[0])
    assert moves_told(path.breakpoints[k].moves, EN, most=3) in said
    terms = answers.terms_of_path(question)
    assert terms is not None
    told = sentences.path_sentence(path, terms, answers.HIGH, EN)
    assert str(len(path.breakpoints)) in told
    assert EN("losses.path.keys") in told
    assert EN("losses.path.short", high=number(path.high)) not in told
    low, high = (answers.machine(question, C) for C in (answers.LOW, answers.HIGH))
    assert f"Σ ξ goes from {number(low.total)} to {number(high.total)}" in told
    assert f"‖w‖ from {number(low.norm)} to {number(high.norm)}" in told


@pytest.mark.parametrize(("data", "kernel"), [("overlap", LINEAR), ("moons", GAUSSIAN), ("xor", GAUSSIAN)])
def test_at_every_mark_of_the_figure_it_is_said_what_changes_there(data: str, kernel: KernelSpec) -> None:
    path = answers.path(asked(data, 1.0, kernel))
    assert path is not None
    marks = marked(path)
    assert [one.C for one in marks] == sorted({float(f"{C:.4g}") for C in path.bends})
    assert sum(len(one.moves) for one in marks) == sum(len(one.moves) for one in path.breakpoints)
    for k, one in enumerate(marks):
        assert path.low <= one.C <= path.high
        said = sentences.near_sentence(path, one.C, EN)
        told = moves_told(one.moves, EN, MOST_TOLD)
        assert said.startswith(EN("losses.near.at", C=number(one.C, 4), moves=told))
        assert (EN("losses.near.above", C="", moves="").split("=")[0] in said) == (k + 1 < len(marks))
        assert "last breakpoint" not in said
    figure = (
        next(each for each in all_figures(asked(data, 1.0, kernel), EN) if each.key == PATH).draw().sent()["figure"]
    )
    (rug,) = [trace for trace in figure["data"] if trace.get("name") == "C"]
    assert rug["x"] == [one.C for one in marks]
    assert rug["hovertext"] == [moves_told(one.moves, EN, MOST_TOLD) for one in marks]


@pytest.mark.parametrize("C", [0.01, 1.0, 30.0])
def test_a_bar_for_the_slack_and_one_for_the_norm_stand_on_their_curves(C: float) -> None:
    question = asked(C=C)
    found, terms = answers.machine(question), answers.terms_of_path(question)
    assert terms is not None
    sent = next(each for each in all_figures(question, EN) if each.key == PATH).draw().sent()
    shapes = {shape["name"]: shape for shape in sent["figure"]["layout"]["shapes"]}
    for name, now, curve in (("slack", found.total, terms.slack), ("norm", found.norm, terms.norm)):
        assert shapes[name]["y1"] == pytest.approx(now / curve.max())
        assert shapes[name]["xanchor"] == C
        (word,) = [trace for trace in sent["figure"]["data"] if trace.get("name") == name]
        assert word["text"] == [word["meta"] + number(now)]
        assert number(now) in sent["alt"]
        assert np.interp(np.log(C), np.log(terms.at), curve) == pytest.approx(now, rel=0.05)


def test_the_path_is_drawn_at_breakpoints_and_between() -> None:
    path = answers.path(asked())
    assert path is not None
    at = sampled(path, 160, path.low, path.high)
    assert at[0] == path.low
    assert at[-1] == path.high
    assert np.isin(path.bends, at).all()


def test_the_interval_of_b_is_said_where_no_point_fixes_it() -> None:
    X, y = np.array([[1.0, 0.0], [2.0, 0.0], [-1.0, 0.0], [-1.5, 0.0]]), np.array([1, 1, -1, -1])  # as in G07
    question = read(Lab(Shared(kernel=LINEAR, C=0.05), make_points(X, y)))
    path = answers.path(question)
    assert path is not None
    band = answers.offsets(question)
    assert band is not None
    said = sentences.offset_sentence(path, band, 0.05, EN)
    assert (
        EN(
            "losses.offset.interval",
            C="0.05",
            low=number(path.b_interval(0.05)[0]),
            high=number(path.b_interval(0.05)[1]),
        )
        in said
    )
    fixed = sentences.offset_sentence(path, band, 10.0, EN)
    assert EN("losses.offset.fixed", C="10", free=2, b=number(path.b(10.0))) in fixed
    problem = c_svc(X, y, Linear(), 0.05)
    assert path.b_interval(0.05) == pytest.approx(offset_interval(problem, path.alpha(0.05)))
    assert path.b_interval(0.05) == pytest.approx((-0.5875, 0.45), abs=1e-3)  # the board has a grid of its own


def test_every_breakpoint_has_its_words() -> None:
    path = answers.path(asked("moons", 10.0, GAUSSIAN))
    assert path is not None
    shown = tables.breakpoints_table(path, EN)
    assert len(shown) == min(len(path.breakpoints), tables.MOST_BREAKPOINTS)
    visit = Visit("losses", data="moons", k="gaussian", g="1", C="10")
    visit.unfold("losses-breakpoints")


@in_both_languages
def test_the_sentences_that_follow_the_slider_in_the_browser_have_no_marks(lang: str) -> None:
    told = words_for(lang).subset(["losses.lead", "losses.point.", "losses.near.", "losses.moves."])
    assert [key for key, text in told.items() if any(mark in text for mark in ("](", "*", "$", "`"))] == []


# ---- the question at the end ----


def test_the_question_is_answered_by_a_machine_at_twice_the_penalty() -> None:
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


def test_without_slack_there_is_nobody_to_ask_about() -> None:
    visit = Visit("losses", data="gap", k="linear", C="1000")
    assert EN("losses.doubled.nobody") in visit.texts()
    assert "no point has slack" in visit.lead()


# ---- what cannot be shown ----


@in_both_languages
def test_a_hard_margin_is_refused_with_the_soft_one_in_reach(lang: str) -> None:
    visit = Visit("losses", lang=lang, data="gap", k="linear", C="inf")
    assert visit.warnings() == [words_for(lang)("refusal.slack.hard")]
    assert words_for(lang)("panel.margin") in [each.label for each in visit.app.get("button_group")] or visit.boards()


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


def test_a_path_that_ends_early_names_its_end_and_the_machine_beyond_it_is_solved_for() -> None:
    question = read(Lab(Shared(kernel=steep(5, 1.0), C=10.0), CROSS))
    path = answers.path(question)
    assert path is not None
    assert path.high < 10.0
    terms = answers.terms_of_path(question)
    assert terms is not None
    assert EN("losses.path.short", high=number(path.high)) in sentences.path_sentence(path, terms, answers.HIGH, EN)
    assert sentences.near_sentence(path, 10.0, EN) == EN("losses.path.outside", C="10")
    assert "outside" not in sentences.near_sentence(path, path.low, EN)
    assert not answers.machine(question).of_path


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
