"""The race of SMO and coordinate descent on a question, made once for everybody who asks the same."""

from __future__ import annotations

from core.experiment import Race, feature_count, race, value_cost
from core.trace import record
from pages.descent import Question, linear_problem, optima, pair_problem
from ui.solve.memory import SharedResults
from ui.solve.recording import record_visits

TOLERANCE = 1e-6  # of both runners
MOST_PAIRS, MOST_VISITS = 20_000, 100_000  # steps of the runners at most

_races: SharedResults[Race] = SharedResults()


def race_of(asked: Question) -> Race:
    """Return the race; `InputError` where nothing can be solved."""

    def make() -> Race:
        linear = linear_problem(asked)
        pairs = record(pair_problem(asked, linear), "smo-second-order", TOLERANCE, MOST_PAIRS)
        visits = record_visits(linear, asked.way, TOLERANCE, MOST_VISITS)
        n, d = asked.X.shape
        return race(pairs, visits, optima(asked), value_cost(asked.kernel, d), feature_count(asked.kernel, n, d))

    return _races.get(asked.key(), make)
