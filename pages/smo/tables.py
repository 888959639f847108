"""A table of the costs of runs from the same start."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import streamlit as st

from core.view import Score
from ui.words import Words, number


def score_table(scores: Mapping[str, Score], k: int, words: Words) -> None:
    """Show for every run its steps, the kernel values it read, and its objective after k steps."""
    heads = [words(f"smo.score.{name}") for name in ("run", "steps", "reads")] + [words("smo.score.after", k=number(k))]
    lines = ["| " + " | ".join(heads) + " |", "|---|---:|---:|---:|"]
    for name, found in scores.items():
        cells = [name, steps_of(found, words), number(found.evaluations), number(float(reached(found, k)), 4)]
        lines.append("| " + " | ".join(cells) + " |")
    with st.container(key="score"):
        st.markdown("\n".join(lines))
        st.caption(words("smo.score.how"))


def reached(found: Score, k: int) -> np.float64:
    """Return -D after k steps, or at the end of a shorter run."""
    return np.float64(found.dual[min(k, found.steps)])


def steps_of(found: Score, words: Words) -> str:
    """Return the number of steps, and how the run ended if it did not converge."""
    return words(f"branch.length.{found.outcome.name}", steps=number(found.steps))
