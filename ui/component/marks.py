"""The legend of a board: only the marks that the board can show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ui.component.mount import component
from ui.state.board import Board
from ui.words import Words

ROW: Final = "draw.marks."  # prefix of the words of a row
OF_EVERY_BOARD: Final = ("classes", "free", "bounded", "halo", "boundary", "margins")


def perceptron_marks(widest: bool) -> list[str]:
    """Return the rows of a perceptron's legend, which has no margins; `widest` if the SVM's boundary is drawn."""
    return ["classes", "mistaken", "halo", "boundary", "wrong", *(["widest"] if widest else [])]


def line_marks(street: bool) -> list[str]:
    """Return the rows of the legend of a line set by hand; `street` if the widest one is drawn as well."""
    return ["classes", "hand", "ways", "named", *(["street"] if street else [])]


PAD_MARKS: Final = ["shapes", "tint", "rings", "arms"]  # of the plane of a pair of points


def marks(bounded: bool, *more: str, exact: bool = False) -> list[str]:
    """Return the rows of a legend: `bounded` if alpha has an upper bound, `exact` if an approximation is compared.

    `more` can be "slack" for a board without a run; for a run "pair" or "single", what the next step changes, and
    "aside" if points are set aside; for random features "cloud" and "median", the boundaries of other draws; "ridge",
    the boundary of ridge regression; "judging", the points of a fold; "lit", the point that a page marks; and "others",
    more separating lines.
    """
    shown = [name for name in OF_EVERY_BOARD if name != "bounded" or bounded]
    return [*shown, *(name for name in more if name != "slack" or bounded), *(["exact"] if exact else [])]


def of_rows(texts: Mapping[str, str], rows: Sequence[str]) -> dict[str, str]:
    """Return texts without those of the rows that a legend does not show."""
    return {key: text for key, text in texts.items() if not key.startswith(ROW) or key.removeprefix(ROW) in rows}


def legend(key: str, shown: Board, words: Words, rows: list[str], first: bool, tools: str | None = None) -> None:
    """Mount the legend of several boards; on a `first` visit it opens.

    With it come the tools where the boards of a group have none of their own: those of the board with the key `tools`.
    """
    if "tools" in shown.hidden:
        return
    of = None if "board" in shown.hidden else tools
    texts = words.subset(["draw."] if of else ["draw.marks"])
    data = {"words": texts, "projector": shown.projector, "marks": rows, "explains": first, "lab": of}
    component("board/legend")(key=key, data=data)
