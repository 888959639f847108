"""The page of the perceptron as a visitor meets it: every option, both languages, bad input, and what it says."""

from __future__ import annotations

import base64
import json
import math
from typing import Any

import numpy as np
import pytest

from core.problem import Linear, c_svc
from core.solver import Outcome
from core.trace import record
from datasets import CATALOGUE, make_points
from pages import LINK
from pages.perceptron import answers
from pages.perceptron.question import Options, read
from pages.perceptron.sentences import bound_sentence, duals_sentences, lead_sentence, lines_sentence, moved_sentences
from tests.pages.visit import CHINESE, EN, Visit, in_both_languages, link_of
from ui.solve.board_problem import BoardProblem
from ui.solve.kernels import DEFINITE, KERNELS
from ui.solve.solving import solved
from ui.solve.wire import pack, unpack
from ui.state.lab import opening
from ui.words import words_for

EXERCISE = {"data": "exercise-7-2", "k": "linear"}
CROSSED = {"data": "xor", "k": "linear"}


def player(visit: Visit) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    (proto,) = visit.components("player")
    return unpack(proto.bytes)


@in_both_languages
def test_a_first_visit_opens_on_five_points_whose_line_is_still_wrong(lang: str) -> None:
    visit, words = Visit("perceptron", lang=lang), words_for(lang)
    header, arrays = player(visit)
    assert visit.warnings() == []
    assert words("perceptron.question") in [title.value for title in visit.app.title]
    assert bool(CHINESE.search(visit.lead())) == (lang == "zh")
    assert (len(arrays["y"]), header["step"]) == (5, 8)
    assert len(visit.components("plot")) == 3
    assert {"C", "margin"} <= set(visit.data("panel")[0]["hidden"])


def test_what_the_player_gets_is_the_run_of_the_core_with_the_svm_beside_it() -> None:
    header, arrays = player(Visit("perceptron", **EXERCISE))
    points = CATALOGUE["exercise-7-2"].make()
    trace = record(c_svc(points.X, points.y, Linear(), math.inf), "perceptron")
    assert (arrays["pair"].view(np.uint32) & 65535).tolist() == trace.table["i"].tolist()
    assert (arrays["pair"].view(np.uint32) >> 16 == 65535).all()
    assert arrays["move"].tolist() == points.y[trace.table["i"]].tolist()
    svm = solved(BoardProblem(points.X, points.y, {"name": "linear"}, None)).solution
    np.testing.assert_allclose(arrays["ghost"], [*(svm.alpha * points.y), svm.b])
    np.testing.assert_allclose(svm.alpha, [0.5, 0.0, 2.0, 0.0, 2.5], atol=1e-4)
    assert header["bound"] is None
    assert "widest" in header["marks"]
    assert not {"margins", "free", "bounded", "slack"} & set(header["marks"])
    assert header["course"][0] == "player.norm"


@pytest.mark.parametrize("kernel", list(KERNELS))
@pytest.mark.parametrize("way", ["cyclic_0", "random_7"])
def test_every_kernel_and_order_is_walked_drawn_and_told(kernel: str, way: str) -> None:
    visit = Visit("perceptron", data="rings", k=kernel, g="0.5", q="3", m="6", D="80", mistakes=way, step="4")
    header, _ = player(visit)
    assert header["kernel"]["name"] == (kernel if kernel in DEFINITE else "linear")
    assert (EN("perceptron.without.sigmoid") in visit.texts()) == (kernel == "sigmoid")
    assert (header["way"]["order"], header["way"]["seed"]) == ("random", 7) if "7" in way else ("cyclic", 0)
    assert list(visit.data("panel")[0]["kernels"]) == list(DEFINITE)


def test_the_penalty_of_the_visitor_has_no_part_in_the_run_and_stays_in_the_link() -> None:
    soft, hard = (Visit("perceptron", **EXERCISE, C=C) for C in ("3", "hard"))
    assert player(soft)[0]["run"] == player(hard)[0]["run"]
    assert soft.query["C"] == "3"


@in_both_languages
def test_on_points_that_no_line_separates_the_page_says_so_with_the_proof_and_stops(lang: str) -> None:
    visit, words = Visit("perceptron", **CROSSED, lang=lang, step="9999"), words_for(lang)
    header, arrays = player(visit)
    assert header["outcome"] == "ENDLESS"
    assert len(arrays["pair"]) == 100
    assert "ghost" not in arrays
    assert visit.lead() == words.joined(
        [words("perceptron.impossible", x="0", y="0"), words("perceptron.ended.INFEASIBLE", k="100")]
    )
    assert words("perceptron.none.why") in visit.texts()
    shown = [data for data in visit.data("plot") if data["key"] == "perceptron-hulls"]
    assert len(shown) == 1
    assert "(0, 0)" in shown[0]["alt"]


def test_two_classes_on_one_spot_are_proved_not_to_be_separable_in_any_feature_space() -> None:
    points = make_points([[0.0, 1.0], [0.0, 1.0], [2.0, 0.0]], [1, -1, 1])
    visit = Visit("perceptron", **link_of(points, kernel={"name": "gaussian", "gamma": 1.0}), step="9999")
    assert EN("perceptron.impossible.space") in visit.lead()
    assert EN("perceptron.none.why") in visit.texts()


@in_both_languages
@pytest.mark.parametrize(
    ("places", "labels"), [([[0.0, 1.0], [1.0, 0.0]], [1, 1]), ([[0.5, 0.5]], [-1]), (np.empty((0, 2)), [])]
)
def test_one_class_one_point_and_no_points_get_one_clear_sentence(places: Any, labels: list[int], lang: str) -> None:
    visit = Visit("perceptron", **link_of(make_points(places, labels)), lang=lang)
    (warning,) = visit.warnings()
    words = words_for(lang)
    one_class = [words("refusal.labels.one_class", sign=sign) for sign in ("+1", "−1", "1", "-1")]
    assert warning.replace("\\", "") in (*one_class, words("refusal.points.none"))
    assert visit.components("player") == []
    assert len(visit.below()) == 1


