"""Several classes: LIBSVM's table of coefficients, where rules decide otherwise than the votes, one joint problem."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from ...estimators import LinearSVC
from ...estimators.machine.one_vs_one import one_vs_rest, row_of
from ...problem import Kernel
from ...problem.arrays import Indices, Matrix, Vector
from ...view.grid import Square
from .view import VotingMachines, ballots, pair_values, pairs_of_classes, rest_values, tied

NODES = 61  # per side of the window
EPOCHS = 20_000  # of the joint problem: 1 s for 400 points; about 100 suffice unless C is huge


@dataclass(frozen=True)
class Shares:
    """Shares of the window, from 0 to 1."""

    tie: float  # where several classes have the most votes
    broken: float  # where breaking ties by f changes the class
    rest: float  # where one against the rest decides otherwise than the votes; nan if it was not trained
    at: tuple[float, float] | None  # a place in the middle of the ties


@dataclass(frozen=True)
class Joint:
    """Crammer and Singer's machine: the class with the largest w.x + b, from one problem for all classes."""

    w: Matrix  # (classes, 2); of two classes (1, 2)
    b: Vector
    errors: int  # of the training points
    converged: bool
    share: float  # of the window where it decides otherwise than the votes


class CoefficientTable(NamedTuple):
    """The support vectors class by class, with the coefficients of every machine as LIBSVM stores them."""

    support: Indices  # (s,) rows of the points
    counts: Indices  # (classes,) how many of each class
    coef: Matrix  # (classes - 1, s), positive for the first class of a pair


def clear_votes(values: Matrix, classes: int) -> Matrix:
    """Return `decision_function` with the shape "ovr" of more than two classes, (k, classes): votes and a part of f."""
    return one_vs_rest(values, classes)


def coefficient_table(found: VotingMachines) -> CoefficientTable:
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


def places(square: Square) -> Matrix:
    """Return the nodes of a grid over the window, (NODES^2, 2)."""
    x0, y0, side = square
    across, up = (np.linspace(start, start + side, NODES) for start in (x0, y0))
    return np.stack(np.meshgrid(across, up), axis=-1).reshape(-1, 2)


def shares(found: VotingMachines, kernel: Kernel, X: Matrix, square: Square) -> Shares:
    """Return on which shares of the window the rules for several machines differ."""
    nodes = places(square)
    K = kernel.gram(nodes, X)
    values = pair_values(found, K)
    count = ballots(values, found.classes)
    first = count.argmax(axis=1)
    broken = clear_votes(values, found.classes).argmax(axis=1) if found.classes > 2 else first
    rest = (rest_values(found, K).argmax(axis=1) != first).mean() if len(found.rest_b) else np.nan
    tie, at = tied(count) > 1, None
    if tie.any():
        x1, x2 = min(nodes[tie].tolist(), key=lambda node: float(np.hypot(*(node - nodes[tie].mean(axis=0)))))
        at = x1, x2
    return Shares(float(tie.mean()), float((broken != first).mean()), float(rest), at)


def errors(found: VotingMachines, kernel: Kernel, X: Matrix) -> tuple[int, int | None]:
    """Return the misclassified training points of the votes, and of one against the rest (None: not trained)."""
    K = kernel.gram(X, X)
    first = ballots(pair_values(found, K), found.classes).argmax(axis=1)
    rest = rest_values(found, K).argmax(axis=1) if len(found.rest_b) else None
    return int((first != found.codes).sum()), None if rest is None else int((rest != found.codes).sum())


def joint(found: VotingMachines, kernel: Kernel, X: Matrix, C: float, square: Square) -> Joint:
    """Return the machine of Crammer and Singer for the linear kernel, with the offset inside the norm."""
    codes: Indices = found.codes
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # the page says so
        machine = LinearSVC(multi_class="crammer_singer", C=C, tol=1e-6, max_iter=EPOCHS, random_state=0)
        machine.fit(X, codes)
    nodes = places(square)
    votes = ballots(pair_values(found, kernel.gram(nodes, X)), found.classes).argmax(axis=1)
    return Joint(
        machine.coef_,
        np.atleast_1d(machine.intercept_),
        int((machine.predict(X) != codes).sum()),
        machine.fit_status_ == 0,
        float((machine.predict(nodes) != votes).mean()),
    )
