"""What the pages of dual coordinate descent need: its options, its problem, its recorded run, and its rival's."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import streamlit as st

from core.problem import FourierMap, Kernel, Linear, LinearProblem, PolynomialMap, TaylorMap, linear_svc
from core.problem.arrays import Vector
from core.solver import Outcome
from core.trace import Trace, record
from core.view import Offsets, Race, Side, free_problem, offsets, playback, race, value_cost
from ui import session
from ui.component.board import Answer
from ui.link import MOST_STEPS
from ui.memory import SharedResults
from ui.options.descent import HIGHEST_ORDER, LOSSES, MOST_COMPONENTS, DescentOptions
from ui.recording import Recording
from ui.script import penalty, points, script
from ui.session import Lab
from ui.solving import KernelSpec, content_key, penalty_of
from ui.text import Words

BIAS = 1.0
TOLERANCE = 0.1  # LIBLINEAR's own: what one watches is what LIBLINEAR does
RACING = 1e-6  # tolerance of both runners
MOST_PAIRS, MOST_VISITS = 20_000, 100_000  # steps of the runners at most

GAUSSIANS = ("gaussian", "taylor", "fourier")  # kernels of the board that bring a gamma for the maps

Map = PolynomialMap | TaylorMap | FourierMap

_recordings: SharedResults[Recording] = SharedResults()
_offsets: SharedResults[Offsets] = SharedResults()
_races: SharedResults[Race] = SharedResults()


def options_of(lab: Lab) -> DescentOptions:
    """Return the visitor's options; at first the points go through the map where the board's kernel is that map's."""
    return lab.shared.chosen(DescentOptions) or _at_first(lab.shared.kernel)


def _at_first(spec: KernelSpec) -> DescentOptions:
    match spec["name"]:
        case "polynomial" if _is_quadratic(spec):
            return DescentOptions(mapped="poly2")
        case "taylor":
            return DescentOptions(mapped="taylor", taylor_order=min(int(spec["order"]), HIGHEST_ORDER))
        case "fourier":
            components = min(int(spec["components"]), MOST_COMPONENTS)
            return DescentOptions(mapped="fourier", components=components, waves=int(spec["seed"]))
    return DescentOptions()


def _is_quadratic(spec: KernelSpec) -> bool:
    return spec["name"] == "polynomial" and spec["degree"] == 2


def map_of(lab: Lab) -> Map | None:
    """Return the map that the points go through, with the gamma of the board where it fits; None: as they are."""
    spec, options = lab.shared.kernel, options_of(lab)
    gamma = float(spec["gamma"]) if spec["name"] in GAUSSIANS else 1.0
    match options.mapped:
        case "poly2":
            own = _is_quadratic(spec)
            return PolynomialMap(2, float(spec["gamma"]), float(spec["zeta"])) if own else PolynomialMap()
        case "taylor":
            return TaylorMap(gamma, options.taylor_order)
        case "fourier":
            return FourierMap(gamma, options.components, options.waves)
    return None


def origin_of(lab: Lab) -> Vector | None:
    """Return the features of the origin, whose weights are part of f(0); None where the points are as they are."""
    phi = map_of(lab)
    return None if phi is None else phi.features(np.zeros((1, lab.points.X.shape[1])))[0]


def kernel_spec(lab: Lab) -> KernelSpec:
    """Return the kernel that draws the field: the inner product of the features."""
    phi = map_of(lab)
    match phi:
        case PolynomialMap():
            return {"name": "polynomial", "degree": 2, "gamma": phi.gamma, "zeta": phi.zeta}
        case TaylorMap():
            return {"name": "taylor", "gamma": phi.gamma, "order": phi.order}
        case FourierMap():
            return {"name": "fourier", "gamma": phi.gamma, "components": phi.n_components, "seed": phi.seed}
    return {"name": "linear"}


def drawn(lab: Lab) -> Lab:
    """Return the lab as a player or a board draws it: with that kernel, and the upper bound of this loss."""
    C = None if options_of(lab).loss == "L2" else lab.shared.C
    return replace(lab, shared=replace(lab.shared, kernel=kernel_spec(lab), C=C))


def linear_problem(lab: Lab) -> LinearProblem:
    """Return the dual without the equality constraint; `InputError` where nothing can be solved."""
    options, phi, X = options_of(lab), map_of(lab), lab.points.X
    features = X if phi is None else phi.features(X)
    C, bias = penalty_of(lab.shared.C), BIAS if options.bias else None
    return linear_svc(features, lab.points.y, C, LOSSES[options.loss], bias)


def _kernel(lab: Lab) -> Kernel:
    return map_of(lab) or Linear()


def run_name(lab: Lab) -> str:
    """Return a name that changes whenever the run does."""
    spec = sorted(kernel_spec(lab).items())
    return content_key(lab.points.X, lab.points.y, spec, lab.shared.C, options_of(lab))


def seen_name(lab: Lab) -> str:
    """Return a name that changes whenever the figures of the run do: they show the window as well."""
    return content_key(lab.points.X, lab.points.y, run_name(lab), lab.points.window)


