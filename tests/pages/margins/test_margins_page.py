"""The page about margins as a visitor meets it: the line, the street, its routes, and a point taken away."""

from __future__ import annotations

import json
import math
import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from core.topics.margin.view import hand_line, line_through
from core.view import Light
from datasets import CATALOGUE, make_points
from pages import LINK
from pages.margins import answers, sentences, tables
from pages.margins.question import FORM, Options, Question, read
from pages.margins.sentences import separable_sentence
from tests.core.golden import GOLDEN
from tests.pages.visit import EN, Visit, in_both_languages, link_of
from ui.link.shared import Shared
from ui.solve.wire import unpack
from ui.state.lab import Lab, opening
from ui.words import number, words_for

HARD = {"k": "linear", "C": "inf"}
GOLD = {entry["id"]: entry for entry in GOLDEN["problems"]}


def laid(visit: Visit) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    (proto,) = visit.components("line")
    return unpack(proto.bytes)


def put(visit: Visit, component: str, **values: Any) -> None:
    """Send what hands send."""
    base = laid(visit)[0]["asking"]["base"]
    widgets = visit.app._tree.get_widget_states()
    widget = widgets.widgets.add()
    widget.id = visit.components(component)[0].id
    widget.json_value = json.dumps({"put": {"base": base, "seq": 1, "values": values}})
    visit.app._run(widgets)
    visit.check()


def opened(data: str, **more: Any) -> Visit:
    return Visit("margins", data=data, **HARD, **more)


def asked(data: str, options: Options | None = None, C: float | None = None) -> Question:
    shared = Shared(kernel={"name": "linear"}, C=C).choosing(options or Options())
    return read(Lab(shared, CATALOGUE[data].make()))


def as_option(line: tuple[np.ndarray, float]) -> str:
    """Return two places on a line with class +1 on its left, as a link writes them."""
    w, b = line
    foot, along = -b * w / (w @ w), np.array([w[1], -w[0]]) / np.hypot(*w)
    return ",".join(repr(float(part)) for part in (*(foot - 0.5 * along), *(foot + 0.5 * along)))


# ---- the line ----


@in_both_languages
def test_the_page_opens_with_a_line_that_is_not_yet_the_best(lang: str) -> None:
    visit, words = Visit("margins", lang=lang), words_for(lang)
    assert visit.warnings() == []
    header, arrays = laid(visit)
    found = hand_line(*line_through(*np.array(header["pair"])), arrays["X"], arrays["y"])
    assert found.errors == 0
    assert 0.2 < found.smallest / header["best"]["margin"] < 0.9
    assert number(found.smallest) in visit.lead()
    assert words("margins.question") in [title.value for title in visit.app.title]
    assert len(visit.components("plot")) == 4
    assert len(visit.boards()) == 2


def test_a_line_that_the_hand_turns_travels_in_the_link_and_changes_the_sentence() -> None:
    visit = opened("gap")
    before = visit.lead()
    put(visit, "line", pair=[-1.0, 2.0, 1.0, -2.5])
    assert visit.query["margins"].startswith("-1,2,1,-2.5_")
    assert visit.lead() != before
    again = Visit("margins", **visit.query)
    assert again.lead() == visit.lead()
    assert laid(again)[0]["pair"] == [[-1.0, 2.0], [1.0, -2.5]]


def test_the_widest_line_is_said_to_be_the_best_and_any_other_is_not() -> None:
    best = answers.widest(asked("gap"))
    exact = Visit("margins", data="gap", **HARD, margins=f"{as_option((best.w, best.solution.b))}_1_no")
    assert exact.lead() == EN("margins.lead.best", margin=number(best.solution.margin_width / 2))
    nearly = Visit("margins", data="gap", **HARD, margins=f"{as_option((best.w, best.solution.b + 0.01))}_1_no")
    assert "%" in nearly.lead()
    assert "100" not in nearly.lead()


