"""One map of the equal budgets as a small picture: its boundary over the exact one, and the disagreement.

In the plane the exact kernel needs no picture: it is on the editable board.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.problem.arrays import Matrix, Vector
from core.topics.budget.experiment import MeasuredMachine, Reference, Setting
from core.view import grid_axes
from core.view.isolines import isolines
from ui.plot.sketch import Sketch, in_bytes
from ui.plot.template import GREY, INK, NEGATIVE, POSITIVE, VIOLET, still_axis
from ui.words import Words, number

HEIGHT = 250  # of a picture of decision values
SIDE = 262  # of a picture of the plane, equal to the board beside it: a fifth of a desktop window
PIXELS = 230  # approximate side of a board
MARKER = 5.5
CLIPPED = 3.0  # larger decision values are drawn at the border
MARGIN = {"l": 1, "r": 1, "t": 1, "b": 1}  # as on a small board
CLEAR, FAR, NEAR = "rgba(0,0,0,0)", "var(--lab-violet-faint)", "var(--lab-violet-half)"
STEPS = [[0, CLEAR], [0.25, CLEAR], [0.25, FAR], [0.75, FAR], [0.75, NEAR], [1, NEAR]]  # for the values 0, 1 and 2
TOP = {"constrain": "domain", "constraintoward": "top"}  # in a narrow picture the free space is at the bottom
Axes = tuple[Vector, Vector]  # centres of the cells along both axes


def budget_board(shown: MeasuredMachine, exact: Reference, setting: Setting, words: Words) -> Sketch:
    """Return the plane with points and both boundaries; without a plane, decision values over the exact ones."""
    if setting.window is None:
        return _values(shown, exact, setting, words)
    x0, y0, side = setting.window
    drawn = Sketch(SIDE, margin=MARGIN)
    axes = grid_axes((x0, y0), side, len(exact.near) if exact.near is not None else 1)
    if shown.found:
        _disagreement(drawn, shown, exact, axes)
    _points(drawn, setting, side)
    if exact.entry.field is not None:
        _line(drawn, exact.entry.field, axes, {"color": INK, "width": 1.25})
    if shown.found and shown.field is not None:
        _line(drawn, shown.field, axes, {"color": VIOLET, "width": 2.5, "dash": "dash"})
    bare = {
        "showgrid": False,
        "showticklabels": False,
        "ticks": "",
        "mirror": True,
        "showline": True,
    }
    drawn.update_layout(
        xaxis=still_axis("", range=[x0, x0 + side], constrain="domain", constraintoward="left", **bare),
        yaxis=still_axis("", range=[y0, y0 + side], scaleanchor="x", **TOP, **bare),
        hovermode=False,
        dragmode=False,
    )
    return drawn


def _points(drawn: Sketch, setting: Setting, side: float) -> None:
    for sign, color, symbol in ((1, POSITIVE, "circle"), (-1, NEGATIVE, "triangle-up")):
        drawn.add_dots(setting.X[setting.y == sign], symbol, MARKER, side / PIXELS, color)


def _line(drawn: Sketch, values: NDArray[np.float32], axes: Axes, line: dict[str, object]) -> None:
    """Draw f = 0; gaps separate its polylines."""
    found = isolines(values.astype(np.float64), *axes)
    drawn.add_scatter(**_places(found), mode="lines", line=line, hoverinfo="skip", connectgaps=False)


def _places(rows: Matrix) -> dict[str, dict[str, str]]:
    """Return the positions (n, 2) of points in the form for a trace."""
    return {name: in_bytes(rows[:, column].astype(np.float32)) for column, name in enumerate("xy")}


def _disagreement(drawn: Sketch, shown: MeasuredMachine, exact: Reference, axes: Axes) -> None:
    """Tint the cells where both disagree; only faintly far from the points, where they are not counted."""
    assert shown.field is not None
    assert exact.entry.field is not None
    assert exact.near is not None
    other = (shown.field >= 0) != (exact.entry.field >= 0)
    tint = np.where(exact.near, 2, 1).astype(np.uint8) * other
    if other.any():
        x, y = (in_bytes(along.astype(np.float32)) for along in axes)
        scale = {"colorscale": STEPS, "zmin": 0, "zmax": 2, "showscale": False}
        drawn.add_heatmap(x=x, y=y, z=in_bytes(tint), hoverinfo="skip", **scale)


def _values(shown: MeasuredMachine, exact: Reference, setting: Setting, words: Words) -> Sketch:
    """Draw f of every point over f of the exact machine; the shaded quadrants are disagreements."""
    drawn = Sketch(HEIGHT, margin={"l": 44, "r": 8, "t": 6, "b": 40})
    across, up = (np.clip(f, -CLIPPED, CLIPPED) for f in (exact.entry.decision, shown.decision))
    if shown.found:
        for sign, color, symbol in ((1, POSITIVE, "circle"), (-1, NEGATIVE, "triangle-up")):
            of = setting.y == sign
            marker = {"color": color, "symbol": symbol, "size": MARKER, "opacity": 0.75}
            places = _places(np.column_stack([across[of], up[of]]))
            drawn.add_scatter(**places, mode="markers", marker=marker, hoverinfo="skip")
    ends = [-CLIPPED, CLIPPED]
    drawn.add_shape(type="line", x0=ends[0], x1=ends[1], y0=ends[0], y1=ends[1], line={"color": INK, "width": 1.25})
    for place in ({"x0": 0, "x1": 0, "y0": ends[0], "y1": ends[1]}, {"x0": ends[0], "x1": ends[1], "y0": 0, "y1": 0}):
        drawn.add_shape(type="line", line={"color": GREY, "width": 1, "dash": "dot"}, **place)
    if shown.name != "exact":
        for low, high in (((ends[0], 0.0), (0.0, ends[1])), ((0.0, ends[0]), (ends[1], 0.0))):
            drawn.add_shape(
                **{"type": "rect", "x0": low[0], "y0": low[1], "x1": high[0], "y1": high[1]},
                **{"fillcolor": VIOLET, "opacity": 0.14, "line": {"width": 0}, "layer": "below"},
            )
    wide = [1.06 * end for end in ends]
    plain = {"nticks": 4, "showgrid": False}
    drawn.update_layout(
        xaxis=still_axis(words("figure.budget.exact_f"), range=wide, constrain="domain", **plain),
        yaxis=still_axis("f", range=wide, scaleanchor="x", constrain="domain", **plain),
        hovermode=False,
        dragmode=False,
    )
    return drawn


def budget_board_text(shown: MeasuredMachine, setting: Setting, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    name = words(f"budget.short.{shown.name}")
    if not shown.found:
        return words("figure.budget.alt.none", name=name)
    key = "plane" if setting.window is not None else "points"
    if shown.name == "exact":
        return words("figure.budget.alt.exact.points", features=number(shown.features))
    return words(
        f"figure.budget.alt.{key}",
        name=name,
        features=number(shown.features),
        disagreement=number(100 * shown.disagreement, 2),
    )
