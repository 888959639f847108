"""The cost of recording a run: `record` against `finish` on the same problem, interleaved in one process.

Run from the root of the project: ``python -m benchmarks.record_cost``. Both take the same steps to the same bits; the
target is an overhead of 5 %. Printed are medians, and the quartiles of the ratio of neighbours in time.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from statistics import median, quantiles

import numpy as np
from sklearn.datasets import make_moons

from core.problem import Gaussian, Problem, c_svc
from core.solver import finish
from core.trace import record

TOLERANCE = 1e-5  # the app's
SECONDS = 3.0  # for each row of the table
FEWEST, MOST = 7, 400  # pairs


def moons(n: int, C: float) -> Problem:
    """Return the problem of a row."""
    X, label = make_moons(n, noise=0.3, random_state=0)
    return c_svc(X, np.where(label > 0, 1.0, -1.0), Gaussian(1.0), C)


def seconds(job: Callable[[], object]) -> float:
    """Return the processor time of a job in this thread, which is less sensitive to other work on the machine."""
    begun = time.thread_time()
    job()
    return time.thread_time() - begun


def compare(n: int, C: float) -> str:
    """Return one row: steps, both medians, and the overhead with its quartiles."""
    problem = moons(n, C)
    limit = 200_000
    steps = len(record(problem, tolerance=TOLERANCE, limit=limit))
    jobs = (
        lambda: finish(problem, tolerance=TOLERANCE, limit=limit),
        lambda: record(problem, tolerance=TOLERANCE, limit=limit),
    )
    seconds(jobs[0])  # compile or load before timing
    pairs = int(np.clip(SECONDS / 2 / max(seconds(jobs[0]), 1e-6), FEWEST, MOST))
    plain: list[float] = []
    kept: list[float] = []
    for turn in range(pairs):
        first, second = (plain, kept) if turn % 2 == 0 else (kept, plain)  # neither always has the warm cache
        for into in (first, second):
            into.append(seconds(jobs[into is kept]))
    ratios = [b / a for a, b in zip(plain, kept, strict=True)]
    low, _, high = quantiles(ratios, n=4)
    cells = f"{median(plain) * 1e3:10.3f} {median(kept) * 1e3:10.3f} {100 * (median(kept) / median(plain) - 1):+9.1f} %"
    return f"{n:5} {C:6g} {steps:7} {pairs:5} {cells}   {100 * (low - 1):+.1f} ... {100 * (high - 1):+.1f} %"


def main(_: list[str] | None = None) -> None:
    """Print the table."""
    print(f"load {os.getloadavg()[0]:.2f} on {os.cpu_count()} cores")
    print(
        f"{'n':>5} {'C':>6} {'steps':>7} {'pairs':>5} {'finish/ms':>10} {'record/ms':>10} {'overhead':>11}   quartiles"
    )
    for n in (200, 1000, 2000):
        for C in (10.0, 1000.0):
            print(compare(n, C), flush=True)


if __name__ == "__main__":
    main()
