"""Small problems on which duality can be seen whole: each a program with numbers that move it, and where to look."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from core.theory.duality import OneVariable, Program, TwoConstraints

Range = tuple[float, float]


@dataclass(frozen=True)
class Knob:
    """A number that moves a problem."""

    name: str
    low: float
    high: float
    usual: float


@dataclass(frozen=True)
class Toy:
    """A family of problems, with the part of x and lambda worth seeing and a place that is not the optimum."""

    name: str
    build: Callable[[Sequence[float]], Program]
    knobs: tuple[Knob, ...]
    x: Range  # of each variable
    multiplier: Range  # of each multiplier; below 0 it breaks a condition
    start: tuple[tuple[float, ...], tuple[float, ...]]  # x, lambda
    reach: float  # how far from p* values are worth seeing

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
