"""The race of SMO and coordinate descent on a question, made once for everybody who asks the same."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from core.experiment import Race, feature_count, race, value_cost
from core.experiment.race import Clock
from core.solver import Outcome
from core.trace import Trace, record
from core.view import playback
from pages.descent import Question, linear_problem, optima, pair_problem
from ui.solve.limits import STEPS_OF_A_RUN
from ui.solve.memory import SharedResults
from ui.solve.recording import Recording, record_visits

TOLERANCE = 1e-6  # of both runners
MOST_PAIRS, MOST_VISITS = 20_000, 100_000  # steps of the runners at most
TICKS = 300  # of the clock by which they are watched: half a minute at ten a second


class Watched(NamedTuple):
    """Both runs as players show them, and the clock that they share."""

    pair: Recording
    single: Recording
    clock: Clock


_races: SharedResults[Race] = SharedResults()
_recordings: SharedResults[tuple[Recording, Recording]] = SharedResults()


def race_of(asked: Question) -> Race:
    """Return the race; `InputError` where nothing can be solved."""

    def make() -> Race:
        n, d = asked.X.shape
        pairs, visits = (recording.trace for recording in _recorded(asked))
        pairs = pairs if _is_whole(pairs) else _pairs(asked, MOST_PAIRS)
        visits = visits if _is_whole(visits) else _visits(asked, MOST_VISITS)
        return race(pairs, visits, optima(asked), value_cost(asked.kernel, d), feature_count(asked.kernel, n, d))

    return _races.get(asked.key(), make)


def watched(asked: Question) -> Watched:
    """Return the same runs, each as far as a player keeps it."""
    return Watched(*_recorded(asked), race_of(asked).clock(TICKS, STEPS_OF_A_RUN))


def _recorded(asked: Question) -> tuple[Recording, Recording]:
    def make() -> tuple[Recording, Recording]:
        pairs, visits = _pairs(asked, STEPS_OF_A_RUN), _visits(asked, STEPS_OF_A_RUN)
        return Recording(pairs, playback(pairs)), Recording(visits, playback(visits))

    return _recordings.get(asked.key(), make)


def _is_whole(trace: Trace) -> bool:
    return trace.outcome is not Outcome.STEP_LIMIT


def first_arrival(run: Race, clock: Clock) -> int:
    """Return the tick at which the first of both is as near as the race is judged by; the last where none is."""
    last = len(clock.work) - 1
    if run.target is None:
        return last
    works = [found[1] for runner in (run.pair, run.single) if (found := runner.reached(run.target))]
    return min(last, int(np.searchsorted(clock.work, min(works))))


def _pairs(asked: Question, most: int) -> Trace:
    return record(pair_problem(asked, linear_problem(asked)), "smo-second-order", TOLERANCE, most)


def _visits(asked: Question, most: int) -> Trace:
    return record_visits(linear_problem(asked), asked.way, TOLERANCE, most)
