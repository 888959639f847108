"""Points lifted by a feature map to two or three of its coordinates, with the plane w found by the solver there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...problem import Kernel, Linear, PlaneMap, Problem, c_svc, normal, offset
from ...problem.arrays import Matrix, Vector

ROOM = 0.06  # part of its side by which the box is wider than the points
LINES = 15  # of the net, each way
NODES = 91  # of a line of the net
CELLS = 72  # of the grid on which the boundary is looked for, each way
ROUNDS = 5  # of the search for a root between two nodes, where f is nearly straight

Function = Callable[[Matrix], Vector]  # f of the rows of a table of points


@dataclass(frozen=True)
class Lift:
    """The view in k = 2 or 3 coordinates of a feature map."""

    points: Matrix  # (n, k) the lifted points
    w: Vector  # (k,) of the plane w.v + b = 0 in these coordinates
    b: float
    low: Vector  # (k,) corner of a box around the points
    high: Vector
    planes: tuple[Matrix, Matrix, Matrix]  # corners (m, k) of w.v + b = -1, 0, 1 inside the box, in order; m = 0: none
    net: Matrix  # (rows, k) the lifted lines of the plane's own grid, a row of nan after each
    border: Matrix  # (rows, k) the lifted boundary, pieces of two points, a row of nan after each
    gram: Matrix  # (n, n) inner products of the lifted points
    share: float  # of the sum of all |Phi(x)|^2 in these coordinates


def lifted_problem(phi: PlaneMap, X: Matrix, y: ArrayLike, chosen: Sequence[int], C: float) -> Problem:
    """Return the linear problem in the chosen coordinates of Phi, the only ones that the solver uses."""
    return c_svc(phi.features(X)[:, list(chosen)], y, Linear(), C)


def lift(
    phi: PlaneMap,
    chosen: Sequence[int],
    X: Matrix,
    problem: Problem,
    alpha: Vector,
    window: tuple[float, float, float],
    lines: tuple[int, int] = (LINES, LINES),
) -> Lift:
    """Return the view of a solved `lifted_problem`.

    Parameters
    ----------
    phi
        The feature map.
    chosen
        Two or three of its coordinates.
    X
        The points before the map, shape (n, 2).
    problem, alpha
        The problem of these coordinates and its multipliers.
    window
        The square of the plane that is lifted with its points: x0, y0, side.
    lines
        The numbers of vertical and horizontal lines of the net.
    """
    columns, everything = list(chosen), phi.features(X)
    points = problem.X
    w, b = np.asarray(normal(problem, alpha)), offset(problem, alpha)
    low, high = _box(points)

    def up(plane: Matrix) -> Matrix:
        return np.asarray(phi.features(plane)[:, columns])

    def f(plane: Matrix) -> Vector:
        return np.asarray(up(plane) @ w + b)

    total = float(np.einsum("ij,ij->", everything, everything))
    return Lift(
        points=points,
        w=w,
        b=b,
        low=low,
        high=high,
        planes=(clip(w, b + 1.0, low, high), clip(w, b, low, high), clip(w, b - 1.0, low, high)),
        net=_inside(up(_net(window, lines)), low, high),
        border=_inside(up(_boundary(f, window)), low, high),
        gram=problem.dual.kernel,
        share=float(np.einsum("ij,ij->", points, points)) / total if total > 0 else 1.0,
    )


def rescaled(shown: Lift, factors: Vector) -> Lift:
    """Return the same lift, plane and all, with each coordinate v_k drawn as factors_k v_k; factors > 0, shape (k,)."""
    lower, middle, upper = (corners * factors for corners in shown.planes)
    return replace(
        shown,
        points=shown.points * factors,
        w=shown.w / factors,
        low=shown.low * factors,
        high=shown.high * factors,
        planes=(lower, middle, upper),
        net=shown.net * factors,
        border=shown.border * factors,
    )


def gram_difference(phi: PlaneMap, kernel: Kernel, X: Matrix) -> float:
    """Return the largest |Phi(x_i).Phi(x_j) - K(x_i, x_j)| between the rows of X (n, d)."""
    features = phi.features(X)
    return float(np.abs(features @ features.T - kernel.gram(X, X)).max())


def gram_order(X: Matrix, y: ArrayLike) -> NDArray[np.int64]:
    """Return an order of the points for a readable Gram matrix: by class, then by angle around their centre."""
    away = X - X.mean(axis=0)
    return np.lexsort((X[:, 0], np.arctan2(away[:, 1], away[:, 0]), -np.asarray(y)))


def _box(points: Matrix) -> tuple[Vector, Vector]:
    low, high = points.min(axis=0), points.max(axis=0)
    side = high - low
    side = np.where(side > 0, side, max(float(side.max()), 1e-9))
    middle = (low + high) / 2.0
    reach = (0.5 + ROOM) * side
    return middle - reach, middle + reach


def clip(w: Vector, c: float, low: Vector, high: Vector) -> Matrix:
    """Return the corners (m, k) of the plane w.v + c = 0 inside the box low <= v <= high, in order around it."""
    k = len(w)
    corners = np.array(list(product((0.0, 1.0), repeat=k)))
    edges = [(p, q) for p, q in combinations(range(len(corners)), 2) if np.abs(corners[p] - corners[q]).sum() == 1]
    tails, heads = (low + (high - low) * corners[[edge[end] for edge in edges]] for end in (0, 1))
    f, g = tails @ w + c, heads @ w + c
    cut = (f < 0) != (g < 0)
    if not cut.any():
        return np.empty((0, k))
    t = f[cut] / (f[cut] - g[cut])
    return _around(tails[cut] + t[:, None] * (heads - tails)[cut], high - low)


def _around(found: Matrix, side: Vector) -> Matrix:
    """Return the corners of a plane polygon in cyclic order."""
    if found.shape[1] == 2:
        return found
    flat = (found - found.mean(axis=0)) / side
    _, _, axes = np.linalg.svd(flat, full_matrices=False)
    return np.asarray(found[np.argsort(np.arctan2(flat @ axes[1], flat @ axes[0]))])


def _net(window: tuple[float, float, float], lines: tuple[int, int]) -> Matrix:
    """Return points (rows, 2) along vertical and horizontal lines of the window, a row of nan after each line."""
    x0, y0, side = window
    along = np.append(np.linspace(0.0, side, NODES), np.nan)
    still = 0.0 * along
    up = [np.column_stack([x0 + at + still, y0 + along]) for at in _steps(side, lines[0])]
    right = [np.column_stack([x0 + along, y0 + at + still]) for at in _steps(side, lines[1])]
    return np.vstack([*up, *right])


def _steps(side: float, count: int) -> Vector:
    return np.linspace(0.0, side, count) if count > 1 else np.full(count, side / 2.0)


def _inside(lifted: Matrix, low: Vector, high: Vector) -> Matrix:
    """Return the points with nan outside the box."""
    kept = lifted.copy()
    kept[~np.all((lifted >= low) & (lifted <= high), axis=1)] = np.nan  # nan is nowhere inside
    return kept


def _boundary(f: Function, window: tuple[float, float, float]) -> Matrix:
    """Return f = 0 on the window as pieces of two points (rows, 2), a row of nan after each piece."""
    x0, y0, side = window
    axis = np.linspace(0.0, side, CELLS + 1)
    grid = np.stack(np.meshgrid(x0 + axis, y0 + axis, indexing="ij"), axis=-1)
    values = f(grid.reshape(-1, 2)).reshape(CELLS + 1, CELLS + 1)
    right = _roots(f, grid[:-1, :], grid[1:, :], values[:-1, :], values[1:, :])  # (CELLS, CELLS + 1, 2)
    up = _roots(f, grid[:, :-1], grid[:, 1:], values[:, :-1], values[:, 1:])  # (CELLS + 1, CELLS, 2)
    # The four sides of each cell; a cell with four crossings is a saddle, of which two pieces are drawn.
    sides = np.stack([right[:, :-1], up[1:, :], right[:, 1:], up[:-1, :]], axis=2).reshape(-1, 4, 2)
    cut = np.isfinite(sides[:, :, 0])
    plain, saddles = cut.sum(axis=1) == 2, sides[cut.sum(axis=1) == 4]
    found = np.concatenate([sides[plain][cut[plain]].reshape(-1, 2, 2), saddles[:, :2], saddles[:, 2:]])
    return np.concatenate([found, np.full((len(found), 1, 2), np.nan)], axis=1).reshape(-1, 2)


def _roots(f: Function, tail: Matrix, head: Matrix, at_tail: Matrix, at_head: Matrix) -> NDArray[np.float64]:
    """Return the zeros of f between pairs of nodes of a grid, nan where there is none, by vectorised false position."""
    found = np.full(tail.shape, np.nan)
    cut = (at_tail < 0) != (at_head < 0)
    p, q, fp, fq = tail[cut], head[cut], at_tail[cut], at_head[cut]
    guess = p
    for _ in range(ROUNDS):
        guess = p + (fp / (fp - fq))[:, None] * (q - p)
        value = f(guess)
        left = (value < 0) == (fp < 0)  # the root lies between the guess and q
        p, fp = np.where(left[:, None], guess, p), np.where(left, value, fp)
        q, fq = np.where(left[:, None], q, guess), np.where(left, fq, value)
    found[cut] = guess
    return found
