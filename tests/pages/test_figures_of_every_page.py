"""Plotly takes every figure that a page sends: held against `plotly.graph_objects`, which no page imports."""

from typing import Any

import plotly.graph_objects as go
import pytest

from benchmarks.links import FOLDS
from tests.pages.visit import Visit, every_page
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


def taken(visit: Visit) -> int:
    """Hold all figures of a run against Plotly's classes; return how many there were."""
    shown = [data["figure"] for data in visit.data("plot")]
    for figure in shown:
        drawn = go.Figure(figure)  # raises for an attribute that Plotly does not know, or a value that it does not take
        assert len(drawn.data) == len(figure["data"])
        assert set(figure) <= {"data", "layout"}
    return len(shown)


@every_page
@pytest.mark.parametrize("state", STATES, ids=lambda state: "-".join(state.values()))
def test_plotly_takes_every_figure(page: AnyPage, state: dict[str, Any]) -> None:
    visit = Visit(page.name, **state)
    for fold in FOLDS:
        visit.app.session_state[f"{fold}-en"] = True
    visit.run()
    assert taken(visit)


@every_page
def test_plotly_takes_the_figures_of_every_lesson(page: AnyPage) -> None:
    for lesson in page.lessons:
        visit = Visit(page.name, data="moons")
        visit.app.button(key=f"try-{page.name}-{lesson.name}").click()
        visit.run()
        assert taken(visit) or lesson.dataset
