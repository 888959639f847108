"""The map as a table: the features of both words, subsequence by subsequence."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd

from pages.strings.answers import WordPair
from pages.strings.letters import SPACE
from ui.words import Words, number

ROWS = 24


def features_table(pair: WordPair, found: Mapping[str, tuple[float, float]], words: Words) -> pd.DataFrame:
    """Return one row for each subsequence, those that add most to the kernel value first, `ROWS` at most."""
    head = words("strings.column.letters")
    rows = [
        {
            head: letters.replace(" ", SPACE),
            "φᵤ(s)": number(of_s),
            "φᵤ(t)": number(of_t),
            "φᵤ(s) φᵤ(t)": number(of_s * of_t),
        }
        for letters, (of_s, of_t) in list(found.items())[:ROWS]
    ]
    return pd.DataFrame(rows, columns=[head, "φᵤ(s)", "φᵤ(t)", "φᵤ(s) φᵤ(t)"]).set_index(head)
