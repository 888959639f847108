"""The square that a board shows, and the grid on which its points live.

A window is a square whose side is a power of two and whose corner is a multiple of a sixteenth of that side. Its grid
has 65536 levels per axis, x = x0 + i * size / 65536 with i in 0..65535: every number in this formula is dyadic, so the
formula is exact in float64 in both directions, and a point that travels in a link as two 16-bit integers arrives bit
for bit.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from datasets.read_error import ReadError

LEVELS = 65536
AIR = 0.12  # of the larger extent, on each side
FARTHEST = 2.0**20  # coordinates beyond this are refused: a kernel of them says nothing
SMALLEST, LARGEST = 2.0**-20, 4.0 * FARTHEST  # sides
# A corner may be this many sides away from the origin: x0 + i * size / 65536 then still fits in 53 bits.
FAR_IN_SIDES = 2.0**34


def _side_for(extent: float) -> float:
    return _power_of_two_above(extent * (1.0 + 2.0 * AIR))


def _power_of_two_above(number: float) -> float:
    """Return the smallest power of two that is not below a positive number (0 for 0)."""
    if number == 0.0:
        return 0.0
    mantissa, exponent = math.frexp(number)
    return math.ldexp(1.0, exponent - 1 if mantissa == 0.5 else exponent)


def _is_side(size: float) -> bool:
    return SMALLEST <= size <= LARGEST and math.frexp(size)[0] == 0.5


def _is_corner(start: float, size: float) -> bool:
    return abs(start) <= min(size * FAR_IN_SIDES, LARGEST) and (start / (size / 16.0)).is_integer()


@dataclass(frozen=True)
class Window:
    """A square of the plane: corner (x0, y0) at the lower left, side `size`.

    `size` is a power of two, x0 and y0 are multiples of size / 16. Raises `ReadError("window.shape")` otherwise.
    """

    x0: float
    y0: float
    size: float

    def __post_init__(self) -> None:
        if not (_is_side(self.size) and _is_corner(self.x0, self.size) and _is_corner(self.y0, self.size)):
            raise ReadError("window.shape", x0=self.x0, y0=self.y0, size=self.size)

    @property
    def spacing(self) -> float:
        """The distance of neighbouring grid points."""
        return self.size / LEVELS

    @property
    def corner(self) -> NDArray[np.float64]:
        """The lower left corner as an array (2,)."""
        return np.array([self.x0, self.y0])


DEFAULT_WINDOW = Window(-4.0, -4.0, 8.0)


def window_for(X: ArrayLike) -> Window:
    """Return the smallest window around the points X (n, 2) that leaves about 12 % of air on each side.

    Without points, and for points that all coincide, the side is 8: the default window where it holds them.
    Raises `ReadError` when a coordinate is not finite or farther out than 2^20.
    """
    points = check_coordinates(X)
    if len(points) == 0:
        return DEFAULT_WINDOW
    low, high = points.min(axis=0), points.max(axis=0)
    extent = float((high - low).max())
    if extent == 0.0 and np.abs(points).max() <= 3.5:
        return DEFAULT_WINDOW
    size = _side_for(extent) if extent > 0.0 else DEFAULT_WINDOW.size
    size = max(size, SMALLEST, _power_of_two_above(float(np.abs(points).max()) / FAR_IN_SIDES * 4.0))
    sixteenth = size / 16.0
    centre = low + (high - low) / 2.0
    x0, y0 = np.rint((centre - size / 2.0) / sixteenth) * sixteenth
    return Window(float(x0) + 0.0, float(y0) + 0.0, size)  # + 0.0 turns -0.0 into 0.0


def grid_indices(X: ArrayLike, window: Window) -> NDArray[np.int64]:
    """Return the indices (n, 2) in 0..65535 of the grid points nearest to X (n, 2); outside points go to the rim."""
    steps = (check_coordinates(X) - window.corner) / window.spacing
    return np.clip(np.rint(steps), 0, LEVELS - 1).astype(np.int64)


def from_indices(indices: ArrayLike, window: Window) -> NDArray[np.float64]:
    """Return the points (n, 2) of the grid indices (n, 2), exactly."""
    return window.corner + np.asarray(indices, dtype=np.float64).reshape(-1, 2) * window.spacing


def snap(X: ArrayLike, window: Window) -> NDArray[np.float64]:
    """Return X (n, 2) moved to the nearest points of the window's grid; what lies outside goes to the rim."""
    return from_indices(grid_indices(X, window), window)


def check_coordinates(X: ArrayLike) -> NDArray[np.float64]:
    """Return X as float64 (n, 2); raise `ReadError` for another shape, nan, inf, and coordinates beyond 2^20."""
    try:
        points = np.asarray(X, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise ReadError("points.shape") from None
    if points.size == 0:
        return np.empty((0, 2))
    if points.ndim != 2 or points.shape[1] != 2:
        raise ReadError("points.shape")
    finite = np.isfinite(points).all(axis=1)
    if not finite.all():
        raise ReadError("points.finite", number=int(np.argmin(finite)) + 1)
    near = (np.abs(points) <= FARTHEST).all(axis=1)
    if not near.all():
        raise ReadError("points.far", number=int(np.argmin(near)) + 1, limit=int(FARTHEST))
    return points
