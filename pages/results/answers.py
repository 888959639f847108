"""What the page of results makes of the measurements: standings, exponents, differences; plain numbers, no words."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import median

import numpy as np

from pages.results.measurements import (
    RESULTS,
    Cell,
    Growth,
    Measurements,
    Paper,
    Ratios,
    Series,
    Timing,
    Trial,
    Workload,
    read_measurements,
)

FAMILIES = {  # what a choice of rivals stands for
    "sklearn": ("SVC", "LinearSVC"),
    "library": ("libsvm", "liblinear"),
    "sklearnex": ("sklearnex",),
    "all": ("SVC", "LinearSVC", "libsvm", "liblinear", "sklearnex"),
}
SMALLEST_FIT = {"n": 2000, "d": 20}  # where a fit of an exponent begins: below it, what never grows counts
LEAST_POINTS = 3  # of a fit
LEAST_BYTES = 1_000_000  # memory is fitted where it is more than the system's own noise
SMALL = 1e-6  # gaps
NEAR = 0.5  # percentage points within which two accuracies count as the same


@dataclass(frozen=True)
class Rivalry:
    """One rival on one workload."""

    workload: Workload
    rival: Timing

    @property
    def own(self) -> Timing:
        """Our run beside the rival's."""
        return self.workload.against(self.rival)

    @property
    def ratio(self) -> float:
        """The rival's time in units of ours."""
        return self.rival.seconds / self.own.seconds

    @property
    def goal(self) -> float | None:
        """How far ahead we want to be of this rival; None where nobody said."""
        return self.workload.goals.get(self.rival.solver)

    @property
    def met(self) -> bool | None:
        """Whether the goal is met, by an answer as good; None without one."""
        return None if self.goal is None else self.ratio >= self.goal and self.as_good

    @property
    def as_good(self) -> bool:
        """Whether our gap is no larger than the rival's, where gaps were measured; below `SMALL` they count alike."""
        own, other = self.own.gap, self.rival.gap
        return own is None or other is None or own <= max(other, SMALL)

    @property
    def difference(self) -> float | None:
        """Our objective less the rival's, as a share of its size: below 0, ours is the better minimum."""
        own, other = self.own.objective, self.rival.objective
        return None if own is None or other is None else (own - other) / max(abs(own), 1e-300)


@dataclass(frozen=True)
class Summary:
    """The standings in numbers, each counted."""

    count: int
    faster: int  # of ours
    middle: float  # median ratio
    goals: int
    met: int
    trained: int  # kernel machines among the workloads
    beyond: int  # of them, where our true violation is above the tolerance asked for


@cache
def measured(path: Path = RESULTS) -> Measurements:
    """Return the measurements of the file, read once."""
    return read_measurements(path)


def standings(shown: Ratios, family: str) -> list[Rivalry]:
    """Return every rival of a family on every workload, in the order of the measurements."""
    wanted = FAMILIES[family]
    return [Rivalry(row, run) for row in shown.rows for run in row.rivals if run.solver in wanted]


def groups(found: Sequence[Rivalry]) -> dict[str, list[Rivalry]]:
    """Return the standings by group, in the order of the measurements."""
    dealt: dict[str, list[Rivalry]] = {}
    for one in found:
        dealt.setdefault(one.workload.group, []).append(one)
    return dealt


def summary(found: Sequence[Rivalry], tolerance: float) -> Summary:
    """Count."""
    goals = [one.met for one in found if one.met is not None]
    kernels = [one for one in found if one.workload.ours.violation is not None]
    return Summary(
        count=len(found),
        faster=sum(one.ratio > 1 for one in found),
        middle=median(one.ratio for one in found) if found else math.nan,
        goals=len(goals),
        met=sum(goals),
        trained=len({one.workload.name for one in kernels}),
        beyond=len({one.workload.name for one in kernels if beyond(one.workload.ours, tolerance)}),
    )


def beyond(run: Timing, tolerance: float) -> bool:
    """Tell whether a run's true violation is above the tolerance that it was asked for."""
    return run.violation is not None and run.violation > tolerance


# ---- growth ----


def values(series: Series, quantity: str) -> list[tuple[int, float]]:
    """Return (size, seconds) or (size, bytes) of a series, what is not known left out."""
    if quantity == "seconds":
        return [(point.at, point.seconds) for point in series.points]
    return [(point.at, float(point.bytes)) for point in series.points if point.bytes]


def exponent(series: Series, quantity: str) -> tuple[float, int, int] | None:
    """Return the slope on log axes by least squares, and the sizes from and to which it was fitted.

    None where too few sizes are large enough, or too little memory grew to be told from the system's own.
    """
    least = LEAST_BYTES if quantity == "memory" else 0.0
    used = [(at, value) for at, value in values(series, quantity) if at >= SMALLEST_FIT[series.against]]
    used = [(at, value) for at, value in used if value > least]
    if len(used) < LEAST_POINTS:
        return None
    sizes, found = np.log([at for at, _ in used]), np.log([value for _, value in used])
    slope = float(np.polyfit(sizes, found, 1)[0])
    return slope, used[0][0], used[-1][0]


def panels(shown: Growth, against: str) -> dict[tuple[str, str], list[Series]]:
    """Return the series against n or d by task and data, ours first."""
    dealt: dict[tuple[str, str], list[Series]] = {}
    for series in shown.series:
        if series.against == against and series.points:
            dealt.setdefault((series.task, series.data), []).append(series)
    return dealt


# ---- the paper ----


def present(shown: Paper) -> list[str]:
    """Return the sets that are there."""
    return [one.data for one in shown.sets if one.counted is not None]


def trial_of(cell: Cell, chosen: bool) -> Trial | None:
    """Return the trial with the printed parameters, or with the chosen ones."""
    return next((trial for trial in cell.trials if trial.chosen == chosen), None)


def differences(shown: Paper) -> list[tuple[Cell, float]]:
    """Return our accuracy less the printed one, in points, where both are there with the printed parameters.

    A set of which we have a sample only is left out: its rows are others.
    """
    others = {one.data for one in shown.sets if one.sample or one.counted is None}
    found = []
    for cell in shown.cells:
        trial = trial_of(cell, False)
        if cell.data in others or cell.printed is None or trial is None or trial.accuracy is None:
            continue
        found.append((cell, trial.accuracy - cell.printed.accuracy))
    return found


def wins(shown: Paper, better: str, than: str) -> tuple[int, int]:
    """Return on how many sets one method is more accurate than the other in our runs, and of how many."""
    best = {(cell.data, cell.method): _best(cell.trials) for cell in shown.cells}
    both = [(best.get((data, better)), best.get((data, than))) for data in present(shown)]
    pairs = [(one, other) for one, other in both if one is not None and other is not None]
    return sum(one > other for one, other in pairs), len(pairs)


def _best(trials: Iterable[Trial]) -> float | None:
    """Return the accuracy with the printed parameters; that is what the paper compares."""
    return next((trial.accuracy for trial in trials if not trial.chosen), None)
