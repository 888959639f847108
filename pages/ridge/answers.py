"""The machines of a question about ridge regression, cached for all visitors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from core.problem.arrays import Indices, Matrix, Vector
from core.selection import Learner
from core.solver import CancelFlag
from core.solver.smallest_norm import never
from core.topics.choosing.experiment import Approximation
from core.topics.ridge.experiment import (
    Changes,
    RidgePlane,
    Smooths,
    SupportOnly,
    SvmMove,
    Tube,
    carrying,
    features_replace,
    one_moved,
    point_moves,
    ridge_on,
    ridge_plane,
    smooths,
    svm_move,
    tube_on_line,
    wave,
)
from core.topics.ridge.theory import corollary_3, corollary_3_printed, entrywise_bound, proposition_3, spectral_norm
from core.view import Light, field, isolines
from pages.ridge.question import Question
from ui.page.choice import StandIns
from ui.solve.board_problem import BoardProblem, content_key
from ui.solve.limits import POINTS_FACTORED_TWICE, POINTS_OF_A_BOUND, POINTS_OF_MACHINES, steps_of_one
from ui.solve.memory import SharedResults
from ui.solve.queue.long_work import WORKS
from ui.solve.solving import Solved, solved

POINTS_OF_WAVE, NOISE, SEED = 60, 0.15, 0
SECONDS_OF_TRIPLE = 5e-10  # of least squares, per product n^2 max(n, D)
SHIFTS = 24  # shifts of a point, besides the visitor's own
COMPONENTS = (10, 20, 50, 100, 200, 500, 1000)

_planes: SharedResults[RidgePlane] = SharedResults()
_both: SharedResults[Both] = SharedResults()
_smooths: SharedResults[Smooths] = SharedResults()
_tubes: SharedResults[Tube] = SharedResults()
_changes: SharedResults[Stability] = SharedResults()
_svms: SharedResults[SvmStability] = SharedResults()
_only: SharedResults[WithoutTheOthers] = SharedResults()


@dataclass(frozen=True)
class Both:
    """The SVM and ridge regression on the same points with the same kernel."""

    svm: Solved
    ridge: RidgePlane
    carrying: int  # points with a nonzero coefficient in ridge regression
    share: float  # of the window on which the classes differ; nan without an SVM
    apart: int  # points on which they differ

    @property
    def exists(self) -> bool:
        """Whether there is an SVM."""
        return self.svm.solution.light is not Light.IMPOSSIBLE


@dataclass(frozen=True)
class Stability:
    """The data of the panel about stability."""

    changes: Changes
    place: int  # of the visitor's own change
    points: int  # used points
    of: int


@dataclass(frozen=True)
class SvmStability:
    """The same for the SVM without offset, at the visitor's own change."""

    measured: SvmMove
    entrywise: float  # proved, from the largest entry
    proved: float  # Zhang's proposition 3
    corrected: float  # Zhang's corollary 3 with n eps
    printed: float  # Zhang's corollary 3
    diagonal: float  # the largest K'(x, x)
    C: float
    points: int
    classes: bool  # False: only one class, so there is no machine


@dataclass(frozen=True)
class WithoutTheOthers:
    """Both machines trained again on the support vectors alone."""

    ridge: SupportOnly
    svm: float  # share of the window whose class changes
    dropped: int


def plane(asked: Question) -> RidgePlane:
    """Return the ridge regression of the labels; `InputError` without points."""
    z = asked.y.astype(np.float64)
    key = asked.key(asked.square)
    return _planes.get(key, lambda: ridge_plane(asked.X, z, asked.gamma, asked.penalty, asked.square))


def boundary(asked: Question) -> Matrix:
    """Return the boundary of ridge regression as polylines (k, 2), a row of nan after each."""
    found = plane(asked)
    return isolines(found.field, found.x_axis, found.y_axis)


def both(asked: Question) -> Both:
    """Return the SVM and the ridge regression; `InputError` if the problem cannot be solved."""
    return _both.get(asked.key(asked.square, asked.C), lambda: _both_of(asked))


