"""A table of numbers whose columns are machines, and the sentence of its page: both come early, like figures."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from ui.component.mount import component
from ui.solve.wire import pack_text


class LiveTable(NamedTuple):
    """The text of every cell, and the sentence under the title, whose words with a definition are links."""

    columns: Sequence[str]  # names of the machines
    rows: Sequence[Sequence[str]]  # name and cells of each row
    headline: str
    waits: str = ""  # the text of a cell that waits for the page

    def sent(self, projector: bool = False) -> dict[str, object]:
        """Return what the browser needs to show it, the same in projector mode."""
        return self._asdict()


def live_table(key: str, table: str, beside: str, projector: bool = False) -> None:
    """Mount a table under a key, as `ui.component.plot.encoded` returns it, about the points of the board `beside` it.

    Its `Drawing` has the same key: the browser requests it for points as a hand moves them.
    """
    own = json.dumps({"key": key, "lab": beside, "words": {}, "projector": projector, "arrays": []})
    component("plot/live_table")(key=key, data=pack_text(f"{own[:-1]},{table[1:]}"))
