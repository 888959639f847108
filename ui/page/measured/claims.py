"""Claims of a paper, each held against its own tables or against our runs, with the verdict."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

AGREES, CONTRADICTS = "agrees", "contradicts"  # a text and a number beside it
HOLDS, WEAKER, FAILS = "holds", "weaker", "fails"  # what our runs make of a claim
OPEN = "open"  # nothing decides it

Statement = TypeVar("Statement")
Value = TypeVar("Value")


@dataclass(frozen=True)
class PaperClaim(Generic[Statement, Value]):
    """A statement, what the paper prints of it, what our runs give, and the verdict."""

    statement: Statement
    printed: Value
    ours: Value | None  # None without the runs
    verdict: str


class Share(NamedTuple):
    """On how many of the sets that decide it something is so."""

    won: int
    of: int


def share_verdict(printed: Share, ours: Share) -> str:
    """Tell whether it is so on as large a share of our sets, at least on most of them, or not."""
    if not ours.of:
        return OPEN
    if ours.won * printed.of >= printed.won * ours.of:
        return HOLDS
    return WEAKER if 2 * ours.won > ours.of else FAILS


def gain_verdict(printed: float, ours: float | None, near: float) -> str:
    """Tell whether our gain is as large as the printed one less `near`, at least a gain, or none."""
    if ours is None:
        return OPEN
    if ours >= printed - near:
        return HOLDS
    return WEAKER if ours > 0 else FAILS


def factor_verdict(stated: float, printed: float, factor: float) -> str:
    """Tell whether two numbers agree within a factor, as far as one of them may be rounded."""
    if min(stated, printed) <= 0:
        return agreement(stated == printed)
    return agreement(max(stated, printed) <= factor * min(stated, printed))


def agreement(agrees: bool) -> str:
    """Return the verdict on a text and a number beside it."""
    return AGREES if agrees else CONTRADICTS
