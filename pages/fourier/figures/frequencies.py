"""The sampled frequencies over their density: in the plane, and one component at a time."""

from __future__ import annotations

import math

import numpy as np

from core.topics.fourier.view import REACH, Frequencies
from ui.plot.sketch import Sketch
from ui.plot.template import INK, PAPER, VIOLET, still_axis
from ui.words import Words, number

HEIGHT = 330
GAP = 0.16  # half the gap for a label in a circle, relative to half the plane's width


def fourier_frequencies(shown: Frequencies, words: Words) -> Sketch:
    """Return the plane of frequencies with the circles of the density, and the histogram with its density."""
    drawn = Sketch(HEIGHT, margin={"l": 56, "r": 14, "t": 10, "b": 46})
    reach = REACH * shown.deviation
    _circles(drawn, shown, GAP * reach)
    marker = {"size": 6, "color": VIOLET, "symbol": "circle-open", "line": {"width": 1.5}}
    hover = "w = (%{x:.3g}, %{y:.3g})<extra></extra>"
    drawn.add_scatter(
        x=np.round(shown.W[:, 0], 6), y=np.round(shown.W[:, 1], 6), mode="markers", marker=marker, hovertemplate=hover
    )
    _shares(drawn, shown, words)
    middle = (shown.edges[:-1] + shown.edges[1:]) / 2.0
    bars = {"color": VIOLET, "opacity": 0.35, "line": {"color": VIOLET, "width": 1}}
    drawn.add_bar(
        x=middle,
        y=shown.density,
        width=shown.edges[1] - shown.edges[0],
        marker=bars,
        xaxis="x2",
        yaxis="y2",
        hoverinfo="skip",
    )
    drawn.add_scatter(
        x=shown.grid,
        y=shown.normal,
        mode="lines",
        line={"color": INK, "width": 2},
        xaxis="x2",
        yaxis="y2",
        hoverinfo="skip",
    )
    drawn.update_layout(
        xaxis=still_axis("w₁", range=[-reach, reach], domain=[0, 0.5], constrain="domain", nticks=5),
        yaxis=still_axis("w₂", range=[-reach, reach], scaleanchor="x", constrain="domain", nticks=5),
        xaxis2=still_axis(
            words("figure.fourier_frequencies.x"),
            range=[-reach, reach],
            domain=[0.62, 1],
            anchor="y2",
            nticks=5,
        ),
        yaxis2=still_axis(
            words("figure.fourier_frequencies.y"),
            range=[0, 1.6 * float(shown.normal.max())],
            anchor="x2",
            nticks=4,
        ),
        bargap=0,
    )
    return drawn


def _circles(drawn: Sketch, shown: Frequencies, gap: float) -> None:
    """Draw circles that contain given shares of the density, each with a gap at the bottom for its label."""
    x: list[float] = []
    y: list[float] = []
    for radius in map(float, shown.radii):
        half = math.asin(min(1.0, gap / radius))
        turn = np.linspace(half, 2.0 * math.pi - half, 73) - math.pi / 2.0
        x += [*(radius * np.cos(turn)), math.nan]
        y += [*(radius * np.sin(turn)), math.nan]
    drawn.add_scatter(x=x, y=y, mode="lines", line={"color": INK, "width": 1.25}, hoverinfo="skip")


def _shares(drawn: Sketch, shown: Frequencies, words: Words) -> None:
    """Label each circle with its share of the density."""
    names = [words("language.percent", value=number(100.0 * float(share))) for share in shown.shares]
    halo = ", ".join([f"0 0 3px {PAPER}"] * 4)  # the labels are among the dots
    drawn.add_text(
        [0.0] * len(names), [-float(r) for r in shown.radii], names, textfont={"color": INK, "size": 12, "shadow": halo}
    )


def fourier_frequencies_text(shown: Frequencies, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    half, most, nearly = (int(count) for count in shown.inside)
    return words(
        "figure.fourier_frequencies.alt",
        count=shown.count,
        half=half,
        most=most,
        nearly=nearly,
        deviation=number(shown.deviation),
    )
