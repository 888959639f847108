"""Turns: all solvers after each other, repeatedly, in one process, so that a disturbance affects all of them.

Their order is shuffled for each turn, so that the after-effects of one solver, spinning threads and filled caches,
affect a different one each time. A job of microseconds is repeated in its turn, or these effects would be most of
its time; a round before the turns determines how often, and for such jobs it does not count. Before any other job the
memory that it may take is written once and freed: a virtual machine whose free memory has been returned to its host
gets it back at 2 seconds per gigabyte, which would be measured instead of the solver.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from statistics import median
from typing import Generic, NamedTuple, TypeVar

import numpy as np

Answer = TypeVar("Answer")

SECONDS, QUICK_SECONDS = 2.0, 0.2  # for each row
FEWEST, FEWEST_LONG, MOST = 3, 2, 101  # rounds, including the one before the turns
LONG = 10.0  # seconds of a round above which there are fewer
LEAST, MOST_TIMES = 0.02, 200  # least seconds of a job's turn, and most repetitions in it
MEMORY = 600_000_000  # bytes: the cache of rows, and as much again for tables and copies


class Timed(NamedTuple, Generic[Answer]):
    """The times of one solver, and its last result."""

    answer: Answer
    seconds: tuple[float, ...]  # per job, one for each turn

    @property
    def typical(self) -> float:
        """The median."""
        return median(self.seconds)


def in_turns(
    jobs: Mapping[str, Callable[[], Answer]], seconds: float = SECONDS, warm: tuple[str, ...] = ("ours", "trainer")
) -> dict[str, Timed[Answer]]:
    """Return the times of each job; those in `warm` run once before the timing, to compile."""
    answers = {name: jobs[name]() for name in warm if name in jobs}
    first = {}
    for name, job in jobs.items():
        answers[name], first[name] = _done(job, 1)
    often = {name: max(1, min(MOST_TIMES, int(LEAST / each))) for name, each in first.items()}
    taken = {name: [each] if often[name] == 1 else [] for name, each in first.items()}
    begun, orders = time.perf_counter(), np.random.default_rng(0)
    fewest, rounds = FEWEST if sum(first.values()) < LONG else FEWEST_LONG, 1
    while rounds < fewest or (rounds < MOST and time.perf_counter() - begun < seconds):
        for name in orders.permutation(list(jobs)):
            answers[name], each = _done(jobs[name], often[name])
            taken[name].append(each)
        rounds += 1
    return {name: Timed(answers[name], tuple(taken[name])) for name in jobs}


def _done(job: Callable[[], Answer], times: int) -> tuple[Answer, float]:
    """Repeat a job; return its result and the seconds per repetition."""
    if times == 1:
        np.ones(MEMORY, np.uint8)
    seen = time.perf_counter()
    for _ in range(times - 1):
        job()
    answer = job()
    return answer, (time.perf_counter() - seen) / times
