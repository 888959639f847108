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


def rolled(asked: Question) -> Rolled:
    """Return the visitor's roll; `InputError` if the problem cannot be solved."""
    X, phi = asked.X, asked.phi
    exact = _boundary(asked, asked.exact)
    errors = _compared.get(content_key(X, NO_LABELS, phi), lambda: compare(X, phi))
    return Rolled(exact, _boundary(asked, phi), errors, extreme(measured_points(X), asked.gamma), near(asked, exact))


def near(asked: Question, exact: DrawnBoundary) -> NDArray[np.bool_]:
    """Return the part of the window near the points."""
    if not exact.exists:
        return np.empty((0, 0), np.bool_)
    X, square, cells = asked.X, asked.square, len(exact.values)
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


def standing(asked: Question) -> ManyRolls:
    """Return the known results of many rolls, always including the first."""
    if (found := _standings.known(name(asked))) is not None:
        return found
    rolls = _as_many(ROLLS, partial(_known, asked), lambda seed: _boundary(asked, asked.rolled(seed)))
    exact, gamma, square = _boundary(asked, asked.exact), asked.gamma, asked.square
    key = asked.key(asked.rolled(0), asked.C, square, len(rolls))
    both = _clouds.get(key, lambda: cloud(exact, rolls, gamma, square, near(asked, exact)))
    curves, *others = (_curves(asked, X) for X in _measured(asked))
    found = ManyRolls(both, curves, others[-1] if others else curves)
    return _standings.get(name(asked), lambda: found) if found.complete else found


def follow(asked: Question, visitor: str) -> ManyRolls:
    """Return the known results of many rolls, and request that the others continue."""
    found = standing(asked)
    if not found.complete:
        WORKS.follow(
            name(asked), visitor, lambda _, cancel: more_rolls(asked, cancel), _seconds_of_roll(asked), kept=False
        )
    return found


def is_over(asked: Question, found: ManyRolls) -> bool:
    """Whether the rolls have ended."""
    so_far = WORKS.known(name(asked))
    return found.complete or (so_far is not None and so_far.failed)


def leave(asked: Question, visitor: str) -> None:
    """Stop the current roll unless another visitor waits for it."""
    WORKS.leave(name(asked), visitor)


def name(asked: Question) -> str:
    """Return the key of the results of many rolls."""
    return asked.key(asked.rolled(0), asked.C, asked.square, asked.options.case)


def takes_long(asked: Question) -> bool:
    """Whether all rolls take so long that their progress is shown."""
    return ROLLS * _seconds_of_roll(asked) > LONG


def _seconds_of_roll(asked: Question) -> float:
    """Return the approximate seconds for a boundary of random features: features, solve and drawing."""
    n, D = len(asked.y), asked.components
    return 2e-3 + 1.1e-5 * D + 2e-8 * n * n + 5e-8 * n * D


def more_rolls(asked: Question, cancel: CancelFlag) -> Iterator[None]:
    """Make one roll after the other, and pause after every boundary of a seed and every set of errors of K."""
    with suppress(CancelledError):
        for seed in range(ROLLS):
            if not _known(asked, seed):
                _boundary(asked, asked.rolled(seed), cancel)
                yield
            for X in _measured(asked) if seed in range(CURVES) else ():
                if not _knows_errors(asked, X, seed):
                    _errors_of(asked, X, seed)
                    yield


def _known(asked: Question, seed: int) -> bool:
    kernel = asked.rolled(seed)
    return _drawn.known(asked.key(kernel, asked.C, asked.square, asked.spec(kernel))) is not None


def _as_many(most: int, known: Callable[[int], bool], make: Callable[[int], Result]) -> list[Result]:
    """Return the results of the first seeds, as far as they are known; that of seed 0 is computed in any case."""
    found = [make(0)]
    while len(found) < most and known(len(found)):
        found.append(make(len(found)))
    return found


def _measured(asked: Question) -> tuple[Matrix, ...]:
    """Return the points on which errors of K are measured: those of the board, and those of the bounds if different."""
    own = measured_points(asked.X)
    return (own,) if asked.options.case == "points" else (own, measured_points(line()))


def _curves(asked: Question, X: Matrix) -> ErrorCurves:
    """Return the errors on X over D, for as many rolls as are known."""
    found = _as_many(CURVES, partial(_knows_errors, asked, X), partial(_errors_of, asked, X))
    return against_components(X, asked.gamma, asked.phi.paired, found, _components(asked))


def _errors_of(asked: Question, X: Matrix, seed: int) -> RollErrors:
    """Return the errors of a roll on X over D: the curve is cached while D moves; only the visitor's D is added."""
    curve, *own = (
        _errors.get(_key_of(asked, X, at, seed), partial(roll_errors, X, _map_of(asked, at, seed), at))
        for at in _parts(asked)
    )
    return with_one_more(curve, COMPONENTS, own[0], asked.components) if own else curve


def _knows_errors(asked: Question, X: Matrix, seed: int) -> bool:
    return all(_errors.known(_key_of(asked, X, at, seed)) is not None for at in _parts(asked))


def _parts(asked: Question) -> tuple[tuple[int, ...], ...]:
    """Return the values of D that are measured together."""
    return (COMPONENTS,) if asked.components in COMPONENTS else (COMPONENTS, (asked.components,))


def _map_of(asked: Question, components: tuple[int, ...], seed: int) -> FourierMap:
    return replace(asked.phi, n_components=components[-1], seed=seed)


def _key_of(asked: Question, X: Matrix, components: tuple[int, ...], seed: int) -> str:
    return content_key(X, NO_LABELS, _map_of(asked, components, seed), components)


def _components(asked: Question) -> tuple[int, ...]:
    """Return the values of D of the curves, including the visitor's, in ascending order."""
    return tuple(sorted({*COMPONENTS, asked.components}))


def place(asked: Question) -> int:
    """Return the index of the visitor's D."""
    return _components(asked).index(asked.components)


# ---- bounds, frequencies, and both maps ----


def claims(asked: Question, measured: ErrorCurves) -> Bounds:
    """Return the bounds on the largest error at every D of the curves."""
    paired, delta = asked.phi.paired, asked.options.delta
    about = (measured.ball, measured.points, measured.components.tolist(), paired, delta)
    return _bounds.get(content_key(asked.X[:0], NO_LABELS, about), lambda: bounds(measured, paired, delta))


def frequencies_of_roll(asked: Question) -> Frequencies:
    """Return the frequencies of the visitor's roll."""
    return frequencies(asked.phi)


def factor(asked: Question) -> Factor:
    """Return the value of Zhang's equation 4 for two of the board's points."""
    X = measured_points(asked.X)
    key = content_key(X, NO_LABELS, "factor", asked.gamma, asked.phi.seed)
    return _factors.get(key, lambda: without_root(X, asked.gamma, asked.phi.seed))


def variances_of_maps(asked: Question) -> Variances:
    """Return the variances of both maps on the points of the board."""
    X, gamma = asked.X, asked.gamma
    key = content_key(X, NO_LABELS, gamma)
    return _variances.get(key, lambda: variances(X, gamma, range(CURVES), FOR_VARIANCE))


def stand_ins(asked: Question) -> StandIns | None:
    """Return the visitor's roll, for which gamma and C can be chosen."""
    return by_kernel(asked.X, asked.y, asked.kernel)
