"""Lagrangian duality: a quadratic over v >= 0, theta_P, theta_D, the gap and KKT, and small example problems."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

import numpy as np

from ...problem.arrays import Matrix, Vector

# ---- A quadratic of two variables over v >= 0 ----
# The dual of three points is one, with alpha_3 = alpha_1 + alpha_2 (Li, example 7.2), and so is -theta_D of two affine
# constraints. The minimum is the stationary point where that lies in the quadrant; else it lies on an edge.


SINGULAR = 1e-12  # of the trace, relative: a smaller eigenvalue is rounding


@dataclass(frozen=True)
class Spot:
    """A point with its value."""

    at: Vector  # (2,)
    value: float

    @property
    def inside(self) -> bool:
        """Whether no variable is negative."""
        return bool((self.at >= 0.0).all())


@dataclass(frozen=True)
class Quadrant:
    """min s(v) = v.Hv / 2 - q.v subject to v >= 0, with H (2, 2) symmetric and positive semidefinite, q (2,)."""

    H: Matrix
    q: Vector

    def __call__(self, v: Matrix) -> Vector:
        """Return s of the rows of v (..., 2), shape (...)."""
        return np.asarray(0.5 * np.einsum("...i,ij,...j", v, self.H, v) - v @ self.q)

    @property
    def definite(self) -> bool:
        """Whether s is strictly convex."""
        least, most = np.linalg.eigvalsh(self.H)
        return bool(least > SINGULAR * max(most, 0.0))

    @property
    def bounded(self) -> bool:
        """Whether s has a minimum over the quadrant: it is not unbounded along any v >= 0 with Hv = 0."""
        if self.definite:
            return True
        flat = _flat(self.H)
        return not any((v >= 0.0).all() and v @ self.q > 0.0 for v in flat)

    @property
    def stationary(self) -> Spot | None:
        """The point where the gradient vanishes; None if H is singular: there is none, or a whole line."""
        return self._spot(np.asarray(np.linalg.solve(self.H, self.q), dtype=np.float64)) if self.definite else None

    @property
    def edges(self) -> tuple[Spot | None, Spot | None]:
        """The smallest s with v_1 = 0, and the smallest with v_2 = 0; None if s is unbounded along that edge."""
        return self._edge(1), self._edge(0)

    @property
    def best(self) -> Spot | None:
        """The minimum over the quadrant; None if there is none."""
        if not self.bounded:
            return None
        if self.stationary is not None and self.stationary.inside:
            return self.stationary
        return min((edge for edge in self.edges if edge is not None), key=lambda spot: spot.value)

    def _edge(self, k: int) -> Spot | None:
        """Return the smallest s along the variable k, the other one being 0."""
        curvature, slope = float(self.H[k, k]), float(self.q[k])
        if curvature <= 0.0 < slope:
            return None
        at = np.zeros(2)
        at[k] = max(0.0, slope / curvature) if curvature > 0.0 else 0.0
        return self._spot(at)

    def _spot(self, at: Vector) -> Spot:
        return Spot(at, float(self(at)))


def _flat(H: Matrix) -> list[Vector]:
    """Return directions with Hv = 0 that may lie in the quadrant, each with both signs."""
    values, vectors = np.linalg.eigh(H)
    if values[1] <= 0.0:  # H = 0
        return [np.array([1.0, 0.0]), np.array([0.0, 1.0])]
    v = np.where(np.abs(vectors[:, 0]) < SINGULAR, 0.0, vectors[:, 0])
    return [v, -v]


def three_points(X: Matrix) -> Quadrant:
    """Return the dual of two points of class +1 and a last one of class -1, the rows of X (3, d), without alpha_3.

    D = |sum alpha_i y_i x_i|^2 / 2 - sum alpha_i with alpha_3 = alpha_1 + alpha_2 (mathematics 2, worked examples).
    """
    from_third = X[:2] - X[2]
    return Quadrant(from_third @ from_third.T, np.array([2.0, 2.0]))


# ---- Lagrangian duality on problems of one or two variables ----
#     min f(x) subject to g_i(x) <= 0,     L(x, lambda) = f(x) + sum_i lambda_i g_i(x)
#
# Two kinds of problem: polynomials of one variable, convex or not, and the nearest point to the origin under two affine
# constraints, which is a hard margin of two points without offset. Everything is exact up to rounding: the infimum over
# x from the roots of L', the best lambda from the sign of the slope of theta_D, which is concave.


EPS = float(np.finfo(float).eps)
REAL = 1e-7  # imaginary part up to which a root counts as real: a double root is known to half the digits
TINY = 1e-100  # coefficient that counts as 0
FARTHEST = 2.0**60  # multiplier beyond which the best one counts as infinite
MOST_UNITS = 64  # in the last place: a computed end of the feasible set is nearer to it than that


@dataclass(frozen=True)
class Inner:
    """inf_x L(x, lambda): theta_D, and an x that attains it."""

    value: float  # -inf if L is unbounded
    x: Vector | None  # None if it is not attained


@dataclass(frozen=True)
class Optimum:
    """Both ends of weak duality."""

    p: float  # min theta_P; inf where no x is feasible
    x: Vector | None
    d: float  # sup theta_D; if it is not attained, theta_D so far out that it differs only by rounding
    multipliers: Vector | None  # None: no lambda attains d

    @property
    def gap(self) -> float:
        """p* - d*."""
        return self.p - self.d


class Program(Protocol):
    """min f(x) subject to g(x) <= 0."""

    def objective(self, x: Vector) -> float:
        """Return f(x) for x (d,)."""

    def constraints(self, x: Vector) -> Vector:
        """Return g(x), shape (m,)."""

    def gradient(self, x: Vector, multipliers: Vector) -> Vector:
        """Return the gradient of L by x, shape (d,)."""

    def inner(self, multipliers: Vector) -> Inner:
        """Return inf_x L for multipliers (m,) of any sign."""

    def optimum(self) -> Optimum:
        """Return p* and d* with where they are attained."""


@dataclass(frozen=True)
class OneVariable:
    """min f(x) subject to g(x) <= 0 with polynomials f and g of one variable, coefficients in rising powers."""

    f: Vector
    g: Vector

    def objective(self, x: Vector) -> float:
        """Return f(x)."""
        return float(_value(self.f, x[0]))

    def constraints(self, x: Vector) -> Vector:
        """Return g(x), shape (1,)."""
        return np.array([_value(self.g, x[0])])

    def gradient(self, x: Vector, multipliers: Vector) -> Vector:
        """Return L'(x), shape (1,)."""
        return np.array([_value(_slope(self._lagrangian(multipliers[0])), x[0])])

    def inner(self, multipliers: Vector) -> Inner:
        """Return inf_x L from the roots of L'."""
        L = _trimmed(self._lagrangian(multipliers[0]))
        if len(L) == 1:
            return Inner(float(L[0]), np.zeros(1))
        if len(L) % 2 == 0 or L[-1] < 0.0:
            return Inner(-math.inf, None)
        places = np.real(_roots(_slope(L)))  # the value at no real number is below the infimum
        values = _value(L, places)
        k = int(np.argmin(values))
        return Inner(float(values[k]), np.array([float(places[k])]))

    def optimum(self) -> Optimum:
        """Return p* among the ends of the feasible set and the stationary points of f in it, and d* by bisection.

        The x that attains p* is feasible: if g rounds to more than 0 at an end, the next float inside replaces it.
        """
        still = _real_roots(_slope(self.f))
        places = np.concatenate([self.ends, still[_value(self.g, still) <= 0.0]])
        if not len(places):
            return Optimum(math.inf, None, math.inf, None)
        values = _value(self.f, places)
        k = int(np.argmin(values))
        d, multiplier = self._best()
        found = None if multiplier is None else np.array([multiplier])
        return Optimum(float(values[k]), np.array([float(places[k])]), d, found)

    @property
    def ends(self) -> Vector:
        """Where g = 0, or the next float that is feasible."""
        return np.array([self._inside(float(end)) for end in _real_roots(self.g)])

    def _inside(self, end: float) -> float:
        """Return the nearest float inside an end of the feasible set at which g is not above 0."""
        inward, x = -float(np.sign(_value(_slope(self.g), end))) * math.inf, end
        for _ in range(MOST_UNITS):
            if _value(self.g, x) <= 0.0 or math.isnan(inward):
                break
            x = math.nextafter(x, inward)
        return x

    def _best(self) -> tuple[float, float | None]:
        """Return sup theta_D and the lambda that attains it: g at the minimiser of L is a slope of theta_D."""
        low, high = 0.0, 1.0
        if self._falls(low):
            return self.inner(np.zeros(1)).value, 0.0
        while not self._falls(high):
            low, high = high, 2.0 * high
            if high > FARTHEST:
                return self.inner(np.array([low])).value, None
        while low < (middle := 0.5 * (low + high)) < high:
            low, high = (low, middle) if self._falls(middle) else (middle, high)
        both = [(self.inner(np.array([each])).value, each) for each in (low, high)]
        return max(both)

    def _falls(self, multiplier: float) -> bool:
        """Tell whether theta_D stops increasing beyond this lambda."""
        x = self.inner(np.array([multiplier])).x
        return x is not None and bool(self.constraints(x)[0] <= 0.0)

    def _lagrangian(self, multiplier: float) -> Vector:
        """Return the coefficients of L(., lambda)."""
        L = np.zeros(max(len(self.f), len(self.g)))
        L[: len(self.f)] += self.f
        L[: len(self.g)] += multiplier * self.g
        return L


