"""The picture of a machine on a board and the words of its light, for the socket and for the page."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from core.problem import Formulation
from core.view import Light
from ui.solve.machine.message import machine_light, machine_numbers
from ui.solve.solving import MachineSolved
from ui.words import Words


def machine_parts(
    solved: MachineSolved, drawn: Mapping[str, np.ndarray], words: Words
) -> tuple[dict[str, object], dict[str, np.ndarray]]:
    """Return header and arrays of an answer, including the `drawn` overlay.

    `weights` are the coefficients of f, and `alpha` the values shown by halos: the multipliers in the solver's own
    scale. `tube` is half the width of a tube; None means that the picture is a plane.
    """
    found = solved.fitted
    title, detail = machine_light(found, words)
    finite = bool(np.isfinite(found.coef).all()) and math.isfinite(found.b)
    header: dict[str, object] = {
        "state": found.light.value,
        "title": title,
        "detail": detail,
        "draw": finite and found.light is not Light.IMPOSSIBLE,
        "outcome": found.outcome.name,
        "b": found.b,
        "numbers": machine_numbers(found, words, solved.tolerance),
        "w": None,
        "common": None,
        "steps": found.steps,
        "tube": found.half_width,
        "alone": found.formulation is Formulation.ONE_CLASS,
    }
    pulls = np.abs(found.coef) * found.unit
    parts: dict[str, np.ndarray] = {"alpha": pulls, "weights": found.coef, "role": found.role, "slack": found.excess}
    return header, {**parts, **drawn}
