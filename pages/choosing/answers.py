"""The results of the page: small pictures of machines, the searches of the strategies, and the tested choices."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from core.lowlevel.thread_clock import CLOCK
from core.problem import Gaussian, InputError
from core.problem.arrays import Vector
from core.selection import (
    Folded,
    Kind,
    LeaveOneOut,
    Look,
    Purpose,
    Strategy,
    best,
    chosen,
    folded,
    grid_of,
    leave_one_out,
    leave_one_out_of_ridge,
    median_gamma,
    penalty_of,
    walk,
    within_one_standard_error,
)
from core.solver import CancelFlag
from core.topics.choosing.experiment import (
    FoldPicture,
    Judgement,
    MachineAt,
    Parts,
    Tile,
    fold_picture,
    judge,
    set_apart,
    tiles,
)
from core.topics.choosing.sparse_code import PENALTY, sparse_codes
from pages.choosing.names import PRINTED, WALKED
from pages.choosing.question import Question
from pages.choosing.walked import Walked
from ui.page.choice.grid import ALONG_C, ALONG_GAMMA, SIDE
from ui.solve.board_problem import BoardProblem
from ui.solve.limits import COMPONENTS_DECOMPOSED, COMPONENTS_MAPPED, POINTS_LEFT_OUT, POINTS_MAPPED, SECONDS_UNSAID
from ui.solve.memory import SharedResults
from ui.solve.queue.long_work import WORKS, Progress
from ui.solve.solving import Solved, solved

COARSE = 4 * len(ALONG_C)  # cells of the first picture: four gammas over the whole range
TILE_GAMMAS, TILE_CS = ALONG_GAMMA[1::3], ALONG_C[1::3]
A_PIECE = 5e-7  # approximate seconds per look or small picture, divided by n^2
A_FACTOR = 1.5e-11  # approximate seconds per fold and C, divided by D^3, for large D
DEALS = 5  # number of other splits of the points into folds

NOTHING: Progress[Look] = Progress((), over=False, failed=False)

_folded: SharedResults[Folded] = SharedResults()
_judged: SharedResults[Judgement | None] = SharedResults()
_pictures: SharedResults[tuple[FoldPicture, ...]] = SharedResults()
_left_out: SharedResults[LeaveOneOut] = SharedResults()
_printed: SharedResults[tuple[PrintedWalk, ...]] = SharedResults()
_sparse: SharedResults[SparseTest] = SharedResults()
_deals: SharedResults[tuple[Look, ...]] = SharedResults()


# ---- points for choosing and for the test ----


def parts(question: Question) -> Parts:
    """Return the points for choosing, and those for the test."""
    return set_apart(question.z, question.options.deal)


def folds_of(question: Question) -> Folded:
    """Return the points for choosing in folds; `InputError` if there are too few, or only one class."""

    def make() -> Folded:
        own = parts(question).choosing
        count = min(question.options.folds, len(own))
        return folded(question.X[own], question.z[own], count, question.options.deal, question.options.machine)

    return _folded.get(question.key(), make)


def labels(found: Folded) -> Vector:
    """Return the labels of the points for choosing, +1.0 or -1.0."""
    return np.where(found.target > 0, 1.0, -1.0)


def here(question: Question) -> Look | None:
    """Return the look at the visitor's own gamma and C; None for a hard margin, which is not on the map."""
    if question.C is None:
        return None
    shown = pictures(question, question.gamma, question.C)
    errors = tuple(float(np.count_nonzero(fold.wrong)) for fold in shown)
    return Look(
        Purpose.BOTH, Kind.EXACT, question.gamma, question.C, None, errors, tuple(len(fold.test) for fold in shown)
    )


def board(question: Question) -> Solved:
    """Return the machine of all points at the visitor's gamma and C; `InputError` if it cannot be solved."""
    return solved(BoardProblem(question.X, question.y, question.spec, question.C))


def judged(question: Question, gamma: float, C: float) -> Judgement | None:
    """Train at a cell on all points for choosing, and count the errors on them and on the test points."""
    own = partial(judge, question.X, question.z, parts(question), MachineAt(question.options.machine, gamma, C))
    return _judged.get(question.key(gamma, C), own)


def pictures(question: Question, gamma: float, C: float) -> tuple[FoldPicture, ...]:
    """Return the decisions of the machines trained without each fold, at a cell of the map."""

    def make() -> tuple[FoldPicture, ...]:
        found = folds_of(question)
        X, y, at = found.X, labels(found), MachineAt(question.options.machine, gamma, C)
        return tuple(fold_picture(X, y, split, at, question.square, len(found.splits)) for split in found.splits)

    return _pictures.get(question.key(gamma, C, question.square), make)


