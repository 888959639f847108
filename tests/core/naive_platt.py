"""Platt's algorithm as the book tells it: nested loops over plain arrays, written apart from the compiled core."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tests.core.naive_chance import below

Vector = NDArray[np.float64]
Matrix = NDArray[np.float64]


class Took(NamedTuple):
    """A successful takeStep."""

    examine_all: bool
    fallback: int  # 1 (a), 2 (b), 3 (c)
    i: int
    j: int


@dataclass
class NaivePlatt:
    """The list E, alpha and b are plain attributes: a test may put the core's in their place after every step."""

    K: Matrix
    y: Vector
    C: Vector
    tolerance: float
    smallest_move: float
    seed: int = 0
    alpha: Vector = field(init=False)
    E: Vector = field(init=False)
    b: float = 0.0
    draws: int = 0
    examined: int = 0  # since the last step
    failed: int = 0

    def __post_init__(self) -> None:
        self.alpha, self.E = np.zeros(len(self.y)), -self.y.copy()

    def steps(self) -> Iterator[Took]:
        examine_all, changed = True, 0
        while changed > 0 or examine_all:
            changed = 0
            for i in range(len(self.y)):
                if examine_all or self.free(i):
                    self.examined += 1
                    found = self.examine(i)
                    if found:
                        changed += 1
                        yield Took(examine_all, *found)
                        self.examined = self.failed = 0
            if examine_all:
                examine_all = False
            elif changed == 0:
                examine_all = True

    def free(self, t: int) -> bool:
        return bool(0 < self.alpha[t] < self.C[t])

    def examine(self, i: int) -> tuple[int, int, int] | None:
        r, n = self.E[i] * self.y[i], len(self.y)
        if not ((r < -self.tolerance and self.alpha[i] < self.C[i]) or (r > self.tolerance and self.alpha[i] > 0)):
            return None
        free = [t for t in range(n) if self.free(t)]
        if len(free) > 1:
            values = self.E[free]
            j = free[int(values.argmin() if self.E[i] > 0 else values.argmax())]
            if self.take_step(i, j):
                return 1, i, j
        for fallback, allowed in ((2, set(free)), (3, set(range(n)))):
            first = below(n, self.seed, self.draws)
            self.draws += 1
            for k in range(n):
                j = (first + k) % n
                if j in allowed and self.take_step(i, j):
                    return fallback, i, j
        return None

    def take_step(self, i: int, j: int) -> bool:
        if i == j:
            return False
        y, K, C, s = self.y, self.K, self.C, self.y[i] * self.y[j]
        a_i, a_j = float(self.alpha[i]), float(self.alpha[j])
        if s < 0:
            low, high = max(0.0, a_j - a_i), min(C[j], C[i] + a_j - a_i)
        else:
            low, high = max(0.0, a_i + a_j - C[i]), min(C[j], a_i + a_j)
        new = a_j
        if low < high:
            eta = K[i, i] + K[j, j] - 2 * K[i, j]
            if eta > 0:
                new = min(max(a_j + y[j] * (self.E[i] - self.E[j]) / eta, low), high)
            else:
                new = self.better_end(i, j, low, high, eta)
        eps = self.smallest_move
        if low >= high or abs(new - a_j) < eps * (new + a_j + eps):
            self.failed += 1
            return False
        self.move(i, j, a_i + s * (a_j - new), new)
        return True

    def better_end(self, i: int, j: int, low: float, high: float, eta: float) -> float:
        """Return the end with the lower objective, along which D changes by slope t + eta t^2 / 2."""
        old, eps = self.alpha[j], self.smallest_move
        slope = self.y[j] * (self.E[j] - self.E[i])
        at_low, at_high = (slope * (end - old) + eta * (end - old) ** 2 / 2 for end in (low, high))
        if at_low < at_high - eps:
            return low
        return high if at_high < at_low - eps else float(old)

    def move(self, i: int, j: int, a_i: float, a_j: float) -> None:
        y, K = self.y, self.K
        d_i, d_j = y[i] * (a_i - self.alpha[i]), y[j] * (a_j - self.alpha[j])
        b_i = self.b - self.E[i] - K[i, i] * d_i - K[i, j] * d_j
        b_j = self.b - self.E[j] - K[i, j] * d_i - K[j, j] * d_j
        edge = 1e-12
        if edge * self.C[i] < a_i < (1 - edge) * self.C[i]:
            b = b_i
        elif edge * self.C[j] < a_j < (1 - edge) * self.C[j]:
            b = b_j
        else:
            b = (b_i + b_j) / 2
        self.alpha[i], self.alpha[j], self.b = a_i, a_j, b
        self.E = K @ (self.alpha * y) + b - y
