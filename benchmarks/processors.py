"""Whether walks, forks, paths and kernel matrices have the same bits on other processors, emulated by switches.

Run from the root of the project: ``python -m benchmarks processors``. Each emulated processor is a process of its own,
in which switches keep NumPy, OpenBLAS and Numba from using some instructions of this one. For each run the output
says whether its table and all its states equal those of this process, bit for bit. ``--digests`` prints their digests
in this process as JSON; with ``--short`` there are fewer runs, whose code compiles in half a minute; ``--tests`` also
runs the decisive tests of the core there, with few examples. ARM has no such switch:
`tests/core/lowlevel/test_elementary.py` checks that LLVM's code for it fuses no product with a sum.
"""

from __future__ import annotations

import contextlib
import gc
import hashlib
import importlib
import io
import json
import math
import os
import platform
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from numba.core import config
from threadpoolctl import threadpool_info

from core.lowlevel.settings import FEATURES
from core.problem import (
    FourierMap,
    Gaussian,
    Kernel,
    Linear,
    NystroemMap,
    Polynomial,
    PolynomialMap,
    Problem,
    Sigmoid,
    TaylorGaussian,
    TaylorMap,
    c_svc,
    eps_svr,
    linear_svc,
    nu_svc,
    nu_svr,
    one_class,
)
from core.problem.arrays import Matrix, Vector
from core.problem.maps.examples import LineMap, Monomials
from core.solver import AnyProblem, regularisation_path
from core.solver.path.regularisation import MOST_POINTS
from core.topics.margin.experiment import from_starts, random_start
from core.trace import fork, record
from datasets import CATALOGUE, FIRST_PAIR, in_pair
from tests.core import golden

HOME = Path(__file__).parents[1]
RULES, OTHERS = ("smo-first-order", "smo-second-order"), ("libsvm", "platt", "perceptron")
LIMIT = {True: 300, False: 20_000}  # steps of a run, in the short form and in full
HASWELL = "+avx2,+fma,+bmi,+bmi2,+f16c,+lzcnt,+movbe,+popcnt"
# AVX2 with fused products; SSE alone; and Numba with what every x86-64 has, while NumPy and BLAS may use more.
SWITCHES: dict[str, dict[str, str]] = {
    "AVX2": {"NUMBA_CPU_NAME": "haswell", "NUMBA_CPU_FEATURES": HASWELL, "OPENBLAS_CORETYPE": "Haswell"},
    "SSE": {"NUMBA_CPU_NAME": "generic", "OPENBLAS_CORETYPE": "Prescott"},
    "generic": {"NUMBA_CPU_NAME": "generic", "OPENBLAS_CORETYPE": "Haswell"},
}
# The decisive tests of the core, and those of them that need the fast trainer, whose code takes 20 s to compile.
TESTS = (
    "lowlevel/test_elementary.py",
    "problem/test_kernels.py",
    "problem/proof/test_certificate.py",
    "solver/smo/test_smo_golden.py",
    "solver/smo/test_smo_laws.py",
    "solver/test_formulation_golden.py",
    "solver/path/test_path.py",
)
TRAINED = "thousand_random_penalties or other_last_bits or point_is_free or no_split or a_clipped_pair"
EXAMPLES = {True: 3, False: 20}  # of a law, in the short form and in full
BETWEEN = 200_000  # allocations between garbage collections: most objects of a compilation stay; saves 8 % of its time
WITHOUT = {"AVX2": ("AVX512", "X86_V4"), "SSE": ("AVX", "FMA", "F16C", "X86_V3", "X86_V4"), "generic": ()}


def dispatched() -> dict[str, bool]:
    """Return the instruction sets that NumPy has code for, and whether it uses that code."""
    told: Any = importlib.import_module("numpy._core._multiarray_umath")
    return {name: bool(told.__cpu_features__.get(name)) for name in told.__cpu_dispatch__}


def machines() -> dict[str, dict[str, str]]:
    """Return the environment of each machine that this one can emulate; on ARM only those of Numba's switch.

    A processor without AVX-512 is an AVX2 machine itself.
    """
    if platform.machine().lower() not in ("x86_64", "amd64"):
        return {"generic": {"NUMBA_CPU_NAME": "generic"}}
    there = [name for name, used in dispatched().items() if used]
    off = {name: [one for one in there if one.startswith(WITHOUT[name])] for name in SWITCHES}
    return {
        name: {**switches, "NPY_DISABLE_CPU_FEATURES": " ".join(off[name])}
        for name, switches in SWITCHES.items()
        if off[name] or name != "AVX2"
    }


def here() -> dict[str, Any]:
    """Return the instructions that NumPy, OpenBLAS and Numba use in this process."""
    blas = {found["architecture"] for found in threadpool_info() if "architecture" in found}
    return {
        "numpy": [name for name, used in dispatched().items() if used],
        "blas": sorted(blas),
        "numba": [vars(config)[name] for name in ("CPU_NAME", "CPU_FEATURES")],
    }


