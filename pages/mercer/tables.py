"""The numbers of f at the place of the hand."""

from __future__ import annotations

import math

import pandas as pd

from core.topics.mercer.space import SpaceElement
from ui.words import Words, number


def element_table(found: SpaceElement, words: Words) -> pd.DataFrame:
    """Return one row for each quantity, with its formula."""
    rows = (
        ("value", "Σᵢ aᵢ K(xᵢ, x)", found.value),
        ("product", "(‖f + K(·,x)‖² − ‖f − K(·,x)‖²) / 4", found.product),
        ("norm", "Σᵢⱼ aᵢ aⱼ K(xᵢ, xⱼ)", found.square.value),
        ("own", "K(x, x)", found.own),
        ("dirac", "√K(x, x)", math.sqrt(found.own) if found.own >= 0.0 else math.nan),
        ("square", "f(x)²", found.value**2),
        ("bound", "K(x, x) ‖f‖²", found.bound),
    )
    head, formula, value = (words(f"mercer.space.column.{name}") for name in ("name", "formula", "value"))
    shown = [
        {head: words(f"mercer.space.{name}"), formula: text, value: number(got, 5) if math.isfinite(got) else "–"}
        for name, text, got in rows
    ]
    return pd.DataFrame(shown, columns=[head, formula, value]).set_index(head)
