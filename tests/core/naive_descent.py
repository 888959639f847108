"""Dual coordinate descent as LIBLINEAR's paper tells it: nested loops over plain arrays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tests.core.naive_chance import below

Vector = NDArray[np.float64]
Matrix = NDArray[np.float64]


class Visit(NamedTuple):
    epoch: int
    i: int
    G: float
    PG: float
    old: float
    new: float
    shrunk: bool


@dataclass
class NaiveDescent:
    """Alpha and w are plain attributes: a test may put the core's in their place after every visit."""

    Phi: Matrix
    y: Vector
    U: float
    D: float
    tolerance: float
    random: bool
    shrinking: bool
    seed: int = 0
    alpha: Vector = field(init=False)
    w: Vector = field(init=False)

    def __post_init__(self) -> None:
        self.alpha, self.w = np.zeros(len(self.y)), np.zeros(self.Phi.shape[1])

    def visits(self) -> Iterator[Visit]:
        n, epoch, draws = len(self.y), 0, 0
        waiting, aside = list(range(n)), 0  # the last `aside` of the list have been shrunk
        highest, lowest = np.inf, -np.inf
        while True:
            active = n - aside
            if self.random:
                for k in range(active - 1):
                    other = k + below(active - k, self.seed, draws + k)
                    waiting[k], waiting[other] = waiting[other], waiting[k]
                draws += active
            seen, position = [], 0
            while position < n - aside:
                visit = self.visit(epoch, waiting[position], highest, lowest)
                if visit.shrunk:
                    aside += 1
                    last = n - aside
                    waiting[position], waiting[last] = waiting[last], waiting[position]
                else:
                    seen.append(visit.PG)
                    position += 1
                yield visit
            top, bottom = max(seen, default=-np.inf), min(seen, default=np.inf)
            epoch += 1
            if max(top, 0.0) - min(bottom, 0.0) <= self.tolerance:
                if aside == 0:
                    return
                aside, highest, lowest = 0, np.inf, -np.inf
                if not self.random:
                    waiting = list(range(n))
                continue
            highest = top if top > 0 else np.inf
            lowest = bottom if bottom < 0 else -np.inf

    def visit(self, epoch: int, i: int, highest: float, lowest: float) -> Visit:
        x, old = self.Phi[i], float(self.alpha[i])
        G = float(self.y[i] * (self.w @ x) - 1 + self.D * old)
        PG = G
        if old == 0:
            PG = min(G, 0.0)
            if self.shrinking and highest < G:
                return Visit(epoch, i, G, PG, old, old, True)
        elif old == self.U:
            PG = max(G, 0.0)
            if self.shrinking and lowest > G:
                return Visit(epoch, i, G, PG, old, old, True)
        new = old
        if abs(PG) > 1e-12:
            a = float(x @ x) + self.D
            new = self.U if a == 0 else min(max(old - G / a, 0.0), self.U)
        self.alpha[i] = new
        self.w = self.w + (new - old) * self.y[i] * x
        return Visit(epoch, i, G, PG, old, new, False)
