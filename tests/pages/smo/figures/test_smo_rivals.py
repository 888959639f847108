"""The race of several runs: its axis names steps that a short run takes."""

from __future__ import annotations

import numpy as np
import pytest

from core.solver import Outcome
from core.view import Score
from pages.smo.figures.rivals import objective_race
from ui.words import words_for


@pytest.mark.parametrize(("steps", "least"), [(3, 2), (9, 3), (40, 5), (5_000, 4)])
def test_the_axis_of_steps_names_several_of_those_that_were_taken(steps: int, least: int) -> None:
    ran = Score(steps, 10 * steps, np.linspace(0.0, 1.0, steps + 1), Outcome.OPTIMAL)
    axis = objective_race({"second order": ran}, words_for("en")).layout["xaxis"]
    ticks = axis.get("tickvals") or [10.0**k for k in range(10)]
    assert sum(at <= steps for at in ticks) >= least
