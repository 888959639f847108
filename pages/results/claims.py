"""What the paper on the approximate Gaussian kernel claims in its text, held against our own runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from pages.results.answers import NEAR, present, trial_of
from pages.results.measurements import Paper, Trial

METHODS = ("LINEAR", "GAUSS-2", "POLY-2", "KERNEL")  # of Liu14's figure 1
HOLDS, WEAKER, FAILS, OPEN = "holds", "weaker", "fails", "open"
CUBIC_SET, CUBIC_GAIN = "covtype", 2.4  # percentage points that m = 3 gains there

Better = Callable[[Trial, Trial], bool | None]  # None: undecided


@dataclass(frozen=True)
class CountedClaim:
    """One method is better than another on so many sets."""

    name: str
    better: str
    than: str
    printed: tuple[int, int]
    ours: tuple[int, int]  # of the sets that decide it

    @property
    def verdict(self) -> str:
        """Whether it holds on as large a share of our sets, on most of them, or not."""
        (won, of), (printed, count) = self.ours, self.printed
        if not of:
            return OPEN
        if won * count >= printed * of:
            return HOLDS
        return WEAKER if 2 * won > of else FAILS


@dataclass(frozen=True)
class GainClaim:
    """One more order of the kernel gains so many percentage points on one set."""

    name: str
    data: str
    printed: float
    ours: float | None
    stopped: bool  # a limit ended one of our two runs

    @property
    def verdict(self) -> str:
        """Whether our gain is as large, within the distance at which two accuracies count as the same."""
        if self.ours is None:
            return OPEN
        if self.ours >= self.printed - NEAR:
            return HOLDS
        return WEAKER if self.ours > 0 else FAILS


def more_accurate(one: Trial, other: Trial) -> bool | None:
    """Tell whether one run is more accurate than another."""
    if one.accuracy is None or other.accuracy is None:
        return None
    return one.accuracy > other.accuracy


def faster(one: Trial, other: Trial) -> bool | None:
    """Tell whether one run took less time than another."""
    if one.seconds is None or other.seconds is None:
        return None
    return one.seconds < other.seconds


def fewer_iterations(one: Trial, other: Trial) -> bool | None:
    """Tell whether one run needs fewer iterations; of a run that its limit ended one knows only that it needs more."""
    if one.iterations is None or other.iterations is None:
        return None
    if one.stopped and (other.stopped or one.iterations < other.iterations):
        return None
    if other.stopped and one.iterations >= other.iterations:
        return None
    return one.iterations < other.iterations


COUNTED: Final[tuple[tuple[str, str, str, tuple[int, int], Better], ...]] = (
    ("kernel", "KERNEL", "LINEAR", (6, 6), more_accurate),
    ("accuracy", "GAUSS-2", "POLY-2", (4, 6), more_accurate),
    ("time", "GAUSS-2", "POLY-2", (4, 6), faster),
    ("iterations", "GAUSS-2", "POLY-2", (5, 6), fewer_iterations),
)


def counted_claims(shown: Paper) -> list[CountedClaim]:
    """Return the four claims that count sets, in the order of the paper's text."""
    return [
        CountedClaim(name, one, other, printed, counted(shown, one, other, better))
        for name, one, other, printed, better in COUNTED
    ]


def counted(shown: Paper, one: str, other: str, better: Better) -> tuple[int, int]:
    """Return on how many sets one method is better than the other with the printed parameters, and of how many."""
    runs = printed_runs(shown)
    pairs = [(runs.get((data, one)), runs.get((data, other))) for data in present(shown)]
    told = [better(a, b) for a, b in pairs if a is not None and b is not None]
    return sum(each is True for each in told), sum(each is not None for each in told)


def gain_claim(shown: Paper) -> GainClaim:
    """Return what the paper says of the order m = 3, and our gain with the same C and gamma."""
    runs = printed_runs(shown)
    square, cube = runs.get((CUBIC_SET, "GAUSS-2")), runs.get((CUBIC_SET, "GAUSS-3"))
    if square is None or cube is None or square.accuracy is None or cube.accuracy is None:
        return GainClaim("cubic", CUBIC_SET, CUBIC_GAIN, None, False)
    gained = cube.accuracy - square.accuracy
    return GainClaim("cubic", CUBIC_SET, CUBIC_GAIN, gained, square.stopped or cube.stopped)


def printed_runs(shown: Paper) -> dict[tuple[str, str], Trial]:
    """Return our run with the printed parameters by set and method, where there is one."""
    found = {(cell.data, cell.method): trial_of(cell, False) for cell in shown.cells}
    return {place: trial for place, trial in found.items() if trial is not None}
