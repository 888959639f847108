"""The course of a solve: the dual objective, the certified gap and the violation, at a few dozen steps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..lowlevel.compiled import compiled
from ..problem import Certificate, LinearCertificate, PrimalDual, certificate, primal_dual
from ..problem.arrays import Indices, Vector
from ..trace import Trace

SAMPLES = 60


@dataclass(frozen=True)
class Curves:
    """Values over steps, all of the same length."""

    step: NDArray[np.int64]  # sampled steps, first 0, last len(trace)
    dual: Vector  # -D: rises to the optimum from below
    primal: Vector  # P with the best offset: falls to it from above; inf while a hard margin is violated
    gap: Vector  # P + D
    violation: Vector  # of the next step, as its algorithm measures it; nan after the last one


def curves(trace: Trace, samples: int = SAMPLES) -> Curves:
    """Sample the certificate along a trace."""
    steps, proof = sampled_steps(len(trace), samples), trace.stepper.certificate
    prove: Callable[..., PrimalDual | Certificate | LinearCertificate] = primal_dual if proof is certificate else proof
    proofs = [prove(trace.problem, alpha) for alpha in multipliers(trace, steps)]
    violation = np.append(trace.table["violation"], np.nan)
    return Curves(
        step=steps,
        dual=np.array([-proof.dual for proof in proofs]),
        primal=np.array([proof.primal for proof in proofs]),
        gap=np.array([proof.gap for proof in proofs]),
        violation=violation[steps],
    )


def multipliers(trace: Trace, steps: Iterable[int]) -> Iterator[Vector]:
    """Yield alpha (N,) at ascending steps, in one reused array, from the exact values in the table."""
    alpha, at = np.array(trace.state_at(0).alpha), 0
    for k in steps:
        _write(alpha, *moves(trace.table[at:k]))
        at = k
        yield alpha


def moves(rows: NDArray[np.void]) -> tuple[Indices, Indices, Vector, Vector]:
    """Return the moved variables in rows of a table, and their new alphas, as arrays for compiled code."""
    i, j, alpha_i, alpha_j = (np.array(rows[name]) for name in ("i", "j", "alpha_i", "alpha_j"))
    return i, j, alpha_i, alpha_j


@compiled
def _write(alpha: Vector, i: Indices, j: Indices, alpha_i: Vector, alpha_j: Vector) -> None:
    for k in range(i.size):
        if i[k] >= 0:
            alpha[i[k]] = alpha_i[k]
        if j[k] >= 0:
            alpha[j[k]] = alpha_j[k]


def sampled_steps(last: int, samples: int) -> NDArray[np.int64]:
    """Return steps from 0 to `last`: dense where the steps are few, evenly spaced in log(step + 1) otherwise."""
    spaced = np.expm1(np.linspace(0.0, np.log1p(last), samples)).round().astype(np.int64)
    return np.unique(np.concatenate([np.arange(min(last, samples // 4) + 1), spaced, [last]]))