def test_the_scale_moves_the_functional_margins_and_neither_the_line_nor_the_distances() -> None:
    shown = asked("gap")
    scaled = asked("gap", Options(scale=2.5))
    one, other = answers.laid(shown), answers.laid(scaled)
    assert np.allclose(other.functional, 2.5 * one.functional)
    assert np.allclose(other.geometric, one.geometric)
    visit = opened("gap")
    before = visit.lead()
    put(visit, "sliders", scale=2.5)
    assert "_2.5_" in visit.query["margins"]
    assert visit.lead() == before


@in_both_languages
def test_handles_at_one_place_are_refused_in_one_sentence_and_stay_in_reach(lang: str) -> None:
    visit = Visit("margins", lang=lang, data="gap", margins="1,1,1,1_1_no", **HARD)
    assert visit.warnings() == [words_for(lang)("refusal.handles.one_place")]
    assert laid(visit)[0]["pair"] == [[1.0, 1.0], [1.0, 1.0]]
    put(visit, "line", pair=[-2.0, 2.0, 2.0, -2.0])
    assert visit.warnings() == []


@pytest.mark.parametrize("labels", [[1, 1, 1], [-1, -1, -1]])
def test_one_class_has_no_street_and_the_board_stays(labels: list[int]) -> None:
    visit = Visit("margins", **link_of(make_points([[0, 0], [1, 1], [2, 0]], labels)))
    assert len(visit.warnings()) == 1
    assert len(visit.components("line")) == 1


def test_no_points_at_all_are_no_error() -> None:
    visit = Visit("margins", **link_of(make_points(np.empty((0, 2)), [])))
    assert len(visit.warnings()) == 1
    assert len(visit.components("line")) == 1


def test_what_no_line_separates_is_said_to_be_so_with_the_common_point() -> None:
    visit = opened("xor")
    assert "No line separates" in visit.lead()
    assert EN("margins.street.impossible") in visit.texts()
    assert EN("margins.street.title.none") in visit.texts()
    assert EN("margins.street.title") not in visit.texts()
    assert visit.boards()[0][0]["answer"]["common"] is not None
    assert laid(visit)[0]["best"] is None


def test_another_kernel_stays_chosen_and_the_page_says_that_it_shows_lines() -> None:
    visit = Visit("margins", data="gap", k="gaussian", g="1", C="inf")
    assert EN("margins.kernel", chosen=EN("panel.kernel.gaussian")) in visit.texts()
    assert visit.query["k"] == "gaussian"


# ---- the street and its routes ----


@pytest.mark.parametrize(("data", "name"), [("example-7-1", "G01"), ("exercise-7-2", "G02")])
def test_the_examples_have_the_answer_of_the_textbook(data: str, name: str) -> None:
    visit, known = opened(data), GOLD[name]["solution"]
    found = answers.chosen(asked(data)).solution
    assert math.isclose(found.b, known["b"], rel_tol=1e-9)
    assert np.allclose(found.alpha, known["alpha"], atol=1e-9)
    assert number(known["margin_width"]) in visit.texts()
    support = [str(i + 1) for i in known["support_indices"]]
    answered = opened(data, margins="auto_1_no_2_stays")
    assert EN("margins.carriers", points=EN.listed(support)) in answered.texts()


def test_three_routes_agree_to_the_digits_that_are_printed() -> None:
    visit = opened("gap")
    agreed = re.search(r"agree in w, b and the objective to (\d+) digits", visit.texts())
    assert agreed is not None
    found = answers.routes(asked("gap"))
    assert found.primal is not None
    assert found.smo.apart(found.primal) <= 10.0 ** -int(agreed[1])
    assert int(agreed[1]) >= 7


def test_a_soft_margin_has_reduced_hulls_and_its_line_is_not_said_to_be_halfway() -> None:
    visit = Visit("margins", data="overlap", k="linear", C="1")
    found = answers.routes(asked("overlap", C=1.0))
    assert found.hulls is not None
    assert found.hulls.bound < 1.0
    assert f"C/Σα = {number(found.hulls.bound)}" in visit.texts()
    assert EN("margins.route.hulls") not in str(visit.app.table[0].value)


