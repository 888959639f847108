"""What the page of the Fourier dice needs: its options, and its rolls, each made once for everybody who asks."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

from core.problem import FourierMap, Gaussian, InputError
from core.problem.arrays import Matrix
from core.view.fourier_boundary import Cloud, Drawn, Square, cloud, drawn
from core.view.fourier_error import (
    COMPONENTS,
    Bounds,
    Curves,
    Extreme,
    Roll,
    RollErrors,
    Variances,
    against_components,
    bounds,
    compare,
    extreme,
    line,
    measured_points,
    roll_errors,
    variances,
    with_one_more,
)
from core.view.fourier_frequencies import Frequencies, frequencies
from ui import express, session
from ui.hands import number_in
from ui.link import RANGES
from ui.memory import SharedResults
from ui.options.fourier import FourierOptions
from ui.script import penalty, script
from ui.session import Lab
from ui.solving import MOST_STEPS, Labels, content_key, penalty_of

MOST_COMPONENTS = 4000  # a roll of 200 points takes 50 ms there; the cloud has 25
ROLLS, CURVES = 25, 20  # boundaries in the cloud, odd so that their median is a vote; seeds of the curves
FIRST_ROLLS, FIRST_CURVES = 1, 1  # that are shown in any case; the rest follows where they take long
FOR_VARIANCE = 50  # coordinates of the rolls that variances are measured on
TOLERANCE = 1e-4
LARGEST_SEED = 9999
GAUSSIANS = ("gaussian", "taylor", "fourier")  # kernels of the board that have this gamma
NO_LABELS: Labels = np.empty(0, np.int8)  # errors of kernels know none

Result = TypeVar("Result")

_drawn: SharedResults[Drawn] = SharedResults()
_clouds: SharedResults[Cloud] = SharedResults()
_errors: SharedResults[RollErrors] = SharedResults()
_compared: SharedResults[Roll] = SharedResults()
_variances: SharedResults[Variances] = SharedResults()
_bounds: SharedResults[Bounds] = SharedResults()


@dataclass(frozen=True)
class Rolled:
    """The roll of the visitor's seed, with the exact kernel beside it."""

    exact: Drawn
    roll: Drawn
    errors: Roll
    extreme: Extreme


@dataclass(frozen=True)
class Standing:
    """What many rolls have shown so far."""

    cloud: Cloud
    curves: Curves  # on the points of the board
    bounded: Curves  # on the points that the bounds are about
    complete: bool


def options_of(lab: Lab) -> FourierOptions:
    """Return the visitor's options, with an even D where cosines and sines come in pairs."""
    options = lab.shared.chosen(FourierOptions) or FourierOptions()
    if not options.paired:
        return options
    return options._replace(components=max(2, options.components - options.components % 2))


def gamma_of(lab: Lab) -> float:
    """Return the gamma of the board's kernel where that is a Gaussian or an approximation of one; else 1."""
    spec = lab.shared.kernel
    return float(spec["gamma"]) if spec["name"] in GAUSSIANS else 1.0


def changed(lab: Lab, name: str, value: object) -> Lab:
    """Return the lab after a slider sent a value; the same lab where the value makes no sense.

    gamma makes the board's kernel a Gaussian where it has none.
    """
    sent = number_in(value)
    if name == "components" and 1 <= sent <= MOST_COMPONENTS:
        return session.choosing(lab, options_of(lab)._replace(components=round(sent)))
    if name == "gamma" and RANGES["gamma"].low <= sent <= RANGES["gamma"].high:
        kept = lab.shared.kernel if lab.shared.kernel["name"] in GAUSSIANS else {"name": "gaussian"}
        return session.revised(lab, replace(lab.shared, kernel={**kept, "gamma": sent}))
    return lab


def phi_of(lab: Lab, seed: int | None = None) -> FourierMap:
    """Return the map of a seed, the visitor's own if None; `InputError` for more components than the page rolls."""
    options = options_of(lab)
    if options.components > MOST_COMPONENTS:
        raise InputError(
            "map.components",
            "D is {D}; this page rolls many maps at once and takes D up to {most}.",
            D=options.components,
            most=MOST_COMPONENTS,
        )
    return FourierMap(gamma_of(lab), options.components, options.seed if seed is None else seed, options.paired)


def components_of(lab: Lab) -> tuple[int, ...]:
    """Return the values of D that the curves are drawn at, the visitor's among them, rising."""
    return tuple(sorted({*COMPONENTS, options_of(lab).components}))


def place_of(lab: Lab) -> int:
    """Return which of them is the visitor's."""
    return components_of(lab).index(options_of(lab).components)


def window_of(lab: Lab) -> Square:
    """Return the square that the board shows."""
    window = lab.points.window
    return window.x0, window.y0, window.size


