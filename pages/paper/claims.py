"""The statements of the paper's text, compared with its own tables and our runs (mathematics 20.4.9 and 20.4.10)."""

from __future__ import annotations

from typing import NamedTuple

from pages.paper.answers import NEAR, OWN, cells_of, rows_of
from pages.paper.measurements import Experiments
from pages.paper.printed import RESULTS, SETS, sets_of
from ui.page.measured.claims import CONTRADICTS, OPEN, PaperClaim, agreement, factor_verdict

FACTOR = 1.5  # numbers in the text may be rounded: within this factor they agree with the table


class Contest(NamedTuple):
    """A claim that RFFDG-RBF is better than these methods on these sets."""

    name: str
    quantity: str  # seconds or score
    sets: tuple[str, ...]
    rivals: tuple[str, ...]


COMPARISONS = (
    Contest("error", "score", ("mg", "abalone", "space_ga", "cpusmall", "mpg"), ("nystroem", "median")),
    Contest("time", "seconds", ("mg", "abalone", "space_ga", "cpusmall"), ("grid", "nystroem", "median")),
    Contest("nystroem", "score", ("a8a", "letter", "shuttle", "w7a", "phishing"), ("nystroem",)),
    Contest("median", "score", ("ijcnn1", "a8a", "letter", "w7a", "shuttle", "phishing"), ("median",)),
    Contest("times", "seconds", ("ijcnn1", "a8a", "letter", "shuttle", "phishing"), ("grid", "nystroem", "median")),
    Contest("w7a", "seconds", ("w7a",), ("grid",)),
)


class Difference(NamedTuple):
    """A claim by how much RFFDG-RBF differs from a method on a set, at the largest size of figures 3 and 4."""

    kind: str  # "saved" seconds, "times" as fast, "points" of accuracy
    data: str
    rival: str
    stated: float


DIFFERENCES = (
    Difference("saved", "cpusmall", "grid", 400.0),
    Difference("times", "cpusmall", "grid", 5.0),
    Difference("saved", "cpusmall", "nystroem", 100.0),
    Difference("times", "cpusmall", "nystroem", 2.0),
    Difference("saved", "phishing", "grid", 200.0),
    Difference("saved", "phishing", "median", 60.0),
    Difference("saved", "phishing", "nystroem", 20.0),
    Difference("points", "phishing", "grid", 0.002),
)


class Pairing(NamedTuple):
    """One set and one competing method of a comparison."""

    data: str
    rival: str
    own: float
    other: float
    better: bool


def comparisons(experiments: Experiments | None) -> list[PaperClaim[Contest, tuple[Pairing, ...]]]:
    """Return every comparison of the text with its pairs in the tables, which decide, and in our runs."""
    claims = []
    for one in COMPARISONS:
        printed, ours = (pairings(experiments, one, side) for side in (False, True))
        claims.append(PaperClaim(one, printed, ours or None, agreement(all(pair.better for pair in printed))))
    return claims


def pairings(experiments: Experiments | None, claim: Contest, ours: bool) -> tuple[Pairing, ...]:
    """Return the pairs of a comparison for which both values exist: strictly better holds, a tie does not."""
    cells, pairs = cells_of(experiments), []
    for data in claim.sets:
        for rival in claim.rivals:
            own, other = (cells[data, method].value(claim.quantity, ours) for method in (OWN, rival))
            if own is not None and other is not None:
                higher = claim.quantity == "score" and SETS[data].task == "classification"
                pairs.append(Pairing(data, rival, own, other, own > other if higher else own < other))
    return tuple(pairs)


def differences(experiments: Experiments | None) -> list[PaperClaim[Difference, float]]:
    """Return every difference stated in the text, with the same number from the tables and from our runs."""
    claims = []
    for one in DIFFERENCES:
        printed, ours = (difference(experiments, one, side) for side in (False, True))
        assert printed is not None
        claims.append(PaperClaim(one, printed, ours, factor_verdict(one.stated, printed, FACTOR)))
    return claims


def difference(experiments: Experiments | None, claim: Difference, ours: bool) -> float | None:
    """Return the stated number from tables 2 and 3, or from our runs; None if a value is missing."""
    cells, quantity = cells_of(experiments), "score" if claim.kind == "points" else "seconds"
    own, other = (cells[claim.data, method].value(quantity, ours) for method in (OWN, claim.rival))
    if not own or other is None:
        return None
    if claim.kind == "points":
        return abs(other - own)
    return other / own if claim.kind == "times" else other - own


