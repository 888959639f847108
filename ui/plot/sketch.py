"""A figure as plain lists, for what is drawn anew at every halt: Plotly's own classes take 60 ms to check it all.

It has the methods of `plotly.graph_objects.Figure` that the figures of a step use, and nothing is checked.
"""

from __future__ import annotations

import base64
import json
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from core.problem.arrays import single
from ui.plot.labels import as_traces
from ui.plot.template import look

_TURN = np.linspace(0.0, 2.0 * math.pi, 11)
CORNERS = {  # of a symbol of radius 1, closed
    "circle": np.column_stack([np.cos(_TURN), np.sin(_TURN)]),
    "triangle-up": np.array([[-1.155, -0.5], [1.155, -0.5], [0.0, 1.0], [-1.155, -0.5]]),
}


class Sketch:
    """Traces and a layout in the look of the house."""

    def __init__(self, height: int, **layout: Any) -> None:  # noqa: ANN401 - whatever Plotly's layout takes
        self.data: list[dict[str, Any]] = []
        self.layout: dict[str, Any] = {**look(height, **layout), "annotations": [], "shapes": []}

    def add_scatter(self, **trace: Any) -> None:  # noqa: ANN401 - whatever Plotly's scatter takes
        """Add points or a line."""
        self.data.append({"type": "scatter", **trace})

    def add_dots(
        self,
        places: np.ndarray,
        symbol: str,
        size: float,
        unit: float | tuple[float, float],
        color: str,
        opacity: float = 1.0,
    ) -> None:
        """Add points (n, 2) without hover targets, as one area: a marker for each takes four times as long.

        The symbol is one of `CORNERS`, `size` is in pixels; `unit` is what one pixel is in the numbers of the axes.
        """
        corners = 0.5 * size * np.asarray(unit) * CORNERS[symbol]
        rows = np.full((len(places), len(corners) + 1, 2), np.nan, np.float32)  # nan parts one from the next
        rows[:, :-1] = single(places[:, None] + corners)
        x, y = (in_bytes(rows[:, :, k].ravel()) for k in (0, 1))
        fill = {"fill": "toself", "fillcolor": color, "hoverinfo": "skip", "opacity": opacity}
        self.add_scatter(x=x, y=y, mode="none", **fill)  # with a line, even of no width, it is drawn twice

    def add_bar(self, **trace: Any) -> None:  # noqa: ANN401
        """Add bars."""
        self.data.append({"type": "bar", **trace})

    def add_stems(
        self,
        x: Sequence[float],
        y: Sequence[float],
        numbers: Sequence[int],
        colors: Sequence[str],
        palette: Sequence[str],
        width: float = 8,
        **trace: Any,  # noqa: ANN401
    ) -> None:
        """Add upright lines from 0 to y that stand for points, by their numbers from 1 on; one trace for each colour.

        They look like bars and are drawn in half the time. A template of their hover label finds y in `customdata`
        and the number in `text`; the browser marks the point on the board by its `ids`.
        """
        for color in palette:
            chosen = [k for k, own in enumerate(colors) if own == color]
            names = [str(numbers[k]) for k in chosen for _ in range(4)]
            self.add_scatter(
                x=[place for k in chosen for place in (x[k], x[k], x[k], None)],
                y=[height for k in chosen for height in (0.0, 0.5 * y[k], y[k], None)],
                customdata=[y[k] for k in chosen for _ in range(4)],
                text=names,
                ids=names,
                mode="lines",
                line={"color": color, "width": width},
                **trace,
            )

    def add_text(
        self,
        x: Sequence[float | None],
        y: Sequence[float | None],
        text: Sequence[str],
        **trace: Any,  # noqa: ANN401
    ) -> None:
        """Add words at places of a plot; an annotation takes five times as long to draw."""
        more = {"mode": "text", "hoverinfo": "skip", "cliponaxis": False, **trace}
        self.add_scatter(x=x, y=y, text=text, **more)

    def add_pointer(self, x: float, y: float, end: float, text: str, color: str) -> None:
        """Add an upright line from a point (x, y) to its name at the height `end`."""
        place = "top center" if end > y else "bottom center"
        self.add_text(
            [x, x],
            [y, end],
            ["", text],
            mode="lines+text",
            line={"color": color, "width": 2},
            textposition=place,
            textfont={"color": color, "size": 14, "weight": "bold"},
        )

    def add_heatmap(self, **trace: Any) -> None:  # noqa: ANN401
        """Add a picture of a grid."""
        self.data.append({"type": "heatmap", **trace})

    def add_annotation(self, **annotation: Any) -> None:  # noqa: ANN401
        """Add a text, with or without an arrow; one without may become a word of a trace."""
        self.layout["annotations"].append(annotation)

    def add_shape(self, **shape: Any) -> None:  # noqa: ANN401
        """Add a line or a rectangle."""
        self.layout["shapes"].append(shape)

    def update_layout(self, **layout: Any) -> None:  # noqa: ANN401
        """Set axes and whatever else the layout holds."""
        self.layout.update(layout)

    def plain(self) -> dict[str, Any]:
        """Return the figure in Plotly's schema as lists, numbers and texts; what is no number becomes None."""
        words, kept = as_traces(self.layout["annotations"], self.layout)
        figure = {"data": [*self.data, *words], "layout": {**self.layout, "annotations": kept}}
        plain: dict[str, Any] = _plain(figure)
        return plain

    def to_json(self) -> str:
        """Return the same as strict JSON."""
        return json.dumps(self.plain(), allow_nan=False)


def in_bytes(array: np.ndarray) -> dict[str, str]:
    """Return an array of at most two axes as Plotly reads it from bytes: a grid as text takes ten times as long."""
    code = {"float32": "f4", "uint8": "u1", "int32": "i4"}[array.dtype.name]
    encoded = base64.b64encode(np.ascontiguousarray(array).tobytes()).decode()
    return {"dtype": code, "bdata": encoded, "shape": ", ".join(map(str, array.shape))}


def _plain(value: Any) -> Any:  # noqa: ANN401 - JSON in, JSON out
    """Return lists, numbers and texts for arrays and NumPy's numbers."""
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    if isinstance(value, np.generic):
        value = value.item()
    return None if isinstance(value, float) and not math.isfinite(value) else value
