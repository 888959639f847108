"""The largest error against the order, down to where float64 ends (mathematics, equation 13.5)."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.problem.arrays import Matrix, Vector
from core.theory.taylor import (
    HIGHEST_ORDER,
    enough_order,
    kernel_terms,
    log_ball_bounds,
    sup_over_ball,
)
from core.view.taylor.errors import LN10, some_points

MOST_POINTS = 60  # whose Gram matrices are made for every order
ENDS = (20, 40, 80, HIGHEST_ORDER)  # of the axis, so that it stays while a slider moves
ROUNDING = 2.0**-52


@dataclass(frozen=True)
class TaylorOrders:
    """Errors of the orders 0, 1, ..., M."""

    radius: float  # of the ball
    own: float  # that of the data
    order: NDArray[np.int64]  # (M + 1,)
    sup: Vector  # the largest error over the ball, exact
    corrected: Vector  # log10 of Liu14's remark 1 without e^xi
    printed: Vector  # log10 of it as printed
    measured: Vector  # the largest |K - K_gauss| of the data, as float64 subtracts it; empty without points
    good: int | None  # the smallest order with at most 1 % over the ball
    exact: int | None  # the smallest order that float64 cannot tell from the Gaussian

    def end_with(self, order: int) -> int:
        """Return where an axis ends that holds an order, and the one with which the errors end."""
        return _end(max(order, HIGHEST_ORDER if self.exact is None else self.exact))


def _end(order: int) -> int:
    return next(end for end in ENDS if end >= order)


def taylor_orders(
    X: Matrix, gamma: float, highest: int, radius: float | None = None, factors: tuple[float, ...] = ()
) -> TaylorOrders:
    """Return the errors over the ball of a radius, that of the data X (n, 2) unless given.

    They go as far as float64 sees an error, and at least as far as an axis that holds the order `highest`.
    """
    own = float(np.sqrt(np.einsum("ij,ij->i", X, X).max(initial=0.0)))
    ball = own if radius is None else radius
    exact = enough_order(ball, gamma, ROUNDING)
    orders = np.arange(_end(max(highest, HIGHEST_ORDER if exact is None else exact)) + 1)
    corrected, printed = log_ball_bounds(ball, gamma, orders)
    return TaylorOrders(
        radius=ball,
        own=own,
        order=orders,
        sup=sup_over_ball(ball, gamma, orders),
        corrected=corrected / LN10,
        printed=printed / LN10,
        measured=_measured(X[some_points(X, MOST_POINTS)], gamma, orders, factors),
        good=enough_order(ball, gamma, 0.01),
        exact=exact,
    )


def _measured(X: Matrix, gamma: float, orders: NDArray[np.int64], factors: tuple[float, ...]) -> Vector:
    """Return the largest difference of the two Gram matrices of each order, term after term."""
    if not len(X):
        return np.empty(0)
    first, second = np.triu_indices(len(X))
    lengths = np.einsum("ij,ij->i", X, X)
    squares, inner = lengths[first] + lengths[second], np.einsum("ij,ij->i", X[first], X[second])
    gauss = np.exp(-gamma * np.maximum(squares - 2.0 * inner, 0.0))
    known = np.array((*factors, *[1.0] * len(orders))[: len(orders)])
    log_rho = np.log(known) - orders * math.log(2.0 * gamma)
    sums = np.cumsum(kernel_terms(gamma, log_rho, squares, inner), axis=0)
    return np.asarray(np.abs(sums - gauss).max(axis=1))
