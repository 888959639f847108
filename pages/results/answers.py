"""The evaluation of the measurements for the page of results: standings, exponents, differences, as plain numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from pages.results.measurements import Cell, Growth, Paper, Ratios, Series, Timing, Workload
from ui.page.measured.summaries import Power, power

FAMILIES = {  # what a choice of rivals stands for
    "sklearn": ("SVC", "LinearSVC"),
    "library": ("libsvm", "liblinear"),
    "sklearnex": ("sklearnex",),
    "all": ("SVC", "LinearSVC", "libsvm", "liblinear", "sklearnex"),
}
SMALLEST_FIT = {"n": 2000, "d": 20}  # where a fit of an exponent begins: below it, what never grows counts
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
        """How far ahead we want to be of this rival; None without a goal."""
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


def standings(ratios: Ratios, family: str) -> list[Rivalry]:
    """Return every rival of a family on every workload, in the order of the measurements."""
    solvers = FAMILIES[family]
    return [Rivalry(row, run) for row in ratios.rows for run in row.rivals if run.solver in solvers]


def groups(rivalries: Sequence[Rivalry]) -> dict[str, list[Rivalry]]:
    """Return the standings by group, in the order of the measurements."""
    members: dict[str, list[Rivalry]] = {}
    for one in rivalries:
        members.setdefault(one.workload.group, []).append(one)
    return members


def summary(rivalries: Sequence[Rivalry], tolerance: float) -> Summary:
    """Count."""
    goals = [one.met for one in rivalries if one.met is not None]
    kernels = {
        one.workload.name: one.workload.ours.violation for one in rivalries if one.workload.ours.violation is not None
    }
    return Summary(
        count=len(rivalries),
        faster=sum(one.ratio > 1 for one in rivalries),
        middle=median(one.ratio for one in rivalries) if rivalries else math.nan,
        goals=len(goals),
        met=sum(goals),
        trained=len(kernels),
        beyond=sum(violation > tolerance for violation in kernels.values()),
    )


# ---- growth ----


def values(series: Series, quantity: str) -> list[tuple[int, float]]:
    """Return (size, seconds) or (size, bytes) of a series; unknown values are left out."""
    if quantity == "seconds":
        return [(point.at, point.seconds) for point in series.points]
    return [(point.at, float(point.bytes)) for point in series.points if point.bytes]


def exponent(series: Series, quantity: str) -> Power | None:
    """Return the power of the size by which time or memory grows.

    None if too few sizes are large enough, or too little memory grew to be told from the system's own.
    """
    least = LEAST_BYTES if quantity == "memory" else 0.0
    large = [(at, value) for at, value in values(series, quantity) if at >= SMALLEST_FIT[series.against]]
    return power([(at, value) for at, value in large if value > least])


def panels(growth: Growth, against: str) -> dict[tuple[str, str], list[Series]]:
    """Return the series against n or d by task and data, ours first."""
    members: dict[tuple[str, str], list[Series]] = {}
    for series in growth.series:
        if series.against == against and series.points:
            members.setdefault((series.task, series.data), []).append(series)
    return members


# ---- the paper ----


def differences(paper: Paper, data: str | None = None) -> list[tuple[Cell, float]]:
    """Return our accuracy less the printed one, in points, where both are there with the printed parameters.

    They are those of one set, or of all but those of which we have a sample only: its rows are others.
    """
    sets = {data} if data else {name for name, one in paper.present.items() if not one.sample}
    return [
        (cell, cell.same.accuracy - cell.printed.accuracy)
        for cell in paper.cells
        if cell.data in sets and cell.printed and cell.same and cell.same.accuracy is not None
    ]
