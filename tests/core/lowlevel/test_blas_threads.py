"""A training has one BLAS thread, also beside other trainings, and afterwards BLAS has as many as before."""

import os
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from core.estimators import SVC, LinearSVC
from core.lowlevel.blas_threads import libraries, one_blas_thread

rng = np.random.default_rng(0)
X = rng.normal(size=(900, 20))
Y = np.where(X[:, 0] + 0.5 * rng.normal(size=len(X)) > 0, 1, -1)


def counts() -> list[int]:
    return [pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"]


@pytest.fixture(params=[1, 2, 3])
def given(request: pytest.FixtureRequest) -> list[int]:
    with threadpool_limits(request.param, "blas"):
        yield counts()


def test_inside_there_is_one_thread_and_outside_what_was_there(given: list[int]) -> None:
    with one_blas_thread():
        assert set(counts()) == {1}
        with one_blas_thread():
            assert set(counts()) == {1}
        assert set(counts()) == {1}
    assert counts() == given


def test_an_error_inside_gives_the_threads_back(given: list[int]) -> None:
    with pytest.raises(ZeroDivisionError), one_blas_thread():
        raise ZeroDivisionError
    assert counts() == given


def test_a_number_that_other_code_sets_meanwhile_stays(given: list[int]) -> None:
    with one_blas_thread():
        for library in libraries():
            library.set(2)
        changed = counts()
    assert counts() == changed == [2] * len(libraries())
    for library, before in zip(libraries(), given, strict=True):
        library.set(before)


def test_trainings_that_overlap_are_counted(given: list[int]) -> None:
    """The first to begin is the first to end: taken one by one, the last would set BLAS to one thread for ever."""
    inside, both, first_out, seen = threading.Event(), threading.Event(), threading.Event(), []

    def first() -> None:
        with one_blas_thread():
            inside.set()
            both.wait()
        first_out.set()

    def second() -> None:
        inside.wait()
        with one_blas_thread():
            seen.append(set(counts()))
            both.set()
            first_out.wait()
            seen.append(set(counts()))

    with ThreadPoolExecutor(2) as pool:
        for job in [pool.submit(first), pool.submit(second)]:
            job.result()
    assert seen == [{1}, {1}]
    assert counts() == given


def test_thirty_trainings_at_once_give_the_serial_answers_and_the_threads_back(given: list[int]) -> None:
    alone, plane = SVC().fit(X, Y), LinearSVC(random_state=0).fit(X, Y)

    def fits(seed: int) -> bool:
        same = np.array_equal(SVC().fit(X, Y).dual_coef_, alone.dual_coef_)
        return same and np.array_equal(LinearSVC(random_state=0).fit(X, Y).coef_, plane.coef_)

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(fits, range(30)))
    assert counts() == given


@pytest.mark.skipif(not hasattr(os, "fork"), reason="only where processes fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
def test_a_process_that_forks_during_a_training_has_its_threads() -> None:
    with threadpool_limits(2, "blas"):
        before = counts()
        with one_blas_thread():
            child = os.fork()
            if child == 0:
                os._exit(0 if counts() == before else 1)
        _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0
