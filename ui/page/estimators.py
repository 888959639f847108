"""LinearSVC and SVC(kernel="linear") on the points of a page: their differences one after another, and a warning."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from core.problem.arrays import Matrix, Vector
from core.solver import Outcome
from core.topics.descent.estimators import EstimatorPlane, EstimatorStage, LimitedRun, attempts, stages
from ui.page.showing import Showing
from ui.solve.memory import SharedResults
from ui.words import Words, at_most, interval, number

FACTOR = 1000.0  # of the first feature, for the run that ends at its limit

_stages: SharedResults[tuple[EstimatorStage, ...]] = SharedResults()
_attempts: SharedResults[tuple[LimitedRun, ...]] = SharedResults()


def show_estimators(X: Matrix, y: Vector, C: float, content: str, showing: Showing) -> None:
    """Show both machines of points X (n, 2) after each difference, and the runs towards LIBLINEAR's warning.

    `content` names points and C.
    """
    words = showing.words
    made = _stages.get(content, lambda: stages(X, y, C))
    runs = _attempts.get(content, lambda: attempts(X, y, C, FACTOR))
    st.markdown(words("estimators.theory"))
    showing.table("estimators", lambda: stages_table(made, words), content)
    st.markdown(agreement_sentence(made[-1], words))
    st.markdown(warning_sentence(runs[0], words))
    showing.table("attempts", lambda: attempts_table(runs, words), content)
    st.caption(words("estimators.cures"))


def stages_table(made: tuple[EstimatorStage, ...], words: Words) -> pd.DataFrame:
    """Return a row for each stage: both planes, and the largest difference of two decision values."""
    head, *columns = (words(f"estimators.column.{name}") for name in ("stage", "linear", "pairs", "difference"))
    rows = [
        (
            words(f"estimators.stage.{stage.name}"),
            _plane(stage.linear),
            _plane(stage.pairs),
            at_most(stage.difference, 2),
        )
        for stage in made
    ]
    return pd.DataFrame(rows, columns=[head, *columns]).set_index(head)


def _plane(machine: EstimatorPlane) -> str:
    w = ", ".join(number(float(value), 5) for value in machine.w)
    return f"w = ({w}), b = {number(machine.b, 5)}"


def agreement_sentence(last: EstimatorStage, words: Words) -> str:
    """Say whether both machines agree once every difference is switched off, or why they do not."""
    values = {"difference": at_most(last.difference, 2), "normal": at_most(last.normal, 2)}
    if last.agreed:
        return words("estimators.agreed", **values)
    if any(machine.outcome is not Outcome.OPTIMAL for machine in (last.linear, last.pairs)):
        return words("estimators.limit", **values)
    low, high = last.b_range
    if high - low >= last.difference > 0.0:
        return words("estimators.range", **interval(low, high)._asdict(), **values)
    return words("estimators.apart", **values)


def warning_sentence(plain: LimitedRun, words: Words) -> str:
    """Say how the run ends whose first feature is a thousand times as large."""
    values = {"factor": number(FACTOR), "limit": number(plain.limit), "epochs": number(plain.epochs)}
    return words("estimators.warned" if plain.warned else "estimators.calm", **values)


def attempts_table(runs: tuple[LimitedRun, ...], words: Words) -> pd.DataFrame:
    """Return a row for each run: its C, its epochs, the violation at its end, and whether LIBLINEAR would warn."""
    head, *columns = (words(f"estimators.column.{name}") for name in ("cure", "C", "epochs", "violation", "end"))
    rows = [
        (
            words(f"estimators.cure.{run.name}", limit=number(run.limit)),
            number(run.C),
            number(run.epochs),
            number(run.violation),
            words(f"estimators.end.{'warned' if run.warned else 'calm'}"),
        )
        for run in runs
    ]
    return pd.DataFrame(rows, columns=[head, *columns]).set_index(head)
