"""The comparison of the printed tables with our measurements: values side by side, ratios, exponents."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from core.topics.choosing.experiment import Searched
from pages.paper.measurements import Experiments, RowsOfSet
from pages.paper.printed import COLUMNS, RESULTS, SETS, PrintedResult, sets_of
from ui.page.measured.summaries import Power, Spread, power, spread

OWN = "rffdg-rbf"
NEAR = {"regression": 0.02, "classification": 0.5}  # relative error, percentage points: closer scores count as equal
LEAST_ROWS = 250  # smallest size in the fit of an exponent: below it constant costs dominate
ALIKE = 0.25  # largest difference of a fitted exponent from that of the formula


@dataclass(frozen=True)
class ErrorCell:
    """A method on a set: the printed result, and our runs."""

    data: str
    method: str
    printed: PrintedResult
    runs: tuple[Searched, ...]

    @property
    def seconds(self) -> Spread | None:
        """Our time; None without a run."""
        return spread([run.seconds for run in self.runs])

    @property
    def score(self) -> Spread | None:
        """Our error or accuracy, in the paper's units."""
        return spread([score_of(SETS[self.data].task, run) for run in self.runs])

    def value(self, quantity: str, ours: bool) -> float | None:
        """Return "seconds" or "score", printed or the mean of ours."""
        if not ours:
            return float(getattr(self.printed, quantity))
        measured: Spread | None = getattr(self, quantity)
        return None if measured is None else measured.mean


def score_of(task: str, run: Searched) -> float:
    """Return the score of tables 2 and 3: root mean squared error, or accuracy in percent."""
    return run.error if task == "regression" else 100.0 * (1.0 - run.error)


def cells_of(experiments: Experiments | None) -> dict[tuple[str, str], ErrorCell]:
    """Return every cell of tables 2 and 3, by set and method."""
    runs = {} if experiments is None else {(cell.data, cell.method): cell.runs for cell in experiments.cells}
    return {
        (data, method): ErrorCell(data, method, line[method], runs.get((data, method), ()))
        for data, line in RESULTS.items()
        for method in COLUMNS
    }


def rows_of(experiments: Experiments | None, task: str | None = None) -> dict[str, RowsOfSet]:
    """Return the sets of our measurements by name, in the order of table 1; those of one task, or all."""
    known = {} if experiments is None else {one.data: one for one in experiments.sets}
    return {data: known[data] for data in (SETS if task is None else sets_of(task)) if data in known}


# ---- against the full grid ----


class AgainstGrid(NamedTuple):
    """A method compared with the full grid on one set: its speed-up, and whether its score is as good."""

    data: str
    method: str
    times: float  # time of the grid divided by that of the method
    near: bool  # whether its score is as good, within `NEAR`


def against_grid(experiments: Experiments | None, task: str, ours: bool) -> list[AgainstGrid]:
    """Return every method but the grid on every measured set of a task, by the printed or by our numbers."""
    cells, rows = cells_of(experiments), []
    for data in sets_of(task):
        for method in COLUMNS:
            own, grid = cells[data, method], cells[data, "grid"]
            spent, most = (cell.value("seconds", ours) for cell in (own, grid))
            score, best = (cell.value("score", ours) for cell in (own, grid))
            if method == "grid" or not spent or most is None or score is None or best is None:
                continue
            rows.append(AgainstGrid(data, method, most / spent, as_good(task, score, best)))
    return rows


def as_good(task: str, own: float, other: float) -> bool:
    """Whether an error is at most the other one, or an accuracy at least, within `NEAR`."""
    if task == "regression":
        return own <= other * (1.0 + NEAR[task])
    return own >= other - NEAR[task]


# ---- growth ----


@dataclass(frozen=True)
class LeadBySize:
    """The speed-up of RFFDG-RBF over the full grid, at the smallest and at the largest size."""

    least: int
    most: int
    first: float
    last: float
    from_rows: int | None  # the size from which it is faster; None if never

    @property
    def grows(self) -> bool:
        """Whether the speed-up is larger with more rows."""
        return self.last > self.first


def lead_by_size(experiments: Experiments, data: str) -> LeadBySize | None:
    """Return how the speed-up of RFFDG-RBF grows with the rows of a set; None if fewer than two sizes were measured."""
    own, grid = (dict(at_sizes(experiments, data, method)) for method in (OWN, "grid"))
    rows = sorted(own.keys() & grid.keys())
    times = [grid[n].seconds / own[n].seconds for n in rows]
    if len(rows) < 2:
        return None
    slower = [k for k, each in enumerate(times) if each <= 1]
    since = rows[slower[-1] + 1 :] if slower else rows
    return LeadBySize(rows[0], rows[-1], times[0], times[-1], since[0] if since else None)


def at_sizes(experiments: Experiments, data: str, method: str) -> list[tuple[int, Searched]]:
    """Return the runs of a method on growing subsets of a set."""
    return [(one.rows, one.run) for one in experiments.sizes if (one.data, one.method) == (data, method)]


class Exponent(NamedTuple):
    """The growth of a part of the time: the exponent of the paper's formula, and a power fitted to our times."""

    part: str
    against: str  # n or D
    formula: float | None  # None: the formula has none
    measured: Power

    @property
    def agrees(self) -> bool:
        """Whether the two are within `ALIKE`."""
        return self.formula is not None and abs(self.measured.exponent - self.formula) <= ALIKE


def exponents(experiments: Experiments, data: str) -> list[Exponent]:
    """Return the exponents of RFFDG-RBF's parts in n, and of its features in D (mathematics 20.4.8), and the grid's."""
    own, grid = (
        [(n, run) for n, run in at_sizes(experiments, data, method) if n >= LEAST_ROWS] for method in (OWN, "grid")
    )
    parts: list[tuple[str, str, float | None, Sequence[tuple[int, float]]]] = [
        ("features", "n", 1.0, [(n, sum(seconds for _, seconds in run.on_features)) for n, run in own]),
        ("exact", "n", 1.0, [(n, run.exact) for n, run in own]),
        ("total", "n", 1.0, [(n, run.seconds) for n, run in own]),
        ("features", "D", 1.0, own[-1][1].on_features if own else ()),
        ("grid", "n", None, [(n, run.seconds) for n, run in grid]),
    ]
    fitted = [
        (part, against, formula, power([(at, seconds) for at, seconds in values if seconds > 0]))
        for part, against, formula, values in parts
    ]
    return [Exponent(part, against, formula, one) for part, against, formula, one in fitted if one is not None]


# ---- the error of K' ----


def kernel_slope(experiments: Experiments, own: RowsOfSet) -> float:
    """Return the slope of the error of K' over D on log axes, nan with fewer than three values; c / D has slope -1."""
    fitted = power(list(zip(experiments.components, own.mse, strict=True)))
    return math.nan if fitted is None else fitted.exponent


def distance_from_line(experiments: Experiments, own: RowsOfSet) -> float:
    """Return the largest relative difference between the measured error and c / D."""
    return max(abs(mse * D / own.constant - 1.0) for mse, D in zip(own.mse, experiments.components, strict=True))


def fall_between(experiments: Experiments, own: RowsOfSet, D: tuple[int, int]) -> float:
    """Return the ratio of the errors at the first and the second D; for c / D it is the inverse ratio of the two D."""
    at = dict(zip(experiments.components, own.mse, strict=True))
    return at[D[0]] / at[D[1]]
