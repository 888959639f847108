"""Tables of the page about ridge regression."""

from __future__ import annotations

import pandas as pd

from core.topics.ridge.experiment import Smooths, Tube
from pages.ridge.answers import Stability, SvmStability
from ui.words import Words, at_most, number

ROWS = ("exact", "printed", "proved", "corrected", "both", "allowed")


def stability_table(shown: Stability, words: Words) -> pd.DataFrame:
    """Return the measured change and the bounds at the visitor's own change, with the status of each."""
    found, k = shown.changes, shown.place
    rows = []
    for name in ROWS:
        value = float(getattr(found, name)[k])
        told = number(value) if name in ("exact", "both") else at_most(value)
        rows.append((words(f"ridge.bound.{name}"), told, words(f"ridge.worth.{name}")))
    return _framed(rows, words)


def line_table(shown: Smooths, beside: Tube | None, D: int, words: Words) -> pd.DataFrame:
    """Return the error of each curve, its distance from the exact one, and its number of unknowns."""
    rows = []
    for name, one, unknowns in (
        ("exact", shown.exact, len(shown.x)),
        ("fourier", shown.fourier, D),
        ("nystroem", shown.nystroem, shown.kept),
    ):
        apart = "" if name == "exact" else at_most(shown.apart(one.curve), 2)
        worst = "" if name == "exact" else number(one.worst, 2)
        rows.append((words(f"ridge.line.{name}"), str(unknowns), number(one.error(shown.z)), apart, worst))
    if beside is not None and beside.proved:
        apart, vectors = at_most(shown.apart(beside.curve), 2), str(int(beside.carrying.sum()))
        rows.append((words("ridge.line.svr"), vectors, number(beside.error(shown.z)), apart, ""))
    columns = [words(f"ridge.column.{name}") for name in ("method", "unknowns", "error", "apart", "kernel")]
    return pd.DataFrame(rows, columns=columns).set_index(columns[0])


def svm_table(shown: SvmStability, words: Words) -> pd.DataFrame:
    """Return the same for the SVM without offset."""
    measured = number(shown.measured.largest)
    rows = [(words("ridge.bound.exact"), measured, words("ridge.worth.svm"))] if shown.classes else []
    for name in ("entrywise", "printed", "proved", "corrected"):
        told = at_most(float(getattr(shown, name)))
        rows.append((words(f"ridge.svm.bound.{name}"), told, words(f"ridge.svm.worth.{name}")))
    return _framed(rows, words)


def _framed(rows: list[tuple[str, str, str]], words: Words) -> pd.DataFrame:
    columns = [words("ridge.column.bound"), words("ridge.column.value"), words("ridge.column.worth")]
    return pd.DataFrame(rows, columns=columns).set_index(columns[0])
