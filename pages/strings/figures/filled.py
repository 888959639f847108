"""The table of the dynamic program at one level, filled up to the cell of the slider."""

from __future__ import annotations

import numpy as np

from pages.strings.answers import WordPair
from pages.strings.cells import CellPlace, equal, level_of, name_of, reads
from pages.strings.letters import letter
from ui.plot.sketch import Sketch
from ui.plot.template import GREY, GRID, INK, PAPER, VIOLET
from ui.words import Words, number

HEIGHT = 400
WRITTEN = 12  # columns and rows up to which the numbers are written into the cells


def filled_figure(pair: WordPair, at: CellPlace, words: Words) -> Sketch:
    """Return the table of the level as a grid: rows are the letters of s, columns those of t."""
    whole = level_of(pair, at.level)
    rows, columns = whole.shape
    known = _known(whole.shape, at)
    drawn = Sketch(HEIGHT, margin={"l": 34, "r": 8, "t": 30, "b": 8})
    drawn.add_heatmap(
        z=np.where(known, whole, np.nan),
        zmin=0.0,
        zmax=float(whole.max()) or 1.0,
        colorscale=[[0, PAPER], [1, VIOLET]],
        opacity=0.55,
        showscale=False,
        xgap=1,
        ygap=1,
        hovertemplate=f"{name_of(pair, at.level)} = %{{z:.3g}}<extra></extra>",
    )
    cells = [(a, b) for a in range(rows) for b in range(columns) if known[a, b]]
    if max(rows, columns) <= WRITTEN + 1:
        for zero, color in ((True, GREY), (False, INK)):
            chosen = [cell for cell in cells if (whole[cell] == 0.0) == zero]
            text = [number(float(whole[cell]), 2) for cell in chosen]
            font = {"color": color, "size": 11 if columns <= 10 else 10}
            drawn.add_text([b for _, b in chosen], [a for a, _ in chosen], text, textfont=font)
    matches = [(a, b) for a in range(1, rows) for b in range(1, columns) if equal(pair, CellPlace(1, a, b))]
    for a, b in matches:
        _frame(drawn, (a, b), {"color": GREY, "width": 1})
    for cell in reads(pair, at):
        _frame(drawn, cell, {"color": INK, "width": 2, "dash": "dot"})
    if at.begun:
        _frame(drawn, (at.a, at.b), {"color": INK, "width": 3})
    size = 14 if max(rows, columns) <= 24 else 10
    bare = {"showgrid": False, "zeroline": False, "ticks": "", "tickmode": "array", "fixedrange": True}
    bare |= {"linecolor": GRID, "tickfont": {"size": size, "color": INK}}
    drawn.update_layout(
        xaxis={
            **bare,
            "range": [-0.5, columns - 0.5],
            "side": "top",
            "tickvals": list(range(1, columns)),
            "ticktext": [letter(one) for one in pair.t],
            "tickangle": 0,
        },
        yaxis={
            **bare,
            "range": [rows - 0.5, -0.5],
            "tickvals": list(range(1, rows)),
            "ticktext": [letter(one) for one in pair.s],
        },
    )
    return drawn


def _known(shape: tuple[int, int], at: CellPlace) -> np.ndarray:
    """Return which cells are filled; the borders are from the beginning."""
    known = np.zeros(shape, dtype=np.bool_)
    known[0], known[:, 0] = True, True
    known[1 : at.a], known[at.a, : at.b + 1] = True, True
    return known


def _frame(drawn: Sketch, cell: tuple[int, int], line: dict[str, object]) -> None:
    a, b = cell
    drawn.add_shape(type="rect", x0=b - 0.46, x1=b + 0.46, y0=a - 0.46, y1=a + 0.46, line=line)


def filled_text(pair: WordPair, at: CellPlace, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    if not at.begun:
        return words("figure.strings_filled.alt.none")
    value = number(float(level_of(pair, at.level)[at.a, at.b]))
    values = {"name": name_of(pair, at.level), "a": at.a, "b": at.b, "rows": len(pair.s), "columns": len(pair.t)}
    return words("figure.strings_filled.alt", value=value, **values)
