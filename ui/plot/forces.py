"""The forces of points on a line (mathematics 3.1): an arrow at each point that pushes, and their sum and torque."""

from __future__ import annotations

import math

import numpy as np

from core.problem.arrays import Matrix, Vector
from core.topics.margin.forces import Balance
from core.view.grid import Square
from ui.plot.sketch import Sketch
from ui.plot.template import INK, NEGATIVE, POSITIVE, VIOLET, still_axis
from ui.words import Words, number

HEIGHT = 420
PIXELS = 380  # along the side of the window, more or less
LONGEST, MOST = 0.11, 0.4  # of the side of the window: the arrow of a point, and that of the sum
HEAD, OPEN = 0.018, 0.45  # an arrow's head: of the side of the window, and half of its angle in radians
RADIUS, TURN = 0.11, 1.5 * math.pi  # of the arc of the torque, of the side; its angle if all forces turn one way at R
LEAST_ARC = 0.35  # radians, so that the arc can be seen
BALANCED = 1e-6  # of the sum of all forces: what is below it counts as rounding


def is_balanced(value: float, shown: Balance) -> bool:
    """Whether a force, or a torque or pull divided by R, is 0 up to the rounding of the forces."""
    return abs(value) <= BALANCED * shown.size


def at_rest(shown: Balance, length: float) -> bool:
    """Whether force, torque and pull on |w| = `length` are all 0 up to rounding."""
    return shown.imbalance <= BALANCED * (shown.size + length / shown.reach)


def forces_figure(shown: Balance, w: Vector, X: Matrix, y: Vector, window: Square, words: Words) -> Sketch:
    """Return the window with the line, its margins y f = 1, the points, and the arrows of their forces."""
    x0, y0, size = window
    drawn = Sketch(HEIGHT, margin={"l": 44, "r": 8, "t": 12, "b": 40})
    half = 1.0 / float(np.hypot(*w))
    for shift, width, dash in ((0.0, 2.5, "solid"), (half, 1.25, "dash"), (-half, 1.25, "dash")):
        middle = shown.pivot + shift * shown.normal
        ends = np.array([middle - 4.0 * size * shown.along, middle + 4.0 * size * shown.along])
        style = {"color": INK, "width": width, "dash": dash}
        drawn.add_scatter(x=ends[:, 0], y=ends[:, 1], mode="lines", line=style, hoverinfo="skip")
    largest = float(np.abs(shown.push).max(initial=0.0))
    unit = size * min(LONGEST / largest, MOST / abs(shown.force) if shown.force else math.inf) if largest > 0.0 else 0.0
    for label, color, symbol in ((1, POSITIVE, "circle"), (-1, NEGATIVE, "triangle-up")):
        drawn.add_dots(X[y == label], symbol, 8, size / PIXELS, color)
        own = (y == label) & (np.abs(shown.push) * unit > 1e-3 * size)
        tips = X[own] + unit * shown.push[own, None] * shown.normal
        path = _arrows(X[own], tips, HEAD * size)
        drawn.add_scatter(x=path[:, 0], y=path[:, 1], mode="lines", line={"color": color, "width": 2}, hoverinfo="skip")
        drawn.add_scatter(
            x=tips[:, 0], y=tips[:, 1], mode="markers", marker={"size": 8, "color": color, "opacity": 0},
            customdata=np.abs(shown.push[own]), text=[str(i + 1) for i in np.flatnonzero(own)],
            hovertemplate=f"{words('forces.point')} %{{text}}: α = %{{customdata:.3g}}<extra></extra>",
        )  # fmt: skip
    _sums(drawn, shown, unit, size, words)
    drawn.update_layout(
        xaxis=still_axis("x₁", range=[x0, x0 + size], showgrid=False, constrain="domain"),
        yaxis=still_axis("x₂", range=[y0, y0 + size], showgrid=False, scaleanchor="x", constrain="domain"),
    )
    return drawn


def _sums(drawn: Sketch, shown: Balance, unit: float, size: float, words: Words) -> None:
    """Draw the sum of the forces from the pivot, and the torque about it as an arc."""
    style = {"color": VIOLET, "width": 4}
    pivot = shown.pivot
    if not is_balanced(shown.force, shown):
        tip = pivot + unit * shown.force * shown.normal
        path = _arrows(pivot[None], tip[None], 1.6 * HEAD * size)
        hover = f"{words('forces.sum')}: {number(abs(shown.force))}<extra></extra>"
        drawn.add_scatter(x=path[:, 0], y=path[:, 1], mode="lines", line=style, hovertemplate=hover)
    if not is_balanced(shown.torque / shown.reach, shown):
        share = min(1.0, abs(shown.torque) / (shown.size * shown.reach))
        sweep = math.copysign(max(LEAST_ARC, TURN * share), shown.torque)
        begin = math.atan2(shown.along[1], shown.along[0])
        angles = begin + np.linspace(0.0, sweep, 40)
        arc = pivot + RADIUS * size * np.column_stack([np.cos(angles), np.sin(angles)])
        head = 1.6 * HEAD * size
        back = arc[-1] - 2.0 * head * (arc[-1] - arc[-2]) / float(np.hypot(*(arc[-1] - arc[-2])))
        path = np.vstack([arc, _arrows(back[None], arc[-1:], head)[1:]])
        hover = f"{words('forces.torque')}: {number(abs(shown.torque))}<extra></extra>"
        drawn.add_scatter(x=path[:, 0], y=path[:, 1], mode="lines", line={**style, "width": 3}, hovertemplate=hover)
    drawn.add_scatter(
        x=pivot[:1], y=pivot[1:], mode="markers", hoverinfo="skip",
        marker={"size": 11, "symbol": "diamond", "color": VIOLET},
    )  # fmt: skip


def _arrows(tails: Matrix, tips: Matrix, head: float) -> Matrix:
    """Return arrows from tails (k, 2) to tips (k, 2) as one polyline with gaps, (k * 6, 2)."""
    along = tips - tails
    length = np.hypot(along[:, 0], along[:, 1])[:, None]
    back = -along / np.where(length > 0.0, length, 1.0) * np.minimum(head, 0.6 * length)
    sides = []
    for angle in (OPEN, -OPEN):
        cosine, sine = math.cos(angle), math.sin(angle)
        sides.append(tips + back @ np.array([[cosine, sine], [-sine, cosine]]))
    gap = np.full_like(tips, np.nan)
    return np.stack([tails, tips, sides[0], tips, sides[1], gap], axis=1).reshape(-1, 2)


def forces_text(shown: Balance, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    pushing = int(np.count_nonzero(shown.push))
    values = {"force": number(shown.force), "torque": number(shown.torque), "size": number(shown.size)}
    return words("forces.alt", pushing=pushing, n=len(shown.push), **values)
