"""The two optima of a race with their certificates, as a table."""

from __future__ import annotations

import pandas as pd

from core.problem.arrays import Vector
from core.topics.descent.experiment import Offsets, Race
from ui.words import Words, at_most, interval, number


def optima_table(both: Offsets, origin: Vector | None, words: Words) -> pd.DataFrame:
    """Return each optimum between its dual and its primal value, with its proof, and its constant part f(0).

    `origin` contains the features of the origin; None if the points are used as they are.
    """
    sides = (both.free, both.appended)
    ends = [interval(side.proof.low, side.proof.high) for side in sides]
    at_origin = [side.b if origin is None else side.b + float(origin @ side.w) for side in sides]
    table = pd.DataFrame(
        {
            words("race.column.which"): [words("race.side.free"), words("race.side.appended")],
            words("race.column.dual"): [end.low for end in ends],
            words("race.column.primal"): [end.high for end in ends],
            words("race.column.gap"): [at_most(side.proof.relative_width, 2) for side in sides],
            words("race.column.b"): [number(value) for value in at_origin],
            words("race.column.steps"): [number(side.steps) for side in sides],
        }
    )
    return table.set_index(words("race.column.which"))


def evaluations_table(shown: Race, words: Words) -> pd.DataFrame:
    """Return the kernel values and features that each runner evaluates up to the common target and in its whole run."""
    runners = (shown.pair, shown.single)
    reached = [None if shown.target is None else runner.reached(shown.target) for runner in runners]
    columns: dict[str, list[str]] = {words("race.column.which"): [words("race.side.free"), words("race.side.appended")]}
    if shown.target is not None:
        near = [runner.evaluations(at[0] if at else 0)[0] for runner, at in zip(runners, reached, strict=True)]
        columns[words("race.column.near", target=number(100.0 * shown.target))] = [number(count) for count in near]
    columns[words("race.column.kernel")] = [number(runner.evaluations(runner.last)[0]) for runner in runners]
    columns[words("race.column.features")] = [number(runner.features) for runner in runners]
    return pd.DataFrame(columns).set_index(words("race.column.which"))