def digest(*values: object) -> str:
    """Return a hash of numbers, arrays and nested tuples; all nan are equal."""
    total = hashlib.blake2b(digest_size=8)

    def add(value: object) -> None:
        if isinstance(value, tuple | list):
            for one in value:
                add(one)
            return
        array = np.asarray(value)
        if array.dtype.names:
            for name in array.dtype.names:
                add(array[name])
            return
        if array.dtype.kind == "f":
            array = np.where(np.isnan(array), np.nan, array)
        total.update(np.ascontiguousarray(array).tobytes())

    add(values)
    return total.hexdigest()


def kernels(X: Matrix) -> dict[str, Kernel]:
    """Return a kernel of every kind for points of the plane."""
    return {
        "linear": Linear(),
        "polynomial": Polynomial(5, 0.5, 1.0),
        "gaussian": Gaussian(1.0),
        "sigmoid": Sigmoid(0.5, -0.5),
        "taylor": TaylorGaussian(0.5, 6),
        "taylor, rho": TaylorGaussian.scaled(0.5, 3, (1.0, 2.0, 0.5)),
        "fourier": FourierMap(1.0, 63, 3),
        "paired": FourierMap(30.0, 64, 3, paired=True),
        "nystroem": NystroemMap.choose(Gaussian(1.0), X, min(20, len(X)), 1),
        "monomials": Monomials(((0, 0), (3, 1), (2, 7)), (1.0, 0.3, 2.0), (0.5, 0.0)),
    }


def features(X: Matrix) -> dict[str, Matrix]:
    """Return the features of the plane on which coordinate descent is run."""
    maps: dict[str, Any] = {
        "taylor": TaylorMap(0.5, 5),
        "taylor, far": TaylorMap(1e3, 3),
        "polynomial": PolynomialMap(3, 0.5, 2.0),
        "fourier": FourierMap(1.0, 63, 3),
        "nystroem": NystroemMap.choose(Gaussian(1.0), X, min(20, len(X)), 1),
        "line": LineMap(0.7, 8),
    }
    return {name: np.asarray(phi.features(X)) for name, phi in maps.items()}


def runs(X: Matrix, y: Vector, short: bool) -> Iterator[tuple[str, Callable[[], str]]]:
    """Yield the name of each run on some points, and the function that returns its digest."""
    limit = LIMIT[short]

    def recorded(problem: AnyProblem, name: str) -> str:
        return _run(problem, name, limit=limit)

    yield "points", lambda: digest(X, y)
    Z = features(X)
    for name, kernel in kernels(X).items():
        problem = c_svc(X, y, kernel, 10.0)
        yield f"K, {name}", lambda p=problem: digest(p.gram)  # type: ignore[misc]
        for rule in RULES if short and name not in ("linear", "gaussian") else (*RULES, *OTHERS):
            yield f"{rule}, {name}", lambda p=problem, r=rule: recorded(p, r)  # type: ignore[misc]
    problem = c_svc(X, y, Gaussian(1.0), 10.0)
    yield "hard margin", lambda: recorded(c_svc(X, y, Gaussian(5.0), math.inf), "smo-second-order")
    for name, table in Z.items():
        yield f"features, {name}", lambda t=table: digest(t)  # type: ignore[misc]
        yield f"dual-cd, {name}", lambda t=table: recorded(linear_svc(t, y, 10.0), "dual-cd")  # type: ignore[misc]
    yield "perceptron-primal", lambda: recorded(linear_svc(Z["taylor"], y, math.inf), "perceptron-primal")
    nu = min(0.2, float(np.mean(y == 1)), float(np.mean(y != 1)))  # twice the share of a class would be attainable
    others: dict[str, Callable[[], Problem]] = {
        "nu-svc": lambda: nu_svc(X, y, Gaussian(1.0), nu),
        "eps-svr": lambda: eps_svr(X[:, :1], X[:, 1], Gaussian(1.0), 5.0, 0.1),
        "nu-svr": lambda: nu_svr(X[:, :1], X[:, 1], Gaussian(1.0), 5.0, 0.3),
        "one-class": lambda: one_class(X, Gaussian(1.0), 0.2),
    }
    for name, make in others.items():
        yield name, lambda m=make: recorded(m(), "smo-second-order")  # type: ignore[misc]
    yield "forks", lambda: _forks(problem, limit, short)
    yield "path over C", lambda: _path(X, y)
    yield "any start", lambda: _from_a_start(c_svc(X, y, Linear(), 10.0), limit)


