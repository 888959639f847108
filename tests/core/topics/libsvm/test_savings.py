"""What shrinking and the cache save: four runs of the same loop on one problem."""

from core.problem import Gaussian, c_svc
from core.topics.libsvm.experiment import savings
from tests.core.small_problems import moons

PROBLEM = c_svc(*moons(120), Gaussian(1.0), 100.0)


def test_four_runs_say_what_is_saved() -> None:
    found = savings(PROBLEM, 1e-3, 12, 100_000)
    both, cache, shrinking, neither = found.runs
    assert [run.ended for run in found.runs] == [True] * 4
    assert both.computed < cache.computed < neither.computed
    assert both.computed < shrinking.computed < neither.computed
    assert both.steps == shrinking.steps  # a cache changes no step
    assert both.asked < cache.asked
    assert min(run.loop for run in found.runs) > 0
