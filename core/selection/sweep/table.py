"""The looks of a search as `cv_results_`: scikit-learn's names and shapes, readable by pandas."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy.stats import rankdata

from ...problem.arrays import Matrix
from ..folded import Learner
from ..look import Kind, Look, Purpose
from .run import LookedAt

SearchTable = dict[str, Any]
PURPOSES, KINDS = list(Purpose), list(Kind)


def parameters_of(look: Look, learner: Learner) -> dict[str, float]:
    """Return the parameters of a look by the names of the machine: scikit-learn calls lambda alpha."""
    return (
        {"C": look.C, "gamma": look.gamma} if learner is Learner.SVM else {"alpha": look.penalty, "gamma": look.gamma}
    )


def table_of(entries: Sequence[LookedAt], learner: Learner = Learner.SVM) -> SearchTable:
    """Return a column for each name, with a row for each entry.

    In addition to scikit-learn's names there are "param_n_components", masked for the exact kernel, and the type of the
    look: "purpose" and "kernel". Ranks are those of the mean score among all rows.
    """
    looks = [entry.look for entry in entries]
    table: SearchTable = {}
    for name, own in (("fit", "fitting"), ("score", "judging")):
        seconds = np.array([[getattr(fold, own) for fold in entry.folds] for entry in entries])
        table[f"mean_{name}_time"], table[f"std_{name}_time"] = seconds.mean(axis=1), seconds.std(axis=1)
    params = [parameters_of(look, learner) for look in looks]
    for name in params[0]:
        table[f"param_{name}"] = np.ma.array([own[name] for own in params])
    ranks = [0 if look.rank is None else look.rank for look in looks]
    table["param_n_components"] = np.ma.array(ranks, mask=[look.rank is None for look in looks])
    table["params"] = params
    table["purpose"] = np.array([str(look.purpose) for look in looks])
    table["kernel"] = np.array([str(look.kind) for look in looks])
    scores = scores_of(entries, learner)
    for k in range(scores.shape[1]):
        table[f"split{k}_test_score"] = scores[:, k]
    means = scores.mean(axis=1)
    table["mean_test_score"], table["std_test_score"] = means, scores.std(axis=1)
    table["rank_test_score"] = rankdata(-means, method="min").astype(np.int32)
    return table


def scores_of(entries: Sequence[LookedAt], learner: Learner = Learner.SVM) -> Matrix:
    """Return the score of each fold, shape (rows, folds): the share of correct points, or minus the mean squared error.

    scikit-learn calls these "accuracy" and "neg_mean_squared_error".
    """
    errors = np.array([entry.look.errors for entry in entries])
    points = np.array([entry.look.points for entry in entries])
    return np.asarray(-errors / points if learner is Learner.REGRESSION else (points - errors) / points)


def in_order(entries: Sequence[LookedAt], full_grid: bool) -> list[LookedAt]:
    """Return the rows in order: for the grid that of scikit-learn, C before gamma; else the order of the looks."""
    return sorted(entries, key=lambda entry: (entry.look.C, entry.look.gamma)) if full_grid else list(entries)


def packed(looks: Sequence[Look]) -> Matrix:
    """Return looks as one table of numbers, a row for each: objects would make up most of a saved search."""
    rows = []
    for each in looks:
        what = PURPOSES.index(each.purpose), KINDS.index(each.kind), each.gamma, each.C, each.rank or 0
        rows.append([*what, each.unfinished, each.seconds, *each.errors, *each.points])
    return np.array(rows, dtype=np.float64)


def unpacked(numbers: Matrix) -> list[Look]:
    """Return the looks from `packed`."""
    looks = []
    for purpose, kind, gamma, C, rank, unfinished, seconds, *judged in numbers.tolist():
        folds = len(judged) // 2
        what = PURPOSES[int(purpose)], KINDS[int(kind)], gamma, C, int(rank) or None
        errors, points = tuple(judged[:folds]), tuple(map(int, judged[folds:]))
        looks.append(Look(*what, errors, points, int(unfinished), seconds))
    return looks
