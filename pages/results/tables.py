"""The measurements as tables: every workload, the paper's numbers beside ours, and the exponents."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from pages.results.answers import Rivalry, exponent
from pages.results.claims import counted_claims, cubic_runs, gain_claim
from pages.results.measurements import Cell, Growth, Paper, PaperSet, Series, Timing, Trial
from pages.results.sentences import data_of, panel_name, seconds, set_name
from ui.page.measured.claims import Share
from ui.page.measured.summaries import Power
from ui.page.measured.table import TableRow, fixed, pair, signed, table, written
from ui.words import Words, number


def _table(rows: list[TableRow], words: Words) -> pd.DataFrame:
    return table(rows, lambda key: words(f"results.column.{key}"))


def workloads(rivalries: Sequence[Rivalry], words: Words) -> pd.DataFrame:
    """Return a row for each rival on each workload."""
    return _table([_workload(one, words) for one in rivalries], words)


def _workload(one: Rivalry, words: Words) -> TableRow:
    row, own, rival = one.workload, one.own, one.rival
    goal = "results.goal.met" if one.met else "results.goal.missed"
    return {
        "work": data_of(row, words) + ("" if row.of is None else words("results.of", of=number(row.of))),
        "C": number(row.C),
        "rival": words(f"results.solver.{rival.solver}"),
        "ours": seconds(own.seconds, words),
        "theirs": seconds(rival.seconds, words),
        "ratio": f"{number(one.ratio)}×",
        "goal": None if one.goal is None else words(goal, goal=number(one.goal)),
        "difference": written(one.difference, 2),
        "quality": pair(_quality(own), _quality(rival)),
        "support": pair(written(own.support), written(rival.support)),
        "accuracy": pair(_percent(own.accuracy), _percent(rival.accuracy)),
        "load": number(row.load, 2),
    }


def _quality(run: Timing) -> str | None:
    """Return the measure of a solution's quality: the violation, the gap, or the error of decision values."""
    return written(next((value for value in (run.violation, run.gap, run.error) if value is not None), None), 2)


def _percent(share: float | None) -> str | None:
    return None if share is None else fixed(100 * share)


# ---- the paper ----


def sets(paper: Paper, words: Words) -> pd.DataFrame:
    """Return Liu14's table 1, with our rows after the slash, and the times of table 3 as far as they are legible."""
    return _table([_set(one, set_name(paper, one.data, words), words) for one in paper.sets], words)


def _set(one: PaperSet, name: str, words: Words) -> TableRow:
    counts = zip(("features", "filled", "train", "test"), one.printed, one.counted or (None,) * 4, strict=True)
    times, doubtful = (
        words("language.comma").join(f"{value:.2f}" for value in row) for row in (one.times, one.doubtful)
    )
    return {
        "set": name,
        **{column: pair(_whole(printed), _whole(ours)) for column, printed, ours in counts},
        "table3": words("results.paper.doubtful", times=times, doubtful=doubtful) if doubtful else times,
    }


def _whole(value: float | None) -> str | None:
    if value is None:
        return None
    return number(int(value)) if value == int(value) else f"{value:.1f}"


def cells(paper: Paper, words: Words) -> pd.DataFrame:
    """Return Liu14's table 2 beside ours, for the available sets: accuracy, parameters, time, iterations, size."""
    names = {data: set_name(paper, data, words) for data in paper.present}
    return _table([_cell(cell, names[cell.data], words) for cell in paper.cells if cell.data in names], words)


def _cell(cell: Cell, data: str, words: Words) -> TableRow:
    same, chosen = cell.same, cell.chosen
    iterations = None
    if same is not None and same.iterations is not None:
        count = number(same.iterations)
        iterations = words("results.stopped", count=count) if same.stopped else count
    return {
        "cell": words("results.paper.cell", data=data, method=cell.method),
        "asked": _parameters(same, words),
        "printed": None if cell.printed is None else fixed(cell.printed.accuracy),
        "same": _accuracy(same, words),
        "time": None if same is None or same.seconds is None else seconds(same.seconds, words),
        "iterations": iterations,
        "size": None if same is None else written(same.size),
        "found": _parameters(chosen, words),
        "chosen": _accuracy(chosen, words),
    }


def _parameters(trial: Trial | None, words: Words) -> str | None:
    if trial is None:
        return None
    C = number(trial.C, 7)
    both = C if trial.gamma is None else words("results.parameters", C=C, gamma=number(trial.gamma, 7))
    return both + ("*" if trial.searched is not None and trial.searched < 1 else "")


def _accuracy(trial: Trial | None, words: Words) -> str | None:
    return None if trial is None else fixed(trial.accuracy) or words("results.paper.room")


def claims(paper: Paper, words: Words) -> pd.DataFrame:
    """Return the claims of the paper's text: the printed value, our value, and the verdict."""
    gain, stopped = gain_claim(paper), any(run.stopped for run in cubic_runs(paper) if run)
    points = signed(gain.ours)
    rows = [
        (claim.statement.name, _share(claim.printed, words), _share(claim.ours, words), claim.verdict)
        for claim in counted_claims(paper)
    ]
    rows.append((gain.statement, signed(gain.printed), points and points + "*" * stopped, gain.verdict))
    return _table(
        [
            {
                "claim": words(f"results.claim.{name}"),
                "paper": printed,
                "own": ours,
                "verdict": words(f"results.verdict.{verdict}"),
            }
            for name, printed, ours, verdict in rows
        ],
        words,
    )


def _share(share: Share | None, words: Words) -> str | None:
    if share is None:
        return None
    if share.of == 1:
        return words(f"results.claim.single.{'yes' if share.won else 'no'}")
    return words("results.claim.of", won=share.won, of=share.of)


# ---- growth ----


def exponents(growth: Growth, words: Words) -> pd.DataFrame:
    """Return the fitted exponents of time and memory, with the range of sizes in the fit."""
    return _table([_exponents(series, words) for series in growth.series if series.points], words)


def _exponents(series: Series, words: Words) -> TableRow:
    last = series.points[-1]
    return {
        "panel": panel_name(series.task, series.data, words),
        "solver": words(f"results.solver.{series.solver}"),
        "against": words("results.against", name=series.against),
        "power_seconds": _power(exponent(series, "seconds"), words),
        "power_memory": _power(exponent(series, "memory"), words),
        "largest": f"{last.at}: {seconds(last.seconds, words)}",
    }


def _power(power: Power | None, words: Words) -> str | None:
    if power is None:
        return None
    sizes = {"least": number(power.least), "most": number(power.most)}
    return words("results.power", power=number(power.exponent, 2), **sizes)
