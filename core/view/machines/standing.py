"""Where a run of any of the five machines stands: what is proved of its alpha, and the terms that prove it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.problem import Certificate, Formulation, Problem, margins_without_offset, normal
from core.problem.arrays import Vector
from core.problem.scalars import scores
from core.solver import Answer, Outcome
from core.view.machines.breach import Breach, breaches
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
    alpha_sums: tuple[float, float]  # over the variables of sign +1 and of sign -1
    kept: float  # what every step keeps: each of them where e' alpha is fixed too, else the one less the other
    upper: float  # of alpha, the largest
    w: Vector | None  # where it lives in the space of the points
    breaches: tuple[Breach, ...]  # one of each sign where e' alpha is fixed too, else one

    @property
    def r(self) -> float:
        """What stands beside b in the primal: rho of nu-SVC, -epsilon of nu-SVR."""
        return self.fit.r if self.fit.formulation is Formulation.NU_SVC else -self.fit.r

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
        alpha_sums=(float(alpha[form.y > 0].sum()), float(alpha[form.y < 0].sum())),
        kept=0.5 * form.total if form.alike else form.balance,
        upper=float(form.upper.max()),
        w=normal(problem, alpha),
        breaches=breaches(form, alpha, scores(form, alpha, margins_without_offset(problem, alpha))),
    )
