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


def plane(question: Question) -> RidgePlane:
    """Return the ridge regression of the labels; `InputError` without points."""
    z = question.y.astype(np.float64)
    key = question.key(question.square)
    return _planes.get(key, lambda: ridge_plane(question.X, z, question.gamma, question.penalty, question.square))


def boundary(question: Question) -> Matrix:
    """Return the boundary of ridge regression as polylines (k, 2), a row of nan after each."""
    found = plane(question)
    return isolines(found.field, found.x_axis, found.y_axis)


def both(question: Question) -> Both:
    """Return the SVM and the ridge regression; `InputError` if the problem cannot be solved."""
    return _both.get(question.key(question.square, question.C), lambda: _both_of(question))


def _both_of(question: Question) -> Both:
    svm = solved(BoardProblem(question.X, question.y, question.spec, question.C))
    found, shown = plane(question), svm.solution
    carry = carrying(found.alpha)
    if shown.light is Light.IMPOSSIBLE:
        return Both(svm, found, carry, float("nan"), 0)
    theirs = field(svm.problem, shown.alpha, shown.b, found.x_axis, found.y_axis)
    share = float(np.mean((theirs >= 0) != (found.field >= 0)))
    apart = int(np.count_nonzero((shown.decision >= 0) != (found.values >= 0)))
    return Both(svm, found, carry, share, apart)


def smooth(question: Question, cancel: CancelFlag | None = None) -> Smooths:
    """Return the three curves on the line; `CancelledError` if cancelled."""
    nystroem = (*question.landmarks, question.rank)

    def make() -> Smooths:
        if question.options.line == "wave":
            x, z = wave(POINTS_OF_WAVE, NOISE, SEED)
            ends = (-3.2, 3.2)
        else:
            order = np.argsort(question.X[:, 0], kind="stable")
            x, z = question.X[order, 0], question.X[order, 1]
            ends = (question.square[0], question.square[0] + question.square[2])
        stop = never if cancel is None else lambda: bool(cancel[0])
        return smooths(x, z, question.penalty, question.phi, nystroem, ends, stop)

    return _smooths.get(_smooth_key(question), make, cancel)


def _smooth_key(question: Question) -> str:
    return question.key(question.options.line, question.phi, (*question.landmarks, question.rank), question.square)


def waits_for_smooth(question: Question) -> bool:
    """Whether the three curves are computed in the background and not known yet.

    With lambda = 0 the matrices of many points are singular, and each least-squares problem takes seconds.
    """
    many = question.penalty == 0.0 and question.options.line != "wave" and len(question.y) > POINTS_FACTORED_TWICE
    return many and _smooths.known(_smooth_key(question)) is None


def follow_smooth(question: Question, visitor: str) -> bool:
    """Return whether the three curves are known or have failed, and request that the work on them continues."""

    def make(known: Sequence[None], cancel: CancelFlag) -> Iterator[None]:
        with suppress(CancelledError):
            smooth(question, cancel)
        yield from ()

    if is_smooth(question):
        return True
    seconds = SECONDS_OF_TRIPLE * len(question.y) ** 2 * max(len(question.y), question.phi.n_components)
    return WORKS.follow(smooth_name(question), visitor, make, seconds, kept=False).failed


def is_smooth(question: Question) -> bool:
    """Whether the three curves are known or have failed."""
    known = WORKS.known(smooth_name(question))
    return _smooths.known(_smooth_key(question)) is not None or (known is not None and known.failed)


def leave_smooth(question: Question, visitor: str) -> None:
    """Stop the work on the three curves unless another visitor waits for it."""
    WORKS.leave(smooth_name(question), visitor)


def smooth_name(question: Question) -> str:
    """Return the key of the three curves in the list of background work."""
    return f"smooth {_smooth_key(question)}"


def tube(question: Question) -> Tube | None:
    """Return epsilon-SVR on the same line; None for a hard margin, whose C is infinite, and for many points."""
    C, line, epsilon = question.C, smooth(question), question.options.epsilon
    if C is None or len(line.x) > POINTS_OF_MACHINES:
        return None

    def make() -> Tube:
        return tube_on_line(line.x, line.z, line.axis, question.gamma, C, epsilon, steps_of_one(len(line.x)))

    key = content_key(
        question.X, question.y, "tube", question.options.line, question.square, question.gamma, C, epsilon
    )
    return _tubes.get(key, make)


