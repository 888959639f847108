"""An algorithm as a value: its name, its kind of problem, its start, its step, and the compiled loops over the step."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType, ModuleType
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ..lowlevel.row import row_type
from ..problem import Certificate, LinearCertificate, LinearProblem, Problem, certificate, linear_certificate
from ..problem.arrays import Vector
from ..problem.proof.augmented import augmented_certificate
from .dual_cd import coordinate_step
from .libsvm import loop_step
from .libsvm import state as loop_state
from .loops import Loops, loops_over
from .perceptron import kernel_step, plane_step, rounds
from .smo import every_pair, pair_step, platt

CancelFlag = NDArray[np.int64]
AnyProblem = Problem | LinearProblem
Option = str | float | bool | None
Rule = tuple[Any, ...]  # a NamedTuple of the algorithm's own; its first entry is the tolerance


class AnyState(Protocol):
    """The common part of the states of all algorithms."""

    @property
    def alpha(self) -> Vector:
        """The multipliers, shape (n,)."""

    @property
    def objective(self) -> float:
        """D(alpha), minimised form."""


class AnyStep(Protocol):
    """The common part of the step records of all algorithms; j = -1 and nan where it does not apply."""

    @property
    def i(self) -> int:
        """The first index; -1 if nothing was done because the run had ended."""

    @property
    def j(self) -> int:
        """The second index."""

    @property
    def alpha_i(self) -> float:
        """The new value."""

    @property
    def alpha_j(self) -> float:
        """The new value."""

    @property
    def violation(self) -> float:
        """The violation of optimality found by the choice, before the step."""

    @property
    def decrease(self) -> float:
        """The decrease of the dual objective."""

    @property
    def outcome(self) -> int:
        """An `Outcome`."""


@dataclass(frozen=True, kw_only=True)
class Stepper:
    """An algorithm. Its compiled functions take the problem's `dual` and the algorithm's own state and rule."""

    name: str
    solves: type[Problem] | type[LinearProblem]
    rule: Callable[..., Rule]  # (tolerance, **options) -> rule
    init: Callable[..., AnyState]  # (dual) -> state
    step: Callable[..., tuple[AnyState, AnyStep]]  # (dual, state, rule) -> (state, step)
    loops: Loops  # over its step
    row: np.dtype[np.void]  # of its table
    gradient: Callable[..., Vector]  # (dual, state) -> gradient of the dual, (n,)
    certificate: Callable[..., Certificate | LinearCertificate]  # (problem, alpha) -> proof
    # (problem, alpha, gradient, objective) -> state that continues another algorithm's run; None: it cannot
    resume: Callable[..., AnyState] | None = None
    plain: bool = False  # it solves only C-SVC
    # (dual, state, rule, rows of its table) -> state after them, where a choice costs more than O(n); None: step again
    replay: Callable[..., AnyState] | None = None


def _of_pairs(name: str, rules: ModuleType, step: type, loops: Loops, **own: object) -> Stepper:
    """Return a rule of SMO, from the module that has it, the type of its step record, and its own options."""
    return Stepper(
        name=name,
        solves=Problem,
        rule=partial(rules.rule, **own),
        init=rules.start,
        step=rules.step,
        loops=loops,
        row=row_type(step),
        gradient=rules.gradient,
        certificate=certificate,
        resume=rules.resume,
        replay=getattr(rules, "replay", None),
    )


_smo = partial(_of_pairs, rules=pair_step, step=pair_step.Step, loops=loops_over("smo", pair_step.step))
_every_pair = partial(
    _of_pairs,
    rules=every_pair,
    step=every_pair.EveryPairStep,
    loops=loops_over("every_pair", every_pair.advance, polls=True),
)

_ALGORITHMS = (
    _smo("smo-first-order", second_order=False),
    _smo("smo-second-order", second_order=True),
    _every_pair("smo-best-pair", kind=every_pair.BEST),
    _every_pair("smo-random-pair", kind=every_pair.RANDOM),
    _every_pair("smo-cyclic", kind=every_pair.CYCLIC),
    Stepper(
        name="libsvm",
        solves=Problem,
        rule=loop_step.rule,
        init=loop_step.admitted,
        step=loop_step.step,
        loops=Loops(loop_step.finish, loop_step.record),
        row=row_type(loop_step.LoopStep),
        gradient=loop_step.gradient,
        certificate=certificate,
        resume=loop_state.resume,
    ),
    Stepper(
        name="platt",
        solves=Problem,
        rule=platt.rule,
        init=platt.start,
        step=platt.step,
        loops=loops_over("platt", platt.advance, polls=True),
        row=row_type(platt.PlattStep),
        gradient=platt.gradient,
        certificate=certificate,
        resume=platt.resume,
        plain=True,
    ),
    Stepper(
        name="dual-cd",
        solves=LinearProblem,
        rule=coordinate_step.rule,
        init=coordinate_step.start,
        step=coordinate_step.step,
        loops=loops_over("dual_cd", coordinate_step.step),
        row=row_type(coordinate_step.DescentStep),
        gradient=coordinate_step.gradient,
        certificate=linear_certificate,
    ),
    Stepper(
        name="perceptron",
        solves=Problem,
        rule=rounds.rule,
        init=kernel_step.start,
        step=kernel_step.step,
        loops=loops_over("kernel_perceptron", kernel_step.step),
        row=row_type(rounds.PerceptronStep),
        gradient=kernel_step.gradient,
        certificate=augmented_certificate,
        plain=True,
    ),
    Stepper(
        name="perceptron-primal",
        solves=LinearProblem,
        rule=rounds.rule,
        init=plane_step.start,
        step=plane_step.step,
        loops=loops_over("plane_perceptron", plane_step.step),
        row=row_type(rounds.PerceptronStep),
        gradient=plane_step.gradient,
        certificate=linear_certificate,
    ),
)
STEPPERS: Mapping[str, Stepper] = MappingProxyType({algorithm.name: algorithm for algorithm in _ALGORITHMS})


def stepper_for(problem: AnyProblem, name: str) -> Stepper:
    """Return the algorithm of that name; TypeError if it is for another kind of problem."""
    stepper = STEPPERS[name]
    if not isinstance(problem, stepper.solves):
        raise TypeError(f"{name} solves a {stepper.solves.__name__}, not a {type(problem).__name__}")
    if stepper.plain and isinstance(problem, Problem) and not problem.form.plain:
        raise TypeError(f"{name} solves C-SVC, not {problem.form.formulation.value}")
    return stepper