def test_three_other_lines_separate_and_none_has_more_margin() -> None:
    shown = asked("gap")
    best = answers.widest(shown).solution.margin_width / 2
    lines = answers.separators(shown)
    assert len(lines) == 3
    for w, b in lines:
        found = hand_line(w, b, shown.X, shown.y)
        assert 0.0 < found.smallest <= best + 1e-9
        assert math.isclose(found.smallest, answers.margin_of(shown, (w, b)), rel_tol=1e-9)


def test_every_line_between_the_hands_and_the_widest_separates_and_the_norm_only_falls() -> None:
    between = answers.between(asked("gap"))
    assert between is not None
    assert between.smallest.min() >= 1.0 - 1e-9
    assert (np.diff(between.half_norm) < 0).all()
    assert "Every line on the way separates" in opened("gap").texts()


# ---- a point taken away ----


@in_both_languages
def test_a_point_off_the_margin_changes_nothing_and_one_on_it_moves_the_street(lang: str) -> None:
    words = words_for(lang)
    alpha = answers.chosen(asked("gap")).solution.alpha
    off, on = int(np.flatnonzero(alpha == 0)[0]) + 1, int(np.flatnonzero(alpha > 0)[0]) + 1
    stays = opened("gap", lang=lang, margins=f"auto_1_no_{off}_stays").texts()
    moves = opened("gap", lang=lang, margins=f"auto_1_no_{on}_stays").texts()
    assert words("margins.without.right") in stays
    assert words("margins.without.wrong") in moves
    assert number(answers.without(asked("gap", Options(gone=on))).solution.margin_width) in moves


def test_the_boundary_without_the_point_is_drawn_once_there_is_an_answer() -> None:
    silent, told = opened("gap"), opened("gap", margins="auto_1_no_3_moves")
    assert "median" not in silent.boards()[1][1]
    assert "median" in told.boards()[1][1]


@in_both_languages
def test_where_no_line_separates_the_quiz_is_whether_one_point_prevents_it(lang: str) -> None:
    words = words_for(lang)
    inside = make_points([[0, 0], [1, 0], [0, 1], [3, 3], [4, 3], [3, 4], [0.25, 0.25]], [1, 1, 1, -1, -1, -1, -1])
    query = {**link_of(inside, kernel={"name": "linear"}, C=None), "lang": lang}
    for gone, guess, still in ((7, "moves", False), (1, "moves", True), (1, "stays", True)):
        visit = Visit("margins", **query, margins=FORM.write(Options(gone=gone, guess=guess)))
        question = read(Lab(Shared(kernel={"name": "linear"}, C=None).choosing(Options(gone=gone)), inside))
        found = answers.without(question)
        said = separable_sentence(found, answers.chosen(question), guess, words)
        assert words("margins.none.title") in visit.texts()
        assert said in visit.texts()
        assert said.startswith(
            words("margins.without.right" if still == (guess == "stays") else "margins.without.wrong")
        )
        assert (words("margins.none.separates", i=7, width=number(found.solution.margin_width)) in said) != still
    closed = Visit("margins", **query)
    assert words("margins.none.ask", i=1) in closed.texts()
    assert words("margins.without.right") not in closed.texts()


def test_another_point_is_another_question() -> None:
    visit = opened("gap", margins="auto_1_no_3_moves")
    visit.app.number_input[0].set_value(5)
    visit.run()
    assert visit.query["margins"] == "auto_1_no_5_auto"
    assert EN("margins.without.ask", i=5) in visit.texts()


def test_the_last_point_of_a_class_is_refused() -> None:
    visit = opened("example-7-1", margins="auto_1_no_3_moves")
    assert EN("refusal.point.last") in visit.warnings()


def test_a_word_of_a_link_is_read_back_as_it_was_written() -> None:
    options = Options((1.0, 2.0, -3.0, 0.5), 0.7, True, 4, "moves")
    assert FORM.read(FORM.write(options)) == options


