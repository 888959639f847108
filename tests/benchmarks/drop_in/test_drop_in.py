"""Our machines stand in the place of scikit-learn's: its own tests of them, and random problems beside it."""

from collections import Counter

import pytest

from benchmarks.drop_in import suite
from benchmarks.drop_in.agreement import ending
from benchmarks.drop_in.problems import KERNEL_MACHINES, KERNELS, LINEAR_MACHINES, gram_of, random_problem

KNOWN = {  # scikit-learn's tests that ours fail, and why
    "test_precomputed": "the last digits of a matrix and of its points, which ours sees from their mean",
    "test_svc_clone_with_callable_kernel": "the same",
    "test_custom_kernel_not_array_input": "the same, of a regression",
    "test_svr_errors": "a kernel matrix of the wrong shape is refused by fit, not by predict",
    "test_libsvm_convergence_warnings": "two steps are enough for ours, and it says so",
}
ROUND = len(KERNEL_MACHINES) * len(KERNELS) + len(LINEAR_MACHINES)


def test_ours_pass_95_percent_of_scikit_learns_own_tests() -> None:
    count = suite.counted("test_svm")
    assert count.theirs > 100
    assert count.share >= 0.95
    assert {name.split("[")[0] for name in count.failed} <= KNOWN.keys()
    assert {name.split("[")[0] for name in count.private} <= suite.PRIVATE.keys()


@pytest.mark.parametrize("begin", range(0, 10 * ROUND, ROUND))
def test_no_random_problem_of_any_machine_and_kernel_has_another_answer(begin: int) -> None:
    found = Counter(ending(seed)[1] for seed in range(begin, begin + ROUND))
    assert found["other"] == 0
    assert found["same"] > 0.7 * ROUND


def test_every_machine_meets_every_kernel() -> None:
    problems = [random_problem(seed) for seed in range(ROUND)]
    assert len({problem.title for problem in problems}) == ROUND
    for problem in problems:
        if "kernel" in problem.named:
            K = gram_of(problem)
            assert K.shape == (len(problem.y),) * 2
            assert abs(K - K.T).max() <= 1e-12 * abs(K).max()
