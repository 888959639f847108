"""Figures that are drawn once for all visitors: for early requests by the browser and for the page itself."""

from __future__ import annotations

from ui.component.plot import Drawing, encoded
from ui.solve.memory import SharedResults
from ui.words import Words

_drawn: SharedResults[str] = SharedResults()


def drawn_once(content: str, drawing: Drawing, words: Words, projector: bool) -> str:
    """Return a figure as JSON, see `encoded`; `content` identifies all that it depends on besides `drawing.of`."""
    key = f"{content} {words!r} {projector} {drawing.key} {drawing.of!r}"
    return _drawn.get(key, lambda: encoded(drawing.draw(), projector))


def of_step(run: str, k: int) -> str:
    """Return the content name of a run's figures after k steps; the name of the run identifies everything else."""
    return f"{run} {k}"
