"""Long work: shared, kept, ended within a tenth of a second, and continued only while a visitor asks."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from threading import Event

import pytest

from core.solver import CancelFlag
from ui.solve.queue import long_work
from ui.solve.queue.lanes import Lanes, Ticket
from ui.solve.queue.long_work import LongWorks

OF = 5


class Counting:
    """A work that counts to `OF`, a piece whenever it is let, and says how often it was begun."""

    def __init__(self) -> None:
        self.begun: list[int] = []
        self.let = Event()
        self.cancelled = Event()

    def __call__(self, found: Sequence[int], cancel: CancelFlag) -> Iterator[int]:
        self.begun.append(len(found))
        for k in range(len(found), OF):
            while not self.let.is_set():
                if cancel[0]:
                    self.cancelled.set()
                    return
                time.sleep(0.002)
            yield k


@pytest.fixture
def works() -> LongWorks:
    return LongWorks(Lanes(1))


def until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 20.0
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.005)


def test_pieces_come_one_by_one_and_are_found_once_for_all_visitors(works: LongWorks) -> None:
    counting = Counting()
    assert works.follow("a", "Ann", counting).found == ()
    counting.let.set()
    until(lambda: works.follow("a", "Bob", counting).over)
    assert works.follow("a", "Ann", counting).found == (0, 1, 2, 3, 4)
    assert counting.begun == [0]


def test_who_leaves_ends_the_piece_in_work_at_once_and_who_comes_back_goes_on_after_what_was_found(
    works: LongWorks,
) -> None:
    counting = Counting()
    works.follow("a", "Ann", counting)
    until(lambda: bool(counting.begun))
    asked = time.monotonic()
    works.leave("a", "Ann")
    assert counting.cancelled.wait(20.0)
    assert time.monotonic() - asked < 10.0  # the clock of a busy machine; the work looks every 2 ms
    until(lambda: not works.known("a").over)
    counting.let.set()
    until(lambda: works.follow("a", "Ann", counting).over)
    assert works.known("a").found == (0, 1, 2, 3, 4)
    assert counting.begun == [0, 0]


def test_it_goes_on_for_the_others_when_one_leaves(works: LongWorks) -> None:
    counting = Counting()
    works.follow("a", "Ann", counting)
    works.follow("a", "Bob", counting)
    until(lambda: bool(counting.begun))
    works.leave("a", "Ann")
    counting.let.set()
    until(lambda: works.known("a").over)
    assert not counting.cancelled.is_set()
    assert counting.begun == [0]


def test_it_pauses_when_no_visitor_asks_any_more(works: LongWorks, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_work, "GONE", 0.0)
    counting = Counting()
    counting.let.set()
    for k in range(1, OF + 1):
        works.follow("a", "Ann", counting)
        until(lambda k=k: len(works.known("a").found) == k)
        time.sleep(0.02)
        assert len(works.known("a").found) == k


def test_a_piece_that_takes_long_ends_when_no_visitor_asks_any_more(
    works: LongWorks, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(long_work, "GONE", 1.0)
    monkeypatch.setattr(long_work, "WATCH", 0.02)
    closed, watched = Counting(), Counting()
    works.follow("a", "Ann", closed)
    until(closed.cancelled.is_set)
    until(lambda: not works._watched)
    works.follow("b", "Ann", watched)
    for _ in range(60):
        works.follow("b", "Ann", watched)
        time.sleep(0.02)
    assert not watched.cancelled.is_set()
    watched.let.set()
    until(lambda: works.follow("b", "Ann", watched).over)
    closed.let.set()
    until(lambda: works.follow("a", "Ann", closed).over)


def test_a_work_that_breaks_off_says_so_and_ends(works: LongWorks) -> None:
    def breaking(found: Sequence[int], cancel: CancelFlag) -> Iterator[int]:
        yield 1
        raise ZeroDivisionError

    until(lambda: works.follow("a", "Ann", breaking).over)
    assert works.known("a") == long_work.Progress((1,), over=True, failed=True)


def test_so_many_works_are_kept_besides_those_that_are_followed(
    works: LongWorks, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(long_work, "MOST", 2)
    done = Counting()
    done.let.set()
    for key in "abc":
        until(lambda key=key: works.follow(key, "Ann", done).over)
    assert all(works.known(key) for key in "abc"), "each of them is followed"
    for key in "abc":
        works.leave(key, "Ann")
    works.follow("d", "Ann", Counting())
    assert [works.known(key) is None for key in "abcd"] == [True, True, False, False]


def test_nothing_is_begun_for_a_visitor_who_has_left_meanwhile(works: LongWorks) -> None:
    first, second = Counting(), Counting()
    works.follow("a", "Ann", first)
    until(lambda: bool(first.begun))
    works._lanes.put(Ticket(first.let.wait, 0.01))  # for the other thread
    works.follow("b", "Ann", second)
    works.leave("b", "Ann")
    first.let.set()
    until(lambda: not works._works["b"].queued)
    assert second.begun == []


def test_what_is_kept_elsewhere_is_found_again_once_it_has_been_given_up_there(works: LongWorks) -> None:
    elsewhere: set[int] = set()

    def filling(found: Sequence[None], cancel: CancelFlag) -> Iterator[None]:
        for k in range(OF):
            if k not in elsewhere:
                elsewhere.add(k)
                yield None

    works.follow("a", "Ann", filling, kept=False)
    until(lambda: works.known("a").over)
    assert elsewhere == set(range(OF))
    elsewhere.remove(3)
    works.follow("a", "Ann", filling, kept=False)
    until(lambda: 3 in elsewhere)
    assert works.known("a").found == ()


def test_what_is_kept_elsewhere_and_broke_off_is_not_begun_again(works: LongWorks) -> None:
    begun: list[int] = []

    def breaking(found: Sequence[None], cancel: CancelFlag) -> Iterator[None]:
        begun.append(1)
        raise ZeroDivisionError
        yield

    works.follow("a", "Ann", breaking, kept=False)
    until(lambda: works.known("a").failed)
    assert works.follow("a", "Ann", breaking, kept=False).over
    assert begun == [1]
