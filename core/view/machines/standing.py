"""Where a run of any of the five machines stands: what is proved of its alpha, and the terms that prove it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.problem import Certificate, Problem
from core.problem.arrays import Vector
from core.solver import Answer, Outcome
from core.view.machines.fitted import MachineFit, fitted, shortfalls
from core.view.solution import Light


@dataclass(frozen=True)
class MachineStanding:
    """What is proved after some steps: P = half_norm + loss + given, and -D = linear - half_norm (mathematics 18)."""

    fit: MachineFit  # the machine of this alpha
    half_norm: float  # 1/2 |w|^2 in the scale of the solver
    loss: float  # what the points beyond their margin or the tube cost
    given: float  # b s' start - r e' start: of a nu problem -rho nu n or epsilon C nu n, else 0
    linear: float  # -p' alpha

    @property
    def proof(self) -> Certificate:
        """What the terms prove, at the b that the solver would return now."""
        return self.fit.certificate

    @property
    def light(self) -> Light:
        """The truth light of this alpha; that there is no machine is known at the end of a run alone."""
        return Light.PROVED if self.fit.light is Light.PROVED else Light.NOT_YET


def machine_standing(problem: Problem, alpha: Vector, steps: int) -> MachineStanding:
    """Return what is proved of alpha (N,), which a run has reached after so many steps."""
    form, fit = problem.form, fitted(problem, Answer(alpha, Outcome.RUNNING, steps))
    proof = fit.certificate
    u = shortfalls(form, fit.decision * fit.unit, proof.r)
    return MachineStanding(
        fit,
        half_norm=0.5 * (fit.norm * fit.unit) ** 2,
        loss=float(form.cost @ np.maximum(0.0, u)),
        given=proof.b * form.balance - (proof.r * form.total if form.alike else 0.0),
        linear=-float(form.p @ alpha),
    )
