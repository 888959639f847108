"""Both shares for every nu, one above and one below the diagonal, and the nu without a margin or not feasible."""

from __future__ import annotations

import numpy as np

from core.topics.machines.experiment import EveryNu
from core.topics.machines.view import MachineFit
from pages.machines.sentences import least_nu
from ui.plot.ends import Curve, draw
from ui.plot.sketch import Sketch
from ui.plot.template import GREY, GRID, INK, VIOLET, still_axis
from ui.solve.machine.message import kind
from ui.words import Words, number

HEIGHT = 270


def every_figure(shown: MachineFit, every: EveryNu, words: Words) -> Sketch:
    """Return both shares over nu; ranges that are not feasible are shaded."""
    drawn = Sketch(HEIGHT, margin={"l": 52, "r": 128, "t": 12, "b": 44})
    if every.most < 1.0:
        _band(drawn, every.most, 1.0, words("figure.machines.every.large"))
    least = least_nu(shown, every)
    if least > every.nu[0]:
        _band(drawn, 0.0, min(least, every.most), words("figure.machines.every.small"))
    diagonal = np.array([0.0, 1.0])
    curves = [
        Curve(diagonal, diagonal, VIOLET, "dash", "ν"),
        Curve(every.nu, every.vectors, GREY, "solid", words("figure.machine.shares.vectors"), 2.5),
        Curve(every.nu, every.beyond, INK, "solid", words(f"figure.machines.every.beyond.{kind(shown)}"), 2.5),
    ]
    draw(drawn, curves, 0.1, (0.0, 1.02))
    line = {"color": VIOLET, "width": 1.5, "dash": "dot"}
    drawn.add_shape(type="line", x0=shown.nu, x1=shown.nu, y0=0, y1=1, yref="paper", line=line)
    drawn.update_layout(
        xaxis=still_axis("ν", range=[0.0, 1.0], showgrid=False),
        yaxis=still_axis(words("figure.machine.share"), range=[0.0, 1.02]),
    )
    return drawn


def _band(drawn: Sketch, low: float, high: float, text: str) -> None:
    shade = {"fillcolor": GRID, "opacity": 0.45, "line": {"width": 0}, "layer": "below"}
    drawn.add_shape(type="rect", x0=low, x1=high, y0=0, y1=1, yref="paper", **shade)
    if high - low > 0.14:
        font = {"color": GREY, "size": 12}
        drawn.add_annotation(
            x=0.5 * (low + high), y=0.97, yref="paper", text=text, showarrow=False, yanchor="top", font=font
        )


def every_text(shown: MachineFit, every: EveryNu, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    values = {"most": number(every.most), "places": len(every.nu), "without": int((every.exists == 0.0).sum())}
    return words("figure.machines.every.alt", nu=number(shown.nu), **values)