@dataclass(frozen=True)
class TwoConstraints:
    """min |x|^2 / 2 subject to a_i.x >= 1 for the rows a_i of A (2, 2): a hard margin of two points, b = 0.

    The rows stand for y_i x_i, and x for w; L has its minimum by x at sum_i lambda_i a_i (mathematics, equation 2.4).
    """

    A: Matrix

    def objective(self, x: Vector) -> float:
        """Return |x|^2 / 2."""
        return float(0.5 * (x @ x))

    def constraints(self, x: Vector) -> Vector:
        """Return 1 - a_i.x, shape (2,)."""
        return np.asarray(1.0 - self.A @ x)

    def gradient(self, x: Vector, multipliers: Vector) -> Vector:
        """Return x - sum_i lambda_i a_i, shape (2,)."""
        return np.asarray(x - multipliers @ self.A)

    def inner(self, multipliers: Vector) -> Inner:
        """Return inf_x L = sum_i lambda_i - |sum_i lambda_i a_i|^2 / 2."""
        x = np.asarray(multipliers @ self.A)
        return Inner(float(multipliers.sum() - 0.5 * (x @ x)), x)

    def optimum(self) -> Optimum:
        """Return d* from the quadrant of the multipliers, and the x for them."""
        best = self.dual.best
        if best is None:
            return Optimum(math.inf, None, math.inf, None)
        x = self._inside(np.asarray(best.at @ self.A))
        return Optimum(self.objective(x), x, -best.value, best.at)

    def _inside(self, x: Vector) -> Vector:
        """Return x, lengthened by a few units in the last place so that it is feasible."""
        for k in range(MOST_UNITS):
            longer = np.asarray(x * (1.0 + k * EPS))
            if (self.constraints(longer) <= 0.0).all():
                return longer
        return x

    @property
    def dual(self) -> Quadrant:
        """-theta_D over lambda >= 0."""
        return Quadrant(np.asarray(self.A @ self.A.T), np.ones(2))


