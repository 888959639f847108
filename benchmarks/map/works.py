"""The long works of the pages that can be stopped, without a page: each as the function that makes its pieces."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final
from unittest.mock import patch

import numpy as np

from benchmarks.stage import moons, shared
from datasets import Points, make_points
from pages.choosing import answers as choosing
from pages.choosing import question as choosing_question
from pages.choosing.names import WALKED
from pages.choosing.question import Options, Question
from pages.gamma import answers as gamma
from pages.gamma import question as gamma_question
from pages.paper import now
from ui.page.choice import stand_ins
from ui.page.left_out import left_out
from ui.solve.kernels import KernelSpec
from ui.solve.queue.long_work import WORKS, Make, Progress
from ui.state.lab import Lab

AnyMake = Make[Any]
VISITOR = "nobody"  # any name: no page is open
MANY: KernelSpec = {
    "name": "fourier",
    "gamma": 1.0,
    "components": 2000.0,
    "seed": 0.0,
}  # slow


def walks(points: Points, name: str, components: int = 900) -> list[AnyMake]:
    """Return the function that makes the looks of one strategy on the map of a page."""
    asked = _choosing(points, components)
    return _made(lambda: choosing.walks(asked, VISITOR, (name,)))


def small_pictures(points: Points) -> list[AnyMake]:
    """Return the function that makes the small pictures of machines."""
    asked = _choosing(points, 100)
    return _made(lambda: choosing.machines(asked, VISITOR))


def fold_of_choices(points: Points, kernel: KernelSpec = MANY) -> list[AnyMake]:
    """Return the functions that make the looks with an approximation, and those with the exact kernel."""
    asked = stand_ins.by_kernel(points.X, points.y, kernel)
    assert asked is not None
    return _made(lambda: stand_ins.walks(asked, VISITOR))


def runs_of_a_paper(name: str) -> list[AnyMake]:
    """Return the function that makes the runs of every method on a small set."""
    return _made(lambda: now.follow(name, VISITOR))


def leaving_out(count: int) -> list[AnyMake]:
    """Return the functions that make the solves without a support vector each, for random labels."""
    rng = np.random.default_rng(0)
    points = make_points(rng.uniform(-3.0, 3.0, (count, 2)), np.where(rng.random(count) < 0.5, 1, -1))
    asked = gamma_question.read(Lab(shared(points, 1.0, 300.0), points))
    return _made(lambda: left_out(gamma.candidates(asked, gamma.panels(asked)), VISITOR))


def _choosing(points: Points, components: int) -> Question:
    own = shared(points).with_numbers(components=components).choosing(Options(shown="errors"))
    return choosing_question.read(Lab(own, points))


def _made(follow: Callable[[], object]) -> list[AnyMake]:
    """Return the functions that a page would put into the queue; none is started."""
    found: list[AnyMake] = []

    def heard(key: str, visitor: str, make: AnyMake, cost: float = 0.0) -> Progress[Any]:
        found.append(make)
        return Progress((), over=False, failed=False)

    with patch.object(WORKS, "follow", heard):
        follow()
    return found


LONG: Final[Mapping[str, Callable[[], list[AnyMake]]]] = {
    **{f"walk {name}": partial(walks, moons(200), name) for name in WALKED},
    "small pictures": partial(small_pictures, moons(400)),
    "fold of choices": partial(fold_of_choices, moons(200)),
    "runs of a paper": partial(runs_of_a_paper, "cancer"),
    "leaving out": partial(leaving_out, 200),
}
