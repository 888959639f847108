"""|K - K_gauss| on a log axis: one pair on its curves with the three bounds, and all pairs of the data as a cloud."""

from __future__ import annotations

import math

import numpy as np
import plotly.graph_objects as go

from core.view import TaylorCloud, TaylorPair
from ui.figure.taylor_ends import Curve, draw, in_powers, reach_of, vacuous
from ui.figure.template import GREY, INK, VIOLET, axis, figure
from ui.text import Words, number

HEIGHT = 370
LOWEST, TOP = -10.0, 4.0  # decades
SAMPLES = 161


def taylor_errors_figure(
    shown: TaylorPair, cloud: TaylorCloud | None, order: int, farthest: float, words: Words
) -> go.Figure:
    """Return errors against t: what depends on t alone over the whole axis, the rest as far as the pair can turn."""
    drawn = figure(HEIGHT, margin={"l": 64, "r": 118, "t": 8, "b": 44})
    reach = reach_of(shown, farthest)
    vacuous(drawn, TOP, words)
    if cloud is not None:
        _dots(drawn, cloud, words)
    draw(drawn, _curves(shown, order, reach, words), 1.1, (LOWEST, TOP), log=True)
    here = float(shown.here.measured[0])
    drawn.add_scatter(
        x=[shown.t],
        y=[10.0 ** max(here, LOWEST)],
        mode="markers",
        marker={"size": 12, "symbol": "diamond", "color": INK},
        hovertemplate=f"{words('figure.taylor.measured')}: {number(10.0**here)}<extra></extra>",
    )
    drawn.update_layout(
        xaxis=axis(words("figure.taylor.t"), range=[-reach, reach], automargin=False),
        yaxis=axis(
            words("figure.taylor.error"),
            type="log",
            range=[LOWEST, TOP],
            dtick=2,
            exponentformat="power",
            automargin=False,
        ),
    )
    return drawn


def _curves(shown: TaylorPair, order: int, reach: float, words: Words) -> list[Curve]:
    measured = Curve(shown.grid, shown.errors.measured, INK, "solid", words("figure.taylor.measured"), 2.5)
    if shown.own is not None:  # theorem 2 is about rho_k = sigma_0^k only
        return [measured]
    t = np.linspace(-reach, reach, SAMPLES)
    with np.errstate(divide="ignore"):
        power = (order + 1) * np.log10(np.abs(t)) - math.lgamma(order + 2) / math.log(10.0)
    printed = power + np.maximum(t, 0.0) / math.log(10.0)
    return [
        Curve(t, printed, GREY, "dot", words("figure.taylor.printed"), 2.5),
        Curve(t, power, VIOLET, "dashdot", words("figure.taylor.without"), 1.5),
        Curve(shown.grid, shown.errors.tight, VIOLET, "dash", words("figure.taylor.tight")),
        measured,
    ]


def _dots(drawn: go.Figure, cloud: TaylorCloud, words: Words) -> None:
    seen = cloud.error > LOWEST
    drawn.add_scatter(
        x=cloud.t[seen].astype(np.float32),
        y=(10.0 ** cloud.error[seen]).astype(np.float32),
        mode="markers",
        marker={"size": 4, "color": INK, "opacity": 0.3},
        hovertemplate=f"{words('figure.taylor.cloud')}: %{{y:.2e}}<extra></extra>",
    )


def taylor_errors_text(shown: TaylorPair, cloud: TaylorCloud | None, words: Words) -> str:
    """Return the same in words."""
    error, tight, without, printed = (in_powers(float(part[0])) for part in shown.here)
    text = words("figure.taylor.errors.alt", error=error, tight=tight, without=without, printed=printed)
    if cloud is None:
        return text
    return f"{text} {words('figure.taylor.errors.cloud', pairs=cloud.pairs, worst=number(cloud.worst))}"
