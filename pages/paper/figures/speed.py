"""How many times as fast as the full grid each method is, as printed and as we find it: a line a set, on a log axis."""

from __future__ import annotations

import math

from pages.paper.answers import AgainstGrid, against_grid
from pages.paper.measurements import Selected
from pages.paper.printed import COLUMNS, sets_of
from ui.plot.methods import METHODS
from ui.plot.sketch import Sketch
from ui.plot.template import GREY, GRID, INK, axis
from ui.words import Words, number

LINE, EDGES = 48, 84  # pixels of a line, and of what is above and below
SIDES = {"rffdg-rbf": 0.2, "nystroem": 0.0, "median": -0.2}


def speed_figure(found: Selected | None, task: str, words: Words) -> Sketch:
    """Return the figure: hollow marks are the paper's, filled ones ours."""
    sets = sets_of(task)[::-1]
    drawn = Sketch(LINE * len(sets) + EDGES, margin={"l": 84, "r": 20, "t": 26, "b": 46})
    both = {ours: against_grid(found, task, ours) for ours in (False, True)}
    seen = [1.0, *(one.times for rows in both.values() for one in rows)]
    low, high = min(seen) / 1.5, 1.5 * max(seen)
    _grounds(drawn, low, words)
    for ours, rows in both.items():
        for method in COLUMNS:
            own = [one for one in rows if one.method == method]
            if own:
                _marks(drawn, own, sets, method, ours, words)
    ticks = [10.0**k * m for k in range(-3, 4) for m in (1, 3) if low <= 10.0**k * m <= high]
    drawn.update_layout(
        xaxis=axis(
            words("figure.paper.speed.x"),
            **{"type": "log", "range": [math.log10(low), math.log10(high)], "tickvals": ticks},
            ticktext=[f"{tick:g}×" for tick in ticks],
        ),
        yaxis=axis(
            "",
            **{"range": [-0.6, len(sets) - 0.4], "tickvals": list(range(len(sets))), "ticktext": list(sets)},
            **{"nticks": 0, "ticks": ""},
        ),
    )
    return drawn


def _marks(drawn: Sketch, own: list[AgainstGrid], sets: tuple[str, ...], method: str, ours: bool, words: Words) -> None:
    look = METHODS[method]
    whose = words("paper.ours" if ours else "paper.printed")
    drawn.add_scatter(
        x=[one.times for one in own],
        y=[sets.index(one.data) + SIDES[method] for one in own],
        mode="markers",
        marker={
            "symbol": look.symbol if ours else f"{look.symbol}-open",
            "size": 11,
            "color": look.color,
            "line": {"width": 2, "color": look.color},
        },
        text=[one.data for one in own],
        hovertemplate=f"%{{text}}, {COLUMNS[method]} ({whose}): %{{x:.3g}}×<extra></extra>",
    )


def _grounds(drawn: Sketch, low: float, words: Words) -> None:
    """Draw the line of equal times, and shade where the full grid is the faster one."""
    drawn.add_shape(
        **{"type": "rect", "x0": low, "x1": 1, "y0": 0, "y1": 1, "yref": "paper", "layer": "below"},
        **{"fillcolor": GRID, "opacity": 0.35, "line": {"width": 0}},
    )
    drawn.add_shape(
        **{"type": "line", "x0": 1, "x1": 1, "y0": 0, "y1": 1, "yref": "paper", "layer": "below"},
        line={"color": INK, "width": 1.5},
    )
    drawn.add_annotation(
        **{"x": 0, "xref": "x", "y": 1, "yref": "paper", "yanchor": "bottom", "yshift": 4, "showarrow": False},
        **{"text": words("figure.paper.speed.equal"), "xanchor": "left", "xshift": 2},
        font={"size": 12, "color": GREY},
    )


def speed_text(found: Selected | None, task: str, words: Words) -> str:
    """Return the ratios of every set and method, in words."""
    parts = [words("figure.paper.speed.alt")]
    for ours in (False, True):
        whose = words("paper.ours" if ours else "paper.printed")
        parts += [
            words("figure.paper.speed.alt.one", data=one.data, method=COLUMNS[one.method], whose=whose)
            + f" {number(one.times)}."
            for one in against_grid(found, task, ours)
        ]
    return " ".join(parts)
