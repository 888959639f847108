"""SVR and NuSVR: regression with a tube."""

from __future__ import annotations

import math
from functools import partial
from numbers import Real
from typing import Any, ClassVar

from sklearn.base import RegressorMixin
from sklearn.utils._param_validation import Interval

from ..problem import eps_svr_form, hard_tube_form, nu_svr_form
from ..problem.arrays import Vector
from .machine.base import CONSTRAINTS, OF_C, OF_NU, Constraints, KernelMachine
from .machine.inputs import numbers_of
from .machine.kernel_choice import AskedKernel
from .machine.one_dual import OneDual
from .machine.training import Duals


class _Regressor(RegressorMixin, KernelMachine):
    """The common part of SVR and NuSVR."""

    C: float
    n_iter_: int

    def predict(self, X: Any) -> Vector:  # noqa: ANN401
        """Return f of the points, shape (k,)."""
        return self._values(X)[:, 0]

    def _make(self) -> partial[Any]:
        """Return the function that makes the form from targets, their count and weights."""
        raise NotImplementedError

    def _duals(self, y: Any, weight: Vector | None, count: int) -> tuple[Duals, dict[str, Any]]:  # noqa: ANN401
        targets = numbers_of(y)
        if len(targets) != count:
            raise ValueError(f"X and y have incompatible shapes.\nX has {count} samples, but y has {len(targets)}.")
        return OneDual(self._make(), count, targets, weight), {}


class SVR(_Regressor):
    """epsilon-SVR: min 1/2 |w|^2 + C sum_i weight_i max(0, |f(x_i) - y_i| - epsilon) (mathematics 8).

    Parameters
    ----------
    C
        Penalty of deviations outside the tube, > 0; ``numpy.inf`` keeps all targets inside, refused if no f does.
    epsilon
        Half the width of the tube, >= 0, in units of y.

    The others are those of `SVC`, and so are the attributes, except those of classes.
    """

    _parameter_constraints: ClassVar[Constraints] = {
        **CONSTRAINTS,
        **OF_C,
        "epsilon": [Interval(Real, 0.0, None, closed="left")],
    }

    def __init__(
        self,
        *,
        kernel: AskedKernel = "rbf",
        degree: int = 3,
        gamma: str | float = "scale",
        coef0: float = 0.0,
        tol: float = 1e-3,
        C: float = 1.0,
        epsilon: float = 0.1,
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
        self.C = C
        self.epsilon = epsilon
        self.shrinking = shrinking
        self.cache_size = cache_size
        self.verbose = verbose
        self.max_iter = max_iter

    def _make(self) -> partial[Any]:
        if math.isinf(self.C):
            return partial(hard_tube_form, epsilon=float(self.epsilon))
        return partial(eps_svr_form, C=float(self.C), epsilon=float(self.epsilon))


class NuSVR(_Regressor):
    """nu-SVR: as SVR, but with nu instead of epsilon; the width of the tube is part of the solution (mathematics 8).

    Parameters
    ----------
    nu
        0 < nu <= 1: at most that fraction of the points is outside the tube, at least that fraction support vectors.
    C
        Penalty as in LIBSVM, > 0 and finite: the C of the sources divided by the number of points.

    The others are those of `SVC`, and so are the attributes, except those of classes. Half the width of the
    tube is -certificate_.r.
    """

    _parameter_constraints: ClassVar[Constraints] = {**CONSTRAINTS, **OF_C, **OF_NU}

    def __init__(
        self,
        *,
        nu: float = 0.5,
        C: float = 1.0,
        kernel: AskedKernel = "rbf",
        degree: int = 3,
        gamma: str | float = "scale",
        coef0: float = 0.0,
        shrinking: bool = True,
        tol: float = 1e-3,
        cache_size: float = 200,
        verbose: bool = False,
        max_iter: int = -1,
    ) -> None:
        self.nu = nu
        self.C = C
        self.kernel = kernel
        self.degree = degree
        self.gamma = gamma
        self.coef0 = coef0
        self.shrinking = shrinking
        self.tol = tol
        self.cache_size = cache_size
        self.verbose = verbose
        self.max_iter = max_iter

    def _make(self) -> partial[Any]:
        return partial(nu_svr_form, C=float(self.C), nu=float(self.nu))
