"""Tables of the page about choosing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd

from core.topics.choosing.experiment import Judgement
from pages.choosing.answers import PrintedWalk
from pages.choosing.sentences import name_of, penalty, percent, seconds
from pages.choosing.walked import Walked
from ui.words import Words, number

Judgements = Mapping[str, Judgement | None]
OPEN, NONE = "…", "–"


def strategies_table(walked: Sequence[Walked], judgements: Judgements, machine: str, words: Words) -> pd.DataFrame:
    """Return a row for each strategy: its choice, its cost, and its training, validation and test errors."""
    rows = [_row(each, each.name in judgements, judgements.get(each.name), words) for each in walked]
    names = ("strategy", "gamma", _penalised(machine), "looks", "seconds", "validated", "training", "test")
    columns = [words(f"choosing.column.{name}") for name in names]
    return pd.DataFrame(rows, columns=columns).set_index(columns[0])


def _row(walked: Walked, judged: bool, judgement: Judgement | None, words: Words) -> tuple[str, ...]:
    name, choice = name_of(walked, words), walked.choice
    looks = str(len(walked.looks)) if walked.complete else f"{len(walked.looks)} / {walked.of}"
    if choice is None:
        return name, NONE, NONE, looks, seconds(walked.seconds), NONE, NONE, NONE
    if judgement is None:
        training = test = NONE if judged else OPEN
    else:
        training = percent(judgement.training / judgement.of)
        test = percent(judgement.test / judgement.of_test) if judgement.of_test else NONE
    place = number(choice.gamma), number(penalty(choice, walked.machine))
    return name, *place, looks, seconds(walked.seconds), percent(choice.error), training, test


def printed_table(rows: Sequence[PrintedWalk], machine: str, words: Words) -> pd.DataFrame:
    """Return a row for each interpretation of the printed algorithm."""
    told = [
        (
            words(f"choosing.printed.name.{row.name}"),
            number(row.choice.gamma),
            number(penalty(row.choice, machine)),
            str(row.looks),
            percent(row.choice.error),
        )
        for row in rows
    ]
    columns = [words(f"choosing.column.{name}") for name in ("way", "gamma", _penalised(machine), "looks", "validated")]
    return pd.DataFrame(told, columns=columns).set_index(columns[0])


def _penalised(machine: str) -> str:
    return "penalty" if machine == "ridge" else "C"
