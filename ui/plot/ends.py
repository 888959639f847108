"""Lines that are named at their right ends, one below the other, and a band for what says nothing."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.problem.arrays import single
from ui.plot.labels import apart
from ui.plot.sketch import Sketch, in_bytes
from ui.plot.template import GREY, GRID, end_label
from ui.words import number


@dataclass(frozen=True)
class Curve:
    """One line with its name."""

    x: np.ndarray
    y: np.ndarray
    color: str
    dash: str
    name: str
    width: float = 2.0
    axes: tuple[str, str] = ("x", "y")


def draw(drawn: Sketch, curves: Sequence[Curve], spread: float, height: tuple[float, float], log: bool = False) -> None:
    """Draw the lines, and name each at its end.

    `spread` is the least distance of two names, and `height` the range of the axis, both in decades where it is `log`.
    """
    for curve in curves:
        drawn.add_scatter(
            x=in_bytes(single(curve.x)),
            y=in_bytes(single((10.0 ** np.clip(curve.y, -37.0, 37.0)) if log else curve.y)),
            mode="lines",
            line={"color": curve.color, "width": curve.width, "dash": curve.dash},
            name=curve.name,
            xaxis=curve.axes[0],
            yaxis=curve.axes[1],
            hovertemplate=f"{curve.name}: %{{y:.3g}}<extra></extra>",
        )
    low, high = height
    ends = [(min(max(float(curve.y[-1]), low + spread / 2), high - spread / 2), curve) for curve in reversed(curves)]
    rising = sorted(ends, key=lambda end: end[0])  # where several leave the axis at its top, the first is named highest
    for place, (_, curve) in zip(apart([end for end, _ in rising], spread, high - spread / 2), rising, strict=True):
        axes = {"xref": f"{curve.axes[0]} domain", "yref": curve.axes[1]}
        drawn.add_annotation(**end_label(1, place, curve.name, curve.color, align="left", **axes))


def vacuous(drawn: Sketch, top: float, text: str, at: float = 0.08) -> None:
    """Shade what is above 1, and say `at` this part of its height that it is vacuous; the axis ends at 10^top."""
    place = {"xref": "x domain", "yref": "y"}
    band = {"fillcolor": GRID, "opacity": 0.35, "line": {"width": 0}, "layer": "below"}
    drawn.add_shape(type="rect", x0=0, x1=1, y0=1, y1=10.0**top, **band, **place)
    corner = {"x": 0.012, "y": at * top, "xanchor": "left", "yanchor": "bottom"}
    font = {"color": GREY, "size": 12}
    drawn.add_annotation(text=text, showarrow=False, font=font, **corner, **place)


def in_powers(decades: float) -> str:
    """Write ten to a power, also where it is beyond all floats."""
    if decades < 300.0:
        return number(10.0**decades)
    return f"10^{number(round(decades))}" if math.isfinite(decades) else number(decades)