def _both_of(asked: Question) -> Both:
    svm = solved(BoardProblem(asked.X, asked.y, asked.spec, asked.C))
    found, shown = plane(asked), svm.solution
    carry = carrying(found.alpha)
    if shown.light is Light.IMPOSSIBLE:
        return Both(svm, found, carry, float("nan"), 0)
    theirs = field(svm.problem, shown.alpha, shown.b, found.x_axis, found.y_axis)
    share = float(np.mean((theirs >= 0) != (found.field >= 0)))
    apart = int(np.count_nonzero((shown.decision >= 0) != (found.values >= 0)))
    return Both(svm, found, carry, share, apart)


def smooth(asked: Question, cancel: CancelFlag | None = None) -> Smooths:
    """Return the three curves on the line; `CancelledError` if cancelled."""
    nystroem = (*asked.landmarks, asked.rank)

    def make() -> Smooths:
        if asked.options.line == "wave":
            x, z = wave(POINTS_OF_WAVE, NOISE, SEED)
            ends = (-3.2, 3.2)
        else:
            order = np.argsort(asked.X[:, 0], kind="stable")
            x, z = asked.X[order, 0], asked.X[order, 1]
            ends = (asked.square[0], asked.square[0] + asked.square[2])
        stop = never if cancel is None else lambda: bool(cancel[0])
        return smooths(x, z, asked.penalty, asked.phi, nystroem, ends, stop)

    return _smooths.get(_smooth_key(asked), make, cancel)


def _smooth_key(asked: Question) -> str:
    return asked.key(asked.options.line, asked.phi, (*asked.landmarks, asked.rank), asked.square)


def waits_for_smooth(asked: Question) -> bool:
    """Whether the three curves are computed in the background and not known yet.

    With lambda = 0 the matrices of many points are singular, and each least-squares problem takes seconds.
    """
    many = asked.penalty == 0.0 and asked.options.line != "wave" and len(asked.y) > POINTS_FACTORED_TWICE
    return many and _smooths.known(_smooth_key(asked)) is None


def follow_smooth(asked: Question, visitor: str) -> bool:
    """Return whether the three curves are known or have failed, and request that the work on them continues."""

    def make(known: Sequence[None], cancel: CancelFlag) -> Iterator[None]:
        with suppress(CancelledError):
            smooth(asked, cancel)
        yield from ()

    if is_smooth(asked):
        return True
    seconds = SECONDS_OF_TRIPLE * len(asked.y) ** 2 * max(len(asked.y), asked.phi.n_components)
    return WORKS.follow(smooth_name(asked), visitor, make, seconds, kept=False).failed


def is_smooth(asked: Question) -> bool:
    """Whether the three curves are known or have failed."""
    known = WORKS.known(smooth_name(asked))
    return _smooths.known(_smooth_key(asked)) is not None or (known is not None and known.failed)


def leave_smooth(asked: Question, visitor: str) -> None:
    """Stop the work on the three curves unless another visitor waits for it."""
    WORKS.leave(smooth_name(asked), visitor)


def smooth_name(asked: Question) -> str:
    """Return the key of the three curves in the list of background work."""
    return f"smooth {_smooth_key(asked)}"


def tube(asked: Question) -> Tube | None:
    """Return epsilon-SVR on the same line; None for a hard margin, whose C is infinite, and for many points."""
    C, line, epsilon = asked.C, smooth(asked), asked.options.epsilon
    if C is None or len(line.x) > POINTS_OF_MACHINES:
        return None

    def make() -> Tube:
        return tube_on_line(line.x, line.z, line.axis, asked.gamma, C, epsilon, steps_of_one(len(line.x)))

    key = content_key(asked.X, asked.y, "tube", asked.options.line, asked.square, asked.gamma, C, epsilon)
    return _tubes.get(key, make)


def stability(asked: Question) -> Stability | None:
    """Return the measured changes and the bounds; None for lambda = 0, to which the bounds do not apply."""
    if asked.penalty == 0.0:
        return None
    options = asked.options
    key = asked.key(options.case, options.change, asked.point, options.shift, asked.phi, asked.square, asked.family)
    return _changes.get(key, lambda: _stability(asked))


