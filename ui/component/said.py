"""A sentence with the numbers of a figure, which is sent early like that figure."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import NamedTuple

from ui.component.mount import component
from ui.solve.wire import pack_text
from ui.words import plain


class Sentence(NamedTuple):
    """A sentence with its kernel and C: once the visitor has chosen others, it is stale until a newer one comes."""

    text: str
    kernel: Mapping[str, object]
    C: float | None

    def sent(self, projector: bool = False) -> dict[str, object]:
        """Return what the browser needs to show it, the same in projector mode."""
        return {"text": plain(self.text), "of": {"kernel": dict(self.kernel), "C": self.C}}


def said(key: str, sentence: str, beside: str, projector: bool = False) -> None:
    """Mount a sentence under a key, as `ui.component.plot.encoded` returns it, `beside` a board or a player."""
    own = json.dumps({"key": key, "lab": beside, "turn": 0, "words": {}, "projector": projector, "arrays": []})
    component("plot/said")(key=key, data=pack_text(f"{own[:-1]},{sentence[1:]}"))