@in_both_languages
def test_where_no_street_is_settled_the_quiz_is_about_another_soft_margin(lang: str) -> None:
    """With one C so small and points of either class on one spot the best w is 0, as it is at ten times that C."""
    twins = make_points([[1.0, 1.0], [1.0, 1.0], [2.0, 0.0], [2.0, 0.0]], [1, -1, 1, -1])
    words = words_for(lang)
    visit = Visit("margins", **link_of(twins, C=0.5), lang=lang)
    visit.unfold("margins-other", lang)
    assert words("margins.other.flat", C="5") in visit.texts()


def test_another_soft_margin_says_how_many_points_lie_beyond_their_edge() -> None:
    question = read(opening(LINK, {"data": "overlap", "C": "1"}))
    C, found = answers.other(question)
    f = found.problem.gram @ (found.solution.alpha * found.problem.y) + found.solution.b
    beyond = int(np.count_nonzero(found.problem.y * f < 1.0 - 1e-6))
    assert C == 10.0
    told = {"C": "10", "n": number(len(f)), "width": number(found.solution.margin_width), "beyond": number(beyond)}
    assert sentences.other_sentence(C, found, EN) == EN("margins.other.yes", **told)
    hard = replace(found.solution, light=Light.NOT_YET)
    assert sentences.other_sentence(C, replace(found, solution=hard), EN) == EN("margins.other.open", C="10")


# ---- noise, new points, and the offset ----


@in_both_languages
def test_the_points_on_both_edges_leave_one_offset(lang: str) -> None:
    question, words = asked("example-7-1"), words_for(lang)
    shown = answers.allowed_offsets(question)
    told = sentences.offsets_sentence(shown, words)
    assert number(shown.low, 6) in told
    assert shown.low == pytest.approx(shown.high)
    assert shown.low == pytest.approx(answers.widest(question).solution.b)
    apart = replace(shown, high=shown.high + 1.0)
    assert sentences.offsets_sentence(apart, words) != told
    assert number(apart.high, 6) in sentences.offsets_sentence(apart, words)


def test_the_widest_street_survives_every_move_shorter_than_its_margin() -> None:
    question = asked("gap")
    shown = answers.moved(question)
    assert shown.margins[0] == pytest.approx(0.5 * answers.widest(question).solution.margin_width)
    assert max(shown.margins[1:]) < shown.margins[0]
    for margin, counts in zip(shown.margins, shown.kept, strict=True):
        for radius, count in zip(shown.radii, counts, strict=True):
            assert (count == answers.TRIALS) or radius >= margin
    assert shown.kept[0, -1] < answers.TRIALS
    words = words_for("en")
    told = sentences.moved_sentence(shown, words)
    assert str(answers.TRIALS) in told
    assert len(tables.moved_table(shown, words)) == 4


@in_both_languages
def test_the_verdict_on_new_points_follows_the_interval(lang: str) -> None:
    words, shown = words_for(lang), answers.new_points(asked("gap"))
    assert shown.separable >= sentences.FEW_SETS
    won = np.column_stack([np.full(200, 0.1), np.full(200, 0.2), np.full(200, 0.05)])
    told = sentences.new_points_sentences(replace(shown, errors=won), words)
    assert words("margins.new.better") in told
    assert words("margins.new.worse") in told
    tied = np.column_stack([np.full(200, 0.1), np.tile([0.2, 0.05], 100), np.full(200, 0.2)])
    assert words("margins.new.open") in sentences.new_points_sentences(replace(shown, errors=tied), words)
    few = sentences.new_points_sentences(replace(shown, errors=won[:3]), words)
    assert words("margins.new.few", least=sentences.FEW_SETS) in few
    table = tables.new_points_table(replace(shown, errors=won), words)
    assert table[words("margins.column.worst")].tolist() == ["10", "20", "5"]


@pytest.mark.parametrize("data", ["gap", "example-7-1"])
def test_the_fold_about_noise_opens(data: str) -> None:
    visit = opened(data)
    visit.unfold("margins-noise")
    assert words_for("en")("margins.new.told") in visit.texts()
