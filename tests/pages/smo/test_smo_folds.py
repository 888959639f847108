"""The folds about errors, offsets and the linear problem: every sentence against the numbers of the state."""

from __future__ import annotations

import re
from typing import Any, cast

import numpy as np
import plotly.graph_objects as go
import pytest

from core.problem import Gaussian, Linear, Problem, Sigmoid, c_svc
from core.trace import Trace, by_hand, record
from core.view import OffsetRule, error_update, pair_standing, working_sets
from pages.smo.errata import multiplier_erratum, step_errata
from pages.smo.errors import ROWS, error_equations, errors_sentence, errors_table
from pages.smo.figures.offsets import offset_line, offset_line_text
from pages.smo.figures.working_sets import MOST, drawn_points, values_map, values_text, violating_points
from pages.smo.offsets import offset_sentences
from pages.smo.working_sets import least_equations, working_set_sentences
from tests.core.small_problems import moons
from tests.pages.smo.test_smo_page import Watch
from tests.pages.smo.test_smo_sentences import Spoken
from tests.pages.visit import in_both_languages
from ui.link.shared import RULES
from ui.words import languages, number, words_for

SPOKEN = cast(Any, Spoken())
FOLDS = ("errors", "offsets", "linear")
EQUAL = c_svc([[0.0], [0.0], [0.0]], [1, 1, -1], Gaussian(1.0), 0.25)  # at the end Platt's b is not valid


def _traces() -> list[Trace]:
    runs = [record(c_svc(*moons(30, seed=1), Gaussian(1.0), 10.0), rule, limit=60) for rule in RULES]
    runs += [record(c_svc(*moons(30, seed=1), kernel, 1.0), limit=60) for kernel in (Linear(), Sigmoid(0.5, -1.0))]
    return [*runs, record(c_svc([[3, 3], [4, 3], [1, 1]], [1, 1, -1], Linear(), np.inf)), record(EQUAL, "platt")]


TRACES = _traces()


def _keys(said: list[Any]) -> list[str]:
    return [each if isinstance(each, str) else each[0] for each in said]


# ---- the list of errors ----


def test_the_table_has_the_pair_first_then_the_largest_changes_and_its_rows_add_up() -> None:
    for trace in TRACES:
        for k in range(len(trace)):
            found = error_update(trace, k)
            table = errors_table(found, words_for("en"))
            n = len(found.before)
            assert len(table) == min(ROWS, n)
            assert table["point"][:2].tolist() == [f"{found.i + 1} (i)", f"{found.j + 1} (j)"]
            terms = table["yᵢ Δαᵢ Kₜᵢ"] + table["yⱼ Δαⱼ Kₜⱼ"] + table["Δb"]
            scale = 1e-12 * (1.0 + np.abs(found.before).max() + np.abs(found.from_i).max())
            np.testing.assert_allclose(table["E before"] + terms, table["E after"], rtol=0, atol=scale)
            change = np.abs(table["E after"] - table["E before"])[2:]
            assert (np.diff(change) <= scale).all()
            assert all("((" not in line for line in error_equations(found))


def test_the_sentence_says_what_the_sums_say() -> None:
    seen = set()
    for trace in TRACES:
        for k in range(len(trace)):
            found = error_update(trace, k)
            told = errors_sentence(trace, found, words_for("en"))
            assert ("are equal" in told) == (found.apart == 0.0)
            assert ("keeps the gradient" in told) == (trace.stepper.name != "platt")
            assert number(2 * len(found.before)) in told
            seen.add(found.apart == 0.0)
    assert seen == {True, False}


# ---- the offsets ----


def _offsets_are_true(trace: Trace, k: int) -> set[str]:
    shown, keys = pair_standing(trace, k), _keys(offset_sentences(pair_standing(trace, k), SPOKEN))
    names = {key.removeprefix("smo.offsets.") for key in keys}
    noise = shown.proof.noise
    assert ("closed" in names) == (shown.m - shown.M > noise)
    assert ("open" in names) == (shown.m <= shown.M)
    assert ("none" in names) == (k == 0)
    if shown.last is None:
        return names
    alpha, C = trace.state_at(k).alpha, cast(Problem, trace.problem).dual.upper
    free = [bool(0 < alpha[t] < C[t]) for t in (shown.last.i, shown.last.j)]
    expected = {(True, True): {"both", "equal"}, (True, False): {"first"}, (False, True): {"second"}}
    assert names & expected.get((free[0], free[1]), {"between"})
    b = shown.last.b_i if free[0] else shown.last.b_j if free[1] else 0.5 * (shown.last.b_i + shown.last.b_j)
    inside = shown.m - noise <= b <= shown.M + noise
    settled = shown.m - shown.M <= noise
    assert ("inside" in names, "outside" in names) == (settled and inside, settled and not inside)
    if "used" in names:
        assert shown.b == pytest.approx(b, abs=1e-9 * (1.0 + abs(b)))
        assert trace.stepper.name == "platt"
    return names


