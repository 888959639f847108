"""Several classes by one machine for each pair of them, in LIBSVM's order, layout and voting (Chang11).

Pair (a, b) votes for class a if its f is above 0. Two classes have the single pair (1, 0), so that f > 0 is the
second class; more have (0, 1), (0, 2), ..., (1, 2), ... A support vector has a coefficient in each pair of its class:
row t of the table of coefficients belongs to the other class t, or t + 1 from its own on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

import numpy as np

from ...problem import Form
from ...problem.arrays import Indices, Matrix, Vector
from .training import SolvedDual, SupportTable

ClassPair = tuple[int, int]  # the classes of label +1 and of label -1


@lru_cache(maxsize=16)
def pairs_of(classes: int) -> tuple[ClassPair, ...]:
    """Return the pairs in order."""
    return ((1, 0),) if classes == 2 else tuple(combinations(range(classes), 2))


def row_of(own: int, other: int) -> int:
    """Return the row with the coefficients of a class's support vectors against another class."""
    return other if other < own else other - 1


@dataclass(slots=True)
class PairDuals:
    """The dual of each pair; points whose weight is not positive are left out."""

    codes: Indices  # (n,) number of the class of each point
    classes: int
    make: Callable[..., Form]  # (signs, class_weight=..., sample_weight=...) or without class weights
    class_weight: Vector | None  # (classes,); None if the formulation has none, or all are 1
    weight: Vector | None  # (n,)

    @property
    def pairs(self) -> tuple[ClassPair, ...]:
        """The pairs in order."""
        return pairs_of(self.classes)

    @property
    def unit(self) -> float:
        """1: the multipliers of the machine are those of the forms."""
        return 1.0

    @property
    def plain(self) -> bool:
        """Whether there is one pair, and all its points have the same weight."""
        return self.classes == 2 and self.class_weight is None and self.weight is None

    def __len__(self) -> int:
        """Return the number of pairs."""
        return len(self.pairs)

    def __getitem__(self, k: int) -> tuple[Indices | None, Form]:
        """See `Duals`."""
        positive, negative = self.pairs[k]
        rows, codes = None, self.codes
        if self.classes > 2 or self.weight is not None:
            taken = (codes == positive) | (codes == negative)
            rows = (taken if self.weight is None else taken & (self.weight > 0)).nonzero()[0]
            codes = codes[rows]
        signs = np.where(codes == positive, 1.0, -1.0)
        given: dict[str, object] = {}
        if self.class_weight is not None:
            given["class_weight"] = {1: self.class_weight[positive], -1: self.class_weight[negative]}
        if self.weight is not None:
            given["sample_weight"] = self.weight[rows]
        return rows, self.make(signs, **given)


def tabulated(duals: PairDuals, solved: list[SolvedDual]) -> SupportTable:
    """Return the coefficients of all pairs in one table."""
    codes, classes = duals.codes, duals.classes
    union = solved[0].support if classes == 2 else np.unique(np.concatenate([pair.support for pair in solved]))
    own = codes[union]
    order, counts = own.argsort(kind="stable"), np.bincount(own, minlength=classes)
    support = union[order]
    if classes == 2:
        return SupportTable(support, counts, solved[0].coef[None, order])
    coef, place = np.zeros((classes - 1, len(support))), np.empty(len(codes), dtype=np.int64)
    place[support] = np.arange(len(support))
    for (positive, negative), pair in zip(duals.pairs, solved, strict=True):
        row = np.where(codes[pair.support] == positive, row_of(positive, negative), row_of(negative, positive))
        coef[row, place[pair.support]] = pair.coef
    return SupportTable(support, counts, coef)


def pair_values(sums_of: Callable[[slice, Matrix], Matrix], counts: Indices, coef: Matrix, intercept: Vector) -> Matrix:
    """Return f of every pair, shape (k, pairs).

    `counts` is the number of support vectors of each class, `coef` (classes - 1, s) their coefficients, and
    `sums_of(centres, coef)` returns the sums over those support vectors with all rows of coef (r, s), shape (k, r).
    Each support vector's kernel values are computed once for all pairs.
    """
    classes = len(counts)
    if classes == 2:
        return sums_of(slice(None), coef) + intercept
    ends = np.cumsum(counts)
    parts = [slice(end - count, end) for end, count in zip(ends, counts, strict=True)]
    own = [sums_of(part, coef[:, part]) for part in parts]
    columns = [own[a][:, row_of(a, b)] + own[b][:, row_of(b, a)] for a, b in pairs_of(classes)]
    return np.stack(columns, axis=1) + intercept


def votes(values: Matrix, classes: int) -> Indices:
    """Return the class with the most votes, the first of several, from f of every pair (k, pairs); f = 0 is for b."""
    count = np.zeros((len(values), classes), dtype=np.int64)
    for (a, b), f in zip(pairs_of(classes), values.T, strict=True):
        won = f > 0
        count[:, a] += won
        count[:, b] += ~won
    return np.asarray(count.argmax(axis=1))


def one_vs_rest(values: Matrix, classes: int) -> Matrix:
    """Return (k, classes): the votes, plus less than half a vote by the values of f."""
    count, clear = np.zeros((len(values), classes)), np.zeros((len(values), classes))
    for (a, b), f in zip(pairs_of(classes), values.T, strict=True):
        lost = f < 0
        count[:, a] += ~lost
        count[:, b] += lost
        clear[:, a] += f
        clear[:, b] -= f
    return count + clear / (3.0 * (np.abs(clear) + 1.0))


def normals(counts: Indices, coef: Matrix, support_vectors: Matrix) -> Matrix:
    """Return w of every pair of a linear machine, shape (pairs, d), from counts and coefficients as above."""
    classes = len(counts)
    if classes == 2:
        return coef @ support_vectors
    ends = np.cumsum(counts)
    parts = [slice(end - count, end) for end, count in zip(ends, counts, strict=True)]
    own = [coef[:, part] @ support_vectors[part] for part in parts]
    return np.stack([own[a][row_of(a, b)] + own[b][row_of(b, a)] for a, b in pairs_of(classes)])
