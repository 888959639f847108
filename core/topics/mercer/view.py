"""What SMO does on a matrix that need not be definite: the curvature of each step, and the dual along the run."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...problem import Problem
from ...problem.arrays import Indices, Vector
from ...solver import Outcome
from ...trace import Trace
from .theory import FormValue, Known, NearPair, nearest_pair


@dataclass(frozen=True, eq=False)
class RunCourse:
    """A recorded run of pairs."""

    outcome: Outcome
    dual: Vector  # (steps + 1,) D, which is minimised, before the first step and after each
    curvature: Vector  # (steps,) K_ii + K_jj - 2 K_ij of each pair
    i: Indices  # (steps,) the pair
    j: Indices

    @property
    def steps(self) -> int:
        """The number of steps."""
        return len(self.curvature)

    @property
    def first(self) -> int | None:
        """The first step, from 0, whose curvature is not positive; None if there is none."""
        found = np.flatnonzero(self.curvature <= 0.0)
        return int(found[0]) if len(found) else None

    @property
    def flat(self) -> int:
        """How many steps have no positive curvature."""
        return int(np.count_nonzero(self.curvature <= 0.0))


def course(trace: Trace) -> RunCourse:
    """Return the course of a recorded run of pairs."""
    i, j = (np.array(trace.table[name], dtype=np.int64) for name in ("i", "j"))
    assert isinstance(trace.problem, Problem), "a run of pairs has a kernel matrix"
    K = trace.problem.dual.kernel
    along = K[i, i] + K[j, j] - 2.0 * K[i, j]
    return RunCourse(trace.outcome, trace.objective, np.asarray(along), i, j)


def falling_pair(known: Known, y: Vector) -> NearPair | None:
    """Return two points of different classes whose squared distance is negative in spite of rounding; None: none.

    Along alpha_i = alpha_j = t the hard margin's dual is t^2 eta / 2 - 2 t, which then falls without bound.
    """
    found = nearest_pair(known, y[:, None] != y)
    return found if found is not None and is_negative(found.squared) else None


def is_negative(form: FormValue) -> bool:
    """Tell whether a quadratic form is negative in spite of rounding."""
    return form.value + form.error < 0.0


def is_stationary(problem: Problem, outcome: Outcome) -> bool:
    """Tell whether a run ended where no pair violates, of a dual that is not proved to be convex."""
    return outcome is Outcome.OPTIMAL and not problem.is_psd
