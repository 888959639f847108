"""The ratio table of the goals: same data, C, gamma and tolerance for all solvers, with quality beside the time."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.svm import SVC

from benchmarks.results import linear_solvers as lines
from benchmarks.results.clock import QUICK_SECONDS, SECONDS, Timed, in_turns
from benchmarks.results.judge import accuracy, judged, kernel_values
from benchmarks.results.kernel_solvers import CACHE, TOLERANCE, kernel_solvers
from benchmarks.results.sets import Sample, made, public, usual_gamma
from core.problem.arrays import Vector
from core.problem.fast_decision import gaussian_at, gaussian_on_grid
from pages.results.measurements import Ratios, SectionTaken, Timing, Workload

SIDE = 200  # points on a side of the grid


# ---- the rows of the goals: the problems, and the target ratios ----


@dataclass(frozen=True)
class Case:
    """A row of the table before it is measured."""

    kind: str  # kernel, grid, points, linear
    group: str
    data: str
    n: int  # 0: all rows of a public set
    C: float
    gamma: float | None = None  # None: the default of the set
    public: bool = False
    single: bool = False  # ours in float32
    goals: dict[str, float] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The name for the console, which the words of the command are compared with."""
        kind = "" if self.kind == "kernel" else f"{self.kind} "
        precision = " float32" if self.single else ""
        return f"{kind}{self.data} n={self.n or 'all'} C={self.C:g}{precision}"

    @property
    def small(self) -> bool:
        """Whether a quick look includes it."""
        return 0 < self.n <= 2000 or self.kind in ("grid", "points")


def cases() -> Iterator[Case]:
    """Yield all rows; those of one group are adjacent on the page."""
    for data in ("moons", "checker"):
        for n in (200, 500):
            yield Case("kernel", "plane-1", data, n, 1.0, goals={"SVC": 15.0, "libsvm": 6.0})
    for data in ("moons", "checker"):
        for n in (200, 500):
            yield Case("kernel", "plane-100", data, n, 100.0, goals={"SVC": 5.0, "libsvm": 4.0})
    for data in ("moons", "checker"):
        for n in (10_000, 20_000):
            yield Case("kernel", "large", data, n, 1.0, goals={"SVC": 15.0, "sklearnex": 20.0})
    for C, goal in ((1.0, 7.0), (100.0, 5.0)):
        for n in (2000, 5000, 10_000, 20_000):
            yield Case("kernel", f"d20-{C:g}", "clouds20", n, C, goals={"SVC": goal} if n >= 5000 else {})
    for n in (2000, 5000, 10_000):
        yield Case("kernel", "d100", "mixture100", n, 1.0, goals={"SVC": 7.0, "sklearnex": 4.0})
    yield Case("kernel", "d780", "mixture780", 5000, 1.0, goals={"SVC": 9.0, "sklearnex": 1.4})
    yield Case("kernel", "real", "a9a", 0, 8.0, 0.03125, public=True, goals={"SVC": 6.0})
    yield Case("kernel", "real", "w7a", 0, 8.0, 0.03125, public=True, goals={"SVC": 6.0})
    yield Case("kernel", "real", "ijcnn1", 0, 32.0, 2.0, public=True, goals={"SVC": 6.0})
    for kind, goal in (("grid", 500.0), ("points", 40.0)):
        for n in (500, 2000):
            yield Case(kind, kind, "moons", n, 1.0, goals={"SVC": goal})
    yield from _linear_cases()


def _linear_cases() -> Iterator[Case]:
    dense = (("clouds231", 20_000), ("clouds500", 10_000), ("mixture100", 2000))
    for group, single, goal in (("dense32", True, 8.0), ("dense64", False, 3.5)):
        for data, n in dense:
            goals = {"LinearSVC": goal} if n > 2000 else {}
            yield Case("linear", group, data, n, 1.0, single=single, goals=goals)
    yield Case("linear", "sparse", "text20000", 50_000, 1.0, goals={"LinearSVC": 1.5})
    for data in ("a9a", "reuters"):
        yield Case("linear", "sparse", data, 0, 1.0, public=True, goals={"LinearSVC": 1.5})


# ---- measurement ----


def ratios(taken: SectionTaken, folder: Path | None, quick: bool) -> Iterator[Ratios]:
    """Measure all rows, print each at once, and yield all results so far, so that nothing is lost."""
    rows: list[Workload] = []
    absent: list[str] = []
    for case in cases():
        if quick and not case.small:
            continue
        row = measured(case, folder, quick)
        if row is None:
            absent.append(case.name)
            continue
        rows.append(row)
        print("\n".join(console_lines(row)), flush=True)
        yield Ratios(taken, TOLERANCE, CACHE, tuple(rows), tuple(absent))
    yield Ratios(taken, TOLERANCE, CACHE, tuple(rows), tuple(absent))