def test_points_under_a_hand_that_can_no_longer_be_separated_are_committed_with_their_run() -> None:
    visit = Visit("perceptron", **EXERCISE)
    header, arrays = player(visit)
    X = arrays["X"].copy()
    X[4] = [2.0, 2.5]  # between three points of the other class
    blob = pack({"kernel": header["kernel"], "C": header["C"], "window": header["window"]}, {"X": X, "y": arrays["y"]})
    sent = {"made": header["made"], "blob": base64.b64encode(blob).decode()}
    widgets = visit.app._tree.get_widget_states()
    widget = widgets.widgets.add()
    widget.id, widget.json_value = visit.components("player")[0].id, json.dumps({"commit": sent})
    visit.app._run(widgets)
    visit.check()
    assert player(visit)[1]["X"].tolist() == X.tolist()
    assert player(visit)[0]["outcome"] == "ENDLESS"


def asked(**query: str) -> Any:
    return read(opening(LINK, {**EXERCISE, **query}))


def test_the_lead_says_what_the_row_of_the_table_says() -> None:
    question = asked()
    trace, found, known = answers.run(question).trace, answers.svm(question), answers.bound(question)
    first = lead_sentence(trace, 0, found, known, EN)
    assert first == EN("perceptron.mistake.first", i=1, count="1", round=1, eta="")
    wrong = next(k for k in range(1, len(trace)) if trace.table["violation"][k] > 0)
    assert "is on the wrong side" in lead_sentence(trace, wrong, found, known, EN)
    assert f"**point {trace.table['i'][wrong] + 1}**" in lead_sentence(trace, wrong, found, known, EN)
    last = lead_sentence(trace, len(trace), found, known, EN)
    assert "After mistake 16" in last
    assert "188" in last
    assert known is not None
    assert "360" in bound_sentence(trace, known, widest=True, words=EN)


@in_both_languages
def test_exercise_7_1_is_answered_by_numbers_that_hold(lang: str) -> None:
    question, words = asked(), words_for(lang)
    shown = answers.duals(question)
    problem, counts = answers.svm(question).problem, answers.counts(question)
    assert shown.balance == problem.y @ counts
    assert shown.again <= 1e-3
    assert shown.off_svm == 0
    assert shown.off == 1  # point 4, which is off the margin
    assert counts[3] > 0
    assert shown.other > 0
    assert shown.apart > 1e-3
    assert len(duals_sentences(shown, answers.two_rates(question), 5, words)) == 5


def test_three_lines_that_differ_are_drawn_and_none_is_wider_than_the_svm() -> None:
    question = asked()
    found, widest = answers.different(question), answers.widest(question)
    assert len(found) == 3
    assert widest.margin == pytest.approx(1.0 / math.sqrt(5.0), rel=1e-4)
    assert all(0.0 < one.margin < widest.margin for one in answers.orders(question))
    assert EN("perceptron.lines.kept") in lines_sentence(answers.orders(question), widest, EN)
    assert lines_sentence(answers.orders(question), None, EN) == EN("perceptron.lines.open")


def test_the_printed_sign_is_held_against_the_lagrangian() -> None:
    slope, total = answers.slopes(asked(mistakes="random_2"))
    assert slope == pytest.approx(-total, abs=1e-9)
    visit = Visit("perceptron", data="outlier", k="linear", mistakes="random_3")
    visit.unfold("perceptron-machine")
    slope, total = answers.slopes(read(opening(LINK, {"data": "outlier", "k": "linear", "mistakes": "random_3"})))
    assert total != 0.0
    assert any("∂L/∂b = −Σ λ y" in one.value for one in visit.app.markdown)


@in_both_languages
@pytest.mark.parametrize("kernel", ["linear", "gaussian", "polynomial"])
def test_the_quiz_is_answered_by_another_run(kernel: str, lang: str) -> None:
    question, words = asked(k=kernel), words_for(lang)
    known, after = answers.bound(question), answers.moved(question)
    assert known is not None
    said = moved_sentences(len(answers.run(question).trace), known, after, words)
    assert len(said) == 3
    if kernel == "linear":
        assert after.mistakes > 16
        assert after.mistakes <= after.bound
        assert words("perceptron.moved.margin", before="0.4472", after="0.4472") in said
    if kernel == "gaussian":
        assert after.mistakes == len(answers.run(question).trace)
    visit = Visit("perceptron", **{**EXERCISE, "k": kernel}, lang=lang)
    visit.unfold("perceptron-quiz", lang)
    assert words.joined(said) in [one.value for one in visit.app.markdown]


def test_a_run_that_is_cut_says_whether_there_is_more_to_learn() -> None:
    points = make_points([[0.0, 0.0], [1e-3, 0.0], [3.0, 1.0], [3.0 + 1e-3, 1.0]], [1, -1, 1, -1])
    visit = Visit("perceptron", **link_of(points, kernel={"name": "linear"}), step="999999")
    trace = answers.run(read(opening(LINK, visit.query))).trace
    assert trace.outcome is Outcome.STEP_LIMIT
    assert EN("perceptron.exists") in visit.lead()


def test_the_seed_of_an_order_that_is_not_shuffled_makes_no_other_run() -> None:
    assert answers.name(asked(mistakes="cyclic_3")) == answers.name(asked(mistakes="cyclic_0"))
    assert answers.name(asked(mistakes="random_3")) != answers.name(asked(mistakes="random_4"))
    assert Options() == Options("cyclic", 0)