def rolled_of(lab: Lab) -> Rolled:
    """Return the visitor's roll; `InputError` where nothing can be solved."""
    phi, X = phi_of(lab), lab.points.X
    exact = _drawn_of(lab, Gaussian(gamma_of(lab)))
    errors = _compared.get(content_key(X, NO_LABELS, phi), lambda: compare(X, phi))
    return Rolled(exact, _drawn_of(lab, phi), errors, extreme(measured_points(X), gamma_of(lab)))


def _drawn_of(lab: Lab, kernel: Gaussian | FourierMap) -> Drawn:
    X, y, C, window = lab.points.X, lab.points.y, penalty_of(lab.shared.C), window_of(lab)
    key = content_key(X, y, kernel, C, window)
    return _drawn.get(key, lambda: drawn(X, y, kernel, C, window, TOLERANCE, MOST_STEPS))


def standing(lab: Lab, seconds: float) -> Standing:
    """Return what so many seconds are enough for: a few rolls in any case, all of them once they are known.

    While a hand waits for its figures, no further roll is made: they have the processor to themselves.
    """
    deadline = time.monotonic() + seconds
    rolls = _as_many(ROLLS, FIRST_ROLLS, deadline, lambda seed: _drawn_of(lab, phi_of(lab, seed)))
    exact = _drawn_of(lab, Gaussian(gamma_of(lab)))
    key = content_key(lab.points.X, lab.points.y, phi_of(lab, 0), lab.shared.C, window_of(lab), len(rolls))
    both = _clouds.get(key, lambda: cloud(exact, rolls, gamma_of(lab), window_of(lab)))
    curves = _curves_of(lab, lab.points.X, deadline)
    bounded = curves if options_of(lab).case == "points" else _curves_of(lab, line(), deadline)
    complete = len(rolls) == ROLLS and len(curves.mse) == len(bounded.mse) == CURVES
    return Standing(both, curves, bounded, complete)


def _as_many(most: int, least: int, deadline: float, make: Callable[[int], Result]) -> list[Result]:
    found: list[Result] = []
    while len(found) < most and (len(found) < least or _is_time(deadline)):
        found.append(make(len(found)))
    return found


def _is_time(deadline: float) -> bool:
    return time.monotonic() < deadline and not express.somebody_waits()


def _curves_of(lab: Lab, X: Matrix, deadline: float) -> Curves:
    """Return the errors on X of as many rolls as there is time for, against D."""
    X = measured_points(X)
    gamma, paired, D = gamma_of(lab), options_of(lab).paired, options_of(lab).components

    def at(components: tuple[int, ...], seed: int) -> RollErrors:
        phi = FourierMap(gamma, components[-1], seed, paired)
        return _errors.get(content_key(X, NO_LABELS, phi, components), lambda: roll_errors(X, phi, components))

    def one(seed: int) -> RollErrors:  # the curve is known while D moves; what is at D is one Gram matrix more
        known = at(COMPONENTS, seed)
        return known if D in COMPONENTS else with_one_more(known, COMPONENTS, at((D,), seed), D)

    rolls = _as_many(CURVES, FIRST_CURVES, deadline, one)
    return against_components(X, gamma, paired, rolls, components_of(lab))


def bounds_of(lab: Lab, curves: Curves) -> Bounds:
    """Return what is claimed of the largest error at every D of the curves."""
    options = options_of(lab)
    about = (curves.ball, curves.points, curves.components.tolist(), options.paired, options.delta)
    key = content_key(lab.points.X[:0], NO_LABELS, about)
    return _bounds.get(key, lambda: bounds(curves, options.paired, options.delta))


def frequencies_of(lab: Lab) -> Frequencies:
    """Return what the visitor's roll has drawn."""
    return frequencies(phi_of(lab))


def variances_of(lab: Lab) -> Variances:
    """Return the variances of both maps on the points of the board."""
    X, gamma = lab.points.X, gamma_of(lab)
    key = content_key(X, NO_LABELS, gamma)
    return _variances.get(key, lambda: variances(X, gamma, range(CURVES), FOR_VARIANCE))


def reproduction(lab: Lab) -> str:
    """Return a script that rolls the same dice with the project's own core, for the state on screen."""
    C = penalty(lab.shared.C)
    return script(
        [
            "from core.problem import FourierMap, Gaussian, c_svc",
            "from core.solver import answer",
            "from core.view import solution",
        ],
        [
            f"X = np.array({lab.points.X.tolist()!r})",
            f"y = np.array({lab.points.y.tolist()!r})",
            f"phi = {phi_of(lab)!r}",
            "error = np.abs(phi.gram(X, X) - Gaussian(phi.gamma).gram(X, X))",
            'print("worst entry", error.max(), "mean square", (error**2).mean())',
            "for kernel in (Gaussian(phi.gamma), phi):",
            f"    problem = c_svc(X, y, kernel, C={C})",
            f"    found = solution(problem, answer(problem, tolerance={TOLERANCE}, limit={MOST_STEPS}))",
            "    print(kernel, found.light, found.b, found.certificate)",
        ],
    )
