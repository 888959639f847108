"""The numbers of a halted run as a list: one click on a number opens its formula."""

from __future__ import annotations

import json
from typing import NamedTuple

from ui.component.mount import component
from ui.solve.wire import pack_text


class Row(NamedTuple):
    """One number."""

    label: str
    value: str
    how: str  # its formula with the values on screen, in lines
    state: str = ""  # of the truth light, if this is its row


class StandingRows(NamedTuple):
    """All rows, in reading order."""

    rows: tuple[Row, ...]

    def sent(self, projector: bool = False) -> dict[str, object]:
        """Return what the browser needs to show them, the same in projector mode."""
        return {"rows": [row._asdict() for row in self.rows]}


def standing(key: str, rows: str, projector: bool = False, turn: float = 0) -> None:
    """Mount rows under a key, as `ui.component.plot.encoded` returns them; for `turn` see `ui.component.plot.plot`."""
    own = json.dumps({"key": key, "turn": turn, "words": {}, "projector": projector, "arrays": []})
    component("player/standing")(key=key, data=pack_text(f"{own[:-1]},{rows[1:]}"))
