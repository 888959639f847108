"""The three problems of `LinearSVC`: one class against the rest with |w|^2 or |w|_1, and all classes at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from ..problem import Form, LinearCertificate, c_svc_form, linear_certify
from ..problem.arrays import Indices, Matrix, Vector
from ..problem.maps import Rows
from ..problem.proof.joint_proof import joint_certify
from ..problem.proof.l1_proof import l1_certify
from ..solver import Outcome
from ..solver.linear import train_linear
from ..solver.linear.joint import train_joint
from ..solver.linear.l1 import train_l1
from .machine.kernel_choice import NOT_FINITE

NO_MARGIN = (
    "C is infinite, and no hard margin was found: either no plane separates the classes, or its margin is too small "
    "for float64. Give a finite C."
)
SOFT_ONLY = "C is infinite; penalty='l1' and multi_class='crammer_singer' need a finite C."
UNSUPPORTED = "Unsupported set of arguments: {}, Parameters: penalty={!r}, loss={!r}, dual={!r}"  # scikit-learn's words


class Labelled(NamedTuple):
    """The classes and the weights of their points."""

    classes: Any  # (k,) labels in order
    codes: Indices  # (n,) the number of the class of each point
    factors: Vector  # (k,) of C
    weight: Vector  # (n,) of the points, >= 0

    def signs(self) -> Iterator[tuple[Vector, dict[int, float]]]:
        """Yield signs (n,) and factors of each class against the rest; for two classes only of the second."""
        k = len(self.classes)
        for own in range(k) if k > 2 else (1,):
            rest = float(self.factors[0]) if k == 2 else 1.0
            yield np.where(self.codes == own, 1.0, -1.0), {1: float(self.factors[own]), -1: rest}


class PlaneRequest(NamedTuple):
    """The settings common to all planes."""

    C: float
    loss: str
    bias: float | None  # the constant feature
    tolerance: float
    limit: int  # epochs
    seed: int


class EndedPlane(NamedTuple):
    """The end of one training."""

    violation: float
    epochs: int
    outcome: Outcome
    proof: LinearCertificate


class Planes(NamedTuple):
    """All planes of a machine."""

    W: Matrix  # (r, d)
    b: Vector  # (r,)
    ended: list[EndedPlane]  # one for each training


def supported(penalty: str, loss: str, dual: bool | str, *, few_points: bool) -> bool:
    """Return whether scikit-learn would solve the dual, with "auto" resolved; ValueError if it has no solver for it.

    Primal and dual have the same optimum, which we reach through either; combinations that scikit-learn refuses are
    refused here, too.
    """
    known = {("l2", "hinge"): (True,), ("l2", "squared_hinge"): (False, True), ("l1", "squared_hinge"): (False,)}
    sides = known.get((penalty, loss))
    if sides is None:
        why = f"The combination of penalty='{penalty}' and loss='{loss}' is not supported"
        raise ValueError(UNSUPPORTED.format(why, penalty, loss, dual))
    if dual == "auto":
        return sides[-1] if few_points else sides[0]
    if dual not in sides:
        why = f"The combination of penalty='{penalty}' and loss='{loss}' are not supported when dual={dual}"
        raise ValueError(UNSUPPORTED.format(why, penalty, loss, dual))
    return bool(dual)


def with_squares(labelled: Labelled, X: Rows, request: PlaneRequest) -> Planes:
    """Return the planes with the penalty 1/2 |w|^2, one class against the rest."""
    W, b, ended = [], [], []
    for form in _forms(labelled, request):
        found = train_linear(
            form, X, bias=request.bias, tolerance=request.tolerance, limit=request.limit, seed=request.seed
        )
        if found.outcome == Outcome.INFEASIBLE:
            raise ValueError(NO_MARGIN)
        W.append(found.w)
        b.append(found.b)
        proof = linear_certify(form, X, found.alpha, request.bias, plane=found.plane)
        ended.append(EndedPlane(found.violation, found.epochs, found.outcome, proof))
    return _finite(Planes(np.array(W), np.array(b), ended))


def with_corners(labelled: Labelled, X: Rows, request: PlaneRequest) -> Planes:
    """Return the planes with the penalty |w|_1, one class against the rest."""
    W, b, ended = [], [], []
    for form in _forms(labelled, request):
        cost = np.where(form.upper > 0.0, form.cost, 0.0)
        found = train_l1(form.y, cost, X, request.bias, request.tolerance, request.limit, request.seed)
        W.append(found.w)
        b.append(found.b)
        w = found.w if request.bias is None else np.append(found.w, found.b / request.bias)
        proof = l1_certify(form.y, cost, X, w, request.bias)
        ended.append(EndedPlane(found.violation, found.epochs, found.outcome, proof))
    return _finite(Planes(np.array(W), np.array(b), ended))


def jointly(labelled: Labelled, X: Rows, request: PlaneRequest) -> Planes:
    """Return the planes of all classes from one problem; for two classes their difference, second minus first."""
    codes, k = labelled.codes, len(labelled.classes)
    cost = request.C * labelled.weight * labelled.factors[codes]
    found = train_joint(codes, k, cost, X, request.bias, request.tolerance, request.limit, request.seed)
    proof = joint_certify(codes, cost, X, found.alpha, request.bias)
    ended = [EndedPlane(found.violation, found.epochs, found.outcome, proof)]
    if k == 2:
        return _finite(Planes(found.W[1:] - found.W[:1], found.b[1:] - found.b[:1], ended))
    return _finite(Planes(found.W, found.b, ended))


def _forms(labelled: Labelled, request: PlaneRequest) -> Iterator[Form]:
    for sign, weight in labelled.signs():
        yield c_svc_form(sign, len(sign), request.C, weight, labelled.weight, request.loss)


def _finite(planes: Planes) -> Planes:
    if not (np.isfinite(planes.W).all() and np.isfinite(planes.b).all()):
        raise ValueError(NOT_FINITE)
    return planes
