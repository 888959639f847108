"""Elementary functions whose bits are the same on every processor.

The C library chooses its code by the processor at run time, NumPy too, and with fused multiplications both round
otherwise than without. Here everything is made of single IEEE operations in a fixed order, and LLVM fuses none unless
asked to (`simd.fused`). The error is at most 2 ulp of the value at the float that a function is given, see the tests,
whatever was rounded before (mathematics 18). No branches, so that LLVM vectorises loops.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from .compiled import compiled
from .simd import F64_MAGIC, bits_of, float_of, quotient

Vector = NDArray[np.float64]

LOG2E = 1.4426950408889634
LN2, LN2_REST = 0.6931471803691238, 1.9082149292705877e-10  # 33 bits: a whole number times the first one is exact
UNDERFLOWS, OVERFLOWS = -746.0, 710.0
BIAS, MANTISSA = 1023, 52  # of the exponent of a float64, and bits of its digits
# (e^r - 1 - r) / r^2 for |r| <= log(2) / 2, by the points of Chebyshev: e^r is off by at most 1.6e-17.
EXP = (
    0.5,
    0.16666666666666669,
    0.04166666666662416,
    0.008333333333330063,
    0.0013888888917199863,
    0.00019841269863042963,
    2.4801521317484083e-05,
    2.7557268476553695e-06,
    2.7620078203806394e-07,
    2.5100377619606372e-08,
)
LONGEST_ANGLE = 2.0**20  # up to here the cosine is that of x; beyond it that of x (1 + e), |e| < 4e-17
TURN = 2.0 * math.pi
QUARTERS = 2.0 / math.pi
# pi / 2: three times 33 bits, whose products with up to 2^20 are exact, and the rest
QUARTER = (1.5707963267341256, 6.077100506303966e-11, 2.0222662487111665e-21, 8.4784276603689e-32)
# (sin r / r - 1) / r^2 and (cos r - 1 + r^2 / 2) / r^4 as polynomials in r^2 for |r| <= pi / 4
SIN = (
    -0.16666666666666666,
    0.008333333333330946,
    -0.0001984126983675497,
    2.755731610068303e-06,
    -2.5051131455427946e-08,
    1.591810123027412e-10,
)
COS = (
    0.041666666666666664,
    -0.0013888888888887395,
    2.4801587298763433e-05,
    -2.7557317270560326e-07,
    2.0876146024689747e-09,
    -1.1382614868556325e-11,
)
# (tanh x / x - 1) / x^2 as a quotient of polynomials in x^2, Pade's, for |x| < 9 / 16
NEAR_ZERO = 0.5625
TANH_ABOVE = (-1305.6521739130435, -83.93478260869566, -0.9565217391304348, -6.901311249137337e-05)
TANH_BELOW = (3916.9565217391305, 1818.5869565217392, 96.1304347826087)
SIGN = -(2**63)
UPPER_HALF = -(2**27)  # of the bits of a number: 26 digits, whose products are exact


@compiled
def exponential(x: float) -> float:
    """Return e^x; 0 below -745.2, inf above 709.8; subnormal results are rounded twice."""
    x = UNDERFLOWS if x < UNDERFLOWS else x
    x = OVERFLOWS if x > OVERFLOWS else x
    n = (x * LOG2E + F64_MAGIC) - F64_MAGIC
    r = (x - n * LN2) - n * LN2_REST
    q = EXP[9] * r + EXP[8]
    q = q * r + EXP[7]
    q = q * r + EXP[6]
    q = q * r + EXP[5]
    q = q * r + EXP[4]
    q = q * r + EXP[3]
    q = q * r + EXP[2]
    q = q * r + EXP[1]
    q = q * r + EXP[0]
    value = 1.0 + (r + r * r * q)
    half = n * 0.5 + F64_MAGIC  # 2^n may overflow or underflow where value 2^n does not: it is multiplied in two parts
    rest = (n - (half - F64_MAGIC)) + F64_MAGIC
    value *= float_of((bits_of(half) + BIAS) << MANTISSA)
    scaled: float = value * float_of((bits_of(rest) + BIAS) << MANTISSA)
    return scaled


@compiled
def wave(x: float, quarters: int) -> float:
    """Return cos(x + quarters pi / 2) for |x| <= `LONGEST_ANGLE`: cos x for 0, sin x for 3.

    x - n pi / 2 is a sum r + y of two numbers: where x is close to a multiple of pi / 2, its digits are those of pi.
    """
    shifted = x * QUARTERS + F64_MAGIC
    n = shifted - F64_MAGIC
    a, w = x - n * QUARTER[0], n * QUARTER[1]  # both exact
    b = a - w
    v = a - b
    lost = (a - (b + v)) + (v - w)  # exactly what was lost in b
    w = n * QUARTER[2]
    c = b - w
    v = b - c
    lost = (lost + ((b - (c + v)) + (v - w))) - n * QUARTER[3]
    r = c + lost
    y = (c - r) + lost
    z = r * r
    s = SIN[5] * z + SIN[4]
    s = s * z + SIN[3]
    s = s * z + SIN[2]
    s = s * z + SIN[1]
    s = s * z + SIN[0]
    half = 0.5 * z
    sine = r + (r * z * s + y * (1.0 - half))
    t = COS[5] * z + COS[4]
    t = t * z + COS[3]
    t = t * z + COS[2]
    t = t * z + COS[1]
    t = t * z + COS[0]
    top = 1.0 - half
    cosine = top + (((1.0 - top) - half) + (z * z * t - r * y))
    quarter = bits_of(shifted) + quarters
    value = sine if quarter & 1 else cosine
    signed: float = float_of(bits_of(value) ^ (((quarter + 1) & 2) << 62))
    return signed


@compiled
def hyperbolic_tangent(x: float) -> float:
    """Return tanh x: near 0 by a quotient of polynomials, farther away as 1 - 2 / (e^2|x| + 1)."""
    size, z = abs(x), x * x
    near = size < NEAR_ZERO
    above = ((TANH_ABOVE[3] * z + TANH_ABOVE[2]) * z + TANH_ABOVE[1]) * z + TANH_ABOVE[0]
    below = ((z + TANH_BELOW[2]) * z + TANH_BELOW[1]) * z + TANH_BELOW[0]
    grown = exponential(2.0 * size) + 1.0
    value = (size if near else 1.0) + quotient(size * z * above if near else -2.0, below if near else grown)
    signed: float = float_of(bits_of(value) | (bits_of(x) & SIGN))
    return signed


@compiled
def write_exponentials(x: Vector, out: Vector) -> None:
    """Write e^x."""
    for t in range(x.size):
        out[t] = exponential(x[t])


@compiled
def write_logarithms(x: Vector, out: Vector) -> None:
    """Write log x, of 0 -inf."""
    for t in range(x.size):
        out[t] = logarithm(x[t]) if x[t] > 0.0 else -math.inf


@compiled
def upper_half(x: float) -> float:
    """Return the first 26 digits of x; the product of two such numbers is exact, and x less them too."""
    return float(float_of(bits_of(x) & UPPER_HALF))


@compiled
def logarithm(x: float) -> float:
    """Return log x of a number x > 0: of its exponent, and of its digits by the series of atanh."""
    scale = 54 if x < 2.0**-1022 else 0
    x = x * 2.0**54 if scale else x
    exponent = (bits_of(x) >> MANTISSA) - BIAS
    digits = float_of(bits_of(x) - (exponent << MANTISSA))
    exponent -= scale
    if digits > 1.4142135623730951:
        digits, exponent = 0.5 * digits, exponent + 1
    s = (digits - 1.0) / (digits + 1.0)
    z, total = s * s, 0.0
    for k in range(23, 1, -2):
        total = (total + 1.0 / k) * z
    return float(exponent * LN2 + (2.0 * s + (2.0 * s * total + exponent * LN2_REST)))


@compiled
def normal_quantiles(u: Vector, out: Vector) -> None:
    """Write the z with P(Z <= z) = u of a standard normal Z, 2^-54 <= u < 1; to 1e-15 of z (Wichura, AS 241)."""
    for t in range(u.size):
        apart = u[t] - 0.5
        if abs(apart) <= 0.425:
            r = 0.180625 - apart * apart
            out[t] = apart * _ratio(r, MIDDLE_ABOVE, MIDDLE_BELOW)
            continue
        r = math.sqrt(-logarithm(u[t] if apart < 0.0 else 1.0 - u[t]))
        z = _ratio(r - 1.6, TAIL_ABOVE, TAIL_BELOW) if r <= 5.0 else _ratio(r - 5.0, FAR_ABOVE, FAR_BELOW)
        out[t] = -z if apart < 0.0 else z


@compiled
def _ratio(r: float, above: tuple[float, ...], below: tuple[float, ...]) -> float:
    """Return the quotient of two polynomials, their highest coefficients first."""
    top, bottom = 0.0, 0.0
    for k in range(len(above)):
        top, bottom = top * r + above[k], bottom * r + below[k]
    return top / bottom


MIDDLE_ABOVE = (
    2509.0809287301227,
    33430.57558358813,
    67265.7709270087,
    45921.95393154987,
    13731.69376550946,
    1971.5909503065513,
    133.14166789178438,
    3.3871328727963665,
)
MIDDLE_BELOW = (
    5226.495278852854,
    28729.085735721943,
    39307.89580009271,
    21213.794301586597,
    5394.196021424751,
    687.1870074920579,
    42.31333070160091,
    1.0,
)
TAIL_ABOVE = (
    0.0007745450142783414,
    0.022723844989269184,
    0.2417807251774506,
    1.2704582524523684,
    3.6478483247632045,
    5.769497221460691,
    4.630337846156546,
    1.4234371107496835,
)
TAIL_BELOW = (
    1.0507500716444169e-09,
    0.0005475938084995345,
    0.015198666563616457,
    0.14810397642748008,
    0.6897673349851,
    1.6763848301838038,
    2.053191626637759,
    1.0,
)
FAR_ABOVE = (
    2.0103343992922881e-07,
    2.7115555687434876e-05,
    0.0012426609473880784,
    0.026532189526576124,
    0.29656057182850487,
    1.7848265399172913,
    5.463784911164114,
    6.657904643501103,
)
FAR_BELOW = (
    2.0442631033899397e-15,
    1.421511758316446e-07,
    1.8463183175100548e-05,
    0.0007868691311456133,
    0.014875361290850615,
    0.1369298809227358,
    0.599832206555888,
    1.0,
)