def golden_runs() -> Iterator[tuple[str, Callable[[], str]]]:
    """Yield the name of each run on a golden problem, and the function that returns its digest."""
    for name, entry in golden.GIVEN.items():
        if entry["formulation"].startswith("linear"):
            linear = golden.linear_problem(entry)
            yield f"dual-cd, {name}", lambda p=linear: _run(p, "dual-cd", limit=LIMIT[True])  # type: ignore[misc]
            continue
        problem = golden.formulation(entry)
        for rule in (*RULES, *(OTHERS if problem.form.plain else OTHERS[:1])):
            yield f"{rule}, {name}", lambda p=problem, r=rule: _run(p, r, limit=LIMIT[True])  # type: ignore[misc]
    for trace in golden.GOLDEN["extras"]["smo_traces"]:
        problem = golden.traced(trace)
        for rule, ties in product(RULES, ("last", "first")):
            yield (
                f"{rule}, {trace['id']}, {ties}",
                lambda p=problem, r=rule, t=ties, e=trace["eps"]: _run(p, r, tolerance=e, limit=200, ties=t),  # type: ignore[misc]
            )


def _run(problem: AnyProblem, name: str, **options: Any) -> str:  # noqa: ANN401 - of each rule its own
    trace = record(problem, name, **options)
    return digest(trace.table, trace.keyframes, trace.last)


def _forks(problem: Problem, limit: int, short: bool) -> str:
    trunk = record(problem, "smo-second-order", limit=limit)
    k = len(trunk) // 2
    branches = [fork(trunk, k, name, limit=limit) for name in ("smo-first-order", *(() if short else ("platt",)))]
    return digest(
        [(branch.table, branch.keyframes, branch.last, branch.state_at(min(k + 3, len(branch)))) for branch in branches]
    )


def _path(X: Matrix, y: Vector) -> str:
    some = slice(None, None, -(-len(y) // MOST_POINTS))  # as many as a path takes
    found = [regularisation_path(X[some], y[some], kernel, 0.01, 100.0).pieces for kernel in (Linear(), Gaussian(1.0))]
    return digest([(one.ends, one.alpha, one.b, one.place, one.violation, one.gap) for one in found])


def _from_a_start(problem: Problem, limit: int) -> str:
    (run,) = from_starts(problem, [3], 1e-3, limit)
    return digest(random_start(problem, 3), run.before, run.steps, run.objective)


def digests(short: bool) -> dict[str, str]:
    """Return the digest of every run by its name."""
    found: dict[str, str] = {}
    for name in ("moons",) if short else CATALOGUE:
        points = in_pair(CATALOGUE[name].make(), FIRST_PAIR)
        for run, of in runs(points.X, points.y.astype(np.float64), short):
            found[f"{name}: {run}"] = of()
    for run, of in golden_runs():
        found[f"golden: {run}"] = of()
    return found


def failures(short: bool) -> str:
    """Run the decisive tests of the core with few examples; return pytest's report of those that fail."""
    import pytest
    from hypothesis import HealthCheck, settings

    few = settings(max_examples=EXAMPLES[short], derandomize=True, deadline=None, database=None)
    settings.register_profile("few", few, suppress_health_check=list(HealthCheck))
    settings.load_profile("few")
    without = ["-k", f"not ({TRAINED})"] if short else []
    files = [str(HOME / "tests" / "core" / name) for name in TESTS]
    with contextlib.redirect_stdout(io.StringIO()) as said:
        ended = pytest.main(["--noconftest", "-o", "addopts=", "-q", "-p", "no:cacheprovider", *without, *files])
    return "" if ended == pytest.ExitCode.OK else said.getvalue()


def elsewhere(environment: dict[str, str], *options: str) -> dict[str, Any]:
    """Return the output of a process with this environment: digests, failures and the instructions used."""
    asked = [sys.executable, "-m", "benchmarks.processors", "--digests", *options]
    own = {name: value for name, value in os.environ.items() if name != FEATURES}  # those of this process
    switches = {**own, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", **environment}
    ended = subprocess.run(asked, env=switches, cwd=HOME, capture_output=True, text=True, check=False)
    if ended.returncode != 0:
        raise RuntimeError(ended.stderr)
    told: dict[str, Any] = json.loads(ended.stdout)
    return told


def main(options: list[str]) -> int:
    """Compare, or print the digests of this process; return 1 if the bits differ."""
    short = "--short" in options
    if "--digests" in options:
        gc.set_threshold(BETWEEN)
        printed = {
            "digests": digests(short),
            "failures": failures(short) if "--tests" in options else "",
            "here": here(),
        }
        print(json.dumps(printed))
        return 0
    own, apart = digests(short), 0
    print(f"this processor: {here()}")
    for name, environment in machines().items():
        told = elsewhere(environment, *options)
        print(f"{name}: {told['here']}")
        for run, found in own.items():
            if told["digests"][run] != found:
                print(f"  DIFFERENT {run}")
        same = sum(told["digests"][run] == found for run, found in own.items())
        print(f"{name}: {same} of {len(own)} runs equal, bit for bit")
        apart += len(own) - same
        if "--tests" in options:
            print(told["failures"] or f"{name}: all tests passed", flush=True)
            apart += bool(told["failures"])
    return int(apart > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
