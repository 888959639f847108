"""The paper's tables beside ours: sets, times and errors, the statements of its text, the terms of its formula."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from pages.paper.answers import ErrorCell, Exponent, cells_of, exponents, rows_of, score_of
from pages.paper.claims import (
    Contest,
    Difference,
    Excess,
    Lower,
    Pairing,
    comparisons,
    differences,
    slightly_lower,
    small_set,
    wide_set,
)
from pages.paper.measurements import Experiments, RowsOfSet
from pages.paper.now import RunNow, task_kind
from pages.paper.printed import COLUMNS, SETS, SIZED, sets_of
from ui.page.measured.claims import PaperClaim
from ui.page.measured.summaries import spread
from ui.page.measured.table import TableRow, fixed, mean, pair, signed, table, written
from ui.words import Words, number

SCORES = {  # columns of tables 2 and 3
    "regression": ("regression_printed", "regression_ours"),
    "classification": ("classification_printed", "classification_ours"),
}


def _table(rows: list[TableRow], words: Words) -> pd.DataFrame:
    return table(rows, lambda key: words(f"paper.column.{key}"))


# ---- table 1 ----


def sets(experiments: Experiments | None, task: str, words: Words) -> pd.DataFrame:
    """Return table 1 for a task: printed, ours, and the rows used in our runs."""
    known = rows_of(experiments, task)
    return _table([_set(data, known.get(data), words) for data in sets_of(task)], words)


def _set(data: str, own: RowsOfSet | None, words: Words) -> TableRow:
    counted = (None, None, None) if own is None else own.counted
    counts = zip(("d", "train", "test"), SETS[data][:3], counted, strict=True)
    return {
        "set": data,
        **{column: pair(number(printed), written(ours)) for column, printed, ours in counts},
        "used": None if own is None else pair(*map(number, own.used)),
        "origin": None if own is None else words(f"paper.origin.{'sampled' if own.divided else 'own'}"),
    }


# ---- tables 2 and 3 ----


def cells(experiments: Experiments | None, task: str, words: Words) -> pd.DataFrame:
    """Return table 2 or 3: for every method on every set the printed numbers, and ours."""
    known, own = cells_of(experiments), rows_of(experiments, task)
    places = [(data, method) for data in sets_of(task) for method in COLUMNS]
    return _table([_cell(known[place], task, _rows(own.get(place[0]), words), words) for place in places], words)


def _rows(own: RowsOfSet | None, words: Words) -> str | None:
    """Return how many of the training rows our runs used."""
    if own is None:
        return None
    used, of = number(own.used[0]), number(own.counted[1])
    return used if own.used[0] == own.counted[1] else words("paper.rows.some", used=used, of=of)


def _cell(one: ErrorCell, task: str, rows: str | None, words: Words) -> TableRow:
    score, (printed, ours) = one.printed.score, SCORES[task]
    return {
        "cell": words("paper.cell", data=one.data, method=COLUMNS[one.method]),
        "seconds_printed": number(one.printed.seconds, 7),
        "seconds_ours": mean(one.seconds, 3),
        printed: number(score, 6) if task == "regression" else fixed(score),
        ours: mean(one.score, 4),
        "rows": rows,
        "runs": str(len(one.runs)) if one.runs else None,
        "gamma": _distinct([run.gamma for run in one.runs]),
        "C": _distinct([run.C for run in one.runs]),
        "rank": _distinct([run.rank for run in one.runs if run.rank is not None]),
    }


def _distinct(values: Sequence[float]) -> str | None:
    """Return the distinct values chosen by the runs, in ascending order."""
    return ", ".join(number(value, 3) for value in sorted(set(values))) or None


# ---- text against tables ----


def claims(experiments: Experiments | None, words: Words) -> pd.DataFrame:
    """Return every statement of the text beside the tables and our runs."""
    rows = [_comparison(claim, words) for claim in comparisons(experiments)]
    rows += [_difference(claim, words) for claim in differences(experiments)]
    return _table(rows + _explanations(experiments, words), words)


def _comparison(claim: PaperClaim[Contest, tuple[Pairing, ...]], words: Words) -> TableRow:
    of, ours = claim.statement, claim.ours
    rivals, own_sets = words.listed([COLUMNS[rival] for rival in of.rivals]), words.listed(list(of.sets))
    broken = []
    for one in claim.printed:
        if not one.better:
            values = {"own": number(one.own, 6), "other": number(one.other, 6), "rival": COLUMNS[one.rival]}
            broken.append(words("paper.found.pair", data=one.data, **values))
    return {
        "said": words(f"paper.said.{of.quantity}", rivals=rivals, sets=own_sets),
        "tables": words("language.comma").join(broken) or words("paper.found.all", of=len(claim.printed)),
        "verdict": words(f"paper.verdict.{claim.verdict}"),
        "found": None if ours is None else words("paper.found.of", held=sum(one.better for one in ours), of=len(ours)),
    }


def _difference(claim: PaperClaim[Difference, float], words: Words) -> TableRow:
    kind, data, rival, stated = claim.statement
    printed, ours = (
        None if value is None else words(f"paper.found.{kind}", value=number(value, 3))
        for value in (claim.printed, claim.ours)
    )
    return {
        "said": words(f"paper.said.{kind}", data=data, rival=COLUMNS[rival], value=number(stated)),
        "tables": printed,
        "verdict": words(f"paper.verdict.{claim.verdict}"),
        "found": ours,
    }


def _explanations(experiments: Experiments | None, words: Words) -> list[TableRow]:
    """Return what the text gives as reasons on three sets: a small set, a small difference, many attributes."""
    small, slight, wide = small_set(experiments), slightly_lower(experiments), wide_set(experiments)
    chosen = wide.ours
    spread_of_D = None
    if chosen is not None:
        means = {name: number(value, 3) for name, value in chosen._asdict().items() if name != "data"}
        spread_of_D = words("paper.found.chosen", **means)
    return [
        {
            "said": words("paper.said.small", data=small.statement),
            "tables": _excess(small.printed, words),
            "verdict": words(f"paper.verdict.{small.verdict}"),
            "found": None if small.ours is None else _excess(small.ours, words),
        },
        {
            "said": words("paper.said.slightly", data=slight.statement),
            "tables": _lower(slight.printed, words),
            "verdict": words(f"paper.verdict.{slight.verdict}"),
            "found": None if slight.ours is None else _lower(slight.ours, words),
        },
        {
            "said": words("paper.said.wide", data=wide.statement),
            "tables": words("paper.found.no_D"),
            "verdict": words(f"paper.verdict.{wide.verdict}"),
            "found": spread_of_D,
        },
    ]


def _excess(found: Excess, words: Words) -> str:
    shares = {found.data: found.share, **found.smaller}
    parts = [
        words("paper.found.excess", data=name, share=signed(100.0 * share) or "") for name, share in shares.items()
    ]
    return words("language.comma").join(parts)


def _lower(found: Lower, words: Words) -> str:
    return words("paper.found.lower", points=signed(-found.points) or "", times=number(found.times, 3))


# ---- the formula ----


def terms(experiments: Experiments, task: str, words: Words) -> pd.DataFrame:
    """Return the exponents of the formula beside the measured ones."""
    return _table([_term(one, words) for one in exponents(experiments, SIZED[task])], words)


def _term(one: Exponent, words: Words) -> TableRow:
    verdict = words(f"paper.verdict.{'agrees' if one.agrees else 'differs'}")
    return {
        "part": words(f"paper.part.{one.part}"),
        "against": one.against,
        "formula": written(one.formula),
        "measured": fixed(one.measured.exponent),
        "range": words("paper.range", least=number(one.measured.least), most=number(one.measured.most)),
        "verdict": None if one.formula is None else verdict,
    }


# ---- live runs ----


def made_now(runs: Sequence[RunNow], name: str, words: Words) -> pd.DataFrame:
    """Return the results so far of every method on a small set: time, error, repetitions."""
    by_method = {method: [one.run for one in runs if one.method == method] for method in COLUMNS}
    task = task_kind(name)
    _, ours = SCORES[task]
    return _table(
        [
            {
                "method": COLUMNS[method],
                "seconds_ours": mean(spread([run.seconds for run in own]), 3),
                ours: mean(spread([score_of(task, run) for run in own]), 4),
                "runs": str(len(own)),
            }
            for method, own in by_method.items()
        ],
        words,
    )
