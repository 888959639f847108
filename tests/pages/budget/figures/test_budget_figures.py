"""The options of the equal budgets, their figures as numbers, and the sentences about them."""

import base64
import json
import math
import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import plotly.graph_objects as go
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.problem import NystroemMap
from core.problem.maps import PAIRED
from core.solver import Outcome
from core.topics.budget.experiment import MAPS, MapChoice, MeasuredMachine, Spent, budget, feature_map
from pages import LINK
from pages.budget import PAGE
from pages.budget import answers as page
from pages.budget.figures.boards import budget_board, budget_board_text
from pages.budget.figures.curves import QUANTITIES, budget_curves, budget_curves_text, line_of, reach
from pages.budget.question import DATA, FORM, Draws, Options, Question
from pages.budget.sentences import budget_sentence, draws_sentence, own_budget, percent, remarks
from ui.plot.template import GREY, VIOLET
from ui.solve.kernels import kernel_of
from ui.solve.limits import FEATURES_OF_A_BUDGET
from ui.state.lab import opening
from ui.words import languages, plain, words_for

STYLES = (Path(__file__).parents[4] / "assets" / "css" / "lab.css").read_text(encoding="utf-8")
EN = words_for("en")
BOARD = {"data": "moons", "k": "gaussian", "g": "1", "C": "10", "m": "3"}
WINE = {"data": "wine", "C": "1", "m": "1", "budget": "wine"}
everywhere = pytest.mark.parametrize("query", [BOARD, WINE], ids=["plane", "points"])
in_both = pytest.mark.parametrize("lang", languages)


def strict(figure: Any) -> dict[str, Any]:
    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} in the JSON")

    parsed: dict[str, Any] = json.loads(figure.to_json(), parse_constant=refuse)
    go.Figure(parsed)  # Plotly takes it
    return parsed


def shown(query: dict[str, str]) -> page.Comparison:
    return page.comparison(asked(query))


def asked(query: dict[str, str]) -> Question:
    found: Question = PAGE.read(opening(LINK, query))
    return found


def numbers(packed: dict[str, str]) -> np.ndarray:
    """Return the numbers of a trace that travel as bytes."""
    return np.frombuffer(base64.b64decode(packed["bdata"]), np.dtype(packed["dtype"]))


# ---- the link ----


options = st.builds(Options, st.sampled_from(DATA), st.none() | st.floats(1e-6, 1e6))


@given(options)
def test_options_travel_in_a_link_bit_for_bit(chosen: Options) -> None:
    assert FORM.read(FORM.write(chosen)) == chosen


@given(st.text(max_size=30))
def test_whatever_a_link_says_it_is_read_or_refused(text: str) -> None:
    found = FORM.read(text)
    assert found is None or FORM.read(FORM.write(found)) == found


# ---- boards ----


@everywhere
def test_a_board_shows_every_point_once_and_the_exact_answer_under_the_map(query: dict[str, str]) -> None:
    seen = shown(query)
    for entry in seen.entries if seen.plane else (seen.exact.entry, *seen.entries):
        drawn = strict(budget_board(entry, seen.exact, seen.setting, EN))
        if seen.plane:
            filled = [numbers(trace["x"]) for trace in drawn["data"] if trace.get("fill") == "toself"]
            assert [int(np.isnan(x).argmax()) for x in filled] == [11, 4]  # corners of a circle and of a triangle
            assert sum(int(np.isnan(x).sum()) for x in filled) == len(seen.setting.y)
        else:
            dots = [trace for trace in drawn["data"] if trace.get("mode") == "markers"]
            assert [trace["marker"]["symbol"] for trace in dots] == ["circle", "triangle-up"]
            assert sum(len(numbers(trace["x"])) for trace in dots) == len(seen.setting.y)
        lines = [trace["line"] for trace in drawn["data"] if trace.get("mode") == "lines" and "fill" not in trace]
        if seen.plane:
            assert [line.get("dash") for line in lines] == [None, "dash"]
        assert set(re.findall(r"var\((--lab-[\w-]+)\)", json.dumps(drawn))) <= set(
            re.findall(r"(--lab-[\w-]+)\s*:", STYLES)
        )


