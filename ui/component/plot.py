"""A Plotly figure that updates in place: no remount, no flicker, and the zoom stays."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Protocol

from ui.component.mount import component
from ui.static import PLOTLY_URL


class Figure(Protocol):
    """What `ui.figure` draws."""

    def to_json(self) -> str:
        """Return the figure as Plotly's JSON."""


def plot(
    key: str,
    figure: Figure,
    alt: str,
    projector: bool = False,
    on_picked: Callable[[], None] | None = None,
    on_flat: Callable[[], None] | None = None,
) -> None:
    """Mount a figure under a key; `alt` says in words what it shows.

    The callbacks of a figure that shows points read `st.session_state[key]`: "picked" is [point, time] after a click
    here or on a board of its group, "flat" is true in a browser that cannot draw in 3-D.
    """
    drawn = json.loads(figure.to_json())
    data = {
        "figure": drawn,
        "alt": alt,
        "height": drawn["layout"]["height"],
        "plotly": PLOTLY_URL,
        "projector": projector,
    }
    heard = {"on_picked_change": on_picked, "on_flat_change": on_flat}
    component("plot")(key=key, data=data, **{name: act for name, act in heard.items() if act is not None})
