"""The machines of every nu: how many points are beyond their margin, and how many are support vectors."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core.problem import Form, Formulation, Problem, nu_svc_form, nu_svr_form, one_class_form
from core.problem.arrays import Vector
from core.solver import answer
from core.view.machines.fitted import MachineFit, fitted

PLACES = 24  # of nu


@dataclass(frozen=True)
class EveryNu:
    """Shares of the points against nu."""

    nu: Vector  # (k,)
    beyond: Vector  # (k,) share of the points beyond their margin, at most nu
    vectors: Vector  # (k,) share of the support vectors, at least nu
    distance: Vector  # (k,) of nu-SVC: how far the reduced hulls are apart; else empty
    exists: Vector  # (k,) 1 where it is proved that there is a margin, else 0
    most: float  # no nu above this is feasible


def most_of_nu(form: Form) -> float:
    """Return the largest feasible nu: 2 min(n+, n-) / n of nu-SVC (mathematics, equation 7.3), else 1."""
    if form.formulation is not Formulation.NU_SVC:
        return 1.0
    positive = int(np.count_nonzero(form.target > 0))
    return 2.0 * min(positive, len(form.target) - positive) / len(form.target)


def every_nu(problem: Problem, tolerance: float, limit: int, places: int = PLACES) -> EveryNu:
    """Return the machines of some nu from the smallest that reaches a point to the largest that is feasible.

    The `limit` of steps is one for all of them.
    """
    form, n = problem.form, len(problem.form.target)
    most = most_of_nu(form)
    of = _form_of(form)
    nu = np.linspace(min(1.0 / n, most), most, places)
    found = [_one(problem, of(float(at)), tolerance, limit // places) for at in nu]
    hulls = form.formulation is Formulation.NU_SVC
    return EveryNu(
        nu=nu,
        beyond=np.array([one.least_share for one in found]),
        vectors=np.array([one.most_share for one in found]),
        distance=np.array([hull_distance(one, n) for one in found]) if hulls else np.empty(0),
        exists=np.array([float(one.exists) for one in found]),
        most=most,
    )


def hull_distance(found: MachineFit, count: int) -> float:
    """Return how far the nearest points of the reduced hulls are apart: 2 |w| / (nu n), w of the solver's scale.

    Within a class alpha sums to nu n / 2, so w is that times the difference of two points of the hulls (mathematics 7).
    """
    return 2.0 * found.norm * found.unit / (found.nu * count)


def _one(problem: Problem, form: Form, tolerance: float, limit: int) -> MachineFit:
    asked = Problem(problem.X, problem.kernel, form, problem.gram)
    return fitted(asked, answer(asked, tolerance=tolerance, limit=limit))


def _form_of(form: Form) -> Callable[[float], Form]:
    """Return the function from nu to the form of the same machine on the same points."""
    target, n = form.target, len(form.target)
    match form.formulation:
        case Formulation.NU_SVC:
            return lambda nu: nu_svc_form(target, n, nu)
        case Formulation.NU_SVR:
            return lambda nu: nu_svr_form(target, n, float(form.upper.max()), nu)
        case Formulation.ONE_CLASS:
            return lambda nu: one_class_form(n, nu)
        case _:
            raise ValueError(f"{form.formulation} has no nu")
