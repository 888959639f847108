"""Strategies: ways over the map of (gamma, C), as generators of looks. Whoever drives one may stop between any two.

"grid" looks everywhere with the exact kernel. "rffdg-rbf" chooses gamma, and D, on Fourier features, and then C with
the exact kernel (mathematics 16). "median" takes gamma from the distances of the points and looks only for C.
"nystroem" chooses both on Nystroem's features, and has the exact machine judged there.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

from core.problem.input_error import InputError
from core.selection.folded import Folded, Learner, spread
from core.selection.judged import Spot, stopped
from core.selection.look import Grid, Kind, Look, Purpose, best
from core.selection.median import median_gamma
from core.selection.workspace import Workspace, admit_exact
from core.solver import CancelFlag, new_cancel_flag

STRATEGIES = ("grid", "rffdg-rbf", "median", "nystroem")
PLAIN_C = 1.0  # of the printed first stage, which has no C


@dataclass(frozen=True)
class Strategy:
    """A strategy and its options; build it with `strategy_of`, which checks it."""

    name: str  # one of `STRATEGIES`
    seed: int = 0  # of frequencies and landmarks
    on_features: Learner | None = None  # what is trained on features; None: least squares, which has all C at once
    rule: str = "pairs"  # of the median, see `median_gamma`
    as_printed: bool = False  # RFFDG-RBF in the order of the paper (mathematics 20.4.8)
    returns_inside: bool = True  # ... to the letter; False: its loops come to their end


def strategy_of(given: str | Strategy) -> Strategy:
    """Return the strategy of a name with its usual options, or the one given; `InputError` for an unknown name."""
    found = given if isinstance(given, Strategy) else Strategy(str(given))
    if found.name not in STRATEGIES:
        raise InputError(
            "strategy.unknown",
            "The strategy is {got}; it must be one of {names}.",
            got=found.name[:40],
            names=", ".join(STRATEGIES),
        )
    return found


def walk(
    strategy: str | Strategy,
    asked: Folded,
    grid: Grid,
    cancel: CancelFlag | None = None,
    seconds: float = math.inf,
    workspace: Workspace | None = None,
) -> Iterator[Look]:
    """Yield the looks of a strategy, one after the other, each with the seconds that it took.

    Parameters
    ----------
    strategy
        A name or a `Strategy`.
    asked
        Points, targets and folds (`folded`).
    grid
        Where it may look (`grid_of`).
    cancel
        Once its entry is 1 the walk ends, within a tenth of a second, and the look that it was at is not yielded.
    seconds
        No look begins after so many seconds of looking.
    workspace
        What walks over the same points may share; one walk has the distances of the other then.

    Raises
    ------
    InputError
        Before the first look, for a strategy, a grid or points that cannot be walked.
    """
    chosen = strategy_of(strategy)
    admit(chosen, asked, grid)
    flag = new_cancel_flag() if cancel is None else cancel
    steps = _Walk(chosen, workspace or Workspace(asked), grid, flag)
    return _timed(steps.looks(), flag, seconds)


def admit(strategy: Strategy, asked: Folded, grid: Grid) -> None:
    """Refuse what cannot be walked."""
    if any(math.isinf(C) for C in grid.Cs) and Learner.SVM in (asked.learner, strategy.on_features):
        raise InputError("grid.hard", "The grid has an infinite C; a search takes finite ones.")
    if strategy.on_features is Learner.SVM and asked.learner is Learner.REGRESSION:
        raise InputError("strategy.labels", "A support vector machine on features takes labels; the targets are not.")
    admit_exact(asked)


def _timed(looks: Iterator[Look], cancel: CancelFlag, seconds: float) -> Iterator[Look]:
    spent = 0.0
    while spent < seconds and not stopped(cancel):
        began = time.perf_counter()
        look = next(looks, None)
        took = time.perf_counter() - began
        if look is None or stopped(cancel):
            return
        spent += took
        yield replace(look, seconds=took)


class _Walk:
    """One walk: what it is asked, and its looks."""

    def __init__(self, strategy: Strategy, workspace: Workspace, grid: Grid, cancel: CancelFlag) -> None:
        self.strategy, self.workspace, self.grid, self.cancel = strategy, workspace, grid, cancel
        self.learner = workspace.asked.learner
        regression = self.learner is Learner.REGRESSION
        self.on_features = strategy.on_features or (Learner.REGRESSION if regression else Learner.RIDGE)

    def looks(self) -> Iterator[Look]:
        """Yield the looks of the strategy, without their seconds."""
        match self.strategy.name:
            case "grid":
                for gamma in self._spread_gammas():
                    yield from self._column(self._exact(gamma), Purpose.BOTH, self.grid.Cs)
            case "median":
                gamma = median_gamma(self.workspace.asked.X, self.strategy.rule)
                yield from self._column(self._exact(gamma), Purpose.C, self.grid.Cs)
            case "nystroem":
                yield from self._nystroem()
            case _:
                yield from self._as_printed() if self.strategy.as_printed else self._corrected()

    def _corrected(self) -> Iterator[Look]:
        """RFFDG-RBF: (D, gamma) on features drawn for this gamma, then C with the exact kernel."""
        seen: list[Look] = []
        for rank in self.grid.ranks:
            for gamma in self._spread_gammas():
                for look in self._column(self._mapped(Kind.FOURIER, gamma, rank), Purpose.GAMMA, self.grid.Cs):
                    seen.append(look)
                    yield look
        if seen and not stopped(self.cancel):
            yield from self._column(self._exact(best(seen).gamma), Purpose.C, self.grid.Cs)

    def _as_printed(self) -> Iterator[Look]:
        """RFFDG-RBF as printed: one map before the loops, no C in the first of them, and returns inside both."""
        first, gamma = self._mapped(Kind.FOURIER, self.grid.gammas[0], self.grid.ranks[0]), self.grid.gammas[0]
        last = 1 if self.strategy.returns_inside else None
        pairs = [(rank, width) for rank in self.grid.ranks for width in self.grid.gammas]
        for rank, width in pairs[:last]:
            for look in self._column(first, Purpose.GAMMA, (PLAIN_C,)):
                yield replace(look, gamma=width, rank=rank)  # what the loop is at; the features are those of the first
        # No later pair errs less on the same features: the first stays.
        if not stopped(self.cancel):
            yield from self._column(self._exact(gamma), Purpose.C, self.grid.Cs[:last])

    def _nystroem(self) -> Iterator[Look]:
        seen: list[Look] = []
        for rank in self.grid.ranks:
            for gamma in self._spread_gammas():
                for look in self._column(self._mapped(Kind.NYSTROEM, gamma, rank), Purpose.BOTH, self.grid.Cs):
                    seen.append(look)
                    yield look
        if seen and not stopped(self.cancel):
            found = best(seen)
            yield from self._column(self._exact(found.gamma), Purpose.EXACT, (found.C,))

    def _column(self, spot: Spot, purpose: Purpose, Cs: tuple[float, ...]) -> Iterator[Look]:
        """Yield the looks of a spot along C, from the least on: every fold has its chain."""
        asked = self.workspace.asked
        chains = [self.workspace.chain(spot, k, Cs, self.cancel) for k in range(len(asked.splits))]
        for C, judged in zip(Cs, zip(*chains, strict=False), strict=False):
            errors, points = (tuple(own) for own in ([j.errors for j in judged], [j.points for j in judged]))
            unfinished = sum(not j.finished for j in judged)
            yield Look(purpose, spot.kind, spot.gamma, C, spot.rank, errors, points, unfinished)

    def _spread_gammas(self) -> Iterator[float]:
        for k in spread(len(self.grid.gammas)):
            if stopped(self.cancel):
                return
            yield self.grid.gammas[k]

    def _exact(self, gamma: float) -> Spot:
        return Spot(Kind.EXACT, gamma, None, 0, self.learner)

    def _mapped(self, kind: Kind, gamma: float, rank: int) -> Spot:
        return Spot(kind, gamma, rank, self.strategy.seed, self.on_features)
