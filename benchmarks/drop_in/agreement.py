"""Random small problems of every machine and every kernel, solved by our classes and by scikit-learn's.

Run from the root of the project: ``python -m benchmarks drop_in --agree 10000``. For each problem the objective of both
solutions is computed here, in float64, from their coefficients alone. Our certificate bounds the distance of ours from
the optimum; a solution of theirs below that bound would refute it. Each problem ends in one of these:

same        both objectives lie within what the certificate and the tolerance allow, and so do the decision values
            where they are unique
theirs      theirs is further from the optimum than our certificate says ours is: their kernel values have single
            precision, or their step limit ended them
refused     both refuse
no margin   nu leaves no margin: they divide by rounding errors, ours reports it
stationary  the kernel is not positive semidefinite, and both are at different stationary points
other       anything else: none is allowed
"""

from __future__ import annotations

import sys
import warnings
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import sklearn.svm

from benchmarks.drop_in.linear_agreement import LINEAR, linear_ending
from benchmarks.drop_in.problems import KERNEL_MACHINES, RandomProblem, gram_of, random_problem
from core import estimators
from core.problem.arrays import Matrix, Vector

TOLERANCE = 1e-6
STEPS = 200_000  # of theirs, which is very slow without curvature
SLIP = 2e-6  # relative to the objective: rounding, and the single precision of their kernel values
NO_MARGIN = "nu is too small"


class Fitted(NamedTuple):
    """A fitted machine, or the message of its error; and its warnings."""

    machine: Any
    refused: str
    told: str


def fitted(make: Callable[..., Any], problem: RandomProblem, **options: Any) -> Fitted:  # noqa: ANN401 - parameters
    """Fit a class of either library, and keep the warnings."""
    machine = make(**problem.named, **options)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        try:
            machine.fit(problem.X, problem.y)
        except ValueError as refusal:
            return Fitted(machine, str(refusal), "")
    return Fitted(machine, "", "  ".join(str(each.message) for each in told))


def kernel_ending(problem: RandomProblem) -> str:
    """Return how a problem of one of the five kernel machines ended."""
    ours = fitted(getattr(estimators, problem.machine), problem, tol=TOLERANCE)
    theirs = fitted(getattr(sklearn.svm, problem.machine), problem, tol=TOLERANCE, max_iter=STEPS)
    if ours.refused or theirs.refused:
        return _of_refusals(ours, theirs)
    if NO_MARGIN in ours.told:
        return "no margin"
    K = gram_of(problem)
    mine, other = (coefficients(problem, each.machine) for each in (ours, theirs))
    value, their_value = (objective(problem, coef, K) for coef in (mine, other))
    size = 1.0 + abs(value) + float(np.abs(K).max()) * float(np.abs(mine).sum())
    proof, r = ours.machine.certificate_, margin(problem, ours.machine)
    gap = r**2 * (proof.gap + proof.rounding) + SLIP * size
    indefinite = float(np.linalg.eigvalsh(K)[0]) < -1e-9 * (1.0 + float(np.abs(K).max()))
    if not indefinite and value - their_value > gap:
        return "other"  # theirs is better than our proved bound
    if abs(their_value - value) > gap:
        return "stationary" if indefinite and proof.violation <= 10.0 * TOLERANCE * proof.unit else "theirs"
    apart = mine - other
    return "same" if indefinite or float(apart @ K @ apart) <= 8.0 * gap + SLIP * size else "other"


def _of_refusals(ours: Fitted, theirs: Fitted) -> str:
    if ours.refused and theirs.refused:
        return "refused"
    if theirs.refused and "not finite" in theirs.refused:  # they divide by a margin of 0
        return "no margin"
    return "other"


def coefficients(problem: RandomProblem, machine: Any) -> Vector:  # noqa: ANN401 - a fitted machine
    """Return the coefficients of all points in the dual: those of nu-SVC before the division by r."""
    coef = np.zeros(len(problem.y))
    coef[machine.support_] = machine.dual_coef_[0]
    return margin(problem, machine) * coef


def margin(problem: RandomProblem, machine: Any) -> float:  # noqa: ANN401 - a fitted machine
    """Return r of nu-SVC, whose alphas sum to nu n; 1 for the others."""
    if problem.machine != "NuSVC":
        return 1.0
    return float(problem.named["nu"] * len(problem.y) / np.abs(machine.dual_coef_).sum())


def objective(problem: RandomProblem, coef: Vector, K: Matrix) -> float:
    """Return the dual to minimise; those of both nu problems and of one class have no linear term in |alpha|."""
    square, total = 0.5 * float(coef @ K @ coef), float(np.abs(coef).sum())
    match problem.machine:
        case "SVC":
            return square - total
        case "SVR":
            return square - float(problem.y @ coef) + float(problem.named["epsilon"]) * total
        case "NuSVR":
            return square - float(problem.y @ coef)
    return square


def ending(seed: int) -> tuple[str, str]:
    """Return the machine and the kernel of random problem `seed`, and how it ended."""
    problem = random_problem(seed)
    ended = linear_ending if problem.machine in LINEAR else kernel_ending
    return problem.title, ended(problem)


def main(words: list[str] | None = None) -> int:
    """Solve so many problems and print how they ended, by machine and kernel."""
    count = int((words or ["10000"])[0])
    found: dict[str, Counter[str]] = {}
    wrong = []
    for seed in range(count):
        title, ended = ending(seed)
        found.setdefault(title, Counter())[ended] += 1
        if ended == "other":
            wrong.append(seed)
    for title in sorted(found):
        print(f"{title:<28}" + ", ".join(f"{many} {ended}" for ended, many in found[title].most_common()))
    total: Counter[str] = sum(found.values(), Counter())
    print(f"{count} problems of {len(KERNEL_MACHINES)} machines and LinearSVC: {dict(total)}")
    if wrong:
        print(f"seeds of the others: {wrong[:20]}")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
