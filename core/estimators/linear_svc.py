"""LinearSVC behind scikit-learn's API: the linear machine with the offset as one more weight (mathematics 11)."""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping
from numbers import Integral, Real
from typing import Any, ClassVar, Self

import numpy as np
from numpy.random import RandomState
from numpy.typing import ArrayLike
from scipy import sparse
from sklearn.base import BaseEstimator
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model._base import LinearClassifierMixin, SparseCoefMixin
from sklearn.utils import check_random_state
from sklearn.utils._param_validation import Interval, StrOptions
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import validate_data

from ..lowlevel.blas_threads import one_blas_thread
from ..problem import LinearCertificate, meets
from ..problem.arrays import Matrix, Vector
from ..problem.maps import Rows
from ..problem.validation import LARGEST_COORDINATE
from ..solver import Outcome
from .linear_family import (
    SOFT_ONLY,
    EndedPlane,
    Labelled,
    PlaneRequest,
    Planes,
    jointly,
    supported,
    with_corners,
    with_squares,
)
from .machine.inputs import check_parameters, sample_weights, short_indices
from .machine.labels import class_weights, require_weight, shown, two_labels
from .machine.prediction import finite
from .machine.saved import packed, unpacked

FLOATS = [np.float64, np.float32]
MOST_SEED = 2**31 - 1
TOO_LARGE = "A coordinate is beyond 1e100; scale the data to a few units."
NOT_CONVERGED = "Liblinear failed to converge, increase the number of iterations."  # scikit-learn's words
STUCK = "Rounding ends the descent."
SHORT = (
    "{} The violation is {:.3g} at tol={:g}, and rounding may change it by {:.3g}; the duality gap is {:.3g} of the "
    "objective.  Scale the data, lower C, or raise tol."
)


