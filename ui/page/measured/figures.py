"""Building blocks for figures of measurements: panels side by side, markers, log axes, and the line of equal times."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ui.plot.sketch import Sketch
from ui.plot.template import GREY, GRID, INK, axis

AxesOfPanel = dict[str, str]  # names of a panel's two axes, as arguments of a trace


class FigurePanel(NamedTuple):
    """One of several plots side by side; only the first has labels on its vertical axis."""

    title: str
    x: dict[str, Any]
    y: dict[str, Any]
    draw: Callable[[AxesOfPanel], None]  # adds its traces


def side_by_side(drawn: Sketch, panels: Sequence[FigurePanel], gap: float) -> None:
    """Draw panels of equal width; `gap` between two is a share of the whole width."""
    width = (1 - gap * (len(panels) - 1)) / max(len(panels), 1)
    for k, panel in enumerate(panels):
        mark, left = "" if k == 0 else str(k + 1), k * (width + gap)
        title = panel.y["title"] if k == 0 else {**panel.y["title"], "text": ""}
        panel.draw({"xaxis": f"x{mark}", "yaxis": f"y{mark}"})
        drawn.add_annotation(
            **{"x": left + width / 2, "y": 1, "xref": "paper", "yref": "paper", "xanchor": "center"},
            **{"text": panel.title, "showarrow": False, "yanchor": "bottom", "yshift": 6},
        )
        drawn.update_layout(
            **{
                f"xaxis{mark}": {**panel.x, "domain": [left, left + width], "anchor": f"y{mark}"},
                f"yaxis{mark}": {**panel.y, "title": title, "anchor": f"x{mark}", "showticklabels": k == 0},
            }
        )


def log_axis(title: str, low: float, high: float) -> dict[str, Any]:
    """Return an axis from 10^low to 10^high with a tick at each power of ten."""
    return axis(title, type="log", range=[low, high], dtick=1, exponentformat="power")


def times_axis(title: str, low: float, high: float, steps: Sequence[int]) -> dict[str, Any]:
    """Return a log axis of ratios with ticks at `steps` times powers of ten, or only at powers if those are many."""
    ticks = [tick for k in range(-3, 5) for m in steps if low <= (tick := 10.0**k * m) <= high]
    if len(ticks) > 8:
        ticks = [tick for tick in ticks if math.log10(tick) == round(math.log10(tick))]
    labels = [f"{tick:g}×" for tick in ticks]
    return axis(title, type="log", range=[math.log10(low), math.log10(high)], tickvals=ticks, ticktext=labels)


def rows_axis(names: Sequence[str], **more: Any) -> dict[str, Any]:  # noqa: ANN401 - any options of Plotly's axis
    """Return a vertical axis with a label at each of the heights 0, 1, 2, ..."""
    ticks = {"tickvals": list(range(len(names))), "ticktext": list(names), "nticks": 0, "ticks": ""}
    return axis("", **{"range": [-0.6, len(names) - 0.4], **ticks, **more})


def marks(
    drawn: Sketch,
    places: Sequence[tuple[float, float]],
    look: tuple[str, str],
    hover: str,
    size: int = 11,
    stroke: int = 2,
    **more: Any,  # noqa: ANN401 - whatever Plotly's scatter takes
) -> None:
    """Draw markers at positions (x, y) with the look (colour, symbol)."""
    color, symbol = look
    drawn.add_scatter(
        x=[x for x, _ in places],
        y=[y for _, y in places],
        mode="markers",
        marker={"symbol": symbol, "size": size, "color": color, "line": {"width": stroke, "color": color}},
        hovertemplate=f"{hover}<extra></extra>",
        **more,
    )


def equal_times(drawn: Sketch, low: float, text: str) -> None:
    """Draw the line of equal times on an axis of ratios from `low` on, and shade where the rival is faster."""
    behind = {"y0": 0, "y1": 1, "yref": "paper", "layer": "below"}
    drawn.add_shape(type="rect", x0=low, x1=1, fillcolor=GRID, opacity=0.35, line={"width": 0}, **behind)
    drawn.add_shape(type="line", x0=1, x1=1, line={"color": INK, "width": 1.5}, **behind)
    drawn.add_annotation(
        **{"x": 0, "xref": "x", "y": 1, "yref": "paper", "yanchor": "bottom", "yshift": 4, "showarrow": False},
        **{"text": text, "xanchor": "left", "xshift": 2, "font": {"size": 12, "color": GREY}},
    )
