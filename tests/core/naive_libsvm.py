"""LIBSVM's loop as its sources tell it, in plain Python: every array is permuted, every row held (mathematics 10)."""

from __future__ import annotations

import math
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from core.problem import Formulation, Problem

TAU = 1e-12
REGRESSION = (Formulation.EPS_SVR, Formulation.NU_SVR)


@dataclass
class NaiveCache:
    """Rows by the name of their variable; the one used longest ago is the first of the dictionary."""

    room: int
    rows: OrderedDict[int, list[np.float32]] = field(default_factory=OrderedDict)
    hits: int = 0
    misses: int = 0
    evicted: list[int] = field(default_factory=list)
    given_up: list[int] = field(default_factory=list)

    def get(self, name: int, wanted: int, value: Any) -> list[np.float32]:
        """Return the first `wanted` values of a row; value(k) computes the one at place k."""
        row = self.rows.pop(name, [])
        if len(row) < wanted:
            self.misses += 1
            while self.room < wanted - len(row):
                oldest, dropped = self.rows.popitem(last=False)
                self.room += len(dropped)
                self.evicted.append(oldest)
            self.room -= wanted - len(row)
            row = row + [value(k) for k in range(len(row), wanted)]
        else:
            self.hits += 1
        self.rows[name] = row
        return row

    def swap(self, one: int, other: int, low: int, high: int) -> None:
        """Let the variables at two places change them."""
        for name in (other, one):
            if name in self.rows:
                self.rows.move_to_end(name)
        for name, row in list(self.rows.items()):
            if len(row) > high:
                row[low], row[high] = row[high], row[low]
            elif len(row) > low:
                self.given_up.append(name)
                self.room += len(self.rows.pop(name))