def stability(question: Question) -> Stability | None:
    """Return the measured changes and the bounds; None for lambda = 0, to which the bounds do not apply."""
    if question.penalty == 0.0:
        return None
    options = question.options
    key = question.key(
        options.case, options.change, question.point, options.shift, question.phi, question.square, question.family
    )
    return _changes.get(key, lambda: _stability(question))


def _chosen(question: Question) -> tuple[Matrix, Vector, int, Indices]:
    """Return some evenly spaced points, their targets, the index of the moving point among them, and all indices."""
    X, z = question.moved
    kept = np.arange(len(z))
    if len(z) > POINTS_OF_A_BOUND:
        kept = np.unique([*np.linspace(0, len(z) - 1, POINTS_OF_A_BOUND).round().astype(int), question.point])
    return X[kept], z[kept], int(np.searchsorted(kept, question.point)), kept


def _stability(question: Question) -> Stability:
    X, z, point, _ = _chosen(question)
    own, of = question.options, len(question.moved[1])
    if own.change == "features":
        D = np.unique([*COMPONENTS, question.phi.n_components])
        found = features_replace(X, z, question.gamma, D, question.phi.seed, question.penalty)
        return Stability(found, int(np.searchsorted(D, question.phi.n_components)), len(z), of)
    shifts = np.unique([*np.linspace(0.0, reach(question), SHIFTS + 1)[1:], own.shift])
    moves = point_moves(X, z, point, shifts, question.family, question.penalty)
    return Stability(moves, int(np.searchsorted(shifts, own.shift)), len(z), of)


def reach(question: Question) -> float:
    """Return the largest shift of a point to the right on the slider."""
    return 2.0 if question.options.case == "three" else 0.5 * question.square[2]


def svm_stability(question: Question) -> SvmStability | None:
    """Return the same for the SVM without offset, at the visitor's change and C; None for infinite C."""
    own, C = question.options, question.C
    if C is None:
        return None
    key = question.key(own.case, own.change, question.point, own.shift, question.phi, question.family, C)
    return _svms.get(key, lambda: _svm_stability(question, C))


def _svm_stability(question: Question, C: float) -> SvmStability:
    X, _, point, kept = _chosen(question)
    z = np.ones(len(X)) if question.options.case == "three" else question.y[kept].astype(np.float64)
    K, moved, _ = one_moved(X, point, X[point] + [question.options.shift, 0.0], question.family)
    if question.options.change == "features":
        moved = question.phi.gram(X, X)
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


def without_the_others(question: Question) -> WithoutTheOthers | None:
    """Return both machines trained on the support vectors alone; None without an SVM, or without other points."""
    found = both(question)
    keep = found.svm.solution.alpha > 0
    if not found.exists or keep.all():
        return None

    def make() -> WithoutTheOthers:
        again = solved(BoardProblem(question.X[keep], question.y[keep], question.spec, question.C))
        axes, shown = (found.ridge.x_axis, found.ridge.y_axis), found.svm.solution
        before = field(found.svm.problem, shown.alpha, shown.b, *axes)
        after = field(again.problem, again.solution.alpha, again.solution.b, *axes)
        share = float(np.mean((before >= 0) != (after >= 0)))
        kept = ridge_on(found.ridge, keep, question.gamma, question.penalty)
        return WithoutTheOthers(kept, share, int(np.count_nonzero(~keep)))

    return _only.get(question.key(question.square, question.C), make)


def stand_ins(question: Question) -> StandIns:
    """Return the features and the landmarks of the page, for each of which gamma and lambda can be chosen."""
    landmarks, seed = question.landmarks
    spent = (
        Approximation("fourier", question.phi.n_components, question.phi.seed),
        Approximation("nystroem", min(landmarks, len(question.y)), seed),
    )
    return StandIns(question.X, question.y, spent, Learner.RIDGE)
