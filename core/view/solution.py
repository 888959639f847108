"""The view of an answer on the board, as plain numbers without colours or words."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from ..problem import (
    Certificate,
    LinearCertificate,
    LinearProblem,
    Problem,
    Role,
    Separable,
    Separation,
    certificate,
    common_point,
    linear_certificate,
    margin_width,
    margins_without_offset,
    normal,
    offset,
    offset_interval,
    plane,
    roles,
    slack,
    training_errors,
)
from ..problem.arrays import Vector
from ..solver import Answer, Outcome

MOST_DIGITS = 15  # what a float64 can hold
PROVED_DIGITS = 3  # the digits that the numbers beside the board are printed with


class Light(Enum):
    """The truth light."""

    PROVED = "proved"  # the gap proves the printed digits
    NOT_YET = "running"
    IMPOSSIBLE = "impossible"  # no hard margin exists


class Enclosed(NamedTuple):
    """A proved interval for the absolute value of the optimum."""

    low: float
    high: float


@dataclass(frozen=True)
class Solution:
    """An answer with everything that a page can say about it."""

    light: Light
    outcome: Outcome
    steps: int
    trained: bool  # whether the trainer continued SMO's run: its moves are among the steps
    alpha: Vector  # (n,)
    role: NDArray[np.uint8]  # (n,) a `Role`
    slack: Vector  # (n,) xi
    decision: Vector  # (n,) f(x_i)
    b: float
    b_interval: tuple[float, float]  # all valid offsets, [m, M]; a point up to the tolerance if a vector is free
    certificate: Certificate | LinearCertificate  # of the drawn plane, at its b
    value: Enclosed  # encloses the optimum, by the best b
    digits: int  # leading decimal digits of the optimal value that the gap proves
    psd: bool  # False: the dual is not proved to be convex, and no gap proves an optimum
    margin_width: float  # 2 / |w| in feature space
    errors: int  # training points on the wrong side
    w: Vector | None
    separation: Separation | None  # whether a hard margin exists, if one was requested
    common: Vector | None  # a point that both hulls share, if it can be drawn
    largest_margin: float  # no plane has a margin above this (hard margin only; else inf)
    coordinates: bool = False  # whether it is the problem of single coordinates: b is 0 or inside the norm

    def count(self, *chosen: Role) -> int:
        """Return the number of training points with one of the roles."""
        return int(np.isin(self.role, chosen).sum())

    @property
    def free(self) -> int:
        """Number of support vectors strictly inside the box."""
        return self.count(Role.FREE)

    @property
    def bounded(self) -> int:
        """Number of support vectors at their upper bound."""
        return self.count(Role.INSIDE, Role.ON_PLANE, Role.MISCLASSIFIED, Role.BOUNDED_ON_MARGIN)

    @property
    def vectors(self) -> int:
        """Number of support vectors."""
        return self.free + self.bounded


class Enclosure(Protocol):
    """A proved interval for the optimum."""

    @property
    def low(self) -> float:
        """The lower end."""

    @property
    def high(self) -> float:
        """The upper end; inf if there is none."""


def enclosed(proof: Certificate | LinearCertificate) -> Enclosed:
    """Return the interval for the absolute value of the optimum; that of nu-SVC and one class is negative."""
    return Enclosed(-proof.high, -proof.low) if proof.high < 0.0 else Enclosed(proof.low, proof.high)


def proved_digits(proof: Enclosure) -> int:
    """Return the number of leading digits of the optimum that its bounds prove, 0..15."""
    if not (proof.low > 0 and math.isfinite(proof.high)):
        return 0
    relative = max((proof.high - proof.low) / proof.low, 10.0**-MOST_DIGITS)
    if math.isinf(relative):  # bounds too far apart for their ratio to be a float
        return 0
    return max(0, min(MOST_DIGITS, math.floor(-math.log10(relative))))


def solution(problem: Problem, answer: Answer) -> Solution:
    """Return the view of an answer; every number is computed from alpha, independently of the solver."""
    alpha = answer.alpha
    g = margins_without_offset(problem, alpha)
    b = offset(problem, alpha, g)
    f = g + b
    proof = certificate(problem, alpha, b, g)
    value = enclosed(certificate(problem, alpha, None, g))
    digits = proved_digits(value)
    tolerance = max(1e-9, 2.0 * proof.violation)
    low, high = sorted(offset_interval(problem, alpha, g))
    return Solution(
        light=_light(answer, digits),
        outcome=answer.outcome,
        steps=answer.steps,
        trained=answer.trained,
        alpha=alpha,
        role=roles(problem, alpha, f, tolerance),
        slack=slack(problem, f),
        decision=f,
        b=b,
        b_interval=(low, high),
        certificate=proof,
        value=value,
        digits=digits,
        psd=problem.doubt == 0.0 or digits >= PROVED_DIGITS,
        margin_width=margin_width(problem, alpha),
        errors=training_errors(problem, f),
        w=normal(problem, alpha),
        separation=answer.separation,
        common=None if answer.separation is None else common_point(problem, answer.separation),
        largest_margin=_largest_margin(problem, answer, proof),
    )


def linear_solution(problem: LinearProblem, answer: Answer, in_plane: bool) -> Solution:
    """Return the view of an answer without the equality constraint; `in_plane`: w lies in the plane of the points."""
    alpha, found = answer.alpha, plane(problem, answer.alpha)
    f, proof = np.asarray(problem.X @ found.w + found.b), linear_certificate(problem, alpha)
    length = float(np.linalg.norm(found.w))
    return Solution(
        light=_light(answer, proved_digits(proof)),
        outcome=answer.outcome,
        steps=answer.steps,
        trained=False,
        alpha=alpha,
        role=roles(problem, alpha, f, max(1e-9, 2.0 * proof.violation)),
        slack=np.maximum(0.0, 1.0 - problem.y * f),
        decision=f,
        b=found.b,
        b_interval=(found.b, found.b),
        certificate=proof,
        value=enclosed(proof),
        digits=proved_digits(proof),
        psd=True,
        margin_width=2.0 / length if length > 0.0 else math.inf,
        errors=training_errors(problem, f),
        w=found.w if in_plane else None,
        separation=None,
        common=None,
        largest_margin=math.inf,
        coordinates=True,
    )


def _light(answer: Answer, digits: int) -> Light:
    if answer.separation is not None and answer.separation.separable is Separable.NO:
        return Light.IMPOSSIBLE
    return Light.PROVED if digits >= PROVED_DIGITS else Light.NOT_YET


def _largest_margin(problem: Problem, answer: Answer, proof: Certificate) -> float:
    """Return 0 if the hulls meet, else 1 / sqrt(2 low) by weak duality."""
    if not problem.hard:
        return math.inf
    if answer.separation is not None and answer.separation.separable is Separable.NO:
        return 0.0
    return (1.0 + 1e-15) / math.sqrt(2.0 * proof.low) if problem.defect == 0.0 and proof.low > 0 else math.inf