def test_what_is_said_of_the_offsets_is_true_of_every_state() -> None:
    seen: set[str] = set()
    for trace in TRACES:
        for k in range(len(trace) + 1):
            seen |= _offsets_are_true(trace, k)
    seen |= _offsets_are_true(by_hand(c_svc([[1.0], [-1.0]], [1, -1], Linear(), 0.1), [(0, 1)]), 1)
    assert seen >= {"closed", "open", "none", "first", "between", "inside", "outside", "used", "own"}


def test_the_offsets_are_drawn_on_one_line_and_named_in_its_text() -> None:
    for lang in languages:
        words = words_for(lang)
        for trace in TRACES:
            for k in (0, 1, len(trace)):
                shown = pair_standing(trace, k)
                drawn = go.Figure(offset_line(shown, words).plain())
                low, high = drawn.layout.xaxis.range
                placed = [x for part in drawn.data for x in part.x]
                assert all(low < x < high for x in placed)
                assert shown.b in placed
                ringed = [part for part in drawn.data if part.text == (words("figure.smo_offsets.chosen"),)]
                if shown.last is not None:
                    assert {shown.last.b_i, shown.last.b_j, shown.last.middle} <= set(placed)
                    assert [part.x[0] for part in ringed] == [shown.last.chosen]
                assert bool(ringed) == (k > 0)
                assert number(shown.b) in offset_line_text(shown, words)


# ---- the linear problem ----


def _linear_is_true(trace: Trace, k: int) -> set[str]:
    found = working_sets(trace, k)
    keys = {key.removeprefix("smo.linear.") for key in _keys(working_set_sentences(trace, found, SPOKEN))}
    n = len(found.score)
    values = [found.value(i, j) for i in range(n) for j in range(i)]
    least = min(values)
    slack = min(found.rounding, -0.5 * least)
    assert ("optimal" in keys) == (least == 0.0)
    assert ("least.one" in keys) == (least < 0.0 and sum(value <= least + slack for value in values) == 1)
    assert ("below" in keys) == (0.0 < -least < 1e-3 or (least < 0.0 and found.first is None))
    if found.second is not None and found.first is not None:
        (same,) = keys & {"second.same", "second.equal", "second.other"}
        above = found.value(*found.second) - least
        assert (same == "second.same") == (found.first == found.second)
        assert (same == "second.other") == (above > found.rounding and found.first != found.second)
    moved = keys & {"taken", "taken.equal", "taken.first", "taken.second"}
    assert len(moved) == int(k < len(trace))
    return keys


def test_what_is_said_of_the_linear_problem_is_true_of_every_state() -> None:
    seen: set[str] = set()
    for trace in TRACES:
        for k in range(len(trace) + 1):
            seen |= _linear_is_true(trace, k)
    assert seen >= {"optimal", "below", "least.one", "least.many", "second.same", "second.other", "taken"}
    assert seen >= {"taken.first", "taken.second"}


