"""The points under a cloud of boundaries: the exact one in ink, a roll of the dice each in violet, and their median."""

from __future__ import annotations

import base64

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import KDTree

from core.experiment.fourier_boundary import Cloud, DrawnBoundary, Square
from core.problem.arrays import Matrix
from ui.plot.sketch import Sketch
from ui.plot.template import INK, NEGATIVE, POSITIVE, VIOLET, still_axis
from ui.words import Words, number

HEIGHT = 618
PIXELS = 520  # along the side of the window, more or less
REACH = 1 / 12  # of the window's side around a point
MOST_CORNERS = 60_000  # of all thin lines: more than a browser draws in the twinkling of an eye
NAMES = {"x1": "x₁", "x2": "x₂"}  # as on the board
Labels = NDArray[np.int8]
TOP = {"constrain": "domain", "constraintoward": "top"}  # a narrow picture keeps its room below, not above


def fourier_boundary(
    shown: Cloud, roll: DrawnBoundary, X: Matrix, y: Labels, window: Square, axes: tuple[str, str], words: Words
) -> Sketch:
    """Return the window with the points, the cloud, its median, the visitor's own roll and the exact boundary."""
    x0, y0, side = window
    drawn = Sketch(HEIGHT, margin={"l": 48, "r": 12, "t": 48, "b": 46})
    thin = _cloud(shown)
    if len(thin):
        _outline(drawn, thin, {"color": VIOLET, "width": 1}, 0.4, "")
    for sign, color, symbol in ((1, POSITIVE, "circle"), (-1, NEGATIVE, "triangle-up")):
        drawn.add_dots(X[y == sign], symbol, 8, side / PIXELS, color)
    lines = (
        (roll.outline, {"color": VIOLET, "width": 2.25, "dash": "dot"}, "figure.fourier.roll"),
        (_near(shown.outline, X, REACH * side), {"color": VIOLET, "width": 3, "dash": "dash"}, "figure.fourier.median"),
        (shown.exact.outline, {"color": INK, "width": 2.5}, "figure.fourier.exact"),
    )
    for outline, style, key in lines:
        _outline(drawn, outline, style, 1.0, words(key))
    for place, (_, style, key) in zip((0.0, 0.5, 1.0), reversed(lines), strict=True):
        _named(drawn, place, words(key), style)
    drawn.update_layout(
        xaxis=still_axis(NAMES.get(axes[0], axes[0]), range=[x0, x0 + side], constrain="domain", nticks=9),
        yaxis=still_axis(NAMES.get(axes[1], axes[1]), range=[y0, y0 + side], scaleanchor="x", nticks=9, **TOP),
    )
    return drawn


def _cloud(shown: Cloud) -> NDArray[np.float32]:
    """Return the boundaries of as many rolls as a browser can draw, one after the other."""
    lines, corners = [np.empty((0, 2), np.float32)], 0
    for roll in shown.rolls:
        corners += len(roll.outline)
        if corners > MOST_CORNERS:
            break
        lines.append(roll.outline)
    return np.concatenate(lines)


def _near(outline: NDArray[np.float32], X: Matrix, reach: float) -> NDArray[np.float32]:
    """Return what of a boundary is near the points: far from all of them the median is where the dice leave it."""
    distance, _ = KDTree(X).query(np.nan_to_num(outline))
    return np.where((distance <= reach)[:, None], outline, np.float32(np.nan))


def _outline(drawn: Sketch, outline: NDArray[np.float32], style: dict[str, object], opacity: float, name: str) -> None:
    hover = {"hovertemplate": f"{name}<extra></extra>"} if name else {"hoverinfo": "skip"}
    x, y = packed(outline[:, 0]), packed(outline[:, 1])
    drawn.add_scatter(x=x, y=y, mode="lines", line=style, opacity=opacity, name=name, **hover)


def packed(values: NDArray[np.float32]) -> dict[str, str]:
    """Return an array as Plotly reads it from bytes: a third of what its digits would take, and nan stays a gap."""
    return {"dtype": "f4", "bdata": base64.b64encode(np.ascontiguousarray(values, "<f4").tobytes()).decode()}


def _named(drawn: Sketch, x: float, text: str, style: dict[str, object]) -> None:
    """Name a line above the window, with a stroke as it is drawn."""
    stroke = {"dash": "╌╌", "dot": "┈┈"}.get(str(style.get("dash")), "━━")
    drawn.add_annotation(
        x=0.0 if x < 1.0 else 1.0,
        y=1.0,
        xref="x domain",
        yref="y domain",
        xanchor="left" if x < 1.0 else "right",
        yanchor="bottom",
        yshift=18 if 0.0 < x < 1.0 else 0,  # a line of its own: on a phone the three have no room beside each other
        text=f"<b>{stroke}</b> {text}",
        showarrow=False,
        font={"color": style["color"], "size": 14},
    )


def fourier_boundary_text(shown: Cloud, words: Words) -> str:
    """Return the same in words."""
    if not len(shown.disagreement):
        return words("figure.fourier.alt.none", rolls=len(shown.rolls))
    return words(
        "figure.fourier.alt",
        rolls=len(shown.disagreement),
        low=number(100.0 * shown.quantile(0.05)),
        middle=number(100.0 * shown.quantile(0.5)),
        high=number(100.0 * shown.quantile(0.95)),
        median=number(100.0 * shown.median),
    )
