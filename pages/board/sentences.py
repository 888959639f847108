"""What the sentence under a page's title says of a step before the end of its run."""

from __future__ import annotations

from ui.solve.recording import Recording
from ui.words import Words


def step_sentence(told: str, step: int | None, run: Recording | None, words: Words) -> str:
    """Say of a step before the end of its run where it is, and that what is told is about the end."""
    if step is None or run is None or step >= len(run.trace):
        return told
    return words("board.sentence.step", k=step, steps=len(run.trace), told=told)
