"""|K - K_gauss| on a log axis: curves of one pair with the three bounds, and all pairs of the data as a cloud."""

from __future__ import annotations

import math

import numpy as np

from core.problem.arrays import single
from core.topics.taylor.view import TaylorCloud, TaylorPair
from pages.taylor.figures.kernels import reach_of
from ui.component.plot import Drawn
from ui.plot.ends import Curve, draw, in_powers, vacuous
from ui.plot.sketch import Sketch, in_bytes
from ui.plot.template import GREY, INK, VIOLET, still_axis
from ui.words import Words, at_most, number

HEIGHT = 370
LOWEST, TOP = -10.0, 4.0  # decades
SAMPLES = 161
DOT = 0.012  # length of a dash, relative to half the axis: equal to its thickness


def errors_drawn(shown: TaylorPair, cloud: TaylorCloud | None, order: int, farthest: float, words: Words) -> Drawn:
    """Return the figure with its text."""
    return Drawn(taylor_errors_figure(shown, cloud, order, farthest, words), taylor_errors_text(shown, cloud, words))


def taylor_errors_figure(
    shown: TaylorPair, cloud: TaylorCloud | None, order: int, farthest: float, words: Words
) -> Sketch:
    """Return errors over t: functions of t alone over the whole axis, the others up to the largest |t| of the pair."""
    drawn = Sketch(HEIGHT, margin={"l": 64, "r": 118, "t": 18, "b": 44})
    reach = reach_of(shown, farthest)
    vacuous(drawn, TOP, words("figure.taylor.vacuous"))
    if cloud is not None:
        _dots(drawn, cloud, reach)
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
        xaxis=still_axis(words("figure.taylor.t"), range=[-reach, reach]),
        yaxis=still_axis(
            words("figure.taylor.error"),
            type="log",
            range=[LOWEST, TOP],
            dtick=2,
            exponentformat="power",
        ),
    )
    return drawn


def _curves(shown: TaylorPair, order: int, reach: float, words: Words) -> list[Curve]:
    measured = Curve(shown.grid, shown.errors.measured, INK, "solid", words("figure.taylor.measured"), 2.5)
    if shown.own is not None:  # Liu14's theorem 2 requires rho_k = sigma_0^k
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


def _dots(drawn: Sketch, cloud: TaylorCloud, reach: float) -> None:
    """Draw the pairs as dashes as long as they are thick: one path for all, where markers would be one shape each."""
    seen = cloud.error > LOWEST
    half = DOT / 2 * reach
    t, error = cloud.t[seen], 10.0 ** cloud.error[seen]
    x, y = np.stack([t - half, t + half, t * np.nan], axis=1), np.stack([error, error, error], axis=1)
    drawn.add_scatter(
        x=in_bytes(single(x.ravel())),
        y=in_bytes(single(y.ravel())),
        mode="lines",
        line={"color": INK, "width": 3},
        opacity=0.35,
        hoverinfo="skip",
    )


def taylor_errors_text(shown: TaylorPair, cloud: TaylorCloud | None, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    error, tight, without, printed = (in_powers(float(part[0])) for part in shown.here)
    text = words("figure.taylor.errors.alt", error=error, tight=tight, without=without, printed=printed)
    if cloud is None:
        return text
    return f"{text} {words('figure.taylor.errors.cloud', pairs=cloud.pairs, worst=at_most(cloud.worst))}"
