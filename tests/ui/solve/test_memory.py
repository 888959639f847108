"""All caches together stay within their limit of bytes, and what was used last is kept."""

import threading
from concurrent.futures import CancelledError, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np
import pytest

from core.solver import new_cancel_flag
from pages import LINK, gamma
from pages.gamma.answers import panel_at
from ui.solve.memory import EACH, Memory, SharedResults, arrays_of
from ui.solve.solving import solved
from ui.state.lab import opening


def kilobytes(count: int) -> np.ndarray:
    return np.zeros(count << 10, np.int8)


@dataclass(frozen=True)
class Result:
    """Like ours: arrays, a part that comes later, and a name."""

    first: np.ndarray
    second: tuple[np.ndarray, ...]

    @cached_property
    def later(self) -> np.ndarray:
        return kilobytes(3)


def sized(*results: object) -> int:
    return sum(sum(arrays_of(result).values()) for result in results)


def test_every_array_of_a_result_is_counted_once() -> None:
    one, other = kilobytes(1), kilobytes(2)
    assert sized(Result(one, (other, one, other[:5], other.reshape(2, -1)))) == 3 << 10
    assert sized({"a": [one], "b": (one, other)}) == 3 << 10


def test_a_view_keeps_all_of_its_memory_alive() -> None:
    assert sized(kilobytes(4)[::100]) == 4 << 10


def test_what_a_result_has_worked_out_of_itself_is_counted() -> None:
    result = Result(kilobytes(1), ())
    assert sized(result) == 1 << 10
    assert len(result.later) == 3 << 10
    assert sized(result) == 4 << 10


def test_what_a_function_closes_over_is_counted() -> None:
    one = kilobytes(1)

    def draw(k: int) -> int:
        return int(one[k])

    assert sized((partial(draw, 3), True)) == sized(partial(print, one)) == 1 << 10


def test_all_caches_share_one_limit_and_the_longest_unused_goes_first() -> None:
    together = Memory(limit=10 << 10)
    here: SharedResults[np.ndarray] = SharedResults(together)
    there: SharedResults[np.ndarray] = SharedResults(together)
    here.get("a", lambda: kilobytes(3))
    there.get("b", lambda: kilobytes(3))
    here.known("a")
    there.get("c", lambda: kilobytes(3))
    assert here.known("a") is not None
    assert there.known("b") is None
    assert there.known("c") is not None
    assert together.size == 2 * (EACH + (3 << 10))


def test_an_array_in_two_results_is_counted_once_and_freed_with_the_last() -> None:
    together = Memory(limit=8 << 10)
    shared: SharedResults[object] = SharedResults(together)
    common = kilobytes(2)
    shared.get("a", lambda: (common, 1))
    shared.get("b", lambda: (common, 2))
    assert together.size == 2 * EACH + (2 << 10)
    shared.get("c", lambda: kilobytes(4))  # pushes out the first, which frees no array
    assert together.size == 2 * EACH + (6 << 10)
    shared.get("d", lambda: kilobytes(4))
    assert together.size == EACH + (4 << 10)


def test_the_newest_is_kept_even_where_it_is_larger_than_the_limit() -> None:
    together = Memory(limit=1 << 10)
    shared: SharedResults[np.ndarray] = SharedResults(together)
    for key in "ab":
        shared.get(key, lambda: kilobytes(5))
        assert shared.known(key) is not None
    assert shared.known("a") is None


def test_what_cannot_be_made_leaves_nothing_behind() -> None:
    together = Memory()
    shared: SharedResults[int] = SharedResults(together)
    with pytest.raises(ZeroDivisionError):
        shared.get("a", lambda: 1 // 0)
    assert together.size == 0


def test_half_a_result_is_not_kept_and_another_waiting_caller_computes_it() -> None:
    results: SharedResults[str] = SharedResults(Memory())
    cancel, waits = new_cancel_flag(), threading.Event()

    def half() -> str:
        waits.wait(10.0)
        cancel[0] = 1
        return "half"

    def stopped() -> None:
        with pytest.raises(CancelledError):
            results.get("a", half, cancel)

    with ThreadPoolExecutor() as threads:
        first = threads.submit(stopped)
        second = threads.submit(results.get, "a", lambda: "whole")
        waits.set()
        first.result()
        assert second.result() == "whole"
    assert results.known("a") == "whole"
    assert results.get("a", half, cancel) == "whole", "what is cached is not computed, so it is not cancelled"


def test_many_threads_leave_the_count_right() -> None:
    together = Memory(limit=40 << 10)
    shared: SharedResults[np.ndarray] = SharedResults(together)

    def ask(seed: int) -> None:
        draw = np.random.default_rng(seed)
        for key in draw.integers(0, 30, 400):
            assert len(shared.get(str(key), lambda key=key: kilobytes(1 + int(key) % 5))) == (1 + int(key) % 5) << 10

    threads = [threading.Thread(target=ask, args=(seed,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    kept = [key for key in range(30) if shared.known(str(key)) is not None]
    assert together.size == sum(EACH + ((1 + key % 5) << 10) for key in kept) <= 40 << 10


def test_a_solve_counts_its_gram_matrix_once() -> None:
    lab = opening(LINK, {"data": "moons"})
    n = len(lab.points.y)
    assert 8 * n * n <= sized(solved(lab.problem)) < 12 * n * n + 20_000
    assert sized(panel_at(gamma.PAGE.read(lab), 1.0)) >= 8 * n * n
