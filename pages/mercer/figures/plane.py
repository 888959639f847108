"""The plane of the sigmoid's parameters, coloured by the least eigenvalue on the points."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from core.topics.mercer.plane import SigmoidPlane, axes
from pages.mercer.answers import FINE
from pages.mercer.figures.spectrum import power_of_ten
from ui.plot.sketch import Sketch
from ui.plot.template import INK, PAPER, TICK, VIOLET, axis
from ui.solve.limits import GAMMA_SLIDER, R_SLIDER
from ui.words import Words, number

HEIGHT = 380


def cells_of() -> tuple[Sequence[float], Sequence[float]]:
    """Return gamma and r of the cells: a click chooses the nearest."""
    gamma, r = axes(GAMMA_SLIDER, R_SLIDER, FINE)
    return [float(f"{each:.4g}") for each in gamma], [float(f"{each:.4g}") for each in r]


def plane_figure(shown: SigmoidPlane, words: Words) -> Sketch:
    """Return a cell for each (gamma, r): violet where an eigenvalue is negative, the darker the smaller it is."""
    drawn = Sketch(HEIGHT, margin={"l": 52, "r": 8, "t": 10, "b": 46})
    low = min(float(shown.least.min()), -1e-6)
    depth = np.where(shown.least < -shown.noise, np.log10(np.maximum(-shown.least, 1e-6)) + 6.0, -1.0)
    most = math.log10(-low) + 6.0
    ticks = [power for power in range(-6, math.floor(math.log10(-low)) + 1, 2)]
    drawn.add_heatmap(
        x=shown.gamma,
        y=shown.r[: len(shown.least)],
        z=depth,
        zmin=-1.0,
        zmax=max(most, 1.0),
        colorscale=[[0, INK], [0.5 / (most + 1), INK], [0.51 / (most + 1), PAPER], [1, VIOLET]],
        customdata=shown.least,
        hovertemplate="λ = %{customdata:.3g}<extra>r = %{y:.3g}</extra>",
        colorbar={
            "thickness": 12,
            "outlinewidth": 0,
            "tickfont": {"size": TICK},
            "tickvals": [-0.75, *[power + 6 for power in ticks]],
            "ticktext": ["≥ 0", *[f"−{power_of_ten(power)}" for power in ticks]],
        },
    )
    ends = [math.log10(end) for end in GAMMA_SLIDER]
    powers = list(range(round(ends[0]), round(ends[1]) + 1))
    drawn.update_layout(
        xaxis=axis(
            words("figure.mercer_plane.x"),
            type="log",
            range=ends,
            tickvals=[10.0**power for power in powers],
            ticktext=[power_of_ten(power) for power in powers],
        ),
        yaxis=axis(words("figure.mercer_plane.y"), range=list(R_SLIDER)),
    )
    return drawn


def plane_text(shown: SigmoidPlane, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    share, low = number(100.0 * shown.share), number(float(shown.least.min()))
    return words("figure.mercer_plane.alt", n=shown.points, share=share, low=low)
