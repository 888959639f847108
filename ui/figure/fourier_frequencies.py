"""The frequencies that were drawn, on the density that they come from: in the plane, and one component at a time."""

from __future__ import annotations

import numpy as np

from core.view.fourier_frequencies import REACH, Frequencies
from ui.figure.sketch import Sketch
from ui.figure.template import INK, PAPER, VIOLET, axis
from ui.text import Words, number

HEIGHT = 330


def fourier_frequencies(shown: Frequencies, words: Words) -> Sketch:
    """Return the plane of frequencies with the circles of the density, and the histogram under its curve."""
    drawn = Sketch(HEIGHT, margin={"l": 56, "r": 14, "t": 10, "b": 46})
    turn = np.linspace(0.0, 2.0 * np.pi, 73)
    for radius, share in zip(shown.radii, shown.shares, strict=True):
        circle = {"x": radius * np.cos(turn), "y": radius * np.sin(turn), "mode": "lines", "hoverinfo": "skip"}
        drawn.add_scatter(line={"color": INK, "width": 1.25}, **circle)
        told = {"text": f"{number(100.0 * float(share))} %", "showarrow": False, "bgcolor": PAPER}
        drawn.add_annotation(x=0, y=-float(radius), font={"color": INK, "size": 12}, **told)
    marker = {"size": 6, "color": VIOLET, "symbol": "circle-open", "line": {"width": 1.5}}
    hover = "w = (%{x:.3g}, %{y:.3g})<extra></extra>"
    drawn.add_scatter(
        x=np.round(shown.W[:, 0], 6), y=np.round(shown.W[:, 1], 6), mode="markers", marker=marker, hovertemplate=hover
    )
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
    reach = REACH * shown.deviation
    drawn.update_layout(
        xaxis=axis("w₁", range=[-reach, reach], domain=[0, 0.5], constrain="domain", nticks=5, automargin=False),
        yaxis=axis("w₂", range=[-reach, reach], scaleanchor="x", constrain="domain", nticks=5, automargin=False),
        xaxis2=axis(
            words("figure.fourier_frequencies.x"),
            range=[-reach, reach],
            domain=[0.62, 1],
            anchor="y2",
            nticks=5,
            automargin=False,
        ),
        yaxis2=axis(
            words("figure.fourier_frequencies.y"),
            range=[0, 1.6 * float(shown.normal.max())],
            anchor="x2",
            nticks=4,
            automargin=False,
        ),
        bargap=0,
    )
    return drawn


def fourier_frequencies_text(shown: Frequencies, words: Words) -> str:
    """Return the same in words."""
    half, most, nearly = (int(count) for count in shown.inside)
    return words(
        "figure.fourier_frequencies.alt",
        count=shown.count,
        half=half,
        most=most,
        nearly=nearly,
        deviation=number(shown.deviation),
    )
