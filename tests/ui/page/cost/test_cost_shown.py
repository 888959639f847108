"""What an approximation costs, as figure and sentences: drawn as said, and nothing that the numbers contradict."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping

import numpy as np
import plotly.graph_objects as go
import pytest

from ui.page.cost import show
from ui.page.cost.figure import cost_figure, cost_text
from ui.page.cost.sentences import boundary_sentence, enough_sentence, worst_sentence
from ui.solve.approximation.enough import Enough, parameter_of
from ui.solve.approximation.errors import KernelErrors, kernel_errors
from ui.solve.board_problem import BoardProblem
from ui.solve.kernels import GAUSSIANS, KernelSpec, kernel_of, usual_spec
from ui.solve.limits import POINTS
from ui.solve.machine.table import MachineSpec
from ui.solve.options import AlgorithmOptions, CoordinateOptions
from ui.words import at_most, languages, words_for

EN = words_for("en")
APPROXIMATIONS = [name for name in GAUSSIANS if name != "gaussian"]


def errors(name: str, n: int = 30, **numbers: float) -> tuple[KernelErrors, KernelSpec]:
    spec: Mapping[str, str | float] = {**usual_spec(name), **numbers}
    X = np.random.default_rng(1).normal(0.0, 1.0, (n, 2))
    return kernel_errors(X, kernel_of(spec, X), float(spec["gamma"])), spec


def asked(spec: KernelSpec, n: int = 30, way: AlgorithmOptions | None = None) -> BoardProblem:
    return BoardProblem(np.zeros((n, 2)), np.ones(n, np.int8), spec, 10.0, options=way)


@pytest.mark.parametrize("lang", languages)
@pytest.mark.parametrize("gamma", [1e-6, 0.5, 1e6])
@pytest.mark.parametrize("name", APPROXIMATIONS)
def test_plotly_takes_the_figure_and_it_says_itself_in_words(name: str, gamma: float, lang: str) -> None:
    found, spec = errors(name, gamma=gamma)
    words = words_for(lang)
    drawn = go.Figure(json.loads(cost_figure(found, parameter_of(asked(spec)), words).to_json()))
    assert len([trace for trace in drawn.data if trace.mode == "lines"]) == 1 + len(found.bounds)
    told = cost_text(found, words)
    assert all(words(f"cost.bound.{bound.name}") in told for bound in found.bounds)


def test_the_axis_stays_while_a_slider_moves() -> None:
    few, many = (cost_figure(errors("taylor", order=m)[0], "order", EN).layout for m in (1, 12))
    assert few["yaxis"]["range"] == many["yaxis"]["range"]
    assert few["xaxis"]["range"] == many["xaxis"]["range"] == [0, 100]


def test_a_bound_above_1_is_called_vacuous_and_no_other() -> None:
    loose, tight = errors("taylor", order=1, gamma=3.0)[0], errors("taylor", order=9, gamma=0.01)[0]
    assert loose.bounds[0].vacuous > 0.0 == tight.bounds[0].vacuous
    assert "says nothing" in worst_sentence(loose, EN)
    assert "above 1 for none" in worst_sentence(tight, EN)
    few, many = errors("fourier", components=5)[0], errors("fourier", components=4000)[0]
    assert "above 1 it says nothing" in worst_sentence(few, EN)
    assert "that is proved" in worst_sentence(many, EN)
    assert "of 200 of the 300 points" in worst_sentence(errors("paired", n=300)[0], EN)


def test_the_share_of_the_window_is_said_only_where_two_boundaries_are_proved() -> None:
    spec = usual_spec("taylor")
    assert "different classes on 12\N{NO-BREAK SPACE}%" in boundary_sentence(0.12, asked(spec), EN)
    assert "same class at all 2500" in boundary_sentence(0.0, asked(spec), EN)
    assert "no two proved solutions" in boundary_sentence(math.nan, asked(spec), EN)
    descent = CoordinateOptions()
    assert boundary_sentence(0.12, asked(spec, way=descent), EN) == EN.joined(
        [EN("cost.boundary.line.bound"), EN("cost.boundary.apart.classes", share="12")]
    )
    assert boundary_sentence(0.12, asked(spec, way=descent), EN, counted=False) == EN("cost.boundary.line.bound")
    assert "no two proved solutions" in boundary_sentence(math.nan, asked(spec, way=descent), EN)


def under_machine(name: str, n_plus: int = 15, values: float = 1.0, **numbers: float) -> BoardProblem:
    X = np.random.default_rng(4).normal(0.0, 1.0, (30, 2)) * [1.0, values]
    y = np.where(np.arange(30) < n_plus, 1, -1).astype(np.int8)
    spec = {**usual_spec("taylor"), "gamma": 0.5, **numbers}
    return BoardProblem(X, y, spec, 10.0, MachineSpec(name, nu=0.3, epsilon=0.25 if name == "eps-svr" else 0.5))


@pytest.mark.parametrize("lang", languages)
def test_under_another_machine_its_own_difference_is_said(lang: str) -> None:
    words = words_for(lang)

    def told(share: float, question: BoardProblem) -> str:
        line = "cost.boundary.line.curve" if question.graph else "cost.boundary.line.free"
        said = boundary_sentence(share, question, words)
        first = words(line, numbers=words(f"cost.numbers.{question.machine.name}"))
        assert said.startswith(first)
        return said.removeprefix(first).strip()

    assert told(0.12, under_machine("nu-svc")) == words("cost.boundary.apart.classes", share="12")
    assert told(0.12, under_machine("one-class")) == words("cost.boundary.apart.region", share="12")
    assert told(0.0, under_machine("one-class")) == words("cost.boundary.same.region", cells="2500")
    tube = under_machine("eps-svr", values=2.0)
    distance = words("cost.boundary.distance", cells="501", distance=at_most(0.1 * float(np.ptp(tube.X[:, 1]))))
    both = words("cost.boundary.distance.both", percent="10", multiple=at_most(0.4 * float(np.ptp(tube.X[:, 1])), 2))
    assert told(0.1, tube) == words.joined([distance, both])
    of_range = words("cost.boundary.distance.range", percent="10")
    assert told(0.1, under_machine("nu-svr", values=2.0)) == words.joined([distance, of_range])
    flat = under_machine("eps-svr", values=0.0)
    assert told(0.5, flat) == words("cost.boundary.distance", cells="501", distance=at_most(0.5))


@pytest.mark.parametrize("measure", ["classes", "region", "curve"])
def test_the_search_speaks_of_what_differs(measure: str) -> None:
    order = Enough("order", 20, 7, 6, True, True, (), 14, 21)
    assert EN(f"cost.less.{measure}") in enough_sentence(order, EN, measure)
    none = Enough("components", 1000, None, 1000, True, True, (0, 1, 2), 0, 12)
    assert EN(f"cost.more.{measure}") in enough_sentence(none, EN, measure)


def test_why_there_is_nothing_to_compare_is_said() -> None:
    numbers = EN("cost.numbers.nu-svc")
    line = EN("cost.boundary.line.free", numbers=numbers)
    without = under_machine("nu-svc", order=0, gamma=1e-6)
    assert boundary_sentence(math.nan, without, EN) == EN("cost.boundary.none.exact", numbers=numbers)
    without = under_machine("nu-svc", order=0, gamma=100.0)
    assert boundary_sentence(math.nan, without, EN) == EN.joined([line, EN("cost.boundary.none")])
    assert boundary_sentence(math.nan, under_machine("nu-svc", n_plus=1), EN) == EN("cost.boundary.refused")
    unproved = EN("cost.boundary.unproved", numbers=numbers)
    assert boundary_sentence(math.nan, under_machine("nu-svc"), EN) == unproved


def test_from_when_on_both_agree_is_said_as_it_was_found() -> None:
    def said(name: str, smallest: int | None, failed: int | None, complete: bool = True, proved: bool = True) -> str:
        seeds = () if name == "order" else (4, 5, 6)
        return enough_sentence(Enough(name, 20, smallest, failed, complete, proved, seeds, 12, 21), EN)

    assert said("order", 7, 6).startswith("From m = 7 up to 20")
    assert "at m = 6 this does not hold" in said("order", 7, 6)
    assert said("order", None, 20).startswith("At m = 20, the end of the slider")
    assert said("order", 0, None).startswith("At every m from 0")
    assert "12 of 21 values" in said("order", 9, None, complete=False)
    for sentence in (said("components", 50, 30), said("components", None, 20), said("components", 10, None)):
        assert "seeds 4, 5, 6" in sentence
    for name in ("order", "components", "landmarks"):
        assert "no solution is proved" in said(name, 7, 6, proved=False)
        assert "no solution is proved" in said(name, None, 20, proved=False)
        assert "1\N{NO-BREAK SPACE}% or more" not in said(name, 7, 6, proved=False) + said(name, None, 20, proved=False)


def test_the_search_begins_with_all_points_that_a_board_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    X = np.random.default_rng(2).normal(0.0, 1.0, (POINTS, 2))
    question = BoardProblem(X, np.where(X[:, 0] > 0, 1, -1).astype(np.int8), usual_spec("taylor"), 1.0)
    followed: list[Enough] = []
    monkeypatch.setattr(show, "follow", lambda work, first, *of: followed.append(first))
    show._follow(question, (-4.0, -4.0, 8.0), EN)
    assert ["0 of 21 values" in enough_sentence(found, EN) for found in followed] == [True]
