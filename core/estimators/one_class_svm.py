"""OneClassSVM: the half-space that contains all but a fraction nu of the points."""

from __future__ import annotations

from functools import partial
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import OutlierMixin

from ..problem import one_class_form
from ..problem.arrays import Indices, Vector
from .machine.base import CONSTRAINTS, OF_NU, Constraints, KernelMachine
from .machine.kernel_choice import AskedKernel
from .machine.one_dual import OneDual
from .machine.training import Duals


class OneClassSVM(OutlierMixin, KernelMachine):
    """The smallest half-space of the feature space that contains all but a fraction nu of the points (mathematics 9).

    Parameters
    ----------
    nu
        0 < nu <= 1: at most that fraction of the points is outside, at least that fraction are support vectors.

    The others are those of `SVC`, and so are the attributes, except those of classes. The scale is LIBSVM's:
    0 <= alpha <= 1 and sum alpha = nu n. `offset_` is rho: f(x) = sum_i alpha_i K(x_i, x) - rho. With weights s_i it
    is 0 <= alpha_i <= s_i and sum alpha = nu sum s: s times all weights give s times f, and the same points inside. The
    tolerance is in units of the mean weight.
    """

    _parameter_constraints: ClassVar[Constraints] = {**CONSTRAINTS, **OF_NU}
    _needs_targets: ClassVar[bool] = False
    _balanced: ClassVar[bool] = False  # the points are separated from the origin

    n_iter_: int
    offset_: Vector

    def __init__(
        self,
        *,
        kernel: AskedKernel = "rbf",
        degree: int = 3,
        gamma: str | float = "scale",
        coef0: float = 0.0,
        tol: float = 1e-3,
        nu: float = 0.5,
        shrinking: bool = True,
        cache_size: float = 200,
        verbose: bool = False,
        max_iter: int = -1,
    ) -> None:
        self.kernel = kernel
        self.degree = degree
        self.gamma = gamma
        self.coef0 = coef0
        self.tol = tol
        self.nu = nu
        self.shrinking = shrinking
        self.cache_size = cache_size
        self.verbose = verbose
        self.max_iter = max_iter

    def fit(self, X: Any, y: Any = None, sample_weight: ArrayLike | None = None) -> Self:  # noqa: ANN401
        """Fit the machine to points X (n, d), dense or sparse; y is ignored. See `SVC.fit`."""
        return super().fit(X, None, sample_weight)

    def decision_function(self, X: Any) -> Vector:  # noqa: ANN401
        """Return f of the points, shape (k,): positive inside, negative outside."""
        return self._values(X)[:, 0]

    def score_samples(self, X: Any) -> Vector:  # noqa: ANN401
        """Return f + rho = sum_i alpha_i K(x_i, x), shape (k,)."""
        return self.decision_function(X) + self.offset_

    def predict(self, X: Any) -> Indices:  # noqa: ANN401
        """Return +1 for points inside or on the plane, -1 for those outside, shape (k,)."""
        return np.where(self.decision_function(X) >= 0, 1, -1)

    def _duals(self, y: Any, weight: Vector | None, count: int) -> tuple[Duals, dict[str, Any]]:  # noqa: ANN401
        make = partial(one_class_form, nu=float(self.nu))
        if weight is None:
            return OneDual(make, count, None, None), {}
        unit = float(np.mean(weight[weight > 0]))
        return OneDual(make, count, None, weight / unit, unit), {}

    def _keep(self, *fitted: Any) -> None:  # noqa: ANN401 - see the machine
        super()._keep(*fitted)
        self.offset_ = -self.intercept_