class LinearSVC(LinearClassifierMixin, SparseCoefMixin, BaseEstimator):
    """min 1/2 (|w|^2 + v^2) + C sum_i weight_i loss(1 - y_i f(x_i)), f(x) = w.x + v s; one against the rest.

    The constant feature s replaces an offset, and its weight v is penalised, unlike the offset of `SVC`.

    Parameters
    ----------
    penalty
        "l2", or "l1": the sum of all |w_j| and |v| instead of half the squares, with the squared hinge.
    loss
        "hinge", max(0, u), or "squared_hinge", its square.
    dual
        Has no effect: the primal and the dual have the same optimum. What scikit-learn refuses is refused: True with
        "l1", False with the hinge.
    tol
        > 0. With "l2" on the projected gradients of the dual: the distance from the largest to the smallest, as in
        LIBLINEAR. With "l1" on the slopes of the loss, relative to the slope 1 of the penalty; with
        "crammer_singer" on the violation of the dual.
    C
        Penalty of the slack, > 0; ``numpy.inf`` is the hard margin of "l2", refused if there is none.
    multi_class
        "ovr", or "crammer_singer": one problem for all classes, which ignores penalty, loss and dual.
    fit_intercept
        Whether to add a constant feature; without one the plane contains the origin.
    intercept_scaling
        That feature, s > 0.
    class_weight
        Factors of C as a dict, or "balanced", or None for 1. With three classes or more, a class has its factor only
        in its own machine; in those of the others its points have factor 1, as in LIBLINEAR.
    verbose
        Ignored.
    random_state
        Seed of the order in which the points are visited.
    max_iter
        Limit on the epochs.

    Attributes
    ----------
    coef_, intercept_
        w, shape (1, d), or (classes, d) for three classes or more; and v s, one for each row, or 0.0 without a
        constant feature.
    certificate_
        The proof of the solution; for three classes or more a tuple, one for each class, unless they share one problem.
    fit_status_
        0 if every proof meets the tolerance, else 1.
    n_iter_
        The largest number of epochs.
    classes_, n_features_in_, feature_names_in_
        As in scikit-learn.

    Points in float32 are not copied; the solution is float64.
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "penalty": [StrOptions({"l1", "l2"})],
        "loss": [StrOptions({"hinge", "squared_hinge"})],
        "dual": ["boolean", StrOptions({"auto"})],
        "tol": [Interval(Real, 0.0, None, closed="neither")],
        "C": [Interval(Real, 0.0, None, closed="right")],
        "multi_class": [StrOptions({"ovr", "crammer_singer"})],
        "fit_intercept": ["boolean"],
        "intercept_scaling": [Interval(Real, 0, None, closed="neither")],
        "class_weight": [None, dict, StrOptions({"balanced"})],
        "verbose": ["verbose"],
        "random_state": ["random_state"],
        "max_iter": [Interval(Integral, 0, None, closed="left")],
    }
    coef_: Matrix
    intercept_: Vector | float
    fit_status_: int
    certificate_: LinearCertificate | tuple[LinearCertificate, ...]
    classes_: Any
    n_iter_: int

    def __init__(
        self,
        penalty: str = "l2",
        loss: str = "squared_hinge",
        *,
        dual: bool | str = "auto",
        tol: float = 1e-4,
        C: float = 1.0,
        multi_class: str = "ovr",
        fit_intercept: bool = True,
        intercept_scaling: float = 1.0,
        class_weight: Mapping[Any, float] | str | None = None,
        verbose: int = 0,
        random_state: int | RandomState | None = None,
        max_iter: int = 1000,
    ) -> None:
        self.penalty = penalty
        self.loss = loss
        self.dual = dual
        self.tol = tol
        self.C = C
        self.multi_class = multi_class
        self.fit_intercept = fit_intercept
        self.intercept_scaling = intercept_scaling
        self.class_weight = class_weight
        self.verbose = verbose
        self.random_state = random_state
        self.max_iter = max_iter

    def fit(self, X: Rows, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Find the planes of points X (n, d), dense or sparse, with labels y (n,) of any type.

        Parameters
        ----------
        sample_weight
            Factor of C for each point, shape (n,): s times all weights are equivalent to s times C. Points whose weight
            is not positive are left out, but every class needs one with a positive weight, as in `SVC.fit`.

        Raises
        ------
        ValueError
            For any problem that cannot be solved, in one sentence.
        """
        check_parameters(self)
        X = short_indices(X)
        X, y = validate_data(self, X, y, accept_sparse="csr", dtype=FLOATS, order="C", accept_large_sparse=False)
        numbers = X.data if sparse.issparse(X) else X
        if max(float(numbers.max(initial=0.0)), -float(numbers.min(initial=0.0))) > LARGEST_COORDINATE:
            raise ValueError(TOO_LARGE)
        labelled = self._labelled(X, y, sample_weight)
        seed = int(check_random_state(self.random_state).randint(MOST_SEED))
        bias = float(self.intercept_scaling) if self.fit_intercept else None
        request = PlaneRequest(float(self.C), self.loss, bias, float(self.tol), int(self.max_iter), seed)
        with one_blas_thread():
            planes = self._planes(labelled, X, request)
        proofs = tuple(each.proof for each in planes.ended)
        self.classes_, self.coef_ = labelled.classes, planes.W
        self.intercept_ = planes.b if self.fit_intercept else 0.0
        self.certificate_ = proofs if len(proofs) > 1 else proofs[0]
        self.n_iter_ = max(each.epochs for each in planes.ended)
        self._report(planes.ended)
        return self

    def decision_function(self, X: Rows) -> Matrix | Vector:
        """Return f of points X (k, d), shape (k,) for two classes and (k, classes) for more."""
        with np.errstate(over="ignore", invalid="ignore"):
            return finite(super().decision_function(short_indices(X)))

    def __getstate__(self) -> dict[str, Any]:
        """Return the state to save, with the proofs as numbers."""
        state: dict[str, Any] = dict(super().__getstate__())
        if "certificate_" in state:
            proofs = self.certificate_
            state["certificate_"] = packed(proofs if isinstance(proofs, tuple) else (proofs,))
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore the state from `__getstate__`."""
        super().__setstate__(state)
        if "certificate_" in state:
            proofs = unpacked(LinearCertificate, state["certificate_"])
            self.certificate_ = proofs if len(proofs) > 1 else proofs[0]

    def _planes(self, labelled: Labelled, X: Rows, request: PlaneRequest) -> Planes:
        if self.multi_class == "ovr":
            supported(self.penalty, self.loss, self.dual, few_points=X.shape[0] < X.shape[1])
            if self.penalty == "l2":
                return with_squares(labelled, X, request)
        if math.isinf(request.C):
            raise ValueError(SOFT_ONLY)
        return with_corners(labelled, X, request) if self.multi_class == "ovr" else jointly(labelled, X, request)

    def _labelled(self, X: Rows, y: Any, sample_weight: ArrayLike | None) -> Labelled:  # noqa: ANN401
        pair = two_labels(y)  # integer labels are not sorted: that takes a tenth of a quick fit
        if pair is None:
            check_classification_targets(y)
            pair = np.unique(y, return_inverse=True)
        classes, codes = pair
        if len(classes) < 2:
            raise ValueError(
                "This solver needs samples of at least 2 classes in the data, but the data contains only one class: "
                f"{shown(classes[0])}"
            )
        weight = sample_weights(sample_weight, X)
        require_weight(classes, codes, weight)
        counted = np.ones(X.shape[0]) if weight is None else np.maximum(weight, 0.0)
        totals = np.bincount(codes, counted)
        if isinstance(self.class_weight, str):  # "balanced"
            return Labelled(classes, codes, totals.sum() / (len(classes) * totals), counted)
        return Labelled(classes, codes, class_weights(self.class_weight, classes, y), counted)

    def _report(self, ended: list[EndedPlane]) -> None:
        """Warn if a proof misses the tolerance or a run did not converge: by how much, and what to do."""
        short = [each for each in ended if each.outcome != Outcome.OPTIMAL or not meets(each.proof, self.tol)]
        self.fit_status_ = int(bool(short))
        if not short:
            return
        by_limit = any(each.outcome == Outcome.STEP_LIMIT for each in short)
        violation = max(max(each.violation, each.proof.violation) for each in short)
        noise, gap = max(each.proof.noise for each in short), max(each.proof.relative_gap for each in short)
        text = SHORT.format(NOT_CONVERGED if by_limit else STUCK, violation, self.tol, noise, gap)
        warnings.warn(text, ConvergenceWarning, stacklevel=3)

    def __sklearn_tags__(self) -> Any:  # noqa: ANN401 - scikit-learn's class is not typed
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags
