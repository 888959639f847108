"""What the page of the lift needs: its map, the problem in the chosen coordinates, the one in all, and the view."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from core.problem import (
    Gaussian,
    InputError,
    LineMap,
    OrderedMap,
    PlaneMap,
    PolynomialMap,
    Role,
    SquaresMap,
    TaylorMap,
    TextbookMap,
)
from core.solver import answer
from core.view import Lift, Light, Solution, gram_difference, lift, lifted_problem, rescaled, solution
from ui import session
from ui.component.board import Answer
from ui.hands import number_in
from ui.memory import SharedResults
from ui.options.phi import DAMPED, PhiOptions, dimension, fitting, ranges
from ui.question import solution_parts
from ui.script import penalty, script
from ui.session import Lab
from ui.solving import MOST_STEPS, TOLERANCE, KernelSpec, Solved, content_key, penalty_of
from ui.text import Words

GROUP = "phi"  # what the pictures of this page call each other when a point is pointed at
USUAL = {"taylor": (1, 2, 0), "third": (0, 1, 3), "squares": (0, 1)}
# Squares and product, a bowl around the origin; or the plane itself, bent along x1.
RIVALS = {"poly2": ((3, 5, 4), (1, 2, 3)), "phi2": ((3, 4, 6), (1, 2, 3))}
JUDGED = 10.0  # the C with which the usual coordinates are chosen, whatever is set
LENGTHS = (0.001, 1.0, 1000.0)  # the lecture's gammas of (1 + gamma x.z)^2

_solved: SharedResults[Solved] = SharedResults()
_lifts: SharedResults[Lift] = SharedResults()


def options_of(lab: Lab) -> PhiOptions:
    """Return the visitor's options; at first the map of the board's own kernel where that is one of ours."""
    if (found := lab.shared.chosen(PhiOptions)) is not None:
        return found
    spec = lab.shared.kernel
    if spec["name"] == "polynomial" and spec["degree"] == 2:
        return fitting(PhiOptions("poly2", float(spec["gamma"]), min(float(spec["zeta"]), 10.0)))
    if spec["name"] == "taylor":
        return fitting(PhiOptions("taylor", float(spec["gamma"]), order=int(spec["order"])))
    return PhiOptions()


def put_options(options: PhiOptions) -> None:
    """Replace the visitor's options."""
    session.put_options(fitting(options))


def changed(lab: Lab, name: str, value: object) -> Lab:
    """Return the lab after a slider sent a value; the same lab where the map has no such number."""
    options, sent = options_of(lab), number_in(value)
    low, high = ranges(options.map).get(name, (math.inf, -math.inf))
    if not low <= sent <= high or (name == "order" and not sent.is_integer()):
        return lab
    taken: dict[str, Any] = {name: int(sent) if name == "order" else sent}
    return session.choosing(lab, fitting(options._replace(**taken)))


def map_of(options: PhiOptions) -> PlaneMap:
    """Return the feature map."""
    match options.map:
        case "first" | "second" | "third" as which:
            return TextbookMap(which)
        case "poly2":
            return PolynomialMap(2, options.gamma, options.zeta)
        case "taylor":
            return TaylorMap(options.gamma, options.order)
        case "line":
            return LineMap(options.gamma, options.order)
        case "squares":
            return SquaresMap()
    return OrderedMap()


def chosen_of(lab: Lab, options: PhiOptions) -> tuple[int, ...]:
    """Return the coordinates that are seen: two or three.

    Of the usual ones those that leave fewer points wrong, judged by the points alone: no slider makes them change.
    """
    if options.chosen is not None:
        return options.chosen
    if (rivals := RIVALS.get(options.map)) is None:
        return USUAL.get(options.map, (0, 1, 2))
    plain = PhiOptions(options.map)
    try:
        return min(rivals, key=lambda chosen: _solve(_judging(lab), plain, chosen).solution.errors)
    except InputError:
        return rivals[0]  # what cannot be solved is told where it is asked for


def _judging(lab: Lab) -> Lab:
    return replace(lab, shared=replace(lab.shared, C=JUDGED))


def damping(options: PhiOptions) -> tuple[float, float]:
    """Return the gammas of exp(-gamma_1 x_1^2 - gamma_2 x_2^2), the factor that all features have in common."""
    return {"taylor": (options.gamma, options.gamma), "line": (options.gamma, 0.0)}.get(options.map, (0.0, 0.0))


def kernel_spec(options: PhiOptions, chosen: Sequence[int]) -> KernelSpec:
    """Return the kernel with which a board draws what the chosen coordinates see: sum_k c_k^2 x^a z^a, damped."""
    phi = map_of(options)
    if isinstance(phi, TextbookMap):
        if phi.which != "third":  # three coordinates, and all of them are seen
            return {"name": "polynomial", "degree": 2, "gamma": 1.0, "zeta": 0.0}
        exponents = np.array([[2, 0], [1, 1], [1, 1], [0, 2]])
    else:
        assert isinstance(phi, PolynomialMap | TaylorMap | LineMap | SquaresMap | OrderedMap)
        exponents = phi.exponents(2)
    damp = damping(options)
    factors = phi.features(np.ones((1, 2)))[0] * math.exp(sum(damp))  # a monomial is 1 at (1, 1)
    spec: dict[str, object] = {
        "name": "monomials",
        "exponents": exponents[list(chosen)].tolist(),
        "weights": (factors[list(chosen)] ** 2).tolist(),
        "damp": list(damp),
    }
    return spec  # type: ignore[return-value]


