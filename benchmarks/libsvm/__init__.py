"""LIBSVM's loop here against LIBSVM itself, in its published package, on random problems of all five machines.

``python -m benchmarks libsvm`` compares 500 problems twice; ``--problems 2000`` so many; ``--seconds`` times the loop.

First both get the same kernel matrix: everything that can be observed must be equal, which is the number of
iterations, the line of ``.`` and ``*``, every multiplier to the last bit, rho and the objective as printed. nu-SVR
begins at a sum of C, which LIBSVM takes off one by one and we as a cumulated sum: the starts may differ in their last
bits. Then LIBSVM evaluates its own kernel, whose values differ from ours in their last bits, as its
``x.x + y.y - 2 x.y`` is not our ``|x - y|^2``. Each run that goes another way is looked up: where ours, given LIBSVM's
own bits of the start and of the kernel, goes LIBSVM's way, rounding made the difference. What is left over is printed.

Needs the package `libsvm-official`; without it, it says so.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import tempfile
import time
from collections import Counter
from dataclasses import replace
from statistics import median
from typing import Any, NamedTuple

import numpy as np

from benchmarks.record_cost import moons
from core.problem import Formulation, Precomputed, Problem, c_svc, eps_svr, nu_svc, nu_svr, one_class
from core.problem.arrays import Matrix, Vector
from core.problem.proof.optimality import margins_of_gradient
from core.problem.scalars import free_scalars
from core.solver import LoopState, Outcome, finish
from core.trace import record
from core.view.libsvm.line import printed_line

MACHINES = ("C-SVC", "nu-SVC", "one-class", "epsilon-SVR", "nu-SVR")  # in the order of LIBSVM's -s
TOLERANCE = 1e-3
PRINTED = re.compile(r"optimization finished, #iter = (\d+).*?obj = (\S+), rho = (\S+)", re.DOTALL)


class LoopCase(NamedTuple):
    """A random problem, by LIBSVM's names."""

    machine: int
    X: Matrix
    y: Vector
    C: float
    nu: float
    gamma: float
    shrinking: bool

    @property
    def options(self) -> str:
        """What LIBSVM is called with, all but the kernel; 17 digits name a number."""
        numbers = f"-c {self.C:.17g} -n {self.nu:.17g} -p 0.1 -e {TOLERANCE} -h {int(self.shrinking)}"
        return f"-s {self.machine} {numbers}"

    def problem(self, gram: Matrix, their_start: bool = False) -> Problem:
        """Return the same as our dual, on a kernel matrix; `their_start`: nu-SVR begins at LIBSVM's own bits."""
        made = self._made(gram)
        if not (their_start and self.machine == 4):
            return made
        left, half = self.C * self.nu * len(self.y) / 2.0, []
        for _ in self.y:
            half.append(min(left, self.C))
            left -= half[-1]
        return replace(made, form=replace(made.form, start=np.array(half + half)))

    def _made(self, gram: Matrix) -> Problem:
        kernel = Precomputed()
        match self.machine:
            case 0:
                return c_svc(gram, self.y, kernel, self.C)
            case 1:
                return nu_svc(gram, self.y, kernel, self.nu)
            case 2:
                return one_class(gram, kernel, self.nu)
            case 3:
                return eps_svr(gram, self.y, kernel, self.C, 0.1)
        return nu_svr(gram, self.y, kernel, self.C, self.nu)


class Seen(NamedTuple):
    """What can be observed of a run."""

    steps: int
    line: str  # of ".", "*" and "!", which stands for LIBSVM's warning
    coef: Vector  # (n,)
    rho: float
    objective: float  # as LIBSVM prints it, six digits
    support: int


