"""What the machines of several classes say of a place: values of f, votes and ties.

Class 0 is the first. Pairs are (0, 1), (0, 2), ..., (1, 2), ...; f of pair (a, b) is positive for a, and f = 0 is a
vote for b (Chang11; mathematics 12).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

import numpy as np

from ...problem.arrays import Indices, Matrix, Vector


class OneOfMany(NamedTuple):
    """A solved machine on some of the points."""

    rows: Indices  # (m,) of its points
    coef: Vector  # (m,) y alpha
    b: float


@dataclass(frozen=True)
class VotingMachines:
    """The machines of n points in several classes."""

    codes: Indices  # (n,) the class of each point
    classes: int
    coef: Matrix  # (pairs, n), 0 for points of other classes
    b: Vector  # (pairs,)
    rest_coef: Matrix  # (classes, n), of each class against the rest; no rows if they were not trained
    rest_b: Vector


def pairs_of_classes(classes: int) -> list[tuple[int, int]]:
    """Return the pairs in order."""
    return list(combinations(range(classes), 2))


def assembled(codes: Indices, classes: int, one: Sequence[OneOfMany], rest: Sequence[OneOfMany]) -> VotingMachines:
    """Return the machines of all pairs, in order, and those against the rest with coefficients over all points."""

    def over_all(machines: Sequence[OneOfMany]) -> tuple[Matrix, Vector]:
        coef = np.zeros((len(machines), len(codes)))
        for row, machine in zip(coef, machines, strict=True):
            row[machine.rows] = machine.coef
        return coef, np.array([machine.b for machine in machines])

    return VotingMachines(codes, classes, *over_all(one), *over_all(rest))


def pair_values(found: VotingMachines, K: Matrix) -> Matrix:
    """Return f of every pair (k, pairs) from kernel values K (k, n)."""
    values: Matrix = K @ found.coef.T + found.b
    return values


def rest_values(found: VotingMachines, K: Matrix) -> Matrix:
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
