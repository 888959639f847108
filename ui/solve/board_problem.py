"""What is on a board and how it is solved, as one value: points, kernel, C, machine, and the options of a run.

Board, player, socket, caches and figures take it. What depends on it is kept under its `key`, a recorded run under
its `run_name`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.problem import Kernel, Problem
from ui.solve.kernels import KernelSpec, kernel_of, named_only, numbers_of, penalty_of
from ui.solve.machine.table import C_SVC, MACHINES, MachineEntry, MachineSpec, for_board, machine_in, seen_points
from ui.solve.options import AlgorithmOptions, CoordinateOptions, Fork, HandOptions, PerceptronOptions, with_fork

Coordinates = NDArray[np.float64]  # (n, 2)
Labels = NDArray[np.int8]  # (n,)


@dataclass(frozen=True, eq=False)
class BoardProblem:
    """The question of a board or a player."""

    X: Coordinates
    y: Labels
    kernel: KernelSpec
    C: float | None  # None: hard margin
    machine: MachineSpec = C_SVC
    options: AlgorithmOptions | None = None  # of a recorded run; None: it is solved at once

    @property
    def entry(self) -> MachineEntry:
        """What the table says of the machine."""
        return MACHINES[self.machine.name]

    @property
    def graph(self) -> bool:
        """Whether the machine predicts x2 from x1."""
        return self.entry.graph

    @property
    def seen(self) -> Coordinates:
        """The points as the kernel sees them, (n, 2)."""
        return seen_points(self.X, self.machine) if self.graph else self.X

    @cached_property
    def core_kernel(self) -> Kernel:
        """The kernel on these points, from which landmarks are sampled; `InputError` if there is none."""
        return kernel_of(self.kernel, self.seen)

    @property
    def sent_kernel(self) -> KernelSpec:
        """The kernel, with the numbers of any machine other than C-SVC, as a browser has them."""
        return for_board(self.kernel, self.machine)

    @property
    def ranges(self) -> bool:
        """Whether the values of a graph differ."""
        return bool(np.ptp(self.X[:, 1]) > 0.0)

    @property
    def unit(self) -> float:
        """What the distance of two curves is a share of: the range of the values, or 1 where that is 0."""
        return float(np.ptp(self.X[:, 1])) if self.ranges else 1.0

    @property
    def free_offset(self) -> bool:
        """Whether the offset is free: in coordinate descent there is none, or one inside the norm."""
        return not isinstance(self.options, CoordinateOptions)

    @property
    def bound(self) -> float | None:
        """The upper bound of every alpha, None where there is none; a machine without C has 1."""
        if self.options is not None and not self.options.bounded:
            return None
        return self.C if "C" in self.entry.parameters else 1.0

    @property
    def fork(self) -> Fork | None:
        """Where a branch leaves the run."""
        return None if self.options is None else self.options.fork

    def with_kernel(self, kernel: KernelSpec) -> BoardProblem:
        """Return the same with another kernel."""
        return replace(self, kernel=kernel)

    def with_options(self, options: AlgorithmOptions | None) -> BoardProblem:
        """Return the same with other options of its run."""
        return replace(self, options=options)

    def with_fork(self, fork: Fork | None) -> BoardProblem:
        """Return the same with another fork of its run, or none."""
        return self if self.options is None or self.fork == fork else self.with_options(with_fork(self.options, fork))

    def cut(self, steps: int) -> BoardProblem:
        """Return the question of a run of so many steps: of picked pairs those that moved."""
        own = self.options
        return self.with_options(HandOptions(own.pairs[:steps])) if isinstance(own, HandOptions) else self

    def tuned(self, sent: Mapping[str, Any]) -> BoardProblem:
        """Return the same with kernel, C and numbers of the machine as a browser sends them together."""
        return replace(self, kernel=named_only(sent), C=sent.get("C"), machine=machine_in(sent))

    def core_problem(self) -> Problem:
        """Return what the core solves; `InputError` where it cannot be solved."""
        target = self.X[:, 1] if self.graph else self.y
        return self.entry.make(self.seen, target, self.core_kernel, penalty_of(self.C), self.machine)

    @cached_property
    def _content(self) -> str:
        self.core_kernel, penalty_of(self.C)
        options, C = self.options, None if self.C is None else float(self.C)
        formulation = (options.loss, options.bias) if isinstance(options, CoordinateOptions) else None
        return content_key(self.X, self.y, numbers_of(self.kernel), C, self.machine, formulation)

    def key(self, *more: object) -> str:
        """Return a key of what is solved, and of whatever else a result depends on; 1 and 1.0 are one number.

        Of the options of a run it holds the loss and the offset of coordinate descent; a race between both duals is
        known by its `run_name`. `InputError` for a kernel or a C that is none.
        """
        return _digest(self._content, repr(more)) if more else self._content

    @cached_property
    def run_name(self) -> str:
        """The name of the recorded run, the same wherever it is asked for; `InputError` as in `key`."""
        without_C = isinstance(self.options, PerceptronOptions)
        return (replace(self, C=None) if without_C else self).key(self.options)


def content_key(X: Coordinates, y: Labels, *rest: object) -> str:
    """Return a key of the full content: sampled hashes give one student another one's answer."""
    return _digest(np.ascontiguousarray(X).tobytes(), np.ascontiguousarray(y).tobytes(), repr(rest))


def _digest(*parts: bytes | str) -> str:
    digest = hashlib.blake2b(digest_size=16)
    for part in parts:
        digest.update(part if isinstance(part, bytes) else part.encode())
    return digest.hexdigest()
