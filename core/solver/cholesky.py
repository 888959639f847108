"""The Cholesky factor in panels: between two panels control returns to Python, so that Ctrl-C works."""

from __future__ import annotations

from collections.abc import Callable

from ..lowlevel.lapack import factor_corner
from ..problem.arrays import Matrix

PANEL = 192  # columns: at 6,000 points one takes at most 0.1 s, while LAPACK's own call takes over a second


def lower_factor(M: Matrix, stop: Callable[[], bool] = lambda: False) -> bool:
    """Write L with L L' = M on and below the diagonal of M (n, n), C-contiguous; entries above it are not read.

    False if M is not positive definite to working precision, or if stopped; then M holds nothing useful.
    """
    n = len(M)
    for begin in range(0, n, PANEL):
        if stop():
            return False
        end = min(begin + PANEL, n)
        panel, corner = M[begin:, begin:end], M[begin:end, begin:end]
        if begin > 0:
            panel -= M[begin:, :begin] @ M[begin:end, :begin].T
        if not factor_corner(corner, M[end:, begin:end]):
            return False
    return True
