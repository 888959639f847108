"""The same machine under its other parameter: C for nu, and epsilon for nu (mathematics 7 and 8)."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from core.problem import (
    Certificate,
    Form,
    Formulation,
    Problem,
    c_svc_form,
    certificate,
    eps_svr_form,
    nu_svc_form,
    nu_svr_form,
)
from core.problem.arrays import Vector
from core.solver import answer
from core.view.machines.fitted import MachineFit, fitted
from core.view.solution import Enclosed, enclosed


@dataclass(frozen=True)
class Twin:
    """A machine with another parameter that has the same f, found twice: handed over, and solved for itself."""

    parameter: float  # C, nu or epsilon
    handed: Certificate  # of the alpha of the first machine, in the scale of the second
    fitted: MachineFit  # solved from the parameter alone
    apart: float  # the largest difference of both f at the points

    @property
    def value(self) -> Enclosed:
        """What encloses the optimum of the second machine, by the alpha of the first."""
        return enclosed(self.handed)


def twin(problem: Problem, found: MachineFit, tolerance: float, limit: int) -> Twin | None:
    """Return the twin of a solved machine; None where there is none.

    One class has none, nor has a machine without support vectors, without a margin, or with a hard one.
    """
    made = _other(problem, found)
    if made is None:
        return None
    parameter, form, alpha = made
    other = Problem(problem.X, problem.kernel, form, problem.gram)
    again = fitted(other, answer(other, tolerance=tolerance, limit=limit))
    apart = float(np.abs(again.decision - found.decision).max())
    return Twin(parameter, certificate(other, alpha), again, apart)


def _other(problem: Problem, found: MachineFit) -> tuple[float, Form, Vector] | None:
    """Return the parameter of the other machine, its form, and this machine's alpha in its scale."""
    form, alpha = problem.form, found.alpha
    target, n = form.target, len(form.target)
    C = float(form.upper.max(initial=0.0))
    if not found.exists or not math.isfinite(C) or not found.nu > 0.0:
        return None
    nu = min(found.nu, 1.0)  # a sum of rounded numbers
    match form.formulation:
        case Formulation.NU_SVC:
            C = 1.0 / found.unit
            return C, c_svc_form(target, n, C), alpha * C
        case Formulation.C_SVC:
            return nu, nu_svc_form(target, n, nu), alpha / C
        case Formulation.NU_SVR:
            epsilon = max(0.0, found.r)
            return epsilon, eps_svr_form(target, n, C, epsilon), alpha
        case Formulation.EPS_SVR:
            return nu, nu_svr_form(target, n, C, nu), alpha
        case Formulation.ONE_CLASS:
            return None
