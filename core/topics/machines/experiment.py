"""The same machine with its other parameter, and the machines for every nu (mathematics 7 and 8)."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ...problem import (
    Certificate,
    Form,
    Formulation,
    Problem,
    c_svc_form,
    certificate,
    eps_svr_form,
    nu_svc_form,
    nu_svr_form,
    one_class_form,
)
from ...problem.arrays import Vector
from ...solver import answer
from ...view.solution import Enclosed, enclosed
from .view import MachineFit, fitted

# ---- The same machine with its other parameter ----


@dataclass(frozen=True)
class Twin:
    """A machine with another parameter and the same f, found twice: converted, and solved independently."""

    parameter: float  # C, nu or epsilon
    handed: Certificate  # of the alpha of the first machine, in the scale of the second
    fitted: MachineFit  # solved from the parameter only
    apart: float  # the largest difference of the two f at the points

    @property
    def value(self) -> Enclosed:
        """The interval for the optimum of the second machine, from the alpha of the first."""
        return enclosed(self.handed)


def twin(problem: Problem, found: MachineFit, tolerance: float, limit: int) -> Twin | None:
    """Return the twin of a solved machine; None if there is none.

    One class has none, nor has a machine without support vectors, without a margin, or with a hard margin.
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


# ---- The machines for every nu ----


PLACES = 24  # values of nu


@dataclass(frozen=True)
class EveryNu:
    """Shares of the points as functions of nu."""

    nu: Vector  # (k,)
    beyond: Vector  # (k,) share of the points beyond their margin, at most nu
    vectors: Vector  # (k,) share of the support vectors, at least nu
    distance: Vector  # (k,) for nu-SVC: the distance of the reduced hulls; else empty
    exists: Vector  # (k,) 1 where a margin is proved to exist, else 0
    most: float  # no nu above this is feasible


def most_of_nu(form: Form) -> float:
    """Return the largest feasible nu: 2 min(n+, n-) / n of nu-SVC (mathematics, equation 7.3), else 1."""
    if form.formulation is not Formulation.NU_SVC:
        return 1.0
    positive = int(np.count_nonzero(form.target > 0))
    return 2.0 * min(positive, len(form.target) - positive) / len(form.target)


def every_nu(problem: Problem, tolerance: float, limit: int, places: int = PLACES) -> EveryNu:
    """Return the machines for some nu, from the smallest with an effect on a point to the largest feasible one.

    The step `limit` is for all of them together.
    """
    form, n = problem.form, len(problem.form.target)
    most = most_of_nu(form)
    of = _form_of(form)
    nu = np.linspace(min(1.0 / n, most), most, places)
    found = []
    for at in nu:
        asked = Problem(problem.X, problem.kernel, of(float(at)), problem.gram)
        found.append(fitted(asked, answer(asked, tolerance=tolerance, limit=limit // places)))
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
    """Return the distance of the reduced hulls: 2 |w| / (nu n), with w in the solver's scale.

    Within a class alpha sums to nu n / 2, so w is that times the difference of two points of the hulls (mathematics 7).
    """
    return 2.0 * found.norm * found.unit / (found.nu * count)


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
