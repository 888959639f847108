"""The rolls of a question about random Fourier features, each made once for everybody who asks the same."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from core.experiment.fourier_boundary import Cloud, DrawnBoundary, cloud, disagreement, on_window, solved_on_window
from core.problem import FourierMap, Gaussian
from core.problem.arrays import Matrix
from core.view.fourier.error import (
    COMPONENTS,
    Bounds,
    ErrorCurves,
    Extreme,
    Roll,
    RollErrors,
    Variances,
    against_components,
    bounds,
    compare,
    extreme,
    line,
    measured_points,
    roll_errors,
    variances,
    with_one_more,
)
from core.view.fourier.frequencies import Factor, Frequencies, frequencies, without_root
from core.view.grid import near_points
from pages.fourier.question import Question
from ui.page import early_figures
from ui.page.choice import StandIns, by_kernel
from ui.solve.kernels import KernelSpec
from ui.solve.limits import steps_of_one
from ui.solve.memory import SharedResults
from ui.solve.solving import Labels, content_key, penalty_of, solved

ROLLS, CURVES = 25, 20  # boundaries in the cloud, odd so that their median is a vote; seeds of the curves
FIRST_ROLLS, FIRST_CURVES = 1, 1  # that are shown in any case; the rest follows where they take long
FOR_VARIANCE = 50  # coordinates of the rolls that variances are measured on
TOLERANCE = 1e-4
NO_LABELS: Labels = np.empty(0, np.int8)  # errors of kernels know none

Result = TypeVar("Result")

_drawn: SharedResults[DrawnBoundary] = SharedResults()
_near: SharedResults[NDArray[np.bool_]] = SharedResults()
_clouds: SharedResults[Cloud] = SharedResults()
_standings: SharedResults[ManyRolls] = SharedResults()
_errors: SharedResults[RollErrors] = SharedResults()
_compared: SharedResults[Roll] = SharedResults()
_variances: SharedResults[Variances] = SharedResults()
_bounds: SharedResults[Bounds] = SharedResults()
_factors: SharedResults[Factor] = SharedResults()


@dataclass(frozen=True)
class Rolled:
    """The roll of the visitor's seed, with the exact kernel beside it."""

    exact: DrawnBoundary
    roll: DrawnBoundary
    errors: Roll
    extreme: Extreme
    near: NDArray[np.bool_]  # (cells, cells) which part of the window lies near the points

    @property
    def share(self) -> float:
        """Share of the plane near the points on which the roll's sign is not the exact one."""
        return disagreement(self.roll.values[self.near], self.exact.values[self.near] >= 0)


@dataclass(frozen=True)
class ManyRolls:
    """What many rolls have shown so far."""

    cloud: Cloud
    curves: ErrorCurves  # on the points of the board
    bounded: ErrorCurves  # on the points that the bounds are about

    @property
    def rolls(self) -> tuple[int, int, int]:
        """How many rolls there are in each."""
        return len(self.cloud.rolls), len(self.curves.mse), len(self.bounded.mse)

    @property
    def complete(self) -> bool:
        """Whether all rolls are in."""
        return self.rolls == (ROLLS, CURVES, CURVES)


def rolled(asked: Question) -> Rolled:
    """Return the visitor's roll; `InputError` where nothing can be solved."""
    X, phi = asked.X, asked.phi
    exact = _boundary(asked, asked.exact)
    errors = _compared.get(content_key(X, NO_LABELS, phi), lambda: compare(X, phi))
    return Rolled(exact, _boundary(asked, phi), errors, extreme(measured_points(X), asked.gamma), near(asked, exact))


def near(asked: Question, exact: DrawnBoundary) -> NDArray[np.bool_]:
    """Return which part of the window lies near the points."""
    if not exact.exists:
        return np.empty((0, 0), np.bool_)
    X, square, cells = asked.X, asked.square, len(exact.values)
    return _near.get(content_key(X, NO_LABELS, square, cells), lambda: near_points(X, square, cells))


def _boundary(asked: Question, kernel: Gaussian | FourierMap) -> DrawnBoundary:
    """Return a classifier on the window; that of the board as the board has solved it."""
    spec = asked.spec(kernel)
    key = asked.key(kernel, asked.C, asked.square, spec)
    return _drawn.get(key, lambda: _rolled(asked, kernel) if spec is None else _on_the_board(asked, kernel, spec))


def _rolled(asked: Question, kernel: Gaussian | FourierMap) -> DrawnBoundary:
    C, limit = penalty_of(asked.C), steps_of_one(len(asked.y))
    return solved_on_window(asked.X, asked.y, kernel, C, asked.square, TOLERANCE, limit)


def _on_the_board(asked: Question, kernel: Gaussian | FourierMap, spec: KernelSpec) -> DrawnBoundary:
    found = solved(asked.X, asked.y, spec, asked.C)
    return on_window(found.problem, found.solution, kernel, asked.square)


