"""From a kernel to its space: f = sum_i a_i K(., x_i), its norm, and its value at x as an inner product.

The map is phi: x -> K(., x), and (f * g) = sum_ij a_i b_j K(x_i, z_j) (Li, 7.69-7.86). Then K(., x) * f = f(x),
the reproducing property, and |f(x)|^2 <= K(x, x) (f * f) by the inequality of Cauchy and Schwarz: the Dirac functional
f -> f(x) is continuous, with the norm sqrt(K(x, x)). Where K is no kernel, f * f can be negative, and this fails.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...problem import Kernel
from ...problem.arrays import Matrix, Vector
from ...view.grid import Square, grid_axes, grid_points
from .theory import FormValue, MatrixJudgement, judge, known_gram, quadratic

FIELD_CELLS = 48
OPERATOR_CELLS = 14  # on a side of the window: 196 points


class SpaceElement(NamedTuple):
    """f = sum_i a_i K(., x_i) and its values at a place x."""

    square: FormValue  # f * f = a'Ka
    value: float  # f(x) = sum_i a_i K(x_i, x)
    product: float  # f * K(., x), from the squares of f + K(., x) and f - K(., x) alone
    own: float  # K(x, x), the square of K(., x)

    @property
    def bound(self) -> float:
        """K(x, x) (f * f), which f(x)^2 does not exceed if K is a kernel."""
        return self.own * self.square.value

    @property
    def holds(self) -> bool:
        """Whether f(x)^2 <= K(x, x) (f * f), up to rounding."""
        slack = self.own * self.square.error + 1e-9 * (abs(self.bound) + self.value**2)
        return self.value**2 <= self.bound + slack


def element(kernel: Kernel, X: Matrix, a: Vector, x: Vector) -> SpaceElement:
    """Return f at x (d,), for points (n, d) and weights (n,); `InputError` if the kernel cannot be computed there."""
    known = known_gram(kernel, np.vstack([X, x]))
    here = np.zeros(len(a) + 1)
    here[-1] = 1.0
    f = np.append(a, 0.0)
    more, less = (quadratic(known, f + sign * here).value for sign in (1.0, -1.0))
    value, own = float(known.K[-1] @ f), float(known.K[-1, -1])
    return SpaceElement(quadratic(known, f), value, 0.25 * (more - less), own)


def element_field(kernel: Kernel, X: Matrix, a: Vector, window: Square) -> tuple[Vector, Vector, Matrix]:
    """Return both axes of a grid over the window, and f on it, shape (FIELD_CELLS, FIELD_CELLS), rows by x2."""
    x1, x2 = grid_axes(window[:2], window[2], FIELD_CELLS)
    with np.errstate(over="ignore", invalid="ignore"):
        f = kernel.gram(grid_points(window, FIELD_CELLS), X) @ a
    return x1, x2, f.reshape(FIELD_CELLS, FIELD_CELLS)


class Operator(NamedTuple):
    """The integral operator (Tf)(x) = integral of K(x, z) f(z) over the window, by a sum over a grid.

    Mercer's condition, that the integral of f(x) K(x, z) f(z) is >= 0 for all f, holds for a continuous K if and only
    if all its matrices are positive semidefinite.
    """

    judged: MatrixJudgement  # of K on the grid
    area: float  # of a cell: eigenvalues of the operator are about this times those of the matrix


def operator(kernel: Kernel, window: Square) -> Operator:
    """Return the operator over a window (x0, y0, side); `InputError` if the kernel cannot be computed there."""
    grid = grid_points(window, OPERATOR_CELLS)
    return Operator(judge(known_gram(kernel, grid), kernel.always_psd), (window[2] / OPERATOR_CELLS) ** 2)
