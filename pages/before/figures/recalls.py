"""The recall of class -1 over that of class +1, as the threshold moves: of one C, and of the weights."""

from __future__ import annotations

from core.topics.before.imbalance import Recall, Thresholds
from pages.before.answers import Recalls
from ui.plot.sketch import Sketch
from ui.plot.template import GREY, INK, VIOLET, axis
from ui.words import Words, number

HEIGHT = 380


def recalls_figure(found: Recalls, words: Words) -> Sketch:
    """Return both curves with the chosen points on them: dashed for the weights."""
    drawn = Sketch(HEIGHT)
    for curve, color, dash in ((found.weighted_curve, VIOLET, "dash"), (found.curve, INK, "solid")):
        _curve(drawn, curve, color, dash)
    marks = (
        (found.weighted, VIOLET, "diamond", "figure.before_recalls.weights"),
        (found.plain, GREY, "circle-open", "figure.before_recalls.plain"),
        (found.moved, INK, "circle", "figure.before_recalls.threshold"),
    )
    for place, (own, color, symbol, key) in enumerate(marks):
        _mark(drawn, own, color, symbol)
        at = {"xref": "x domain", "yref": "y domain", "x": 0.02, "y": 0.04 + 0.08 * place, "xanchor": "left"}
        sign = {"diamond": "◆", "circle-open": "○", "circle": "●"}[symbol]
        drawn.add_annotation(text=f"{sign} {words(key)}", showarrow=False, font={"color": color, "size": 13}, **at)
    for name, key in (("xaxis", "figure.before_recalls.x"), ("yaxis", "figure.before_recalls.y")):
        drawn.update_layout(**{name: axis(words(key), range=[-3, 103])})
    return drawn


def _curve(drawn: Sketch, curve: Thresholds, color: str, dash: str) -> None:
    drawn.add_scatter(
        x=(100.0 * curve.of_plus).tolist(),
        y=(100.0 * curve.of_minus).tolist(),
        customdata=curve.threshold.tolist(),
        mode="lines",
        line={"color": color, "dash": dash, "width": 2, "shape": "hv"},
        hovertemplate="t = %{customdata:.3g}: %{x:.3g} %, %{y:.3g} %<extra></extra>",
    )


def _mark(drawn: Sketch, own: Recall, color: str, symbol: str) -> None:
    marker = {"symbol": symbol, "size": 13, "color": color, "line": {"width": 2, "color": color}}
    drawn.add_scatter(
        x=[100.0 * own.of_plus], y=[100.0 * own.of_minus], mode="markers", marker=marker, hoverinfo="skip"
    )


def recalls_text(found: Recalls, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    told = {}
    for name, own in (("plain", found.plain), ("moved", found.moved), ("weighted", found.weighted)):
        told[name] = f"{number(100.0 * own.of_plus)} %, {number(100.0 * own.of_minus)} %"
    return words("figure.before_recalls.alt", **told)
