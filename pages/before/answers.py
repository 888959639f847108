"""The results of the page, cached for all visitors."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from core.problem import InputError, decision_values
from core.problem.arrays import Matrix, Vector
from core.selection import median_gamma
from core.topics.before.diagnosis import (
    Sign,
    TrainedPoints,
    constant_features,
    gamma_is_far,
    signs,
    without_contradictions,
)
from core.topics.before.explanation import FeatureMove, moves, terms
from core.topics.before.imbalance import Recall, Thresholds, recall, thresholds
from core.topics.before.scaling import (
    FeatureUnit,
    HeldOut,
    MachineInUnit,
    NoiseLeak,
    UnitTraining,
    held_out,
    larger,
    noise_leak,
    scaled,
    standard,
)
from core.view import Light, field, grid_axes
from datasets import make_points
from pages.before.question import Cure, Question
from ui.solve.board_problem import BoardProblem
from ui.solve.kernels import kernel_of, penalty_of
from ui.solve.limits import LARGEST_C, POINTS_TWICE, steps_of_one
from ui.solve.machine.table import EQUAL
from ui.solve.memory import SharedResults
from ui.solve.solving import TOLERANCE, Solved, solved

CELLS = 80  # along each axis of a picture
TENFOLD = 6  # times that C is multiplied by ten in search of a cure
TOLD_TERMS = 5  # the largest terms of f
UNRESOLVED = 0.05  # of the points: from there on a boundary is finer than the cells of a picture

_scaled: SharedResults[MachineInUnit] = SharedResults()
_fields: SharedResults[Matrix] = SharedResults()
_held: SharedResults[HeldOut] = SharedResults()
_noise: SharedResults[NoiseLeak] = SharedResults()
_cures: SharedResults[tuple[tuple[Sign, Cure | None], ...]] = SharedResults()
_explained: SharedResults[Explained] = SharedResults()


def machine(question: Question) -> Solved:
    """Return the machine with the weights of the classes; `InputError` if it cannot be trained."""
    return solved(question.problem)


def plain(question: Question) -> Solved:
    """Return the machine with one C for both classes."""
    return solved(question.equal)


def exists(question: Question) -> bool:
    """Whether there is a machine: not where a hard margin is proved impossible."""
    found = machine(question).solution
    return found.light is not Light.IMPOSSIBLE and bool(np.isfinite(found.decision).all())


def field_of(problem: BoardProblem, question: Question) -> tuple[Vector, Vector, Matrix]:
    """Return both axes (CELLS,) of the window, and f of the machine of a problem on it."""
    square, found = question.board.square, solved(problem)
    x_axis, y_axis = grid_axes(square[:2], square[2], CELLS)
    make = partial(field, found.problem, found.solution.alpha, found.solution.b, x_axis, y_axis)
    return x_axis, y_axis, _fields.get(problem.key(square), make)


@dataclass(frozen=True)
class Recalls:
    """The recall of either class, three times."""

    plain: Recall  # one C, threshold 0
    moved: Recall  # one C, the visitor's threshold
    weighted: Recall  # the weights, threshold 0
    curve: Thresholds  # of one C
    weighted_curve: Thresholds


def recalls(question: Question) -> Recalls:
    """Return the recalls on the training points."""
    y, one, own = question.labels, plain(question).solution.decision, machine(question).solution.decision
    t = question.options.threshold
    return Recalls(recall(y, one), recall(y, one, t), recall(y, own), thresholds(y, one), thresholds(y, own))


# ---- Scales ----


def training(question: Question, of: int = 2) -> UnitTraining:
    """Return what is trained in any unit; `of` trainings share the steps of one."""
    spec, weights = question.board.kernel, question.board.machine.weights or EQUAL
    limit = steps_of_one(len(question.y), of)
    return UnitTraining(lambda X: kernel_of(spec, X), penalty_of(question.C), weights, TOLERANCE, limit)


def unit(question: Question) -> FeatureUnit:
    """Return the scale of the visitor's unit."""
    return larger(2, question.feature, question.options.factor)


def in_unit(question: Question, standardised: bool) -> MachineInUnit:
    """Return the machine with one feature in another unit, or on the standardised features."""
    X, y = question.X, question.labels
    made = unit(question)
    if standardised:
        # The scale of the points in that unit, as one that takes the points as they are.
        fitted = standard(made(X))
        made = FeatureUnit(fitted.centre * made.unit, fitted.unit * made.unit)
    chosen = () if standardised else (question.options.factor, question.feature)
    key = question.problem.key("scaled", chosen)
    return _scaled.get(key, lambda: scaled(X, y, made, training(question)))


def as_is(question: Question) -> MachineInUnit:
    """Return the machine on the points as they are."""
    X, y, made = question.X, question.labels, larger(2, 0, 1.0)
    return _scaled.get(question.problem.key("scaled"), lambda: scaled(X, y, made, training(question)))


def unseen(question: Question, machine: MachineInUnit, shown: tuple[Vector, Vector, Matrix]) -> int:
    """Return how many points have another class than the cell of the picture in which they lie."""
    x_axis, y_axis, f = shown
    across, up = (np.abs(axis[:, None] - question.X[:, k]).argmin(axis=0) for k, axis in enumerate((x_axis, y_axis)))
    return int(((f[up, across] >= 0.0) != (machine.values(question.X) >= 0.0)).sum())


