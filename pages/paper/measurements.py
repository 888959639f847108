"""The measurements by `python -m benchmarks paper`, as frozen values."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from core.topics.choosing.experiment import Searched
from ui.page.measured.file import MeasuredFile, Occasion


@dataclass(frozen=True)
class Settings:
    """The common settings of all methods."""

    folds: int
    repetitions: int  # of the methods that use random numbers
    gammas: tuple[float, ...]
    penalties: tuple[float, ...]
    ranks: tuple[int, ...]  # D, and number of landmarks
    most_rows: int  # training rows; 0: all
    most_tests: int  # test rows; 0: all


@dataclass(frozen=True)
class RowsOfSet:
    """Our copy of a set, and the error of K' on it at gamma = 1."""

    data: str
    counted: tuple[int, int, int]  # coordinates, training rows, test rows of the whole set
    divided: bool  # the set has no test rows of its own: we sampled them
    used: tuple[int, int]  # training and test rows used
    variance: float | None  # of the targets of a regression, over the whole set
    constant: float  # c of E[MSE] = c / D
    points: int  # on which K' was measured
    mse: tuple[float, ...]  # mean over the draws, one for each D of `Experiments.components`


@dataclass(frozen=True)
class MethodOnSet:
    """One method on one set, one run per seed; a deterministic method has one run."""

    data: str
    method: str
    runs: tuple[Searched, ...]


@dataclass(frozen=True)
class MethodAtSize:
    """One method with one number of training rows."""

    data: str
    method: str
    rows: int
    run: Searched


@dataclass(frozen=True)
class Experiments:
    """The experiments of the paper."""

    taken: Occasion
    asked: Settings
    components: tuple[int, ...]  # D of figures 1 and 2
    rolls: int
    sets: tuple[RowsOfSet, ...]
    cells: tuple[MethodOnSet, ...]
    sizes: tuple[MethodAtSize, ...]
    absent: tuple[str, ...]  # sets whose files were missing


MEASURED = MeasuredFile(Path(__file__).parents[2] / "assets" / "paper.json", Experiments, schema=1)
