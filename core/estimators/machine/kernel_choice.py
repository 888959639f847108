"""The kernel requested for a machine, and the kernel passed to the trainer."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from ...problem import Gaussian, Kernel, Linear, Polynomial, Precomputed, Sigmoid, StringKernel
from ...problem.arrays import Matrix, Vector, is_sparse
from ...problem.asymmetry import asymmetry
from ...problem.maps import FeatureMap, Rows
from ...problem.validation import LARGEST_COORDINATE

AskedKernel: TypeAlias = str | Kernel | StringKernel | Callable[..., Any]
MOST_SQUARE = 1e30  # of |x|^2 and of a kernel value: larger numbers exceed single precision
LEAST_GAMMA = 1e-25
FAR = 10.0  # distance from the origin relative to that from the mean: inner products then lose two digits or more
WITH_GAMMA = ("rbf", "poly", "sigmoid")
NOT_FINITE = (
    "The dual coefficients or intercepts are not finite. The input data may contain large values and need to be "
    "preprocessed."
)


@dataclass(frozen=True)
class Constant:
    """K(x, z) = value: a kernel whose gamma or degree is 0."""

    value: float

    @property
    def always_psd(self) -> bool:
        """Whether it is the square of a number."""
        return self.value >= 0

    def gram(self, A: Matrix, B: Matrix) -> Matrix:
        """See `Kernel.gram`."""
        return np.full((A.shape[0], B.shape[0]), self.value)


class KernelChoice(NamedTuple):
    """A kernel for the trainer, and the transformation of the points before it."""

    kernel: Kernel
    lift: FeatureMap | None = None  # the kernel is the inner product of these features
    called: Callable[..., Any] | None = None  # or a function returns the kernel matrix
    words: bool = False  # whether that function takes words; of the training it needs the support words only
    unit: float = 1.0  # or the points are scaled by this factor
    centre: Vector | None = None  # and shifted by this point

    @property
    def is_linear(self) -> bool:
        """Whether f is linear in the points as they were given."""
        return isinstance(self.kernel, Linear) and self.lift is None

    @property
    def by_matrix(self) -> bool:
        """Whether the trainer takes kernel values instead of points."""
        return isinstance(self.kernel, Precomputed)

    def points(self, X: Rows, fitted: Rows) -> Rows:
        """Return X as the trainer's kernel takes it; `fitted` are the training points.

        The values of a function keep their precision, which bounds their allowed asymmetry.
        """
        if self.called is not None:
            values = self.called(X, fitted)
            return np.asarray(values.toarray() if is_sparse(values) else values)
        seen = X if self.lift is None else self.lift.features(X)
        seen = seen if self.unit == 1.0 else seen * self.unit
        return seen if self.centre is None else seen - self.centre


def choose(kernel: AskedKernel, degree: int, gamma: str | float, coef0: float, X: Rows) -> KernelChoice:
    """Return the choice for points X (n, d); ValueError if their kernel values overflow."""
    square = 0.0 if is_called(kernel) or takes_words(kernel) else _sum_of_squares(X)
    if not square <= LARGEST_COORDINATE**2:
        raise ValueError(NOT_FINITE)
    if isinstance(kernel, str):
        choice = _named(kernel, degree, _gamma(gamma, X) if kernel in WITH_GAMMA else 0.0, coef0)
    else:
        choice = _given(kernel)
    if choice.called is not None or choice.lift is not None:
        return choice
    return _moderate(choice, X, square)


def centred(choice: KernelChoice, points: Rows) -> tuple[Rows, KernelChoice]:
    """Return the points relative to their mean if they are far from the origin: `FAR` times their own spread.

    For a linear kernel under the constraint sum_k s_k alpha_k = 0 a shift of the points changes f by a constant, which
    b compensates, but far from the origin their inner products lose the digits that matter. Closer they lose two at
    most, and points that are not shifted have the multipliers of their kernel matrix and of sparse points. Only the
    linear kernel shifts points here; the Gaussian kernel depends on differences alone, and code that expands its square
    shifts the points itself. Other kernels and one-class machines depend on the origin. Sparse points would become
    dense.
    """
    if not isinstance(choice.kernel, Linear) or is_sparse(points):
        return points, choice
    centre = np.add.reduce(points, axis=0) / len(points)
    far = len(points) * float(centre @ centre)
    if far <= FAR**2 * (_sum_of_squares(points) - far):
        return points, choice
    return points - centre, choice._replace(centre=centre)


def is_pairwise(kernel: object) -> bool:
    """Whether the points are given as their kernel matrix."""
    return isinstance(kernel, Precomputed) or (isinstance(kernel, str) and kernel == "precomputed")


def is_called(kernel: object) -> bool:
    """Whether the kernel is a function, not a frozen kernel."""
    return callable(kernel) and not hasattr(kernel, "gram")


def takes_words(kernel: object) -> bool:
    """Whether the points are words."""
    return isinstance(kernel, StringKernel)


def _given(kernel: Any) -> KernelChoice:  # noqa: ANN401 - a kernel, a map or a function
    if is_called(kernel):
        return KernelChoice(Precomputed(), called=kernel)
    if takes_words(kernel):
        return KernelChoice(Precomputed(), called=kernel.gram, words=True)
    if hasattr(kernel, "features"):
        return KernelChoice(Linear(), lift=kernel)
    return KernelChoice(kernel)


@lru_cache(maxsize=64)
def _named(name: str, degree: int, width: float, coef0: float) -> KernelChoice:
    if name == "precomputed":
        return KernelChoice(Precomputed())
    if name == "linear":
        return KernelChoice(Linear())
    if name == "rbf":
        return KernelChoice(Gaussian(width) if width > 0 else Constant(1.0))
    if name == "sigmoid":
        return KernelChoice(Sigmoid(width, coef0) if width > 0 else Constant(math.tanh(coef0)))
    if degree == 0 or width == 0:
        return KernelChoice(Constant(float(coef0) ** degree))
    return KernelChoice(Polynomial(degree, width, coef0))


def _gamma(gamma: str | float, X: Rows) -> float:
    if not isinstance(gamma, str):
        return float(gamma)
    if gamma == "auto":
        return 1.0 / float(X.shape[1])
    if is_sparse(X):
        variance = float(X.multiply(X).mean() - X.mean() ** 2)
    else:
        variance = _sum_of_squares(X - np.add.reduce(X, axis=None) / X.size) / X.size
    return 1.0 / (X.shape[1] * variance) if variance > 0 else 1.0


def _sum_of_squares(X: Rows) -> float:
    numbers = X.data if is_sparse(X) else X
    return float(np.vdot(numbers, numbers))


def _moderate(choice: KernelChoice, X: Rows, square: float) -> KernelChoice:
    """Return the choice with a scale suitable for single precision; ValueError for points that are too far out."""
    kernel = choice.kernel
    if isinstance(kernel, Gaussian):
        if square <= MOST_SQUARE and LEAST_GAMMA < kernel.gamma < 1.0 / LEAST_GAMMA:
            return choice
        return KernelChoice(Gaussian(1.0), unit=math.sqrt(kernel.gamma))
    if square > MOST_SQUARE or isinstance(kernel, Polynomial):
        _refuse_beyond(kernel, X)
    return choice


def _refuse_beyond(kernel: Kernel, X: Rows) -> None:
    """Refuse points whose kernel values, at most the largest K(x, x), exceed single precision."""
    with np.errstate(over="ignore"):
        squares = X.multiply(X).sum(axis=1) if is_sparse(X) else np.einsum("ij,ij->i", X, X)
        largest = float(np.max(squares))
        match kernel:
            case Precomputed():
                largest = float(np.abs(X).max())
            case Polynomial(degree, gamma, zeta):
                largest = float(np.float64(abs(zeta) + gamma * largest) ** degree)
            case Linear():
                pass
            case _:
                return
    if not largest <= MOST_SQUARE:
        raise ValueError(NOT_FINITE)


def symmetric(K: Matrix, unit: float) -> Matrix:
    """Return a finite kernel matrix (n, n) that is exactly symmetric: the mean of K and K' if they differ.

    Parameters
    ----------
    unit
        `rounding_unit` of the given numbers. A sum of n products that was added up in two orders differs by
        n units of the largest |K_ij|.

    Raises
    ------
    ValueError
        If K is further from symmetric than that; the message names the entries that differ most.
    """
    if not np.isfinite(K).all():
        raise ValueError("The kernel matrix contains NaN or infinity.")
    found = asymmetry(K, unit)
    if found.apart == 0.0:
        return K
    if found.apart > found.allowed:
        i, j = found.i, found.j
        raise ValueError(
            f"The kernel matrix is not symmetric: entry ({i}, {j}) is {float(K[i, j])!r} and entry ({j}, {i}) is "
            f"{float(K[j, i])!r}, while rounding explains a difference of {found.allowed:.2g}. K(x, z) and K(z, x) "
            "must be equal."
        )
    return 0.5 * (K + K.T)


def rounding_unit(values: Any) -> float:  # noqa: ANN401 - a table of any kind
    """Return eps of the precision of the given numbers: that of float64 for integers, lists and strings."""
    kinds = [  # of a table with a type for each column; pandas has its own types for columns with gaps
        kind if isinstance(kind, np.dtype) else getattr(kind, "numpy_dtype", np.float64)
        for kind in (values.dtypes if hasattr(values, "columns") else ())
    ]
    kind = np.result_type(*kinds) if kinds else np.asarray(values).dtype
    return float(np.finfo(kind if kind.kind == "f" else np.float64).eps)
