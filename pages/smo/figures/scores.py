"""The reason for this pair: every point by its score, the band that closes on b, every candidate by its gain."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.problem.arrays import Indices, Vector
from core.view import PairView
from ui.plot.sketch import Sketch
from ui.plot.template import GREY, INK, NEGATIVE, POSITIVE, still_axis
from ui.words import Words, number

HEIGHT = 316
MOST_BARS = 24
LANES = [-1.0, 2.0]  # I_low is drawn around 0, I_up around 1
PICKED_I, PICKED_J = "var(--lab-i)", "var(--lab-j)"
BAND = "var(--lab-amber-tint)"


def pair_scores(
    shown: PairView, y: Vector, words: Words, group: str | None = None, picked: Sequence[int] = ()
) -> Sketch:
    """Return three panels: scores in the lanes of I_up and I_low, violations b_ij, and gains b_ij^2 / a_ij.

    With the group of a board its points can be picked here too; the `picked` ones have their letters.
    """
    drawn = Sketch(HEIGHT, margin={"l": 64, "r": 12, "t": 4, "b": 40})
    _lanes(drawn, shown, y, words)
    if group is not None:
        _pickable(drawn, shown, group)
        for t, letter, upper in zip(picked, "ij", (shown.in_up, ~shown.in_low), strict=False):
            _point_out(drawn, shown, t, letter, lane=int(upper[t]))
    bars, candidates = _shown_candidates(shown), shown.candidates
    numbers = [int(j) + 1 for j in candidates.j[bars]]
    places = list(range(len(numbers)))
    colors = [_bar_color(shown, int(j)) for j in candidates.j[bars]]
    for values, y_axis, key in (
        (candidates.violation, "y2", "figure.pair.violation"),
        (candidates.gain, "y3", "figure.pair.gain"),
    ):
        drawn.add_stems(
            places,
            values[bars].tolist(),
            numbers,
            colors,
            (GREY, INK, PICKED_J),
            xaxis="x2",
            yaxis=y_axis,
            hovertemplate=words(key) + " %{customdata:.4g}<extra>j = %{text}</extra>",
        )
    drawn.update_layout(
        xaxis=still_axis(words("figure.pair.score"), anchor="y", range=_calm(shown.score)),
        yaxis=still_axis(
            "",
            domain=[0.62, 1],
            range=LANES,
            showgrid=False,
            tickvals=[0, 1],
            ticktext=[words("figure.pair.low"), words("figure.pair.up")],
            ticks="",
        ),
        xaxis2=still_axis(
            words("figure.pair.j"),
            anchor="y3",
            range=[-0.6, max(len(numbers), 6) - 0.4],
            tickvals=places[:: 1 + len(places) // 12],
            ticktext=[str(number) for number in numbers[:: 1 + len(places) // 12]],
            showgrid=False,
            tickangle=0,
        ),
        yaxis2=still_axis("b<sub>ij</sub>", domain=[0.235, 0.41], **_bars_axis(candidates.violation)),
        yaxis3=still_axis("b²/a", domain=[0, 0.175], **_bars_axis(candidates.gain)),
    )
    return drawn


def _lanes(drawn: Sketch, shown: PairView, y: Vector, words: Words) -> None:
    if np.isfinite(shown.m) and np.isfinite(shown.M):
        drawn.add_shape(
            type="rect",
            x0=shown.M,
            x1=shown.m,
            y0=LANES[0],
            y1=LANES[1],
            fillcolor=BAND,
            line={"width": 0},
            layer="below",
        )
    for sign, color, symbol in ((1, POSITIVE, "circle"), (-1, NEGATIVE, "triangle-up")):
        low, up = (np.flatnonzero(member & (y == sign)) for member in (shown.in_low, shown.in_up))
        points = np.concatenate([low, up])
        drawn.add_scatter(
            x=shown.score[points],
            y=np.concatenate([_jitter(low), 1.0 + _jitter(up)]),
            mode="markers",
            marker={"color": color, "symbol": symbol, "size": 7, "opacity": 0.75},
            text=[str(t + 1) for t in points],
            ids=[str(t + 1) for t in points],
            hovertemplate=words("figure.pair.point") + "<extra></extra>",
        )
    if shown.move is None:
        return
    _point_out(drawn, shown, shown.move.i, "i", lane=1)
    _point_out(drawn, shown, shown.move.j, "j", lane=0)


def _point_out(drawn: Sketch, shown: PairView, t: int, letter: str, lane: int) -> None:
    """Label a point of the pair on its lane."""
    color = PICKED_I if letter == "i" else PICKED_J
    drawn.add_pointer(shown.score[t], _height(t, lane), 1.5 if lane else -0.5, f"{letter} = {t + 1}", color)


def _height(t: int, lane: int) -> float:
    return lane + float(_jitter(np.array([t]))[0])


def _pickable(drawn: Sketch, shown: PairView, group: str) -> None:
    """Make points pickable by pointer, or by keys in ascending order of their scores."""
    places = [[float(shown.score[t]), _height(t, int(shown.in_up[t]))] for t in range(len(shown.score))]
    mark = {"symbol": "square-open", "size": 15, "color": INK, "line": {"width": 2}}
    drawn.add_scatter(x=[], y=[], mode="markers", marker=mark, meta=places, hoverinfo="skip")
    walk = np.argsort(shown.score, kind="stable").tolist()
    drawn.update_layout(meta={"group": group, "picked": -1, "walk": walk})


def _bars_axis(values: Vector) -> dict[str, object]:
    return {"anchor": "x2", "range": _calm(values), "nticks": 3, "exponentformat": "power"}


def _calm(values: Vector) -> list[float]:
    """Return a range with round ends: it stays the same over many steps, so that changes of the values are visible."""
    seen = values[np.isfinite(values)]
    low, high = (float(seen.min(initial=0.0)), float(seen.max(initial=0.0))) if seen.size else (0.0, 1.0)
    return [-_round_up(-low), _round_up(high)]


def _round_up(value: float) -> float:
    if value <= 0:
        return 0.0
    power = 10.0 ** np.floor(np.log10(1.04 * value))
    return float(power * next(m for m in (1, 1.5, 2, 2.5, 3, 4, 5, 7, 10) if m * power >= 1.04 * value))


def _jitter(points: Indices) -> Vector:
    """Return small offsets that separate neighbours and are the same in every step."""
    return np.asarray(((points * 7919) % 11 - 5) * 0.05, dtype=np.float64)


def _shown_candidates(shown: PairView) -> Indices:
    """Return the candidates with the largest gain, and the choices of both rules, in descending order of gain."""
    order = np.argsort(-shown.candidates.gain, kind="stable")
    chosen = np.isin(shown.candidates.j[order], (shown.first_order_j, shown.second_order_j))
    return order[(np.arange(len(order)) < MOST_BARS) | chosen]


def _bar_color(shown: PairView, j: int) -> str:
    if shown.move is not None and j == shown.move.j:
        return PICKED_J
    return INK if j in (shown.first_order_j, shown.second_order_j) else GREY


def pair_scores_text(shown: PairView, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    return words(
        "figure.pair.alt",
        up=int(shown.in_up.sum()),
        low=int(shown.in_low.sum()),
        count=len(shown.candidates.j),
        m=number(shown.m),
        M=number(shown.M),
    )
