"""What the marks of the board mean under each machine, and what the board says of a point."""

from __future__ import annotations

from typing import Final

from ui.component.marks import marks
from ui.solve.machine.table import FIRST, MACHINES
from ui.words import Words

OF_A_POINT: Final = {"draw.mark": "mark", "draw.at": "at", "draw.tip.point": "tip"}  # what else speaks of its class
ROWS: Final = {  # of the legend; those of C-SVC are the usual ones
    "nu": ("free", "bounded"),
    "one": ("free", "bounded", "boundary"),
    "tube": ("free", "bounded", "halo", "boundary", "margins", "slack", "exact"),
}
OF_A_RUN: Final = {  # and what a state of a run, which need not be optimal, says otherwise
    "nu": ("free", "bounded", "margins"),
    "one": ("free", "bounded"),
    "tube": ("free", "bounded", "margins", "aside"),
}


def reading(name: str) -> str:
    """Return the word of how a machine reads the marks: nu, one or tube; "" as C-SVC does."""
    if name == FIRST:
        return ""
    entry = MACHINES[name]
    return "tube" if entry.graph else "nu" if entry.labels else "one"


def marks_of(name: str, bounded: bool, exact: bool = False) -> list[str]:
    """Return the rows of the legend: `bounded` where alpha of C-SVC has an upper bound, `exact` as in `marks`."""
    match reading(name):
        case "one":
            rows = ["free", "bounded", "halo", "boundary"]
        case "tube":
            rows = [row for row in ROWS["tube"] if row != "exact"]
        case "nu":
            rows = marks(True, "slack")
        case _:
            rows = marks(bounded, "slack")
    return [*rows, "exact"] if exact else rows


def marks_of_run(name: str) -> list[str] | None:
    """Return the rows of the legend of a run; None of C-SVC, whose rows are those of every run."""
    return None if name == FIRST else [row for row in marks_of(name, True) if row != "slack"]


def words_of_run(name: str, words: Words) -> Words:
    """Return the words of the board of a run under a machine."""
    how = reading(name)
    if not how:
        return words
    rows = {f"draw.marks.{row}": words.texts[f"machine.run.{how}.{row}"] for row in OF_A_RUN[how]}
    bars = {"player.alpha": words.texts["machine.run.tube.alpha"]} if how == "tube" else {}
    return own_words(name, words).replacing(rows | bars)


def own_words(name: str, words: Words) -> Words:
    """Return the words of the board under a machine."""
    how = reading(name)
    if not how:
        return words
    rows = {f"draw.marks.{row}": words.texts[f"machine.marks.{how}.{row}"] for row in ROWS[how]}
    if MACHINES[name].labels:
        return words.replacing(rows)
    said = {key: words.texts[f"machine.point.{how}.{own}"] for key, own in OF_A_POINT.items()}
    return words.replacing(rows | said)
