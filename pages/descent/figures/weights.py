"""The change of w by a visit: in the plane the line that turns, and always the weights with their change marked."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from core.problem import PolynomialMap, TaylorMap
from core.problem.arrays import Matrix, Vector
from core.topics.descent.view import CoordinateView
from core.view.grid import Square
from ui.plot.sketch import Sketch
from ui.plot.template import GREY, INK, NEGATIVE, POSITIVE, axis
from ui.solve.kernels import ChosenMap
from ui.state.board import Board
from ui.words import Words, number

HEIGHT = 290
PICKED = "var(--lab-i)"
ARROW = 0.3  # length of the longer w, relative to the window
MOST_NAMED = 12  # largest number of bars with a name below and a number above each
TOLD = 4  # with more weights, this many changes are listed
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def feature_names(phi: ChosenMap | None) -> tuple[str, ...] | None:
    """Return the names of the features of a point in the plane: monomials, or numbers; None if there is no map."""
    if phi is None:
        return None
    if not isinstance(phi, PolynomialMap | TaylorMap):
        return tuple(str(k + 1) for k in range(phi.dimension(2)))
    names = []
    for powers in phi.exponents(2).tolist():
        monomial = ""  # x₁^a x₂^c in textbook notation
        for variable, power in zip(("x₁", "x₂"), powers, strict=True):
            if power:
                monomial += variable + (str(power).translate(RAISED) if power > 1 else "")
        names.append(monomial or "1")
    return tuple(names)


def weights_figure(
    shown: CoordinateView, board: Board, names: tuple[str, ...] | None, bias: bool, words: Words
) -> Sketch:
    """Return the line before and after with w as arrows (without a map only), and bars of the weights."""
    drawn = Sketch(HEIGHT, margin={"l": 56, "r": 12, "t": 24, "b": 42})
    plane = names is None
    if plane:
        _turning(drawn, shown, board, words)
        x0, y0, side = board.square
        drawn.update_layout(
            xaxis=axis("x₁", range=[x0, x0 + side], domain=[0, 0.48], constrain="domain", nticks=5),
            yaxis=axis("x₂", range=[y0, y0 + side], scaleanchor="x", constrain="domain", nticks=5),
        )
    drawn.update_layout(
        xaxis2=axis("", domain=[0.7, 1] if plane else [0, 1], anchor="y2", showgrid=False),
        yaxis2=axis(words("figure.weights.y"), anchor="x2", nticks=5, zeroline=True, zerolinecolor=GREY),
    )
    named = ("w₁", "w₂") if names is None else names
    if len(named) > MOST_NAMED:
        _many_bars(drawn, shown, named, words)
    else:
        _bars(drawn, shown, named, bias, words)
    return drawn


def _turning(drawn: Sketch, shown: CoordinateView, board: Board, words: Words) -> None:
    X, y, window = board.points.X, board.points.y, board.square
    for sign, color, symbol in ((1, POSITIVE, "circle"), (-1, NEGATIVE, "triangle-up")):
        rows = X[y == sign]
        marker = {"color": color, "symbol": symbol, "size": 5, "opacity": 0.55}
        drawn.add_scatter(x=rows[:, 0], y=rows[:, 1], mode="markers", marker=marker, hoverinfo="skip")
    visited = X[shown.i]
    ring = {"symbol": "square-open", "size": 13, "color": PICKED, "line": {"width": 2}}
    hover = words("figure.weights.visited", i=shown.i + 1) + "<extra></extra>"
    drawn.add_scatter(x=visited[:1], y=visited[1:2], mode="markers", marker=ring, hovertemplate=hover)
    for w, b, style in (
        (shown.w[0], shown.b[0], {"color": GREY, "width": 2, "dash": "dash"}),
        (shown.w[1], shown.b[1], {"color": INK, "width": 2.5}),
    ):
        ends = boundary(w, b, window)
        if ends is not None:
            drawn.add_scatter(x=ends[:, 0], y=ends[:, 1], mode="lines", line=style, hoverinfo="skip")
    _arrows(drawn, shown, window)


def boundary(w: Vector, b: float, window: Square) -> Matrix | None:
    """Return two points (2, 2) of w.x + b = 0 beyond the window on both sides; None if there is no such line."""
    x0, y0, side = window
    length = float(np.hypot(*w))
    if length == 0.0 or not math.isfinite(length):
        return None
    middle = np.array([x0 + side / 2, y0 + side / 2])
    unit = w / length
    far = (float(w @ middle) + b) / length
    if not abs(far) < side:
        return None
    foot, along = middle - far * unit, np.array([-unit[1], unit[0]])
    return np.array([foot - 2 * side * along, foot + 2 * side * along])


def _arrows(drawn: Sketch, shown: CoordinateView, window: Square) -> None:
    """Draw w before, w after and their difference, from the centre of the window and to one scale."""
    x0, y0, side = window
    longest = max(float(np.hypot(*w)) for w in shown.w)
    if longest == 0.0 or not math.isfinite(longest):
        return
    middle = np.array([x0 + side / 2, y0 + side / 2])
    before, after = (middle + ARROW * side * w / longest for w in shown.w)
    for tail, head, color, width in (
        (middle, before, GREY, 2),
        (middle, after, INK, 2.5),
        (before, after, PICKED, 2.5),
    ):
        if np.hypot(*(head - tail)) > 0.004 * side:
            ends = {"axref": "x", "ayref": "y", "ax": tail[0], "ay": tail[1], "x": head[0], "y": head[1]}
            drawn.add_annotation(text="", showarrow=True, arrowhead=2, arrowcolor=color, arrowwidth=width, **ends)
    drawn.add_annotation(
        x=after[0],
        y=after[1],
        text="<b>w</b>",
        showarrow=False,
        xanchor="left" if after[0] >= middle[0] else "right",
        xshift=5 if after[0] >= middle[0] else -5,
        font={"color": INK, "size": 14},
    )


def _bars(drawn: Sketch, shown: CoordinateView, named: tuple[str, ...], bias: bool, words: Words) -> None:
    """Draw every weight after the visit, and its change in the colour of i."""
    before, after = (np.append(w, b) if bias else w for w, b in zip(shown.w, shown.b, strict=True))
    names = [*named, *(["b"] if bias else [])]
    places = list(range(len(names)))
    common: dict[str, Any] = {"x": places, "text": names, "xaxis": "x2", "yaxis": "y2"}
    hover = "%{text}: %{y:.4g}<extra></extra>"
    drawn.add_bar(y=after, marker={"color": INK}, width=0.5, hovertemplate=hover, textposition="none", **common)
    drawn.add_bar(
        y=after - before,
        base=before,
        marker={"color": PICKED},
        width=0.22,
        textposition="none",
        hovertemplate=words("figure.weights.change") + " %{y:.4g}<extra>%{text}</extra>",
        **common,
    )
    drawn.add_scatter(
        y=before,
        mode="markers",
        marker={"symbol": "line-ew-open", "size": 30, "color": GREY, "line": {"width": 2}},
        hovertemplate=words("figure.weights.before") + " %{y:.4g}<extra>%{text}</extra>",
        **common,
    )
    drawn.update_layout(barmode="overlay")
    drawn.layout["xaxis2"].update(tickmode="array", tickvals=places, ticktext=names)
    for place_of, change in zip(places, after - before, strict=True):
        text = f"+{number(change, 2)}" if change > 0 else number(change, 2)
        place = {"xref": "x2", "yref": "paper", "x": place_of, "y": 1, "yanchor": "bottom"}
        drawn.add_annotation(text=text, showarrow=False, font={"color": PICKED, "size": 13}, **place)


def _many_bars(drawn: Sketch, shown: CoordinateView, named: tuple[str, ...], words: Words) -> None:
    """Draw more weights than have space for names: after the visit, and their changes in the colour of i."""
    before, after = shown.w
    common = {"x": list(range(1, len(named) + 1)), "xaxis": "x2", "yaxis": "y2", "customdata": named}
    hover = "%{customdata}: %{y:.4g}<extra></extra>"
    drawn.add_bar(y=after, marker={"color": INK}, hovertemplate=hover, **common)
    change = words("figure.weights.change") + " %{y:.4g}<extra>%{customdata}</extra>"
    drawn.add_bar(y=after - before, marker={"color": PICKED}, width=0.5, hovertemplate=change, **common)
    drawn.update_layout(barmode="overlay", bargap=0.1)
    axis_of_weights = drawn.layout["xaxis2"]
    axis_of_weights["title"]["text"], axis_of_weights["nticks"] = words("figure.weights.features"), 8


def weights_text(shown: CoordinateView, names: tuple[str, ...] | None, words: Words) -> str:
    """Return the text alternative of the figure; of many weights, their length and the largest changes."""
    if names is not None and len(names) > MOST_NAMED:
        before, after = (number(float(np.linalg.norm(w))) for w in shown.w)
        change = shown.w[1] - shown.w[0]
        largest = np.argsort(-np.abs(change), kind="stable")[:TOLD]
        changes = ", ".join(f"{names[k]}: {number(float(change[k]))}" for k in largest)
        values = {"count": len(names), "before": before, "after": after, "changes": changes}
        return words("figure.weights.alt.many", **values)
    told = [", ".join(number(float(value)) for value in w) for w in shown.w]
    return words("figure.weights.alt", before=told[0], after=told[1], b=number(shown.b[0]), new_b=number(shown.b[1]))