def row_counts(experiments: Experiments | None) -> list[PaperClaim[str, int]]:
    """Return the rows of all available sets, training and test together: in table 1, and in our copy."""
    claims = []
    for name, own in rows_of(experiments).items():
        printed, ours = SETS[name].train + SETS[name].test, own.counted[1] + own.counted[2]
        claims.append(PaperClaim(name, printed, ours, agreement(printed == ours)))
    return claims


class ErrorUnit(NamedTuple):
    """The share of a target's variance explained by an error of table 2, read as mean square and as its root."""

    data: str
    variance: float
    as_square: float
    as_root: float

    @property
    def verdict(self) -> str:
        """The heading MSE is contradicted if the numbers, read as mean squares, are worse than predicting the mean."""
        return CONTRADICTS if self.as_square < 0 < self.as_root else OPEN


def error_unit(experiments: Experiments | None, data: str = "mg") -> ErrorUnit | None:
    """Return the variance explained by the error of RFFDG-RBF on a set; None if the set is missing."""
    own, printed = rows_of(experiments).get(data), RESULTS[data][OWN].score
    if own is None or not own.variance:
        return None
    return ErrorUnit(data, own.variance, 1.0 - printed / own.variance, 1.0 - printed**2 / own.variance)


# ---- the explanations that the text gives ----


class Excess(NamedTuple):
    """By what share the error of RFFDG-RBF is above that of the full grid, on a set and on those as small."""

    data: str
    share: float
    smaller: dict[str, float]  # of the sets with at most as many training rows


def small_set(experiments: Experiments | None, data: str = "housing") -> PaperClaim[str, Excess]:
    """Hold "the error is larger because the set is small" against the sets that are as small."""
    printed, ours = (excess(experiments, data, side) for side in (False, True))
    assert printed is not None
    explains = printed.share > 0.0 and all(share > 0.0 for share in printed.smaller.values())
    return PaperClaim(data, printed, ours, agreement(explains))


def excess(experiments: Experiments | None, data: str, ours: bool) -> Excess | None:
    """Return the excess of the error on a set and on the smaller ones of its task; None if a value is missing."""
    cells, shares = cells_of(experiments), {}
    for name in sets_of(SETS[data].task):
        own, grid = (cells[name, method].value("score", ours) for method in (OWN, "grid"))
        if own is None or grid is None:
            return None
        shares[name] = own / grid - 1.0
    smaller = {name: shares[name] for name in shares if name != data and SETS[name].train <= SETS[data].train}
    return Excess(data, shares[data], smaller)


class ChosenD(NamedTuple):
    """The mean number of features that our runs of RFFDG-RBF chose on a set, and its range on the others."""

    data: str
    own: float
    least: float
    most: float


def wide_set(experiments: Experiments | None, data: str = "w7a") -> PaperClaim[str, ChosenD | None]:
    """Return the statement that a set of many attributes needs a larger D: the tables print no D, so it is open."""
    return PaperClaim(data, None, chosen_features(experiments, data), OPEN)


def chosen_features(experiments: Experiments | None, data: str = "w7a") -> ChosenD | None:
    """Return the D that our runs chose on a set and on the others of its task; None if one is missing."""
    cells, means = cells_of(experiments), {}
    for name in sets_of(SETS[data].task):
        ranks = [run.rank for run in cells[name, OWN].runs if run.rank is not None]
        if not ranks:
            return None
        means[name] = sum(ranks) / len(ranks)
    own = means.pop(data)
    return ChosenD(data, own, min(means.values()), max(means.values()))


class Lower(NamedTuple):
    """By how much the accuracy of RFFDG-RBF is below that of Nystroem, and how many times as many errors that is."""

    data: str
    points: float
    times: float


def slightly_lower(experiments: Experiments | None, data: str = "ijcnn1") -> PaperClaim[str, Lower]:
    """Hold "slightly lower than Nystroem" against the tables: slightly is at most `NEAR` percentage points."""
    printed, ours = (lower(experiments, data, side) for side in (False, True))
    assert printed is not None
    return PaperClaim(data, printed, ours, agreement(0.0 < printed.points <= NEAR["classification"]))


def lower(experiments: Experiments | None, data: str, ours: bool) -> Lower | None:
    """Return the difference of both accuracies; None if a value is missing, or if Nystroem makes no error."""
    cells = cells_of(experiments)
    own, other = (cells[data, method].value("score", ours) for method in (OWN, "nystroem"))
    if own is None or other is None or not other < 100.0:
        return None
    return Lower(data, other - own, (100.0 - own) / (100.0 - other))


def explanations(experiments: Experiments | None) -> list[str]:
    """Return the verdicts on the three explanations, in the order of the text."""
    every = (small_set(experiments), slightly_lower(experiments), wide_set(experiments))
    return [claim.verdict for claim in every]
