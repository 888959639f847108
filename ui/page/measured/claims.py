"""Claims of a paper, each compared with the paper's tables or with our runs, and the verdict."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

AGREES, CONTRADICTS = "agrees", "contradicts"  # verdicts on a text compared with a number
HOLDS, WEAKER, FAILS = "holds", "weaker", "fails"  # verdicts of our runs on a claim
OPEN = "open"  # undecided

Statement = TypeVar("Statement")
Value = TypeVar("Value")


@dataclass(frozen=True)
class PaperClaim(Generic[Statement, Value]):
    """A statement, the paper's printed value, our value, and the verdict."""

    statement: Statement
    printed: Value
    ours: Value | None  # None without runs
    verdict: str


class Share(NamedTuple):
    """The number of sets for which a claim holds, of those that can decide it."""

    won: int
    of: int


def share_verdict(printed: Share, ours: Share) -> str:
    """Tell whether the claim holds on as large a share of our sets, at least on most of them, or not."""
    if not ours.of:
        return OPEN
    if ours.won * printed.of >= printed.won * ours.of:
        return HOLDS
    return WEAKER if 2 * ours.won > ours.of else FAILS


def gain_verdict(printed: float, ours: float | None, near: float) -> str:
    """Tell whether our gain is at least the printed one minus `near`, only positive, or not positive."""
    if ours is None:
        return OPEN
    if ours >= printed - near:
        return HOLDS
    return WEAKER if ours > 0 else FAILS


def factor_verdict(stated: float, printed: float, factor: float) -> str:
    """Tell whether two numbers agree within a factor, which allows for rounding of one of them."""
    if min(stated, printed) <= 0:
        return agreement(stated == printed)
    return agreement(max(stated, printed) <= factor * min(stated, printed))


def agreement(agrees: bool) -> str:
    """Return the verdict on a text compared with a number."""
    return AGREES if agrees else CONTRADICTS
