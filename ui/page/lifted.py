"""Machines in the coordinates of a feature map, and the lecture's four quadratic maps beside each other (Redstone)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from core.problem import OrderedMap, PlaneMap, PolynomialMap
from core.solver import answer
from core.topics.phi.view import lifted_problem
from core.view import Light, solution
from ui.component.board import Linked, small_board
from ui.page.showing import Showing
from ui.solve.board_problem import content_key
from ui.solve.kernels import MONOMIALS, KernelSpec, penalty_of
from ui.solve.limits import steps_of_one
from ui.solve.memory import SharedResults
from ui.solve.request import AnswerMessage, solution_parts
from ui.solve.solving import TOLERANCE, Solved
from ui.state.board import Board
from ui.words import Words, number

SOLVES = 3  # solutions that share the time limit of one: a page waits for up to seven
SIDE = 300  # maximum side of a board in pixels
# (1 + gamma x.z)^2 with the lecture's gammas, and 1 + x.z + (x.z)^2.
QUADRATIC: tuple[PolynomialMap | OrderedMap, ...] = (
    PolynomialMap(2, 0.001),
    OrderedMap(),
    PolynomialMap(2, 1.0),
    PolynomialMap(2, 1000.0),
)

_solved: SharedResults[Solved] = SharedResults()


def solved_in(phi: PlaneMap, seen: Sequence[int], shown: Board) -> Solved:
    """Return the machine of a board's points and C in these coordinates of the map, cached.

    `InputError` if the problem cannot be solved.
    """
    X, y, C = shown.points.X, shown.points.y, shown.C

    def make() -> Solved:
        problem = lifted_problem(phi, X, y, seen, penalty_of(C))
        found = answer(problem, tolerance=TOLERANCE, limit=steps_of_one(len(problem.y), SOLVES))
        return Solved(problem, found, solution(problem, found))

    return _solved.get(content_key(X, y, phi, tuple(seen), C), make)


def on_the_board(found: Solved, words: Words) -> AnswerMessage:
    """Return a solution in lifted coordinates for a board: without its w, which is no vector of the plane."""
    header, arrays = solution_parts(replace(found.solution, w=None, common=None), words)
    return header, arrays


def kernel_of_coordinates(
    phi: PlaneMap, exponents: NDArray[np.int64], seen: Sequence[int], damp: tuple[float, float] = (0.0, 0.0)
) -> KernelSpec:
    """Return the kernel of some coordinates, for a board: sum_k c_k^2 x^a z^a, damped.

    Feature k is c_k x^a with the `exponents` (p, 2) a, times exp(-g_1 x_1^2 - g_2 x_2^2) with `damp` = (g_1, g_2).
    """
    columns = list(seen)
    factors = phi.features(np.ones((1, 2)))[0] * math.exp(sum(damp))  # a monomial is 1 at (1, 1)
    spec: dict[str, object] = {
        "name": MONOMIALS,
        "exponents": exponents[columns].tolist(),
        "weights": (factors[columns] ** 2).tolist(),
        "damp": list(damp),
    }
    return spec  # type: ignore[return-value]


def show_quadratic_maps(shown: Board, group: str, showing: Showing, picked: int = -1) -> None:
    """Show the machine of each map on the board's points, with its margin; `group` and `picked` as in `Linked`."""
    words = showing.words
    st.markdown(words("lifted.lengths"))
    with st.container(key="lengths"):
        columns = st.columns(len(QUADRATIC), gap="small")
    for k, (column, phi) in enumerate(zip(columns, QUADRATIC, strict=True)):
        every = range(phi.dimension(2))
        found = solved_in(phi, every, shown)
        caption = (
            words("lifted.gamma", g=number(phi.gamma)) if isinstance(phi, PolynomialMap) else words("lifted.plain")
        )
        linked = Linked(kernel_of_coordinates(phi, phi.exponents(2), every), caption, SIDE, group, picked)
        with column:
            small_board(f"quadratic-{k}", shown, words, on_the_board(found, words), linked)
            if found.solution.light is Light.IMPOSSIBLE:
                st.caption(words("lifted.impossible"))
            else:
                numbers = {"vectors": found.solution.vectors, "errors": found.solution.errors}
                st.caption(words("lifted.numbers", margin=number(found.solution.margin_width), **numbers))