def left_out(question: Question, gamma: float, C: float) -> LeaveOneOut | None:
    """Return the exact leave-one-out error on the points for choosing; None for many points."""
    own = parts(question).choosing
    if len(own) > POINTS_LEFT_OUT:
        return None

    def make() -> LeaveOneOut:
        if question.options.machine == "ridge":
            return leave_one_out_of_ridge(
                Gaussian(gamma).gram(question.X[own], question.X[own]), question.z[own], penalty_of(C)
            )
        found = solved(BoardProblem(question.X[own], question.y[own], {**question.spec, "gamma": gamma}, C))
        return leave_one_out(found.problem, found.solution.alpha, found.solution.decision)

    return _left_out.get(question.key("left out", gamma, C), make)


# ---- long work, piece by piece ----


def machines(question: Question, visitor: str) -> Progress[Tile]:
    """Return the small pictures drawn so far, and request that the drawing continues."""

    def make(found: Sequence[Tile], cancel: CancelFlag) -> Iterator[Tile]:
        every = [MachineAt(question.options.machine, gamma, C) for gamma in TILE_GAMMAS for C in TILE_CS]
        return tiles(question.X, question.z, every[len(found) :], question.square, cancel)

    return WORKS.follow(question.pictures, visitor, make, _cost(question))


def known_machines(question: Question) -> Progress[Tile]:
    """Return the small pictures drawn so far."""
    return WORKS.known(question.pictures) or Progress((), over=False, failed=False)


def leave_machines(question: Question, visitor: str) -> None:
    """Stop drawing unless another visitor waits."""
    WORKS.leave(question.pictures, visitor)


def walks(question: Question, visitor: str, names: Sequence[str] = WALKED) -> tuple[Walked, ...]:
    """Return the progress of all strategies, and request that the named ones continue."""
    points = folds_of(question)
    for name in names:
        WORKS.follow(_name(question, name), visitor, _steps(question, points, name), _cost(question, name))
    return known(question)


def known(question: Question) -> tuple[Walked, ...]:
    """Return the progress of all strategies without requesting more."""
    return tuple(_walked(question, name, WORKS.known(_name(question, name)) or NOTHING) for name in WALKED)


def leave(question: Question, visitor: str) -> None:
    """Stop the current work unless another visitor waits for it."""
    for name in WALKED:
        WORKS.leave(_name(question, name), visitor)


def cost_of_a_look(question: Question) -> float:
    """Return the approximate seconds of a look with kernel values."""
    return _cost(question)


def name_of_search(question: Question, name: str) -> str:
    """Return the key of the search of a strategy over the map."""
    return _name(question, name)


def _cost(question: Question, name: str = "") -> float:
    """Return the approximate seconds per piece: a small picture, or a look of a strategy."""
    return A_PIECE * len(question.y) ** 2 + (_factors(question) if name in ("rffdg-rbf", PRINTED) else 0.0)


def _factors(question: Question) -> float:
    """Return the approximate seconds for the folds of one cell, if D is so large that each C needs its own solve."""
    D = question.components
    return A_FACTOR * D**3 * question.options.folds if D > COMPONENTS_DECOMPOSED else 0.0


def expected(question: Question) -> float | None:
    """Return the approximate seconds for the features of RFFDG-RBF; None if it is short."""
    seconds = SIDE * SIDE * _factors(question)
    return seconds if seconds > SECONDS_UNSAID else None


def _rank(question: Question, name: str) -> tuple[int, int]:
    """Return the number of features or landmarks of a strategy, and their seed."""
    features = (question.components, question.seed)
    return {"rffdg-rbf": features, PRINTED: features, "nystroem": question.landmarks}.get(name, (1, 0))


def _name(question: Question, name: str) -> str:
    return question.key(name, *_rank(question, name), question.rank if name == "nystroem" else None)


def _steps(question: Question, points: Folded, name: str) -> Callable[[Sequence[Look], CancelFlag], Iterator[Look]]:
    """Return a function that continues the search of a strategy after the known looks."""
    rank, seed = _rank(question, name)
    # Nystroem keeps the C it chose, so its machine on features is of the kind that is trained exactly.
    of_landmarks = name == "nystroem"
    on_features, kept = (points.learner, question.rank) if of_landmarks else (None, None)
    strategy = Strategy(name, seed, on_features, kept=kept) if name != PRINTED else as_printed(question)

    def make(found: Sequence[Look], cancel: CancelFlag) -> Iterator[Look]:
        with suppress(InputError):  # a strategy that fails on these points has no looks
            grid = grid_of(ALONG_GAMMA, ALONG_C, (rank,))
            yield from walk(strategy, points, grid, cancel, clock=CLOCK, known=found)

    return make


