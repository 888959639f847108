"""The content of a link: points, kernel, C, and the pages' questions about them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from datasets.classes import FIRST_PAIR, TwoClasses
from datasets.plane import Window
from datasets.points import Scale
from ui.solve.kernels import FORMULA, PARAMETERS, USUAL_FORMULA, KernelSpec, usual_spec
from ui.solve.limits import USUAL_C, USUAL_LENS
from ui.solve.machine.table import EQUAL, ClassWeights
from ui.solve.options import COORDINATE_SOLVER, PAIR_SOLVERS, TIES, Fork

RULES: Final = PAIR_SOLVERS
SOLVERS: Final = (*PAIR_SOLVERS, COORDINATE_SOLVER)
MODES: Final = ("watch", "hand", "two")  # of the page with a run: watch it, pick the pairs by hand, compare two rules

Options = TypeVar("Options")


@dataclass(frozen=True, eq=False)
class Shared:
    """The content of a link. `C` None is the hard margin; X (n, 2), y (n) and window are all present or all absent.

    `numbers` are the parameters of kernels that are not chosen: gamma, m and D mean the same on every page and are
    restored when another kernel needs them; so is C when a hard margin turns soft.
    """

    dataset: str | None = None
    X: NDArray[np.float64] | None = None
    y: NDArray[np.int8] | None = None
    window: Window | None = None
    names: tuple[str, ...] | None = None  # of both axes and the classes, if the points have names
    scale: Scale | None = None  # of the named axes, if the points are standardised
    kernel: KernelSpec = field(default_factory=lambda: usual_spec("gaussian"))
    numbers: Mapping[str, float] = field(default_factory=dict)
    formula: str = USUAL_FORMULA  # the last one that was typed
    C: float | None = USUAL_C
    pair: TwoClasses = FIRST_PAIR  # the labels of the classes that two-class pages work with, as +1 and -1
    weights: ClassWeights = EQUAL  # the factors of C for the classes +1 and -1
    lang: str | None = None
    hidden: frozenset[str] = frozenset()
    gammas: tuple[float, ...] | None = None
    projector: bool = False
    rule: str | None = None  # the solver: its rule for choosing pairs, or single coordinates
    rival: str | None = None  # the rule of the second player, if two run side by side
    draws: int = 0  # the seed of a rule that draws its pairs at random
    ties: str = TIES[0]  # of equal values, which one a rule of pairs takes
    lens: float = USUAL_LENS  # the tolerance of m - M that is compared with the tightest one
    mode: str | None = None  # of the page with the player
    step: int | None = None  # the position of the player
    fork: Fork | None = None  # of the run that the player shows
    beat: int | None = None  # of the page's beats, starting at 1; None: they are not open
    options: tuple[Any, ...] = ()  # of single pages, at most one dataclass per page

    def number(self, name: str) -> float:
        """Return a parameter of the chosen kernel, or its last value in another kernel."""
        return float(self.kernel.get(name, self.numbers.get(name, PARAMETERS[name].usual)))

    def with_numbers(self, **values: float) -> Shared:
        """Return a copy with other parameters, in the chosen kernel if it has them."""
        kernel = {**self.kernel, **{name: value for name, value in values.items() if name in self.kernel}}
        return replace(self, kernel=kernel, numbers={**self.numbers, **values})

    @property
    def solver(self) -> str:
        """The solver, the same on every page; LIBSVM's by default."""
        return self.rule or SOLVERS[0]

    @property
    def pair_rule(self) -> str:
        """The solver on a page that moves pairs; LIBSVM's if single coordinates are chosen."""
        return self.solver if self.solver in RULES else RULES[0]

    @property
    def soft(self) -> float:
        """C, or for a hard margin the C that applies once it turns soft."""
        return self.numbers.get("C", USUAL_C) if self.C is None else self.C

    def with_penalty(self, C: float | None) -> Shared:
        """Return a copy with another C; None, the hard margin, remembers the previous one."""
        return replace(self, C=C, numbers=self.numbers if C else {**self.numbers, "C": self.soft})

    def with_kernel(self, kernel: KernelSpec) -> Shared:
        """Return a copy with another kernel; the previous kernel's parameters are remembered."""
        before, now = (
            {name: float(value) for name, value in spec.items() if name in PARAMETERS} for spec in (self.kernel, kernel)
        )
        formula = str(kernel.get(FORMULA, self.formula))
        return replace(self, kernel=kernel, numbers={**self.numbers, **before, **now}, formula=formula)

    def chosen(self, kind: type[Options]) -> Options | None:
        """Return the options of one page; None until the visitor has chosen something."""
        return next((options for options in self.options if isinstance(options, kind)), None)

    def choosing(self, options: object) -> Shared:
        """Return a copy with the options of one page replaced."""
        others = (other for other in self.options if type(other) is not type(options))
        return replace(self, options=(*others, options))