# ---- what holds for every program ----


@dataclass(frozen=True)
class Conditions:
    """The violation of each KKT condition by (x, lambda) (mathematics, equation 1.3); 0 if it holds."""

    stationary: float  # |grad_x L|
    feasible: float  # the largest max(0, g_i)
    signs: float  # the largest max(0, -lambda_i)
    slackness: float  # the largest |lambda_i g_i|


def lagrangian(program: Program, x: Vector, multipliers: Vector) -> float:
    """Return L(x, lambda)."""
    return float(program.objective(x) + multipliers @ program.constraints(x))


def theta_primal(program: Program, x: Vector) -> float:
    """Return theta_P(x) = sup over lambda >= 0 of L: f(x) where x is feasible, else inf."""
    return program.objective(x) if bool((program.constraints(x) <= 0.0).all()) else math.inf


def theta_dual(program: Program, multipliers: Vector) -> float:
    """Return theta_D(lambda) = inf_x L; a lower bound of p* only for lambda >= 0."""
    return program.inner(multipliers).value


def gap(program: Program, x: Vector, multipliers: Vector) -> float:
    """Return theta_P(x) - theta_D(lambda) >= 0; nan if a multiplier is negative, since theta_D is then no bound."""
    if (multipliers < 0.0).any():
        return math.nan
    return theta_primal(program, x) - theta_dual(program, multipliers)


