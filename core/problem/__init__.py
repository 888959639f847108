"""WHAT is solved: kernels, the formulations as one box-constrained dual, optimality and decision values."""

from core.problem.decision import Role, decision_values, margin_width, normal, roles, slack, training_errors
from core.problem.dual import Dual, Problem, c_svc, cross_gram
from core.problem.kernels import Gaussian, Kernel, Linear, Polynomial, Precomputed, Sigmoid, TaylorGaussian
from core.problem.linear import (
    LinearCertificate,
    LinearDual,
    LinearProblem,
    Plane,
    linear_certificate,
    linear_decision_values,
    linear_gradient,
    linear_svc,
    plane,
    projected_gradient,
    weights,
)
from core.problem.maps import PolynomialMap
from core.problem.optimality import (
    Certificate,
    certificate,
    kkt_residuals,
    margins_without_offset,
    offset,
    offset_interval,
)
from core.problem.refusal import InputError
from core.problem.separability import Hulls, always_separable, common_point, nearest_hull_points

__all__ = [
    "Certificate",
    "Dual",
    "Gaussian",
    "Hulls",
    "InputError",
    "Kernel",
    "Linear",
    "LinearCertificate",
    "LinearDual",
    "LinearProblem",
    "Plane",
    "Polynomial",
    "PolynomialMap",
    "Precomputed",
    "Problem",
    "Role",
    "Sigmoid",
    "TaylorGaussian",
    "always_separable",
    "c_svc",
    "certificate",
    "common_point",
    "cross_gram",
    "decision_values",
    "kkt_residuals",
    "linear_certificate",
    "linear_decision_values",
    "linear_gradient",
    "linear_svc",
    "margin_width",
    "margins_without_offset",
    "nearest_hull_points",
    "normal",
    "offset",
    "offset_interval",
    "plane",
    "projected_gradient",
    "roles",
    "slack",
    "training_errors",
    "weights",
]
