"""A look at one cell of the map of (gamma, C), and the results of all looks so far: pure functions of data.

C is the penalty on slack. For ridge regression it means lambda = 1 / (2 C), which weights |w|^2 against the errors as C
does (mathematics, equation 16.1).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import cached_property

import numpy as np

from ..problem.arrays import Vector
from ..problem.input_error import InputError, as_float


class Purpose(StrEnum):
    """The purpose of a look."""

    BOTH = "choose both"  # gamma and C
    GAMMA = "choose gamma"
    C = "choose C"
    EXACT = "exact"  # the choice on features, validated with the exact kernel


class Kind(StrEnum):
    """The kind of kernel of a machine."""

    EXACT = "exact"
    FOURIER = "fourier"
    NYSTROEM = "nystroem"
    STAND_IN = "stand-in"  # any other kernel instead of the Gaussian


@dataclass(frozen=True)
class Look:
    """The results of the folds for one machine."""

    purpose: Purpose
    kind: Kind
    gamma: float
    C: float
    rank: int | None  # D of Fourier features, landmarks of Nystroem's; None for the exact kernel
    errors: tuple[float, ...]  # of each fold: misclassified points; for numbers the sum of squared errors
    points: tuple[int, ...]  # validation points of each fold
    unfinished: int = 0  # folds whose machine did not reach the tolerance
    seconds: float = 0.0

    def __getstate__(self) -> dict[str, object]:
        """Return the fields without the derived values."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @property
    def penalty(self) -> float:
        """Lambda of ridge regression."""
        return penalty_of(self.C)

    @cached_property
    def rates(self) -> Vector:
        """The error of each fold, shape (folds,): a share of points, or a mean square."""
        return np.asarray(np.array(self.errors) / np.array(self.points))

    @property
    def error(self) -> float:
        """The validation error: the mean over the folds with equal weights, independent of their order."""
        return math.fsum(self.rates) / len(self.rates)

    @property
    def standard_error(self) -> float:
        """The standard error of that mean, from the spread of the folds; 0 for one fold."""
        count = len(self.points)
        return float(self.rates.std(ddof=1) / math.sqrt(count)) if count > 1 else 0.0


@dataclass(frozen=True)
class Transfer:
    """The cost of choosing on features and of exact training."""

    approximate: Look  # the best of the features
    exact: Look  # the exact machine at that choice
    searching: float  # seconds on features
    training: float  # seconds of the exact machines

    @property
    def error(self) -> float:
        """The error of the exact machine minus that of its approximation."""
        return self.exact.error - self.approximate.error


@dataclass(frozen=True)
class Grid:
    """The values to search, each ascending and without repetition; build it with `grid_of`, which checks it."""

    gammas: tuple[float, ...]
    Cs: tuple[float, ...]
    ranks: tuple[int, ...] = (300,)  # D, or numbers of landmarks

    @property
    def cells(self) -> int:
        """The number of pairs of gamma and C."""
        return len(self.gammas) * len(self.Cs)


def grid_of(gammas: Iterable[float], Cs: Iterable[float], ranks: Iterable[int] = (300,)) -> Grid:
    """Return the grid of these values; `InputError` if there are none, or for an invalid parameter."""
    widths = _ascending("gamma", gammas, infinite=False)
    penalties = _ascending("C", Cs, infinite=True)
    return Grid(widths, penalties, tuple(int(rank) for rank in _ascending("D", ranks, infinite=False)))


def _ascending(name: str, values: Iterable[float], infinite: bool) -> tuple[float, ...]:
    numbers = [(as_float(value), value) for value in values]
    if not numbers:
        raise InputError("grid.empty", "The grid has no {name}; give at least one.", name=name)
    for number, given in numbers:
        if not (number > 0 and (infinite or math.isfinite(number))):
            raise InputError(
                "grid.value",
                "The grid has {got} as {name}; every {name} must be a number greater than 0.",
                name=name,
                got=str(given)[:20],
            )
    return tuple(sorted({number for number, _ in numbers}))


def penalty_of(C: float) -> float:
    """Return lambda = 1 / (2 C), 0 for an infinite C."""
    return 0.5 / C


def C_of(penalty: float) -> float:  # noqa: N802 - as in the papers
    """Return the C that corresponds to a lambda, infinity for 0; `InputError` for an invalid one."""
    number = as_float(penalty)
    if not number >= 0.0:
        why = "The grid has {got} as lambda; every lambda must be 0 or greater."
        raise InputError("grid.lambda", why, got=str(penalty)[:20])
    return math.inf if number == 0.0 else 0.5 / number


def best(looks: Sequence[Look]) -> Look:
    """Return the look with the smallest error; ties go to the smallest C, then the smallest gamma."""
    return min(looks, key=lambda look: (look.error, look.C, look.gamma))


def within_one_standard_error(looks: Sequence[Look]) -> list[Look]:
    """Return the looks within one standard error of the best."""
    least = best(looks)
    return [look for look in looks if look.error <= least.error + least.standard_error]


def one_standard_error(looks: Sequence[Look]) -> Look:
    """Return the simplest look within one standard error of the best: the smallest C, then the smallest gamma."""
    return min(within_one_standard_error(looks), key=lambda look: (look.C, look.gamma))


def chosen(looks: Sequence[Look]) -> Look:
    """Return the choice of a walk from its looks; if it has not reached the exact kernel, its best so far.

    The choice is the exact machine at a cell, whatever the error on features there.
    """
    last = [look for look in looks if look.purpose is Purpose.EXACT]
    exact = [look for look in looks if look.kind is Kind.EXACT]
    return best(last or exact or looks)


def ends(look: Look, grid: Grid) -> dict[str, str]:
    """Return which of gamma and C are "lowest" or "highest" of several in the grid; an infinite C is neither."""
    values = {"gamma": (look.gamma, grid.gammas), "C": (look.C, grid.Cs)}
    found = {}
    for name, (value, own) in values.items():
        if len(own) > 1 and value in (own[0], own[-1]) and math.isfinite(value):
            found[name] = "lowest" if value == own[0] else "highest"
    return found


def transfer(looks: Sequence[Look]) -> Transfer | None:
    """Return the cost of the transfer to the exact kernel; None for a walk without features, or not yet finished."""
    mapped = [look for look in looks if look.kind is not Kind.EXACT]
    exact = [look for look in looks if look.kind is Kind.EXACT]
    if not (mapped and exact):
        return None
    times = (sum(look.seconds for look in part) for part in (mapped, exact))
    return Transfer(best(mapped), chosen(looks), *times)
