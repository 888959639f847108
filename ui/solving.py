"""From what the controls say to a solved problem: the meeting point of the pages and the core.

Everything that asks for the same solve at the same time shares one run, and a finished run is kept for the next who
asks: a class that opens one link costs one solve.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.problem import (
    FourierMap,
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
from core.problem.kernels import require_count
from core.solver import Answer, CancelFlag, answer
from core.trace import Trace, record
from core.view import Curves, Light, Solution, curves, solution
from ui.memory import SharedResults

TOLERANCE = 1e-5  # on m - M, in units of f: about the tenth part of a pixel, and enough to prove the printed digits
MOST_STEPS = 200_000  # of a solve that somebody is waiting for; at 2,000 points that is about 1.5 s
LARGEST_C = 1e100  # sums of C over all points must stay finite
MOST_WAVES = 1000  # of a kernel of random features: a browser draws them, and 2,000 points wait 0.3 s for them

KernelSpec = Mapping[str, str | float]
Coordinates = NDArray[np.float64]  # (n, 2)
Labels = NDArray[np.int8]  # (n,)

KERNELS: Mapping[str, Callable[[KernelSpec], Kernel]] = {
    "linear": lambda spec: Linear(),
    "polynomial": lambda spec: Polynomial(_whole(spec["degree"]), _real(spec["gamma"]), _real(spec["zeta"])),
    "gaussian": lambda spec: Gaussian(_real(spec["gamma"])),
    "sigmoid": lambda spec: Sigmoid(_real(spec["gamma"]), _real(spec["r"])),
    "taylor": lambda spec: TaylorGaussian(_real(spec["gamma"]), _whole(spec["order"])),
    "fourier": lambda spec: FourierMap(_real(spec["gamma"]), _waves(spec["components"]), _whole(spec["seed"])),
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


def _real(value: object) -> float:
    """Return a number as float; a text or a truth value is none."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError("no number")
    return float(value)


def _whole(value: object) -> int:
    """Return a whole number, 3 for 3.0; nothing is rounded."""
    if not _real(value).is_integer():
        raise ValueError("no whole number")
    return int(_real(value))


def _waves(value: object) -> int:
    """Return a number of random features; `InputError` for more than a page waits for."""
    count = _whole(value)
    require_count("D", count, 1, MOST_WAVES)
    return count


def waves_of(spec: KernelSpec) -> dict[str, NDArray[np.float64]]:
    """Return what a browser needs beside the spec to draw the field: w1, w2 and b of every random feature, (D, 3)."""
    if spec["name"] != "fourier":
        return {}
    kernel = kernel_of(spec)
    assert isinstance(kernel, FourierMap)
    W, b = kernel.frequencies(2)
    assert b is not None
    return {"waves": np.column_stack([W, b])}


def penalty_of(C: object) -> float:
    """Return C as a number, infinity for None (the hard margin); `InputError` for anything that is no penalty."""
    if C is None:
        return math.inf
    try:
        value = _real(C)
    except TypeError as error:
        raise InputError("C.not_positive", "C is {C}; it must be greater than 0.", C=str(C)[:20]) from error
    except OverflowError:
        value = math.inf
    if value > LARGEST_C:
        raise InputError("C.too_large", "C is {C}; at most {most} is taken.", C=value, most=LARGEST_C)
    if not value > 0:
        raise InputError("C.not_positive", "C is {C}; it must be greater than 0.", C=value)
    return value


def problem_of(X: Coordinates, y: Labels, spec: KernelSpec, C: float | None) -> Problem:
    """Return the C-SVC problem of the controls; C = None is the hard margin."""
    return c_svc(X, y, kernel_of(spec), penalty_of(C))


def solve(X: Coordinates, y: Labels, spec: KernelSpec, C: float | None, cancel: CancelFlag | None = None) -> Solved:
    """Solve at once, for somebody who is dragging a point."""
    problem = problem_of(X, y, spec, C)
    found = answer(problem, tolerance=TOLERANCE, limit=MOST_STEPS, cancel=cancel)
    return Solved(problem, found, solution(problem, found))


def content_key(X: Coordinates, y: Labels, *rest: object) -> str:
    """Return a key of the full content: sampled hashes give one student another one's answer."""
    digest = hashlib.blake2b(np.ascontiguousarray(X).tobytes(), digest_size=16)
    digest.update(np.ascontiguousarray(y).tobytes())
    digest.update(repr(rest).encode())
    return digest.hexdigest()


_solved: SharedResults[Solved] = SharedResults()
_curves: SharedResults[Curves | None] = SharedResults()


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
