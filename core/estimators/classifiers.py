"""SVC and NuSVC for two classes or more, with one machine for each pair."""

from __future__ import annotations

import warnings
from functools import partial
from typing import Any, ClassVar

import numpy as np
from numpy.random import RandomState
from sklearn.base import ClassifierMixin
from sklearn.exceptions import NotFittedError
from sklearn.utils._param_validation import Hidden, StrOptions
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

from ..problem import Form, Kernel, c_svc_of_signs, nu_svc_of_signs
from ..problem.arrays import Indices, Matrix, Vector
from ..problem.maps import Rows
from .calibration import Calibration, calibrated
from .machine.base import CONSTRAINTS, OF_C, OF_NU, Constraints, KernelMachine
from .machine.fast_path import solve_fast
from .machine.kernel_choice import AskedKernel
from .machine.labels import class_weights, classes_of, require_weight
from .machine.limits import Effort
from .machine.one_vs_one import PairDuals, normals, one_vs_rest, pair_values, tabulated, votes
from .machine.training import Duals, SolvedDual, SupportTable, solve

OF_CLASSES: Constraints = {
    **CONSTRAINTS,
    "probability": ["boolean", Hidden(StrOptions({"deprecated"}))],
    "class_weight": [StrOptions({"balanced"}), dict, None],
    "decision_function_shape": [StrOptions({"ovr", "ovo"})],
    "break_ties": ["boolean"],
    "random_state": ["random_state"],
}
SLIGHT = 1e-12  # relative to a sum of weights: rounding
NOT_PROBABLE = "predict_proba is not available when probability=False"
OLD_NAME = (
    "Attribute `{}` was deprecated in version 1.9 and will be removed in 1.11 as the `probability=True` option for SVC "
    "and NuSVC was deprecated and will be removed in 1.11."
)


def _is_probable(estimator: _Classifier) -> bool:
    if estimator.probability == "deprecated" or not estimator.probability:
        raise AttributeError(NOT_PROBABLE)
    return True


class _Classifier(ClassifierMixin, KernelMachine):
    """The common part of SVC and NuSVC."""

    probability: bool | str
    class_weight: dict[Any, float] | str | None
    decision_function_shape: str
    break_ties: bool
    random_state: int | RandomState | None
    classes_: Any
    class_weight_: Vector
    n_iter_: Indices
    _calibration: Calibration | None

    def decision_function(self, X: Any) -> Matrix | Vector:  # noqa: ANN401
        """Return f of the points, shape (k,) for two classes: positive for the second.

        With more classes, "ovo" returns f of every pair (k, pairs), positive for the first of the two; "ovr" returns
        (k, classes): the votes of a class, plus less than half a vote by the values of f.
        """
        values = self._values(X)
        if len(self.classes_) == 2:
            return values[:, 0]
        return one_vs_rest(values, len(self.classes_)) if self.decision_function_shape == "ovr" else values

    def predict(self, X: Any) -> Any:  # noqa: ANN401 - labels of any type
        """Return the class with the most votes for each point, (k,); of several the first, unless ties are broken."""
        check_is_fitted(self)
        if self.break_ties and self.decision_function_shape == "ovo":
            raise ValueError("break_ties must be False when decision_function_shape is 'ovo'")
        values, count = self._values(X), len(self.classes_)
        if count == 2:
            return self.classes_.take((values[:, 0] >= 0).astype(np.int64))
        won = one_vs_rest(values, count).argmax(axis=1) if self.break_ties else votes(values, count)
        return self.classes_.take(won)

    @available_if(_is_probable)  # type: ignore[untyped-decorator] # scikit-learn has no types
    def predict_proba(self, X: Any) -> Matrix:  # noqa: ANN401
        """Return the probability of each class, shape (k, classes), by Platt's sigmoids and pairwise coupling."""
        check_is_fitted(self)
        if self._calibration is None:
            raise NotFittedError("predict_proba is not available when fitted with probability=False")
        return self._calibration.probabilities(self._values(X), len(self.classes_))

    @available_if(_is_probable)  # type: ignore[untyped-decorator] # scikit-learn has no types
    def predict_log_proba(self, X: Any) -> Matrix:  # noqa: ANN401
        """Return the logarithms of `predict_proba`."""
        return np.asarray(np.log(self.predict_proba(X)))

    @property
    def probA_(self) -> Vector:  # noqa: N802 - scikit-learn's name
        """A of P = 1 / (1 + exp(A f + B)) for each pair, f positive for the first of its classes."""
        return self._old("probA_").A

    @property
    def probB_(self) -> Vector:  # noqa: N802
        """B of the same sigmoids."""
        return self._old("probB_").B

    def _old(self, name: str) -> Calibration:
        """Return the sigmoids, empty if there are none, with scikit-learn's warning."""
        warnings.warn(OLD_NAME.format(name), FutureWarning, stacklevel=3)
        nothing = Calibration(np.empty(0), np.empty(0))
        return vars(self).get("_calibration") or nothing

    def _fit(self, X: Any, y: Any, sample_weight: Any) -> None:  # noqa: ANN401
        if self.probability != "deprecated":
            name = type(self).__name__
            warnings.warn(
                "The `probability` parameter was deprecated in 1.9 and will be removed in version 1.11. "
                f"Use `CalibratedClassifierCV({name}(), ensemble=False)` instead of `{name}(probability=True)`",
                FutureWarning,
                stacklevel=3,
            )
        super()._fit(X, y, sample_weight)
        self._calibration = None
        if self.probability is True:
            self._calibration = calibrated(self, X, y, sample_weight)

    def _make(self) -> partial[Any]:
        """Return the function that makes the form of a pair from its signs and weights."""
        raise NotImplementedError

    def _duals(self, y: Any, weight: Vector | None, count: int) -> tuple[Duals, dict[str, Any]]:  # noqa: ANN401
        classes, codes = classes_of(y)
        if len(codes) != count:
            raise ValueError(f"X and y have incompatible shapes.\nX has {count} samples, but y has {len(codes)}.")
        factors = class_weights(self.class_weight, classes, y)
        self._check_weights(classes, codes, weight)
        weighted = factors if self._weighs_classes and self.class_weight is not None else None
        duals = PairDuals(codes, len(classes), self._make(), weighted, weight)
        return duals, {"classes_": classes, "class_weight_": factors}

    _weighs_classes: ClassVar[bool] = True

    def _check_weights(self, classes: Any, codes: Indices, weight: Vector | None) -> None:  # noqa: ANN401
        """Refuse infeasible weights."""
        require_weight(classes, codes, weight)

    def _solved(
        self, duals: Duals, points: Rows, kernel: Kernel, effort: Effort
    ) -> tuple[list[SolvedDual], SupportTable]:
        solved = solve(duals, points, kernel, effort)
        return solved, self._tabulated(duals, solved)

    def _tabulated(self, duals: Duals, solved: list[SolvedDual]) -> SupportTable:
        assert isinstance(duals, PairDuals)
        return tabulated(duals, solved)

    def _counted(self, solved: list[SolvedDual]) -> Indices:
        return np.array([pair.steps for pair in solved], dtype=np.int32)

    def _normals(self) -> Matrix:
        return normals(self.n_support_, self._coef, self._centres)

    def _summed(self, seen: Rows) -> Matrix:
        return pair_values(partial(self._sums, seen), self.n_support_, self._coef, self._seen_offset)


