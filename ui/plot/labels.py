"""Words in a plot as one trace of text for each pair of axes, in place of annotations.

An annotation takes four milliseconds to draw, a word of a trace less than one, and a page has twenty of them.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

SIDES = {"left": "right", "right": "left", "center": "center", "auto": "center"}  # a text anchored left stands right
LEVELS = {"bottom": "top", "top": "bottom", "middle": "middle", "auto": "middle"}
STAYS = ("bgcolor", "bordercolor", "textangle", "width", "yshift")  # a text of a trace has no frame and no distance
GAP = "\u2009\u2009"  # between a place and the word beside it
EDGE = 1e-9  # of a range: what lies on its very end may be rounded out of it


class Label(NamedTuple):
    """A word at a place of a plot."""

    x: float
    y: float
    text: str
    place: str  # in Plotly's words, such as "middle right"
    color: str | None
    size: float | None


def as_traces(annotations: list[dict[str, Any]], layout: dict[str, Any]) -> tuple[list[dict[str, Any]], list[Any]]:
    """Return traces of text, and the annotations that must stay: with an arrow, frame or distance, or on the paper."""
    found: defaultdict[tuple[str, str], list[Label]] = defaultdict(list)
    kept = []
    for annotation in annotations:
        axes = (annotation.get("xref", "x").split()[0], annotation.get("yref", "y").split()[0])
        label = _label(annotation, *(layout.get(f"{axis[0]}axis{axis[1:]}") for axis in axes))
        if label is None:
            kept.append(annotation)
        else:
            found[axes].append(label)
    return [_trace(labels, *axes) for axes, labels in found.items()], kept


def _label(annotation: dict[str, Any], x_axis: Any, y_axis: Any) -> Label | None:  # noqa: ANN401 - JSON
    if annotation.get("showarrow", True) or any(name in annotation for name in STAYS) or not (x_axis and y_axis):
        return None
    x, y = (_place(annotation, name, axis) for name, axis in (("x", x_axis), ("y", y_axis)))
    if x is None or y is None:
        return None
    side, level = SIDES[annotation.get("xanchor", "auto")], LEVELS[annotation.get("yanchor", "auto")]
    gap = GAP if annotation.get("xshift") else ""
    text = gap + annotation["text"] if side == "right" else annotation["text"] + gap
    font = annotation.get("font", {})
    return Label(x, y, text, f"{level} {side}", font.get("color"), font.get("size"))


def _place(annotation: dict[str, Any], name: str, axis: dict[str, Any]) -> float | None:
    """Return where it stands in the numbers of the axis; None if the axis does not say how far it goes."""
    if "range" not in axis:
        return None
    low, high = (float(end) for end in axis["range"])
    at = float(annotation[name])
    if annotation.get(f"{name}ref", name).endswith(" domain"):
        at = low + at * (high - low)
    inner = EDGE * (high - low)
    at = min(max(at, min(low + inner, high - inner)), max(low + inner, high - inner))
    return math.pow(10.0, at) if axis.get("type") == "log" else at


def _trace(labels: list[Label], x_axis: str, y_axis: str) -> dict[str, Any]:
    font = {name: [getattr(label, name) for label in labels] for name in ("color", "size")}
    return {
        "type": "scatter",
        "mode": "text",
        "x": [label.x for label in labels],
        "y": [label.y for label in labels],
        "text": [label.text for label in labels],
        "textposition": [label.place for label in labels],
        "textfont": {name: values for name, values in font.items() if None not in values},
        "xaxis": x_axis,
        "yaxis": y_axis,
        "hoverinfo": "skip",
        "cliponaxis": False,
    }


def apart(values: Sequence[float], spread: float, top: float) -> list[float]:
    """Return the sorted values moved such that neighbours are `spread` apart and none is above `top`."""
    placed: list[float] = []
    for value in sorted(values):
        placed.append(max(value, placed[-1] + spread) if placed else value)
    for k in range(len(placed) - 1, -1, -1):
        most = top if k == len(placed) - 1 else placed[k + 1] - spread
        placed[k] = min(placed[k], most)
    return placed
