"""What the machines of several classes say of a place: values of f, votes, ties, and LIBSVM's table of coefficients.

Class 0 is the first. Pairs are (0, 1), (0, 2), ..., (1, 2), ...; f of pair (a, b) is positive for a, and f = 0 is a
vote for b (Chang11; mathematics 12).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

import numpy as np

from ...estimators.machine.one_vs_one import one_vs_rest, row_of
from ...problem.arrays import Indices, Matrix, Vector


class Machine(NamedTuple):
    """A solved machine on some of the points."""

    rows: Indices  # (m,) of its points
    coef: Vector  # (m,) y alpha
    b: float


@dataclass(frozen=True)
class Several:
    """The machines of n points in several classes."""

    codes: Indices  # (n,) the class of each point
    classes: int
    coef: Matrix  # (pairs, n), 0 for points of other classes
    b: Vector  # (pairs,)
    rest_coef: Matrix  # (classes, n), of each class against the rest; no rows if they were not trained
    rest_b: Vector


class CoefficientTable(NamedTuple):
    """The support vectors class by class, with the coefficients of every machine as LIBSVM stores them."""

    support: Indices  # (s,) rows of the points
    counts: Indices  # (classes,) how many of each class
    coef: Matrix  # (classes - 1, s), positive for the first class of a pair


def pairs_of_classes(classes: int) -> list[tuple[int, int]]:
    """Return the pairs in order."""
    return list(combinations(range(classes), 2))


def assembled(codes: Indices, classes: int, one: Sequence[Machine], rest: Sequence[Machine]) -> Several:
    """Return the machines of all pairs, in order, and those against the rest with coefficients over all points."""

    def over_all(machines: Sequence[Machine]) -> tuple[Matrix, Vector]:
        coef = np.zeros((len(machines), len(codes)))
        for row, machine in zip(coef, machines, strict=True):
            row[machine.rows] = machine.coef
        return coef, np.array([machine.b for machine in machines])

    return Several(codes, classes, *over_all(one), *over_all(rest))


def pair_values(found: Several, K: Matrix) -> Matrix:
    """Return f of every pair (k, pairs) from kernel values K (k, n)."""
    values: Matrix = K @ found.coef.T + found.b
    return values


def rest_values(found: Several, K: Matrix) -> Matrix:
    """Return f of every class against the rest (k, classes) from kernel values K (k, n)."""
    values: Matrix = K @ found.rest_coef.T + found.rest_b
    return values


def ballots(values: Matrix, classes: int) -> Indices:
    """Return the votes of each class (k, classes) from f of every pair (k, pairs)."""
    count = np.zeros((len(values), classes), dtype=np.int64)
    for (a, b), f in zip(pairs_of_classes(classes), values.T, strict=True):
        count[:, a] += f > 0.0
        count[:, b] += ~(f > 0.0)
    return count


def tied(count: Indices) -> Indices:
    """Return how many classes share the largest number of votes, (k,)."""
    shared: Indices = (count == count.max(axis=1, keepdims=True)).sum(axis=1)
    return shared


def clear_votes(values: Matrix, classes: int) -> Matrix:
    """Return `decision_function` with the shape "ovr" of more than two classes, (k, classes): votes and a part of f."""
    return one_vs_rest(values, classes)


def coefficient_table(found: Several) -> CoefficientTable:
    """Return `dual_coef_` of more than two classes: the row of an own vector says which other class it is against."""
    codes, classes = found.codes, found.classes
    vectors = np.flatnonzero((found.coef != 0.0).any(axis=0))
    support = vectors[np.argsort(codes[vectors], kind="stable")]
    own = codes[support]
    coef = np.zeros((classes - 1, len(support)))
    for (a, b), row in zip(pairs_of_classes(classes), found.coef, strict=True):
        coef[row_of(a, b), own == a] = row[support[own == a]]
        coef[row_of(b, a), own == b] = row[support[own == b]]
    return CoefficientTable(support, np.bincount(own, minlength=classes), coef)
