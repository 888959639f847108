"""From what the controls say to a solved problem: the meeting point of the pages and the core.

Everything that asks for the same solve at the same time shares one run, and a finished run is kept for the next who
asks: a class that opens one link costs one solve.
"""

from __future__ import annotations

import hashlib
import math
from collections import OrderedDict
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from threading import Lock
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from core.problem import (
    Gaussian,
    InputError,
    Kernel,
    Linear,
    Polynomial,
    Problem,
    Sigmoid,
    TaylorGaussian,
    c_svc,
)
from core.solver import Answer, CancelFlag, answer
from core.trace import Trace, record
from core.view import Curves, Light, Solution, curves, solution

TOLERANCE = 1e-5  # on m - M, in units of f: about the tenth part of a pixel, and enough to prove the printed digits
MOST_STEPS = 200_000  # of a solve that somebody is waiting for; at 2,000 points that is about 1.5 s
KEPT = 256  # finished solves; a solve of 200 points holds 0.4 MB

KernelSpec = Mapping[str, str | float]
Coordinates = NDArray[np.float64]  # (n, 2)
Labels = NDArray[np.int8]  # (n,)
Result = TypeVar("Result")

KERNELS: Mapping[str, Callable[[KernelSpec], Kernel]] = {
    "linear": lambda spec: Linear(),
    "polynomial": lambda spec: Polynomial(int(spec["degree"]), float(spec["gamma"]), float(spec["zeta"])),
    "gaussian": lambda spec: Gaussian(float(spec["gamma"])),
    "sigmoid": lambda spec: Sigmoid(float(spec["gamma"]), float(spec["r"])),
    "taylor": lambda spec: TaylorGaussian(float(spec["gamma"]), int(spec["order"])),
}


@dataclass(frozen=True)
class Solved:
    """A problem, its answer and what may be shown of it."""

    problem: Problem
    answer: Answer
    solution: Solution


def kernel_of(spec: KernelSpec) -> Kernel:
    """Return the kernel of a spec such as {"name": "gaussian", "gamma": 1.0}; `InputError` if it describes none."""
    try:
        return KERNELS[str(spec["name"])](spec)
    except InputError:
        raise
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise InputError("kernel.unknown", "This is no kernel that the lab knows.") from error


def problem_of(X: Coordinates, y: Labels, spec: KernelSpec, C: float | None) -> Problem:
    """Return the C-SVC problem of the controls; C = None is the hard margin."""
    return c_svc(X, y, kernel_of(spec), math.inf if C is None else C)


def solve(X: Coordinates, y: Labels, spec: KernelSpec, C: float | None, cancel: CancelFlag | None = None) -> Solved:
    """Solve at once, for somebody who is dragging a point."""
    problem = problem_of(X, y, spec, C)
    found = answer(problem, tolerance=TOLERANCE, limit=MOST_STEPS, cancel=cancel)
    return Solved(problem, found, solution(problem, found))


class SharedResults(Generic[Result]):
    """Results by content: one run for all who ask at once, the last few kept, never an error kept."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = Lock()
        self._results: OrderedDict[str, Future[Result]] = OrderedDict()

    def get(self, key: str, make: Callable[[], Result]) -> Result:
        """Return the result under the key, made by the first who asked for it."""
        with self._lock:
            future = self._results.get(key)
            mine = future is None
            if future is None:
                future = self._results[key] = Future()
                while len(self._results) > self._most:
                    self._results.popitem(last=False)
            self._results.move_to_end(key)
        if mine:
            self._make(key, make, future)
        return future.result()

    def known(self, key: str) -> Result | None:
        """Return the result under the key if there is one already."""
        with self._lock:
            future = self._results.get(key)
        return future.result() if future is not None and future.done() else None

    def _make(self, key: str, make: Callable[[], Result], future: Future[Result]) -> None:
        try:
            future.set_result(make())
        except BaseException as error:
            with self._lock:
                self._results.pop(key, None)
            future.set_exception(error)


def content_key(X: Coordinates, y: Labels, *rest: object) -> str:
    """Return a key of the full content: sampled hashes give one student another one's answer."""
    digest = hashlib.blake2b(np.ascontiguousarray(X).tobytes(), digest_size=16)
    digest.update(np.ascontiguousarray(y).tobytes())
    digest.update(repr(rest).encode())
    return digest.hexdigest()


_solved: SharedResults[Solved] = SharedResults(KEPT)
_curves: SharedResults[Curves | None] = SharedResults(KEPT)


def solved(X: Coordinates, y: Labels, spec: KernelSpec, C: float | None) -> Solved:
    """Solve, or return what somebody else's identical question has found."""
    return _solved.get(content_key(X, y, sorted(spec.items()), C), lambda: solve(X, y, spec, C))


def solve_curves(X: Coordinates, y: Labels, spec: KernelSpec, C: float | None) -> Curves | None:
    """Return how that solve went, step by step; None where the problem was refused before the first step."""

    def make() -> Curves | None:
        found = solved(X, y, spec, C)
        return None if found.solution.light is Light.IMPOSSIBLE else curves(trace_of(found))

    return _curves.get(content_key(X, y, sorted(spec.items()), C), make)


def trace_of(found: Solved) -> Trace:
    """Record the run that led to an answer: the same rule, the same steps."""
    return record(found.problem, tolerance=TOLERANCE, limit=MOST_STEPS)
