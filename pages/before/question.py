"""The question of the page, derived once: points, machine and weights, the threshold, the unit, and a place."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from core.problem.arrays import Vector
from datasets import Points
from ui.link.codec import Maybe, Real, part, words
from ui.link.form import LinkForm
from ui.solve.board_problem import BoardProblem
from ui.solve.kernels import KERNELS
from ui.solve.limits import FARTHEST, THRESHOLD, UNIT_FACTOR
from ui.solve.machine.table import EQUAL, ClassWeights, MachineSpec
from ui.state.board import OnBoard
from ui.state.change import usual_change, with_named_kernel, with_parameter, with_penalty, with_weights
from ui.state.lab import Lab, aside, renamed, reopened, with_points
from ui.state.machine import weighted

BOARD = "before"  # key of the board
TOPICS = ("classes", "scales", "point")
FEATURES = ("x1", "x2")


@dataclass(frozen=True)
class Options:
    """The page's own options."""

    topic: str = part("classes", words(*TOPICS))  # what stands beside the board
    threshold: float = part(0.0, Real(*THRESHOLD))  # of f, for the machine with one C
    factor: float = part(1000.0, Real(*UNIT_FACTOR))  # of one feature
    feature: str = part("x1", words(*FEATURES))
    x1: float | None = part(None, Maybe(Real(-FARTHEST, FARTHEST)))  # the place of the prediction; None: a mean
    x2: float | None = part(None, Maybe(Real(-FARTHEST, FARTHEST)))


FORM = LinkForm("before", "before", Options)


@dataclass(frozen=True, eq=False)
class Question(OnBoard):
    """The whole question of the page."""

    options: Options

    @property
    def labels(self) -> Vector:
        """The labels as numbers, (n,)."""
        return self.y.astype(np.float64)

    @property
    def equal(self) -> BoardProblem:
        """The problem with one C for both classes."""
        return replace(self.problem, machine=MachineSpec())

    @property
    def gamma(self) -> float | None:
        """The gamma of a kernel of distances; None if the kernel has none."""
        spec = self.board.kernel
        return float(spec["gamma"]) if KERNELS[str(spec["name"])].gaussian else None

    @property
    def place(self) -> Vector:
        """The place of the prediction, (2,); until one is chosen the mean of class +1."""
        mean = self.X[self.y > 0].mean(axis=0) if (self.y > 0).any() else np.zeros(2)
        chosen = (self.options.x1, self.options.x2)
        rounded = [float(f"{own:.3g}") for own in mean]
        return np.array([own if at is None else at for own, at in zip(rounded, chosen, strict=True)])

    @property
    def feature(self) -> int:
        """The feature in another unit, 0 or 1."""
        return FEATURES.index(self.options.feature)


def read(lab: Lab) -> Question:
    """Return the question for a lab."""
    return Question(weighted(lab), lab.options(Options))


@dataclass(frozen=True)
class Cure:
    """A change of the shared state after which a sign of the diagnosis is gone."""

    name: str  # "weights", "C", "gamma", "centre" or "labels"
    value: float = 0.0  # of C or gamma
    weights: ClassWeights = EQUAL
    points: Points | None = None  # in place of those on the board

    def of(self, problem: BoardProblem) -> BoardProblem:
        """Return the problem of the board after a cure of its numbers."""
        if self.name == "weights":
            return replace(problem, machine=MachineSpec(weights=self.weights))
        if self.name == "C":
            return replace(problem, C=self.value)
        return problem.with_kernel({**problem.kernel, "gamma": self.value})


_usual = usual_change(Options)


def change(lab: Lab, name: str, value: object) -> Lab:
    """Return the lab after one value or a cure; the same lab if the value is invalid."""
    if not isinstance(value, Cure):
        return with_named_kernel(lab, value) if name == "kernel" else _usual(lab, name, value)
    if value.name == "weights":
        return with_weights(lab, value.weights)
    if value.name == "C":
        return with_penalty(lab, value.value)
    if value.points is None:
        return with_parameter(lab, "gamma", value.value)
    left, points = aside(lab), renamed(value.points, lab.points)
    return reopened(left, replace(with_points(left.shared, points), fork=None, step=None), points)
