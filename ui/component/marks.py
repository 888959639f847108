"""What the marks of a board mean: a legend with only those that it can show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ui.component.mount import component
from ui.state.board import Board
from ui.words import Words

ROW: Final = "draw.marks."  # and the name of a row: its words
OF_EVERY_BOARD: Final = ("classes", "free", "bounded", "halo", "boundary", "margins")


def perceptron_marks(widest: bool) -> list[str]:
    """Return the rows of a legend of a perceptron, which has no margins; `widest` beside the boundary of the SVM."""
    return ["classes", "mistaken", "halo", "boundary", "wrong", *(["widest"] if widest else [])]


def line_marks(street: bool) -> list[str]:
    """Return the rows of a legend of a line laid by hand; `street` where the widest one is drawn as well."""
    return ["classes", "hand", "ways", "named", *(["street"] if street else [])]


PAD_MARKS: Final = ["shapes", "tint", "rings", "arms"]  # of the plane of a pair of points


def marks(bounded: bool, *more: str, exact: bool = False) -> list[str]:
    """Return the rows of a legend: `bounded` where alpha has an upper bound, `exact` beside an approximation.

    `more` are "slack" of a board at rest, of a run "pair" or "single", what the next step changes, "aside" where points
    are set aside, of random features "cloud" and "median", what other draws of them make, "ridge", the boundary of
    ridge regression, "judging", the points of a fold, "lit", the point that a page marks, and "others", lines that
    separate as well.
    """
    shown = [name for name in OF_EVERY_BOARD if name != "bounded" or bounded]
    return [*shown, *(name for name in more if name != "slack" or bounded), *(["exact"] if exact else [])]


def of_rows(texts: Mapping[str, str], rows: Sequence[str]) -> dict[str, str]:
    """Return texts without the words of the rows that a legend does not show."""
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
