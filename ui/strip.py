"""The strip of gammas: which ones, their panels solved once for everybody, and what may be said of each."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core.problem import InputError
from core.selection import LeaveOneOut, leave_one_out
from core.view import Light, Panel, Shape, panel
from ui.link import RANGES
from ui.memory import SharedResults
from ui.script import penalty, points, script
from ui.session import Lab
from ui.solving import MOST_STEPS, TOLERANCE, content_key, penalty_of
from ui.text import Words, at_least, number

GAMMAS = (0.1, 1.0, 10.0, 100.0, 1000.0)  # the lecture's 1, 10 and 100, and one more on either side
MOST_GAMMAS = 9
EXACT_AT_ONCE = 300  # points up to which the leave-one-out error is found without asking
CHEAP = 3e8  # entries of K that all those solves may read for it, some 3 s; C = 10,000 on noise reads 100 times that

_panels: SharedResults[Panel] = SharedResults()
_left_out: SharedResults[LeaveOneOut] = SharedResults()


@dataclass(frozen=True)
class Strip:
    """The panels in rising order of gamma, each with its leave-one-out result where it is known."""

    panels: tuple[Panel, ...]
    left_out: tuple[LeaveOneOut | None, ...]


def gammas_of(lab: Lab) -> tuple[float, ...]:
    """Return the gammas of the strip, rising."""
    return tuple(sorted(set(lab.shared.gammas or GAMMAS)))


def read_gammas(text: str) -> tuple[float, ...]:
    """Return the gammas that somebody typed; `InputError` if they are not one to nine numbers in range."""
    low, high = RANGES["gamma"].low, RANGES["gamma"].high
    try:
        typed = sorted({float(word) for word in re.split(r"[\s,;，；、]+", text.strip()) if word})
    except ValueError:
        typed = []
    if not 1 <= len(typed) <= MOST_GAMMAS or not all(low <= gamma <= high for gamma in typed):
        raise InputError(
            "strip.gammas",
            "“{text}” is no list of 1 to {most} numbers from {low} to {high}; write for example 1, 10, 100.",
            text=text[:40],
            most=MOST_GAMMAS,
            low=low,
            high=high,
        )
    return tuple(typed)


def reproduction(lab: Lab) -> str:
    """Return a script that finds the same panels with the project's own core, for the state on screen."""
    window, C = lab.points.window, penalty(lab.shared.C)
    plane = (window.x0, window.y0, window.size)
    return script(
        ["from core.view import panel"],
        [
            *points(lab),
            f"gammas, window = {gammas_of(lab)!r}, {plane!r}",
            f"panels = [panel(X, y, gamma, {C}, window, {TOLERANCE}, {MOST_STEPS}) for gamma in gammas]",
            "for shown in panels:",
            "    found = shown.solution",
            "    print(shown.gamma, found.light, found.vectors, found.errors, found.alpha, found.b, found.certificate)",
        ],
    )


def key_of(lab: Lab, gamma: float) -> str:
    """Return what names a panel: its full content."""
    return content_key(lab.points.X, lab.points.y, gamma, lab.shared.C, lab.points.window)


def panel_of(lab: Lab, gamma: float) -> Panel:
    """Solve one gamma, or return what somebody else's identical question has found."""
    points = lab.points
    plane = (points.window.x0, points.window.y0, points.window.size)
    C = penalty_of(lab.shared.C)
    return _panels.get(key_of(lab, gamma), lambda: panel(points.X, points.y, gamma, C, plane, TOLERANCE, MOST_STEPS))


def is_cheap(panels: Sequence[Panel]) -> bool:
    """Tell whether the leave-one-out errors may be found without asking: each support vector costs one more solve."""
    count = len(panels[0].problem.y)
    steps = sum(shown.solution.vectors * shown.solution.steps for shown in panels)
    return count <= EXACT_AT_ONCE and steps * count <= CHEAP


def left_out_of(lab: Lab, shown: Panel, progress: Callable[[int, int], None] | None = None) -> LeaveOneOut:
    """Return the exact leave-one-out error of a panel."""
    found = shown.solution
    if found.light is Light.IMPOSSIBLE:
        return LeaveOneOut(0, 0, complete=False)  # nothing was solved that a point could be left out of

    def make() -> LeaveOneOut:
        return leave_one_out(shown.problem, found.alpha, found.decision, TOLERANCE, progress=progress)

    return _left_out.get(key_of(lab, shown.gamma), make)


def known_left_out(lab: Lab, shown: Panel) -> LeaveOneOut | None:
    """Return the leave-one-out error if somebody has found it already."""
    return _left_out.known(key_of(lab, shown.gamma))


def panel_sentence(shown: Panel, words: Words) -> str:
    """Say what this gamma has made of the plane, by predicates checked on its numbers."""
    if shown.shape is Shape.IMPOSSIBLE:
        return words("strip.impossible")
    if shown.shape is Shape.FINER:
        return words("strip.finer")
    values = {"positive": shown.regions.positive, "negative": shown.regions.negative}
    grid = {"cells": shown.regions.cells}
    if shown.shape is Shape.ISLANDS:
        return words("strip.islands", **values, **grid, lonely=shown.regions.lonely)
    if shown.shape is Shape.BALANCED:
        return words("strip.balanced", **values, **grid)
    if 0 in values.values():
        return words("strip.swallowed", **grid)
    return words("strip.alike", smallest=at_least(shown.smallest_k))


def strip_sentence(panels: Sequence[Panel], words: Words) -> str:
    """Say where along the strip the plane falls apart, and where nothing is told from anything."""
    drawn = [shown for shown in panels if shown.shape is not Shape.IMPOSSIBLE]
    if not drawn:
        return words("strip.impossible")
    islands = [shown for shown in drawn if shown.shape is Shape.ISLANDS]
    one = [shown for shown in drawn if shown.shape is Shape.ONE]
    parts = []
    if one:
        parts.append(words("strip.sentence.one", gamma=number(one[-1].gamma)))
    if islands:
        first = islands[0]
        values = {"lonely": first.regions.lonely, "cells": first.regions.cells}
        parts.append(words("strip.sentence.islands", gamma=number(first.gamma), **values))
    if not parts:  # a gamma whose regions are too fine to count may well have made islands
        counted = all(shown.shape is not Shape.FINER for shown in drawn)
        parts.append(words("strip.sentence.calm" if counted else "strip.finer"))
    return " ".join(parts)
