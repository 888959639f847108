"""The common part of the five kernel machines: parameters, from points to support vectors, and from these to f."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Mapping
from copy import copy
from numbers import Integral, Real
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse
from sklearn import get_config
from sklearn.base import BaseEstimator
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils._param_validation import Interval, StrOptions
from sklearn.utils.validation import check_is_fitted

from ...problem import Certificate, Kernel, Linear, meets
from ...problem.arrays import Indices, Matrix, Vector, is_sparse, rows_at
from ...problem.maps import Rows
from ...solver import Outcome
from .inputs import (
    KERNEL_CONSTRAINT,
    check_parameters,
    count_of,
    prediction_input,
    sample_weights,
    threads_of,
    training_input,
)
from .kernel_choice import (
    AskedKernel,
    KernelChoice,
    centred,
    choose,
    is_pairwise,
    rounding_unit,
    symmetric,
    takes_words,
)
from .limits import NO_MARGIN, Effort, is_marginless, penalty_for
from .plane import in_features
from .prediction import finite, sums
from .saved import packed, unpacked
from .shortfall import ended_early, of_shift, told_by, told_by_run
from .training import Duals, Proof, SolvedDual, SupportTable, own_copy, solve

Constraints = Mapping[str, list[Any]]
MEGABYTE = 1 << 20
CONSTRAINTS: dict[str, list[Any]] = {
    "kernel": KERNEL_CONSTRAINT,
    "degree": [Interval(Integral, 0, None, closed="left")],
    "gamma": [StrOptions({"scale", "auto"}), Interval(Real, 0.0, None, closed="left")],
    "coef0": [Interval(Real, None, None, closed="neither")],
    "tol": [Interval(Real, 0.0, None, closed="neither")],
    "shrinking": ["boolean"],
    "cache_size": [Interval(Real, 0, None, closed="neither")],
    "verbose": ["verbose"],
    "max_iter": [Interval(Integral, -1, None, closed="left")],
}
OF_C = {"C": [Interval(Real, 0.0, None, closed="right")]}
OF_NU = {"nu": [Interval(Real, 0.0, 1.0, closed="right")]}


class KernelMachine(BaseEstimator):
    """A machine f(x) = sum_i coef_i K(x_i, x) + b, or several of them."""

    _parameter_constraints: ClassVar[Constraints]
    _needs_targets: ClassVar[bool] = True
    _balanced: ClassVar[bool] = True  # sum_k s_k alpha_k = 0, so that a linear kernel is independent of the origin

    kernel: AskedKernel
    degree: int
    gamma: str | float
    coef0: float
    tol: float
    shrinking: bool
    cache_size: float
    verbose: bool
    max_iter: int

    support_: Any
    support_vectors_: Any
    n_support_: Any
    dual_coef_: Any
    intercept_: Vector
    _status: int
    _choice: KernelChoice
    _centres: Rows
    _fitted: Rows
    _coef: Matrix
    _planes: Matrix | None  # (machines, d) w of each, if one is more exact than the sum of its multipliers
    _sparse: bool
    _proof: Proof | tuple[Certificate, ...]
    _offset: Vector
    _tolerance: float

    def fit(self, X: Any, y: Any, sample_weight: ArrayLike | None = None) -> Self:  # noqa: ANN401
        """Fit the machine; if this fails, the machine is unchanged.

        Parameters
        ----------
        X
            Points, shape (n, d), dense or sparse; the kernel matrix (n, n) for "precomputed".
        y
            Labels of any type, or numbers to predict, shape (n,).
        sample_weight
            Factor of C for each point, shape (n,): s times all weights are equivalent to s times C. `NuSVC` and
            `OneClassSVM` have no C and depend on ratios of weights only. Points whose weight is not positive are left
            out, but every class needs a point with a positive weight: a classifier refuses any other input, also
            against the rest and in a bag.

        Raises
        ------
        ValueError
            For any problem that cannot be solved, in one sentence.
        """
        state: dict[str, Any] = self.__dict__
        before = state.copy()
        try:
            check_parameters(self)
            with threads_of(self.kernel, X):
                self._fit(X, y, sample_weight)
        except BaseException:
            state.clear()
            state.update(before)
            raise
        return self

    @property
    def certificate_(self) -> Certificate | tuple[Certificate, ...]:
        """The proof of the solution, computed independently of the solver; for three classes or more one for each pair.

        It belongs to `dual_coef_` and `intercept_` as returned by `fit`, and is computed at the first access, or when
        the machine is saved: a saved machine contains the proof, but no points other than its support vectors.
        If the kernel is not positive semidefinite, the gap does not prove an optimum.
        """
        proofs = self._settled("certificate_")
        return proofs if len(proofs) > 1 else proofs[0]

    @property
    def fit_status_(self) -> int:
        """0 if `certificate_` meets the requested tolerance, else 1; a warning says by how much it is missed.

        It is also 1 if all of `max_iter` was used, as in scikit-learn: then the warning says what was reached.
        The trainer computes exactly only those values of f that decide, by all it has evaluated. The exact values of
        all points, which can cost as much as the fit, are computed at the first access of this or `certificate_`.
        """
        if "_status" not in vars(self) or self._status == 0:
            self._settled("fit_status_")
        return self._status

    def _settled(self, asked: str) -> tuple[Certificate, ...]:
        """Return the certificates; if they miss the tolerance although the trainer met it, the status becomes 1."""
        if "_proof" not in vars(self):
            state = "read from a file" if "intercept_" in vars(self) else "not fitted yet"
            raise AttributeError(f"This {type(self).__name__} instance is {state}: it has no {asked}")
        proofs = self._certificates()
        if self._status == 0 and not all(meets(proof, self._tolerance) for proof in proofs):
            self._status = 1
            told = told_by(proofs, self._tolerance) + of_shift(self._choice, self._centres)
            warnings.warn(told, ConvergenceWarning, stacklevel=3)
        return proofs

    def _certificates(self) -> tuple[Certificate, ...]:
        if isinstance(self._proof, Proof):
            self._proof = self._proof.certificates()
        return self._proof

    @property
    def coef_(self) -> Any:  # noqa: ANN401 - dense, or CSR where the training was
        """The weights of the features, w, for a linear kernel; one row for each f, read-only."""
        check_is_fitted(self)
        if not self._choice.is_linear:
            raise AttributeError("coef_ is only available when using a linear kernel")
        weights = self._as_came(self._known_normals())
        # Read-only: they are computed at each access, so a change would be lost.
        (weights.data if is_sparse(weights) else weights).flags.writeable = False
        return weights

    def __getstate__(self) -> dict[str, Any]:
        """Return the state to save: no points but the support vectors, the proof as numbers, and no duplicates."""
        state: dict[str, Any] = dict(super().__getstate__())
        if "_proof" in state:
            proofs = self._settled("certificate_")
            state["_status"] = self._status
            state["_proof"] = packed(proofs)
        if "_coef" in state:
            del state["_coef"], state["_centres"]
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore the state from `__getstate__`."""
        super().__setstate__(state)
        if "_proof" in state:
            self._proof = unpacked(Certificate, state["_proof"])
        if "_choice" in state:
            self._coef = self.dual_coef_.toarray() if self._sparse else self.dual_coef_
            self._centres = self._seen_support()

    def _seen_support(self) -> Rows:
        """Return the support vectors as passed to the trainer, bit for bit; None if f is computed without them."""
        choice = self._choice
        if choice.by_matrix or choice.lift is not None:
            return None
        seen = choice.points(self.support_vectors_, None)
        return sparse.csr_array(seen) if is_sparse(seen) else seen

    def _fit(self, X: Any, y: Any, sample_weight: ArrayLike | None) -> None:  # noqa: ANN401
        unit = rounding_unit(X) if is_pairwise(self.kernel) else 0.0
        X, y = training_input(self, X, y)
        weight = sample_weights(sample_weight, X)
        duals, learnt = self._duals(y, weight, count_of(X))
        points, choice = self._points(X, unit)
        limit = None if self.max_iter == -1 else int(self.max_iter)
        effort = Effort(self.tol, int(self.cache_size * MEGABYTE), bool(self.shrinking), limit)
        solved, table = self._solved(duals, points, choice.kernel, effort)
        proof = Proof(duals, solved, points, choice.kernel, table.coef[:0])
        certain = proof.settled(self.tol)
        if not certain and isinstance(choice.kernel, Linear):
            solved = in_features(proof, effort)
            table = self._tabulated(duals, solved)
        self.__dict__.update(learnt)
        self._keep(X, points, choice, proof._replace(solved=solved), table, certain)
        self._report(solved)

    def _duals(self, y: Any, weight: Vector | None, count: int) -> tuple[Duals, dict[str, Any]]:  # noqa: ANN401
        """Return the problems to solve, and the fitted attributes of the targets."""
        raise NotImplementedError

    def _solved(
        self, duals: Duals, points: Rows, kernel: Kernel, effort: Effort
    ) -> tuple[list[SolvedDual], SupportTable]:
        """Return all solved duals, and the table of their support vectors."""
        solved = solve(duals, points, kernel, effort)
        return solved, self._tabulated(duals, solved)

    def _tabulated(self, duals: Duals, solved: list[SolvedDual]) -> SupportTable:
        support = solved[0].support
        return SupportTable(support, np.array([len(support)]), solved[0].coef[None])

    def _points(self, X: Rows, unit: float) -> tuple[Rows, KernelChoice]:
        """Return the input of the trainer: points, features or a kernel matrix; `unit` is eps of the given numbers."""
        if is_pairwise(self.kernel) and X.shape[0] != X.shape[1]:
            raise ValueError(
                f"Precomputed matrix must be a square matrix. Input is a {X.shape[0]}x{X.shape[1]} matrix."
            )
        choice = choose(self.kernel, self.degree, self.gamma, self.coef0, X)
        points = choice.points(X, X)
        if choice.called is not None and points.shape != (count_of(X),) * 2:
            raise ValueError(
                "X.shape[0] should be equal to X.shape[1]: the kernel of "
                f"{count_of(X)} points with themselves came in shape {points.shape}."
            )
        if choice.by_matrix:
            unit = unit if choice.called is None else rounding_unit(points)
            points = symmetric(np.asarray(points, dtype=np.float64, order="C"), unit)
        if is_sparse(points):
            return sparse.csr_array(points), choice
        return centred(choice, points) if self._balanced else (points, choice)

    def _keep(
        self, X: Rows, points: Rows, choice: KernelChoice, proof: Proof, table: SupportTable, certain: bool
    ) -> None:
        support, counts, coef = table
        solved = proof.solved
        self._choice, self._coef, self._tolerance = choice, coef, float(self.tol)
        self._sparse = is_sparse(X) and choice.called is None
        self._fitted = copy(X) if choice.called is not None else None  # the caller may write into X
        if choice.words:
            self._fitted = X[support]
        self._centres = None if choice.by_matrix else rows_at(points, support)
        self.support_ = support.astype(np.int32)
        self.support_vectors_ = np.empty((0, 0)) if choice.by_matrix else self._as_given(X, support)
        if choice.words:
            self.support_vectors_ = self._fitted
        self.n_support_ = counts.astype(np.int32)
        self.dual_coef_ = self._as_came(coef)
        self._planes = self._finer(solved)
        self._offset = self.intercept_ = np.array([pair.b for pair in solved])
        if choice.centre is not None:
            self.intercept_ = self._offset - self._known_normals() @ choice.centre
        if choice.lift is not None:  # with features, f needs only w
            self._planes, self._centres = self._known_normals(), None
        self.n_iter_ = self._counted(solved)
        self.shape_fit_ = X.shape if hasattr(X, "shape") else (len(X),)
        if not choice.by_matrix:
            points = own_copy(points, X)
        self._prove(proof._replace(points=points, intercept=self.intercept_), certain)

    def _prove(self, proof: Proof, certain: bool) -> None:
        """Keep the proof, and set the status by whether it meets the tolerance: the two must never contradict."""
        self._proof = proof.certificates() if self._choice.by_matrix else proof  # a kernel matrix is too large to keep
        limit = int(self.max_iter)
        optimal = not any(ended_early(pair, limit) or is_marginless(pair.form) for pair in proof.solved)
        self._status = 0
        if not optimal or not (certain or all(meets(each, self._tolerance) for each in self._certificates())):
            self._status = 1

    def _as_given(self, X: Rows, support: Indices) -> Rows:
        """Return the support vectors as they were given, not as passed to the trainer."""
        if is_sparse(X):
            return _csr(X[support])
        choice = self._choice
        moved = choice.lift is not None or choice.unit != 1.0 or choice.centre is not None
        return X[support] if moved else self._centres

    def _as_came(self, values: Matrix) -> Any:  # noqa: ANN401
        """Return a sparse matrix after sparse training."""
        return _csr(values) if self._sparse else values

    def _counted(self, solved: list[SolvedDual]) -> Any:  # noqa: ANN401 - one number, or one for each pair
        return solved[0].steps

    def _report(self, solved: list[SolvedDual]) -> None:
        if self.verbose:
            for pair in solved:
                sys.stdout.write(f"[SVM Lab] {pair.steps} steps, violation {pair.violation:.3g}: {pair.outcome.name}\n")
        if self._status == 0:
            return
        warnings.warn(self._shortfall(solved), ConvergenceWarning, stacklevel=4)

    def _shortfall(self, solved: list[SolvedDual]) -> str:
        """Return the warning: by how much the tolerance was missed, and what to do."""
        shift = of_shift(self._choice, self._centres)
        none = any(is_marginless(pair.form) for pair in solved)
        first = [NO_MARGIN.format(penalty_for(self._tolerance))] if none else []
        fell = any(pair.outcome != Outcome.OPTIMAL for pair in solved)
        enough = not fell and all(meets(proof, self._tolerance) for proof in self._certificates())
        if fell or (enough and any(ended_early(pair, self.max_iter) for pair in solved)):
            return "  ".join([*first, told_by_run(solved, self._tolerance, self.max_iter) + shift])
        if enough:
            return first[0]
        return "  ".join([*first, told_by(self._certificates(), self._tolerance) + shift])

    def _finer(self, solved: list[SolvedDual]) -> Matrix | None:
        """Return w of each machine if one of them is known more exactly than by its multipliers."""
        if all(pair.plane is None for pair in solved):
            return None
        planes = self._normals()
        for k, pair in enumerate(solved):
            if pair.plane is not None:
                planes[k] = pair.scale * pair.plane
        return planes

    def _known_normals(self) -> Matrix:
        return self._normals() if self._planes is None else self._planes

    def _normals(self) -> Matrix:
        return np.asarray(self._coef @ self._centres)

    def _seen(self, X: Any) -> Rows:  # noqa: ANN401
        """Return the input of f: points, features, or kernel values with the support vectors."""
        check_is_fitted(self)
        X = prediction_input(self, X)
        points, choice = self._choice.points(X, self._fitted), self._choice
        if choice.words or not choice.by_matrix:
            return points
        count = self.shape_fit_[0]
        if points.ndim != 2 or points.shape[1] != count:
            raise ValueError(
                f"X.shape[1] = {points.shape[-1]} should be equal to {count}, the number of samples at training time"
            )
        if len(points) != count_of(X):
            raise ValueError(
                f"The kernel of {count_of(X)} points with those of the training came in {len(points)} rows."
            )
        return np.asarray(points[:, self.support_], dtype=np.float64)

    @property
    def _seen_offset(self) -> Vector:
        """The offsets of f for the trainer's points: after centring they keep digits that would otherwise be lost."""
        return self.intercept_ if self._choice.centre is None else self._offset

    def _sums(self, seen: Rows, part: slice, coef: Matrix) -> Matrix:
        """Return the sums over some support vectors with all rows of coef, shape (k, r)."""
        if self._choice.by_matrix:
            return sums(self._choice.kernel, None, coef, seen[:, part])
        return sums(self._choice.kernel, self._centres[part], coef, seen)

    def _values(self, X: Any) -> Matrix:  # noqa: ANN401
        """Return f of each machine, shape (k, r); ValueError if a value is not finite."""
        seen = self._seen(X)
        with np.errstate(over="ignore", invalid="ignore"):
            if self._planes is not None:
                return finite(np.asarray(seen @ self._planes.T) + self._seen_offset)
            return finite(self._summed(seen))

    def _summed(self, seen: Rows) -> Matrix:
        """Return f of each machine from its support vectors."""
        return self._sums(seen, slice(None), self._coef) + self._seen_offset

    def __sklearn_tags__(self) -> Any:  # noqa: ANN401 - scikit-learn's class is not typed
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = is_pairwise(self.kernel)
        tags.input_tags.sparse = not is_pairwise(self.kernel)
        if takes_words(self.kernel):
            tags.input_tags.sparse = tags.input_tags.two_d_array = False
            tags.input_tags.string = True
        return tags


def _csr(values: Any) -> Any:  # noqa: ANN401
    """Return CSR of the kind, array or matrix, set in scikit-learn's configuration; matrices by default."""
    new = get_config().get("sparse_interface") == "sparray"
    return sparse.csr_array(values) if new else sparse.csr_matrix(values)