def _chosen(asked: Question) -> tuple[Matrix, Vector, int, Indices]:
    """Return some evenly spaced points, their targets, the index of the moving point among them, and all indices."""
    X, z = asked.moved
    kept = np.arange(len(z))
    if len(z) > POINTS_OF_A_BOUND:
        kept = np.unique([*np.linspace(0, len(z) - 1, POINTS_OF_A_BOUND).round().astype(int), asked.point])
    return X[kept], z[kept], int(np.searchsorted(kept, asked.point)), kept


def _stability(asked: Question) -> Stability:
    X, z, point, _ = _chosen(asked)
    own, of = asked.options, len(asked.moved[1])
    if own.change == "features":
        D = np.unique([*COMPONENTS, asked.phi.n_components])
        found = features_replace(X, z, asked.gamma, D, asked.phi.seed, asked.penalty)
        return Stability(found, int(np.searchsorted(D, asked.phi.n_components)), len(z), of)
    shifts = np.unique([*np.linspace(0.0, reach(asked), SHIFTS + 1)[1:], own.shift])
    moves = point_moves(X, z, point, shifts, asked.family, asked.penalty)
    return Stability(moves, int(np.searchsorted(shifts, own.shift)), len(z), of)


def reach(asked: Question) -> float:
    """Return the largest shift of a point to the right on the slider."""
    return 2.0 if asked.options.case == "three" else 0.5 * asked.square[2]


def svm_stability(asked: Question) -> SvmStability | None:
    """Return the same for the SVM without offset, at the visitor's change and C; None for infinite C."""
    own, C = asked.options, asked.C
    if C is None:
        return None
    key = asked.key(own.case, own.change, asked.point, own.shift, asked.phi, asked.family, C)
    return _svms.get(key, lambda: _svm_stability(asked, C))


def _svm_stability(asked: Question, C: float) -> SvmStability:
    X, _, point, kept = _chosen(asked)
    z = np.ones(len(X)) if asked.options.case == "three" else asked.y[kept].astype(np.float64)
    K, moved, _ = one_moved(X, point, X[point] + [asked.options.shift, 0.0], asked.family)
    if asked.options.change == "features":
        moved = asked.phi.gram(X, X)
    E, n = moved - K, len(z)
    entry, spectral = float(np.abs(E).max()), spectral_norm(E)
    own, diagonal, classes = float(K.diagonal().max()), float(moved.diagonal().max()), len(set(z.tolist())) == 2
    found = svm_move(K, moved, z, C) if classes else SvmMove(float("nan"), float("nan"))
    return SvmStability(
        found,
        entrywise_bound(n * C, entry, max(own, diagonal)),
        proposition_3(n * C, spectral, max(own, diagonal)),
        corollary_3(n * C, n, entry, max(own, diagonal)),
        corollary_3_printed(n * C, entry, own),
        diagonal,
        C,
        n,
        classes,
    )


def without_the_others(asked: Question) -> WithoutTheOthers | None:
    """Return both machines trained on the support vectors alone; None without an SVM, or without other points."""
    found = both(asked)
    keep = found.svm.solution.alpha > 0
    if not found.exists or keep.all():
        return None

    def make() -> WithoutTheOthers:
        again = solved(BoardProblem(asked.X[keep], asked.y[keep], asked.spec, asked.C))
        axes, shown = (found.ridge.x_axis, found.ridge.y_axis), found.svm.solution
        before = field(found.svm.problem, shown.alpha, shown.b, *axes)
        after = field(again.problem, again.solution.alpha, again.solution.b, *axes)
        share = float(np.mean((before >= 0) != (after >= 0)))
        kept = ridge_on(found.ridge, keep, asked.gamma, asked.penalty)
        return WithoutTheOthers(kept, share, int(np.count_nonzero(~keep)))

    return _only.get(asked.key(asked.square, asked.C), make)


def stand_ins(asked: Question) -> StandIns:
    """Return the features and the landmarks of the page, for each of which gamma and lambda can be chosen."""
    landmarks, seed = asked.landmarks
    spent = (
        Approximation("fourier", asked.phi.n_components, asked.phi.seed),
        Approximation("nystroem", min(landmarks, len(asked.y)), seed),
    )
    return StandIns(asked.X, asked.y, spent, Learner.RIDGE)
