"""Why the run must end: |w| lies between a lower bound that grows like k and an upper one that grows like sqrt(k)."""

from __future__ import annotations

import numpy as np

from core.topics.perceptron.view import Wedge
from ui.plot.sketch import Sketch
from ui.plot.template import INK, VIOLET, still_axis
from ui.words import Words, at_least, at_most, number

HEIGHT = 290
SAMPLES = 200
BEYOND = 2.0  # upper end of the axis, relative to the bound
CLEAR = 10**0.45  # factor by which the name of the upper line is raised, to keep clear of it


def wedge_figure(shown: Wedge, k: int, words: Words) -> Sketch:
    """Return |w| after k mistakes between its two bounds on log axes; the bounds cross at the limit on k."""
    drawn = Sketch(HEIGHT, margin={"l": 62, "r": 16, "t": 14, "b": 44})
    far = max(BEYOND * shown.bound, float(shown.k[-1]), 2.0)
    ends = np.array([1.0, far])
    floor, ceiling = shown.floor[1] if len(shown.k) > 1 else np.nan, shown.ceiling[1] if len(shown.k) > 1 else np.nan
    low, high = np.log10(floor) - 0.35, np.log10(max(floor * far, ceiling * np.sqrt(far))) + 0.2
    seen = np.array([], dtype=int)  # steps from 1 on, evenly spaced on the axis
    if len(shown.k) > 1:
        seen = np.unique(np.geomspace(1, len(shown.k) - 1, SAMPLES).round()).astype(int)
    for first, power, dash, name, place, at, clear in (
        (ceiling, 0.5, "dash", f" ≤ {at_most(ceiling)} √k", "middle right", 1.0, CLEAR),
        (floor, 1.0, "dashdot", f" ≥ {at_least(floor)} k", "bottom right", far**0.45, 1.0),
    ):
        line = {"color": VIOLET, "width": 2, "dash": dash}
        drawn.add_scatter(x=ends, y=first * ends**power, mode="lines", line=line, hoverinfo="skip")
        font = {"color": VIOLET, "size": 13}
        drawn.add_text([at], [first * at**power * clear], [name], textposition=place, textfont=font)
    drawn.add_scatter(
        x=shown.k[seen],
        y=shown.length[seen],
        mode="lines",
        line={"color": INK, "width": 2.5},
        hovertemplate="‖(w, b/R)‖ = %{y:.3g}<extra>k = %{x}</extra>",
    )
    if k > 0:
        drawn.add_scatter(
            x=[k], y=[shown.length[k]], mode="markers", marker={"size": 10, "color": INK}, hoverinfo="skip"
        )
    _marked(drawn, shown, (low, high), words)
    length = "figure.perceptron.length" if shown.eta == 1.0 else "figure.perceptron.length.scaled"
    drawn.update_layout(
        xaxis=still_axis(words("figure.perceptron.k"), type="log", range=[0.0, np.log10(far)], dtick=1),
        yaxis=still_axis(words(length), type="log", range=[low, high], dtick=1, exponentformat="power"),
    )
    return drawn


def _marked(drawn: Sketch, shown: Wedge, height: tuple[float, float], words: Words) -> None:
    """Mark where the two bounds meet, and the end of the run."""
    low, high = height
    for at, key, color, dash, level in (
        (shown.bound, "figure.perceptron.bound", VIOLET, "dot", 0.06),
        (float(shown.k[-1]), "figure.perceptron.made", INK, "solid", 0.2),
    ):
        if at < 1.0:
            continue
        bottom, top = 10.0**low, 10.0 ** (high if dash == "dot" else low + 0.16 * (high - low))
        drawn.add_scatter(
            x=[at, at],
            y=[bottom, top],
            mode="lines",
            line={"color": color, "width": 1.5, "dash": dash},
            hoverinfo="skip",
        )
        value = number(np.floor(at)) if dash == "dot" else number(at)
        drawn.add_text(
            [at],
            [10.0 ** (low + level * (high - low))],
            [words(key, k=value)],
            textposition="middle left" if dash == "dot" else "middle right",
            textfont={"color": color, "size": 13},
        )


def wedge_text(shown: Wedge, k: int, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    text = words(
        "figure.perceptron.wedge.alt",
        k=k,
        length=number(float(shown.length[k])),
        floor=number(float(shown.floor[k])),
        ceiling=at_most(float(shown.ceiling[k])),
        bound=number(np.floor(shown.bound)),
        made=len(shown.k) - 1,
    )
    units = "" if shown.eta == 1.0 else words("figure.perceptron.wedge.alt.scaled", eta=number(shown.eta))
    return words.joined([text, units])