class NaiveLoop:
    """The solver of one problem; `passes` holds what each pass did."""

    def __init__(self, problem: Problem, eps: float, shrinking: bool, cache_rows: int | None) -> None:
        form = problem.form
        self.nu = form.formulation in (Formulation.NU_SVC, Formulation.NU_SVR)
        self.regression = form.formulation in REGRESSION
        self.K, self.points = np.array(problem.gram), len(problem.gram)
        self.eps, self.shrinking = eps, shrinking
        self.l = self.active = len(form.y)
        self.name = sorted(range(self.l), key=lambda t: -form.y[t])  # svm_group_classes, then active_set
        self.y, self.p, self.C, self.alpha = (
            [float(values[t]) for t in self.name] for values in (form.y, form.p, form.upper, form.start)
        )
        self.QD = [float(self.K[t % self.points, t % self.points]) for t in self.name]
        self.cache = NaiveCache((self.points if cache_rows is None else cache_rows) * self.points)
        self.G, self.G_bar = list(self.p), [0.0] * self.l
        for i in range(self.l):
            if self.alpha[i] > 0:
                Q_i = self.row(i, self.l)
                for j in range(self.l):
                    self.G[j] += self.alpha[i] * float(Q_i[j])
                    self.G_bar[j] += self.C[i] * float(Q_i[j]) if self.alpha[i] >= self.C[i] else 0.0
        self.counter, self.unshrunk, self.text = min(self.l, 1000) + 1, False, ""
        self.passes: list[dict[str, Any]] = []

    def kernel(self, i: int, j: int) -> float:
        return float(self.K[self.name[i] % self.points, self.name[j] % self.points])

    def row(self, i: int, length: int) -> list[np.float32]:
        """Return Q_i of the first places; in regression out of a whole row of K, with signs."""
        if self.regression:
            real = self.name[i] % self.points
            held = self.cache.get(real, self.points, lambda k: np.float32(self.K[real, k]))
            signs = [np.float32(self.y[i]) * np.float32(self.y[j]) for j in range(length)]
            return [signs[j] * held[self.name[j] % self.points] for j in range(length)]
        return self.cache.get(self.name[i], length, lambda k: np.float32(self.y[i] * self.y[k] * self.kernel(i, k)))

    def up(self, t: int) -> bool:
        return self.alpha[t] < self.C[t] if self.y[t] > 0 else self.alpha[t] > 0

    def low(self, t: int) -> bool:
        return self.alpha[t] > 0 if self.y[t] > 0 else self.alpha[t] < self.C[t]

    def free(self, t: int) -> bool:
        return 0 < self.alpha[t] < self.C[t]

    def select(self) -> tuple[int, int, float]:
        """Return the places of the pair, j = -1 at the optimum, and the violation."""
        groups = [[1.0], [-1.0]] if self.nu else [[1.0, -1.0]]
        spreads, gain, partner = [], -math.inf, (-1, -1)
        tops: list[tuple[float, int, list[np.float32]]] = []
        for group in groups:
            m, i = -math.inf, -1
            for t in range(self.active):
                if self.y[t] in group and self.up(t) and -self.y[t] * self.G[t] >= m:
                    m, i = -self.y[t] * self.G[t], t
            tops.append((m, i, []))
        tops = [(m, i, self.row(i, self.active) if i >= 0 else []) for m, i, _ in tops]
        for t in range(self.active):
            m, i, Q_i = tops[0 if self.y[t] in groups[0] else 1]
            if not self.low(t):
                continue
            b = m + self.y[t] * self.G[t]
            spreads.append(b)
            if b > 0:
                a = self.QD[i] + self.QD[t] - 2.0 * self.y[i] * self.y[t] * float(Q_i[t])
                if b * b / (a if a > 0 else TAU) >= gain:
                    gain, partner = b * b / (a if a > 0 else TAU), (i, t)
        worst = max(spreads, default=-math.inf)
        return (*partner, worst) if worst >= self.eps and partner[1] >= 0 else (partner[0], -1, worst)

    def reconstruct(self) -> None:
        if self.active == self.l:
            return
        inactive, active = range(self.active, self.l), range(self.active)
        for t in inactive:
            self.G[t] = self.G_bar[t] + self.p[t]
        free = [t for t in active if self.free(t)]
        if 2 * len(free) < self.active:
            self.text += "!"
        if len(free) * self.l > 2 * self.active * (self.l - self.active):
            for s in inactive:
                Q_s = self.row(s, self.active)
                for t in free:
                    self.G[s] += self.alpha[t] * float(Q_s[t])
        else:
            for t in free:
                Q_t = self.row(t, self.l)
                for s in inactive:
                    self.G[s] += self.alpha[t] * float(Q_t[s])

    def be_shrunk(self, t: int, bars: dict[tuple[str, float], float]) -> bool:
        """Return whether it is at a bound and presses against it beyond the bar; it can only move the other way."""
        score = -self.y[t] * self.G[t]
        if self.free(t):
            return False
        if self.alpha[t] >= self.C[t]:
            return score > bars["up", 1.0] if self.y[t] > 0 else -self.G[t] > bars["low", -1.0]
        return self.G[t] > bars["low", 1.0] if self.y[t] > 0 else self.G[t] > bars["up", -1.0]

    def shrink(self) -> None:
        bars = {(side, sign): -math.inf for side in ("up", "low") for sign in (1.0, -1.0)}
        for t in range(self.active):
            signs = [self.y[t]] if self.nu else [1.0, -1.0]
            for sign in signs:
                if self.up(t):
                    bars["up", sign] = max(bars["up", sign], -self.y[t] * self.G[t])
                if self.low(t):
                    bars["low", sign] = max(bars["low", sign], self.y[t] * self.G[t])
        spread = max(bars["up", sign] + bars["low", sign] for sign in (1.0, -1.0))
        if not self.unshrunk and spread <= 10 * self.eps:
            self.unshrunk = True
            self.reconstruct()
            self.active = self.l
            self.text += "" if self.nu else "*"
        i = 0
        while i < self.active:
            if self.be_shrunk(i, bars):
                self.active -= 1
                while self.active > i:
                    if not self.be_shrunk(self.active, bars):
                        self.swap(i, self.active)
                        break
                    self.active -= 1
            i += 1

    def swap(self, i: int, j: int) -> None:
        if not self.regression:
            self.cache.swap(self.name[i], self.name[j], i, j)
        for array in (self.name, self.y, self.p, self.C, self.alpha, self.QD, self.G, self.G_bar):
            array[i], array[j] = array[j], array[i]  # type: ignore[index]

    def run(self, limit: int) -> bool:
        """Run to the end or to the limit; return whether it ended."""
        while len(self.passes) < limit:
            self.counter -= 1
            if self.counter == 0:
                self.counter = min(self.l, 1000)
                if self.shrinking:
                    self.shrink()
                self.text += "."
            i, j, violation = self.select()
            if j < 0:
                self.reconstruct()
                self.active = self.l
                self.text += "*"
                i, j, violation = self.select()
                if j < 0:
                    return True
                self.counter = 1
            if not self.update(i, j, violation):
                return True
        return False

    def update(self, i: int, j: int, violation: float) -> bool:
        """Move the pair; return whether it moved."""
        Q_i, Q_j = self.row(i, self.active), self.row(j, self.active)
        sign = self.y[i] * self.y[j]
        a = self.QD[i] + self.QD[j] - 2.0 * sign * float(Q_i[j])
        old_i, old_j = self.alpha[i], self.alpha[j]
        step = self.G[i] - self.G[j] if sign > 0 else -self.G[i] - self.G[j]
        step /= a if a > 0 else TAU
        self.alpha[i], self.alpha[j] = self.clipped(i, j, old_i - sign * step, old_j + step)
        if (self.alpha[i], self.alpha[j]) == (old_i, old_j):
            return False
        d_i, d_j = self.alpha[i] - old_i, self.alpha[j] - old_j
        for t in range(self.active):
            self.G[t] += float(Q_i[t]) * d_i + float(Q_j[t]) * d_j
        for t, old in ((i, old_i), (j, old_j)):
            before, after = old >= self.C[t], self.alpha[t] >= self.C[t]
            if before != after:
                Q_t = self.row(t, self.l)
                for s in range(self.l):
                    change = self.C[t] * float(Q_t[s])
                    self.G_bar[s] = self.G_bar[s] - change if before else self.G_bar[s] + change
        self.passes.append(
            {
                "pair": (self.name[i], self.name[j]),
                "alpha": (self.alpha[i], self.alpha[j]),
                "violation": violation,
                "active": self.active,
                "order": tuple(self.name),
                "held": {name: len(row) for name, row in self.cache.rows.items()},
                "recent": list(self.cache.rows),
                "hits": self.cache.hits,
                "misses": self.cache.misses,
                "evicted": len(self.cache.evicted),
                "given_up": len(self.cache.given_up),
                "text": self.text,
            }
        )
        return True

    def clipped(self, i: int, j: int, new_i: float, new_j: float) -> tuple[float, float]:
        """Return the nearest point of the line in the box, by the end at which it leaves it."""
        old_i, old_j, C_i, C_j = self.alpha[i], self.alpha[j], self.C[i], self.C[j]
        if self.y[i] != self.y[j]:
            d = old_i - old_j
            if d > 0 and new_j < 0:
                new_i, new_j = d, 0.0
            elif d <= 0 and new_i < 0:
                new_i, new_j = 0.0, -d
            if d > C_i - C_j and new_i > C_i:
                new_i, new_j = C_i, C_i - d
            elif d <= C_i - C_j and new_j > C_j:
                new_i, new_j = C_j + d, C_j
        else:
            total = old_i + old_j
            if total > C_i and new_i > C_i:
                new_i, new_j = C_i, total - C_i
            elif total <= C_i and new_j < 0:
                new_i, new_j = total, 0.0
            if total > C_j and new_j > C_j:
                new_i, new_j = total - C_j, C_j
            elif total <= C_j and new_i < 0:
                new_i, new_j = 0.0, total
        return min(max(new_i, 0.0), C_i), min(max(new_j, 0.0), C_j)
