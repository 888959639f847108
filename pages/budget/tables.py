"""A table of the numbers of all machines at one budget."""

from __future__ import annotations

import pandas as pd

from core.topics.budget.experiment import MeasuredMachine
from pages.budget.answers import Comparison, FoundSpent
from pages.budget.sentences import milliseconds, percent
from ui.words import Words, number


def machines_table(shown: Comparison, known: FoundSpent, words: Words) -> pd.DataFrame:
    """Return one row per machine; test accuracies are empty until they are known."""
    everyone = shown.everyone
    points = [known.get(choice) for choice in (None, *shown.choices)]
    features = [
        words("budget.vectors", vectors=number(entry.features)) if entry.name == "exact" else number(entry.features)
        for entry in everyone
    ]
    held_out = [
        "…" if point is None else _of(entry, percent(point.held_out))
        for entry, point in zip(everyone, points, strict=True)
    ]
    differs = "budget.column.plane" if shown.plane else "budget.column.points"
    table = pd.DataFrame(
        {
            words("budget.column.name"): [words(f"budget.name.{e.name}", order=shown.order) for e in everyone],
            words("budget.column.features"): features,
            words("budget.column.held_out"): held_out,
            words("budget.column.training"): [_of(entry, percent(entry.training)) for entry in everyone],
            words(differs): [_of(entry, percent(entry.disagreement)) for entry in everyone],
            words("budget.column.kernel_error"): [number(entry.kernel_error) for entry in everyone],
            words("budget.column.train"): [milliseconds(entry.train_seconds) for entry in everyone],
            words("budget.column.predict"): [milliseconds(entry.predict_seconds) for entry in everyone],
            words("budget.column.multiplications"): [number(entry.multiplications) for entry in everyone],
        }
    )
    return table.set_index(words("budget.column.name"))


def _of(entry: MeasuredMachine, text: str) -> str:
    return text if entry.found else "–"
