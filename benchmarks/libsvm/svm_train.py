"""A run of LIBSVM's published package in comparable form with ours, and its kernel as it evaluates it."""

from __future__ import annotations

import math
import os
import re
import sys
import tempfile
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from core.problem import Formulation, Problem
from core.problem.arrays import Matrix, Vector
from core.problem.proof.optimality import margins_of_gradient
from core.problem.scalars import free_scalars
from core.solver import LoopState, Outcome
from core.topics.libsvm.view import printed_line
from core.trace import Trace

PRINTED = re.compile(r"optimization finished, #iter = (\d+).*?obj = (\S+), rho = (\S+)", re.DOTALL)


class Seen(NamedTuple):
    """The observable results of a run."""

    steps: int
    line: str  # of ".", "*" and "!" for LIBSVM's warning
    coef: Vector  # (n,)
    rho: float
    objective: float  # as LIBSVM prints it, with six digits
    support: int


def seen(trace: Trace) -> Seen:
    """Return the results of our run in LIBSVM's scale: not finite for nu-SVC without a margin."""
    problem, last = trace.problem, trace.last
    assert isinstance(problem, Problem)
    assert isinstance(last, LoopState)
    if trace.outcome is not Outcome.OPTIMAL:
        raise RuntimeError(f"a run ended as {trace.outcome.name}")
    found = free_scalars(problem.form, last.alpha, margins_of_gradient(problem, last.alpha, last.gradient))
    scale = np.float64(found.r if problem.form.formulation is Formulation.NU_SVC else 1.0)
    coef, line = problem.form.coefficients(last.alpha), "".join(printed_line(trace))
    objective = float(last.alpha @ (last.gradient + problem.form.p)) / 2.0
    with np.errstate(divide="ignore", invalid="ignore"):
        divided = coef / scale, float(-found.b / scale), float(objective / scale**2)
    return Seen(len(trace), line, *divided, int((coef != 0).sum()))


def trained(options: str, targets: Sequence[float], X: Matrix) -> Seen:
    """Run LIBSVM on points, or with `-t 4` on a kernel matrix."""
    from libsvm.svm import svm_parameter, svm_problem
    from libsvm.svmutil import svm_train

    precomputed = "-t 4" in options
    rows = [
        {**({0: k + 1} if precomputed else {}), **{c + 1: value for c, value in enumerate(row)}}
        for k, row in enumerate(X.tolist())
    ]
    asked = svm_problem(list(targets), rows, isKernel=precomputed)
    model, text = _listened(lambda: svm_train(asked, svm_parameter(options)))
    steps, objective, _ = PRINTED.search(text).groups()  # type: ignore[union-attr]
    signs = text.split("optimization finished")[0].replace("WARNING: using -h 0 may be faster", "!")
    coef = np.zeros(len(X))
    coef[np.array(model.get_sv_indices(), dtype=int) - 1] = [value[0] for value in model.get_sv_coef()]
    line = "".join(sign for sign in signs if sign in ".*!")
    return Seen(int(steps), line, coef, float(model.rho[0]), float(objective), len(model.get_sv_indices()))


def _listened(job: Any) -> tuple[Any, str]:  # noqa: ANN401 - LIBSVM's own type
    """Return the result of a job and what it prints from C."""
    sys.stdout.flush()
    with tempfile.TemporaryFile() as heard:
        screen = os.dup(1)
        os.dup2(heard.fileno(), 1)
        try:
            found = job()
        finally:
            os.dup2(screen, 1)
            os.close(screen)
        heard.seek(0)
        return found, heard.read().decode()


def differences(one: Seen, other: Seen, divided: bool) -> list[str]:
    """Return the differences of two runs; multipliers to the last bit, unless they are divided by the margin.

    The margin and rho are means, which LIBSVM sums in the order of its permutation.
    """
    reach = 1e-12 * max(1.0, float(np.abs(other.coef).max())) if divided else 0.0
    with np.errstate(invalid="ignore"):  # without a margin
        apart = float(np.abs(one.coef - other.coef).max())
    checks = {
        "iterations": one.steps == other.steps,
        "line": one.line == other.line,
        "support vectors": one.support == other.support,
        "multipliers": apart <= reach,
        "rho": abs(one.rho - other.rho) <= 1e-9 * max(1.0, abs(other.rho)),
        "objective": abs(one.objective - other.objective) <= 1e-6 + 1e-9 * abs(other.objective),  # six digits printed
    }
    return [name for name, equal in checks.items() if not equal]


def their_gram(X: Matrix, kernel: Mapping[str, Any]) -> Matrix:
    """Return the kernel of points of the plane as LIBSVM evaluates it: in its order, with the C library's functions."""
    x, z = X[:, 0], X[:, 1]
    dot = x[:, None] * x[None, :] + z[:, None] * z[None, :]
    match kernel["name"]:
        case "linear":
            return np.asarray(dot)
        case "gaussian":
            square = x * x + z * z
            return _each(math.exp, -kernel["gamma"] * (square[:, None] + square[None, :] - 2.0 * dot))
        case "sigmoid":
            return _each(math.tanh, kernel["gamma"] * dot + kernel["r"])
    power, times = kernel["gamma"] * dot + kernel["zeta"], int(kernel["degree"])
    found = np.ones_like(power)
    while times > 0:
        if times % 2:
            found *= power
        power = power * power
        times //= 2
    return np.asarray(found)


def _each(function: Any, values: Matrix) -> Matrix:  # noqa: ANN401 - of one float
    return np.asarray(np.vectorize(function, otypes=[float])(values))
