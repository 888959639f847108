"""Compile, or load from the cache, everything that a page calls, before the server says that it is ready."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from core.experiment import panel
from core.experiment.budget import MAPS, Choice, Setting, approximate, reference
from core.lowlevel.compiled import quarantine
from core.problem import Gaussian, Precomputed, Problem, c_svc, linear_svc
from core.solver import answer, finish, train
from core.solver.trainer import CACHE_BYTES
from core.trace import by_hand, pick, record
from core.view import box_at, curves, pair_at, playback, solution

Report = Callable[[str, int, int], None]


def warm_up(report: Report) -> None:
    """Run each compiled loop once on four points; report(what, done, of) tells how far it is."""
    try:
        _run_all(report)
    except Exception:  # a damaged cache raises whatever its bytes decode to
        if quarantine() is None:
            raise
        _run_all(report)


def _run_all(report: Report) -> None:
    problem = _four_points()
    jobs = dict(_jobs(problem))
    for done, (what, job) in enumerate(jobs.items()):
        report(what, done, len(jobs))
        job()
    report("ready", len(jobs), len(jobs))


def _jobs(problem: Problem) -> Iterator[tuple[str, Callable[[], object]]]:
    yield "finish", lambda: finish(problem)
    yield "record", lambda: curves(record(problem))
    yield "answer", lambda: solution(problem, answer(problem))
    yield "train", lambda: _train(problem)
    yield "pair", lambda: (pair_at(record(problem), 0), box_at(record(problem), 0), playback(record(problem)))
    yield "hand", lambda: pick(by_hand(problem, [(0, 2)]), 1, 3)
    yield "platt", lambda: (finish(problem, "platt"), curves(record(problem, "platt")))
    yield "regions", lambda: panel(problem.X, problem.y, 1.0, 10.0, (-2.0, -2.0, 4.0), 1e-3, 1000)
    yield "budget", _all_maps
    linear = linear_svc(problem.X, problem.y, 1.0)
    yield "dual-cd", lambda: (finish(linear, "dual-cd"), curves(record(linear, "dual-cd")))


def _train(problem: Problem) -> None:
    """Run the trainer on the whole Gram matrix, as for few points, and on rows of it, as for many."""
    gram = np.array(problem.dual.kernel)
    for cache in (CACHE_BYTES, 0):
        train(problem.form, gram, Precomputed(), 1e-5, cache)


def _all_maps() -> None:
    """Train every map on points that no line parts: coordinate descent alone would take too long, Newton ends it."""
    t = np.arange(8.0)
    X, y = np.column_stack([np.cos(t), np.sin(1.7 * t)]), np.where(t % 2, 1.0, -1.0)
    setting = Setting(X, y, 1.0, 10.0, (-2.0, -2.0, 4.0))
    exact = reference(setting)
    for name in MAPS:
        approximate(Choice(name, 1), setting, exact)


def _four_points() -> Problem:
    X = np.array([[1.0, 1.0], [-1.0, -1.0], [1.0, -1.0], [-1.0, 1.0]])
    return c_svc(X, np.array([1.0, 1.0, -1.0, -1.0]), Gaussian(1.0), 10.0)
