"""Under another machine than C-SVC the board says what an approximation costs, too."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from core.problem import Gaussian
from datasets import make_points
from pages import LINK
from pages.board.question import Question, read
from tests.pages.cost_told import figure, refuse_to_compute, said
from tests.pages.visit import EN, Visit, in_both_languages, link_of
from ui.page import early_figures
from ui.page.cost import show
from ui.solve.kernels import GAUSSIANS, kernel_of
from ui.solve.wire import unpack
from ui.state.lab import opening
from ui.words import words_for

COST = show.COST
APPROXIMATIONS = [name for name in GAUSSIANS if name != "gaussian"]
MACHINES = {
    "nu-svc": "nu-svc_0.3_0.5",
    "one-class": "one-class_0.3_0.5",
    "eps-svr": "eps-svr_0.3_0.2",
    "nu-svr": "nu-svr_0.3_0.5",
}
GRAPHS = ("eps-svr", "nu-svr")
every_machine = pytest.mark.parametrize("machine", MACHINES)


def query(machine: str, kernel: str = "taylor", **more: str) -> dict[str, str]:
    return {"k": kernel, "g": "0.5", "data": "moons", "machines": MACHINES[machine], **more}


def asked(machine: str, kernel: str = "taylor") -> Question:
    return read(opening(LINK, query(machine, kernel)))


def on_board(visit: Visit) -> tuple[dict[str, Any], dict[str, Any]]:
    (found,) = visit.components("board")
    return unpack(found.bytes)


@in_both_languages
@every_machine
@pytest.mark.parametrize("kernel", APPROXIMATIONS)
def test_an_approximation_shows_its_cost(machine: str, kernel: str, lang: str) -> None:
    visit, words = Visit("board", **query(machine, kernel), lang=lang), words_for(lang)
    assert figure(visit) is not None
    assert words("cost.title") in visit.texts()
    graph, told = machine in GRAPHS, said(visit)
    assert (words("cost.graph") in told[show.WORST]) == graph
    line = "cost.boundary.line.curve" if graph else "cost.boundary.line.free"
    assert words(line, numbers=words(f"cost.numbers.{machine}")) in told[show.BOUNDARY]
    header, arrays = on_board(visit)
    assert len(arrays["ghost"]) == len(arrays["y"]) + 1
    (legend,) = visit.data("legend")
    assert legend["marks"][-1] == "exact"
    assert legend["words"]["draw.marks.exact"] == words("machine.marks.tube.exact" if graph else "draw.marks.exact")
    assert header["offers"]


@every_machine
@pytest.mark.parametrize("kernel", APPROXIMATIONS)
def test_the_errors_are_those_of_a_slow_recomputation(machine: str, kernel: str) -> None:
    question = asked(machine, kernel)
    X = question.board.points.X * ([1.0, 0.0] if machine in GRAPHS else [1.0, 1.0])
    approximate, exact = kernel_of(question.board.kernel, X), Gaussian(0.5)
    slow = [
        abs(float(approximate.gram(X[i : i + 1], X[j : j + 1])[0, 0] - exact.gram(X[i : i + 1], X[j : j + 1])[0, 0]))
        for i in range(len(X))
        for j in range(i, len(X))
    ]
    found = show.errors_of(question.problem)
    assert found.pairs == len(slow)
    assert found.worst == pytest.approx(max(slow), abs=1e-13)
    at = np.round(found.share * (len(slow) - 1)).astype(int)
    np.testing.assert_allclose(10.0**found.measured, np.sort(slow)[at], atol=1e-11, rtol=1e-9)


@every_machine
def test_where_the_kernel_is_exact_nothing_is_shown_and_nothing_computed(
    machine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    refuse_to_compute(monkeypatch)
    visit = Visit("board", **query(machine, "gaussian"))
    header, arrays = on_board(visit)
    assert figure(visit) is None
    assert said(visit) == {}
    assert header["offers"] is None
    assert "ghost" not in arrays
    (legend,) = visit.data("legend")
    assert "exact" not in legend["marks"]


@every_machine
def test_what_comes_ahead_is_what_the_page_brings(machine: str) -> None:
    here = Visit("board", **query(machine, m="3", C="10"))
    there = Visit("board", **query(machine, m="7", C="2") | {"machines": f"{machine}_0.4_0.3"})
    header, _ = on_board(there)
    values = {**header["kernel"], "C": header["C"]}
    ahead = dict(json.loads(line) for line in early_figures.figures_at(on_board(here)[0]["offers"], values, "en"))
    brought = {data["key"]: data for data in [*there.data("plot"), *there.data("said")]}
    assert list(ahead) == [COST, show.WORST, show.BOUNDARY]
    for key, found in ahead.items():
        assert found == {part: brought[key][part] for part in found}
    assert said(here)[show.BOUNDARY] != ahead[show.BOUNDARY]["text"]
    edited = {**values, "points": [[0, 0.0, 0.0, 1]]}
    assert list(early_figures.figures_at(on_board(here)[0]["offers"], edited, "en")) == [], "points wait for the page"


def test_where_all_values_are_the_same_no_order_is_searched_for(monkeypatch: pytest.MonkeyPatch) -> None:
    followed: list[object] = []
    monkeypatch.setattr(show, "_follow", lambda *of: followed.append(of))
    Visit("board", **query("eps-svr"))
    assert len(followed) == 1
    flat = make_points(np.array([[-1.0, 0.5], [0.0, 0.5], [1.0, 0.5]]), np.array([1, 1, -1], np.int8))
    own = {name: value for name, value in query("eps-svr").items() if name != "data"}
    visit = Visit("board", **{**link_of(flat), **own})
    assert EN("cost.boundary.distance", cells=501, distance=0) in said(visit)[show.BOUNDARY]
    assert len(followed) == 1
