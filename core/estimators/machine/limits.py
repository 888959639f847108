"""Machines in a limit: a nu without a margin, and an infinite C.

Below the least nu that leaves a margin the reduced hulls meet, the optimum is w = 0 and r = 0, and dividing by r
means dividing by rounding errors. The machines of all larger nu are those of C-SVC with C = 1 / r, so they tend to
C-SVC as C grows (Chang01; mathematics 7). A hard tube is epsilon-SVR with any C that no multiplier reaches.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from ...problem import Form, Formulation, Kernel, Precomputed, Separable, c_svc_of_signs, separation
from ...problem.arrays import is_sparse, uniform
from ...problem.maps import Rows
from ...problem.proof.definite import defect
from ...solver import Outcome, Trained

ZERO_MARGIN = 1e-12  # a margin of nu-SVC up to this counts as none
FINER = (1e-4, 1e-8)  # factors of the tolerance, if the margin is not clearly above it
CLEAR = 100.0  # factor of the violation above which a margin is clear
MOST_PENALTY = 1e6
MOST_FACTORED = 1000  # most points whose matrix is factored to decide whether it is positive semidefinite
FINER_STEPS = 200_000  # if two hulls touch, the search for a margin might not end
NO_MINIMUM = (
    "C is infinite, and the dual falls without end: no plane separates the classes, or the kernel is not positive "
    "semidefinite. There is no hard margin. Give a finite C."
)
NO_PLANE = (
    "C is infinite, but no plane in the feature space of this kernel separates the classes: there is no hard margin. "
    "Give a finite C."
)
NO_MARGIN_FOUND = (
    "C is infinite, and no hard margin was found: either no plane in the feature space of this kernel separates the "
    "classes, or its margin is too small for float64. Give a finite C."
)
NO_TUBE = (
    "C is infinite, and no function of this kernel was found that comes within epsilon={:g} of every target. Give a "
    "finite C, or a larger epsilon."
)
NO_MARGIN = (
    "nu is too small for these points: the reduced hulls of the two classes meet, and no margin is left. This is "
    "C-SVC with C={:g}, near the limit of the machines with a margin. Raise nu, or choose another kernel."
)


class Effort(NamedTuple):
    """The options for the trainer."""

    tolerance: float
    cache_bytes: int
    shrinking: bool
    limit: int | None

    def within(self, steps: int) -> Effort:
        """Return these options with at most so many steps."""
        return self._replace(limit=steps if self.limit is None else min(steps, self.limit))


TrainOnce = Callable[[Form, Effort], Trained]


def with_margin(form: Form, effort: Effort, found: Trained, train: TrainOnce) -> tuple[Form, Trained]:
    """Return nu-SVC solved accurately enough to divide by its margin, or the C-SVC that replaces it without one."""
    for factor in FINER:
        unclear = found.r < CLEAR * found.violation or found.r <= ZERO_MARGIN
        if unclear and found.outcome == Outcome.OPTIMAL:
            finer = train(form, effort._replace(tolerance=factor * effort.tolerance).within(FINER_STEPS))
            if finer.violation < found.violation:  # it need not reach the finer tolerance
                found = finer._replace(outcome=found.outcome)
    if found.outcome == Outcome.STUCK and found.violation <= effort.tolerance * found.r:  # f / r meets it
        found = found._replace(outcome=Outcome.OPTIMAL)
    noise = 4.0 * found.violation if found.outcome == Outcome.OPTIMAL else 0.0
    if found.r > max(ZERO_MARGIN, noise):
        return form, found
    limit = c_svc_of_signs(form.y, penalty_for(effort.tolerance), sample_weight=form.upper)
    return limit, train(limit, effort.within(FINER_STEPS))


def penalty_for(tolerance: float) -> float:
    """Return C of the machine with the least margin that the tolerance distinguishes from none."""
    return min(1.0 / tolerance, MOST_PENALTY)


def is_marginless(form: Form | None) -> bool:
    """Whether C-SVC replaces nu-SVC without a margin."""
    return form is not None and form.formulation is Formulation.C_SVC


def softened(form: Form, found: Trained) -> Form | None:
    """Return epsilon-SVR with a C that no multiplier reaches, to replace a hard tube; None for another form."""
    if form.formulation is not Formulation.EPS_SVR or not form.hard:
        return None
    return replace(form, upper=uniform(max(1.0, 2.0 * float(found.alpha.max())), len(form.upper)))


def no_hard_margin(form: Form, points: Rows, kernel: Kernel, grown: bool) -> str:
    """Return the message that no plane exists if that is proved; else "", or a weaker message if multipliers grew.

    `grown`: the dual has exceeded every value that a usable margin allows.
    """
    if form.formulation is Formulation.EPS_SVR:
        return NO_TUBE.format(0.5 * float(form.p[0] + form.p[len(form.target)])) if grown else ""
    psd = kernel.always_psd
    if not psd and isinstance(kernel, Precomputed) and points.shape[0] <= MOST_FACTORED:
        psd = math.isfinite(defect(np.asarray(points, dtype=np.float64)))  # proved, up to rounding
    if not psd:
        return NO_MINIMUM if grown else ""
    if not is_sparse(points):
        found = separation(kernel, np.asarray(points, dtype=np.float64), form.y)
        if found.separable is Separable.NO:
            return NO_PLANE
    return NO_MARGIN_FOUND if grown else ""
