"""Sets with numbers as targets: one that scikit-learn brings along, and a series that is computed."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

Column = NDArray[np.float64]

DELAY, INPUTS, AHEAD = 17, 6, 85  # steps of 1: of the equation, between two inputs and of them, and to the target
FINE = 10  # steps of the integration in a step of 1
SETTLED = 500  # steps that are left out at the beginning


@cache
def diabetes() -> tuple[Column, Column]:
    """Return 442 patients by ten measurements, standardised (442, 10), and how the disease went in a year (442,)."""
    from sklearn.datasets import load_diabetes

    bunch = load_diabetes()
    X = (bunch.data - bunch.data.mean(axis=0)) / bunch.data.std(axis=0)
    return _read_only(X), _read_only(bunch.target.astype(np.float64))


@cache
def mackey_glass(n: int) -> tuple[Column, Column]:
    """Return n windows (n, 6) of the series of Mackey and Glass, in [-1, 1], and its values 85 steps later (n,).

    x' = 0.2 x(t - 17) / (1 + x(t - 17)^10) - 0.1 x; a window is x(t), x(t - 6), ..., x(t - 30).
    """
    length = SETTLED + n + AHEAD + INPUTS * (INPUTS - 1) + 1
    series = _series(length)[SETTLED:]
    begin = INPUTS * (INPUTS - 1)
    places = begin + np.arange(n)
    X = np.stack([series[places - INPUTS * k] for k in range(INPUTS)], axis=1)
    low, high = X.min(), X.max()
    return _read_only(2.0 * (X - low) / (high - low) - 1.0), _read_only(series[places + AHEAD])


def _series(length: int) -> Column:
    """Integrate by Runge and Kutta's rule of fourth order; the delayed value between two steps is their mean."""
    step, back = 1.0 / FINE, DELAY * FINE
    x = np.full(back + length * FINE + 1, 1.2)
    for k in range(back, len(x) - 1):
        late, later = x[k - back], x[k - back + 1]
        gains = [0.2 * each / (1.0 + each**10) for each in (late, 0.5 * (late + later), later)]
        first = gains[0] - 0.1 * x[k]
        second = gains[1] - 0.1 * (x[k] + 0.5 * step * first)
        third = gains[1] - 0.1 * (x[k] + 0.5 * step * second)
        fourth = gains[2] - 0.1 * (x[k] + step * third)
        x[k + 1] = x[k] + step / 6.0 * (first + 2.0 * second + 2.0 * third + fourth)
    return x[back::FINE][:length]


def _read_only(values: Column) -> Column:
    own = np.ascontiguousarray(values, dtype=np.float64)
    own.flags.writeable = False
    return own
