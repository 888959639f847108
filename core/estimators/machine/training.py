"""From the duals of a machine to its support vectors, coefficients and offsets, and their proof."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import NamedTuple, Protocol

import numpy as np

from ...problem import (
    Certificate,
    Form,
    Formulation,
    Gaussian,
    Kernel,
    Linear,
    Precomputed,
    SummedNormal,
    certify,
    kernel_bound,
)
from ...problem.arrays import Indices, Matrix, Vector, is_sparse
from ...problem.maps import Rows
from ...problem.proof.kernel_rounding import FEWEST_ROUNDINGS, KernelBound
from ...problem.proof.optimality import EPS, FAINT
from ...solver import Outcome, Trained, default_limit, train
from ...solver.linear.interior import suits
from ...solver.trainer.rows.working_rows import CANCELS, PLANE
from .kernel_choice import NOT_FINITE
from .limits import Effort, no_hard_margin, softened, with_margin
from .prediction import exact_sums, squares

FIRST_STEPS = 200_000  # of a linear machine: after these, its plane is sought in the space of the features


class Duals(Protocol):
    """The duals of a machine, constructed again at each access: they are larger than their points."""

    def __len__(self) -> int:
        """Return the number of duals."""

    def __getitem__(self, k: int) -> tuple[Indices | None, Form]:
        """Return the points of dual k, None for all of them, and its form."""

    @property
    def unit(self) -> float:
        """Return the factor from the multipliers of the forms to those of the machine, which are in LIBSVM's scale."""


class SolvedDual(NamedTuple):
    """A solved dual, without its zeros."""

    support: Indices  # (s,) indices of the points whose coefficient is not 0, ascending
    coef: Vector  # (s,)
    b: float
    scale: float  # factor of coef and b relative to the dual: 1 / margin for nu-SVC, else the duals' unit
    places: Indices  # indices where alpha is not 0
    alpha: Vector  # its values there
    steps: int
    violation: float
    outcome: Outcome
    gap: float = 0.0  # relative, if the outcome is not optimal; else unused
    plane: Vector | None = None  # (d,) w in the units of the dual, if it is more exact than a sum of multipliers
    form: Form | None = None  # the form that was solved instead of the requested dual (`limits`)


class SupportTable(NamedTuple):
    """The support vectors of all duals, class by class, and their coefficients."""

    support: Indices  # (s,) indices of the points: ascending within a class
    counts: Indices  # (classes,) their number in each class; (1,) without classes
    coef: Matrix  # (classes - 1, s), or (1, s)


def solve(duals: Duals, points: Rows, kernel: Kernel, effort: Effort) -> list[SolvedDual]:
    """Return all duals solved; ValueError if a solution is not finite."""
    return [_solve(*duals[k], points, kernel, effort, duals.unit) for k in range(len(duals))]


def _solve(rows: Indices | None, form: Form, points: Rows, kernel: Kernel, effort: Effort, unit: float) -> SolvedDual:
    own = some(points, rows, kernel)
    found, kept = _train(form, own, kernel, _first(form, own, kernel, effort)), form
    if form.formulation is Formulation.NU_SVC:
        kept, found = with_margin(form, effort, found, lambda other, pains: _train(other, own, kernel, pains))
    if form.hard and found.outcome in (Outcome.INFEASIBLE, Outcome.STUCK):
        told = no_hard_margin(form, own, kernel, grown=found.outcome == Outcome.INFEASIBLE)
        if told:
            raise ValueError(told)
    solved = without_zeros(rows, kept, found, unit)
    other = softened(form, found) if kept is form else kept
    return solved if other is None else solved._replace(form=other)


def has_few_weights(form: Form, X: Rows) -> bool:
    """Whether the plane of a linear machine can be found in the space of its features (`plane.in_features`)."""
    return not (form.squared or form.hard) and suits(len(form.y), X.shape[1] + (2 if form.alike else 1))


def _first(form: Form, points: Rows, kernel: Kernel, effort: Effort) -> Effort:
    """Return the options before the plane is sought among the features; nu-SVC needs its margin at once."""
    patient = form.formulation is Formulation.NU_SVC or not isinstance(kernel, Linear)
    if patient or not has_few_weights(form, points):
        return effort
    return effort._replace(limit=FIRST_STEPS if effort.limit is None else min(FIRST_STEPS, effort.limit))


def gone_on(
    rows: Indices | None, form: Form, points: Rows, kernel: Kernel, effort: Effort, solved: SolvedDual
) -> SolvedDual:
    """Return a dual after the rest of its steps if the first were too few; any other one unchanged."""
    if solved.outcome != Outcome.STEP_LIMIT or _first(form, points, kernel, effort) == effort:
        return solved
    limit = default_limit(len(form.y)) if effort.limit is None else effort.limit
    effort = effort._replace(limit=max(1, limit - solved.steps))
    alpha = alpha_of(form, solved)
    found = _train(replace(form, start=alpha), points, kernel, effort)
    return without_zeros(rows, form, found._replace(steps=solved.steps + found.steps), solved.scale)


def _train(form: Form, points: Rows, kernel: Kernel, effort: Effort) -> Trained:
    return train(
        form,
        points,
        kernel,
        effort.tolerance,
        cache_bytes=effort.cache_bytes,
        shrinking=effort.shrinking,
        limit=effort.limit,
    )


