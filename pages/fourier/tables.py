"""A table of the bounds at the D of the slider, with the kind of each bound and the D that it requires."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pandas as pd

from core.topics.fourier.theory import (
    MOST_COMPONENTS,
    ball_bound,
    bernstein_bound,
    components_needed,
    hoeffding_bound,
    printed_bound,
    proposition_1_bound,
    solved_bound,
)
from core.topics.fourier.view import Bounds, ErrorCurves
from pages.fourier.answers import NO_LABELS
from ui.solve.board_problem import content_key
from ui.solve.memory import SharedResults
from ui.words import Words, number

WANTED = 0.1  # the error for which the required number of components is given
KINDS = ("printed", "proposition", "solved", "ball", "hoeffding", "bernstein")
OF_PAIRS = {"proposition": "proposition_paired", "solved": "solved_paired"}  # proved for the paired map only

_needed: SharedResults[tuple[int, ...]] = SharedResults()


def bounds_table(measured: ErrorCurves, claimed: Bounds, place: int, words: Words) -> pd.DataFrame:
    """Return measured errors and bounds, the status of each bound, and the D required for an error of a tenth."""
    worst = measured.worst[:, place]
    needed = needed_components(measured, claimed)
    middle = number(float(np.median(worst)))
    rows = [(words("fourier.bound.measured"), middle, "", words("fourier.worth.measured", rolls=len(worst)))]
    for name, most in zip(KINDS, needed, strict=True):
        value = number(float(getattr(claimed, name)[place]))
        key = OF_PAIRS.get(name, name) if claimed.paired else name
        told = number(most) if most < MOST_COMPONENTS else "–"
        rows.append((words(f"fourier.bound.{name}"), value, told, words(f"fourier.worth.{key}")))
    columns = [
        words("fourier.column.bound"),
        words("fourier.column.eps", D=int(measured.components[place])),
        words("fourier.column.needed", eps=number(WANTED)),
        words("fourier.column.worth"),
    ]
    return pd.DataFrame(rows, columns=columns).set_index(columns[0])


def needed_components(measured: ErrorCurves, claimed: Bounds) -> tuple[int, ...]:
    """Return the D at which each bound of `KINDS` decreases to `WANTED`."""
    ball, n, delta, paired = measured.ball, measured.points, claimed.delta, claimed.paired
    halved = 2 if paired else 1
    curves: tuple[Callable[[int], float], ...] = (
        lambda D: printed_bound(ball, D, delta),
        lambda D: proposition_1_bound(ball, max(D // halved, 1), delta),
        lambda D: solved_bound(ball, max(D // halved, 1), delta),
        lambda D: ball_bound(ball, D, delta),
        lambda D: hoeffding_bound(n, D, delta, paired),
        lambda D: bernstein_bound(n, D, delta, paired),
    )
    key = content_key(np.empty(0), NO_LABELS, ball, n, delta, paired)
    return _needed.get(key, lambda: tuple(components_needed(curve, WANTED) for curve in curves))
