"""Rosenblatt's rule as a textbook tells it: nested loops over plain arrays, by multipliers and by weights."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tests.core.naive_chance import below

Vector = NDArray[np.float64]
Matrix = NDArray[np.float64]


class Mistake(NamedTuple):
    epoch: int
    i: int
    f: float
    visits: int


def orders(n: int, random: bool, seed: int) -> Iterator[list[int]]:
    """Yield the order of one round after the other."""
    order, draws = list(range(n)), 0
    while True:
        if random:
            for k in range(n - 1):
                other = k + below(n - k, seed, draws + k)
                order[k], order[other] = order[other], order[k]
            draws += n
        yield list(order)


def by_multipliers(K: Matrix, y: Vector, eta: float, random: bool, seed: int) -> Iterator[tuple[Vector, Mistake]]:
    """Yield alpha after each mistake, with the mistake; ends after a round without one."""
    n, square = len(y), float(K.diagonal().max())
    alpha, visits = np.zeros(n), 0
    for epoch, order in enumerate(orders(n, random, seed)):
        wrong = 0
        for i in order:
            visits += 1
            f = float((alpha * y) @ (K[:, i] + square))
            if y[i] * f <= 0:
                alpha = alpha.copy()
                alpha[i] += eta
                yield alpha, Mistake(epoch, i, f, visits)
                wrong, visits = wrong + 1, 0
        if not wrong:
            return


def by_weights(X: Matrix, y: Vector, eta: float, random: bool, seed: int) -> Iterator[tuple[Vector, float, Mistake]]:
    """Yield (w, b) after each mistake, with the mistake; the textbook's update of both."""
    square = float((X * X).sum(axis=1).max())
    w, b, visits = np.zeros(X.shape[1]), 0.0, 0
    for epoch, order in enumerate(orders(len(y), random, seed)):
        wrong = 0
        for i in order:
            visits += 1
            f = float(w @ X[i]) + b
            if y[i] * f <= 0:
                w, b = w + eta * y[i] * X[i], b + eta * y[i] * square
                yield w, b, Mistake(epoch, i, f, visits)
                wrong, visits = wrong + 1, 0
        if not wrong:
            return
