"""The cost of a search, estimated before it starts: fits, seconds and bytes, from a small training of the same kind."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np

from ...problem.input_error import InputError
from ...solver import new_cancel_flag
from ..exact import has_gram
from ..folded import Folded, Split
from ..judged import Setup
from ..look import Grid, Kind
from ..median import median_gamma
from ..plan import Strategy, count_of
from ..workspace import KEPT, Workspace

MOST_FITS = 200_000  # of a search without `large`
PROBE = 500  # points of the timed training
ROW_BYTES = 1_500  # of a look with its folds and its line of the table


@dataclass(frozen=True)
class SearchCost:
    """The approximate cost of a search."""

    cells: int  # looks, at most
    fits: int
    seconds: float  # of one processor
    bytes: int  # of memory: matrices and looks

    def __str__(self) -> str:
        """Return the cost in one line."""
        return (
            f"{self.cells:,} cells, {self.fits:,} fits: about {spoken(self.seconds)} of one processor, and "
            f"{max(1, round(self.bytes / 1e6)):,} MB"
        )


def cost_of(strategy: Strategy, folded: Folded, grid: Grid) -> SearchCost:
    """Return the cost of a search, from a timed training on at most `PROBE` points, some milliseconds."""
    folds, n = len(folded.splits), len(folded.X)
    exact = {"grid": len(grid.gammas), "median": 1, "rffdg-rbf": 1}.get(strategy.name, 0)
    mapped = max(count_of(strategy, grid) - exact - (strategy.name == "nystroem"), 0)
    cells = (exact + mapped) * len(grid.Cs) + (strategy.name == "nystroem")
    each, features = _timed(folded, grid), max(grid.ranks) if mapped else 0
    linear = 2e-10 * n * features * (features + 2 * folded.X.shape[1]) / max(len(grid.Cs), 1) + 1e-4
    seconds = folds * (each * (exact * len(grid.Cs) + (strategy.name == "nystroem")) + linear * mapped * len(grid.Cs))
    matrices = 8 * n * n * (KEPT + 1 + folds) if has_gram(folded) else 200_000_000
    return SearchCost(cells, cells * folds, seconds, matrices + 8 * n * features * (KEPT + 1) + cells * ROW_BYTES)


def admit_cost(strategy: Strategy, folded: Folded, grid: Grid, large: bool) -> None:
    """Refuse a search with very many fits unless it is `large`, and report its cost."""
    cells = count_of(strategy, grid) * len(grid.Cs)
    if large or cells * len(folded.splits) <= MOST_FITS:
        return
    told = str(cost_of(strategy, folded, grid))
    raise InputError(
        "search.large",
        "The search is large: {told}. Give a coarser grid or fewer folds, or large=True.",
        told=told,
    )


def spoken(seconds: float) -> str:
    """Return a time in words, to one or two digits."""
    for unit, size in (("days", 86_400.0), ("hours", 3600.0), ("minutes", 60.0)):
        if seconds >= 2.0 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} s" if seconds >= 2.0 else f"{seconds:.1g} s"


def _timed(folded: Folded, grid: Grid) -> float:
    """Return the seconds of an exact machine, extrapolated from few points with the square of their number."""
    rows = np.unique(np.linspace(0, len(folded.X) - 1, min(PROBE, len(folded.X))).round().astype(np.int64))
    halves = Split(np.arange(0, len(rows), 2), np.arange(1, len(rows), 2))
    part = Folded(folded.X[rows], folded.target[rows], folded.classes, (halves,), folded.learner)
    try:
        gamma = median_gamma(part.X)
    except InputError:
        gamma = grid.gammas[len(grid.gammas) // 2]
    spot, middle = Setup(Kind.EXACT, gamma, None, 0, folded.learner), (grid.Cs[len(grid.Cs) // 2],)
    workspace = Workspace(part)
    for _ in range(2):  # the first run loads compiled code
        began = time.perf_counter()
        list(workspace.chain(spot, 0, middle, new_cancel_flag()))
        took = time.perf_counter() - began
    return took * max(1.0, float(len(folded.splits[0].train)) / max(len(part.splits[0].train), 1)) ** 2