def conditions(program: Program, x: Vector, multipliers: Vector) -> Conditions:
    """Return the violation of each KKT condition."""
    g = program.constraints(x)
    return Conditions(
        stationary=float(np.linalg.norm(program.gradient(x, multipliers))),
        feasible=float(np.maximum(g, 0.0).max()),
        signs=float(np.maximum(-multipliers, 0.0).max()),
        slackness=float(np.abs(multipliers * g).max()),
    )


# ---- polynomials, coefficients in rising powers ----


def _value(polynomial: Vector, x: Vector | float) -> Vector:
    return np.asarray(np.polynomial.polynomial.polyval(x, polynomial))


def _slope(polynomial: Vector) -> Vector:
    return np.asarray(np.polynomial.polynomial.polyder(polynomial))


def _trimmed(polynomial: Vector) -> Vector:
    return np.asarray(np.polynomial.polynomial.polytrim(polynomial, TINY))


def _roots(polynomial: Vector) -> Vector:
    return np.asarray(np.polynomial.polynomial.polyroots(_trimmed(polynomial)))


def _real_roots(polynomial: Vector) -> Vector:
    """Return the real roots, a double one twice; none of a constant."""
    found = _roots(polynomial)
    return np.asarray(np.real(found[np.abs(np.imag(found)) <= REAL]), dtype=np.float64)


# ---- Small problems on which duality can be drawn completely ----


Range = tuple[float, float]


@dataclass(frozen=True)
class Knob:
    """A parameter of a problem."""

    name: str
    low: float
    high: float
    usual: float


@dataclass(frozen=True)
class Toy:
    """A family of problems, with the interesting ranges of x and lambda and a point that is not the optimum."""

    name: str
    build: Callable[[Sequence[float]], Program]
    knobs: tuple[Knob, ...]
    x: Range  # of each variable
    multiplier: Range  # of each multiplier; below 0 it violates a condition
    start: tuple[tuple[float, ...], tuple[float, ...]]  # x, lambda
    reach: float  # the interesting distance of values from p*

    @property
    def variables(self) -> int:
        """The length of x."""
        return len(self.start[0])

    @property
    def constraints(self) -> int:
        """The number of multipliers."""
        return len(self.start[1])


def _one(numbers: Sequence[float]) -> Program:
    """Min x^2 / 2 subject to x >= a: the hard margin of two points at 1/a and -1/a, where x is w."""
    (a,) = numbers
    return OneVariable(np.array([0.0, 0.0, 0.5]), np.array([a, -1.0]))


def _two(numbers: Sequence[float]) -> Program:
    """Min |x|^2 / 2 subject to a_1.x >= 1 and a_2.x >= 1, with a_1 = (1, 0)."""
    return TwoConstraints(np.array([[1.0, 0.0], list(numbers)]))


def _squared(numbers: Sequence[float]) -> Program:
    """Min x subject to x^2 <= r: at r = 0 no point is strictly feasible (mathematics 20.3.1)."""
    (r,) = numbers
    return OneVariable(np.array([0.0, 1.0]), np.array([-r, 0.0, 1.0]))


def _wells(numbers: Sequence[float]) -> Program:
    """Min (x^2 - 1)^2 / 4 + s x subject to x >= a: two valleys, and the lower one may be out of reach."""
    a, s = numbers
    return OneVariable(np.array([0.25, s, -0.5, 0.0, 0.25]), np.array([a, -1.0]))


# A slider has 400 places: each of these intervals makes their distance a round number.
_ALL = (
    Toy("one", _one, (Knob("a", -2.0, 2.0, 1.0),), (-1.0, 3.0), (-1.0, 3.0), ((2.2,), (0.3,)), 2.2),
    Toy(
        "two",
        _two,
        (Knob("a21", 0.0, 1.6, 0.5), Knob("a22", 0.9, 1.7, 1.0)),
        (-0.2, 1.8),
        (-0.5, 1.5),
        ((1.5, 1.2), (0.3, 0.2)),
        1.4,
    ),
    Toy("squared", _squared, (Knob("r", 0.0, 1.0, 0.0),), (-2.0, 2.0), (-1.0, 9.0), ((-0.6,), (1.0,)), 1.2),
    Toy(
        "wells",
        _wells,
        (Knob("a", -0.8, 0.8, 0.0), Knob("s", 0.1, 0.3, 0.2)),
        (-1.6, 1.6),
        (-0.2, 0.6),
        ((0.4,), (0.5,)),
        0.6,
    ),
)

TOYS: Mapping[str, Toy] = MappingProxyType({toy.name: toy for toy in _ALL})
