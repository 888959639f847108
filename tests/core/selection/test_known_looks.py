"""A walk that is given the first looks of another goes on after them, to the same looks, and repeats none of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from core.problem import Gaussian
from core.selection import Folded, Learner, Look, Strategy, Workspace, folded, grid_of, walk
from core.selection.judged import Chain, Setup
from core.selection.plan import STAND_IN
from core.solver import CancelFlag
from tests.core.small_problems import moons

GAMMAS, PENALTIES = (0.1, 1.0, 10.0), (0.1, 1.0, 10.0, 100.0)
GRID = grid_of(GAMMAS, PENALTIES, [20])
X, Y = moons(60, seed=5)
PRINTED = Strategy("rffdg-rbf", as_printed=True, returns_inside=False)
WALKED = [
    *(Strategy(name) for name in ("grid", "rffdg-rbf", "median", "nystroem")),
    Strategy("nystroem", on_features=Learner.SVM),
    Strategy(STAND_IN, kernels=tuple(Gaussian(gamma) for gamma in GAMMAS)),
    PRINTED,
    replace(PRINTED, returns_inside=True),
]


class Counted(Workspace):
    """Notes the chains that it was asked for."""

    def __init__(self, asked: Folded) -> None:
        super().__init__(asked)
        self.asked_for: list[tuple[Setup, int, tuple[float, ...]]] = []

    def chain(self, spot: Setup, fold: int, Cs: tuple[float, ...], cancel: CancelFlag) -> Chain:
        self.asked_for.append((spot, fold, Cs))
        return super().chain(spot, fold, Cs, cancel)


def timeless(looks: Sequence[Look]) -> list[Look]:
    return [replace(look, seconds=0.0) for look in looks]


@pytest.mark.parametrize("learner", [Learner.SVM, Learner.RIDGE])
@pytest.mark.parametrize("strategy", WALKED, ids=str)
def test_it_goes_on_after_any_look_to_the_same_ones(strategy: Strategy, learner: Learner) -> None:
    asked = folded(X, Y, 3, 0, learner)
    whole = list(walk(strategy, asked, GRID))
    for count in range(len(whole) + 1):
        rest = list(walk(strategy, asked, GRID, known=whole[:count]))
        assert timeless(rest) == timeless(whole[count:]), count


@pytest.mark.parametrize("strategy", WALKED, ids=str)
def test_no_chain_is_begun_whose_looks_are_known(strategy: Strategy) -> None:
    asked = folded(X, Y, 3, 0)
    first = Counted(asked)
    whole = list(walk(strategy, asked, GRID, workspace=first))
    ends = [0]
    for _, fold, Cs in first.asked_for:
        if fold == 0:
            ends.append(ends[-1] + len(Cs))
    assert ends[-1] == len(whole)
    for count in range(len(whole) + 1):
        again = Counted(asked)
        list(walk(strategy, asked, GRID, workspace=again, known=whole[:count]))
        done = 3 * sum(end <= count for end in ends[1:])
        assert again.asked_for == first.asked_for[done:], count


def test_the_seconds_of_known_looks_count() -> None:
    asked = folded(X, Y, 3, 0)
    known = [replace(look, seconds=1.0) for look in list(walk("grid", asked, GRID))[:4]]
    assert not list(walk("grid", asked, GRID, seconds=4.0, known=known))
    assert len(list(walk("grid", asked, GRID, seconds=1000.0, known=known))) == GRID.cells - 4
