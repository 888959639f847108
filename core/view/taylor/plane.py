"""Where in the plane the approximate kernel still knows a point: K(x, x), which is 1 for the Gaussian everywhere."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.problem import TaylorGaussian
from core.problem.arrays import Matrix, Vector
from core.theory.taylor import kernel_values

SAMPLES = 129
LEVELS = (0.99, 0.5, 0.01)


@dataclass(frozen=True)
class TaylorPlane:
    """K(x, x) depends on the distance from the origin alone."""

    radius: Vector  # (r,) distances, rising from the place of the window that is nearest to the origin to the farthest
    diagonal: Vector  # (r,) K(x, x) there
    rings: tuple[tuple[float, float], ...]  # (level, distance) where K(x, x) first falls to a level, inside the window
    own: Vector  # (n,) K(x_i, x_i)
    distance: Vector  # (n,) |x_i|

    @property
    def faintest(self) -> int:
        """The point whose K(x, x) is smallest; there must be points."""
        return int(self.own.argmin())


def taylor_plane(kernel: TaylorGaussian, X: Matrix, window: tuple[float, float, float]) -> TaylorPlane:
    """Return what the kernel makes of a window (x0, y0, size) and of the points X (n, 2)."""
    x0, y0, size = window
    corners = np.array([[x0 + a * size, y0 + b * size] for a in (0, 1) for b in (0, 1)])
    nearest = np.clip([0.0, 0.0], corners[0], corners[3])
    radius = np.linspace(np.linalg.norm(nearest), np.linalg.norm(corners, axis=1).max(), SAMPLES)
    values = kernel_values(kernel, 2.0 * radius**2, radius**2)
    distance = np.linalg.norm(X, axis=1)
    rings = tuple(found for level in LEVELS if (found := _ring(radius, values, level)) is not None)
    return TaylorPlane(radius, values, rings, kernel_values(kernel, 2.0 * distance**2, distance**2), distance)


def _ring(radius: Vector, values: Vector, level: float) -> tuple[float, float] | None:
    """Return where the values first fall to a level, between two samples; None if they never do."""
    below = np.flatnonzero(values < level)
    if not below.size or below[0] == 0:
        return None
    k = int(below[0])
    share = (values[k - 1] - level) / (values[k - 1] - values[k])
    return level, float(radius[k - 1] + share * (radius[k] - radius[k - 1]))
