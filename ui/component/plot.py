"""A Plotly figure that updates in place: no remount, no flicker, and the zoom stays."""

from __future__ import annotations

import json
from typing import Protocol

from ui.component.mount import component
from ui.static import PLOTLY_URL


class Figure(Protocol):
    """What `ui.figure` draws."""

    def to_json(self) -> str:
        """Return the figure as Plotly's JSON."""


def plot(key: str, figure: Figure, alt: str, projector: bool = False) -> None:
    """Mount a figure under a key; `alt` says in words what it shows."""
    drawn = json.loads(figure.to_json())
    data = {
        "figure": drawn,
        "alt": alt,
        "height": drawn["layout"]["height"],
        "plotly": PLOTLY_URL,
        "projector": projector,
    }
    component("plot")(key=key, data=data)