def console_lines(row: Workload) -> Iterator[str]:
    """Yield a line for each solver of a row."""
    best = min((run.objective for run in row.runs if run.objective is not None), default=0.0)
    for run in row.runs:
        name = row.name if run is row.ours else ""
        ratio = run.seconds / row.against(run).seconds
        goal = f" goal {row.goals[run.solver]:g}" if run.solver in row.goals else ""
        parts = [f"{name:30}{run.solver:>10} {1e3 * run.seconds:10.3f} ms x{ratio:7.1f}{goal:9}"]
        if run.objective is not None:
            parts.append(f"value +{run.objective - best:.1e}")
        for word, value in (("violation", run.violation), ("gap", run.gap), ("error", run.error)):
            if value is not None:
                parts.append(f"{word} {value:.1e}")
        if run.support is not None:
            parts.append(f"{run.support} SV")
        if run.accuracy is not None:
            parts.append(f"{100 * run.accuracy:.2f} %")
        yield "  ".join(parts) + ("  stopped" if run.stopped else "")


def measured(case: Case, folder: Path | None, quick: bool = False) -> Workload | None:
    """Return one measured row; None if its data is missing."""
    sample = _sample(case, folder)
    if sample is None:
        return None
    total = len(sample.y)
    sample = sample.first(case.n) if case.public and case.n else sample
    gamma = case.gamma or usual_gamma(case.data, sample.X.shape[1])
    load = os.getloadavg()[0]
    runs = tuple(MEASURES[case.kind](case, sample, gamma, QUICK_SECONDS if quick else SECONDS))
    return Workload(
        name=case.name,
        group=case.group,
        data=case.data,
        n=len(sample.y),
        d=sample.X.shape[1],
        C=case.C,
        gamma=None if case.kind == "linear" else gamma,
        of=total if total > len(sample.y) else None,
        goals=case.goals,
        runs=runs,
        load=load,
    )


def _sample(case: Case, folder: Path | None) -> Sample | None:
    if not case.public:
        return made(case.data, case.n)
    return None if folder is None else public(folder, case.data)


def _kernel(case: Case, sample: Sample, gamma: float, seconds: float) -> Iterator[Timing]:
    results = in_turns(kernel_solvers(sample, gamma, case.C), seconds)
    for name, timed in results.items():
        coef, b = timed.answer
        D, violation = judged(sample.X, sample.y, gamma, case.C, coef)
        right = accuracy(kernel_values(sample.X, gamma, coef, sample.unseen[:2000]) + b, sample.truth[:2000])
        support = int(np.count_nonzero(coef))
        yield _run(name, timed, objective=D, violation=violation, support=support, accuracy=right)


def _decisions(case: Case, sample: Sample, gamma: float, seconds: float) -> Iterator[Timing]:
    """Compare f at 40 000 points of the plane: on a grid given by its axes, or at the same points as a list.

    SVC and ours use the same coefficients, those of SVC.
    """
    model = SVC(C=case.C, gamma=gamma).fit(sample.X, sample.y)
    coef, b = np.zeros(len(sample.y)), float(model.intercept_[0])
    coef[model.support_] = model.dual_coef_[0]
    low, high = sample.X.min(axis=0) - 0.5, sample.X.max(axis=0) + 0.5
    across, up = (np.linspace(low[k], high[k], SIDE) for k in (0, 1))
    places = np.column_stack([one.ravel() for one in np.meshgrid(across, up)])
    own: dict[str, Callable[[], Vector]] = {
        "grid": lambda: gaussian_on_grid(sample.X, coef, gamma, across, up).ravel() + b,
        "points": lambda: gaussian_at(sample.X, coef, gamma, places) + b,
    }
    results = in_turns({"ours": own[case.kind], "SVC": lambda: model.decision_function(places)}, seconds)
    true = kernel_values(sample.X, gamma, coef, places) + b
    for name, timed in results.items():
        yield _run(name, timed, error=float(np.abs(timed.answer - true).max()), support=int(np.count_nonzero(coef)))


def _linear(case: Case, sample: Sample, _: float, seconds: float) -> Iterator[Timing]:
    """Compare at the same gap: ours with the loosest tolerance that comes as close to the optimum as LinearSVC does."""
    rows = sample.X.astype(np.float32) if case.single else sample.X
    rivals = lines.rivals(sample, case.C)
    least = lines.least_value(sample, case.C)
    aim = lines.relative_gap(sample, case.C, rivals["LinearSVC"](), least)
    fits = {"ours": lines.as_good(sample, rows, case.C, aim, least), **rivals}
    for name, timed in in_turns(fits, seconds).items():
        line = timed.answer
        right = accuracy(sample.unseen @ line.w + line.b, sample.truth)
        gap = lines.relative_gap(sample, case.C, line, least)
        P = least * (1.0 + gap)
        yield _run(name, timed, objective=P, gap=gap, accuracy=right, stopped=line.stopped)


def _run(name: str, timed: Timed[Any], **judged: Any) -> Timing:  # noqa: ANN401 - what `Timing` takes
    return Timing(name, timed.typical, min(timed.seconds), len(timed.seconds), **judged)


MEASURES: dict[str, Callable[[Case, Sample, float, float], Iterator[Timing]]] = {
    "kernel": _kernel,
    "grid": _decisions,
    "points": _decisions,
    "linear": _linear,
}
