"""Plotly takes every figure that a page sends: held against `plotly.graph_objects`, which no page imports."""

import pytest

from benchmarks.links import FOLDS
from pages import LINK, PAGES
from tests.pages.visit import Visit, taken
from ui.page.page import AnyPage
from ui.solve.options import PAIR_SOLVERS
from ui.state.lab import opening

# Each lesson of a page, an approximation of the kernel beside a solver, and every way of a run.
STATES: tuple[dict[str, str], ...] = (
    {"data": "moons"},
    {"data": "moons", "k": "fourier"},
    *({"data": "moons", "mode": "watch", "rule": rule, "step": "3"} for rule in PAIR_SOLVERS),
    {"data": "moons", "mode": "two", "step": "3"},
    {"data": "moons", "mode": "hand"},
    {"data": "moons", "fork": "3_platt", "step": "5"},
)


def told_apart(page: AnyPage) -> list[dict[str, str]]:
    """Return the states that a page reads as different questions: alike ones have the same figures."""
    return list({repr(page.read(opening(LINK, state))): state for state in reversed(STATES)}.values())


CASES = [(page, state) for page in PAGES for state in told_apart(page)]


@pytest.mark.parametrize(
    ("page", "state"), CASES, ids=[f"{page.name}-{'-'.join(state.values())}" for page, state in CASES]
)
def test_plotly_takes_every_figure(page: AnyPage, state: dict[str, str]) -> None:
    visit = Visit(page.name, **state)
    for fold in FOLDS:
        visit.app.session_state[f"{fold}-en"] = True
    visit.run()
    assert taken(visit)
