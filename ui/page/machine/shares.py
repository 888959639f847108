"""Nu between two bars: the share of the points beyond their margin, and the share of the support vectors."""

from __future__ import annotations

import math
from functools import partial

from core.topics.machines.view import MachineFit
from ui.component.plot import Drawing, Drawn
from ui.plot.sketch import Sketch
from ui.plot.template import GREY, INK, PAPER, VIOLET, still_axis
from ui.solve.machine.message import kind
from ui.words import Words, number

HEIGHT = 176


def shares_key(page: str) -> str:
    """Return the key of the figure on a page."""
    return f"{page}-shares"


def shares_drawing(page: str, shown: MachineFit, words: Words) -> Drawing:
    """Return nu between the two shares of the points, for a page."""
    return Drawing(shares_key(page), partial(_drawn, shown, words))


def _drawn(shown: MachineFit, words: Words) -> Drawn:
    return Drawn(shares_figure(shown, words), shares_text(shown, words))


def shares_figure(shown: MachineFit, words: Words) -> Sketch:
    """Return two bars over the share of the points, and nu as a line between their ends."""
    drawn = Sketch(HEIGHT, margin={"l": 12, "r": 16, "t": 8, "b": 40}, bargap=0.5)
    n = len(shown.decision)
    bars = (
        (1, shown.beyond, INK, "", words(f"machine.number.beyond.{kind(shown)}")),
        (0, shown.vectors, GREY, "/", words("figure.machine.shares.vectors")),
    )
    for row, count, color, pattern, name in bars:
        share = count / n if n else 0.0
        drawn.add_bar(
            x=[share],
            y=[row],
            orientation="h",
            width=0.34,
            marker={
                "color": color,
                "pattern": {"shape": pattern, "fgcolor": PAPER, "bgcolor": color, "size": 5, "solidity": 0.2},
            },
            hovertemplate=f"{name}: %{{x:.3g}}<extra></extra>",
        )
        text = words("figure.machine.shares.bar", name=name, count=count, n=n, share=number(share))
        drawn.add_annotation(x=0, y=row, text=text, showarrow=False, xanchor="left", yanchor="bottom", yshift=12)
    if not math.isnan(shown.nu):
        line = {"color": VIOLET, "width": 2.5}
        for row, _, _, _, _ in bars:  # not through the labels of the bars
            drawn.add_shape(type="line", x0=shown.nu, x1=shown.nu, y0=row - 0.28, y1=row + 0.28, line=line)
        side = "right" if shown.nu > 0.85 else "left"
        drawn.add_annotation(
            x=shown.nu, y=1.72, text=f"ν = {number(shown.nu)}", showarrow=False, xanchor=side, yanchor="bottom",
            font={"color": VIOLET, "size": 14},
        )  # fmt: skip
    drawn.update_layout(
        xaxis=still_axis(words("figure.machine.share"), range=[0.0, 1.02], showgrid=False),
        yaxis={"visible": False, "range": [-0.4, 2.15], "fixedrange": True},
    )
    return drawn


def shares_text(shown: MachineFit, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    told = {"beyond": shown.beyond, "vectors": shown.vectors, "n": len(shown.decision)}
    if math.isnan(shown.nu):
        return words("figure.machine.shares.alt.hard", **told)
    return words("figure.machine.shares.alt", nu=number(shown.nu), **told)