def _solve(lab: Lab, options: PhiOptions, chosen: tuple[int, ...]) -> Solved:
    """Solve in these coordinates of the map, or return what has been found."""
    shared, points = lab.shared, lab.points
    asked = options._replace(chosen=None, picked=None, view="free")

    def make() -> Solved:
        problem = lifted_problem(map_of(options), points.X, points.y, chosen, penalty_of(shared.C))
        found = answer(problem, tolerance=TOLERANCE, limit=MOST_STEPS)
        return Solved(problem, found, solution(problem, found))

    return _solved.get(content_key(points.X, points.y, asked, chosen, shared.C), make)


def part_of(lab: Lab) -> Solved:
    """Return the answer of a solver that sees the chosen coordinates only; `InputError` if nothing can be solved."""
    options = options_of(lab)
    return _solve(lab, options, chosen_of(lab, options))


def whole_of(lab: Lab, options: PhiOptions | None = None) -> Solved:
    """Return the answer of a solver that sees all coordinates of the map."""
    options = options or options_of(lab)
    return _solve(lab, options, tuple(range(dimension(options))))


def lift_of(lab: Lab, options: PhiOptions | None = None) -> Lift:
    """Return what is drawn of the chosen coordinates."""
    options, points = options or options_of(lab), lab.points
    chosen = chosen_of(lab, options)
    found = _solve(lab, options, chosen)
    window = (points.window.x0, points.window.y0, points.window.size)
    asked = options._replace(picked=None, view="free")

    def make() -> Lift:
        phi, alpha = map_of(options), found.solution.alpha
        return lift(phi, chosen, points.X, found.problem, alpha, window, *(((0, 1),) if options.map == "line" else ()))

    return _lifts.get(content_key(points.X, points.y, asked, chosen, lab.shared.C, window), make)


def truncation(lab: Lab) -> float | None:
    """Return by how much all coordinates together miss the Gaussian kernel between the points; None for other maps."""
    options = options_of(lab)
    if options.map not in DAMPED:
        return None
    seen = lab.points.X[:, :1] if options.map == "line" else lab.points.X
    return gram_difference(map_of(options), Gaussian(options.gamma), seen)


def example_lifts(lab: Lab) -> tuple[tuple[Lift, Solution], ...]:
    """Return the lifts of the three maps of example 7.3, each with its answer, both with all coordinates of the map.

    The third has x1 x2 twice. Its plane is that of the first with the middle axis shortened: w_2 + w_3 weighs x1 x2.
    """
    first, second = (PhiOptions(which) for which in ("first", "second"))
    shown, found = lift_of(lab, first), whole_of(lab, first).solution
    short = rescaled(shown, np.array([1.0, math.sqrt(0.5), 1.0]))
    return (shown, found), (lift_of(lab, second), whole_of(lab, second).solution), (short, found)


def example_difference(lab: Lab) -> float:
    """Return the largest difference between the Gram matrices of the three maps and their kernel (x.z)^2."""
    maps = [TextbookMap(which) for which in ("first", "second", "third")]
    return max(gram_difference(phi, phi.kernel, lab.points.X) for phi in maps)


def picked_of(lab: Lab) -> int:
    """Return the point that is marked everywhere: the visitor's, else one that the points alone decide on.

    It is a support vector of the quadratic map at C = 10, which no slider makes another.
    """
    picked, n = options_of(lab).picked, len(lab.points.y)
    if picked is not None:
        return min(picked, n - 1)
    plain = PhiOptions()
    free = np.flatnonzero(_solve(_judging(lab), plain, chosen_of(lab, plain)).solution.role == Role.FREE)
    return int(free[0]) if len(free) else 0


def board_answer(found: Solved, words: Words) -> Answer:
    """Return what a board draws of an answer in lifted coordinates: its w lives there, not in the plane."""
    header, arrays = solution_parts(replace(found.solution, w=None, common=None), words)
    return header, arrays


def is_drawn(found: Solved) -> bool:
    """Tell whether there is a plane to look at."""
    return found.solution.light is not Light.IMPOSSIBLE


def reproduction(lab: Lab) -> str:
    """Return a script that finds the same plane with the project's own core, for the state on screen."""
    options = options_of(lab)
    phi, C = map_of(options), penalty(lab.shared.C)
    return script(
        [
            f"from core.problem import {type(phi).__name__}",
            "from core.solver import answer",
            "from core.view import lift, lifted_problem, solution",
        ],
        [
            f"X = np.array({lab.points.X.tolist()!r})",
            f"y = np.array({lab.points.y.tolist()!r})",
            f"phi, chosen = {phi!r}, {chosen_of(lab, options)}",
            f"problem = lifted_problem(phi, X, y, chosen, C={C})",
            f"found = solution(problem, answer(problem, tolerance={TOLERANCE}, limit={MOST_STEPS}))",
            f"window = {(lab.points.window.x0, lab.points.window.y0, lab.points.window.size)}",
            "shown = lift(phi, chosen, X, problem, found.alpha, window)",
            "print(found.light, shown.w, shown.b, found.margin_width, found.errors)",
        ],
    )
