"""The result of a run if every kernel value differs by one unit in its last place, as on another processor.

Run from the root of the project: ``python -m benchmarks last_bits``, or with ``--problems 200 --seed 7``. Each problem
is solved twice by the steps of SMO, by the path over C, and as on a page: with its own matrix, and with
one whose entries were changed by one unit in the last place, up, down or not at all, at random. The runs may take
different steps. They must end alike, and the intervals that their certificates prove for the optimum must intersect.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from core.problem import (
    Certificate,
    Gaussian,
    Kernel,
    Linear,
    Polynomial,
    Precomputed,
    Problem,
    TaylorGaussian,
    c_svc,
    certificate,
    meets,
)
from core.solver import Outcome, RegularisationPath, answer, finish, regularisation_path

Array = NDArray[np.float64]
PROBLEMS = 2_000
KERNELS: tuple[Kernel, ...] = (
    Linear(),
    Polynomial(2),
    Polynomial(3, gamma=0.5, zeta=1.0),
    Gaussian(1.0),
    Gaussian(100.0),
    Gaussian(0.01),
    TaylorGaussian(1.0, 4),
)
RULES = ("smo-first-order", "smo-second-order")
TOLERANCE = 1e-3
LIMIT = 200_000  # steps of a walk
UNIT = float(np.finfo(float).eps)


def awkward(rng: np.random.Generator) -> tuple[Array, Array]:
    """Return points on a coarse grid, on one line, anywhere, or mirrored, so that several events coincide."""
    n = int(rng.integers(2, 22))
    grid = rng.integers(-6, 7, n) / 2.0
    half = rng.integers(-2, 3, (n // 2 + 1, 2)).astype(float)
    X = [
        rng.integers(-3, 4, (n, 2)) / 2.0,
        np.column_stack([grid, 2.0 * grid - 1.0]),
        rng.uniform(-3, 3, (n, 2)),
        np.vstack([half, -half]),
    ][int(rng.integers(4))]
    y = rng.choice([-1.0, 1.0], len(X))
    middle = len(X) // 2
    if rng.random() < 0.3:
        y[middle : 2 * middle] = -y[:middle]
    y[0], y[1] = 1.0, -1.0
    return X, y


def moved(K: Array, rng: np.random.Generator) -> Array:
    """Return K (n, n), symmetric, each entry changed by one unit in the last place, up, down or not; zeros stay."""
    way = np.triu(rng.integers(-1, 2, K.shape))
    way = way + np.triu(way, 1).T
    return np.asarray(
        np.where(K == 0.0, 0.0, np.where(way == 0, K, np.nextafter(K, np.where(way > 0, np.inf, -np.inf))))
    )


def differences(rng: np.random.Generator) -> Iterator[str]:
    """Generate a problem and perturb its kernel matrix; yield a sentence for each result that then differs."""
    X, y = awkward(rng)
    kernel = KERNELS[int(rng.integers(len(KERNELS)))]
    low = 10.0 ** rng.uniform(-3, 0)
    high = low * 10.0 ** rng.uniform(0.5, 3.5)
    K = np.array(c_svc(X, y, kernel, low).gram)
    both = (K, moved(K, rng))
    C = float(np.exp(rng.uniform(math.log(low), math.log(high))))
    one, other = (c_svc(matrix, y, Precomputed(), C) for matrix in both)
    for name in RULES:
        ended = [finish(problem, name, TOLERANCE, LIMIT) for problem in (one, other)]
        yield from _apart(name, (one, other), [run.alpha for run in ended], [run.outcome for run in ended])
    shown = [answer(problem, tolerance=TOLERANCE) for problem in (one, other)]
    yield from _apart("the answer", (one, other), [found.alpha for found in shown], [found.outcome for found in shown])
    paths: list[RegularisationPath] = [regularisation_path(matrix, y, Precomputed(), low, high) for matrix in both]
    ends = [path.outcome for path in paths]
    alphas = [path.alpha(C) for path in paths] if set(ends) == {Outcome.OPTIMAL} else []
    yield from _apart("the path", (one, other), alphas, ends)


def _apart(name: str, problems: tuple[Problem, Problem], alphas: list[Array], outcomes: list[Outcome]) -> Iterator[str]:
    if outcomes[0] != outcomes[1] or Outcome.STUCK in outcomes:
        yield f"{name} ended {outcomes[0].name} and {outcomes[1].name}"
        return
    proofs = [certificate(problem, alpha) for problem, alpha in zip(problems, alphas, strict=True)]
    slack = UNIT * float(np.abs(problems[0].gram).max()) * max(float(alpha.sum()) for alpha in alphas) ** 2
    if not _share_a_number(proofs[0], proofs[1], slack):
        yield f"{name}: the optimum is {proofs[0].low} to {proofs[0].high}, and {proofs[1].low} to {proofs[1].high}"
    if meets(proofs[0], TOLERANCE) and not meets(proofs[1], TOLERANCE):
        yield f"{name}: the violation is {proofs[0].violation:g}, and {proofs[1].violation:g}"


def _share_a_number(one: Certificate, other: Certificate, slack: float) -> bool:
    return one.low <= other.high + slack and other.low <= one.high + slack


def main(arguments: list[str] | None = None) -> int:
    """Print the differences, and their number; return 1 if there is one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--problems", type=int, default=PROBLEMS)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args(arguments)
    apart = 0
    for number in range(chosen.problems):
        said = list(differences(np.random.default_rng([chosen.seed, number])))
        apart += bool(said)
        for sentence in said:
            print(f"problem {number}: {sentence}", flush=True)
    print(f"{apart} of {chosen.problems} problems end differently, or STUCK, with other last bits")
    return int(apart > 0)
