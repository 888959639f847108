"""The measurements by `python -m benchmarks results`, as frozen values, one section per benchmark."""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path

from ui.page.measured.file import MeasuredFile, Occasion


@dataclass(frozen=True, kw_only=True)
class SectionTaken(Occasion):
    """When, where and by which command a section was measured."""

    quick: bool  # fewer and smaller rows: good for a look, not for a claim


@dataclass(frozen=True)
class Timing:
    """One solver on one workload."""

    solver: str  # ours, trainer (ours, on a problem that is ready), SVC, libsvm, sklearnex, LinearSVC, liblinear
    seconds: float  # median of the turns
    least: float
    turns: int
    objective: float | None = None  # kernels: the dual value D, minimised; linear machines: the primal value P
    violation: float | None = None  # kernels: m - M, judged in float64 outside the solvers
    gap: float | None = None  # linear machines: (P - optimum) / optimum, the optimum bounded from below by a long run
    error: float | None = None  # of decision values, against float64
    support: int | None = None
    accuracy: float | None = None  # on points that were not trained on
    stopped: bool = False  # a limit of steps ended it, not its tolerance


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
    of: int | None  # rows of the whole set, where only the first n shuffled ones are taken
    goals: dict[str, float]  # rival -> how many times its time we want
    runs: tuple[Timing, ...]  # ours first
    load: float

    @property
    def ours(self) -> Timing:
        """Our own run."""
        return self.runs[0]

    def against(self, rival: Timing) -> Timing:
        """Return our run that was asked as a rival was: LIBSVM gets a problem that is ready, the trainer too."""
        trainer = next((run for run in self.runs if run.solver == "trainer"), self.ours)
        return trainer if rival.solver == "libsvm" else self.ours

    @property
    def rivals(self) -> tuple[Timing, ...]:
        """The runs of the other solvers."""
        return tuple(run for run in self.runs if run.solver not in ("ours", "trainer"))


@dataclass(frozen=True)
class Ratios:
    """The rivals' times in units of ours."""

    taken: SectionTaken
    tolerance: float
    cache_megabytes: int
    rows: tuple[Workload, ...]
    absent: tuple[str, ...]  # data and rivals that were not there


@dataclass(frozen=True)
class Printed:
    """What the paper prints of one method on one set, as it is legible; None if it is not."""

    accuracy: float
    C: float
    gamma: float | None


@dataclass(frozen=True)
class Trial:
    """One training of ours on the paper's rows."""

    chosen: bool  # C and gamma by cross-validation on a sample; else those that the paper prints
    C: float
    gamma: float | None
    accuracy: float | None = None  # percent of the test rows; None if it was not run
    seconds: float | None = None  # of training, feature map included
    iterations: int | None = None  # epochs of coordinate descent, steps of SMO
    size: int | None = None  # features of a point, or support vectors
    stopped: bool = False  # a limit ended it
    why_not: str | None = None  # "room": the features do not fit
    searched: float | None = None  # share of the grid that the cross-validation saw before its time was over


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
        """Our training with the parameters that cross-validation chose."""
        return next((trial for trial in self.trials if trial.chosen), None)


@dataclass(frozen=True)
class PaperSet:
    """A line of Liu14's table 1, and the same of the rows that we have."""

    data: str
    printed: tuple[float, ...]  # n, mean non-zeros, training rows, test rows
    counted: tuple[float, ...] | None  # the same of our rows; None if the set is not there
    times: tuple[float, ...]  # of Liu14's table 3, rising: which method each belongs to is not legible
    doubtful: tuple[float, ...]  # numbers that may belong to this line
    sample: bool  # we have some of the rows only


@dataclass(frozen=True)
class Paper:
    """The experiment of the paper on the approximate Gaussian kernel."""

    taken: SectionTaken
    sets: tuple[PaperSet, ...]
    cells: tuple[Cell, ...]
    tolerance_linear: float
    tolerance_kernel: float
    epochs: int  # at most
    sample: int  # rows that the cross-validation saw
    folds: int

    @property
    def present(self) -> dict[str, PaperSet]:
        """The sets whose rows we have, by name."""
        return {one.data: one for one in self.sets if one.counted is not None}

    @property
    def same(self) -> dict[tuple[str, str], Trial]:
        """Our training with the printed parameters by set and method, where there is one."""
        return {(cell.data, cell.method): cell.same for cell in self.cells if cell.same is not None}


@dataclass(frozen=True)
class GrowthPoint:
    """One size of one series."""

    at: int
    seconds: float
    bytes: int | None  # by which the process grew at its peak; None if the system does not say


@dataclass(frozen=True)
class Series:
    """One solver on one kind of data, growing."""

    task: str  # gaussian, linear
    data: str
    solver: str
    against: str  # n or d
    fixed: int  # the other one
    C: float
    points: tuple[GrowthPoint, ...] = ()  # none before it is measured


@dataclass(frozen=True)
class Growth:
    """Time and memory against size; each series in a process of its own."""

    taken: SectionTaken
    most_seconds: float  # a series ends where one training takes longer
    series: tuple[Series, ...]


@dataclass(frozen=True)
class Measurements:
    """All that was measured; a section that was not is None."""

    ratios: Ratios | None = None
    paper: Paper | None = None
    growth: Growth | None = None


SECTIONS = tuple(field.name for field in fields(Measurements))
RESULTS = MeasuredFile(Path(__file__).parents[2] / "assets" / "results.json", Measurements, schema=1)
