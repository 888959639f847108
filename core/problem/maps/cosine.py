"""A cosine that the processor does eight at a time: Cody and Waite's reduction to [-pi/2, pi/2] and a polynomial.

Numba's own calls the C library for one number after the other. The absolute error is below 1e-14 up to `LARGEST`.
"""

from __future__ import annotations

import math

import numpy as np

from core.compiled import compiled
from core.problem.maps.feature_map import Dense

LARGEST = 1e5  # |x|; a half number up to 2^18 times the first two parts of pi is exact
# Of pi: 34 bits, the next 34 bits, the rest.
FIRST, SECOND, THIRD = 3.1415926534682512, 1.2154201012607932e-10, 4.044532497591901e-21
TO_WHOLE = 1.5 * 2.0**52  # adding and taking away this rounds to a whole number
C1, C2, C3, C4, C5, C6, C7, C8, C9 = ((-1) ** k / math.factorial(2 * k) for k in range(1, 10))  # of cos r, in r^2


def scaled_cosine(phase: Dense, shift: Dense, factor: float, paired: bool, out: Dense) -> None:
    """Write factor cos(phase + shift) into out (n, D); in pairs the cosines, then the sines, of phase (n, D / 2)."""
    if max(float(phase.max(initial=0.0)), -float(phase.min(initial=0.0))) <= LARGEST:
        half = phase.shape[1]
        _fill(phase, shift, factor, 0.0, out[:, :half])
        if paired:
            _fill(phase, shift, factor, 0.5, out[:, half:])
        return
    angle = phase + shift  # NumPy's own is right for any number
    np.cos(angle, out=out[:, : angle.shape[1]])
    if paired:
        np.sin(angle, out=out[:, angle.shape[1] :])
    out *= factor


@compiled
def _fill(phase: Dense, shift: Dense, factor: float, turn: float, out: Dense) -> None:
    """Write factor cos(phase + shift - turn pi) into out, all (n, k); turn is 0, or 0.5 for the sine."""
    for r in range(phase.shape[0]):
        row, target = phase[r], out[r]
        for k in range(row.size):
            x = np.float64(row[k]) + np.float64(shift[k])
            whole = (x * (1.0 / math.pi) - turn + TO_WHOLE) - TO_WHOLE
            turns = whole + turn
            rest = ((x - turns * FIRST) - turns * SECOND) - turns * THIRD
            sign = 1.0 - 2.0 * abs(whole - 2.0 * ((0.5 * whole + TO_WHOLE) - TO_WHOLE))
            s = rest * rest
            even = 1.0 + s * (C1 + s * (C2 + s * (C3 + s * (C4 + s * (C5 + s * (C6 + s * (C7 + s * (C8 + s * C9))))))))
            target[k] = factor * sign * even
