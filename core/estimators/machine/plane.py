"""A linear machine whose multipliers have too few digits: its plane is found in the space of the features.

When C |x|^2 is large, the sum of rounded multipliers no longer gives the plane, and a solver that moves multipliers
makes no progress. The weights are a few well-scaled numbers (mathematics 22.6, `core.solver.linear.interior`).
"""

from __future__ import annotations

import numpy as np

from ...problem import Form, SummedNormal, certify, kernel_bound, meets
from ...problem.arrays import Matrix, Vector, is_sparse
from ...problem.kernels import Linear
from ...problem.maps import Rows
from ...solver import Outcome, Trained
from ...solver.linear.interior import MOST_STEPS, FewWeights, interior
from .limits import Effort
from .training import Proof, SolvedDual, alpha_of, gone_on, has_few_weights, some, without_zeros


def in_features(proof: Proof, effort: Effort) -> list[SolvedDual]:
    """Return the duals of a linear machine, each with the plane that defines f and is proved.

    It is the sum of the multipliers if that is proved, else a plane found in the space of the features. If neither is
    proved, a dual whose first steps were too few continues with the rest of them.
    """
    return [_in_features(proof, k, effort) for k in range(len(proof.solved))]


def _in_features(proof: Proof, k: int, effort: Effort) -> SolvedDual:
    solved, (rows, form) = proof.solved[k], proof.dual(k)
    own = some(proof.points, rows, proof.kernel)
    summed = solved._replace(plane=np.ravel(form.coefficients(alpha_of(form, solved)) @ own))
    if solved.outcome == Outcome.OPTIMAL and meets(proof.certificate(rows, form, summed), effort.tolerance):
        return summed
    if not has_few_weights(form, own):
        return solved
    better = _trained(form, own, solved.steps, effort)
    if better is not None:
        trained, plane = better
        return without_zeros(rows, form, trained, solved.scale)._replace(plane=plane, form=solved.form)
    return gone_on(rows, form, own, proof.kernel, effort, solved)._replace(form=solved.form)


def _trained(form: Form, X: Rows, steps: int, effort: Effort) -> tuple[Trained, Vector] | None:
    """Return the solution for points X (n, d) and its w (d,), or None if no proof of it meets the tolerance."""
    points, d = np.asarray(X.toarray() if is_sparse(X) else X), X.shape[1]
    most = MOST_STEPS if effort.limit is None else effort.limit - steps
    answer = interior(_few_weights(form, points), effort.tolerance, most, np.zeros(1, dtype=np.int64))
    if answer is None:
        return None
    u, alpha, more = answer
    w, b, r = u[:d], float(u[d]), float(u[d + 1]) if form.alike else 0.0
    g = points @ w
    norm, apart = float(np.linalg.norm(w)), float(np.linalg.norm(w - form.coefficients(alpha) @ points))
    proof = certify(form, alpha, g, kernel_bound(Linear(), points), b, SummedNormal(norm, apart))
    if not (meets(proof, effort.tolerance) and proof.relative_gap <= effort.tolerance):
        return None
    return Trained(alpha, b, r, g, proof.violation, steps + more, Outcome.OPTIMAL), w


def _few_weights(form: Form, points: Matrix) -> FewWeights:
    """Return the primal of a form: w, the offset b, and the margin r if the sum of each sign is fixed."""
    d, scalars = points.shape[1], 2 if form.alike else 1
    signed = form.y[:, None] * np.tile(points, (form.copies, 1))
    margin = -np.ones((len(form.y), scalars - 1))
    bend = np.repeat([1.0, 0.0], [d, scalars])
    pull = np.append(np.zeros(d), [form.balance, -form.total][:scalars])
    return FewWeights(np.hstack([signed, form.y[:, None], margin]), bend, pull, form.p, form.upper)
