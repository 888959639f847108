"""The cosines of random features: bit-identical on every processor for few of them, as fast as possible for many.

NumPy vectorises the cosine only for float32, Numba never. Features that a solver's steps can depend on come from
`write_waves`, with the same bits everywhere; many features use fused products and sums.

With n the nearest number of full turns, cos x = 1 - 2 sin^2((x - 2 pi n) / 2), where the sine is a polynomial on
[-pi/2, pi/2], so no sign has to be chosen. The absolute error is below 1e-14 up to `LARGEST`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, cast

import numpy as np
from numba import types
from numba.extending import intrinsic

from ...lowlevel.compiled import compiled
from ...lowlevel.elementary import TURN, wave
from .feature_map import Dense

LARGEST = 1e5  # |x|; with more turns the first part of 2 pi times their number is no longer exact
MOST_TURNS = 2.0**50  # |x| up to which the full turns are counted exactly
PER_TURN = 1.0 / TURN
FIRST, SECOND = 6.2831853069365025, 2.430840202602477e-10  # of 2 pi: 34 bits, and the rest
TO_WHOLE = 1.5 * 2.0**52  # adding and subtracting this rounds to an integer
# sin(r / 2) = r (S0 + S1 r^2 + ...) for |r| <= pi, off by at most 2.1e-16: the polynomial in r^2 that meets it at the
# eight points of Chebyshev, which needs two terms less than Taylor's.
S0, S1, S2, S3 = 0.49999999999999994, -0.02083333333333259, 0.0002604166666650861, -1.5500992050673357e-06
S4, S5, S6, S7 = 5.382288400209702e-09, -1.2232364231793256e-11, 1.9590049216510795e-14, -2.2504844677315543e-17


def _fused(context: Any, a: types.Type, b: types.Type, c: types.Type) -> tuple[Any, Callable[..., Any]]:  # noqa: ANN401
    """Return a b + c with a single rounding: half the instructions, and the reduction stays exact."""

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:  # noqa: ANN401
        return builder.fma(*values)

    return types.float64(types.float64, types.float64, types.float64), code


_fma = cast(Callable[[float, float, float], float], intrinsic(_fused))


@compiled
def fill(X: Dense, across: Dense, shift: Dense, factor: float, phases: Dense, out: Dense) -> None:
    """Write factor cos(X across + shift) into out, followed by factor sin(X across) if there is room for it.

    It processes as many rows at a time as phases (m, k) has, so that they stay in the cache; the products X (n, d)
    across (d, k) are no larger than `LARGEST`.
    """
    m, k = phases.shape
    for begin in range(0, X.shape[0], m):
        rows, into = X[begin : begin + m], out[begin : begin + m]
        phase = phases[: rows.shape[0]]
        np.dot(rows, across, phase)
        _fill_cosines(phase, shift, factor, into)
        if into.shape[1] > k:
            _fill_sines(phase, factor, into)


@compiled
def take_full_turns(phase: Dense) -> None:
    """Replace each phase (n, k) by its exact remainder modulo the float 2 pi, with the same sign.

    The result is that of `np.fmod`, which takes some 50 ns per entry: a product and a sum with a single rounding give
    the remainder exactly. No entry may exceed `MOST_TURNS`.
    """
    for r in range(phase.shape[0]):
        row = phase[r]
        for t in range(row.size):
            x = row[t]
            turns = (x * PER_TURN + TO_WHOLE) - TO_WHOLE
            rest = _fma(-turns, TURN, x)
            if rest * x < 0.0:
                rest = _fma(math.copysign(1.0, x) - turns, TURN, x)
            row[t] = rest


@compiled
def write_waves(phase: Dense, factor: float, out: Dense) -> None:
    """Write factor cos(phase) of phase (n, k) into out, followed by factor sin(phase) if there is room for it."""
    k = phase.shape[1]
    for r in range(phase.shape[0]):
        row, target = phase[r], out[r]
        for t in range(k):
            target[t] = factor * wave(row[t], 0)
        if target.size > k:
            behind = target[k:]
            for t in range(k):
                behind[t] = factor * wave(row[t], 3)


def scaled_cosine(phase: Dense, shift: Dense, factor: float, paired: bool, longest: float, out: Dense) -> None:
    """Write factor cos(phase + shift) into out (n, D); in pairs the cosines, then the sines, of phase (n, D / 2).

    No |phase + shift| exceeds `longest`. Large angles cost `np.cos` some 50 ns each: in float64 their full turns are
    removed first. The float 2 pi has a relative error of 4e-17, which is less than the rounding of the angle.
    """
    half = phase.shape[1]
    if LARGEST < longest <= MOST_TURNS and phase.dtype == np.float64:
        phase = phase + shift
        take_full_turns(phase)
        shift, longest = np.zeros_like(shift), TURN
    if longest <= LARGEST:
        _fill_cosines(phase, shift, factor, out)
        if paired:
            _fill_sines(phase, factor, out)
        return
    angle = phase + shift  # NumPy's own is correct for any number
    np.cos(angle, out=out[:, :half])
    if paired:
        np.sin(angle, out=out[:, half:])
    out *= factor


@compiled
def _fill_cosines(phase: Dense, shift: Dense, factor: float, out: Dense) -> None:
    """Write factor cos(phase + shift) of phase (n, k) into the first k columns of out."""
    for r in range(phase.shape[0]):
        row, target = phase[r], out[r]
        for k in range(row.size):
            x = np.float64(row[k]) + np.float64(shift[k])
            target[k] = _cosine(x, _fma(x, PER_TURN, TO_WHOLE) - TO_WHOLE, factor)


@compiled
def _fill_sines(phase: Dense, factor: float, out: Dense) -> None:
    """Write factor sin(phase) of phase (n, k) into the last k columns of out, as cosines a quarter of a turn later."""
    for r in range(phase.shape[0]):
        row, target = phase[r], out[r][phase.shape[1] :]
        for k in range(row.size):
            x = np.float64(row[k])
            target[k] = _cosine(x, ((_fma(x, PER_TURN, -0.25) + TO_WHOLE) - TO_WHOLE) + 0.25, factor)


@compiled
def _cosine(x: float, turns: float, factor: float) -> float:
    """Return factor cos(x - 2 pi turns), |x - 2 pi turns| <= pi."""
    rest = _fma(-turns, SECOND, _fma(-turns, FIRST, x))
    s = rest * rest
    sine = _fma(s, _fma(s, _fma(s, S7, S6), S5), S4)
    sine = rest * _fma(s, _fma(s, _fma(s, _fma(s, sine, S3), S2), S1), S0)
    return _fma(-2.0 * factor * sine, sine, factor)
