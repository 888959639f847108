"""`Search`: the parameters of a Gaussian machine by cross-validation, in scikit-learn's conventions."""

from __future__ import annotations

import math
import os
import time
import warnings
from collections.abc import Callable, Iterable
from numbers import Integral
from typing import Any, ClassVar, Self, TypeAlias

import numpy as np
from numpy.random import RandomState
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.metrics import accuracy_score, r2_score
from sklearn.model_selection import check_cv
from sklearn.utils import RegressorTags, check_random_state
from sklearn.utils._param_validation import HasMethods, Interval, StrOptions
from sklearn.utils.metaestimators import available_if
from sklearn.utils.multiclass import type_of_target
from sklearn.utils.validation import check_is_fitted, validate_data

from ...estimators import SVC, KernelRidge
from ...estimators.kernel_ridge_classifier import KernelRidgeClassifier
from ...estimators.machine.inputs import check_parameters, short_indices
from ...estimators.machine.labels import classes_of
from ...problem.arrays import Matrix, Vector, is_sparse
from ...problem.maps import Rows
from ...problem.validation import admit_features
from ...solver import CancelFlag, new_cancel_flag
from ..folded import Folded, Learner, folded_by
from ..look import C_of, Grid, Look, chosen, ends, grid_of, transfer
from ..median import RULES
from ..plan import STRATEGIES, Strategy, count_of, plan_of
from .cost import SearchCost, admit_cost, cost_of
from .journal import journal_in
from .run import Sweep
from .table import (
    SearchTable,
    in_order,
    packed,
    parameters_of,
    scores_of,
    table_of,
    unpacked,
)

GAMMAS = tuple(2.0**k for k in range(-15, 4, 2))  # the grid of Hsu's guide, distributed with LIBSVM
CS = tuple(2.0**k for k in range(-5, 16, 2))
HOW = {"accept_sparse": "csr", "dtype": np.float64}
MANY = 5  # in a grid of fewer values most choices lie at an edge, so there is no warning
BEYOND = (
    "The choice lies on the edge of the grid: {}. A better one may lie beyond; widen the grid, or scale the features, "
    "for instance with StandardScaler."
)
MOST_SEED = 2**31 - 1
RESULTS = (
    *("best_estimator_", "best_params_", "best_score_", "best_index_", "cv_results_", "looks_", "at_edge_"),
    *("transfer_", "refit_time_", "classes_"),
)
LEARNERS = {"svc": Learner.SVM, "ridge": Learner.RIDGE, "regression": Learner.REGRESSION}

GaussianEstimator: TypeAlias = SVC | KernelRidgeClassifier | KernelRidge


def _calls_classes(search: Search) -> bool:
    """Whether the machine of a search, trained or not, is a classifier."""
    return getattr(search, "_learner", LEARNERS.get(search.estimator)) is not Learner.REGRESSION


