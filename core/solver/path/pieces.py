"""The pieces of a path over C and the proof of each; a path that gets stuck restarts just beyond that C."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...lowlevel.compiled import compiled
from ...problem import Precomputed, Problem, c_svc
from ...problem.arrays import Matrix, Vector
from ...problem.gram import inner_gram
from ..answer import answer
from ..outcome import Outcome
from ..stepper import CancelFlag
from .follow import POLISH, Course, Segments, enter, follow, residuals
from .free_system import BOUNDED, FREE, ZERO, Active, standing

STARTED = 1e-4  # tolerance of the solve that a walk starts from; from there it is carried to the optimum
MOST_STEPS = 100_000  # of that solve, which may as well stop short of it
ALLOWED = 1e-10  # of the terms of f: a larger violation on the way is corrected
JUMPS = (1e-10, 1e-9, 1e-8)  # of C: how far behind a place that stops the walk it starts anew
MOST_CALLS = 2000
PROVED = 1e-8  # relative gap: a piece whose ends are not as near to the optimum ends the path
ROOM = 256  # pieces that one compiled call finds


@dataclass(frozen=True, eq=False)
class Pieces:
    """m pieces of a path, ascending in C and without gaps."""

    ends: Matrix  # (m, 2) C where each begins and ends
    alpha: NDArray[np.float64]  # (m, 2, n) alpha there, linear between
    b: Matrix  # (m, 2) b there, linear between; nan where no point is free and b has an interval
    place: NDArray[np.uint8]  # (m, n) ZERO, FREE or BOUNDED
    violation: Vector  # (m,) the worst of the KKT conditions at the two ends, in units of f
    gap: Vector  # (m,) the larger of the relative duality gaps there


def found(problem: Problem, high: float, cancel: CancelFlag) -> tuple[Pieces, Outcome]:
    """Return the pieces from the problem's C up to `high`, and how the path ended."""
    n, y = len(problem.y), problem.y
    Q = problem.gram * np.outer(y, y)
    way = Course(0.0, 1.0, np.full(n, -1.0), np.zeros(n), high, ALLOWED)
    at, settled = _start(problem, Q, float(problem.form.upper[0]), cancel)
    kept, outcome = [_room(n, ROOM)], Outcome.STEP_LIMIT if settled else Outcome.STUCK
    for _ in range(MOST_CALLS if settled else 0):
        if cancel[0] != 0 or outcome not in (Outcome.STEP_LIMIT, Outcome.STUCK):
            break
        if outcome is Outcome.STUCK:
            behind = _behind(problem, Q, at, kept, cancel)
            if behind is None:
                break
            at = behind
        kept.append(_room(n, ROOM))
        outcome = Outcome(follow(Q, y, way, at, kept[-1], cancel))
    proved, complete = _proved(problem, kept)
    if cancel[0] != 0:
        return proved, Outcome.CANCELLED
    return proved, outcome if complete else Outcome.STUCK


def _behind(problem: Problem, Q: Matrix, old: Active, kept: list[Segments], cancel: CancelFlag) -> Active | None:
    """Solve again slightly beyond a C, and bridge the gap with a piece between two optima; None if nothing helps.

    D is convex in alpha, and its minimum in C: between two optima this close, their mean is optimal up to a fraction of
    their distance.
    """
    before = float(old.level[0])
    for jump in JUMPS:
        C = before * (1.0 + jump)
        at, settled = _start(problem, Q, C, cancel)
        if settled:
            bridge = _room(len(old.alpha), 1)
            bridge.ends[0], bridge.alpha[0] = (before, C), (old.alpha, at.alpha)
            bridge.b[0], bridge.place[0], bridge.used[0] = (old.level[1], at.level[1]), at.place, 1
            kept.append(bridge)
            return at
    return None


def _start(problem: Problem, Q: Matrix, C: float, cancel: CancelFlag) -> tuple[Active, bool]:
    """Return the optimum at C as a state of the path, and whether it is optimal."""
    here = c_svc(problem.gram, problem.y, Precomputed(), C)
    solved = answer(here, tolerance=STARTED, limit=MOST_STEPS, cancel=cancel)
    at = standing(len(problem.y))
    at.level[0] = C
    place_all(Q, problem.y, at, solved.alpha, C)
    return at, _corrected(Q, problem.y, at, cancel)


