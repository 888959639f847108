"""Tables of the page: scores, threshold, Newton's steps, coupling, noise, and every machine."""

from __future__ import annotations

import pandas as pd

from core.topics.probabilities.experiment import CalibrationCurves, Noise
from core.topics.probabilities.theory import Confusion, CouplingCourse, Roc
from ui.words import Words, number

MACHINES = ("c-svc", "nu-svc", "one-class", "eps-svr", "nu-svr")


def _table(rows: dict[str, list[str]], columns: list[str]) -> pd.DataFrame:
    return pd.DataFrame(list(rows.values()), list(rows), columns)


def scores_table(found: CalibrationCurves, words: Words) -> pd.DataFrame:
    """Return log loss and Brier score of each curve, on unseen points."""
    rows = {
        words(f"probabilities.method.{method}"): [number(one.log_loss), number(one.brier)]
        for method, one in found.scores.items()
    }
    return _table(rows, [words("probabilities.column.log_loss"), words("probabilities.column.brier")])


def threshold_table(at: Confusion, shown: Roc, words: Words) -> pd.DataFrame:
    """Return what is read off the confusion matrix."""
    names = ("precision", "recall", "false_rate", "accuracy")
    rows = {words(f"probabilities.row.{name}"): [number(getattr(at, name))] for name in names}
    rows[words("probabilities.row.area")] = [number(shown.area)]
    return _table(rows, [words("probabilities.column.value")])


def newton_table(found: CalibrationCurves, k: int, words: Words) -> pd.DataFrame:
    """Return the numbers of the step on screen, and of those around it."""
    first = max(min(k - 1, len(found.steps) - 4), 0)
    rows = {
        f"{'▸ ' if at == k else ''}{at}": [
            number(step.A, 5),
            number(step.B, 5),
            number(step.objective, 6),
            number(max(map(abs, step.gradient)), 2),
            str(step.halvings),
        ]
        for at, step in list(enumerate(found.steps))[first : first + 4]
    }
    names = ("objective", "gradient", "halvings")
    return _table(rows, ["A", "B", *(words(f"probabilities.column.{name}") for name in names)])


def coupling_table(found: CouplingCourse, k: int, words: Words) -> pd.DataFrame:
    """Return p of each class: by the sweeps so far, by the linear system, and its votes."""
    rows = {
        words("probabilities.class", k=t + 1): [
            *(number(float(found.R[t, s])) if s != t else "–" for s in range(3)),
            number(float(found.p[k, t]), 5),
            number(float(found.exact[t]), 5),
            str(found.votes[t]),
        ]
        for t in range(3)
    }
    columns = [words("probabilities.column.against", k=s + 1) for s in range(3)]
    return _table(rows, [*columns, *(words(f"probabilities.column.{name}") for name in ("sweep", "system", "votes"))])


def noise_table(found: Noise, words: Words) -> pd.DataFrame:
    """Return the scale by each rule."""
    rows = {
        words("probabilities.row.scale"): [number(found.s)],
        words("probabilities.row.plain"): [number(found.plain)],
        words("probabilities.row.of_training"): [number(found.of_training)],
        words("probabilities.row.far"): [str(int((~found.kept).sum()))],
    }
    return _table(rows, [words("probabilities.column.value")])


def machines_table(words: Words) -> pd.DataFrame:
    """Return what each machine has, and the names of its numbers in LIBSVM's model."""
    rows = {
        words(f"probabilities.name.{name}"): [
            words(f"probabilities.machine.{name}"),
            words(f"probabilities.kept.{name}"),
        ]
        for name in MACHINES
    }
    return _table(rows, [words("probabilities.column.gives"), words("probabilities.column.kept")])
