"""A chain: one machine after another along C, each validated on the fold that was left out.

A unit of work is a kernel with its gamma, and a fold; its chain goes from the smallest C to the largest. It depends on
nothing else, so the result is bit-identical wherever and whenever a unit is computed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from ..problem.kernels import Kernel
from ..solver import CancelFlag
from .folded import Learner
from .look import Kind


class Setup(NamedTuple):
    """The kernel of a machine, and its learner."""

    kind: Kind
    gamma: float
    rank: int | None  # number of features, or of landmarks
    seed: int  # of the features
    learner: Learner
    kernel: Kernel | None = None  # only for a stand-in
    kept: int | None = None  # eigenpairs of the landmarks' kernel matrix; None: all above rounding


class Judged(NamedTuple):
    """The result of a fold for a machine."""

    errors: float  # misclassified points, or the sum of squared errors
    points: int
    finished: bool  # whether the machine is within the tolerance
    fitting: float  # seconds
    judging: float


Chain: TypeAlias = Iterator[Judged]  # one for each C, ascending; it ends early when cancelled


def stopped(cancel: CancelFlag) -> bool:
    """Whether the caller has cancelled."""
    return bool(cancel[0] != 0)