class Search(ClassifierMixin, BaseEstimator):
    """Choose gamma and C of exp(-gamma |x - z|^2) by cross-validation, and train on all points with them.

    The machine is the SVM, or ridge regression of labels or of numbers, whose penalty is lambda. The gammas share the
    distances of a fold if its Gram matrix is kept (`core.selection.exact.has_gram`); otherwise each computes its own
    rows.

    Parameters
    ----------
    strategy
        "grid": every pair with the exact kernel. "rffdg-rbf": gamma on random Fourier features, then C exactly, near
        that of the features and beyond an end as long as it is the best.
        "median": gamma by the median heuristic, then C. "nystroem": both on Nyström's features.
    gammas, Cs
        The values to search; None for 2^-15, 2^-13, ..., 2^3 and 2^-5, 2^-3, ..., 2^15.
    estimator
        "svc". "ridge": least squares of labels, +1 for a class and -1 for the others; of numbers if some of them
        are not integers. "regression": of numbers, even if all are integers.
    lambdas
        The values to search for ridge regression, instead of `Cs`; None for lambda = 1 / (2 C) of these.
    cv
        The number of folds, stratified if there are labels; a splitter of scikit-learn, or pairs of the training and
        validation rows.
    n_jobs
        Threads, or workers of the active joblib backend; None is one, -1 all. It changes no result. Dask samples
        each worker a hundred times a second, which takes 2 to 5 % of a sweep on two; its settings
        "distributed.worker.profile.enabled": False and "distributed.admin.tick.interval": "500ms" switch that off.
    random_state
        The seed of frequencies and landmarks; None means 0, so that a search can be resumed.
    n_components
        Number of Fourier features, or of landmarks; or several numbers, which are searched as well.
    median
        "pairs" or "centre", see `core.selection.median_gamma`.
    keep
        A folder for a journal: a search that was stopped or killed continues from it, and repeats nothing.
    cancel
        `core.solver.new_cancel_flag()`; once its entry is 1, the search ends and keeps its results. Ctrl-C sets it.
    progress
        Called with (units done, all units) after each unit, which is a gamma and a fold with all C; another round of
        "rffdg-rbf" adds its units.
    large
        Whether more than 200,000 fits are allowed; otherwise they are refused, with their estimated cost.

    Attributes
    ----------
    best_estimator_
        `core.estimators.SVC`, or a `KernelRidgeClassifier` or `KernelRidge`, trained exactly on all points.
    best_params_, best_score_, best_index_
        Its C and gamma, or for ridge regression alpha = lambda and gamma; the mean score of its folds, and its row of
        the table. The score is the accuracy, or for numbers minus the mean squared error, whose root is the RMSE.
    cv_results_
        The table, with scikit-learn's names; looks on features have rows too.
    looks_
        The same as `core.selection.Look` values.
    at_edge_
        {"gamma": "lowest"} if the best gamma is the lowest of the grid, likewise "C" ("alpha" for ridge regression)
        and "highest", and {} for a choice inside. For grids of five values or more there is also a warning.
    transfer_
        The cost of choosing on features, None without features.
    complete_
        False if the search was stopped: the best is then that of the results so far.
    n_splits_, refit_time_, classes_, n_features_in_
        As in scikit-learn; for numbers there are no classes.
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "strategy": [StrOptions(set(STRATEGIES)), Strategy],
        "gammas": ["array-like", None],
        "Cs": ["array-like", None],
        "estimator": [StrOptions(set(LEARNERS))],
        "lambdas": ["array-like", None],
        "cv": ["cv_object"],
        "n_jobs": [Integral, None],
        "random_state": ["random_state"],
        "n_components": [Interval(Integral, 1, None, closed="left"), "array-like"],
        "median": [StrOptions(set(RULES))],
        "keep": [str, HasMethods("__fspath__"), None],
        "cancel": [np.ndarray, None],
        "progress": [callable, None],
        "large": ["boolean"],
    }
    best_estimator_: GaussianEstimator
    cv_results_: SearchTable
    looks_: list[Look]

    def __init__(
        self,
        strategy: str | Strategy = "grid",
        *,
        gammas: Iterable[float] | None = None,
        Cs: Iterable[float] | None = None,
        estimator: str = "svc",
        lambdas: Iterable[float] | None = None,
        cv: Any = 5,  # noqa: ANN401 - scikit-learn's splitters have no common class
        n_jobs: int | None = None,
        random_state: int | RandomState | None = None,
        n_components: int | Iterable[int] = 300,
        median: str = "pairs",
        keep: str | os.PathLike[str] | None = None,
        cancel: CancelFlag | None = None,
        progress: Callable[[int, int], None] | None = None,
        large: bool = False,
    ) -> None:
        self.strategy = strategy
        self.gammas = gammas
        self.Cs = Cs
        self.estimator = estimator
        self.lambdas = lambdas
        self.cv = cv
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.n_components = n_components
        self.median = median
        self.keep = keep
        self.cancel = cancel
        self.progress = progress
        self.large = large

    def cost(self, X: Rows, y: ArrayLike) -> SearchCost:
        """Return the approximate cost of `fit` on these points: fits, seconds of one processor, bytes."""
        check_parameters(self)
        _, asked, *_ = self._asked(X, y)
        return cost_of(self._strategy(), asked, self._grid())

    def fit(self, X: Rows, y: ArrayLike) -> Self:
        """Search with points X (n, d) and y (n,), numbers or labels of at least two classes, and train on all of them.

        The folds of sparse points are made dense and must fit into memory; the best machine is trained on the sparse
        points.

        Raises
        ------
        ValueError
            In one sentence, for points, parameters and grids that cannot be searched, and for very large searches.
        KeyboardInterrupt
            After saving the results so far: `cv_results_` and `best_params_` exist, but no machine is trained.
        """
        check_parameters(self)
        points, asked, targets, classes = self._asked(X, y)
        strategy, grid = self._strategy(), self._grid()
        admit_cost(strategy, asked, grid, self.large)
        plan = plan_of(strategy, asked, grid)
        flag = new_cancel_flag() if self.cancel is None else self.cancel
        journal, total = journal_in(self.keep, asked, strategy, grid), count_of(strategy, grid) * len(asked.splits)
        sweep = Sweep(asked, journal, self.n_jobs, flag, self.progress, total)
        for name in RESULTS:  # remove those of an earlier fit, also if this one is stopped early
            if hasattr(self, name):
                delattr(self, name)
        self._learner, self.n_splits_, self.complete_ = asked.learner, len(asked.splits), False
        if classes is not None:
            self.classes_ = classes
        try:
            self.complete_ = sweep.run(plan)
        finally:
            self._keep(sweep, strategy, grid)
        if not sweep.entries:
            raise ValueError("The search was stopped before its first look; there is nothing to choose from.")
        began = time.perf_counter()
        self.best_estimator_ = _machine_of(asked.learner).set_params(**self.best_params_).fit(points, targets)
        self.refit_time_ = time.perf_counter() - began
        self._tell_of_edges(grid)
        return self

    def predict(self, X: Rows) -> Any:  # noqa: ANN401 - labels of any type
        """Return the class or the number predicted by the chosen machine for each point, shape (k,)."""
        check_is_fitted(self, "best_estimator_")
        return self.best_estimator_.predict(validate_data(self, short_indices(X), reset=False, **HOW))

    @available_if(_calls_classes)  # type: ignore[untyped-decorator] # scikit-learn has no types
    def decision_function(self, X: Rows) -> Matrix | Vector:
        """Return f of the chosen machine, as `SVC.decision_function`; for numbers `predict` returns f."""
        check_is_fitted(self, "best_estimator_")
        return self.best_estimator_.decision_function(validate_data(self, short_indices(X), reset=False, **HOW))

    def score(self, X: Rows, y: ArrayLike, sample_weight: ArrayLike | None = None) -> float:
        """Return the accuracy of the chosen machine, or for numbers R^2, as scikit-learn's machines do."""
        judge = r2_score if self._learner is Learner.REGRESSION else accuracy_score
        return float(judge(y, self.predict(X), sample_weight=sample_weight))

    def __sklearn_tags__(self) -> Any:  # noqa: ANN401 - scikit-learn's class is not typed
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        if not _calls_classes(self):
            tags.estimator_type, tags.classifier_tags, tags.regressor_tags = "regressor", None, RegressorTags()
        return tags

    def __getstate__(self) -> dict[str, Any]:
        """Return the state to save, with the looks as a table."""
        state: dict[str, Any] = dict(super().__getstate__())
        if "looks_" in state:
            state["looks_"] = packed(self.looks_)
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore the state from `__getstate__`."""
        super().__setstate__(state)
        if "looks_" in state:
            self.looks_ = unpacked(state["looks_"])

    def _asked(self, X: Rows, y: ArrayLike) -> tuple[Rows, Folded, Any, Any]:
        """Return points, the data in folds, the targets and the classes; None for the classes of numbers."""
        points, targets = validate_data(self, short_indices(X), y, **HOW)
        table = points
        if is_sparse(points):
            admit_features(math.prod(points.shape))
            table = points.toarray()
        learner = LEARNERS[self.estimator]
        if learner is Learner.RIDGE and type_of_target(targets) == "continuous":
            learner = Learner.REGRESSION
        if learner is Learner.REGRESSION:
            splitter = check_cv(self.cv, targets, classifier=False)
            return points, folded_by(table, targets, splitter.split(table, targets), learner), targets, None
        classes, codes = classes_of(targets)
        splitter = check_cv(self.cv, targets, classifier=True)
        return points, folded_by(table, codes, splitter.split(table, targets), learner), targets, classes

    def _strategy(self) -> Strategy:
        if isinstance(self.strategy, Strategy):
            return self.strategy
        given = 0 if self.random_state is None else self.random_state
        seed = int(check_random_state(given).randint(MOST_SEED)) if isinstance(given, RandomState) else int(given)
        return Strategy(self.strategy, seed, rule=self.median)

    def _grid(self) -> Grid:
        ranks = [self.n_components] if isinstance(self.n_components, int | np.integer) else self.n_components
        gammas, penalties = (GAMMAS if self.gammas is None else self.gammas), (CS if self.Cs is None else self.Cs)
        if self.lambdas is not None:
            if self.estimator == "svc":
                raise ValueError('lambdas are penalties of ridge regression; give estimator="ridge", or Cs.')
            penalties = [C_of(lam) for lam in self.lambdas]
        return grid_of(gammas, penalties, ranks)

    def _keep(self, sweep: Sweep, strategy: Strategy, grid: Grid) -> None:
        """Keep the results of a sweep, even if it was stopped."""
        entries = in_order(sweep.entries, strategy.name == "grid")
        if not entries:
            return
        self.looks_ = [entry.look for entry in entries]
        found = chosen(self.looks_)
        learner = self._learner
        self.cv_results_, self.transfer_ = table_of(entries, learner), transfer(self.looks_)
        self.best_index_ = next(k for k, look in enumerate(self.looks_) if look is found)
        self.best_params_, self.at_edge_ = parameters_of(found, learner), ends(found, grid)
        if "C" in self.at_edge_ and learner is not Learner.SVM:  # the smallest C is the largest lambda
            self.at_edge_["alpha"] = "highest" if self.at_edge_.pop("C") == "lowest" else "lowest"
        self.best_score_ = float(scores_of(entries, learner)[self.best_index_].mean())

    def _tell_of_edges(self, grid: Grid) -> None:
        many = {"gamma": len(grid.gammas), "C": len(grid.Cs), "alpha": len(grid.Cs)}
        edges = [
            f"{name}={self.best_params_[name]:.3g} is its {end} value"
            for name, end in self.at_edge_.items()
            if many[name] >= MANY
        ]
        if edges:
            warnings.warn(BEYOND.format(", ".join(edges)), stacklevel=3)


def _machine_of(learner: Learner) -> GaussianEstimator:
    if learner is Learner.SVM:
        return SVC()
    return KernelRidge(kernel="rbf") if learner is Learner.REGRESSION else KernelRidgeClassifier()
