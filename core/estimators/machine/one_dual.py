"""A machine of one dual: regression, and one class."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ...problem import Form
from ...problem.arrays import Indices, Vector


@dataclass(frozen=True)
class OneDual:
    """The only dual, of all points with a positive weight."""

    make: Callable[..., Form]  # (targets, count=..., sample_weight=...), or without targets
    count: int
    target: Vector | None  # (n,) numbers to predict; None if there are none
    weight: Vector | None  # (n,)
    unit: float = 1.0  # see `core.estimators.machine.training.Duals`

    def __len__(self) -> int:
        """Return 1."""
        return 1

    def __getitem__(self, k: int) -> tuple[Indices | None, Form]:
        """See `core.estimators.machine.training.Duals`."""
        rows = None if self.weight is None else (self.weight > 0).nonzero()[0]
        weight = None if self.weight is None else self.weight[rows]
        given = () if self.target is None else (self.target if rows is None else self.target[rows],)
        count = self.count if rows is None else len(rows)
        return rows, self.make(*given, count=count, sample_weight=weight)
