"""A figure as plain lists, for what is drawn anew at every halt: Plotly's own classes take 60 ms to check it all.

It has the methods of `plotly.graph_objects.Figure` that the figures of a step use, and nothing is checked.
"""

from __future__ import annotations

import base64
import json
import math
from typing import Any

import numpy as np

from ui.figure.template import look


class Sketch:
    """Traces and a layout in the look of the house."""

    def __init__(self, height: int, **layout: Any) -> None:  # noqa: ANN401 - whatever Plotly's layout takes
        self.data: list[dict[str, Any]] = []
        self.layout: dict[str, Any] = {**look(height, **layout), "annotations": [], "shapes": []}

    def add_scatter(self, **trace: Any) -> None:  # noqa: ANN401 - whatever Plotly's scatter takes
        """Add points or a line."""
        self.data.append({"type": "scatter", **trace})

    def add_bar(self, **trace: Any) -> None:  # noqa: ANN401
        """Add bars."""
        self.data.append({"type": "bar", **trace})

    def add_heatmap(self, **trace: Any) -> None:  # noqa: ANN401
        """Add a picture of a grid."""
        self.data.append({"type": "heatmap", **trace})

    def add_annotation(self, **annotation: Any) -> None:  # noqa: ANN401
        """Add a text, with or without an arrow."""
        self.layout["annotations"].append(annotation)

    def add_shape(self, **shape: Any) -> None:  # noqa: ANN401
        """Add a line or a rectangle."""
        self.layout["shapes"].append(shape)

    def update_layout(self, **layout: Any) -> None:  # noqa: ANN401
        """Set axes and whatever else the layout holds."""
        self.layout.update(layout)

    def to_json(self) -> str:
        """Return strict JSON; what is no number becomes null, which Plotly leaves out."""
        return json.dumps(_plain({"data": self.data, "layout": self.layout}), allow_nan=False)


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
