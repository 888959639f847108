"""The measurements by `python -m benchmarks results`, as frozen values, one section per benchmark."""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path

from ui.page.measured.file import MeasuredFile, Occasion


@dataclass(frozen=True, kw_only=True)
class SectionTaken(Occasion):
    """When, where and by which command a section was measured."""

    quick: bool  # fewer and smaller rows: enough for a first look, not for a claim


@dataclass(frozen=True)
class Timing:
    """One solver on one workload."""

    solver: str  # ours, trainer (ours, on a prepared problem), SVC, libsvm, sklearnex, LinearSVC, liblinear
    seconds: float  # median of the turns
    least: float
    turns: int
    objective: float | None = None  # kernels: the dual value D, minimised; linear machines: the primal value P
    violation: float | None = None  # kernels: m - M, computed in float64 outside the solvers
    gap: float | None = None  # linear machines: (P - optimum) / optimum, the optimum bounded from below by a long run
    error: float | None = None  # of decision values, against float64
    support: int | None = None
    accuracy: float | None = None  # on points not used for training
    stopped: bool = False  # stopped by a step limit, not by its tolerance


@dataclass(frozen=True)
class Workload:
    """One row: the same data for all solvers, which take turns in one process."""

    name: str
    group: str
    data: str
    n: int
    d: int
    C: float
    gamma: float | None
    of: int | None  # rows of the whole set, if only the first n shuffled ones are used
    goals: dict[str, float]  # rival -> target ratio of its time to ours
    runs: tuple[Timing, ...]  # ours first
    load: float

    @property
    def ours(self) -> Timing:
        """Our own run."""
        return self.runs[0]

    def against(self, rival: Timing) -> Timing:
        """Return our run to compare with a rival: for LIBSVM, which gets a prepared problem, that of the trainer."""
        trainer = next((run for run in self.runs if run.solver == "trainer"), self.ours)
        return trainer if rival.solver == "libsvm" else self.ours

    @property
    def rivals(self) -> tuple[Timing, ...]:
        """The runs of the other solvers."""
        return tuple(run for run in self.runs if run.solver not in ("ours", "trainer"))


@dataclass(frozen=True)
class Ratios:
    """The rivals' times relative to ours."""

    taken: SectionTaken
    tolerance: float
    cache_megabytes: int
    rows: tuple[Workload, ...]
    absent: tuple[str, ...]  # data and rivals that were missing


@dataclass(frozen=True)
class Printed:
    """The printed results of one method on one set; None for what is not legible."""

    accuracy: float
    C: float
    gamma: float | None


@dataclass(frozen=True)
class Trial:
    """One training of ours on the paper's rows."""

    chosen: bool  # C and gamma by cross-validation on a sample; else the printed ones
    C: float
    gamma: float | None
    accuracy: float | None = None  # percent of the test rows; None if not run
    seconds: float | None = None  # of training, feature map included
    iterations: int | None = None  # epochs of coordinate descent, steps of SMO
    size: int | None = None  # features of a point, or support vectors
    stopped: bool = False  # stopped by a limit
    why_not: str | None = None  # "room": the features do not fit into memory
    searched: float | None = None  # share of the grid evaluated by the cross-validation within its time limit


@dataclass(frozen=True)
class Cell:
    """One method on one set: the paper's numbers, and ours."""

    data: str
    method: str  # LINEAR, GAUSS-2, GAUSS-3, POLY-2, KERNEL
    printed: Printed | None
    trials: tuple[Trial, ...]

    @property
    def same(self) -> Trial | None:
        """Our training with the printed parameters."""
        return next((trial for trial in self.trials if not trial.chosen), None)

    @property
    def chosen(self) -> Trial | None:
        """Our training with the parameters chosen by cross-validation."""
        return next((trial for trial in self.trials if trial.chosen), None)


@dataclass(frozen=True)
class PaperSet:
    """A line of Liu14's table 1, and the same numbers for the rows that we have."""

    data: str
    printed: tuple[float, ...]  # n, mean non-zeros, training rows, test rows
    counted: tuple[float, ...] | None  # the same of our rows; None if the set is missing
    times: tuple[float, ...]  # of Liu14's table 3, ascending: their methods are not legible
    doubtful: tuple[float, ...]  # numbers that may belong to this line
    sample: bool  # True: we have only some of the rows


@dataclass(frozen=True)
class Paper:
    """The experiment of the paper on the approximate Gaussian kernel."""

    taken: SectionTaken
    sets: tuple[PaperSet, ...]
    cells: tuple[Cell, ...]
    tolerance_linear: float
    tolerance_kernel: float
    epochs: int  # at most
    sample: int  # rows used for the cross-validation
    folds: int

    @property
    def present(self) -> dict[str, PaperSet]:
        """The sets whose rows we have, by name."""
        return {one.data: one for one in self.sets if one.counted is not None}

    @property
    def same(self) -> dict[tuple[str, str], Trial]:
        """Our training with the printed parameters by set and method, as far as it exists."""
        return {(cell.data, cell.method): cell.same for cell in self.cells if cell.same is not None}


@dataclass(frozen=True)
class GrowthPoint:
    """One size of one series."""

    at: int
    seconds: float
    bytes: int | None  # growth of the process at its peak; None if the system does not report it


@dataclass(frozen=True)
class Series:
    """One solver on one kind of data of growing size."""

    task: str  # gaussian, linear
    data: str
    solver: str
    against: str  # n or d
    fixed: int  # the fixed one of n and d
    C: float
    points: tuple[GrowthPoint, ...] = ()  # empty until it is measured


@dataclass(frozen=True)
class Growth:
    """Time and memory over size; each series in its own process."""

    taken: SectionTaken
    most_seconds: float  # a series ends once a training takes longer
    series: tuple[Series, ...]


@dataclass(frozen=True)
class Measurements:
    """All measurements; None for a section that was not measured."""

    ratios: Ratios | None = None
    paper: Paper | None = None
    growth: Growth | None = None


SECTIONS = tuple(field.name for field in fields(Measurements))
RESULTS = MeasuredFile(Path(__file__).parents[2] / "assets" / "results.json", Measurements, schema=1)
