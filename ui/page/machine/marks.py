"""The meanings of the board's marks for each machine, and the board's words about a point."""

from __future__ import annotations

from typing import Final

from ui.component.marks import marks
from ui.solve.machine.table import FIRST, MACHINES
from ui.words import Words

OF_A_POINT: Final = {"draw.mark": "mark", "draw.at": "at", "draw.tip.point": "tip"}  # other texts about its class
ROWS: Final = {  # of the legend; C-SVC's are the defaults
    "nu": ("free", "bounded"),
    "one": ("free", "bounded", "boundary"),
    "tube": ("free", "bounded", "halo", "boundary", "margins", "slack", "exact"),
}
OF_A_RUN: Final = {  # the different words for a state of a run, which need not be optimal
    "nu": ("free", "bounded", "margins"),
    "one": ("free", "bounded"),
    "tube": ("free", "bounded", "margins", "aside"),
}


def reading(name: str) -> str:
    """Return the key of the marks' meaning for a machine: nu, one or tube; "" for the same as C-SVC."""
    if name == FIRST:
        return ""
    entry = MACHINES[name]
    return "tube" if entry.graph else "nu" if entry.labels else "one"


def marks_of(name: str, bounded: bool, exact: bool = False) -> list[str]:
    """Return the rows of the legend: `bounded` if C-SVC's alpha has an upper bound, `exact` as in `marks`."""
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
    """Return the rows of the legend of a run; None for C-SVC, whose rows are the default."""
    return None if name == FIRST else [row for row in marks_of(name, True) if row != "slack"]


def words_of_run(name: str, words: Words) -> Words:
    """Return the words of a machine's board during a run."""
    how = reading(name)
    if not how:
        return words
    rows = {f"draw.marks.{row}": words.texts[f"machine.run.{how}.{row}"] for row in OF_A_RUN[how]}
    bars = {"player.alpha": words.texts["machine.run.tube.alpha"]} if how == "tube" else {}
    return own_words(name, words).replacing(rows | bars)


def own_words(name: str, words: Words) -> Words:
    """Return the words of a machine's board."""
    how = reading(name)
    if not how:
        return words
    rows = {f"draw.marks.{row}": words.texts[f"machine.marks.{how}.{row}"] for row in ROWS[how]}
    if MACHINES[name].labels:
        return words.replacing(rows)
    said = {key: words.texts[f"machine.point.{how}.{own}"] for key, own in OF_A_POINT.items()}
    return words.replacing(rows | said)
