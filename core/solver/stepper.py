"""An algorithm is a value: a name, how it starts, its step, and the compiled loop over that step."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from core.problem.dual import Dual
from core.solver import smo
from core.solver.pair import Rule

CancelFlag = NDArray[np.int64]


@dataclass(frozen=True)
class Stepper:
    """An algorithm for the box-constrained dual with one equality constraint."""

    name: str
    init: Callable[[Dual], smo.State]
    step: Callable[[Dual, smo.State, Rule], tuple[smo.State, smo.Step]]
    finish: Callable[[Dual, smo.State, Rule, int, CancelFlag], tuple[smo.State, int, int]]
    second_order: bool

    def rule(self, tolerance: float = 1e-3, ties: str = "last") -> Rule:
        """Return the options of a run; ties go to the "last" index, as in LIBSVM, or to the "first"."""
        if ties not in ("last", "first"):
            raise ValueError(f'ties is {ties!r}; it must be "last" or "first"')
        return Rule(float(tolerance), self.second_order, ties == "last")


STEPPERS: Mapping[str, Stepper] = MappingProxyType(
    {
        stepper.name: stepper
        for stepper in (
            Stepper("smo-first-order", smo.start, smo.step, smo.finish, second_order=False),
            Stepper("smo-second-order", smo.start, smo.step, smo.finish, second_order=True),
        )
    }
)
