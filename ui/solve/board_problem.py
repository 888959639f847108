"""The problem on a board and how it is solved, as one value: points, kernel, C, machine, and the options of a run.

Board, player, socket, caches and figures use it. Results that depend on it are cached under its `key`, a recorded run
under its `run_name`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from core.problem import Kernel, Problem
from ui.solve.kernels import KernelSpec, kernel_of, named_only, numbers_of, penalty_of
from ui.solve.machine.table import C_SVC, MACHINES, MachineEntry, MachineSpec, for_board, machine_in, seen_points
from ui.solve.options import AlgorithmOptions, CoordinateOptions, Fork, HandOptions, PerceptronOptions, with_fork

Coordinates = NDArray[np.float64]  # (n, 2)
Labels = NDArray[np.int8]  # (n,)
# Of alpha: None where there is none; with class weights two, for the classes +1 and -1.
UpperBound: TypeAlias = float | tuple[float, float] | None


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
        """The machine's entry in the table."""
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
        """The kernel as a browser expects it, with the parameters of any machine other than C-SVC."""
        return for_board(self.kernel, self.machine)

    @property
    def ranges(self) -> bool:
        """Whether the values of a graph are not all equal."""
        return bool(np.ptp(self.X[:, 1]) > 0.0)

    @property
    def unit(self) -> float:
        """The unit for the distance of two curves: the range of the values, or 1 if that is 0."""
        return float(np.ptp(self.X[:, 1])) if self.ranges else 1.0

    @property
    def free_offset(self) -> bool:
        """Whether the offset is unpenalised: coordinate descent has none, or one inside the norm."""
        return not isinstance(self.options, CoordinateOptions)

    @property
    def bound(self) -> UpperBound:
        """The upper bound of every alpha, None if there is none; 1 for a machine without C; two with class weights."""
        if self.options is not None and not self.options.bounded:
            return None
        weights = self.machine.class_weight if self.free_offset else None  # coordinate descent has one C
        if weights is not None and self.C is not None:
            return weights[1] * self.C, weights[-1] * self.C
        return self.C if "C" in self.entry.parameters else 1.0

    @property
    def fork(self) -> Fork | None:
        """Where a branch leaves the run."""
        return None if self.options is None else self.options.fork

    def with_kernel(self, kernel: KernelSpec) -> BoardProblem:
        """Return a copy with another kernel."""
        return replace(self, kernel=kernel)

    def with_options(self, options: AlgorithmOptions | None) -> BoardProblem:
        """Return a copy with other options of its run."""
        return replace(self, options=options)

    def with_fork(self, fork: Fork | None) -> BoardProblem:
        """Return a copy with another fork of its run, or without one."""
        return self if self.options is None or self.fork == fork else self.with_options(with_fork(self.options, fork))

    def cut(self, steps: int) -> BoardProblem:
        """Return the question of a run of so many steps: of picked pairs, those that moved."""
        own = self.options
        return self.with_options(HandOptions(own.pairs[:steps], own.ties)) if isinstance(own, HandOptions) else self

    def tuned(self, sent: Mapping[str, Any]) -> BoardProblem:
        """Return a copy with kernel, C and machine parameters as a browser sends them together."""
        return replace(self, kernel=named_only(sent), C=sent.get("C"), machine=machine_in(sent))

    def core_problem(self) -> Problem:
        """Return the problem for the core; `InputError` if it cannot be solved."""
        target = self.X[:, 1] if self.graph else self.y
        return self.entry.make(self.seen, target, self.core_kernel, penalty_of(self.C), self.machine)

    @cached_property
    def _content(self) -> str:
        self.core_kernel, penalty_of(self.C)
        options, C = self.options, None if self.C is None else float(self.C)
        formulation = (options.loss, options.bias) if isinstance(options, CoordinateOptions) else None
        return content_key(self.X, self.y, numbers_of(self.kernel), C, self.machine.solved, formulation)

    def key(self, *more: object) -> str:
        """Return a cache key of the problem and of anything else a result depends on; 1 and 1.0 are the same number.

        From the options of a run it includes the loss and the offset of coordinate descent; a race between both duals
        is identified by its `run_name`. `InputError` for an invalid kernel or C.
        """
        return _digest(self._content, repr(more)) if more else self._content

    @cached_property
    def run_name(self) -> str:
        """The name of the recorded run, the same on every page; `InputError` as in `key`."""
        without_C = isinstance(self.options, PerceptronOptions)
        return (replace(self, C=None) if without_C else self).key(self.options)


def content_key(X: Coordinates, y: Labels, *rest: object) -> str:
    """Return a key of the full content: a hash of samples could give one student another's answer."""
    return _digest(np.ascontiguousarray(X).tobytes(), np.ascontiguousarray(y).tobytes(), repr(rest))


def _digest(*parts: bytes | str) -> str:
    digest = hashlib.blake2b(digest_size=16)
    for part in parts:
        digest.update(part if isinstance(part, bytes) else part.encode())
    return digest.hexdigest()
