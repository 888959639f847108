"""What sliders send changes the lab by a pure function: sense is taken over, nonsense is not, and figures follow."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest

from datasets import make_points
from pages import LINK, PAGES
from tests.pages.visit import every_page
from ui.page import early_figures, updates
from ui.page.page import AnyPage
from ui.page.run import figures_name
from ui.solve.limits import LAMBDA
from ui.state.change import unchanged, with_edits
from ui.state.lab import Lab, as_edited, opening, revised
from ui.words import words_for

EN = words_for("en")
SENSE: dict[str, Any] = {  # of what hands can change on some page: values that make sense on each that knows them
    **{"gamma": 0.3, "order": 5, "components": 77, "zeta": 0.7, "degree": 2, "r": 0.5, "seed": 3, "landmarks": 9},
    **{"sigma": 2.5, "shift": 0.5, "radius": 1.5, "pair": [0.1, 0.2, 0.3, 0.4], "gammas": (0.5, 2.0)},
    **{"s1": 2.5, "s2": 1.5},
}
BY_LOT = {"fourier-mse", "fourier-bounds"}  # as many rolls as there was time for: they differ
WITH_FIGURES = [page for page in PAGES if page.figures is not None]
NONSENSE = [None, "3", "", [], {}, [1, 2, 3], ["a", 1, 2, 3], [1e300, 0, 0, 0], float("nan"), float("inf"), -1, 1e300]


with_figures = pytest.mark.parametrize("page", WITH_FIGURES, ids=lambda page: page.name)


def known(page: AnyPage) -> dict[str, Any]:
    """Return the values that the page takes over."""
    lab = opening(LINK)
    return {name: value for name, value in SENSE.items() if page.change(lab, name, value) is not lab}


@every_page
def test_a_page_with_a_hand_takes_a_value_over_and_the_same_once_more_changes_nothing(page: AnyPage) -> None:
    lab = opening(LINK)
    assert known(page) or page.figures is None, "figures for other values, and no value that changes any"
    for name, value in known(page).items():
        changed = page.change(lab, name, value)
        assert repr(changed.shared) != repr(lab.shared), name
        assert repr(page.change(changed, name, value).shared) == repr(changed.shared), name


@every_page
def test_only_the_boards_own_question_is_a_new_revision(page: AnyPage) -> None:
    lab = opening(LINK)
    for name, value in known(page).items():
        changed = page.change(lab, name, value)
        assert (changed.revision > lab.revision) == (changed.shared.kernel != lab.shared.kernel), name


@every_page
def test_nonsense_changes_nothing(page: AnyPage) -> None:
    lab = opening(LINK)
    for name, value in product((*SENSE, "unheard of"), NONSENSE):
        taken = name in ("r", "zeta") and value == -1  # the numbers of a kernel that may be negative
        assert taken or page.change(lab, name, value) is lab, (name, value)
    for value in NONSENSE:
        assert updates.after(lab, value, page.change) is lab, value


def offered(page: AnyPage, lab: Lab) -> str:
    name = figures_name(page, lab)
    assert name is not None
    return name


@with_figures
def test_figures_come_as_they_will_be(page: AnyPage) -> None:
    lab = opening(LINK)
    name = offered(page, lab)
    asked = {own: SENSE[own] for own in ("gamma", "order", "components")}
    found = dict(json.loads(line) for line in early_figures.figures_at(name, asked, "en"))
    after = page.read(updates.after(lab, asked, page.change))
    expected = {each.key: each.draw().sent() for each in page.figures(after, EN)}
    assert found.keys() == expected.keys()
    assert found
    for key in found.keys() - BY_LOT:
        assert found[key] == json.loads(json.dumps(expected[key])), key


@with_figures
def test_another_lab_is_another_offer(page: AnyPage) -> None:
    lab = opening(LINK)
    moved = replace(lab, every=replace(lab.points, X=lab.points.X + 1e-12))
    others = [page.change(lab, name, value) for name, value in known(page).items()]
    names = {offered(page, other) for other in (lab, moved, *others)}
    assert len(names) == 1 + len(others) + page.points, "a page without points shows nothing of the board"
    assert offered(page, revised(lab, lab.shared)) in names


@with_figures
def test_the_figures_of_dragged_points_are_those_of_the_commit_that_follows(page: AnyPage) -> None:
    lab = opening(LINK, {"data": "overlap"})
    X, y, window = lab.points.X.copy(), lab.points.y.copy(), lab.points.window
    X[3], y[5] = X[3] + 0.2 * window.size, -y[5]
    X, y = np.vstack([X, X[7] - 0.1]), np.append(y, 1)
    committed = as_edited(lab, make_points(X, y, window=window))
    sent = [[i, *X[i].tolist(), int(y[i])] for i in (3, 5, len(y) - 1)]
    after = updates.after(lab, json.loads(json.dumps({"points": sent})), page.change)
    assert updates.content_of(page, after) == updates.content_of(page, committed)
    assert np.array_equal(after.points.X, committed.points.X)
    assert np.array_equal(after.points.y, committed.points.y)


def test_lambda_of_ridge_regression_sets_the_penalty_that_stands_for_it() -> None:
    lab = opening(LINK)
    assert updates.after(lab, {"lambda": 0.2}, unchanged).shared.C == 2.5
    for value in (*NONSENSE, 0, 0.5 * LAMBDA[0], 2 * LAMBDA[1]):
        assert updates.after(lab, {"lambda": value}, unchanged) is lab


OUTSIDE = [[-1, 0, 0, 1], [1e9, 0, 0, 1], [0.5, 0, 0, 1], [0, 1e300, 0, 1], [0, float("nan"), 0, 1], [0, 0, 0, 7]]


@pytest.mark.parametrize(
    "value", [*NONSENSE, [[0, 0, 0]], [["0", 0, 0, 1]], [[0, "x", 0, 1]], *([row] for row in OUTSIDE)]
)
def test_points_that_are_none_move_nothing(value: object) -> None:
    lab = opening(LINK)
    assert with_edits(lab, value) is lab
