"""The claims in the text of the paper on the approximate Gaussian kernel, compared with our own runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from pages.results.answers import NEAR
from pages.results.measurements import Paper, Trial
from ui.page.measured.claims import PaperClaim, Share, gain_verdict, share_verdict

TIMES = 2.0  # factor from which one time counts as much shorter than another
METHODS = ("LINEAR", "GAUSS-2", "POLY-2", "KERNEL")  # of Liu14's figure 1
CUBIC_SET, CUBIC_GAIN = "covtype", 2.4  # percentage points by which m = 3 improves there


def more_accurate(one: Trial, other: Trial) -> bool | None:
    """Whether one run is more accurate than another; None if an accuracy is missing."""
    if one.accuracy is None or other.accuracy is None:
        return None
    return one.accuracy > other.accuracy


def close(one: Trial, other: Trial) -> bool | None:
    """Whether one run is at most `NEAR` percentage points below another in accuracy; None if one is missing."""
    if one.accuracy is None or other.accuracy is None:
        return None
    return one.accuracy >= other.accuracy - NEAR


def much_faster(one: Trial, other: Trial) -> bool | None:
    """Whether one run took at most a `TIMES`-th of the time of another; None if a time is missing."""
    if one.seconds is None or other.seconds is None:
        return None
    return TIMES * one.seconds <= other.seconds


def faster(one: Trial, other: Trial) -> bool | None:
    """Whether one run took less time than another; None if a time is missing."""
    if one.seconds is None or other.seconds is None:
        return None
    return one.seconds < other.seconds


def fewer_iterations(one: Trial, other: Trial) -> bool | None:
    """Whether one run needs fewer iterations; a run that was stopped at its limit needs more than it made."""
    if one.iterations is None or other.iterations is None:
        return None
    if one.stopped and (other.stopped or one.iterations < other.iterations):
        return None
    if other.stopped and one.iterations >= other.iterations:
        return None
    return one.iterations < other.iterations


class Better(NamedTuple):
    """The claim that one method is better than another on a number of sets."""

    name: str
    method: str
    than: str
    sets: Share  # as printed
    is_better: Callable[[Trial, Trial], bool | None]  # None: undecided
    on: tuple[str, ...] = ()  # the sets that the claim is about; none: all


COUNTED = (
    Better("kernel", "KERNEL", "LINEAR", Share(6, 6), more_accurate),
    Better("slower", "LINEAR", "KERNEL", Share(6, 6), much_faster),
    Better("close", "GAUSS-2", "KERNEL", Share(5, 5), close, ("a9a", "ijcnn1", "mnist38", "real-sim", "webspam")),
    Better("much", "GAUSS-2", "KERNEL", Share(6, 6), much_faster),
    Better("realsim_gauss", "GAUSS-2", "KERNEL", Share(1, 1), more_accurate, ("real-sim",)),
    Better("realsim_poly", "POLY-2", "KERNEL", Share(1, 1), more_accurate, ("real-sim",)),
    Better("accuracy", "GAUSS-2", "POLY-2", Share(4, 6), more_accurate),
    Better("time", "GAUSS-2", "POLY-2", Share(4, 6), faster),
    Better("iterations", "GAUSS-2", "POLY-2", Share(5, 6), fewer_iterations),
)


def counted_claims(paper: Paper) -> list[PaperClaim[Better, Share]]:
    """Return the claims about numbers of sets, in the order of the paper's text."""
    claims = []
    for one in COUNTED:
        ours = counted(paper, one)
        claims.append(PaperClaim(one, one.sets, ours if ours.of else None, share_verdict(one.sets, ours)))
    return claims


def counted(paper: Paper, claim: Better) -> Share:
    """Return the number of sets on which one method is better with the printed parameters, and the number compared."""
    sets = [data for data in paper.present if not claim.on or data in claim.on]
    pairs = [(paper.same.get((data, claim.method)), paper.same.get((data, claim.than))) for data in sets]
    decided = [claim.is_better(one, other) for one, other in pairs if one is not None and other is not None]
    return Share(decided.count(True), len(decided) - decided.count(None))


def gain_claim(paper: Paper) -> PaperClaim[str, float]:
    """Return the paper's gain by the order m = 3 in percentage points, and our gain with the same C and gamma."""
    square, cube = (None if run is None else run.accuracy for run in cubic_runs(paper))
    ours = None if square is None or cube is None else cube - square
    return PaperClaim("cubic", CUBIC_GAIN, ours, gain_verdict(CUBIC_GAIN, ours, NEAR))


def cubic_runs(paper: Paper) -> list[Trial | None]:
    """Return our runs with the orders m = 2 and m = 3 for that claim."""
    return [paper.same.get((CUBIC_SET, method)) for method in ("GAUSS-2", "GAUSS-3")]


def all_verdicts(paper: Paper) -> dict[str, str]:
    """Return the verdict on each claim by its name."""
    gain = gain_claim(paper)
    return {**{claim.statement.name: claim.verdict for claim in counted_claims(paper)}, gain.statement: gain.verdict}


# ---- what the text says of its own table, and of its own code ----


def printed_close(paper: Paper) -> Share:
    """Return on how many of the five sets the printed accuracies themselves are close, by the same limit."""
    claim = next(one for one in COUNTED if one.name == "close")
    table = {(cell.data, cell.method): cell.printed for cell in paper.cells if cell.printed is not None}
    pairs = [(table.get((data, claim.method)), table.get((data, claim.than))) for data in claim.on]
    known = [one.accuracy >= other.accuracy - NEAR for one, other in pairs if one is not None and other is not None]
    return Share(known.count(True), len(known))


class MapsMade(NamedTuple):
    """How often the feature maps of a set are made: once before the training, or in it whenever a point is visited."""

    data: str
    points: int
    epochs: int  # of our run of POLY-2 with the printed parameters
    stopped: bool  # whether its limit ended that run

    @property
    def during(self) -> int:
        """The maps made by that training, if each visit makes its point's map again."""
        return self.points * self.epochs


def maps_made(paper: Paper) -> tuple[MapsMade, ...]:
    """Return how often POLY-2 would make its maps in our runs, by set; our runs make them once."""
    made = []
    for data, one in paper.present.items():
        run = paper.same.get((data, "POLY-2"))
        if run is not None and run.iterations is not None and one.counted is not None:
            made.append(MapsMade(data, int(one.counted[2]), run.iterations, run.stopped))
    return tuple(made)
