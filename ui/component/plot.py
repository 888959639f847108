"""A Plotly figure that updates in place: no remount, no flicker, and the zoom is kept."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import msgspec
import numpy as np

from ui.component.mount import component
from ui.plot.projector import enlarged
from ui.plot.sketch import Sketch
from ui.solve.wire import pack_text
from ui.static.files import PLOTLY_URL


def _plain(number: object) -> float:
    """Convert a NumPy float to a Python float."""
    if isinstance(number, np.floating):
        return float(number)
    raise TypeError(f"a figure of lists, numbers and texts has a {type(number).__name__}")


# Ten times as fast as the standard library, where a large figure holds the interpreter lock for 50 ms.
_AS_JSON = msgspec.json.Encoder(enc_hook=_plain)


class Sendable(Protocol):
    """Content of a page that the browser may request early."""

    def sent(self, projector: bool = False) -> dict[str, object]:
        """Return what the browser needs to show it."""


class Drawn(NamedTuple):
    """A figure with its text alternative."""

    figure: Sketch
    alt: str
    projected: int | None = None  # its height in projector mode, if it is the main figure of its page
    frame: Mapping[str, int] | None = None  # its margins, if it is beside a board

    def sent(self, projector: bool = False) -> dict[str, object]:
        """Return what the browser needs to draw it."""
        return figure_parts(self.figure, self.alt, projector, self.projected, self.frame)


@dataclass(frozen=True)
class Drawing:
    """A figure, or other content of a halt, that is drawn on request."""

    key: str  # of its component
    draw: Callable[[], Sendable]
    of: tuple[object, ...] = ()  # what it depends on besides its page's question; `repr` determines all of it


def figure_parts(
    figure: Sketch,
    alt: str,
    projector: bool = False,
    projected: int | None = None,
    frame: Mapping[str, int] | None = None,
) -> dict[str, object]:
    """Return what the browser needs to draw a figure."""
    made = figure.plain()
    if projector:
        made = enlarged(made, projected, frame)
    return {"figure": made, "alt": alt, "height": made["layout"]["height"]}


def encoded(what: Sendable, projector: bool = False) -> str:
    """Return the content as JSON, which is cached in place of the figure and shared by all visitors.

    NaN and infinity become null.
    """
    return _AS_JSON.encode(what.sent(projector)).decode()


def plot(
    key: str,
    figure: str,
    projector: bool = False,
    on_picked: Callable[[], None] | None = None,
    on_flat: Callable[[], None] | None = None,
    on_slid: Callable[[], None] | None = None,
    turn: float = 0,
    lang: str = "",
) -> None:
    """Mount a figure under a key, as `encoded` returns it.

    The callbacks of a figure that shows points read `st.session_state[key]`: "picked" is [point, time] after a click
    here or on a board of its group, "flat" is true in a browser that cannot draw in 3-D, and "slid" is {"k", "at"}
    after a drag of the pair of step k to an alpha_j on its line. `turn` is the number of the halt that the figure
    belongs to: the browser may have drawn a later one already (`ui.page.early_figures`). `lang` is the page's language.
    """
    mine = {"key": key, "turn": turn, "plotly": PLOTLY_URL, "projector": projector, "lang": lang}
    own = json.dumps({**mine, "hears": on_slid is not None, "arrays": []})
    data = pack_text(f"{own[:-1]},{figure[1:]}")  # as bytes: Streamlit would serialise a dictionary twice
    heard = {"on_picked_change": on_picked, "on_flat_change": on_flat, "on_slid_change": on_slid}
    component("plot/plot")(key=key, data=data, **{name: act for name, act in heard.items() if act is not None})
