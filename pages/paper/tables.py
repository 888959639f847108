"""The tables of the paper beside ours: sets, times and errors, the statements of its text, the terms of its formula."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pandas as pd

from pages.paper.answers import Exponent, SideBySide, Spread, exponents, rows_of_set, sides, spread
from pages.paper.claims import DIFFERENCES, HeldComparison, comparisons, in_runs, in_tables, verdict_of
from pages.paper.measurements import RowsOfSet, Selected
from pages.paper.now import REGRESSIONS, RunNow
from pages.paper.printed import COLUMNS, SETS, SIZED, sets_of
from ui.words import Words, number

NONE = "–"


def _headed(rows: Iterable[dict[str, str]]) -> pd.DataFrame:
    """Return rows, the first column as the heading of each."""
    shown = pd.DataFrame(list(rows))
    return shown.set_index(shown.columns[0]) if len(shown) else shown


# ---- table 1 ----


def sets(found: Selected | None, task: str, words: Words) -> pd.DataFrame:
    """Return table 1 for a task: printed, ours, and the rows that our runs used."""
    return _headed(_set(data, rows_of_set(found, data), words) for data in sets_of(task))


def _set(data: str, own: RowsOfSet | None, words: Words) -> dict[str, str]:
    printed = SETS[data]
    return {
        words("paper.column.set"): data,
        words("paper.column.d"): _pair(printed.d, None if own is None else own.counted[0]),
        words("paper.column.train"): _pair(printed.train, None if own is None else own.counted[1]),
        words("paper.column.test"): _pair(printed.test, None if own is None else own.counted[2]),
        words("paper.column.used"): NONE if own is None else _pair(*own.used),
        words("paper.column.origin"): NONE if own is None else words(f"paper.origin.{_origin(own)}"),
    }


def _origin(own: RowsOfSet) -> str:
    return "sampled" if own.divided else "own"


def _pair(printed: int, ours: int | None) -> str:
    return f"{number(printed)} / {NONE if ours is None else number(ours)}"


# ---- tables 2 and 3 ----


def cells(found: Selected | None, task: str, words: Words) -> pd.DataFrame:
    """Return table 2 or 3: of every method on every set the printed numbers, and ours."""
    known = sides(found)
    rows = {data: _rows(rows_of_set(found, data), words) for data in sets_of(task)}
    return _headed(_cell(known[data, method], task, rows[data], words) for data in sets_of(task) for method in COLUMNS)


def _rows(own: RowsOfSet | None, words: Words) -> str:
    """Return how many of the training rows our runs used."""
    if own is None:
        return NONE
    used, given = number(own.used[0]), number(own.counted[1])
    return used if own.used[0] == own.counted[1] else words("paper.rows.some", used=used, of=given)


def _cell(one: SideBySide, task: str, rows: str, words: Words) -> dict[str, str]:
    printed = number(one.printed.score, 6) if task == "regression" else f"{one.printed.score:.2f}"
    return {
        words("paper.column.cell"): words("paper.cell", data=one.data, method=COLUMNS[one.method]),
        words("paper.column.seconds.printed"): number(one.printed.seconds, 7),
        words("paper.column.seconds.ours"): _spread(one.seconds, 3),
        words(f"paper.column.score.{task}.printed"): printed,
        words(f"paper.column.score.{task}.ours"): _spread(one.score, 4),
        words("paper.column.rows"): rows,
        words("paper.column.runs"): str(len(one.runs)) if one.runs else NONE,
        words("paper.column.gamma"): _distinct([run.gamma for run in one.runs]),
        words("paper.column.C"): _distinct([run.C for run in one.runs]),
        words("paper.column.rank"): _distinct([run.rank for run in one.runs if run.rank is not None]),
    }


def _spread(value: Spread | None, digits: int) -> str:
    """Return a mean, with its deviation where there are several runs."""
    if value is None:
        return NONE
    mean, rounding = number(value.mean, digits), 1e-9 * abs(value.mean)
    return mean if value.count == 1 else f"{mean} ± {number(value.deviation if value.deviation > rounding else 0, 2)}"


def _distinct(values: Sequence[float]) -> str:
    """Return the different values that the runs chose, rising."""
    return ", ".join(number(value, 3) for value in sorted(set(values))) or NONE


# ---- text against tables ----


def claims(found: Selected | None, words: Words) -> pd.DataFrame:
    """Return every statement of the text beside the tables and our runs."""
    rows = [_comparison(one, words) for one in comparisons(found)]
    known = sides(found)
    for said in DIFFERENCES:
        tables = in_tables(said)
        ours = in_runs(said, known)
        told = NONE if ours is None else words(f"paper.found.{said.kind}", value=number(ours, 3))
        values = {"data": said.data, "rival": COLUMNS[said.rival], "value": number(said.said)}
        rows.append(
            _row(
                words(f"paper.said.{said.kind}", **values),
                words(f"paper.found.{said.kind}", value=number(tables, 3)),
                verdict_of(said.said, tables),
                told,
                words,
            )
        )
    return _headed(rows)


def _comparison(one: HeldComparison, words: Words) -> dict[str, str]:
    claim = one.claim
    rivals = words.listed([COLUMNS[rival] for rival in claim.rivals])
    said = words(f"paper.said.{claim.quantity}", rivals=rivals, sets=words.listed(list(claim.sets)))
    broken = [
        words(
            "paper.found.pair",
            data=pair.data,
            own=number(pair.own, 6),
            other=number(pair.other, 6),
            rival=COLUMNS[pair.rival],
        )
        for pair in one.broken
    ]
    tables = words("language.comma").join(broken) if broken else words("paper.found.all", of=len(one.printed))
    ours = words("paper.found.of", held=one.held, of=len(one.ours)) if one.ours else NONE
    return _row(said, tables, one.verdict, ours, words)


def _row(said: str, tables: str, verdict: str, ours: str, words: Words) -> dict[str, str]:
    return {
        words("paper.column.said"): said,
        words("paper.column.tables"): tables,
        words("paper.column.verdict"): words(f"paper.verdict.{verdict}"),
        words("paper.column.found"): ours,
    }


# ---- the formula ----


def terms(found: Selected, task: str, words: Words) -> pd.DataFrame:
    """Return the exponents of the formula beside those that were measured."""
    return _headed(_term(one, words) for one in exponents(found, SIZED[task]))


def _term(one: Exponent, words: Words) -> dict[str, str]:
    return {
        words("paper.column.part"): words(f"paper.part.{one.part}"),
        words("paper.column.against"): one.against,
        words("paper.column.formula"): NONE if one.part == "grid" else number(one.formula),
        words("paper.column.measured"): f"{one.measured:.2f}",
        words("paper.column.range"): words("paper.range", least=number(one.least), most=number(one.most)),
        words("paper.column.verdict"): NONE
        if one.part == "grid"
        else words(f"paper.verdict.{'agrees' if one.agrees else 'differs'}"),
    }


# ---- made now ----


def made_now(runs: Sequence[RunNow], name: str, words: Words) -> pd.DataFrame:
    """Return what is known of every method on a small set: time, error, repetitions."""
    return _headed(_row_now(method, [one for one in runs if one.method == method], name, words) for method in COLUMNS)


def _row_now(method: str, runs: Sequence[RunNow], name: str, words: Words) -> dict[str, str]:
    task = "regression" if name in REGRESSIONS else "classification"
    errors = [one.run.error if task == "regression" else 100.0 * (1.0 - one.run.error) for one in runs]
    return {
        words("paper.column.method"): COLUMNS[method],
        words("paper.column.seconds.ours"): _spread(spread([one.run.seconds for one in runs]), 3),
        words(f"paper.column.score.{task}.ours"): _spread(spread(errors), 4),
        words("paper.column.runs"): str(len(runs)),
    }