def without_zeros(rows: Indices | None, form: Form, found: Trained, unit: float) -> SolvedDual:
    """Return the solution of a training on the points `rows` without its zeros; ValueError if it is not finite."""
    scale = 1.0 / found.r if form.formulation is Formulation.NU_SVC else unit
    coef, b = form.coefficients(found.alpha), scale * found.b
    kept = coef.nonzero()[0]
    places = kept if form.copies == 1 else found.alpha.nonzero()[0]
    coef = coef[kept] if scale == 1.0 else scale * coef[kept]
    if not (math.isfinite(b) and math.isfinite(float(np.add.reduce(coef)))):
        raise ValueError(NOT_FINITE)
    support = kept if rows is None else rows[kept]
    alpha, gap = found.alpha[places], 0.0
    if found.outcome != Outcome.OPTIMAL:  # by the trainer's own values of f, without further kernel values
        exact = KernelBound(np.zeros(len(found.g)), 0.0)
        gap = certify(form, found.alpha, found.g, exact, found.b).relative_gap
    return SolvedDual(support, coef, b, scale, places, alpha, found.steps, found.violation, found.outcome, gap)


def some(points: Rows, rows: Indices | None, kernel: Kernel) -> Rows:
    """Return the points `rows`, None for all of them; of a kernel matrix the rows and the columns."""
    if rows is None:
        return points
    return points[np.ix_(rows, rows)] if isinstance(kernel, Precomputed) else points[rows]


class Proof(NamedTuple):
    """The data from which certificates are computed on demand."""

    duals: Duals
    solved: list[SolvedDual]
    points: Rows
    kernel: Kernel
    intercept: Vector  # (duals,) the offsets of f for the points as given

    def certificates(self) -> tuple[Certificate, ...]:
        """Return a certificate for each dual, in float64; of the trainer's results it uses only alpha and b."""
        made = [self.certificate(*self.dual(k), solved) for k, solved in enumerate(self.solved)]
        return tuple(replace(proof, b=float(b)) for proof, b in zip(made, self.intercept, strict=True))

    def dual(self, k: int) -> tuple[Indices | None, Form]:
        """Return the points of dual k and the form that was solved."""
        rows, form = self.duals[k]
        return rows, self.solved[k].form or form

    def settled(self, tolerance: float) -> bool:
        """Whether every certificate in float64 is certain to meet the tolerance, without computing it.

        If rounding may exceed both the tolerance and `FAINT`, it is not certain, and they have to be computed.
        """
        if isinstance(self.kernel, Precomputed) or any(solved.outcome != Outcome.OPTIMAL for solved in self.solved):
            return False
        largest, units = _scale_of(self.points, self.kernel)
        allowed = max(tolerance, FAINT)
        for solved in self.solved:
            size = 2.0 * largest * float(np.add.reduce(np.abs(solved.alpha))) + abs(solved.b / solved.scale)
            if not 2.0 * units * EPS * size <= allowed:
                return False
        return True

    def certificate(self, rows: Indices | None, form: Form, solved: SolvedDual) -> Certificate:
        """Return the certificate of one dual, with the offset for the trainer's points."""
        alpha = alpha_of(form, solved)
        coef = form.coefficients(alpha)
        kept, own = coef.nonzero()[0], some(self.points, rows, self.kernel)
        seen = own[:, kept] if isinstance(self.kernel, Precomputed) else own
        g = exact_sums(self.kernel, own[kept], coef[None, kept], seen)[:, 0]
        normal = None
        if isinstance(self.kernel, Linear):
            w, apart = coef[kept] @ own[kept], 0.0
            if solved.plane is not None:
                g, apart, w = own @ solved.plane, float(np.linalg.norm(solved.plane - w)), solved.plane
            normal = SummedNormal(float(np.linalg.norm(w)), apart)
        proof = certify(form, alpha, g, kernel_bound(self.kernel, own), solved.b / solved.scale, normal)
        if solved.scale == 1.0:
            return proof
        # nu-SVC divides its solution by a margin. If that is large, the solver's own unit is below the rounding of f.
        return proof.scaled(solved.scale, least_unit=1.0 if form.formulation is Formulation.NU_SVC else 0.0)


def alpha_of(form: Form, solved: SolvedDual) -> Vector:
    """Return alpha (N,) of a solved dual, its zeros included."""
    alpha = np.zeros(len(form.y))
    alpha[solved.places] = solved.alpha
    return alpha


def _scale_of(points: Rows, kernel: Kernel) -> tuple[float, float]:
    """Return a bound of |K(x, z)|, and the rounding error of a sum of all of them in units of rounding."""
    n, d = points.shape
    if isinstance(kernel, Gaussian):  # the trainer may expand |x - z|^2, for dense points up to a bound of its own
        square = float(np.maximum.reduce(squares(points))) if is_sparse(points) else CANCELS / kernel.gamma
        return 1.0, n + max(FEWEST_ROUNDINGS, d + 4.0) + (8.0 * kernel.gamma * square if d > PLANE else 0.0)
    length, operations = kernel_bound(kernel, points)
    return float(length.max(initial=0.0)) ** 2, n + operations


def own_copy(points: Rows, given: Rows) -> Rows:
    """Return the points in memory of their own, since the caller may write into the given ones later."""
    if points is given:
        return points.copy()
    ours, theirs = (rows.data if is_sparse(rows) else rows for rows in (points, given))
    return points.copy() if np.may_share_memory(ours, theirs) else points
