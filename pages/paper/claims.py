"""What the text of the paper says, beside its own tables and our runs (mathematics 20.4.9 and 20.4.10)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from pages.paper.answers import SideBySide, rows_of_set, sides
from pages.paper.measurements import Selected
from pages.paper.printed import RESULTS, SETS

FACTOR = 1.5  # a number in the text may be rounded: within this factor it agrees with the table
OWN = "rffdg-rbf"
AGREES, CONTRADICTS, OPEN = "agrees", "contradicts", "open"

Sides = Mapping[tuple[str, str], SideBySide]


class SaidComparison(NamedTuple):
    """RFFDG-RBF is said to be better than these methods on these sets."""

    name: str
    quantity: str  # seconds or score
    sets: tuple[str, ...]
    rivals: tuple[str, ...]


COMPARISONS = (
    SaidComparison("error", "score", ("mg", "abalone", "space_ga", "cpusmall", "mpg"), ("nystroem", "median")),
    SaidComparison("time", "seconds", ("mg", "abalone", "space_ga", "cpusmall"), ("grid", "nystroem", "median")),
    SaidComparison("nystroem", "score", ("a8a", "letter", "shuttle", "w7a", "phishing"), ("nystroem",)),
    SaidComparison("median", "score", ("ijcnn1", "a8a", "letter", "w7a", "shuttle", "phishing"), ("median",)),
    SaidComparison(
        "times", "seconds", ("ijcnn1", "a8a", "letter", "shuttle", "phishing"), ("grid", "nystroem", "median")
    ),
    SaidComparison("w7a", "seconds", ("w7a",), ("grid",)),
)


class SaidDifference(NamedTuple):
    """The text says by how much RFFDG-RBF differs from a method on a set, at the largest size of figures 3 and 4."""

    kind: str  # "saved" seconds, "times" as fast, "points" of accuracy
    data: str
    rival: str
    said: float


DIFFERENCES = (
    SaidDifference("saved", "cpusmall", "grid", 400.0),
    SaidDifference("times", "cpusmall", "grid", 5.0),
    SaidDifference("saved", "cpusmall", "nystroem", 100.0),
    SaidDifference("times", "cpusmall", "nystroem", 2.0),
    SaidDifference("saved", "phishing", "grid", 200.0),
    SaidDifference("saved", "phishing", "median", 60.0),
    SaidDifference("saved", "phishing", "nystroem", 20.0),
    SaidDifference("points", "phishing", "grid", 0.002),
)


@dataclass(frozen=True)
class Pairing:
    """One set and one rival of a comparison."""

    data: str
    rival: str
    own: float
    other: float
    better: bool


@dataclass(frozen=True)
class HeldComparison:
    """A comparison of the text, with its pairs in the tables and in our runs."""

    claim: SaidComparison
    printed: tuple[Pairing, ...]
    ours: tuple[Pairing, ...]

    @property
    def broken(self) -> tuple[Pairing, ...]:
        """The pairs of the printed tables that the text has wrong."""
        return tuple(pair for pair in self.printed if not pair.better)

    @property
    def verdict(self) -> str:
        """Whether the tables bear the text out."""
        return CONTRADICTS if self.broken else AGREES

    @property
    def held(self) -> int:
        """How many pairs hold in our runs."""
        return sum(pair.better for pair in self.ours)


def comparisons(found: Selected | None) -> list[HeldComparison]:
    """Return every comparison of the text."""
    known = sides(found)
    return [
        HeldComparison(claim, pairings(known, claim, ours=False), pairings(known, claim, ours=True))
        for claim in COMPARISONS
    ]


def pairings(known: Sides, claim: SaidComparison, ours: bool) -> tuple[Pairing, ...]:
    """Return the pairs of a comparison that are there: strictly better holds, a tie does not."""
    pairs = []
    for data in claim.sets:
        for rival in claim.rivals:
            own, other = (known[data, method].value(claim.quantity, ours) for method in (OWN, rival))
            if own is not None and other is not None:
                higher = claim.quantity == "score" and SETS[data].task == "classification"
                pairs.append(Pairing(data, rival, own, other, own > other if higher else own < other))
    return tuple(pairs)


def in_tables(claim: SaidDifference) -> float:
    """Return the same number from tables 2 and 3."""
    own, other = RESULTS[claim.data][OWN], RESULTS[claim.data][claim.rival]
    if claim.kind == "points":
        return _differing(claim.kind, own.score, other.score)
    return _differing(claim.kind, own.seconds, other.seconds)


def in_runs(claim: SaidDifference, known: Sides) -> float | None:
    """Return the same number from our runs; None where one of the two is not there."""
    quantity = "score" if claim.kind == "points" else "seconds"
    own, other = (known[claim.data, method].value(quantity, ours=True) for method in (OWN, claim.rival))
    return None if not own or other is None else _differing(claim.kind, own, other)


def _differing(kind: str, own: float, other: float) -> float:
    if kind == "points":
        return abs(other - own)
    return other / own if kind == "times" else other - own


def verdict_of(said: float, tables: float) -> str:
    """Tell whether two numbers agree, as far as one of them may be rounded."""
    if min(said, tables) <= 0:
        return AGREES if said == tables else CONTRADICTS
    return AGREES if max(said, tables) <= FACTOR * min(said, tables) else CONTRADICTS


class ErrorUnit(NamedTuple):
    """How much of the variance of a target an error of table 2 explains, read as a mean square and as its root."""

    data: str
    variance: float
    as_square: float
    as_root: float

    @property
    def verdict(self) -> str:
        """The heading contradicts its numbers where, as mean squares, they are worse than the mean of the targets."""
        return CONTRADICTS if self.as_square < 0 < self.as_root else OPEN


def error_unit(found: Selected | None, data: str = "mg") -> ErrorUnit | None:
    """Return what the error of RFFDG-RBF on a set explains of our targets; None where the set was not there."""
    own, printed = rows_of_set(found, data), RESULTS[data][OWN].score
    if own is None or not own.variance:
        return None
    return ErrorUnit(data, own.variance, 1.0 - printed / own.variance, 1.0 - printed**2 / own.variance)


class RowCount(NamedTuple):
    """How many rows table 1 gives a set, and how many our copy has."""

    data: str
    printed: int
    ours: int

    @property
    def verdict(self) -> str:
        """Whether they are the same."""
        return AGREES if self.printed == self.ours else CONTRADICTS


def row_counts(found: Selected | None) -> list[RowCount]:
    """Return the rows of all sets that are there, training and test together."""
    own = {one.data: one.counted[1] + one.counted[2] for one in found.sets} if found else {}
    return [RowCount(name, line.train + line.test, own[name]) for name, line in SETS.items() if name in own]
