"""A Plotly figure that updates in place: no remount, no flicker, and the zoom stays."""

from __future__ import annotations

import json

import plotly.graph_objects as go

from ui.component.mount import component
from ui.static import PLOTLY_URL


def plot(key: str, figure: go.Figure, alt: str, projector: bool = False) -> None:
    """Mount a figure under a key; `alt` says in words what it shows."""
    data = {
        "figure": json.loads(figure.to_json()),
        "alt": alt,
        "height": figure.layout.height,
        "plotly": PLOTLY_URL,
        "projector": projector,
    }
    component("plot")(key=key, data=data)
