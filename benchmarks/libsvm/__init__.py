"""LIBSVM's loop here compared with LIBSVM itself, from its published package.

``python -m benchmarks libsvm`` compares the page's runs with svm-train's: every data set, five machines, three
settings, with and without shrinking; ``--kernels linear polynomial sigmoid`` on other kernels than the Gaussian.
``--write`` writes svm-train's runs to a file for the tests; ``--seconds`` times the loop.

``--problems 500`` compares so many random problems twice. First both get the same kernel matrix: everything observable
must be equal: the number of iterations, the line of ``.`` and ``*``, every multiplier to the last bit, rho and the
objective as printed. Then LIBSVM evaluates its own kernel, whose values differ from ours in their last bits, since
its ``x.x + y.y - 2 x.y`` is not our ``|x - y|^2``. Each run that differs is repeated on LIBSVM's own bits of the
kernel: if it then agrees, the difference came from rounding. All other differences are printed.

Needs the package `libsvm-official`; without it, it prints a message.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from statistics import median
from typing import NamedTuple

import numpy as np

from benchmarks.libsvm import data_sets
from benchmarks.libsvm.svm_train import Seen, differences, seen, their_gram, trained
from benchmarks.record_cost import moons
from core.problem import Gaussian, Precomputed, Problem, c_svc, eps_svr, nu_svc, nu_svr, one_class
from core.problem.arrays import Matrix, Vector
from core.solver import LoopState, finish
from core.trace import record

MACHINES = ("C-SVC", "nu-SVC", "one-class", "epsilon-SVR", "nu-SVR")  # in the order of LIBSVM's -s
TOLERANCE = 1e-3


class LoopCase(NamedTuple):
    """A random problem, with LIBSVM's names."""

    machine: int
    X: Matrix
    y: Vector
    C: float
    nu: float
    gamma: float
    shrinking: bool

    @property
    def options(self) -> str:
        """LIBSVM's options, except the kernel; 17 digits determine a number."""
        numbers = f"-c {self.C:.17g} -n {self.nu:.17g} -p 0.1 -e {TOLERANCE} -h {int(self.shrinking)}"
        return f"-s {self.machine} {numbers}"

    def problem(self, gram: Matrix) -> Problem:
        """Return the same as our dual, with a kernel matrix."""
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


def random_case(seed: int) -> LoopCase:
    """Return random problem `seed`; the machines alternate."""
    rng = np.random.default_rng([seed, 21])
    n = int(rng.integers(10, 120))
    labels = rng.permutation(np.where(np.arange(n) < n // 2, 1.0, -1.0))
    X = rng.normal(size=(n, 2)) + 0.6 * labels[:, None]
    machine = seed % len(MACHINES)
    y = labels if machine < 3 else np.sin(2.0 * X[:, 0]) + 0.3 * rng.normal(size=n)
    C, gamma = float(rng.choice([0.3, 1.0, 10.0, 100.0])), float(rng.choice([0.1, 1.0, 10.0]))
    most = 2.0 * min((y > 0).sum(), (y < 0).sum()) / n if machine == 1 else 1.0
    return LoopCase(machine, X, y, C, float(rng.uniform(0.05, 0.95)) * most, gamma, bool(rng.random() < 0.8))


def ours(case: LoopCase, gram: Matrix) -> Seen:
    """Return the run of our loop."""
    return seen(record(case.problem(gram), "libsvm", TOLERANCE, shrinking=case.shrinking))


def compare(problems: int) -> int:
    """Print how many runs agree, and the reasons for the others; return the number without a known reason."""
    equal, another, ties, left = Counter[str](), Counter[str](), Counter[str](), []
    for seed in range(problems):
        case = random_case(seed)
        name, gram = MACHINES[case.machine], Gaussian(case.gamma).gram(case.X, case.X)
        divided, one = name == "nu-SVC", ours(case, gram)
        if apart := differences(one, trained(f"{case.options} -t 4", case.y.tolist(), gram), divided):
            left.append(f"{seed} {name}, the same matrix: {', '.join(apart)}")
        equal[name] += not apart
        alien = trained(f"{case.options} -t 2 -g {case.gamma:.17g}", case.y.tolist(), case.X)
        if not differences(one, alien, divided):
            another[name] += 1
            continue
        apart = differences(ours(case, their_gram(case.X, {"name": "gaussian", "gamma": case.gamma})), alien, divided)
        ties[name] += not apart
        if apart:
            left.append(f"{seed} {name}, its kernel: {', '.join(apart)}")
    print(f"{'machine':<14}{'problems':>9}   the same matrix: equal   its own kernel: equal, by rounding")
    for index, name in enumerate(MACHINES):
        count = len(range(index, problems, len(MACHINES)))
        print(f"{name:<14}{count:>9}   {equal[name]:>22}   {another[name]:>21} {ties[name]:>12}")
    print(*(left or ["nothing is left over"]), sep="\n")
    return len(left)


def seconds() -> None:
    """Print the time of our loop, with and without shrinking and a cache, on the moons of the page."""
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


def main(options: list[str] | None = None) -> int:
    """Print the comparison, or the times; return 1 if a run differs without a known reason, or none can be compared."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks libsvm", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--problems", type=int)
    parser.add_argument("--kernels", nargs="+", choices=data_sets.KERNELS, default=data_sets.KERNELS[:1])
    parser.add_argument("--seconds", action="store_true")
    parser.add_argument("--write", action="store_true")
    chosen = parser.parse_args(options)
    if chosen.seconds:
        seconds()
        return 0
    try:
        import libsvm.svm  # noqa: F401
    except ImportError:
        print("the package libsvm-official is not installed")
        return 1
    if chosen.problems:
        return int(compare(chosen.problems) > 0)
    if chosen.write:
        data_sets.write_record()
        return 0
    return int(data_sets.compare(chosen.kernels) > 0)
