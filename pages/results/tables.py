"""The measurements as tables: every workload, what the paper prints beside what we find, and the exponents."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pandas as pd

from pages.results.answers import Rivalry, exponent, trial_of
from pages.results.claims import CountedClaim, counted_claims, gain_claim
from pages.results.figures.growth import panel_name
from pages.results.figures.paper import set_name
from pages.results.figures.ratios import data_of, seconds
from pages.results.measurements import Cell, Growth, Paper, PaperSet, Series, Timing, Trial
from ui.words import Words, number

NONE = "–"


def _headed(rows: Iterable[dict[str, str]]) -> pd.DataFrame:
    """Return rows, the first column as the heading of each."""
    shown = pd.DataFrame(list(rows))
    return shown.set_index(shown.columns[0]) if len(shown) else shown


def workloads(found: Sequence[Rivalry], words: Words) -> pd.DataFrame:
    """Return a row for each rival on each workload."""
    return _headed(_workload(one, words) for one in found)


def _workload(one: Rivalry, words: Words) -> dict[str, str]:
    row, own = one.workload, one.own
    of = "" if row.of is None else words("results.of", of=number(row.of))
    return {
        words("results.column.work"): data_of(row, words) + of,
        "C": number(row.C),
        words("results.column.rival"): words(f"results.solver.{one.rival.solver}"),
        words("results.column.ours"): seconds(own.seconds, words),
        words("results.column.theirs"): seconds(one.rival.seconds, words),
        words("results.column.ratio"): f"{number(one.ratio)}×",
        words("results.column.goal"): _goal(one, words),
        words("results.column.difference"): NONE if one.difference is None else number(one.difference, 2),
        words("results.column.quality"): f"{_quality(own)} / {_quality(one.rival)}",
        words("results.column.support"): f"{_count(own.support)} / {_count(one.rival.support)}",
        words("results.column.accuracy"): f"{_percent(own.accuracy)} / {_percent(one.rival.accuracy)}",
        words("results.column.load"): number(row.load, 2),
    }


def _goal(one: Rivalry, words: Words) -> str:
    if one.goal is None:
        return NONE
    return words("results.goal.met" if one.met else "results.goal.missed", goal=number(one.goal))


def _quality(run: Timing) -> str:
    """Return what tells how good an answer is: the violation, the gap, or the error of decision values."""
    known = next((value for value in (run.violation, run.gap, run.error) if value is not None), None)
    return NONE if known is None else number(known, 2)


def _count(value: int | None) -> str:
    return NONE if value is None else number(value)


def _percent(share: float | None) -> str:
    return NONE if share is None else f"{100 * share:.2f}"


# ---- the paper ----


def sets(shown: Paper, words: Words) -> pd.DataFrame:
    """Return Liu14's table 1 with the same of our rows after the slash, and the times of table 3 as far as legible."""
    return _headed(_set(one, set_name(shown, one.data, words), words) for one in shown.sets)


def _set(one: PaperSet, name: str, words: Words) -> dict[str, str]:
    own: tuple[float | None, ...] = one.counted or (None,) * 4
    names = ("features", "filled", "train", "test")
    cells = {
        words(f"results.column.{column}"): f"{_whole(printed)} / {NONE if counted is None else _whole(counted)}"
        for column, printed, counted in zip(names, one.printed, own, strict=True)
    }
    times = words("language.comma").join(f"{value:.2f}" for value in one.times)
    doubtful = words("language.comma").join(f"{value:.2f}" for value in one.doubtful)
    if doubtful:
        times = words("results.paper.doubtful", times=times, doubtful=doubtful)
    return {words("results.column.set"): name, **cells, words("results.column.table3"): times}


def _whole(value: float) -> str:
    return number(int(value)) if value == int(value) else f"{value:.1f}"


def cells(shown: Paper, words: Words) -> pd.DataFrame:
    """Return Liu14's table 2 beside ours, for the sets that are there: accuracy, parameters, time, iterations, size."""
    there = {one.data for one in shown.sets if one.counted is not None}
    named = {data: set_name(shown, data, words) for data in there}
    return _headed(_cell(cell, named[cell.data], words) for cell in shown.cells if cell.data in there)