def test_the_tint_near_the_points_is_the_disagreement_that_is_told() -> None:
    seen = shown(BOARD)
    assert seen.exact.near is not None
    for entry in seen.entries:
        drawn = strict(budget_board(entry, seen.exact, seen.setting, EN))
        tints = [trace for trace in drawn["data"] if trace["type"] == "heatmap"]
        strong = sum(int((numbers(trace["z"]) == 2).sum()) for trace in tints)  # 1 is faint
        assert entry.disagreement == pytest.approx(strong / seen.exact.near.sum())


@in_both
@everywhere
def test_every_board_has_its_words(query: dict[str, str], lang: str) -> None:
    seen, words = shown(query), words_for(lang)
    for entry in seen.entries:
        told = budget_board_text(entry, seen.setting, words)
        assert words(f"budget.short.{entry.name}") in told
        assert str(entry.features) in told


def test_a_machine_without_an_answer_is_not_drawn_and_said_to_be_none() -> None:
    seen = shown(BOARD)
    none = replace(seen.entries[1], outcome=Outcome.INFEASIBLE)
    drawn = strict(budget_board(none, seen.exact, seen.setting, EN))
    assert not [trace for trace in drawn["data"] if trace["type"] == "heatmap" or trace.get("line", {}).get("dash")]
    assert "no hard margin" in budget_board_text(none, seen.setting, EN)


# ---- curves ----

THIRD = Draws("fourier", 3, 3)


def spent(name: str, p: int, value: float, seed: int = 0) -> Spent:
    template = shown(BOARD).entries[MAPS.index(name)]
    entry = replace(template, disagreement=value, kernel_error=value, train_seconds=value, predict_seconds=value)
    order = next(order for order in range(40) if budget(order, 2) == p)
    return Spent(MapChoice(name, order, seed), p, entry, value)


@cache
def known() -> dict[MapChoice | None, Spent]:
    points = [spent("taylor", p, 0.5 / p) for p in (1, 3, 6)]
    points += [spent("fourier", p, (seed + 1) / (10 * p), seed) for seed in (3, 4, 5) for p in (1, 3, 6)]
    points += [spent("nystroem", 6, 0.02, 3)]
    exact = Spent(None, 20, shown(BOARD).exact.entry, 0.9)
    quadratic = replace(spent("polynomial", 1, 0.2), choice=MapChoice("polynomial", 0))
    return {None: exact, quadratic.choice: quadratic, **{point.choice: point for point in points}}


@pytest.mark.parametrize("quantity", QUANTITIES, ids=lambda quantity: quantity.name)
def test_lines_rise_in_the_budget_within_the_axis_and_the_band_holds_every_draw(quantity: Any) -> None:
    drawn = strict(budget_curves(quantity, known(), THIRD, 3, 496, EN))
    assert [point.budget for point in line_of(known(), "taylor", THIRD)] == [1, 3, 6]
    assert [point.choice.seed for point in line_of(known(), "fourier", Draws("fourier", 4, 3)) if point.choice] == [
        4,
        4,
        4,
    ]
    low, high = reach(quantity, known())
    assert low < high
    for trace in drawn["data"]:
        assert trace["x"] == sorted(trace["x"])
        for value in trace["y"]:
            assert low <= value <= high or quantity.name == "kernel_error"
    (band,) = [shape for shape in drawn["layout"]["shapes"] if shape["type"] == "path"]
    corners = [tuple(map(float, corner.split(","))) for corner in re.findall(r"[ML]([^MLZ]+)", band["path"])]
    for p in (1, 3, 6):
        edges = sorted(value for at, value in corners if at == p)
        draws = [
            quantity.value(point)
            for choice, point in known().items()
            if choice and choice.name == "fourier" and point.budget == p
        ]
        assert edges == [pytest.approx(min(draws)), pytest.approx(max(draws))]


@pytest.mark.parametrize("quantity", QUANTITIES, ids=lambda quantity: quantity.name)
def test_curves_of_which_nothing_is_known_yet_are_drawn_empty(quantity: Any) -> None:
    drawn = strict(budget_curves(quantity, {}, THIRD, 21, 496, EN))
    assert drawn["data"] == []
    assert drawn["layout"]["yaxis"]["range"][0] < drawn["layout"]["yaxis"]["range"][1]
    assert drawn["layout"]["xaxis"]["range"][1] >= math.log10(496)


@in_both
def test_curves_are_told_by_where_they_begin_and_end(lang: str) -> None:
    told = budget_curves_text(QUANTITIES[0], known(), THIRD, words_for(lang))
    assert words_for(lang)("budget.short.taylor") in told
    assert "50" in told


