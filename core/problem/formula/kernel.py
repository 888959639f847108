"""The kernel of a formula."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..arrays import Matrix, Vector
from ..input_error import InputError, as_float
from ..kernels import require
from .code import EPS, FormulaCode, encode, write_sizes, write_values
from .rules import reasons
from .syntax import Node, parse

DIFFERENT = 2.0  # K(x, z) and K(z, x) differ if by more than this many times the bound on their rounding


@dataclass(frozen=True)
class FormulaKernel:
    """K(x, z) as a typed formula of x and z (mathematics 4.1).

    Parameters
    ----------
    text
        Arithmetic of numbers, the functions exp, log, sqrt, abs, sin, cos, tanh, min and max, and the names dot = x.z,
        dist2 = |x - z|^2, dist1 and distmax (the sum and the maximum of |x_i - z_i|), xx = |x|^2, zz = |z|^2, the
        coordinates x1, x2, z1, z2, and gamma and r. A power with a whole exponent is multiplied out, another one is
        exp(b log a). At most 64 parts.
    gamma, r
        The numbers of these names, gamma > 0.

    Raises
    ------
    InputError
        If the text is no formula, with the reason; by `gram` if the formula is not symmetric on its points.
    """

    text: str
    gamma: float = 1.0
    r: float = 0.0

    def __post_init__(self) -> None:
        gamma, r = as_float(self.gamma), as_float(self.r)
        require(np.isfinite(gamma) and gamma > 0, "gamma", self.gamma, "> 0")
        require(np.isfinite(r), "r", self.r, "finite")
        self.tree  # noqa: B018 - refused here if it is none

    @cached_property
    def tree(self) -> Node:
        """The formula as a tree."""
        return parse(self.text)

    @cached_property
    def code(self) -> FormulaCode:
        """The formula as postfix code."""
        return encode(self.tree, float(self.gamma), float(self.r))

    @cached_property
    def reasons(self) -> tuple[str, ...]:
        """The rules by which this is a kernel on all points; empty if they do not tell."""
        return reasons(self.tree, float(self.gamma), float(self.r))

    @property
    def always_psd(self) -> bool:
        """Whether every Gram matrix is positive semidefinite, by these rules."""
        return bool(self.reasons)

    def gram(self, A: Matrix, B: Matrix) -> Matrix:
        """See `Kernel.gram`; the mean of K(a, b) and K(b, a), which are equal but for rounding."""
        rows, columns = (np.ascontiguousarray(X, dtype=np.float64) for X in (A, B))
        if A is B and not self.code.symmetric:
            self.sizes(rows, 1.0)
        self._require_coordinates(rows.shape[1])
        K = np.empty((len(A), len(B)))
        code = self.code
        write_values(rows, columns, code.operations, code.numbers, code.depth, not code.symmetric, K)
        return K

    def sizes(self, X: Matrix, operations: float) -> Vector:
        """Return s (n,) with |K_ij| <= s_i, and an error of K_ij in float64 of at most operations EPS s_i.

        `InputError` if K(x, z) and K(z, x) differ by more than their rounding for two rows of X (n, d).
        """
        self._require_coordinates(X.shape[1])
        code, sizes, apart = self.code, np.empty(len(X)), np.empty(5)
        write_sizes(
            np.ascontiguousarray(X, dtype=np.float64),
            *(code.operations, code.numbers, code.depth, not code.symmetric),
            *(operations * EPS, sizes, apart),
        )
        if apart[4] > DIFFERENT:
            sentence = "K(x, z) is {one} and K(z, x) is {other} for point {i} and point {j}; a kernel is symmetric."
            i, j = int(apart[0]) + 1, int(apart[1]) + 1
            raise InputError("formula.asymmetric", sentence, one=float(apart[2]), other=float(apart[3]), i=i, j=j)
        return sizes

    def _require_coordinates(self, d: int) -> None:
        if d < self.code.coordinates:
            sentence = "The formula uses coordinate {needed}; the number of coordinates of a point is {count}."
            raise InputError("formula.coordinate", sentence, needed=self.code.coordinates, count=d)
