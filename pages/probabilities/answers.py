"""The results of the page, cached for all visitors."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.estimators.probability import NEAR, cross_entropy, laplace_within, sigmoid
from core.problem.arrays import Matrix, Vector
from core.topics.probabilities.experiment import CalibrationCurves, Noise, calibrate, regression_noise
from core.topics.probabilities.theory import (
    Confusion,
    CouplingCourse,
    Roc,
    confusion,
    coupling_course,
    roc,
)
from core.view.grid import field, grid_axes
from core.view.isolines import isolines
from pages.probabilities.question import Question
from ui.solve.kernels import penalty_of
from ui.solve.memory import SharedResults
from ui.solve.solving import TOLERANCE, solved

CELLS = 80  # on a side of the field
CELLS_OF_MAP = 36
PLACES = 120  # of the regression


@dataclass(frozen=True, eq=False)
class ProbabilityField:
    """F of the machine on all points over the window, and what the sigmoid makes of it."""

    x: Vector  # (cells,)
    y: Vector  # (cells,)
    f: Matrix  # (cells, cells)
    p: Matrix  # (cells, cells) of class +1
    boundary: Matrix  # f = 0, (k, 2), a row of nan after each line
    disagree: Matrix  # bool: f >= 0 where p < 1/2, or the reverse

    @property
    def share(self) -> float:
        """The share of the window on which `predict` and `predict_proba` disagree."""
        return float(self.disagree.mean())


@dataclass(frozen=True, eq=False)
class ObjectiveMap:
    """The mean cross-entropy over the plane of (A, B)."""

    A: Vector  # (cells,)
    B: Vector  # (cells,)
    values: Matrix  # (cells, cells), a row for each B


_maps: SharedResults[ObjectiveMap] = SharedResults()
_calibrated: SharedResults[CalibrationCurves] = SharedResults()
_fields: SharedResults[ProbabilityField] = SharedResults()
_noise: SharedResults[Noise] = SharedResults()


def calibrated(question: Question) -> CalibrationCurves:
    """Return the curves and their scores; `InputError` if C-SVC refuses the points."""
    split, C = question.options.split, penalty_of(question.C)

    def make() -> CalibrationCurves:
        kernel = question.problem.core_kernel
        return calibrate(question.points, question.labels, kernel, C, split, TOLERANCE, question.limit)

    return _calibrated.get(question.key(split), make)


def probability_field(question: Question) -> ProbabilityField:
    """Return the probabilities over the window."""

    def make() -> ProbabilityField:
        found, fitted = solved(question.problem), calibrated(question)
        x0, y0, side = question.square
        x, y = grid_axes((x0, y0), side, CELLS)
        f = field(found.problem, found.solution.alpha, found.solution.b, x, y)
        p = sigmoid(f, fitted.A, fitted.B)
        return ProbabilityField(x, y, f, p, isolines(f, x, y), (f >= 0.0) != (p >= 0.5))

    return _fields.get(question.key(question.options.split, question.square), make)


def threshold_line(question: Question) -> Matrix:
    """Return the line where p is the threshold, as `isolines` does."""
    shown = probability_field(question)
    return isolines(shown.p - question.options.threshold, shown.x, shown.y)


def disagreeing(question: Question) -> int:
    """Return how many points `predict` and `predict_proba` give different classes."""
    found = calibrated(question)
    return int(((found.own >= 0.0) != (sigmoid(found.own, found.A, found.B) >= 0.5)).sum())


def counted(question: Question) -> Confusion:
    """Return the confusion matrix of the held-out points at the threshold."""
    found = calibrated(question)
    return confusion(found.p, found.y, question.options.threshold)


def curve(question: Question) -> Roc:
    """Return the ROC curve of the held-out probabilities."""
    found = calibrated(question)
    return roc(found.p, found.y)


def newton_step(question: Question) -> int:
    """Return the step of Newton's method on screen."""
    last, chosen = len(calibrated(question).steps) - 1, question.options.step
    return last if chosen is None else min(chosen, last)


def objective_map(question: Question) -> ObjectiveMap:
    """Return the objective over the plane of (A, B) around the steps."""
    found = calibrated(question)

    def make() -> ObjectiveMap:
        path, t = np.array([[step.A, step.B] for step in found.steps]), np.where(found.y > 0, *found.targets)
        ends = []
        for low, high, least in zip(path.min(axis=0), path.max(axis=0), (1e-3, 1.0), strict=True):
            room = max(0.3 * float(high - low), least)
            ends.append(np.linspace(low - room, high + room, CELLS_OF_MAP))
        values = [[cross_entropy(np.array([A, B]), found.f, t) for A in ends[0]] for B in ends[1]]
        return ObjectiveMap(ends[0], ends[1], np.array(values))

    return _maps.get(question.key("map", question.options.split), make)


def coupled(question: Question) -> CouplingCourse:
    """Return the iteration on the visitor's matrix."""
    return coupling_course(question.R, NEAR)


def sweep(question: Question) -> int:
    """Return the sweep on screen."""
    last, chosen = len(coupled(question).p) - 1, question.options.sweep
    return last if chosen is None else min(chosen, last)


def noise(question: Question) -> Noise:
    """Return the residuals of the regression; `InputError` if there is none."""
    return _noise.get(_noise_key(question), lambda: _residuals(question))


def known_noise(question: Question) -> bool:
    """Whether the residuals are known: a moving slider does not train for them."""
    return _noise.known(_noise_key(question)) is not None


def _noise_key(question: Question) -> str:
    return question.key("noise", question.options.split, question.options.epsilon, question.square)


def _residuals(question: Question) -> Noise:
    svr, (x0, _, side) = question.regression, question.square
    places = np.column_stack([np.linspace(x0, x0 + side, PLACES), np.zeros(PLACES)])
    numbers = penalty_of(question.C), question.options.epsilon, places, question.options.split
    return regression_noise(svr.seen, svr.X[:, 1], svr.core_kernel, *numbers, TOLERANCE, question.limit)


@dataclass(frozen=True)
class Coverage:
    """How much an interval f - width to f + width holds."""

    promised: float  # by Laplace's density
    measured: float  # the share of held-out residuals


def coverage(question: Question) -> Coverage:
    """Return both for the width on screen."""
    found, width = noise(question), question.options.width
    return Coverage(float(laplace_within(width, found.s)), float((np.abs(found.residuals) <= width).mean()))
