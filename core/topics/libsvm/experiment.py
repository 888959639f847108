"""A whole run of LIBSVM's loop in a few numbers, and the savings by shrinking and the cache on a problem."""

from __future__ import annotations

import time
from dataclasses import dataclass
from itertools import product

import numpy as np

from ...problem import Gaussian, Problem, c_svc
from ...solver import LoopState, Outcome, Said, finish
from ...solver.libsvm.cache import ASKED, COMPUTED
from ...solver.libsvm.loop_step import FEWEST_ROWS
from ...trace import record
from ...view.active import active_sizes
from ..descent.experiment import value_cost
from .view import printed_line

# ---- A whole run of LIBSVM's loop in a few numbers, for each of the five machines ----


@dataclass(frozen=True)
class LoopSummary:
    """The cost of a run and its output."""

    variables: int  # two for each point in regression
    passes: int
    outcome: Outcome
    line: str  # of dots and stars
    fewest: int  # smallest number of active variables
    returned: bool  # whether all returned at ten tolerances
    rebuilt: int  # gradients reconstructed
    asked: int  # kernel values that the run read
    computed: int  # and those that were not in the cache
    relative_width: float  # at the end


def summary(problem: Problem, tolerance: float, cache_rows: int | None, shrinking: bool, limit: int) -> LoopSummary:
    """Run the loop on a problem, at most `limit` steps, and return its summary."""
    trace = record(problem, "libsvm", tolerance, limit, shrinking=shrinking, cache_rows=cache_rows)
    last = trace.last
    assert isinstance(last, LoopState)
    said = np.append(trace.table["said"], last.said)
    return LoopSummary(
        variables=len(last.alpha),
        passes=len(trace),
        outcome=trace.outcome,
        line="".join(printed_line(trace)),
        fewest=int(active_sizes(trace).min()),
        returned=bool((said & Said.RETURN).any()),
        rebuilt=int(trace.table["rebuilt"].sum()),
        asked=max(0, int(last.cache.tally[ASKED])),
        computed=max(0, int(last.cache.tally[COMPUTED])),
        relative_width=trace.stepper.certificate(problem, last.alpha).relative_width,
    )


# ---- The savings by shrinking and the cache on one problem ----


MOST_TIMED = 20_000_000  # multiplications of the timed values, at most
TURNS = 3  # of which the fastest counts, since other processes only add time


@dataclass(frozen=True)
class RunWork:
    """One run."""

    shrinking: bool
    cached: bool  # with the requested number of rows; else with the two that a step needs
    steps: int
    asked: int  # kernel values that the run read
    computed: int  # and those that were not in the cache
    loop: float  # seconds of the run itself
    values: float  # seconds for as many kernel values
    ended: bool


@dataclass(frozen=True)
class Savings:
    """Runs with and without each, in this order: both, only the cache, only shrinking, neither."""

    runs: tuple[RunWork, ...]


def savings(problem: Problem, tolerance: float, cache_rows: int | None, limit: int) -> Savings:
    """Run the loop on a problem with and without shrinking and cache, at most `limit` steps each.

    The loop reads a precomputed Gram matrix; LIBSVM's computations are repeated and timed separately: as many values of
    the same kernel on the same points, or the first of them, with the time scaled.
    """
    pairs = product((cache_rows, FEWEST_ROWS), (True, False))
    return Savings(
        tuple(_work(problem, tolerance, shrinking, rows, rows == cache_rows, limit) for rows, shrinking in pairs)
    )


def _work(problem: Problem, tolerance: float, shrinking: bool, rows: int | None, cached: bool, limit: int) -> RunWork:
    taken, run = [], None
    for _ in range(TURNS):
        begun = time.perf_counter()
        run = finish(problem, "libsvm", tolerance, limit, shrinking=shrinking, cache_rows=rows)
        taken.append(time.perf_counter() - begun)
    assert run is not None
    assert isinstance(run.state, LoopState)
    computed = int(run.state.cache.tally[COMPUTED])
    return RunWork(
        shrinking,
        cached,
        run.steps,
        int(run.state.cache.tally[ASKED]),
        computed,
        min(taken),
        _time_of(problem, computed),
        run.outcome == Outcome.OPTIMAL,
    )


def _time_of(problem: Problem, count: int) -> float:
    """Return the seconds for `count` values of the kernel on these points, in blocks of whole rows."""
    n, d = problem.X.shape
    most: int = max(n, MOST_TIMED // max(value_cost(problem.kernel, d), 1))
    if count > most:
        return _time_of(problem, most) * count / most
    rows, left = np.resize(np.arange(n), -(-count // n)), count
    begun = time.perf_counter()
    for at in range(0, len(rows), n):
        block = rows[at : at + n]
        problem.kernel.gram(problem.X[block[: max(1, left // n)]], problem.X)
        left -= n * len(block)
    return time.perf_counter() - begun


# ---- How much faster a cache makes the training (Xing, 12.3: 20 times) ----


@dataclass(frozen=True)
class CacheGain:
    """One problem trained with a cache that holds all rows, and with one for the two rows that a step needs."""

    n: int
    d: int
    passes: int
    held: RunWork  # with all rows in the cache
    two: RunWork  # with two

    @property
    def factor(self) -> float:
        """How many times as long the training takes with two rows."""
        return (self.two.loop + self.two.values) / (self.held.loop + self.held.values)


def cache_gain(n: int, d: int, tolerance: float, limit: int) -> CacheGain:
    """Train C-SVC on n normal points in d dimensions with a tenth of the labels wrong, with both caches."""
    rng = np.random.default_rng(n + d)
    X = rng.normal(size=(n, d))
    y = np.where(X[:, 0] + X[:, 1] ** 2 > 1.0, 1, -1) * np.where(rng.random(n) < 0.1, -1, 1)
    problem = c_svc(X, y, Gaussian(1.0 / d), 10.0)
    held, two = (_work(problem, tolerance, True, rows, rows is None, limit) for rows in (None, FEWEST_ROWS))
    return CacheGain(n, d, held.steps, held, two)
