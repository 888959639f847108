"""An algorithm is a value: its name, what it solves, how it starts, its step, and the compiled loops over that step."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from core.problem import Certificate, LinearCertificate, LinearProblem, Problem, certificate, linear_certificate
from core.problem.arrays import Vector
from core.problem.proof.augmented import augmented_certificate
from core.solver.dual_cd import coordinate_step
from core.solver.libsvm import loop_step
from core.solver.libsvm import state as loop_state
from core.solver.perceptron import kernel_step, plane_step, rounds
from core.solver.row import row_type
from core.solver.smo import pair_step, platt

CancelFlag = NDArray[np.int64]
AnyProblem = Problem | LinearProblem
Option = str | float | bool | None
Rule = tuple[Any, ...]  # a NamedTuple of the algorithm's own; its first entry is the tolerance


class AnyState(Protocol):
    """What the states of all algorithms have in common."""

    @property
    def alpha(self) -> Vector:
        """The multipliers, shape (n,)."""

    @property
    def objective(self) -> float:
        """D(alpha), minimised form."""


class AnyStep(Protocol):
    """What the step records of all algorithms have in common; j = -1 and nan where one has no such thing."""

    @property
    def i(self) -> int:
        """The first index; -1 where nothing was done because the run had ended."""

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
        """How far from optimal the choice found things, before the step."""

    @property
    def decrease(self) -> float:
        """By how much the dual objective fell."""

    @property
    def outcome(self) -> int:
        """An `Outcome`."""


@dataclass(frozen=True)
class Stepper:
    """An algorithm. The compiled functions take the problem's `dual`, a state of its own and a rule of its own."""

    name: str
    solves: type[Problem] | type[LinearProblem]
    rule: Callable[..., Rule]  # (tolerance, **options) -> rule
    init: Callable[..., AnyState]  # (dual) -> state
    step: Callable[..., tuple[AnyState, AnyStep]]  # (dual, state, rule) -> (state, step)
    finish: Callable[..., tuple[AnyState, int, int]]  # (dual, state, rule, limit, cancel)
    # (dual, state, rule, cancel, rows, stride) -> state, rows filled, outcome, keyframes, and what else it keeps
    record: Callable[..., tuple[Any, ...]]
    row: np.dtype[np.void]  # of its table
    gradient: Callable[..., Vector]  # (dual, state) -> gradient of the dual, (n,)
    certificate: Callable[..., Certificate | LinearCertificate]  # (problem, alpha) -> proof
    # (problem, alpha, gradient, objective) -> state, where it goes on from another algorithm's; None: it cannot
    resume: Callable[..., AnyState] | None = None
    plain: bool = False  # it solves no formulation but C-SVC


def _smo(name: str, second_order: bool) -> Stepper:
    return Stepper(
        name,
        Problem,
        partial(pair_step.rule, second_order=second_order),
        pair_step.start,
        pair_step.step,
        pair_step.finish,
        pair_step.record,
        row_type(pair_step.Step),
        pair_step.gradient,
        certificate,
        pair_step.resume,
    )


STEPPERS: Mapping[str, Stepper] = MappingProxyType(
    {
        stepper.name: stepper
        for stepper in (
            _smo("smo-first-order", second_order=False),
            _smo("smo-second-order", second_order=True),
            Stepper(
                "libsvm",
                Problem,
                loop_step.rule,
                loop_step.start,
                loop_step.step,
                loop_step.finish,
                loop_step.record,
                row_type(loop_step.LoopStep),
                loop_step.gradient,
                certificate,
                loop_state.resume,
            ),
            Stepper(
                "platt",
                Problem,
                platt.rule,
                platt.start,
                platt.step,
                platt.finish,
                platt.record,
                row_type(platt.PlattStep),
                platt.gradient,
                certificate,
                platt.resume,
                plain=True,
            ),
            Stepper(
                "dual-cd",
                LinearProblem,
                coordinate_step.rule,
                coordinate_step.start,
                coordinate_step.step,
                coordinate_step.finish,
                coordinate_step.record,
                row_type(coordinate_step.DescentStep),
                coordinate_step.gradient,
                linear_certificate,
            ),
            Stepper(
                "perceptron",
                Problem,
                rounds.rule,
                kernel_step.start,
                kernel_step.step,
                kernel_step.finish,
                kernel_step.record,
                row_type(rounds.PerceptronStep),
                kernel_step.gradient,
                augmented_certificate,
                plain=True,
            ),
            Stepper(
                "perceptron-primal",
                LinearProblem,
                rounds.rule,
                plane_step.start,
                plane_step.step,
                plane_step.finish,
                plane_step.record,
                row_type(rounds.PerceptronStep),
                plane_step.gradient,
                linear_certificate,
            ),
        )
    }
)


def stepper_for(problem: AnyProblem, name: str) -> Stepper:
    """Return the algorithm of that name; TypeError if it solves problems of another kind."""
    stepper = STEPPERS[name]
    if not isinstance(problem, stepper.solves):
        raise TypeError(f"{name} solves a {stepper.solves.__name__}, not a {type(problem).__name__}")
    if stepper.plain and isinstance(problem, Problem) and not problem.form.plain:
        raise TypeError(f"{name} solves C-SVC, not {problem.form.formulation.value}")
    return stepper
