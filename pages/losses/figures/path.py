"""Alpha of every point over C on a log axis, as a share of C or as it is; what bends does so at a breakpoint."""

from __future__ import annotations

import math

import numpy as np

from core.solver import RegularisationPath, Status
from core.view import alphas_at, sampled
from pages.losses.figures.loss import GROUP, PICKED
from ui.plot.sketch import Sketch, in_bytes
from ui.plot.template import GREY, INK, NEGATIVE, POSITIVE, axis
from ui.words import Words, number

HEIGHT = 330
MOST_LINES = 300
STEPS = (120, 50)  # at which up to MANY and more points are drawn
MANY = 80
RUG = {"symbol": "line-ns-open", "size": 9, "color": INK, "opacity": 0.6, "line": {"width": 1}}
SHARE, ALPHA = "share", "alpha"  # what is drawn: alpha over C, from 0 to 1, or alpha itself


def path_figure(path: RegularisationPath, C: float, picked: int, what: str, words: Words) -> Sketch:
    """Return a line for each point, the marked one strong, the breakpoints above, and where C stands."""
    drawn = Sketch(HEIGHT, margin={"l": 60, "r": 16, "t": 26, "b": 46})
    at = sampled(path, STEPS[len(path.y) > MANY], path.low, path.high)
    heights = _heights(path, at, what)
    for sign, color in ((1, POSITIVE), (-1, NEGATIVE)):
        rows = np.flatnonzero(path.y == sign)[:MOST_LINES]
        _lines(drawn, at, heights[:, rows], {"color": color, "width": 1.3}, 0.5)
    _lines(drawn, at, heights[:, [picked]], {"color": PICKED, "width": 3.0}, 1.0)
    _rug(drawn, path, words)
    _here(drawn, path, C, picked, what)
    powers = {"type": "log", "exponentformat": "power", "dtick": 1}
    ends = [math.log10(path.low), math.log10(path.high)]
    upwards = axis(words("figure.losses.path.share"), range=[-0.04, 1.06])
    if what == ALPHA:
        top = math.log10(float(heights.max())) + 0.3
        upwards = axis(words("figure.losses.path.alpha"), range=[ends[0] - 0.2, top], **powers)
        diagonal = {"x": [path.low, path.high], "y": [path.low, path.high], "mode": "lines", "hoverinfo": "skip"}
        drawn.add_scatter(line={"color": GREY, "width": 1, "dash": "dot"}, **diagonal)
    drawn.update_layout(xaxis=axis(words("figure.losses.path.x"), range=ends, **powers), yaxis=upwards)
    drawn.layout["meta"] = {"group": GROUP, "picked": picked, "follows": [what, _floor(path)]}
    return drawn


def _heights(path: RegularisationPath, at: np.ndarray, what: str) -> np.ndarray:
    """Return what is drawn at values of C (k,), shape (k, n); on a log axis a zero falls below the picture."""
    alpha = alphas_at(path, at)
    return np.asarray(alpha / at[:, None] if what == SHARE else np.maximum(alpha, _floor(path)))


def _floor(path: RegularisationPath) -> float:
    return 1e-3 * path.low


def _lines(drawn: Sketch, at: np.ndarray, heights: np.ndarray, line: dict[str, object], opacity: float) -> None:
    """Add the columns of heights (k, m) as one trace."""
    gap = np.full((1, heights.shape[1]), np.nan)
    drawn.add_scatter(
        x=in_bytes(np.tile(np.append(at, np.nan), heights.shape[1]).astype(np.float32)),
        y=in_bytes(np.vstack([heights, gap]).T.ravel().astype(np.float32)),
        mode="lines",
        line=line,
        opacity=opacity,
        hoverinfo="skip",
    )


def _rug(drawn: Sketch, path: RegularisationPath, words: Words) -> None:
    """Mark the breakpoints along the upper edge; pointed at, each says who enters and who leaves."""
    if not path.breakpoints:
        return
    drawn.add_scatter(
        x=path.bends,
        y=np.ones(len(path.bends)),
        yaxis="y2",
        mode="markers",
        name="C",  # a click on one chooses it
        marker=RUG,
        text=[moves_told(path, k, words) for k in range(len(path.bends))],
        hovertemplate="C = %{x:.4g}<br>%{text}<extra></extra>",
        cliponaxis=False,
    )
    drawn.layout["yaxis2"] = {"overlaying": "y", "range": [0, 1], "visible": False, "fixedrange": True}


def moves_told(path: RegularisationPath, k: int, words: Words, most: int = 6) -> str:
    """Say who changes place at a breakpoint, in the words of the figure."""
    moves = path.breakpoints[k].moves
    told = [words(_key(move.left, move.entered), i=move.point + 1) for move in moves[:most]]
    more = [words("losses.moves.more", count=len(moves) - most)] if len(moves) > most else []
    return words.joined([*told, *more])


def _key(left: Status, entered: Status) -> str:
    return f"losses.moves.{left.name.lower()}.{entered.name.lower()}"


def _here(drawn: Sketch, path: RegularisationPath, C: float, picked: int, what: str) -> None:
    """Draw where C stands, and the mark of one point there, which the browser moves to another."""
    if not path.low <= C <= path.high:
        return
    drawn.add_shape(name="C", type="line", x0=C, x1=C, y0=0, y1=1, yref="y domain", line={"color": INK, "width": 1.5})
    places = [[[C], [float(height)]] for height in _heights(path, np.array([C]), what)[0]]
    marker = {"symbol": "square-open", "size": 15, "color": PICKED, "line": {"width": 3, "color": PICKED}}
    x, y = places[picked]
    drawn.add_scatter(x=x, y=y, mode="markers", marker=marker, meta=places, hoverinfo="skip", cliponaxis=False)


def path_text(path: RegularisationPath, C: float, picked: int, words: Words) -> str:
    """Return the same in words."""
    if not path.low <= C <= path.high:
        return words("figure.losses.path.alt.outside", n=len(path.y), bends=len(path.breakpoints))
    places = path.places(C)
    counted = {status.name.lower(): int(np.count_nonzero(places == status)) for status in Status}
    alpha = number(float(path.alpha(C)[picked]))
    bends = len(path.breakpoints)
    return words(
        "figure.losses.path.alt", n=len(path.y), bends=bends, C=number(C), i=picked + 1, alpha=alpha, **counted
    )
