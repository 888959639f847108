"""Alpha of every point over C on a log axis, as alpha/C or as alpha; above it both terms of the objective."""

from __future__ import annotations

import math
from bisect import bisect_right
from itertools import groupby
from typing import NamedTuple

import numpy as np

from core.problem.arrays import single
from core.solver import Move, RegularisationPath, Status
from core.topics.margin.view import Terms, alphas_at
from pages.losses.figures.loss import GROUP, PICKED
from ui.plot.sketch import Sketch, in_bytes
from ui.plot.template import GREY, INK, NEGATIVE, POSITIVE, axis
from ui.words import Words, number

HEIGHT = 400
TOP = 1.08  # upper end of the axis of both terms, which are scaled to at most 1
PATHS, TERMS = [0.0, 0.68], [0.76, 1.0]  # fractions of the height: alpha below, both terms above
MOST_LINES = 300
ROOM = 0.12  # decades beyond both ends, for the bars
MOST_TOLD = 3  # moves listed one by one where several happen at once
RUG = {"symbol": "line-ns-open", "size": 9, "color": INK, "opacity": 0.6, "line": {"width": 1}}
SHARE, ALPHA = "share", "alpha"  # the quantity drawn: alpha/C, from 0 to 1, or alpha
BESIDE = {"slack": -7.0, "norm": 7.0}  # pixels from C to the centre of the bar that ends on its curve
LOOKS = {"slack": ("dot", 0.45), "norm": ("solid", 0.9)}  # dash of the curve, opacity of the bar


class Marked(NamedTuple):
    """Breakpoints with the same C to four digits."""

    C: float
    moves: tuple[Move, ...]


class AtC(NamedTuple):
    """The C at which the figure stands, and both terms there."""

    C: float
    slack: float  # the sum of all xi
    norm: float  # |w|


def path_figure(
    path: RegularisationPath, shown: Terms, at: AtC, picked: int, what: str, board: str, words: Words
) -> Sketch:
    """Return a line for each point, with the picked one highlighted, the breakpoints above, and the current C.

    `shown` are both terms at the values of C at which the path is drawn; `board` is the key of the board whose slider
    of C moves to a breakpoint.
    """
    drawn = Sketch(HEIGHT, margin={"l": 60, "r": 16, "t": 28, "b": 46})
    heights = _heights(path, shown.at, what)
    for sign, color in ((1, POSITIVE), (-1, NEGATIVE)):
        rows = np.flatnonzero(path.y == sign)[:MOST_LINES]
        _lines(drawn, shown.at, heights[:, rows], {"color": color, "width": 1.3}, 0.5)
    _lines(drawn, shown.at, heights[:, [picked]], {"color": PICKED, "width": 3.0}, 1.0)
    powers = {"type": "log", "exponentformat": "power", "dtick": 1}
    ends = [math.log10(path.low) - ROOM, math.log10(path.high) + ROOM]
    upwards = axis(words("figure.losses.path.share"), range=[-0.04, 1.06], domain=PATHS)
    top = 1.06
    if what == ALPHA:
        high = math.log10(max(float(heights.max()), path.low)) + 0.3
        upwards = axis(
            words("figure.losses.path.alpha"), range=[math.log10(path.low) - 0.2, high], domain=PATHS, **powers
        )
        top = 10.0**high
        diagonal = {"x": [path.low, path.high], "y": [path.low, path.high], "mode": "lines", "hoverinfo": "skip"}
        drawn.add_scatter(line={"color": GREY, "width": 1, "dash": "dot"}, **diagonal)
    _rug(drawn, path, top, words)
    largest = _terms(drawn, shown, at, path, words)
    _here(drawn, path, at.C, picked, what)
    drawn.update_layout(xaxis=axis(words("figure.losses.path.x"), range=ends, **powers), yaxis=upwards)
    follows = [what, _floor(path)]
    drawn.layout["meta"] = {"group": GROUP, "picked": picked, "follows": follows, "largest": largest, "bends": board}
    return drawn


def _heights(path: RegularisationPath, at: np.ndarray, what: str) -> np.ndarray:
    """Return the quantity drawn at values of C (k,), shape (k, n); on a log axis zeros move below the visible range."""
    alpha = alphas_at(path, at)
    return np.asarray(alpha / at[:, None] if what == SHARE else np.maximum(alpha, _floor(path)))


def _floor(path: RegularisationPath) -> float:
    return 1e-3 * path.low


def _lines(drawn: Sketch, at: np.ndarray, heights: np.ndarray, line: dict[str, object], opacity: float) -> None:
    """Add the columns of heights (k, m) as one trace."""
    gap = np.full((1, heights.shape[1]), np.nan)
    drawn.add_scatter(
        x=in_bytes(single(np.tile(np.append(at, np.nan), heights.shape[1]))),
        y=in_bytes(single(np.vstack([heights, gap]).T.ravel())),
        mode="lines",
        line=line,
        opacity=opacity,
        hoverinfo="skip",
    )


# ---- breakpoints ----


