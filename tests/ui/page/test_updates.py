"""What sliders send changes the lab by a pure function: sense is taken over, nonsense is not, and figures follow."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, NamedTuple

import pytest

import pages
from pages import LINK, budget, fourier, phi, taylor
from pages.budget.figures import board_figures
from pages.fourier.figures import all_figures as fourier_figures
from pages.phi.figures import all_figures as phi_figures
from pages.taylor.figures import all_figures as taylor_figures
from ui.component.plot import Drawn
from ui.page import early_figures, updates
from ui.page.run import figures_name
from ui.state import session
from ui.state.change import Change
from ui.state.session import Lab, opening
from ui.words import Words, words_for

EN = words_for("en")


class Page(NamedTuple):
    name: str
    change: Change
    figures: Callable[[Lab, Words], Iterable[tuple[str, Drawn]]]
    values: dict[str, Any]  # that make sense
    keys: set[str]
    drawn_by_lot: set[str]  # or measured: another time these differ


PAGES = [
    Page(
        "taylor",
        taylor.PAGE.change,
        lambda lab, words: taylor_figures(taylor.PAGE.read(lab), words),
        {"order": 4, "gamma": 0.3, "sigma": 2.5, "shift": 0.5, "radius": 1.5, "pair": [0.1, 0.2, 0.3, 0.4]},
        {f"taylor-{name}" for name in ("kernels", "errors", "orders", "xi", "boundary", "sweep")},
        set(),
    ),
    Page(
        "fourier",
        fourier.PAGE.change,
        lambda lab, words: fourier_figures(fourier.PAGE.read(lab), words),
        {"components": 77, "gamma": 0.3},
        {f"fourier-{name}" for name in ("boundary", "error", "mse", "bounds", "w", "var")},
        {"fourier-boundary", "fourier-mse", "fourier-bounds"},  # as many rolls as there was time for
    ),
    Page(
        "budget",
        budget.PAGE.change,
        lambda lab, words: board_figures(budget.PAGE.read(lab), words),
        {"order": 5, "gamma": 0.3},
        {f"budget-{name}" for name in ("polynomial", "taylor", "fourier", "nystroem")},  # the exact one is a board
        set(),
    ),
    Page(
        "phi",
        phi.PAGE.change,
        lambda lab, words: phi_figures(phi.PAGE.read(lab), words),
        {"gamma": 0.3, "zeta": 0.7},
        {"lift", "gram"},
        set(),
    ),
]
NONSENSE = [None, "3", "", [], {}, [1, 2, 3], ["a", 1, 2, 3], [1e300, 0, 0, 0], float("nan"), float("inf"), -1, 1e300]


@pytest.fixture(params=PAGES, ids=lambda page: page.name)
def page(request: pytest.FixtureRequest) -> Page:
    found: Page = request.param
    return found


def test_each_value_changes_the_lab(page: Page) -> None:
    lab = opening(LINK)
    for name, value in page.values.items():
        changed = page.change(lab, name, value)
        assert repr(changed.shared) != repr(lab.shared), name
        assert repr(page.change(changed, name, value).shared) == repr(changed.shared), name


def test_only_the_boards_own_question_is_a_new_revision(page: Page) -> None:
    lab = opening(LINK)
    for name, value in page.values.items():
        changed = page.change(lab, name, value)
        assert (changed.revision > lab.revision) == (changed.shared.kernel != lab.shared.kernel), name


@pytest.mark.parametrize("value", NONSENSE)
def test_nonsense_changes_nothing(page: Page, value: object) -> None:
    lab = opening(LINK)
    for name in (*page.values, "unheard of"):
        assert page.change(lab, name, value) is lab, name
    assert updates.after(lab, value, page.change) is lab


def offered(page: Page, lab: Lab) -> str:
    name = figures_name(next(known for known in pages.PAGES if known.name == page.name), lab)
    assert name is not None
    return name


def test_figures_come_as_they_will_be(page: Page) -> None:
    lab = opening(LINK)
    name = offered(page, lab)
    asked = dict(list(page.values.items())[:2])
    lines = early_figures.figures_at(name, asked, "en")
    found = dict(json.loads(line) for line in lines)
    expected = {each.key: each.draw().sent() for each in page.figures(updates.after(lab, asked, page.change), EN)}
    assert set(found) == set(expected) == page.keys
    for key in page.keys - page.drawn_by_lot:
        assert found[key] == json.loads(json.dumps(expected[key])), key


def test_another_lab_is_another_offer(page: Page) -> None:
    lab = opening(LINK)
    moved = replace(lab, points=replace(lab.points, X=lab.points.X + 1e-12))
    others = [page.change(lab, name, value) for name, value in page.values.items()]
    names = {offered(page, other) for other in (lab, moved, *others)}
    assert len(names) == 2 + len(others)
    assert offered(page, session.revised(lab, lab.shared)) in names
