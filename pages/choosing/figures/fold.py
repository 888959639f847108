"""The folds: one as a picture, with its points large and the training points small, and the errors of all as bars.

A misclassified point of the fold is crossed out, because on every board a ring marks a support vector.
"""

from __future__ import annotations

import numpy as np

from core.selection import Look
from core.topics.choosing.experiment import FoldPicture
from core.view.grid import Square, grid_axes
from pages.choosing.figures.map import CLASSES
from ui.plot.sketch import Sketch, in_bytes
from ui.plot.template import GREY, INK, NEGATIVE, POSITIVE, VIOLET, axis, still_axis
from ui.words import Words, number

HEIGHT, BARS = 330, 250
PIXELS = 300  # approximate side of the picture
SMALL, LARGE = 4.0, 9.0
CORNERS, RADIUS = 25, 1 / 45  # of a ring on the board; its radius relative to the window


def fold_figure(shown: FoldPicture, X: np.ndarray, y: np.ndarray, window: Square) -> Sketch:
    """Return the decisions of the machine without the fold, with the points X (n, 2) and labels y (n,)."""
    x0, y0, side = window
    drawn = Sketch(HEIGHT, margin={"l": 6, "r": 6, "t": 6, "b": 6})
    across, up = (in_bytes(along.astype(np.float32)) for along in grid_axes((x0, y0), side, len(shown.sides)))
    scale = {"colorscale": CLASSES, "zmin": -1, "zmax": 1, "showscale": False, "opacity": 0.7}
    drawn.add_heatmap(x=across, y=up, z=in_bytes(shown.sides.astype(np.float32)), hoverinfo="skip", **scale)
    unit = side / PIXELS
    for sign, color, symbol in ((1, POSITIVE, "circle"), (-1, NEGATIVE, "triangle-up")):
        for rows, size, opacity in ((shown.train, SMALL, 0.6), (shown.test, LARGE, 1.0)):
            drawn.add_dots(X[rows[y[rows] == sign]], symbol, size, unit, color, opacity)
    wrong = X[shown.test[shown.wrong]]
    cross = {"symbol": "x-thin", "size": 14, "color": INK, "line": {"width": 2, "color": INK}}
    drawn.add_scatter(x=wrong[:, 0], y=wrong[:, 1], mode="markers", marker=cross, hoverinfo="skip")
    bare = {"showgrid": False, "showticklabels": False, "ticks": "", "mirror": True, "showline": True}
    drawn.update_layout(
        xaxis=still_axis("", range=[x0, x0 + side], constrain="domain", constraintoward="left", **bare),
        yaxis=still_axis("", range=[y0, y0 + side], scaleanchor="x", constrain="domain", **bare),
        hovermode=False,
        dragmode=False,
    )
    return drawn


def rings(places: np.ndarray, side: float) -> dict[str, np.ndarray]:
    """Return a ring around each point (k, 2), as lines for a board whose window has this side."""
    turn = np.linspace(0.0, 2.0 * np.pi, CORNERS)
    around = places[:, None] + RADIUS * side * np.column_stack([np.cos(turn), np.sin(turn)])
    gaps = np.full((len(places), 1, 2), np.nan)
    drawn = np.concatenate([around, gaps], axis=1).reshape(-1, 2).astype(np.float32)
    return {"cloud": np.empty((0, 2), np.float32), "median": drawn}


def fold_text(shown: FoldPicture, fold: int, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    of = len(shown.test)
    return words("figure.choosing.fold.alt", fold=fold, wrong=int(shown.wrong.sum()), of=of, train=len(shown.train))


def bars_figure(look: Look, fold: int, words: Words) -> Sketch:
    """Return the error of each fold, the current one highlighted, their mean, and one standard error around it."""
    drawn = Sketch(BARS, margin={"l": 58, "r": 66, "t": 10, "b": 46})
    rates, count = 100.0 * look.rates, len(look.points)
    mean, spread = 100.0 * look.error, 100.0 * look.standard_error
    colors = [VIOLET if k == fold - 1 else GREY for k in range(count)]
    place = list(range(1, count + 1))
    drawn.add_bar(x=place, y=rates.tolist(), marker={"color": colors}, hovertemplate="%{y:.3g} %<extra></extra>")
    band = {"fillcolor": VIOLET, "opacity": 0.14, "line": {"width": 0}, "layer": "below", "xref": "paper"}
    drawn.add_shape(type="rect", x0=0, x1=1, y0=max(0.0, mean - spread), y1=mean + spread, **band)
    line = {"color": INK, "width": 2}
    drawn.add_shape(type="line", x0=0, x1=1, xref="paper", y0=mean, y1=mean, line=line)
    name = {"x": 1, "xref": "x domain", "xanchor": "left", "xshift": 6, "showarrow": False, "font": {"color": INK}}
    drawn.add_annotation(y=mean, text=words("figure.choosing.bars.mean"), **name)
    top = max(float(rates.max()), mean + spread, 1.0)
    drawn.update_layout(
        xaxis=axis(words("figure.choosing.bars.x"), range=[0.4, count + 0.6], dtick=1, showgrid=False),
        yaxis=axis(words("figure.choosing.bars.y"), range=[0.0, 1.1 * top]),
    )
    return drawn


def bars_text(look: Look, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    rates = words.listed([words("language.percent", value=number(100 * float(rate), 3)) for rate in look.rates])
    values = {"mean": number(100 * look.error, 3), "spread": number(100 * look.standard_error, 2)}
    return words("figure.choosing.bars.alt", rates=rates, **values)
