"""The race of SMO and coordinate descent on a question, cached for all visitors."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from msgspec import structs

from core.problem.arrays import Vector
from core.solver import Outcome
from core.topics.descent.experiment import Race, clock, feature_count, race, step_costs, value_cost
from core.trace import Trace, record
from pages.descent import Question, linear_problem, optima
from ui.solve.limits import PAIRS_OF_A_RACE, VISITS_OF_A_RACE
from ui.solve.memory import SharedResults
from ui.solve.options import CoordinateOptions, PairOptions
from ui.solve.recording import RACE_TOLERANCE, Recording, pair_problem, record_visits, recording

TICKS = 300  # of the clock of the replay: half a minute at ten ticks per second


class Lane(NamedTuple):
    """One runner with the data for its player."""

    name: str  # of its run
    options: PairOptions | CoordinateOptions
    recording: Recording
    costs: Vector  # multiplications of each recorded step

    @property
    def work(self) -> float:
        """The multiplications of the recorded steps."""
        return float(self.costs.sum())

    def steps_at(self, tick: int, most: float) -> int:
        """Return the steps taken at a tick of the common clock; `most` is the work of the longer run."""
        done = clock(most, TICKS)[tick]
        return int(np.searchsorted(np.cumsum(self.costs), done, side="right"))


_races: SharedResults[Race] = SharedResults()


def runners(question: Question) -> tuple[PairOptions, CoordinateOptions]:
    """Return the options of SMO, and those of coordinate descent."""
    single = structs.replace(question.run_options, race=True)
    return PairOptions(race=True, loss=single.loss), single


def lanes(question: Question) -> tuple[Lane, Lane]:
    """Return both runs, each as far as a player keeps it; `InputError` if the problem cannot be solved."""
    per_value = value_cost(question.kernel, question.X.shape[1])

    def lane(options: PairOptions | CoordinateOptions) -> Lane:
        raced = question.problem.with_options(options)
        run = recording(raced)
        return Lane(raced.run_name, options, run, step_costs(run.trace, per_value))

    pair, single = runners(question)
    return lane(pair), lane(single)


def race_of(question: Question) -> Race:
    """Return the race; `InputError` if the problem cannot be solved."""

    def make() -> Race:
        n, d = question.X.shape
        pairs, visits = (lane.recording.trace for lane in lanes(question))
        if not _is_uncut(pairs):
            options, _ = runners(question)
            problem = pair_problem(question.problem.with_options(options))
            pairs = record(problem, options.solver, RACE_TOLERANCE, PAIRS_OF_A_RACE)
        if not _is_uncut(visits):
            visits = record_visits(linear_problem(question), question.run_options, RACE_TOLERANCE, VISITS_OF_A_RACE)
        return race(
            pairs, visits, optima(question), value_cost(question.kernel, d), feature_count(question.kernel, n, d)
        )

    return _races.get(question.key(), make)


def first_arrival(run: Race, most: float) -> int:
    """Return the tick at which the first run reaches the target of the race; the last tick if there is no target.

    `most` is the work of the longer run.
    """
    if run.target is None:
        return TICKS
    works = [found[1] for runner in (run.pair, run.single) if (found := runner.reached(run.target))]
    return min(TICKS, int(np.searchsorted(clock(most, TICKS), min(works))))


def _is_uncut(trace: Trace) -> bool:
    return trace.outcome is not Outcome.STEP_LIMIT
