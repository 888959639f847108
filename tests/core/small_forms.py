"""Small problems of every formulation and every awkward kind, drawn by Hypothesis."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from core.problem import Kernel, Problem, c_svc, eps_svr, nu_svc, nu_svr, one_class
from tests.core.naive_forms import (
    NaiveDual,
    eps_svr_dual,
    nu_svc_dual,
    nu_svr_dual,
    one_class_dual,
    squared_dual,
)
from tests.core.small_problems import INDEFINITE_KERNELS, PSD_KERNELS, Points, halves, labelled_points

KINDS = ("nu_svc", "eps_svr", "nu_svr", "one_class", "squared")
NU_KINDS = ("nu_svc", "nu_svr")

fractions = st.one_of(st.sampled_from([0.05, 0.25, 0.5, 1.0]), st.floats(0.01, 1.0))
penalties = st.floats(-2, 3).map(lambda exponent: 10.0**exponent)
values = st.one_of(halves, st.floats(-3, 3))


def attainable(y: Points, share: float) -> float:
    """Return that share of the largest nu that these labels allow."""
    return share * 2.0 * float(min((y > 0).sum(), (y < 0).sum())) / len(y)


@st.composite
def formulations(
    draw: st.DrawFn, kinds: tuple[str, ...] = KINDS, kernels: list[Kernel] | None = None, most: int = 9
) -> tuple[Problem, NaiveDual]:
    """Return a problem, and the same as its sources write it."""
    X, y = draw(labelled_points(most))
    kernel = draw(st.sampled_from(PSD_KERNELS + INDEFINITE_KERNELS if kernels is None else kernels))
    C, nu, epsilon = draw(penalties), draw(fractions), draw(st.sampled_from([0.0, 0.1, 0.5, 2.0]))
    z = np.array(draw(st.lists(values, min_size=len(X), max_size=len(X))))
    match draw(st.sampled_from(kinds)):
        case "nu_svc":
            problem = nu_svc(X, y, kernel, attainable(y, nu))
            return problem, nu_svc_dual(problem.gram, y, attainable(y, nu))
        case "eps_svr":
            problem = eps_svr(X, z, kernel, C, epsilon)
            return problem, eps_svr_dual(problem.gram, z, C, epsilon)
        case "nu_svr":
            problem = nu_svr(X, z, kernel, C, nu)
            return problem, nu_svr_dual(problem.gram, z, C, nu)
        case "one_class":
            problem = one_class(X, kernel, nu)
            return problem, one_class_dual(problem.gram, nu)
    problem = c_svc(X, y, kernel, C, loss="squared_hinge")
    return problem, squared_dual(problem.gram, y, C)