def test_the_map_has_its_least_value_at_the_top_left_and_marks_the_pairs() -> None:
    words = words_for("en")
    for trace in TRACES:
        for k in (0, len(trace) // 2, len(trace)):
            found = working_sets(trace, k)
            if found.least == 0.0:
                continue
            rows, columns = drawn_points(found)
            assert (found.values(rows, columns).min(axis=0) < 0.0).all()
            assert (found.values(rows, columns).min(axis=1) < 0.0).all()
            drawn = go.Figure(values_map(found, words).plain())
            assert (rows[0], columns[0]) == (found.up[0], found.low[0])
            marked = {each for each in (found.first, found.second, found.taken) if each is not None}
            hit = {(int(rows[part.y[0]]), int(columns[part.x[0]])) for part in drawn.data[1:]}
            assert hit == {pair for pair in marked if pair[0] in rows and pair[1] in columns}
            assert number(found.least) in values_text(found, words)
            _, line = least_equations(trace, found)
            assert "((" not in line
            i, j = int(found.up[0]), int(found.low[0])
            d_i, d_j = trace.problem.y[i], -trace.problem.y[j]
            plain = re.sub(r"\\cdot 10\^\{(-?\d+)\}", r"e\1", line).replace("\\cdot", "*")
            left, right = plain.split(" = ")
            assert float(right) == pytest.approx(found.least, rel=1e-3)
            terms = [float(term.split("*")[0].strip("()")) for term in left.split(" + ")]
            assert terms[0] * d_i + terms[1] * d_j == pytest.approx(found.least, rel=2e-3)


def test_many_points_are_drawn_evenly_spread_with_the_marked_pairs() -> None:
    trace = record(c_svc(*moons(200, seed=1), Gaussian(1.0), 10.0))
    seen = set()
    for k in range(0, len(trace), 7):
        found = working_sets(trace, k)
        seen.add(len(drawn_points(found)[0]) < len(violating_points(found)[0]))
        for points, drawn, place in zip(violating_points(found), drawn_points(found), (0, 1), strict=True):
            assert min(MOST, len(points)) <= len(drawn) <= MOST + 3
            assert (drawn[0], drawn[-1]) == (points[0], points[-1])
            assert (np.diff(np.flatnonzero(np.isin(points, drawn))) > 0).all()
            assert found.second is None or found.second[place] in drawn
    assert seen == {True, False}


# ---- the errata, and the folds themselves ----


def test_the_errata_name_what_each_equation_gives_as_printed_and_corrected() -> None:
    for trace in TRACES:
        for k in range(len(trace)):
            first, constant, _, curvature, line = step_errata(trace, k, SPOKEN)
            state, row = trace.state_at(k), trace.table[k]
            problem = cast(Problem, trace.problem)
            K, y, alpha = problem.dual.kernel, problem.y, state.alpha
            i, j = int(row["i"]), int(row["j"])
            assert first[1]["D"] == number(state.objective, 4)
            assert constant[1]["kept"] == number(float(y[i] * alpha[i] + y[j] * alpha[j]) + 0.0, 4)
            a = K[i, i] + K[j, j] - 2.0 * K[i, j]
            assert (curvature[0] == "smo.errata.55.same") == (K[i, i] - K[i, j] == a)
            numbers = "smo.errata.56.same" if alpha[i] == alpha[j] else "smo.errata.56.numbers"
            assert (line if isinstance(line, str) else line[0]) == ("smo.errata.56" if a <= 0 else numbers)
        for k in (0, len(trace)):
            shown = pair_standing(trace, k)
            key, said = multiplier_erratum(shown, SPOKEN)
            assert (key.endswith("negative"), said["b"]) == (shown.b < 0.0, number(shown.b))


@in_both_languages
def test_the_folds_follow_the_player_and_are_built_only_when_unfolded(lang: str) -> None:
    words = words_for(lang)
    visit = Watch(lang=lang, data="moons", rule="platt")
    closed = [figure["key"] for figure in visit.data("plot")]
    assert {"smo-offsets", "smo-linear"}.isdisjoint(closed)
    for name in (*FOLDS, "equations"):
        visit.unfold(f"smo-{name}", lang)
    steps = len(visit.players()[0][1]["pair"])
    for k in (0, 3, steps):
        visit.halt(k)
        drawn = {figure["key"]: figure for figure in visit.data("plot")}
        assert "smo-offsets" in drawn
        assert ("smo-linear" in drawn) == (words("smo.linear.optimal") not in " ".join(visit.texts()))
        assert (words("smo.offsets.none") in visit.texts()) == (k == 0)
        assert (words("smo.errata.title") in visit.texts()) == (k < steps)
        assert any(words("smo.errors.anew") in frame.value for frame in visit.app.dataframe) == (k < steps)
    assert visit.warnings() == []


def test_the_equal_points_end_with_a_platt_offset_that_is_not_valid() -> None:
    trace = record(EQUAL, "platt")
    shown = pair_standing(trace, len(trace))
    assert (shown.rule, shown.b, shown.m, shown.M) == (OffsetRule.BETWEEN, 0.0, 1.0, 1.0)