# ---- what is wanted ----


@pytest.mark.parametrize(("order", "seed"), [(0, 0), (5, 7), (29, 3)])
def test_what_is_wanted_begins_with_the_boards_and_fits_within_the_bounds(order: int, seed: int) -> None:
    question = asked({**BOARD, "m": str(order), "s": str(seed)})
    wanted = page.jobs(question)
    assert wanted[:5] == (None, *page.choices(order, Draws("fourier", seed, 0)))
    assert len(set(wanted)) == len(wanted)
    assert all(budget(choice.order, 2) <= FEATURES_OF_A_BUDGET for choice in wanted if choice)
    assert page.jobs(question, curves=False) == wanted[:5]


# ---- sentences ----


def compared(**disagreement: float) -> page.Comparison:
    seen = shown(BOARD)
    entries = tuple(replace(e, disagreement=disagreement.get(e.name, 0.5)) for e in seen.entries)
    return replace(seen, entries=entries)


def test_the_winner_is_the_one_that_differs_least_and_a_tie_is_called_one() -> None:
    said = budget_sentence(compared(taylor=0.008, fourier=0.11, nystroem=0.2), EN)
    assert plain(said).startswith("With p = 10, Taylor comes closest")
    assert "0.8\xa0% of the plane near the points, Fourier on 11\xa0%, Nyström on 20\xa0%." in said
    said = budget_sentence(compared(taylor=0.0101, fourier=0.11, nystroem=0.0102), EN)
    assert "Taylor and Nyström come closest" in said  # both print as 1.0 %
    assert percent(0.0101) == percent(0.0102) == "1.0"


def test_a_budget_that_is_another_one_than_was_chosen_is_said() -> None:
    assert own_budget(asked({**WINE, "m": "3"}), EN) == []
    (said,) = own_budget(asked({**WINE, "m": "4"}), EN)
    assert said.startswith("Order 4 makes 2380 features of 13 coordinates")
    assert "m = 3, with 560 features" in said
    (said,) = own_budget(asked({"k": "fourier", "D": "100", "m": "3"}), EN)
    assert "D = 100" in said
    assert "m = 3: 10." in said
    assert own_budget(asked({"k": "fourier", "D": "10", "m": "3"}), EN) == []
    (said,) = own_budget(asked({"k": "nystroem", "L": "20", "t": "5", "m": "3"}), EN)
    assert "L = 20" in said
    assert "m = 3: 10. " in said
    assert said.endswith("has L = 10.")
    assert own_budget(asked({"k": "nystroem", "L": "10", "t": "5", "m": "3"}), EN) == []
    iris = {"k": "nystroem", "L": "200", "m": "9", "budget": "iris"}  # 715 features of 100 points
    assert own_budget(asked(iris), EN) == []  # all points are landmarks, for the page and for the kernel
    (said,) = own_budget(asked({**iris, "L": "20"}), EN)
    assert said.endswith("has L = 100.")


@pytest.mark.parametrize(("m", "p", "made"), [(0, 1, 2), (2, 6, 6), (4, 15, 14)])
def test_pairs_are_made_where_they_are_chosen_and_their_even_number_is_said(m: int, p: int, made: int) -> None:
    chosen = {**BOARD, "k": PAIRED, "D": str(p), "s": "3", "m": str(m)}
    question, seen = asked(chosen), shown(chosen)
    entry = next(entry for entry in seen.entries if entry.name == PAIRED)
    kernel = kernel_of(question.board.kernel)
    rows = question.setting.X
    assert kernel == feature_map(MapChoice(PAIRED, m, 3), question.setting, rows)
    assert entry.kernel_error == pytest.approx(np.abs(kernel.gram(rows, rows) - seen.exact.kernel).max())
    assert entry.features == made
    (said,) = own_budget(question, EN)
    assert said.endswith(f"With p = {p} it is {made}.")
    assert page.stand_ins(question).approximations[1] == (PAIRED, made, 3, ())
    assert own_budget(asked({**chosen, "k": "fourier"}), EN) == []