def _visits(problem: LinearProblem, options: DescentOptions, tolerance: float, limit: int) -> Trace:
    order, seed, shrinking = options.order, options.seed, options.shrinking
    return record(problem, "dual-cd", tolerance, limit, order=order, seed=seed, shrinking=shrinking)


def run_of(lab: Lab) -> Recording:
    """Return the recorded run; `InputError` where nothing can be solved."""

    def make() -> Recording:
        trace = _visits(linear_problem(lab), options_of(lab), TOLERANCE, MOST_STEPS)
        return Recording(trace, playback(trace))

    return _recordings.get(run_name(lab), make)


def offsets_of(lab: Lab) -> Offsets:
    """Return the answers with a free offset and without one, both solved tightly."""

    def make() -> Offsets:
        linear, loss = linear_problem(lab), LOSSES[options_of(lab).loss]
        return offsets(free_problem(lab.points.X, linear.y, _kernel(lab), linear.C, loss), linear)

    return _offsets.get(run_name(lab), make)


def race_of(lab: Lab) -> Race:
    """Return the race of SMO and dual coordinate descent on what is on the board."""

    def make() -> Race:
        options, linear = options_of(lab), linear_problem(lab)
        free = free_problem(lab.points.X, linear.y, _kernel(lab), linear.C, LOSSES[options.loss])
        pairs = record(free, "smo-second-order", RACING, MOST_PAIRS)
        visits = _visits(linear, options, RACING, MOST_VISITS)
        return race(pairs, visits, offsets_of(lab), value_cost(_kernel(lab), lab.points.X.shape[1]))

    return _races.get(run_name(lab), make)


def nothing_to_compare(both: Offsets) -> str | None:
    """Return the end of a key that says why two hard margins cannot be compared; None where they can."""
    if Outcome.INFEASIBLE in (both.free.outcome, both.appended.outcome):
        return "impossible"
    found = math.isfinite(both.free.proof.primal) and math.isfinite(both.appended.proof.primal)
    return None if found else "broken"


def board_answer(side: Side, words: Words) -> Answer:
    """Return what a small board draws of an answer."""
    state = "proved" if side.proved else "running"
    slack = (1.0 - side.labelled).clip(min=0.0)
    header: dict[str, object] = {
        **{"state": state, "title": words(f"light.{state}.title"), "detail": "", "draw": True, "b": side.b},
        **{"outcome": side.outcome.name, "numbers": [], "w": None, "common": None, "steps": side.steps},
    }
    return header, {"alpha": side.alpha, "role": side.role, "slack": slack}


def take(name: str, key: str, revision: int) -> None:
    """Take over one option from a widget; one of an older revision is no longer on the page and has no say."""
    lab, value = session.current(), st.session_state[key]
    if value is not None and revision == lab.revision:
        session.put_options(options_of(lab)._replace(**{name: value}))


def reproduction(lab: Lab) -> str:
    """Return a script that finds the same solution with the project's own core, for the state on screen."""
    return script(
        [f"from core.problem import {_names(lab)}", "from core.trace import record"],
        [
            *_linear_problem(lab),
            f'run = record(problem, "dual-cd", {TOLERANCE}, {MOST_STEPS}, {_settings(lab)})',
            "alpha = run.state_at(len(run)).alpha",
            "print(run.outcome, len(run), plane(problem, alpha), linear_certificate(problem, alpha))",
        ],
    )


def race_reproduction(lab: Lab) -> str:
    """Return a script that lets the same two run, each towards its own optimum, for the state on screen."""
    C, loss = penalty(lab.shared.C), LOSSES[options_of(lab).loss]
    return script(
        [
            f"from core.problem import {_names(lab)}",
            "from core.trace import record",
            "from core.view import free_problem, offsets, race, value_cost",
        ],
        [
            *_linear_problem(lab),
            f"kernel = {_kernel(lab)!r}",
            f"free = free_problem(X, y, kernel, {C}, {loss!r})",
            f'pairs = record(free, "smo-second-order", {RACING}, {MOST_PAIRS})',
            f'visits = record(problem, "dual-cd", {RACING}, {MOST_VISITS}, {_settings(lab)})',
            "both = offsets(free, problem)",
            "print(both.free.optimum, both.free.b, both.appended.optimum, both.appended.b)",
            "print(race(pairs, visits, both, value_cost(kernel, X.shape[1])))",
            "print(len(pairs), pairs.last.alpha, len(visits), visits.last.alpha)",
        ],
    )


def _names(lab: Lab) -> str:
    return ", ".join(sorted({"linear_certificate", "linear_svc", "plane", type(_kernel(lab)).__name__}))


def _linear_problem(lab: Lab) -> list[str]:
    """Return the lines that make the problem of dual coordinate descent."""
    phi, options = map_of(lab), options_of(lab)
    features, bias = "X" if phi is None else f"{phi!r}.features(X)", BIAS if options.bias else None
    made = f"linear_svc({features}, y, {penalty(lab.shared.C)}, {LOSSES[options.loss]!r}, {bias})"
    return [*points(lab), f"problem = {made}"]


def _settings(lab: Lab) -> str:
    options = options_of(lab)
    return f"order={options.order!r}, seed={options.seed}, shrinking={options.shrinking}"
