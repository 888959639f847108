"""A player on a bare page, in the hands of a test."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any

import numpy as np
from bench import GAUSSIAN, WINDOW, WORDS

from core.trace import Trace
from core.view import playback
from ui.solve.playback_arrays import playback_arrays
from ui.solve.wire import pack

SHOW = """async ([id, base64]) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    await harness.show("player/player", bytes, id);
}"""
DOM = "document.getElementById('player').shadowRoot"


class Deck:
    """A mounted player in the hands of a test."""

    def __init__(self, page: Any, trace: Trace, **header: Any) -> None:
        self.page, self.trace = page, trace
        page.evaluate("document.getElementById('strip').style.display = 'block'")  # room for numbers beside the board
        self.mount(**header)

    def mount(self, id: str = "player", **header: Any) -> None:
        blob = base64.b64encode(blob_of(self.trace, **header)).decode()
        self.page.evaluate(SHOW, [id, blob])
        self.page.wait_for_timeout(80)

    @property
    def k(self) -> int:
        return int(self.page.evaluate(f"+{DOM}.querySelector('[data-part=slider]').value"))

    def part(self, name: str) -> Any:
        return self.page.locator(f"#player [data-part={name}]")

    def press(self, value: str) -> None:
        self.page.locator(f"#player button[value={value}]").click()
        self.page.wait_for_timeout(40)

    def keys(self, *names: str) -> None:
        self.part("above").focus()
        for name in names:
            self.page.keyboard.press(name)
        self.page.wait_for_timeout(40)

    def sent(self, name: str) -> list[Any]:
        return self.page.evaluate("(name) => harness.sent.filter(([n]) => n === name).map(([, value]) => value)", name)

    def ink(self, part: str = "above") -> str:
        return str(self.part(part).evaluate("(canvas) => canvas.toDataURL()"))


def blob_of(trace: Trace, costs: np.ndarray | None = None, **header: Any) -> bytes:
    C = trace.problem.dual.upper[0]  # type: ignore[union-attr]
    full: Mapping[str, object] = {
        "lab": "play",
        "window": WINDOW,
        "kernel": GAUSSIAN,
        "C": C,
        "lang": "en",
        "words": {
            "player.where": "{k} of {steps}",
            "player.work": "after {work}",
            "player.picked": "{i} is {letter}",
            **WORDS,
        },
        "hidden": [],
        "projector": False,
        "socket": None,
        "limit": 0,
        "axes": ["x1", "x2"],
        "height": 400,
        "revision": 0,
        "run": "one",
        "step": 5,
        "seek": 0,
        "picking": False,
        "follow": None,
        "reach": None,
        "line": None,
        **header,
    }
    y = trace.problem.y.astype(np.int8)
    return pack(full, {"X": trace.problem.X, "y": y, **playback_arrays(playback(trace), costs)})