def _cell(cell: Cell, data: str, words: Words) -> dict[str, str]:
    same, chosen = trial_of(cell, False), trial_of(cell, True)
    printed = cell.printed
    return {
        words("results.column.cell"): words("results.paper.cell", data=data, method=cell.method),
        words("results.column.asked"): _parameters(same, words) if same else NONE,
        words("results.column.printed"): NONE if printed is None else f"{printed.accuracy:.2f}",
        words("results.column.same"): _accuracy(same, words),
        words("results.column.time"): _time(same, words),
        words("results.column.iterations"): _iterations(same, words),
        words("results.column.size"): _count(same.size) if same else NONE,
        words("results.column.found"): _parameters(chosen, words) if chosen else NONE,
        words("results.column.chosen"): _accuracy(chosen, words),
    }


def _parameters(trial: Trial, words: Words) -> str:
    C = number(trial.C, 7)
    written = C if trial.gamma is None else words("results.parameters", C=C, gamma=number(trial.gamma, 7))
    return written + ("*" if trial.searched is not None and trial.searched < 1 else "")


def _accuracy(trial: Trial | None, words: Words) -> str:
    if trial is None:
        return NONE
    return words("results.paper.room") if trial.accuracy is None else f"{trial.accuracy:.2f}"


def _time(trial: Trial | None, words: Words) -> str:
    return NONE if trial is None or trial.seconds is None else seconds(trial.seconds, words)


def _iterations(trial: Trial | None, words: Words) -> str:
    if trial is None or trial.iterations is None:
        return NONE
    return words("results.stopped", count=number(trial.iterations)) if trial.stopped else number(trial.iterations)


def claims(shown: Paper, words: Words) -> pd.DataFrame:
    """Return the five claims of the paper's text: what it says, what our runs say, and the verdict."""
    counts = [
        (one.name, words("results.claim.of", won=one.printed[0], of=one.printed[1]), _counted(one, words), one.verdict)
        for one in counted_claims(shown)
    ]
    gain = gain_claim(shown)
    points = NONE if gain.ours is None else signed(gain.ours) + ("*" if gain.stopped else "")
    rows = [*counts, (gain.name, signed(gain.printed), points, gain.verdict)]
    return _headed(
        {
            words("results.column.claim"): words(f"results.claim.{name}"),
            words("results.column.paper"): printed,
            words("results.column.own"): ours,
            words("results.column.verdict"): words(f"results.verdict.{verdict}"),
        }
        for name, printed, ours, verdict in rows
    )


def _counted(one: CountedClaim, words: Words) -> str:
    won, of = one.ours
    return words("results.claim.of", won=won, of=of) if of else NONE


def signed(value: float) -> str:
    """Return percentage points with their sign."""
    return f"{value:+.2f}".replace("-", "−")


# ---- growth ----


def exponents(shown: Growth, words: Words) -> pd.DataFrame:
    """Return the fitted exponents of time and memory, with the sizes that they were fitted over."""
    return _headed(_exponents(series, words) for series in shown.series if series.points)


def _exponents(series: Series, words: Words) -> dict[str, str]:
    last = series.points[-1]
    return {
        words("results.column.panel"): panel_name(series.task, series.data, words),
        words("results.column.solver"): words(f"results.solver.{series.solver}"),
        words("results.column.against"): words("results.against", name=series.against),
        **{
            words(f"results.column.power.{quantity}"): _power(exponent(series, quantity), words)
            for quantity in ("seconds", "memory")
        },
        words("results.column.largest"): f"{last.at}: {seconds(last.seconds, words)}",
    }


def _power(fitted: tuple[float, int, int] | None, words: Words) -> str:
    if fitted is None:
        return NONE
    return words("results.power", power=number(fitted[0], 2), least=number(fitted[1]), most=number(fitted[2]))