def folds_of(question: Question) -> HeldOut | None:
    """Return the predictions of held-out points; None for too many points or a hard margin."""
    if len(question.y) > POINTS_TWICE or question.C is None:
        return None
    key = question.problem.key("folds", question.options.factor, question.feature)
    X, y = question.X, question.labels
    return _held.get(key, lambda: held_out(X, y, unit(question), training(question, 15)))


def noise() -> NoiseLeak:
    """Return what choosing features before the folds makes of pure noise."""
    return _noise.get("noise", noise_leak)


# ---- The diagnosis ----


def diagnosis(question: Question) -> tuple[tuple[Sign, Cure | None], ...]:
    """Return the signs that the numbers show, each with a cure after which it is gone; None: the page has none."""
    balanced = balance(question)

    def make() -> tuple[tuple[Sign, Cure | None], ...]:
        shown = signs(trained(question))
        return tuple((sign, _cure(sign, question, balanced)) for sign in shown)

    return _cures.get(question.problem.key("signs"), make)


def trained(question: Question, problem: BoardProblem | None = None) -> TrainedPoints:
    """Return points and machine for the predicates, of another problem if one is given."""
    problem = question.problem if problem is None else problem
    found = solved(problem)
    gamma = None if question.gamma is None else float(problem.kernel["gamma"])
    upper, own = found.problem.form.upper, found.solution
    return TrainedPoints(question.X, question.labels, own.alpha, upper, own.decision, gamma)


def _cure(sign: Sign, question: Question, balanced: tuple[float, float]) -> Cure | None:
    """Return the first cure after which the sign is gone."""
    if sign is Sign.LABELS:
        kept = without_contradictions(question.X, question.labels)
        if abs(int(question.y[kept].sum())) == len(kept):  # all points lie on one place
            return None
        return Cure(
            "labels", points=make_points(question.X[kept], question.y[kept], window=question.board.points.window)
        )
    if sign is Sign.FEATURE:
        features = [k for k in constant_features(question.X) if question.X[0, k] != 0.0]
        centred = question.X.copy()
        centred[:, features] = 0.0
        return Cure("centre", points=make_points(centred, question.y)) if features else None
    tried = list(_candidates(sign, question, balanced))
    for cure in tried[: 2 if len(question.y) > POINTS_TWICE else None]:
        try:
            if sign not in signs(trained(question, cure.of(question.problem))):
                return cure
        except InputError:
            continue
    return None


def _candidates(sign: Sign, question: Question, balanced: tuple[float, float]) -> Iterator[Cure]:
    """Yield what may cure a sign, the smallest change first."""
    median = _median(question)
    if sign is Sign.WIDTH:
        if median is not None:
            yield Cure("gamma", median)
        return
    if sign is Sign.CONSTANT and question.board.machine.weights != balanced and question.C is not None:
        yield Cure("weights", weights=balanced)
    if sign is Sign.VECTORS and median is not None and gamma_is_far(question.X, question.gamma):
        yield Cure("gamma", median)
    if question.C is not None:
        for power in range(1, TENFOLD + 1):
            if question.C * 10.0**power <= LARGEST_C:
                yield Cure("C", float(f"{question.C * 10.0**power:.6g}"))
    if median is not None:
        yield Cure("gamma", median)


def _median(question: Question) -> float | None:
    """Return gamma of the median rule, rounded as a slider shows it; None if the kernel or the points have none."""
    try:
        return float(f"{median_gamma(question.X):.4g}") if question.gamma is not None else None
    except InputError:
        return None


def balance(question: Question) -> tuple[float, float]:
    """Return scikit-learn's balanced weights, n / (2 n of the class)."""
    y = question.y
    plus, minus = (len(y) / (2 * int((y == sign).sum())) for sign in (1, -1))
    return plus, minus


# ---- One prediction ----


@dataclass(frozen=True, eq=False)
class Explained:
    """F at a place."""

    place: Vector  # (2,)
    f: float
    b: float
    alpha: Vector  # (n,)
    terms: Vector  # (n,) alpha_i y_i K(x_i, place)
    moves: tuple[FeatureMove, ...]

    @property
    def largest(self) -> list[int]:
        """The points with the largest terms that are not 0, those with the largest first."""
        order = np.argsort(-np.abs(self.terms), kind="stable")[:TOLD_TERMS]
        return [int(i) for i in order if self.terms[i] != 0.0]

    @property
    def share(self) -> float:
        """The share of the sum of all |terms| that the largest make; 0 without a term."""
        total = float(np.abs(self.terms).sum())
        return float(np.abs(self.terms[self.largest]).sum()) / total if total > 0.0 else 0.0


def explained(question: Question) -> Explained:
    """Return f at the place as its terms, and how far each feature must move to change the class."""
    place, found = question.place, machine(question)
    x0, y0, side = question.board.square
    window = tuple((min(low, at), max(low + side, at)) for low, at in zip((x0, y0), place.tolist(), strict=True))

    def make() -> Explained:
        problem, own = found.problem, found.solution
        f = partial(decision_values, problem, own.alpha, own.b)
        told = terms(problem, own.alpha, place)
        return Explained(place, float(f(place[None, :])[0]), own.b, own.alpha, told, moves(f, place, window))

    return _explained.get(question.problem.key("explained", tuple(place.tolist()), window), make)