def test_landmarks_and_frequencies_are_sampled_with_the_seeds_of_their_kernels() -> None:
    question = asked({**BOARD, "k": "nystroem", "L": "10", "t": "5", "s": "7"})
    _, _, fourier, nystroem = page.choices(question.order, question.draws)
    assert (fourier.seed, nystroem.seed) == (7, 5)
    kernel = kernel_of(question.board.kernel, question.setting.X)
    assert isinstance(kernel, NystroemMap)
    made = feature_map(nystroem, question.setting, question.setting.X)
    assert isinstance(made, NystroemMap)
    np.testing.assert_array_equal(kernel.landmarks, made.landmarks)
    assert page.stand_ins(question).approximations[2] == ("nystroem", 10, 5, ())


@pytest.mark.parametrize("name", ["fourier", PAIRED])
def test_every_map_of_the_page_has_a_curve_and_the_draws_a_band(name: str) -> None:
    question = asked({**BOARD, "k": name, "D": "6", "t": "5", "s": "7"})
    wanted = page.jobs(question)
    point = spent("taylor", 3, 0.5)
    all_known = {choice: replace(point, choice=choice, budget=budget(choice.order, 2)) for choice in wanted if choice}
    drawn = strict(budget_curves(QUANTITIES[0], all_known, question.draws, 3, 496, EN))
    dashes = [trace["line"]["dash"] for trace in drawn["data"] if "line" in trace]
    assert dashes == ["dash", "dot", "solid"]
    bands = [shape["fillcolor"] for shape in drawn["layout"]["shapes"] if shape["type"] == "path"]
    assert bands == [VIOLET, GREY]  # one of the frequencies, one of the landmarks
    told = budget_curves_text(QUANTITIES[0], all_known, question.draws, EN)
    for shown_map in ("polynomial", "taylor", name, "nystroem"):
        assert f"{EN(f'budget.short.{shown_map}')}:" in told


def test_a_run_that_was_cut_off_wins_nothing_and_is_named() -> None:
    seen = compared(taylor=0.001, fourier=0.1, nystroem=0.2)
    cut = tuple(replace(e, outcome=Outcome.STEP_LIMIT) if e.name == "taylor" else e for e in seen.entries)
    seen = replace(seen, entries=cut)
    assert "Fourier comes closest" in budget_sentence(seen, EN)
    assert any("Taylor" in remark and "before the optimum" in remark for remark in remarks(seen, EN))


@pytest.mark.parametrize(
    ("exact", "others", "said"), [(1e-3, 2e-3, "still the fastest"), (2e-3, 1e-3, "The quickest map")]
)
def test_the_quicker_one_is_called_so(exact: float, others: float, said: str) -> None:
    seen = shown(BOARD)

    def with_time(entry: MeasuredMachine, seconds: float) -> MeasuredMachine:
        return replace(entry, train_seconds=seconds, outcome=Outcome.OPTIMAL)

    reference = replace(seen.exact, entry=with_time(seen.exact.entry, exact))
    seen = replace(seen, exact=reference, entries=tuple(with_time(e, others) for e in seen.entries))
    assert said in budget_sentence(seen, EN)


@in_both
@everywhere
def test_sentences_exist_in_both_languages(query: dict[str, str], lang: str) -> None:
    seen, words = shown(query), words_for(lang)
    assert str(seen.features) in budget_sentence(seen, words)
    assert remarks(seen, words)


@in_both
def test_the_range_of_the_draws_is_told_once_two_are_known(lang: str) -> None:
    question, words = asked({**BOARD, "m": "3"}), words_for(lang)
    p = budget(3, 2)
    draws = [spent("nystroem", p, share, seed) for seed, share in enumerate((0.02, 0.3, 0.11))]
    known = {point.choice: point for point in draws}
    told = draws_sentence(question, known, words)
    name = words("budget.short.nystroem")
    assert words("budget.draws.range", name=name, low="2", high="30", draws=3) in told
    assert draws_sentence(question, {draws[0].choice: draws[0]}, words) == ""
    alike = {point.choice: replace(point, entry=draws[0].entry) for point in draws}
    assert words("budget.draws.one", name=name, low="2", high="2", draws=3) in draws_sentence(question, alike, words)


def test_landmarks_are_drawn_again_only_where_they_are_fewer_than_the_points() -> None:
    question = asked(BOARD)
    landmarks = [choice for choice in page.jobs(question) if choice and choice.name == "nystroem"]
    for order in page.curve_orders(question):
        seeds = {choice.seed for choice in landmarks if choice.order == order}
        assert len(seeds) == (page.SEEDS if budget(order, 2) < len(question.setting.y) else 1)
