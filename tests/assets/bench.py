"""The harness page in the hands of a test: data in, what the browser holds and sends out."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from stand_in import solve

WINDOW = {"x0": -4, "y0": -4, "size": 8}
GAUSSIAN = {"name": "gaussian", "gamma": 0.5}
PATIENCE = 60.0  # seconds, on a machine whose cores are all busy
WORDS: dict[str, str] = {}  # the real ones are in assets/text; here a key stands for itself


def clouds(n: int, seed: int = 0, spread: float = 1.0) -> tuple[np.ndarray, np.ndarray]:
    """Two clouds on the grid of the app's window."""
    rng = np.random.default_rng(seed)
    y = np.where(np.arange(n) % 2 == 0, 1, -1)
    X = rng.normal(0, spread, (n, 2)) + 1.1 * y[:, None]
    return np.clip(np.round((X + 4) / 8 * 65536), 0, 65535) * 8 / 65536 - 4, y


class Bench:
    """The harness page in the hands of a test."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.revision = 0

    def board(
        self, X: np.ndarray, y: np.ndarray, solved: bool = True, id: str = "board", arrays: Any = None, **header: Any
    ) -> None:
        self.revision += 1
        full = {
            "lab": "lab",
            "revision": self.revision,
            "editable": True,
            "window": WINDOW,
            "kernel": GAUSSIAN,
            "C": 10,
            "lang": "en",
            "words": WORDS,
            "hidden": [],
            "projector": False,
            "socket": None,
            "limit": 2000,
            "axes": ["x₁", "x₂"],
            "height": 640,
            "answer": None,
            **header,
        }
        arrays = {"X": np.asarray(X, float).ravel(), "y": y, **(arrays or {})}
        if solved and full["answer"] is None:
            answer, found = solve(np.asarray(X, float).reshape(-1, 2), y, full["kernel"], full["C"])
            full["answer"] = {"seq": 0, **answer}
            arrays |= found
        lists = {name: np.asarray(array).tolist() for name, array in arrays.items()}
        self.page.evaluate("([header, arrays, id]) => harness.board(header, arrays, id)", [full, lists, id])
        self.page.wait_for_timeout(60)

    def show(self, component: str, **data: Any) -> None:
        full = {"lab": "lab", "words": WORDS, "hidden": [], "projector": False, **data}
        self.page.evaluate("([component, data]) => harness.show(component, data)", [component, full])

    def state(self, expression: str, id: str = "lab") -> Any:
        """Value of an expression of the store, called `s`."""
        return self.page.evaluate(
            f"async () => {{ const s = await harness.store({json.dumps(id)}); return {expression}; }}"
        )

    def until(self, expression: str) -> None:
        """Wait until an expression of the store is true."""
        deadline = time.monotonic() + PATIENCE
        while not self.state(expression):
            assert time.monotonic() < deadline, f"never came true: {expression}"
            self.page.wait_for_timeout(20)

    def becomes(self, look: Callable[[], Any], wanted: Any) -> None:
        """Wait until what is looked at is as wanted."""
        deadline = time.monotonic() + PATIENCE
        while look() != wanted and time.monotonic() < deadline:
            self.page.wait_for_timeout(20)
        assert look() == wanted

    def changes(self, look: Callable[[], Any], before: Any) -> None:
        """Wait until what is looked at is no longer as before."""
        deadline = time.monotonic() + PATIENCE
        while look() == before and time.monotonic() < deadline:
            self.page.wait_for_timeout(20)
        assert look() != before

    def points(self) -> list[list[float]]:
        return self.state("Array.from(s.y, (y, i) => [s.X[2 * i], s.X[2 * i + 1], y])")

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Place on the page of a point of the plane."""
        box = self.page.locator("#board .lab-pointer").bounding_box()
        side, inset, all_ = box["width"], (2.7 * 12, 12), 2.7 * 12 + 4
        unit = (side - all_) / WINDOW["size"]
        return box["x"] + inset[0] + (x + 4) * unit, box["y"] + inset[1] + (side - all_) - (y + 4) * unit

    def sent(self, name: str) -> list[Any]:
        return self.page.evaluate("(name) => harness.sent.filter(([n]) => n === name).map(([, value]) => value)", name)
