"""A step of the recorded run of any machine: its pair, the scores that it was chosen by, and the sums that stay.

Where e' alpha is fixed beside s' alpha, the sum over each sign is: both of a pair have one sign (mathematics 7).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.problem import Problem, margins_without_offset
from core.problem.arrays import Vector
from core.problem.scalars import can_fall, can_rise, scores
from core.trace import Trace
from core.view.machines.breach import Breach, breaches


@dataclass(frozen=True)
class PairStep:
    """One step, before and after; variables of regression are 0..n-1 that pull up and n..2n-1 that pull down."""

    k: int  # from 0 on
    steps: int  # of the run
    i: int
    j: int
    signs: tuple[int, int]  # of the pair
    before: tuple[float, float]  # alpha of the pair
    after: tuple[float, float]
    sums: tuple[float, float]  # of alpha over the signs +1 and -1, before
    sums_after: tuple[float, float]
    alike: bool  # whether both sums are fixed
    score: Vector  # (N,) -y G, before
    sign: Vector  # (N,)
    rises: NDArray[np.bool_]  # (N,) whether alpha y can grow
    falls: NDArray[np.bool_]  # (N,) whether it can shrink
    breaches: tuple[Breach, ...]  # of each sign where both sums are fixed, else of all


def pair_step(trace: Trace, k: int) -> PairStep:
    """Return step k of a run of pairs; 0 <= k < len(trace)."""
    problem = trace.problem
    assert isinstance(problem, Problem)
    form, row = problem.form, trace.table[k]
    alpha, after = (np.asarray(trace.state_at(step).alpha) for step in (k, k + 1))
    i, j = int(row["i"]), int(row["j"])
    score = scores(form, alpha, margins_without_offset(problem, alpha))
    rises, falls = can_rise(form, alpha), can_fall(form, alpha)
    return PairStep(
        k=k,
        steps=len(trace),
        i=i,
        j=j,
        signs=(int(form.y[i]), int(form.y[j])),
        before=(float(alpha[i]), float(alpha[j])),
        after=(float(after[i]), float(after[j])),
        sums=_sums(form.y, alpha),
        sums_after=_sums(form.y, after),
        alike=form.alike,
        score=score,
        sign=form.y,
        rises=rises,
        falls=falls,
        breaches=breaches(form, alpha, score),
    )


def _sums(y: Vector, alpha: Vector) -> tuple[float, float]:
    return float(alpha[y > 0].sum()), float(alpha[y < 0].sum())