def marked(path: RegularisationPath) -> list[Marked]:
    """Return the breakpoints as the figure marks and describes them, in ascending order of C."""
    by_digits = groupby(path.breakpoints, lambda one: min(float(f"{one.C:.4g}"), path.high))
    return [Marked(C, tuple(move for one in those for move in one.moves)) for C, those in by_digits]


def around(path: RegularisationPath, C: float) -> dict[str, Marked]:
    """Return the breakpoint "at" C, or else the last one "below", and the next one "above", as far as they exist."""
    known = marked(path)
    k = bisect_right([one.C for one in known], C)
    last = {"at" if known[k - 1].C == C else "below": known[k - 1]} if k else {}
    return {**last, **({"above": known[k]} if k < len(known) else {})}


def _rug(drawn: Sketch, path: RegularisationPath, top: float, words: Words) -> None:
    """Mark the breakpoints along the upper edge; the tooltip lists the points that change their status.

    From the C, digits and moves of this trace the browser describes the breakpoints next to a C that the visitor drags.
    """
    if not (known := marked(path)):
        return
    drawn.add_scatter(
        x=[one.C for one in known],
        y=np.full(len(known), top),
        mode="markers",
        name="C",  # a click on a breakpoint chooses its C
        marker=RUG,
        text=[number(one.C, 4) for one in known],
        hovertext=[moves_told(one.moves, words, MOST_TOLD) for one in known],
        hovertemplate="C = %{text}<br>%{hovertext}<extra></extra>",
        cliponaxis=False,
    )


def moves_told(moves: tuple[Move, ...], words: Words, most: int = 6) -> str:
    """Say which points change their status at a breakpoint."""
    told = []
    for move in moves[:most]:
        key = f"losses.moves.{move.left.name.lower()}.{move.entered.name.lower()}"
        told.append(words(key, i=move.point + 1))
    more = [words("losses.moves.more", count=len(moves) - most)] if len(moves) > most else []
    return words.joined([*told, *more])


# ---- where C stands ----


def _terms(drawn: Sketch, shown: Terms, at: AtC, path: RegularisationPath, words: Words) -> dict[str, float]:
    """Draw both terms relative to their maxima, with a bar for each at C; return the maxima."""
    now = {"slack": at.slack, "norm": at.norm}
    curves = {"slack": shown.slack, "norm": shown.norm}
    largest = {name: float(curve.max()) for name, curve in curves.items()}
    now = {name: value if largest[name] > 0.0 else 0.0 for name, value in now.items()}  # not rounding noise
    across = {"xref": "x", "yref": "y2", "type": "line", "xsizemode": "pixel", "xanchor": at.C}
    sides = {"slack": (path.low, "top right"), "norm": (path.high, "top left")}
    for name, (dash, opacity) in LOOKS.items():
        line = {"color": INK, "width": 2.0, "dash": dash}
        unit = largest[name] or 1.0
        heights = single(curves[name] / unit)
        drawn.add_scatter(
            x=in_bytes(single(shown.at)), y=in_bytes(heights), yaxis="y2", mode="lines", line=line, hoverinfo="skip"
        )
        if path.low <= at.C <= path.high:
            ends = {"x0": BESIDE[name], "x1": BESIDE[name], "y0": 0.0, "y1": now[name] / unit}
            drawn.add_shape(name=name, line={"color": INK, "width": 8}, opacity=opacity, **ends, **across)
        label = f"{words(f'figure.losses.path.{name}')} = "
        x, side = sides[name]
        drawn.add_text([x], [TOP], [label + number(now[name])], yaxis="y2", textposition=side, name=name, meta=label)
    ticks = {"tickvals": [0, 1], "ticktext": ["0", words("figure.losses.path.largest")], "showgrid": False}
    drawn.layout["yaxis2"] = axis("", range=[0.0, TOP], domain=TERMS, anchor="x", **ticks)
    return largest


def _here(drawn: Sketch, path: RegularisationPath, C: float, picked: int, what: str) -> None:
    """Draw the line at C, and the mark of one point there, which the browser moves to another point."""
    if not path.low <= C <= path.high:
        return
    for name in ("y domain", "y2 domain"):
        drawn.add_shape(name="C", type="line", x0=C, x1=C, y0=0, y1=1, yref=name, line={"color": INK, "width": 1.5})
    places = [[[C], [float(height)]] for height in _heights(path, np.array([C]), what)[0]]
    marker = {"symbol": "square-open", "size": 15, "color": PICKED, "line": {"width": 3, "color": PICKED}}
    x, y = places[picked]
    drawn.add_scatter(x=x, y=y, mode="markers", marker=marker, meta=places, hoverinfo="skip", cliponaxis=False)


def path_text(path: RegularisationPath, at: AtC, picked: int, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    if not path.low <= at.C <= path.high:
        return words("figure.losses.path.alt.outside", n=len(path.y), bends=len(path.breakpoints))
    places = path.places(at.C)
    counted = {status.name.lower(): int(np.count_nonzero(places == status)) for status in Status}
    alpha = number(float(path.alpha(at.C)[picked]))
    terms = {"slack": number(at.slack), "norm": number(at.norm), "bends": len(path.breakpoints)}
    return words("figure.losses.path.alt", n=len(path.y), C=number(at.C), i=picked + 1, alpha=alpha, **terms, **counted)
