"""Time or memory against size on log axes: a panel a kind of data, a line a solver, with its exponent."""

from __future__ import annotations

import math
from collections.abc import Sequence

from pages.results.answers import exponent, panels, values
from pages.results.figures.ratios import seconds
from pages.results.measurements import Growth, Series
from ui.plot.sketch import Sketch
from ui.plot.template import INK, STROKES, VIOLET, axis
from ui.words import Words, number

HEIGHT = 330
GAP = 0.07  # between panels, as a share of the width
UNITS = {"seconds": 1.0, "memory": 1e-6}  # s and MB
UPPER_LEFT = {"x": 0.02, "y": 0.97, "xanchor": "left", "yanchor": "top"}
LOOKS = {True: (INK, "solid", "circle"), False: (VIOLET, "dash", "diamond")}  # ours, the rival


def growth_figure(shown: Growth, quantity: str, against: str, words: Words) -> Sketch:
    """Return the panels side by side, all with the same axis of the quantity."""
    dealt = panels(shown, against)
    drawn = Sketch(HEIGHT, margin={"l": 64, "r": 20, "t": 34, "b": 48})
    low, high = reach([series for members in dealt.values() for series in members], quantity)
    width = (1 - GAP * (len(dealt) - 1)) / len(dealt)
    layout: dict[str, object] = {}
    for k, ((task, data), members) in enumerate(dealt.items()):
        mark, left = "" if k == 0 else str(k + 1), k * (width + GAP)
        for series in members:
            _line(drawn, series, quantity, mark, words)
        drawn.add_annotation(
            **{"x": left + width / 2, "y": 1, "xref": "paper", "yref": "paper", "xanchor": "center"},
            **{
                "text": panel_name(task, data, words),
                "showarrow": False,
                "yanchor": "bottom",
                "yshift": 6,
            },
        )
        sizes = [at for series in members for at, _ in values(series, quantity)]
        layout[f"xaxis{mark}"] = axis(
            words(f"figure.results.{against}"),
            **{"type": "log", "range": _span(min(sizes, default=1), 1.6 * max(sizes, default=10)), "dtick": 1},
            **{"domain": [left, left + width], "anchor": f"y{mark}", "exponentformat": "power"},
        )
        layout[f"yaxis{mark}"] = axis(
            words(f"figure.results.{quantity}") if k == 0 else "",
            **{"type": "log", "range": _span(low / 1.5, 2 * high), "dtick": 1, "exponentformat": "power"},
            **{"anchor": f"x{mark}", "showticklabels": k == 0},
        )
    drawn.update_layout(**layout)
    return drawn


def panel_name(task: str, data: str, words: Words) -> str:
    """Return what the panel of a task on a kind of data is called, however large the data are."""
    return words(f"figure.results.panel.{task}.{data.rstrip('0123456789')}")


def _span(low: float, high: float) -> list[float]:
    return [math.log10(low) - 0.08, math.log10(high) + 0.08]


def reach(members: Sequence[Series], quantity: str) -> tuple[float, float]:
    """Return the least and the largest value of all lines, in the unit of the axis."""
    seen = [UNITS[quantity] * value for series in members for _, value in values(series, quantity)]
    return min(seen, default=0.1), max(seen, default=1.0)


def _line(drawn: Sketch, series: Series, quantity: str, mark: str, words: Words) -> None:
    own = series.solver == "ours"
    color, dash, symbol = LOOKS[own]
    found = [(at, UNITS[quantity] * value) for at, value in values(series, quantity)]
    if not found:
        return
    name = words(f"results.solver.{series.solver}")
    drawn.add_scatter(
        x=[at for at, _ in found],
        y=[value for _, value in found],
        mode="lines+markers",
        line={"color": color, "width": 2, "dash": dash},
        marker={"symbol": symbol, "size": 7, "color": color},
        xaxis=f"x{mark}",
        yaxis=f"y{mark}",
        hovertemplate=f"{name}: %{{y:.3g}}<extra>%{{x}}</extra>",
    )
    # All lines rise: the upper left and the lower right corner of a panel stay free.
    corner = {"x": 0.98, "y": 0.03, "xanchor": "right", "yanchor": "bottom"} if own else UPPER_LEFT
    drawn.add_annotation(
        **{"xref": f"x{mark} domain", "yref": f"y{mark} domain", "showarrow": False, **corner},
        **{"text": f"{STROKES[dash]} {_named(series, quantity, name, words)}", "font": {"color": color, "size": 12}},
    )


def _named(series: Series, quantity: str, name: str, words: Words) -> str:
    fitted = exponent(series, quantity)
    return name if fitted is None else words("figure.results.power", name=name, power=number(fitted[0], 2))


def growth_text(shown: Growth, quantity: str, against: str, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers: where each line begins and where it ends."""
    parts = []
    for (task, data), members in panels(shown, against).items():
        for series in members:
            found = values(series, quantity)
            if found:
                parts.append(
                    words(
                        "figure.results.alt.line",
                        panel=panel_name(task, data, words),
                        name=words(f"results.solver.{series.solver}"),
                        least=number(found[0][0]),
                        first=_written(found[0][1], quantity, words),
                        most=number(found[-1][0]),
                        last=_written(found[-1][1], quantity, words),
                    )
                )
    return " ".join([words(f"figure.results.{quantity}.{against}.alt"), *parts])


def _written(value: float, quantity: str, words: Words) -> str:
    if quantity == "seconds":
        return seconds(value, words)
    return words("results.unit.MB", value=number(UNITS["memory"] * value))
