"""The rolls of a question about random Fourier features, cached for all visitors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from core.problem import FourierMap, Gaussian
from core.problem.arrays import Matrix
from core.solver import CancelFlag
from core.topics.fourier.experiment import Cloud, DrawnBoundary, cloud, disagreement, on_window, solved_on_window
from core.topics.fourier.view import (
    COMPONENTS,
    Bounds,
    ErrorCurves,
    Extreme,
    Factor,
    Frequencies,
    Roll,
    RollErrors,
    Variances,
    against_components,
    bounds,
    compare,
    extreme,
    frequencies,
    line,
    measured_points,
    roll_errors,
    variances,
    with_one_more,
    without_root,
)
from core.view.grid import near_points
from pages.fourier.question import Question
from ui.page.choice import StandIns, by_kernel
from ui.solve.board_problem import BoardProblem, Labels, content_key
from ui.solve.kernels import penalty_of
from ui.solve.limits import steps_of_one
from ui.solve.memory import SharedResults
from ui.solve.queue.long_work import WORKS
from ui.solve.solving import solved

ROLLS, CURVES = 25, 20  # boundaries in the cloud: odd, so that the median is a majority vote; and seeds of the curves
FOR_VARIANCE = 50  # coordinates D of the rolls for which variances are measured
LONG = 1.0  # largest time in seconds for all rolls for which no progress is shown
TOLERANCE = 1e-4
NO_LABELS: Labels = np.empty(0, np.int8)  # errors of kernels do not depend on labels

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
    """The roll with the visitor's seed, and the exact kernel."""

    exact: DrawnBoundary
    roll: DrawnBoundary
    errors: Roll
    extreme: Extreme
    near: NDArray[np.bool_]  # (cells, cells): the part of the window near the points

    @property
    def share(self) -> float:
        """Share of the plane near the points on which the roll's sign differs from the exact one."""
        return disagreement(self.roll.values[self.near], self.exact.values[self.near] >= 0)


@dataclass(frozen=True)
class ManyRolls:
    """The results of many rolls so far."""

    cloud: Cloud
    curves: ErrorCurves  # on the points of the board
    bounded: ErrorCurves  # on the points of the bounds

    @property
    def rolls(self) -> tuple[int, int, int]:
        """The number of rolls in each."""
        return len(self.cloud.rolls), len(self.curves.mse), len(self.bounded.mse)

    @property
    def complete(self) -> bool:
        """Whether all rolls are finished."""
        return self.rolls == (ROLLS, CURVES, CURVES)


def rolled(question: Question) -> Rolled:
    """Return the visitor's roll; `InputError` if the problem cannot be solved."""
    X, phi = question.X, question.phi
    exact = _boundary(question, question.exact)
    errors = _compared.get(content_key(X, NO_LABELS, phi), lambda: compare(X, phi))
    return Rolled(
        exact, _boundary(question, phi), errors, extreme(measured_points(X), question.gamma), near(question, exact)
    )


def near(question: Question, exact: DrawnBoundary) -> NDArray[np.bool_]:
    """Return the part of the window near the points."""
    if not exact.exists:
        return np.empty((0, 0), np.bool_)
    X, square, cells = question.X, question.square, len(exact.values)
    return _near.get(content_key(X, NO_LABELS, square, cells), lambda: near_points(X, square, cells))


def _boundary(question: Question, kernel: Gaussian | FourierMap, cancel: CancelFlag | None = None) -> DrawnBoundary:
    """Return a classifier on the window; for a kernel of the board, the board's own solution."""
    spec = question.spec(kernel)
    key = question.key(kernel, question.C, question.square, spec)

    def make() -> DrawnBoundary:
        if spec is None:
            C, limit = penalty_of(question.C), steps_of_one(len(question.y))
            return solved_on_window(question.X, question.y, kernel, C, question.square, TOLERANCE, limit, cancel)
        on_board = solved(BoardProblem(question.X, question.y, spec, question.C))
        return on_window(on_board.problem, on_board.solution, kernel, question.square)

    return _drawn.get(key, make, cancel)


# ---- many rolls, as far as they are known ----


def standing(question: Question) -> ManyRolls:
    """Return the known results of many rolls, always including the first."""
    if (found := _standings.known(name(question))) is not None:
        return found
    rolls = _as_many(ROLLS, partial(_known, question), lambda seed: _boundary(question, question.rolled(seed)))
    exact, gamma, square = _boundary(question, question.exact), question.gamma, question.square
    key = question.key(question.rolled(0), question.C, square, len(rolls))
    both = _clouds.get(key, lambda: cloud(exact, rolls, gamma, square, near(question, exact)))
    curves, *others = (_curves(question, X) for X in _measured(question))
    found = ManyRolls(both, curves, others[-1] if others else curves)
    return _standings.get(name(question), lambda: found) if found.complete else found


def follow(question: Question, visitor: str) -> ManyRolls:
    """Return the known results of many rolls, and request that the others continue."""
    found = standing(question)
    if not found.complete:
        WORKS.follow(
            name(question),
            visitor,
            lambda _, cancel: more_rolls(question, cancel),
            _seconds_of_roll(question),
            kept=False,
        )
    return found


