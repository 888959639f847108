"""Figure 1 of Liu14: how many iterations each method takes, a line a set."""

from __future__ import annotations

import math

from pages.results.answers import present
from pages.results.claims import METHODS, printed_runs
from pages.results.figures.paper import set_name
from pages.results.measurements import Paper
from ui.plot.sketch import Sketch
from ui.plot.template import GREY, INK, VIOLET, axis
from ui.words import Words, number

LINE, EDGES = 44, 70  # pixels of a line, and of what is above and below
LOOKS = {  # colour and symbol of a method, and its distance from its line
    "LINEAR": (GREY, "square", 0.24),
    "GAUSS-2": (INK, "circle", 0.08),
    "POLY-2": (VIOLET, "diamond", -0.08),
    "KERNEL": (INK, "star", -0.24),
}


def iterations_figure(shown: Paper, words: Words) -> Sketch:
    """Return the figure: epochs of coordinate descent and steps of SMO on one log axis."""
    sets, runs = present(shown)[::-1], printed_runs(shown)
    drawn = Sketch(LINE * len(sets) + EDGES, margin={"l": 108, "r": 20, "t": 10, "b": 48})
    seen = [1.0]
    for method in METHODS:
        color, symbol, aside = LOOKS[method]
        for line, data in enumerate(sets):
            run = runs.get((data, method))
            if run is None or run.iterations is None:
                continue
            seen.append(float(run.iterations))
            mark = f"{symbol}-open" if run.stopped else symbol
            drawn.add_scatter(
                x=[run.iterations],
                y=[line + aside],
                mode="markers",
                marker={"symbol": mark, "size": 11, "color": color, "line": {"width": 2, "color": color}},
                hovertemplate=f"{set_name(shown, data, words)}, {method}: %{{x}}<extra></extra>",
            )
    drawn.update_layout(
        xaxis=axis(
            words("figure.results.iterations.x"),
            **{"type": "log", "range": [0, math.log10(1.6 * max(seen))], "dtick": 1, "exponentformat": "power"},
        ),
        yaxis=axis(
            "",
            **{"range": [-0.6, len(sets) - 0.4], "tickvals": list(range(len(sets))), "nticks": 0, "ticks": ""},
            ticktext=[set_name(shown, data, words) for data in sets],
        ),
    )
    return drawn


def iterations_text(shown: Paper, words: Words) -> str:
    """Return the iterations of every set and method, in words."""
    runs, parts = printed_runs(shown), [words("figure.results.iterations.alt")]
    for data in present(shown):
        told = [
            words("figure.results.paper.alt.value", kind=method, value=number(run.iterations))
            for method in METHODS
            if (run := runs.get((data, method))) is not None and run.iterations is not None
        ]
        values = words("language.comma").join(told) or words("results.paper.none")
        parts.append(words("figure.results.iterations.alt.row", data=set_name(shown, data, words), values=values))
    return " ".join(parts)
