"""The evaluation of the measurements for the page of results: ratios, exponents, differences, as plain numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from pages.results.measurements import Cell, Growth, Paper, Ratios, Series, Timing, Workload
from ui.page.measured.summaries import Power, power

FAMILIES = {  # the solvers of each choice of rivals
    "sklearn": ("SVC", "LinearSVC"),
    "library": ("libsvm", "liblinear"),
    "sklearnex": ("sklearnex",),
    "all": ("SVC", "LinearSVC", "libsvm", "liblinear", "sklearnex"),
}
SMALLEST_FIT = {"n": 2000, "d": 20}  # smallest size in the fit of an exponent: below it constant costs dominate
LEAST_BYTES = 1_000_000  # smallest memory in a fit, to exceed the noise of the system
SMALL = 1e-6  # gaps below it count as equal
NEAR = 0.5  # accuracies that differ by fewer percentage points count as equal


@dataclass(frozen=True)
class Rivalry:
    """One rival on one workload."""

    workload: Workload
    rival: Timing

    @property
    def own(self) -> Timing:
        """Our run to compare with the rival's."""
        return self.workload.against(self.rival)

    @property
    def ratio(self) -> float:
        """The rival's time divided by ours."""
        return self.rival.seconds / self.own.seconds

    @property
    def goal(self) -> float | None:
        """The speed-up over this rival that we aim for; None without a goal."""
        return self.workload.goals.get(self.rival.solver)

    @property
    def met(self) -> bool | None:
        """Whether the goal is met, with a solution at least as good; None without a goal."""
        return None if self.goal is None else self.ratio >= self.goal and self.as_good

    @property
    def as_good(self) -> bool:
        """Whether our gap is no larger than the rival's, if gaps were measured; below `SMALL` they count as equal."""
        own, other = self.own.gap, self.rival.gap
        return own is None or other is None or own <= max(other, SMALL)

    @property
    def difference(self) -> float | None:
        """Our objective minus the rival's, relative to ours: negative if our minimum is better."""
        own, other = self.own.objective, self.rival.objective
        return None if own is None or other is None else (own - other) / max(abs(own), 1e-300)


@dataclass(frozen=True)
class Summary:
    """The counts over all comparisons."""

    count: int
    faster: int  # comparisons in which ours is faster
    middle: float  # median ratio
    goals: int
    met: int
    trained: int  # workloads with a kernel machine
    beyond: int  # those of them in which our true violation exceeds the requested tolerance


def standings(ratios: Ratios, family: str) -> list[Rivalry]:
    """Return every rival of a family on every workload, in the order of the measurements."""
    solvers = FAMILIES[family]
    return [Rivalry(row, run) for row in ratios.rows for run in row.rivals if run.solver in solvers]


def groups(rivalries: Sequence[Rivalry]) -> dict[str, list[Rivalry]]:
    """Return the comparisons by group, in the order of the measurements."""
    members: dict[str, list[Rivalry]] = {}
    for one in rivalries:
        members.setdefault(one.workload.group, []).append(one)
    return members


def summary(rivalries: Sequence[Rivalry], tolerance: float) -> Summary:
    """Count wins, goals, and violations above the tolerance."""
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

    None if too few sizes are large enough, or if the memory does not exceed the system's own noise.
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
    """Return our accuracy minus the printed one, in points, where both exist with the printed parameters.

    For one set, or for all sets that we have completely: a sample has other rows.
    """
    sets = {data} if data else {name for name, one in paper.present.items() if not one.sample}
    return [
        (cell, cell.same.accuracy - cell.printed.accuracy)
        for cell in paper.cells
        if cell.data in sets and cell.printed and cell.same and cell.same.accuracy is not None
    ]
