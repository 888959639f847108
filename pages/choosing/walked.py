"""The progress of a strategy on the map, and its choice so far."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

from core.selection import Kind, Look, Purpose, Transfer, chosen, one_standard_error, transfer


@dataclass(frozen=True, eq=False)
class Walked:
    """The progress of one strategy within its time budget."""

    name: str
    looks: tuple[Look, ...]  # within the budget
    found: int  # known looks, within the budget or not
    of: int  # looks in total
    over: bool  # whether no further looks will follow
    rule: str  # of the grid: the best, or the simplest within one standard error
    machine: str  # the machine to choose for: for ridge regression C stands for lambda

    @property
    def seconds(self) -> float:
        """The processor time of the looks in seconds."""
        return sum(look.seconds for look in self.looks)

    @property
    def complete(self) -> bool:
        """Whether it has finished."""
        return len(self.looks) == self.of

    @cached_property
    def choice(self) -> Look | None:
        """Its choice so far; None before its first look."""
        if not self.looks:
            return None
        if self.rule == "simplest" and self.name == "grid":
            return one_standard_error(self.looks)
        return chosen(self.looks)

    @property
    def exact(self) -> bool:
        """Whether its choice was validated with the exact kernel."""
        return self.choice is not None and self.choice.kind is Kind.EXACT

    @property
    def transfer(self) -> Transfer | None:
        """The cost of exact training at the choice made on features."""
        return transfer(self.looks)

    def steps(self) -> tuple[list[float], list[float]]:
        """Return the times at which its best cell changed, and the validation errors then, by the rule of `chosen`."""
        times, errors, spent, least = list[float](), list[float](), 0.0, [math.inf] * 3
        for count, look in enumerate(self.looks, 1):
            spent += look.seconds
            of = (look.purpose is Purpose.EXACT, look.kind is Kind.EXACT, True)
            least = [min(known, look.error) if own else known for known, own in zip(least, of, strict=True)]
            now = next(error for error in least if error < math.inf)
            if not errors or now != errors[-1] or count == len(self.looks):
                times.append(spent)
                errors.append(now)
        return times, errors
