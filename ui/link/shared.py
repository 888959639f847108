"""What a link carries: points, kernel, C, and what the pages ask of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from datasets.plane import Window
from datasets.points import Scale
from ui.solve.kernels import PARAMETERS, KernelSpec, usual_spec
from ui.solve.limits import USUAL_C
from ui.solve.options import COORDINATE_SOLVER, PAIR_SOLVERS, Fork

RULES: Final = PAIR_SOLVERS
SOLVERS: Final = (*PAIR_SOLVERS, COORDINATE_SOLVER)
MODES: Final = ("watch", "hand", "two")  # of the page that shows a run: watch it, be the solver, two rules at once

Options = TypeVar("Options")


@dataclass(frozen=True, eq=False)
class Shared:
    """What a link carries. `C` None is the hard margin; X (n, 2), y (n) and window come together or not at all.

    `numbers` are the parameters of kernels that are not chosen: gamma, m and D mean the same on every page, and are
    there again when another kernel needs them; so is C when a hard margin turns soft.
    """

    dataset: str | None = None
    X: NDArray[np.float64] | None = None
    y: NDArray[np.int8] | None = None
    window: Window | None = None
    names: tuple[str, str, str, str] | None = None  # of both axes and of both classes, where the points have some
    scale: Scale | None = None  # of the axes that have these names, where the points are standardised
    kernel: KernelSpec = field(default_factory=lambda: usual_spec("gaussian"))
    numbers: Mapping[str, float] = field(default_factory=dict)
    C: float | None = USUAL_C
    lang: str | None = None
    hidden: frozenset[str] = frozenset()
    gammas: tuple[float, ...] | None = None
    projector: bool = False
    rule: str | None = None  # the solver: how it chooses its pairs, or that it moves single coordinates
    rival: str | None = None  # how the second player does, where two run side by side
    mode: str | None = None  # what the page with the player is used for
    step: int | None = None  # where the player stands
    fork: Fork | None = None  # of the run that the player shows
    beat: int | None = None  # of the page's beats, from 1 on; None: they are not open
    options: tuple[Any, ...] = ()  # what single pages ask, at most one dataclass a page

    def number(self, name: str) -> float:
        """Return a parameter, by the kernel that is chosen or as it was when last seen."""
        return float(self.kernel.get(name, self.numbers.get(name, PARAMETERS[name].usual)))

    def with_numbers(self, **values: float) -> Shared:
        """Return the same with other parameters, in the chosen kernel where it has them."""
        kernel = {**self.kernel, **{name: value for name, value in values.items() if name in self.kernel}}
        return replace(self, kernel=kernel, numbers={**self.numbers, **values})

    @property
    def solver(self) -> str:
        """The solver, the same on every page; at first LIBSVM's."""
        return self.rule or SOLVERS[0]

    @property
    def pair_rule(self) -> str:
        """The solver of a page that moves pairs; LIBSVM's where single coordinates are chosen."""
        return self.solver if self.solver in RULES else RULES[0]

    @property
    def soft(self) -> float:
        """C, or under the hard margin what it is once the margin turns soft."""
        return self.numbers.get("C", USUAL_C) if self.C is None else self.C

    def with_penalty(self, C: float | None) -> Shared:
        """Return the same with another C; None, the hard margin, remembers the one before."""
        return replace(self, C=C, numbers=self.numbers if C else {**self.numbers, "C": self.soft})

    def with_kernel(self, kernel: KernelSpec) -> Shared:
        """Return the same with another kernel; the parameters of the one before are remembered."""
        before, now = (
            {name: float(value) for name, value in spec.items() if name in PARAMETERS} for spec in (self.kernel, kernel)
        )
        return replace(self, kernel=kernel, numbers={**self.numbers, **before, **now})

    def chosen(self, kind: type[Options]) -> Options | None:
        """Return the options of one page; None while its visitor has chosen nothing."""
        return next((options for options in self.options if isinstance(options, kind)), None)

    def choosing(self, options: object) -> Shared:
        """Return the same with the options of one page replaced."""
        others = (other for other in self.options if type(other) is not type(options))
        return replace(self, options=(*others, options))
