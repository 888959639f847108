"""Numbers of the page about choosing as tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd

from core.experiment.choosing import Judgement
from pages.choosing.answers import PrintedWalk, Walked
from pages.choosing.sentences import percent, seconds
from ui.words import Words, number

Judgements = Mapping[str, Judgement | None]
OPEN, NONE = "…", "–"


def strategies_table(walked: Sequence[Walked], judgements: Judgements, words: Words) -> pd.DataFrame:
    """Return a row for each strategy: where it ended, what it cost, and its errors on three kinds of points."""
    rows = [_row(each, each.name in judgements, judgements.get(each.name), words) for each in walked]
    names = ("strategy", "gamma", "C", "looks", "seconds", "validated", "training", "test")
    columns = [words(f"choosing.column.{name}") for name in names]
    return pd.DataFrame(rows, columns=columns).set_index(columns[0])


def _row(walked: Walked, judged: bool, judgement: Judgement | None, words: Words) -> tuple[str, ...]:
    name, choice = words(f"choosing.name.{walked.name}"), walked.choice
    looks = str(len(walked.looks)) if walked.complete else f"{len(walked.looks)} / {walked.of}"
    if choice is None:
        return name, NONE, NONE, looks, seconds(walked.seconds), NONE, NONE, NONE
    if judgement is None:
        training = test = NONE if judged else OPEN
    else:
        training = percent(judgement.training / judgement.of)
        test = percent(judgement.test / judgement.of_test) if judgement.of_test else NONE
    place = number(choice.gamma), number(choice.C)
    return name, *place, looks, seconds(walked.seconds), percent(choice.error), training, test


def printed_table(rows: Sequence[PrintedWalk], words: Words) -> pd.DataFrame:
    """Return a row for each way to read the printed algorithm."""
    told = [
        (
            words(f"choosing.printed.name.{row.name}"),
            number(row.choice.gamma),
            number(row.choice.C),
            str(row.looks),
            percent(row.choice.error),
        )
        for row in rows
    ]
    columns = [words(f"choosing.column.{name}") for name in ("way", "gamma", "C", "looks", "validated")]
    return pd.DataFrame(told, columns=columns).set_index(columns[0])
