"""Plotly takes every figure that a page sends: held against `plotly.graph_objects`, which no page imports."""

from typing import Any

import pytest

from benchmarks.links import FOLDS
from tests.pages.visit import Visit, every_page, taken
from ui.page.page import AnyPage
from ui.solve.options import PAIR_SOLVERS

# Each lesson of a page, an approximation of the kernel beside a solver, and every way of a run.
STATES: tuple[dict[str, str], ...] = (
    {"data": "moons"},
    {"data": "moons", "k": "fourier"},
    *({"data": "moons", "mode": "watch", "rule": rule, "step": "3"} for rule in PAIR_SOLVERS),
    {"data": "moons", "mode": "two", "step": "3"},
    {"data": "moons", "mode": "hand"},
    {"data": "moons", "fork": "3_platt", "step": "5"},
)


@every_page
@pytest.mark.parametrize("state", STATES, ids=lambda state: "-".join(state.values()))
def test_plotly_takes_every_figure(page: AnyPage, state: dict[str, Any]) -> None:
    visit = Visit(page.name, **state)
    for fold in FOLDS:
        visit.app.session_state[f"{fold}-en"] = True
    visit.run()
    assert taken(visit) or page.name == "architecture", "its only figure is that of a file"