@compiled
def place_all(Q: Matrix, y: Vector, at: Active, alpha: Vector, C: float) -> None:
    """Set the status of every variable; if the images of free ones are dependent, some move to a bound."""
    for k in range(alpha.size):
        at.alpha[k] = alpha[k]
        at.place[k] = ZERO if alpha[k] <= 0.0 else (BOUNDED if alpha[k] >= C else FREE)
    for k in range(alpha.size):
        if at.place[k] == FREE:
            enter(Q, y, at, k, C, C)


def _corrected(Q: Matrix, y: Vector, at: Active, cancel: CancelFlag) -> bool:
    """Move an almost optimal point at its C to the optimum: p moves from the value for which it is optimal to -1.

    If it is optimal already, all events would be at the start, and ties among them can cause cycles.
    """
    C, n = float(at.level[0]), len(y)
    now = Course(C, 0.0, np.full(n, -1.0), np.zeros(n), 1.0, np.inf)
    at.level[1] = 0.0
    u, largest = residuals(Q, y, now, at)
    score, up = -y * u, (at.place == ZERO) == (y > 0)
    if at.number[0] > 0:
        b = float(score[at.free[: at.number[0]]].mean())
    else:
        m, M = score[up].max(initial=-np.inf), score[~up].min(initial=np.inf)
        b = float((m + M) / 2) if np.isfinite(m + M) else float(m if np.isfinite(m) else M)
    u += y * b
    off = np.where(at.place == FREE, u, np.where(at.place == ZERO, np.minimum(u, 0.0), np.maximum(u, 0.0)))
    at.level[0], at.level[1] = C, b if at.number[0] > 0 else np.nan
    if np.abs(off).max() <= POLISH * largest:
        return True
    way = Course(C, 0.0, -1.0 - off, off, 1.0, ALLOWED)
    at.level[0] = 0.0
    outcome = follow(Q, y, way, at, _room(n, 0), cancel)
    at.level[0] = C
    return outcome == Outcome.OPTIMAL


def _room(n: int, pieces: int) -> Segments:
    """Return empty rows; with 0 pieces, those for a correction."""
    return Segments(
        np.zeros((pieces, 2)),
        np.zeros((pieces, 2, n)),
        np.zeros((pieces, 2)),
        np.zeros((pieces, n), dtype=np.uint8),
        np.zeros(1, dtype=np.int64),
    )


def _proved(problem: Problem, kept: list[Segments]) -> tuple[Pieces, bool]:
    """Return the pieces up to the first without a proof, and whether these are all.

    The proofs use only alpha, b and the status of the points.
    """
    used = [int(rows.used[0]) for rows in kept]
    ends, alpha, b, place = (
        np.concatenate([getattr(rows, name)[:count] for rows, count in zip(kept, used, strict=True)])
        for name in ("ends", "alpha", "b", "place")
    )
    raw = Pieces(ends, alpha, b, place, np.zeros(len(ends)), np.zeros(len(ends)))
    worst, gaps = zip(*(_proof(problem, raw, end) for end in (0, 1)), strict=True)
    violation, gap = np.maximum(*worst), np.maximum(*gaps)
    missing = np.flatnonzero(~(gap <= PROVED))
    count = int(missing[0]) if len(missing) else len(ends)
    parts = (part[:count] for part in (ends, alpha, b, place, violation, gap))
    return Pieces(*parts), count == len(ends)


def _proof(problem: Problem, raw: Pieces, end: int) -> tuple[Vector, Vector]:
    """Return the violation and the relative gap of every piece at one of its ends, (m,) each (mathematics 18)."""
    C, alpha = raw.ends[:, end, None], raw.alpha[:, end]
    g = inner_gram(alpha * problem.y, problem.gram)
    up, score = (raw.place == ZERO) == (problem.y > 0), problem.y - g
    m, M = np.where(up, score, -np.inf).max(axis=1), np.where(up, np.inf, score).min(axis=1)
    middle = np.where(np.isfinite(m), np.where(np.isfinite(M), (m + M) / 2, m), M)
    b = np.where(np.isnan(raw.b[:, end]), middle, raw.b[:, end])
    u = problem.y * (g + b[:, None]) - 1.0
    off = np.where(raw.place == FREE, np.abs(u), np.where(raw.place == ZERO, -u, u)).max(axis=1)
    outside = np.maximum(-alpha, alpha - C).max(axis=1)
    gap = np.sum((C - alpha) * np.maximum(-u, 0.0) + alpha * np.maximum(u, 0.0), axis=1)
    dual = 0.5 * np.sum(alpha * problem.y * g, axis=1) - alpha.sum(axis=1)
    return np.maximum(np.maximum(off, 0.0), outside / C[:, 0]), gap / np.maximum(np.abs(dual), 1e-300)