class SVC(_Classifier):
    """C-SVC: min 1/2 |w|^2 + C sum_i weight_i max(0, 1 - y_i f(x_i)), with one such machine for each pair of classes.

    Parameters
    ----------
    C
        Penalty of the slack, > 0; ``numpy.inf`` is the hard margin, refused if there is none.
    kernel
        "linear", "poly", "rbf", "sigmoid", "precomputed" (the points are their kernel matrix), a function of two sets
        of points that returns their kernel matrix, or a frozen kernel or feature map of `core.problem`. With a
        `StringKernel` the points are lists of words, and `support_vectors_` the support words.
    degree, gamma, coef0
        Of named kernels: (gamma x.z + coef0)^degree, tanh(gamma x.z + coef0), exp(-gamma |x - z|^2). gamma is
        a number, "scale" for 1 / (d Var X), or "auto" for 1 / d.
    shrinking
        Whether points at their bounds are left out for a while; the solution is the same.
    probability
        Deprecated, as in scikit-learn: whether to provide `predict_proba`, which takes five more trainings.
    tol
        Tolerance on the violation of the KKT conditions.
    cache_size
        Memory for kernel rows, in megabytes. After a training it is freed lazily: the system may reclaim it.
    class_weight
        Factors of C by class, or "balanced" for n / (classes n_class).
    verbose
        Whether to write one line for each training.
    max_iter
        Limit on the steps of one training; -1 for a limit that is practically never reached.
    decision_function_shape
        "ovr" or "ovo": what `decision_function` returns for three classes or more.
    break_ties
        Whether `predict` breaks ties between classes with equally many votes by the values of f.
    random_state
        Seed of the folds for `probability`.

    Attributes
    ----------
    support_, support_vectors_, n_support_
        Indices of the support vectors, class by class; the vectors; their number in each class.
    dual_coef_
        (classes - 1, support vectors), laid out as LIBSVM does; for two classes alpha, negative for the first.
    intercept_, coef_
        Of each f; `coef_` only for a linear kernel.
    certificate_
        The proof of the solution; with three classes or more, one for each pair.
    classes_, class_weight_, n_iter_, fit_status_, shape_fit_, n_features_in_, feature_names_in_
        As in scikit-learn.
    """

    _parameter_constraints: ClassVar[Constraints] = {**OF_CLASSES, **OF_C}

    def __init__(
        self,
        *,
        C: float = 1.0,
        kernel: AskedKernel = "rbf",
        degree: int = 3,
        gamma: str | float = "scale",
        coef0: float = 0.0,
        shrinking: bool = True,
        probability: bool | str = "deprecated",
        tol: float = 1e-3,
        cache_size: float = 200,
        class_weight: dict[Any, float] | str | None = None,
        verbose: bool = False,
        max_iter: int = -1,
        decision_function_shape: str = "ovr",
        break_ties: bool = False,
        random_state: int | RandomState | None = None,
    ) -> None:
        self.C = C
        self.kernel = kernel
        self.degree = degree
        self.gamma = gamma
        self.coef0 = coef0
        self.shrinking = shrinking
        self.probability = probability
        self.tol = tol
        self.cache_size = cache_size
        self.class_weight = class_weight
        self.verbose = verbose
        self.max_iter = max_iter
        self.decision_function_shape = decision_function_shape
        self.break_ties = break_ties
        self.random_state = random_state

    def _make(self) -> partial[Any]:
        return partial(c_svc_of_signs, C=float(self.C))

    def _solved(
        self, duals: Duals, points: Rows, kernel: Kernel, effort: Effort
    ) -> tuple[list[SolvedDual], SupportTable]:
        assert isinstance(duals, PairDuals)
        found = solve_fast(duals.codes, float(self.C), points, kernel, effort) if duals.plain else None
        return found or super()._solved(duals, points, kernel, effort)


