"""Strategies as plans: rounds of spots to look at, where the results of a round decide the next one.

"grid" looks at every cell with the exact kernel. "rffdg-rbf" chooses gamma, and D, on Fourier features, and then C
with the exact kernel, around that of the features (mathematics 16). "median" takes gamma from the distances of the
points and searches only C. "nystroem" chooses both on Nystroem's features, and validates the exact machine there;
"stand-in" does so with any kernel instead of the Gaussian, and "kernels" looks at every cell with other kernels; these
two are not available in `Search` by name.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Generator
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from ..problem.input_error import InputError
from ..problem.kernels import Kernel
from .folded import Folded, Learner, spread
from .judged import Judged, Setup
from .look import Grid, Kind, Look, Purpose, best
from .median import median_gamma
from .workspace import admit_exact

STAND_IN = "stand-in"
KERNELS = "kernels"
STRATEGIES = ("grid", "rffdg-rbf", "median", "nystroem")
PLAIN_C = 1.0  # for the printed first stage, which has no C
NEAR = 4.0  # factor around a C, and beyond an end that is the best


@dataclass(frozen=True)
class Strategy:
    """A strategy and its options."""

    name: str  # one of `STRATEGIES`, `STAND_IN`, or `KERNELS`
    seed: int = 0  # of frequencies and landmarks
    on_features: Learner | None = None  # the learner on features; None: least squares, which covers all C at once
    rule: str = "pairs"  # of the median, see `median_gamma`
    as_printed: bool = False  # RFFDG-RBF in the order of the paper (mathematics 20.4.8)
    returns_inside: bool = True  # ... and literally; False: with complete loops
    kernels: tuple[Kernel, ...] = ()  # of a stand-in or of other kernels: one for each gamma of the grid
    kept: int | None = None  # eigenpairs that Nystroem keeps of the landmarks' kernel matrix, k; None: all


class Leg(NamedTuple):
    """Spots that can be looked at in any order, each along ascending C."""

    purpose: Purpose
    spots: tuple[Setup, ...]
    Cs: tuple[float, ...]
    told: tuple[Setup, ...]  # the setups recorded in the looks; equal to `spots`, except in the printed algorithm


Plan: TypeAlias = Generator[Leg, list[Look], None]  # receives the looks of each round


def strategy_of(given: str | Strategy) -> Strategy:
    """Return the strategy of a name with its default options, or the given one; `InputError` for an unknown name."""
    found = given if isinstance(given, Strategy) else Strategy(str(given))
    if found.name not in STRATEGIES and not (found.name in (STAND_IN, KERNELS) and found.kernels):
        raise InputError(
            "strategy.unknown",
            "The strategy is {got}; it must be one of {names}.",
            got=found.name[:40],
            names=", ".join(STRATEGIES),
        )
    return found


def plan_of(strategy: Strategy, folded: Folded, grid: Grid) -> Plan:
    """Return the plan of a strategy; `InputError` at once if it cannot be run."""
    if any(math.isinf(C) for C in grid.Cs) and Learner.SVM in (folded.learner, strategy.on_features):
        raise InputError("grid.hard", "The grid has an infinite C; a search takes finite ones.")
    if strategy.on_features is Learner.SVM and folded.learner is Learner.REGRESSION:
        raise InputError("strategy.labels", "A support vector machine on features takes labels; the targets are not.")
    admit_exact(folded)
    if strategy.name == "median":
        return _along_C(folded, median_gamma(folded.X, strategy.rule), grid)
    if strategy.name == "grid":
        return _everywhere(folded, grid)
    if strategy.name == STAND_IN:
        return _with_stand_in(strategy, folded, grid)
    if strategy.name == KERNELS:
        return _of_kernels(strategy, folded, grid)
    if strategy.name == "rffdg-rbf" and strategy.as_printed:
        return _as_printed(strategy, folded, grid)
    return _on_features(strategy, folded, grid)


def count_of(strategy: Strategy, grid: Grid) -> int:
    """Return the smallest total number of spots in the rounds of a plan."""
    pairs = len(grid.gammas) * len(grid.ranks)
    if strategy.as_printed and strategy.returns_inside:
        pairs = 1
    return {"grid": len(grid.gammas), KERNELS: len(grid.gammas), "median": 1}.get(strategy.name, pairs + 1)


def look_at(purpose: Purpose, told: Setup, C: float, judged: tuple[Judged, ...]) -> Look:
    """Return the results of the folds at one C as a look."""
    errors, points = tuple(fold.errors for fold in judged), tuple(fold.points for fold in judged)
    unfinished = sum(not fold.finished for fold in judged)
    return Look(purpose, told.kind, told.gamma, C, told.rank, errors, points, unfinished)


def _everywhere(folded: Folded, grid: Grid) -> Plan:
    spots = tuple(_exact(folded, grid.gammas[k]) for k in spread(len(grid.gammas)))
    yield Leg(Purpose.BOTH, spots, grid.Cs, spots)


def _of_kernels(strategy: Strategy, folded: Folded, grid: Grid) -> Plan:
    """Look at every cell with the kernels of the strategy."""
    spots = _stand_ins(strategy, folded, grid)
    yield Leg(Purpose.BOTH, spots, grid.Cs, spots)


def _stand_ins(strategy: Strategy, folded: Folded, grid: Grid) -> tuple[Setup, ...]:
    """Return the spots of the kernels of a strategy, one for each gamma, in the order of the search."""
    kernels = zip(grid.gammas, strategy.kernels, strict=True)
    every = [Setup(Kind.STAND_IN, gamma, None, 0, folded.learner, kernel) for gamma, kernel in kernels]
    return tuple(every[k] for k in spread(len(every)))


def _with_stand_in(strategy: Strategy, folded: Folded, grid: Grid) -> Plan:
    """Choose both with another kernel, and validate the exact machine at the choice."""
    spots = _stand_ins(strategy, folded, grid)
    found = best((yield Leg(Purpose.BOTH, spots, grid.Cs, spots)))
    last = (_exact(folded, found.gamma),)
    yield Leg(Purpose.EXACT, last, (found.C,), last)


def _along_C(folded: Folded, gamma: float, grid: Grid) -> Plan:  # noqa: N802 - as in the papers
    spots = (_exact(folded, gamma),)
    yield Leg(Purpose.C, spots, grid.Cs, spots)


def _around_C(folded: Folded, gamma: float, C: float, Cs: tuple[float, ...]) -> Plan:  # noqa: N802 - as in the papers
    """Look at the penalties near C with the exact kernel, and beyond an end as long as it is the best.

    Each round starts from zero, since a unit must not depend on others; that is cheap unless C is small.
    """
    spots = (_exact(folded, gamma),)
    begin, end = _near(Cs, C)
    seen = yield Leg(Purpose.C, spots, Cs[begin:end], spots)
    while True:
        found = best(seen).C
        if found == Cs[begin] and begin > 0:
            least = _near(Cs, found)[0]
            beyond, begin = Cs[least:begin], least
        elif found == Cs[end - 1] and end < len(Cs):
            most = _near(Cs, found)[1]
            beyond, end = Cs[end:most], most
        else:
            return
        seen += yield Leg(Purpose.C, spots, beyond, spots)


def _near(Cs: tuple[float, ...], C: float) -> tuple[int, int]:
    """Return the index range of the penalties near C, which is one of them, with at least its neighbours."""
    own = Cs.index(C)
    begin, end = bisect_left(Cs, C / NEAR), bisect_right(Cs, C * NEAR)
    return max(0, min(begin, own - 1)), min(len(Cs), max(end, own + 2))


def _on_features(strategy: Strategy, folded: Folded, grid: Grid) -> Plan:
    """Look at each (D, gamma) on features sampled for it; then exactly around the C of the best, or at it."""
    fourier = strategy.name == "rffdg-rbf"
    kind, purpose = (Kind.FOURIER, Purpose.GAMMA) if fourier else (Kind.NYSTROEM, Purpose.BOTH)
    gammas = [grid.gammas[k] for k in spread(len(grid.gammas))]
    spots = tuple(_mapped(strategy, folded, kind, gamma, rank) for rank in grid.ranks for gamma in gammas)
    found = best((yield Leg(purpose, spots, grid.Cs, spots)))
    if fourier:
        yield from _around_C(folded, found.gamma, found.C, grid.Cs)
        return
    last = (_exact(folded, found.gamma),)
    yield Leg(Purpose.EXACT, last, (found.C,), last)


def _as_printed(strategy: Strategy, folded: Folded, grid: Grid) -> Plan:
    """RFFDG-RBF as printed: one map before the loops, no C in the first of them, and a return inside each."""
    end = 1 if strategy.returns_inside else None
    pairs = [(rank, gamma) for rank in grid.ranks for gamma in grid.gammas][:end]
    told = tuple(_mapped(strategy, folded, Kind.FOURIER, gamma, rank) for rank, gamma in pairs)
    yield Leg(Purpose.GAMMA, told[:1] * len(told), (PLAIN_C,), told)
    # On the same features no later pair has a smaller error: the first one stays.
    yield from _along_C(folded, grid.gammas[0], Grid(grid.gammas, grid.Cs[:end]))


def _exact(folded: Folded, gamma: float) -> Setup:
    return Setup(Kind.EXACT, gamma, None, 0, folded.learner)


def _mapped(strategy: Strategy, folded: Folded, kind: Kind, gamma: float, rank: int) -> Setup:
    usual = Learner.REGRESSION if folded.learner is Learner.REGRESSION else Learner.RIDGE
    return Setup(kind, gamma, rank, strategy.seed, strategy.on_features or usual, kept=strategy.kept)
