"""What the page makes of the printed tables and what we measured: each number beside ours, ratios, exponents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, pstdev

import numpy as np

from core.topics.choosing.experiment import Searched
from pages.paper.measurements import RowsOfSet, Selected
from pages.paper.printed import COLUMNS, RESULTS, SETS, PrintedResult, sets_of

NEAR = {"regression": 0.02, "classification": 0.5}  # a share of the error, percentage points: within them two are alike
LEAST_ROWS = 250  # where the fit of an exponent begins: below it, what never grows counts
ALIKE = 0.25  # by which an exponent may differ from that of the formula


@dataclass(frozen=True)
class Spread:
    """The mean of several runs and their standard deviation."""

    mean: float
    deviation: float
    count: int


@dataclass(frozen=True)
class SideBySide:
    """A method on a set: what the paper prints, and our runs."""

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
        """Our error or accuracy, as the paper counts it."""
        return spread([score_of(self.data, run) for run in self.runs])

    def value(self, quantity: str, ours: bool) -> float | None:
        """Return "seconds" or "score", printed or the mean of ours."""
        if not ours:
            return float(getattr(self.printed, quantity))
        found: Spread | None = getattr(self, quantity)
        return None if found is None else found.mean


def score_of(data: str, run: Searched) -> float:
    """Return what tables 2 and 3 count: the root of the mean squared error, or accuracy in percent."""
    return run.error if SETS[data].task == "regression" else 100.0 * (1.0 - run.error)


def spread(values: Sequence[float]) -> Spread | None:
    """Return mean and standard deviation; None of nothing."""
    return Spread(fmean(values), pstdev(values), len(values)) if values else None


def sides(found: Selected | None) -> dict[tuple[str, str], SideBySide]:
    """Return every cell of tables 2 and 3, by set and method."""
    runs = {} if found is None else {(cell.data, cell.method): cell.runs for cell in found.cells}
    return {
        (data, method): SideBySide(data, method, line[method], runs.get((data, method), ()))
        for data, line in RESULTS.items()
        for method in COLUMNS
    }


def rows_of_set(found: Selected | None, data: str) -> RowsOfSet | None:
    """Return what the measurements says of the rows of a set; None where it was not there."""
    return None if found is None else next((one for one in found.sets if one.data == data), None)


# ---- against the full grid ----


@dataclass(frozen=True)
class AgainstGrid:
    """A method beside the full grid on one set: how many times as fast, and whether as good."""

    data: str
    method: str
    times: float  # time of the grid in units of the method's
    near: bool  # whether its score is as good, within `NEAR`


def against_grid(found: Selected | None, task: str, ours: bool) -> list[AgainstGrid]:
    """Return every method but the grid on every set of a task that was run, as printed or as we find it."""
    known, rows = sides(found), []
    for data in sets_of(task):
        grid = known[data, "grid"]
        seconds, score = grid.value("seconds", ours), grid.value("score", ours)
        for method in COLUMNS:
            own = known[data, method]
            spent, reached = own.value("seconds", ours), own.value("score", ours)
            if method == "grid" or seconds is None or score is None or not spent or reached is None:
                continue
            rows.append(AgainstGrid(data, method, seconds / spent, as_good(task, reached, score)))
    return rows


def as_good(task: str, own: float, other: float) -> bool:
    """Tell whether an error is at most about the other one, or an accuracy at least."""
    if task == "regression":
        return own <= other * (1.0 + NEAR[task])
    return own >= other - NEAR[task]


# ---- growth ----


@dataclass(frozen=True)
class LeadBySize:
    """How many times as fast as the full grid RFFDG-RBF is, at the smallest and at the largest size."""

    least: int
    most: int
    first: float
    last: float
    from_rows: int | None  # the size from which on it is faster; None where it never is

    @property
    def grows(self) -> bool:
        """Whether the lead is larger on more rows."""
        return self.last > self.first


def lead_by_size(found: Selected, data: str) -> LeadBySize | None:
    """Return how the lead of RFFDG-RBF grows with the rows of a set; None without two sizes."""
    own, grid = (dict(at_sizes(found, data, method)) for method in ("rffdg-rbf", "grid"))
    rows = sorted(own.keys() & grid.keys())
    times = [grid[n].seconds / own[n].seconds for n in rows]
    if len(rows) < 2:
        return None
    slower = [k for k, each in enumerate(times) if each <= 1]
    since = rows[slower[-1] + 1 :] if slower else rows
    return LeadBySize(rows[0], rows[-1], times[0], times[-1], since[0] if since else None)


def at_sizes(found: Selected, data: str, method: str) -> list[tuple[int, Searched]]:
    """Return the runs of a method on growing parts of a set."""
    return [(one.rows, one.run) for one in found.sizes if (one.data, one.method) == (data, method)]


@dataclass(frozen=True)
class Exponent:
    """How a part of the time grows: as the formula of the paper has it, and as a power fitted to what was measured."""

    part: str
    against: str  # n or D
    formula: float
    measured: float
    least: int
    most: int

    @property
    def agrees(self) -> bool:
        """Whether the two are alike."""
        return abs(self.measured - self.formula) <= ALIKE


def exponents(found: Selected, data: str) -> list[Exponent]:
    """Return the exponents of RFFDG-RBF's parts in n, and of its features in D (mathematics 20.4.8), and the grid's."""
    own = [(n, run) for n, run in at_sizes(found, data, "rffdg-rbf") if n >= LEAST_ROWS]
    grid = [(n, run.seconds) for n, run in at_sizes(found, data, "grid") if n >= LEAST_ROWS]
    features = [(n, sum(seconds for _, seconds in run.on_features)) for n, run in own]
    parts = {
        ("features", "n"): features,
        ("exact", "n"): [(n, run.exact) for n, run in own],
        ("total", "n"): [(n, run.seconds) for n, run in own],
        ("features", "D"): list(own[-1][1].on_features) if own else [],
    }
    told = [_exponent(part, against, 1.0, values) for (part, against), values in parts.items()]
    return [one for one in [*told, _exponent("grid", "n", 1.0, grid)] if one is not None]


def _exponent(part: str, against: str, formula: float, values: Sequence[tuple[int, float]]) -> Exponent | None:
    used = [(at, seconds) for at, seconds in values if seconds > 0]
    if len(used) < 3:
        return None
    sizes, times = (np.log([pair[k] for pair in used]) for k in (0, 1))
    return Exponent(part, against, formula, float(np.polyfit(sizes, times, 1)[0]), used[0][0], used[-1][0])


def kernel_slope(found: Selected, own: RowsOfSet) -> float:
    """Return the slope of the error of K' against D on log axes; c / D has -1."""
    return float(np.polyfit(np.log(found.components), np.log(own.mse), 1)[0])


def distance_from_line(found: Selected, own: RowsOfSet) -> float:
    """Return the largest distance of the measured error from c / D, as a share of it."""
    return max(abs(mse * D / own.constant - 1.0) for mse, D in zip(own.mse, found.components, strict=True))


def fall_between(found: Selected, own: RowsOfSet, D: tuple[int, int]) -> float:
    """Return how many times as large the error at the first D is as at the second; c / D has their ratio."""
    at = dict(zip(found.components, own.mse, strict=True))
    return at[D[0]] / at[D[1]]