class NuSVC(_Classifier):
    """nu-SVC: as SVC, but with nu instead of C, and the margin is part of the solution (mathematics 7).

    Parameters
    ----------
    nu
        0 < nu <= 1 and feasible for every pair: at most that fraction of the points is inside the margin, at least that
        fraction are support vectors.
    class_weight
        Has no effect on the solution, as in scikit-learn: there is no C for it to multiply.

    The others are those of `SVC`, and so are the attributes; coefficients and offsets are divided by the margin, so
    that the margins are at y f = 1 as in SVC. Only the ratios of weights matter. If nu is too small and no margin is
    left, a warning says so, and the machine is C-SVC with C = 1 / tol, near the limit of those with a margin.
    """

    _parameter_constraints: ClassVar[Constraints] = {**OF_CLASSES, **OF_NU}
    _weighs_classes: ClassVar[bool] = False

    def __init__(
        self,
        *,
        nu: float = 0.5,
        kernel: AskedKernel = "rbf",
        degree: int = 3,
        gamma: str | float = "scale",
        coef0: float = 0.0,
        shrinking: bool = True,
        probability: bool | str = "deprecated",
        tol: float = 1e-3,
        cache_size: float = 200,
        class_weight: dict[Any, float] | str | None = None,
        verbose: bool = False,
        max_iter: int = -1,
        decision_function_shape: str = "ovr",
        break_ties: bool = False,
        random_state: int | RandomState | None = None,
    ) -> None:
        self.nu = nu
        self.kernel = kernel
        self.degree = degree
        self.gamma = gamma
        self.coef0 = coef0
        self.shrinking = shrinking
        self.probability = probability
        self.tol = tol
        self.cache_size = cache_size
        self.class_weight = class_weight
        self.verbose = verbose
        self.max_iter = max_iter
        self.decision_function_shape = decision_function_shape
        self.break_ties = break_ties
        self.random_state = random_state

    def _make(self) -> partial[Any]:
        return partial(_relative_nu_svc, nu=float(self.nu))

    def _check_weights(self, classes: Any, codes: Indices, weight: Vector | None) -> None:  # noqa: ANN401
        """Refuse a nu that is infeasible for a pair: nu (n1 + n2) / 2 <= min(n1, n2), counted with the weights."""
        require_weight(classes, codes, weight, "specified nu is infeasible: ")
        counts = np.sort(np.bincount(codes, weight if weight is None else np.maximum(weight, 0.0), len(classes)))
        least, most = float(counts[0]), float(counts[-1])
        if self.nu * (least + most) / 2.0 > least * (1.0 + SLIGHT):
            raise ValueError(
                f"specified nu is infeasible: nu is {self.nu}, and classes of {least:g} and {most:g} points allow "
                f"{2.0 * least / (least + most):.3g} at most."
            )


def _relative_nu_svc(signs: Vector, nu: float, sample_weight: Vector | None = None) -> Form:
    """Return nu-SVC with weights relative to their mean: the same solution, with the right scale for the tolerance."""
    return nu_svc_of_signs(signs, nu, None if sample_weight is None else sample_weight / np.mean(sample_weight))
