"""A Plotly figure that updates in place: no remount, no flicker, and the zoom stays."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import NamedTuple, Protocol

from ui.component.mount import component
from ui.plot.projector import enlarged
from ui.plot.sketch import Sketch
from ui.static.files import PLOTLY_URL


class Figure(Protocol):
    """What a page draws."""

    def to_json(self) -> str:
        """Return the figure as Plotly's JSON."""


class Drawn(NamedTuple):
    """A figure, and the same in words."""

    figure: Figure
    alt: str


def drawn(figure: Figure, alt: str, projector: bool = False) -> dict[str, object]:
    """Return what the browser draws of a figure."""
    made = figure.plain() if isinstance(figure, Sketch) else json.loads(figure.to_json())
    if projector:
        made = enlarged(made)
    return {"figure": made, "alt": alt, "height": made["layout"]["height"]}


def plot(
    key: str,
    figure: Figure,
    alt: str,
    projector: bool = False,
    on_picked: Callable[[], None] | None = None,
    on_flat: Callable[[], None] | None = None,
    turn: float = 0,
) -> None:
    """Mount a figure under a key; `alt` says in words what it shows.

    The callbacks of a figure that shows points read `st.session_state[key]`: "picked" is [point, time] after a click
    here or on a board of its group, "flat" is true in a browser that cannot draw in 3-D. `turn` numbers the halt that
    the figure belongs to: the browser may have drawn a later one already (`ui.page.early_figures`).
    """
    data = {**drawn(figure, alt, projector), "key": key, "turn": turn, "plotly": PLOTLY_URL, "projector": projector}
    heard = {"on_picked_change": on_picked, "on_flat_change": on_flat}
    component("plot")(key=key, data=data, **{name: act for name, act in heard.items() if act is not None})