def _walked(question: Question, name: str, so_far: Progress[Look]) -> Walked:
    spent = np.cumsum([look.seconds for look in so_far.found])
    count, known = int(np.searchsorted(spent, question.spent, side="right")), len(so_far.found)
    of = known if so_far.over and not so_far.failed else wanted(name)
    return Walked(name, so_far.found[:count], known, of, so_far.over, question.options.rule, question.options.machine)


def wanted(name: str) -> int:
    """Return the largest number of looks of a strategy on the map."""
    cells = SIDE * SIDE
    return {"grid": cells, "rffdg-rbf": cells + SIDE, "nystroem": cells + 1, "median": SIDE, PRINTED: 2 * SIDE}[name]


def within(walked: Sequence[Walked]) -> list[Look]:
    """Return the cells of the full grid within one standard error of its best."""
    looks = next(each for each in walked if each.name == "grid").looks
    return within_one_standard_error(looks) if looks else []


# ---- errors of the choices ----


def judgement(question: Question, walked: Walked) -> Judgement | None:
    """Return the errors of the exact machine at the choice of a strategy; None without one."""
    return None if walked.choice is None else judged(question, walked.choice.gamma, walked.choice.C)


@dataclass(frozen=True)
class PrintedWalk:
    """One interpretation of the printed algorithm."""

    name: str  # "letter", "loops" or "corrected"
    looks: int
    choice: Look


def as_printed(question: Question) -> Strategy:
    """Return RFFDG-RBF as printed, with complete loops."""
    return Strategy("rffdg-rbf", question.seed, as_printed=True, returns_inside=False)


def printed(question: Question) -> tuple[PrintedWalk, ...] | None:
    """Return the results of RFFDG-RBF as printed, with complete loops, and as corrected (mathematics 20.4.8).

    None for many points or features.
    """
    if len(parts(question).choosing) > POINTS_MAPPED or question.components > COMPONENTS_MAPPED:
        return None
    points, grid = folds_of(question), grid_of(ALONG_GAMMA, ALONG_C, (question.components,))
    loops = as_printed(question)
    ways = {
        "letter": replace(loops, returns_inside=True),
        "loops": loops,
        "corrected": replace(loops, as_printed=False, returns_inside=True),
    }

    def make() -> tuple[PrintedWalk, ...]:
        walked = {name: tuple(walk(way, points, grid)) for name, way in ways.items()}
        return tuple(PrintedWalk(name, len(looks), chosen(looks)) for name, looks in walked.items())

    return _printed.get(question.key("printed", question.components, question.seed), make)


@dataclass(frozen=True)
class SparseTest:
    """The errors of KSRC on the test points, and of the machine at the same gamma (mathematics 17)."""

    gamma: float  # of the median rule
    C: float
    penalty: float  # of KSRC's code
    errors: int
    machine: Judgement | None  # at that gamma and C; None without a machine
    of: int  # test points
    used: float  # mean number of training points in a code
    trained: int  # training points


def sparse_test(question: Question) -> SparseTest | None:
    """Return KSRC's errors on the test points; None without test points, or with many points.

    `InputError` if the median rule gives no gamma.
    """
    own = parts(question)
    if not len(own.test) or len(own.choosing) > POINTS_LEFT_OUT:
        return None

    C = question.board.numbers["C"] if question.C is None else question.C

    def make() -> SparseTest:
        X, y, new = question.X[own.choosing], question.z[own.choosing], question.X[own.test]
        gamma = median_gamma(X)
        found = sparse_codes(X, y, new, gamma)
        errors = int(np.count_nonzero(found.sides != question.z[own.test]))
        used = float(np.count_nonzero(found.codes, axis=0).mean())
        return SparseTest(gamma, C, PENALTY, errors, judged(question, gamma, C), len(new), used, len(X))

    return _sparse.get(question.key("sparse", C), make)


def deals(question: Question) -> tuple[Look, ...] | None:
    """Return the choices of the full grid for `DEALS` other splits of the same points; None for many points."""
    own = parts(question).choosing
    if len(own) > POINTS_MAPPED:
        return None

    def make() -> tuple[Look, ...]:
        grid, count = grid_of(ALONG_GAMMA, ALONG_C), min(question.options.folds, len(own))
        first = question.options.deal + 1
        others = (
            folded(question.X[own], question.z[own], count, seed, question.options.machine)
            for seed in range(first, first + DEALS)
        )
        return tuple(best(list(walk("grid", other, grid))) for other in others)

    return _deals.get(question.key("deals"), make)