def _known(asked: Question, kernel: FourierMap) -> bool:
    return _drawn.known(asked.key(kernel, asked.C, asked.square, asked.spec(kernel))) is not None


# ---- many rolls, as far as there is time for them ----


def standing(asked: Question, seconds: float) -> ManyRolls:
    """Return what is known of many rolls, and what so many seconds are enough for: a few of them in any case.

    While a hand waits for its figures, no further roll is made: they have the processor to themselves.
    """
    everything = asked.key(asked.rolled(0), asked.C, asked.square, asked.options.case)
    if (found := _standings.known(everything)) is not None:
        return found
    deadline = time.monotonic() + seconds

    def known(seed: int) -> bool:
        return _known(asked, asked.rolled(seed))

    rolls = _as_many(ROLLS, FIRST_ROLLS, deadline, known, lambda seed: _boundary(asked, asked.rolled(seed)))
    exact, gamma, square = _boundary(asked, asked.exact), asked.gamma, asked.square
    key = asked.key(asked.rolled(0), asked.C, square, len(rolls))
    both = _clouds.get(key, lambda: cloud(exact, rolls, gamma, square, near(asked, exact)))
    curves = _curves(asked, asked.X, deadline)
    bounded = curves if asked.options.case == "points" else _curves(asked, line(), deadline)
    standing = ManyRolls(both, curves, bounded)
    return _standings.get(everything, lambda: standing) if standing.complete else standing


def _as_many(
    most: int, least: int, deadline: float, known: Callable[[int], bool], make: Callable[[int], Result]
) -> list[Result]:
    found: list[Result] = []
    while len(found) < most and (len(found) < least or known(len(found)) or _is_time(deadline)):
        found.append(make(len(found)))
    return found


def _is_time(deadline: float) -> bool:
    return time.monotonic() < deadline and not early_figures.somebody_waits()


def _curves(asked: Question, X: Matrix, deadline: float) -> ErrorCurves:
    """Return the errors on X of as many rolls as there is time for, against D."""
    X, D = measured_points(X), asked.components

    def phi(components: tuple[int, ...], seed: int) -> FourierMap:
        return replace(asked.phi, n_components=components[-1], seed=seed)

    def key(components: tuple[int, ...], seed: int) -> str:
        return content_key(X, NO_LABELS, phi(components, seed), components)

    def at(components: tuple[int, ...], seed: int) -> RollErrors:
        return _errors.get(key(components, seed), lambda: roll_errors(X, phi(components, seed), components))

    def known(seed: int) -> bool:
        parts = (COMPONENTS,) if D in COMPONENTS else (COMPONENTS, (D,))
        return all(_errors.known(key(components, seed)) is not None for components in parts)

    def one(seed: int) -> RollErrors:  # the curve is known while D moves; what is at D is one Gram matrix more
        curve = at(COMPONENTS, seed)
        return curve if D in COMPONENTS else with_one_more(curve, COMPONENTS, at((D,), seed), D)

    rolls = _as_many(CURVES, FIRST_CURVES, deadline, known, one)
    return against_components(X, asked.gamma, asked.phi.paired, rolls, _components(asked))


def _components(asked: Question) -> tuple[int, ...]:
    """Return the values of D that the curves are drawn at, the visitor's among them, rising."""
    return tuple(sorted({*COMPONENTS, asked.components}))


def place(asked: Question) -> int:
    """Return which of the values of D is the visitor's."""
    return _components(asked).index(asked.components)


# ---- bounds, frequencies, and both maps ----


def claims(asked: Question, measured: ErrorCurves) -> Bounds:
    """Return what is claimed of the largest error at every D of the curves."""
    paired, delta = asked.phi.paired, asked.options.delta
    about = (measured.ball, measured.points, measured.components.tolist(), paired, delta)
    return _bounds.get(content_key(asked.X[:0], NO_LABELS, about), lambda: bounds(measured, paired, delta))


def frequencies_of_roll(asked: Question) -> Frequencies:
    """Return what the visitor's roll has drawn."""
    return frequencies(asked.phi)


def factor(asked: Question) -> Factor:
    """Return what Zhang's equation 4 comes to on two of the points of the board."""
    X = measured_points(asked.X)
    key = content_key(X, NO_LABELS, "factor", asked.gamma, asked.phi.seed)
    return _factors.get(key, lambda: without_root(X, asked.gamma, asked.phi.seed))


def variances_of_maps(asked: Question) -> Variances:
    """Return the variances of both maps on the points of the board."""
    X, gamma = asked.X, asked.gamma
    key = content_key(X, NO_LABELS, gamma)
    return _variances.get(key, lambda: variances(X, gamma, range(CURVES), FOR_VARIANCE))


def stand_ins(asked: Question) -> StandIns | None:
    """Return the roll of the visitor, which may choose gamma and C."""
    return by_kernel(asked.X, asked.y, asked.kernel)