def random_case(seed: int) -> LoopCase:
    """Return random problem `seed`; the machines take turns."""
    rng = np.random.default_rng([seed, 21])
    n = int(rng.integers(10, 120))
    labels = np.where(np.arange(n) < n // 2, 1.0, -1.0)  # LIBSVM sorts by class before it begins
    X = rng.normal(size=(n, 2)) + 0.6 * labels[:, None]
    machine = seed % len(MACHINES)
    y = labels if machine < 3 else np.sin(2.0 * X[:, 0]) + 0.3 * rng.normal(size=n)
    C, gamma = float(rng.choice([0.3, 1.0, 10.0, 100.0])), float(rng.choice([0.1, 1.0, 10.0]))
    most = 2.0 * min((y > 0).sum(), (y < 0).sum()) / n if machine == 1 else 1.0
    return LoopCase(machine, X, y, C, float(rng.uniform(0.05, 0.95)) * most, gamma, bool(rng.random() < 0.8))


def our_gram(case: LoopCase) -> Matrix:
    """Return the Gaussian of the differences."""
    d = case.X[:, None, :] - case.X[None, :, :]
    return np.asarray(np.exp(-case.gamma * (d[..., 0] * d[..., 0] + d[..., 1] * d[..., 1])))


def their_gram(case: LoopCase) -> Matrix:
    """Return the Gaussian as LIBSVM evaluates it, product by product in the same order."""
    x, z = case.X[:, 0], case.X[:, 1]
    square = x * x + z * z
    dot = x[:, None] * x[None, :] + z[:, None] * z[None, :]
    return np.asarray(np.exp(-case.gamma * (square[:, None] + square[None, :] - 2.0 * dot)))


def ours(case: LoopCase, gram: Matrix, their_start: bool = False) -> Seen:
    """Run the loop here."""
    trace = record(case.problem(gram, their_start), "libsvm", TOLERANCE, shrinking=case.shrinking)
    problem, last = trace.problem, trace.last
    assert isinstance(problem, Problem)
    assert isinstance(last, LoopState)
    if trace.outcome is not Outcome.OPTIMAL:
        raise RuntimeError(f"a run ended as {trace.outcome.name}")
    found = free_scalars(problem.form, last.alpha, margins_of_gradient(problem, last.alpha, last.gradient))
    scale = found.r if problem.form.formulation is Formulation.NU_SVC else 1.0
    coef = problem.form.coefficients(last.alpha)
    objective = float(last.alpha @ (last.gradient + problem.form.p)) / 2.0
    support = int((coef != 0).sum())
    return Seen(len(trace), "".join(printed_line(trace)), coef / scale, -found.b / scale, objective / scale**2, support)


def theirs(case: LoopCase, gram: Matrix | None) -> Seen:
    """Run LIBSVM on a kernel matrix, or on the points with its own Gaussian."""
    from libsvm.svm import svm_parameter, svm_problem
    from libsvm.svmutil import svm_train

    if gram is None:
        kernel, rows = f"-t 2 -g {case.gamma:.17g}", [{1: x, 2: z} for x, z in case.X]
    else:
        kernel = "-t 4"
        rows = [{0: k + 1, **{c + 1: value for c, value in enumerate(row)}} for k, row in enumerate(gram)]
    asked = svm_problem(case.y.tolist(), rows, isKernel=gram is not None)
    model, text = _listened(lambda: svm_train(asked, svm_parameter(f"{case.options} {kernel} -m 100")))
    steps, objective, _ = PRINTED.search(text).groups()  # type: ignore[union-attr]
    signs = text.split("optimization finished")[0].replace("WARNING: using -h 0 may be faster", "!")
    coef = np.zeros(len(case.y))
    coef[np.array(model.get_sv_indices(), dtype=int) - 1] = [value[0] for value in model.get_sv_coef()]
    line = "".join(sign for sign in signs if sign in ".*!")
    return Seen(int(steps), line, coef, float(model.rho[0]), float(objective), len(model.get_sv_indices()))


def _listened(job: Any) -> tuple[Any, str]:  # noqa: ANN401 - LIBSVM's own type
    """Return what a job returns and what it prints from C."""
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
    """Return what differs between two runs; multipliers to the last bit, but those that are divided by the margin.

    The margin and rho are means, which LIBSVM sums in the order of its permutation.
    """
    reach = 1e-12 * max(1.0, float(np.abs(other.coef).max())) if divided else 0.0
    checks = {
        "iterations": one.steps == other.steps,
        "line": one.line == other.line,
        "support vectors": one.support == other.support,
        "multipliers": bool(np.abs(one.coef - other.coef).max() <= reach),
        "rho": abs(one.rho - other.rho) <= 1e-9 * max(1.0, abs(other.rho)),
        "objective": abs(one.objective - other.objective) <= 1e-6 + 1e-9 * abs(other.objective),  # six digits printed
    }
    return [name for name, equal in checks.items() if not equal]


def compare(problems: int) -> None:
    """Print how many runs agree, and what became of those that do not."""
    equal, rounded, another, ties, left = (Counter[str](), Counter[str](), Counter[str](), Counter[str](), [])
    for seed in range(problems):
        case = random_case(seed)
        name, mine = MACHINES[case.machine], our_gram(case)
        divided, one = name == "nu-SVC", ours(case, mine)
        for alien, same, explained in ((theirs(case, mine), equal, rounded), (theirs(case, None), another, ties)):
            if not differences(one, alien, divided):
                same[name] += 1
                continue
            gram = mine if same is equal else their_gram(case)
            apart = differences(ours(case, gram, their_start=True), alien, divided)
            explained[name] += not apart
            if apart:
                left.append(
                    f"{seed} {name}, {'the same matrix' if same is equal else 'its kernel'}: {', '.join(apart)}"
                )
    print(f"{'machine':<14}{'problems':>9}   the same matrix: equal, by rounding   its own kernel: equal, by rounding")
    for index, name in enumerate(MACHINES):
        count = len(range(index, problems, len(MACHINES)))
        print(f"{name:<14}{count:>9}   {equal[name]:>22} {rounded[name]:>12}   {another[name]:>21} {ties[name]:>12}")
    print(*(left or ["nothing is left over"]), sep="\n")


def seconds() -> None:
    """Print how long the loop takes here, with and without shrinking and a cache, on the moons of the page."""
    for n, C in ((200, 10.0), (200, 1000.0), (1000, 10.0)):
        problem = moons(n, C)
        for shrinking, rows in ((True, None), (False, None), (True, 20), (False, 20)):
            taken = []
            for _ in range(9):
                begun = time.thread_time()
                run = finish(problem, "libsvm", TOLERANCE, shrinking=shrinking, cache_rows=rows)
                taken.append(time.thread_time() - begun)
            assert isinstance(run.state, LoopState)
            computed = int(run.state.cache.tally[-1])
            held = "all rows" if rows is None else f"{rows} rows"
            print(
                f"n = {n:<5} C = {C:<6g} -h {int(shrinking)} {held:<9} {run.steps:>6} steps {computed:>9} values"
                f"{1e3 * median(taken[1:]):9.2f} ms"
            )


def main(options: list[str] | None = None) -> None:
    """Print the comparison, or the times."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks libsvm", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--problems", type=int, default=500)
    parser.add_argument("--seconds", action="store_true")
    chosen = parser.parse_args(options)
    if chosen.seconds:
        seconds()
        return
    try:
        import libsvm.svm  # noqa: F401
    except ImportError:
        print("the package libsvm-official is not installed")
        return
    compare(chosen.problems)
