"""The queue of questions: small ones soon, large ones in turn, given-up places skipped."""

import threading
import time
from collections.abc import Callable, Iterator

import pytest

from ui.solve.queue import lanes as lanes_module
from ui.solve.queue.lanes import PATIENCE, SMALL, Lanes, Ticket

LARGE = 1.5


class Gate:
    """Work that lasts until it is let go, and a list of who has begun."""

    def __init__(self) -> None:
        self.open = threading.Event()
        self.begun: list[str] = []

    def work(self, name: str) -> Callable[[], str]:
        def wait() -> str:
            self.begun.append(name)
            assert self.open.wait(10)
            return name

        return wait

    def until(self, count: int) -> None:
        deadline = time.monotonic() + 10
        while len(self.begun) < count:
            assert time.monotonic() < deadline
            time.sleep(0.002)


@pytest.fixture
def gate() -> Iterator[Gate]:
    made = Gate()
    yield made
    made.open.set()


def test_a_small_one_begins_while_all_cores_work_on_large_ones(gate: Gate) -> None:
    lanes = Lanes(cores=2)
    for name in ("a", "b", "c"):
        lanes.put(Ticket(gate.work(name), LARGE))
    gate.until(2)
    lanes.put(Ticket(gate.work("small"), 0.01))
    gate.until(3)
    assert gate.begun == ["a", "b", "small"]


def test_large_ones_never_take_the_thread_of_small_ones(gate: Gate) -> None:
    lanes = Lanes(cores=1)
    for name in "abcdef":
        lanes.put(Ticket(gate.work(name), LARGE))
    gate.until(1)
    time.sleep(0.05)
    assert gate.begun == ["a"]


def test_the_queue_is_by_arrival_and_by_size_and_no_question_waits_forever(gate: Gate) -> None:
    lanes, now = Lanes(cores=1), time.monotonic()
    for name in ("first", "second"):
        lanes.put(Ticket(gate.work(name), 0.01))
    gate.until(2)  # both threads are taken
    tickets = {
        "large": Ticket(gate.work("large"), LARGE, now),
        "small, soon after": Ticket(gate.work("small, soon after"), 0.01, now + 1),
        "small, long after": Ticket(gate.work("small, long after"), 0.01, now + PATIENCE * LARGE + 1),
    }
    assert sorted(tickets, key=lambda name: tickets[name].turn) == ["small, soon after", "large", "small, long after"]
    futures = [lanes.put(ticket) for ticket in reversed(tickets.values())]
    gate.open.set()
    assert [future.result(10) for future in futures] == list(reversed(tickets))


def test_a_place_that_was_given_up_is_skipped(gate: Gate) -> None:
    lanes = Lanes(cores=1)
    lanes.put(Ticket(gate.work("a"), LARGE))
    gate.until(1)
    gone, stays = lanes.put(Ticket(gate.work("gone"), LARGE)), lanes.put(Ticket(gate.work("stays"), LARGE))
    assert gone.cancel()
    gate.open.set()
    assert stays.result(10) == "stays"
    assert gate.begun == ["a", "stays"]


def test_what_fails_fails_for_its_own_asker_and_the_thread_goes_on() -> None:
    lanes = Lanes(cores=1)
    for cost in (SMALL, LARGE) * 3:
        with pytest.raises(ZeroDivisionError):
            lanes.put(Ticket(lambda: 1 // 0, cost)).result(10)
    assert lanes.put(Ticket(lambda: 7, LARGE)).result(10) == 7


def test_what_only_refines_waits_while_a_hand_waits_and_nothing_else_does(gate: Gate) -> None:
    lanes = Lanes(cores=2)
    with lanes.behind_a_hand():
        lanes.put(Ticket(gate.work("refines"), 0.01, refines=True))
        lanes.put(Ticket(gate.work("asked"), 0.01))
        gate.until(1)
        time.sleep(0.05)
        assert gate.begun == ["asked"]
        assert lanes.hands == 1
    gate.until(2)
    assert gate.begun == ["asked", "refines"]
    assert lanes.hands == 0


def test_hands_that_never_rest_hold_nothing_up_for_ever(gate: Gate, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lanes_module, "HELD", 0.05)
    lanes = Lanes(cores=1)
    with lanes.behind_a_hand():
        lanes.put(Ticket(gate.work("refines"), 0.01, refines=True))
        time.sleep(0.1)
        assert gate.begun == []
        with lanes.behind_a_hand():
            pass
        gate.until(1)
        assert lanes.hands == 1