def is_over(question: Question, found: ManyRolls) -> bool:
    """Whether the rolls have ended."""
    so_far = WORKS.known(name(question))
    return found.complete or (so_far is not None and so_far.failed)


def leave(question: Question, visitor: str) -> None:
    """Stop the current roll unless another visitor waits for it."""
    WORKS.leave(name(question), visitor)


def name(question: Question) -> str:
    """Return the key of the results of many rolls."""
    return question.key(question.rolled(0), question.C, question.square, question.options.case)


def takes_long(question: Question) -> bool:
    """Whether all rolls take so long that their progress is shown."""
    return ROLLS * _seconds_of_roll(question) > LONG


def _seconds_of_roll(question: Question) -> float:
    """Return the approximate seconds for a boundary of random features: features, solve and drawing."""
    n, D = len(question.y), question.components
    return 2e-3 + 1.1e-5 * D + 2e-8 * n * n + 5e-8 * n * D


def more_rolls(question: Question, cancel: CancelFlag) -> Iterator[None]:
    """Make one roll after the other, and pause after every boundary of a seed and every set of errors of K."""
    with suppress(CancelledError):
        for seed in range(ROLLS):
            if not _known(question, seed):
                _boundary(question, question.rolled(seed), cancel)
                yield
            for X in _measured(question) if seed in range(CURVES) else ():
                if not _knows_errors(question, X, seed):
                    _errors_of(question, X, seed)
                    yield


def _known(question: Question, seed: int) -> bool:
    kernel = question.rolled(seed)
    return _drawn.known(question.key(kernel, question.C, question.square, question.spec(kernel))) is not None


def _as_many(most: int, known: Callable[[int], bool], make: Callable[[int], Result]) -> list[Result]:
    """Return the results of the first seeds, as far as they are known; that of seed 0 is computed in any case."""
    found = [make(0)]
    while len(found) < most and known(len(found)):
        found.append(make(len(found)))
    return found


def _measured(question: Question) -> tuple[Matrix, ...]:
    """Return the points on which errors of K are measured: those of the board, and those of the bounds if different."""
    own = measured_points(question.X)
    return (own,) if question.options.case == "points" else (own, measured_points(line()))


def _curves(question: Question, X: Matrix) -> ErrorCurves:
    """Return the errors on X over D, for as many rolls as are known."""
    found = _as_many(CURVES, partial(_knows_errors, question, X), partial(_errors_of, question, X))
    return against_components(X, question.gamma, question.phi.paired, found, _components(question))


def _errors_of(question: Question, X: Matrix, seed: int) -> RollErrors:
    """Return the errors of a roll on X over D: the curve is cached while D moves; only the visitor's D is added."""
    curve, *own = (
        _errors.get(_key_of(question, X, at, seed), partial(roll_errors, X, _map_of(question, at, seed), at))
        for at in _parts(question)
    )
    return with_one_more(curve, COMPONENTS, own[0], question.components) if own else curve


def _knows_errors(question: Question, X: Matrix, seed: int) -> bool:
    return all(_errors.known(_key_of(question, X, at, seed)) is not None for at in _parts(question))


def _parts(question: Question) -> tuple[tuple[int, ...], ...]:
    """Return the values of D that are measured together."""
    return (COMPONENTS,) if question.components in COMPONENTS else (COMPONENTS, (question.components,))


def _map_of(question: Question, components: tuple[int, ...], seed: int) -> FourierMap:
    return replace(question.phi, n_components=components[-1], seed=seed)


def _key_of(question: Question, X: Matrix, components: tuple[int, ...], seed: int) -> str:
    return content_key(X, NO_LABELS, _map_of(question, components, seed), components)


def _components(question: Question) -> tuple[int, ...]:
    """Return the values of D of the curves, including the visitor's, in ascending order."""
    return tuple(sorted({*COMPONENTS, question.components}))


def place(question: Question) -> int:
    """Return the index of the visitor's D."""
    return _components(question).index(question.components)


# ---- bounds, frequencies, and both maps ----


def claims(question: Question, measured: ErrorCurves) -> Bounds:
    """Return the bounds on the largest error at every D of the curves."""
    paired, delta = question.phi.paired, question.options.delta
    about = (measured.ball, measured.points, measured.components.tolist(), paired, delta)
    return _bounds.get(content_key(question.X[:0], NO_LABELS, about), lambda: bounds(measured, paired, delta))


def frequencies_of_roll(question: Question) -> Frequencies:
    """Return the frequencies of the visitor's roll."""
    return frequencies(question.phi)


def factor(question: Question) -> Factor:
    """Return the value of Zhang's equation 4 for two of the board's points."""
    X = measured_points(question.X)
    key = content_key(X, NO_LABELS, "factor", question.gamma, question.phi.seed)
    return _factors.get(key, lambda: without_root(X, question.gamma, question.phi.seed))


def variances_of_maps(question: Question) -> Variances:
    """Return the variances of both maps on the points of the board."""
    X, gamma = question.X, question.gamma
    key = content_key(X, NO_LABELS, gamma)
    return _variances.get(key, lambda: variances(X, gamma, range(CURVES), FOR_VARIANCE))


def stand_ins(question: Question) -> StandIns | None:
    """Return the visitor's roll, for which gamma and C can be chosen."""
    return by_kernel(question.X, question.y, question.kernel)
