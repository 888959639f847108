"""A table that compares the solution in the chosen coordinates with the one in all of them."""

from __future__ import annotations

import pandas as pd

from core.view import Light, Solution
from pages.phi import answers
from pages.phi.question import Question
from ui.words import Words, interval, number

NONE = "–"


def comparison(question: Question, words: Words) -> pd.DataFrame:
    """Return one row for the coordinates shown, and one for all if there are more, each with its proof."""
    seen, p = len(answers.chosen(question)), question.features.dimension
    part = answers.part(question).solution
    rows = [_row(words("phi.row.part", k=seen), part, answers.lifted(question).share, words)]
    if seen < p:
        rows.append(_row(words("phi.row.full", p=p), answers.full(question).solution, 1.0, words))
    return pd.DataFrame(rows).set_index(words("phi.column.which"))


def _row(name: str, found: Solution, share: float, words: Words) -> dict[str, str]:
    there = found.light is not Light.IMPOSSIBLE
    return {
        words("phi.column.which"): name,
        words("phi.column.margin"): number(found.margin_width) if there else NONE,
        words("phi.column.errors"): f"{found.errors} / {len(found.alpha)}" if there else NONE,
        words("phi.column.vectors"): str(found.vectors) if there else NONE,
        words("phi.column.share"): words("language.percent", value=number(100.0 * share)),
        words("phi.column.optimum"): _proof(found) if there else NONE,
    }


def _proof(found: Solution) -> str:
    return " … ".join(interval(*found.value))
