"""The socket for live solving, over a real server: it answers, refuses strangers and noise, and the newest wins."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import numpy as np
import pytest
import uvicorn
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.applications import Starlette
from starlette.middleware import Middleware
from streamlit import net_util
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from datasets import CATALOGUE
from ui.server.connections import send_without_delay
from ui.server.origin import OwnPagesOnly
from ui.solve import request, solver_socket, solving
from ui.solve.board_problem import BoardProblem
from ui.solve.solving import solve
from ui.solve.wire import pack, unpack

QUICK = {"name": "linear"}
SLOW = {"name": "gaussian", "gamma": 0.05}
MOONS = CATALOGUE["moons"].make()


def noise(n: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(5)
    return rng.normal(size=(n, 2)), np.where(rng.random(n) < 0.5, 1, -1).astype(np.int8)


def asked(seq: int, X: np.ndarray, y: np.ndarray, kernel: dict[str, Any], C: float | None = 1.0) -> bytes:
    return pack({"seq": seq, "kernel": kernel, "C": C, "lang": "en"}, {"X": X, "y": y})


def easy(seq: int = 1) -> bytes:
    return asked(seq, MOONS.X, MOONS.y, QUICK)


@pytest.fixture(scope="module")
def accepted() -> list[socket.socket]:
    """Return the list in which the server leaves the sockets that it accepted."""
    return []


@pytest.fixture(scope="module")
def address(accepted: list[socket.socket]) -> Iterator[str]:
    """Serve the route from a thread on a port of its own; yield ws://127.0.0.1:<port>/lab/ws."""
    listening = socket.socket()  # protocol 0, bound as Streamlit binds its own
    listening.bind(("127.0.0.1", 0))
    send_without_delay(listening)
    served = uvicorn.Server(
        uvicorn.Config(
            Starlette(routes=[solver_socket.route()], middleware=[Middleware(OwnPagesOnly)]),
            log_level="critical",
            ws="websockets-sansio",
        )
    )
    thread = threading.Thread(target=served.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    until(lambda: served.started)
    yield f"ws://127.0.0.1:{listening.getsockname()[1]}{solver_socket.PATH}"
    served.should_exit = True
    thread.join(10)
    listening.close()


def until(holds: Callable[[], object], seconds: float = 10.0) -> None:
    """Wait until something holds, or fail."""
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.005)


def answer(line: ClientConnection, timeout: float = 20.0) -> dict[str, Any]:
    """Return the header of the next answer."""
    received = line.recv(timeout=timeout)
    assert isinstance(received, bytes)
    return unpack(received)[0]


def closing_code(line: ClientConnection) -> int:
    with pytest.raises(ConnectionClosed) as caught:
        line.recv(timeout=10)
    received = caught.value.rcvd
    assert received is not None
    return received.code


@pytest.fixture
def running(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Count the solves that are running now, in the only entry of a list."""
    count, lock = [0], threading.Lock()

    def counted(*arguments: Any) -> Any:
        with lock:
            count[0] += 1
        try:
            return solve(*arguments)
        finally:
            with lock:
                count[0] -= 1

    monkeypatch.setattr(solving, "solve", counted)
    return count


# ---- answers ----


def test_a_question_gets_the_cores_answer(address: str) -> None:
    with connect(address) as line:
        line.send(easy(3))
        received = line.recv(timeout=10)
    assert isinstance(received, bytes)
    header, arrays = unpack(received)
    own = solve(BoardProblem(MOONS.X, MOONS.y, QUICK, 1.0)).solution
    assert (header["seq"], header["state"]) == (3, "proved")
    assert arrays["alpha"].tobytes() == own.alpha.tobytes()


def test_a_refused_question_gets_its_sentence_and_the_line_stays(address: str) -> None:
    with connect(address) as line:
        line.send(asked(1, MOONS.X, np.ones(90, np.int8), QUICK))
        assert answer(line)["state"] == "refused"
        line.send(easy(2))
        assert answer(line)["seq"] == 2


def test_thirty_at_once_all_get_their_own_answer(address: str) -> None:
    rng = np.random.default_rng(0)
    sets = [(rng.normal(size=(60, 2)), np.where(np.arange(60) % 2, 1, -1).astype(np.int8)) for _ in range(30)]
    right: list[bool] = []

    def student(seq: int) -> None:
        X, y = sets[seq]
        own = solve(BoardProblem(X, y, {"name": "gaussian", "gamma": 1.0}, 10.0)).solution.alpha.tobytes()
        with connect(address, open_timeout=20) as line:
            for again in range(5):
                line.send(asked(100 * seq + again, X, y, {"name": "gaussian", "gamma": 1.0}, 10.0))
                received = line.recv(timeout=30)
                assert isinstance(received, bytes)
                header, arrays = unpack(received)
                right.append(header["seq"] == 100 * seq + again and arrays["alpha"].tobytes() == own)

    threads = [threading.Thread(target=student, args=(seq,)) for seq in range(30)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert right == [True] * 150


# ---- strangers and noise ----


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://[", "http://evil.example:8501@localhost.evil"]
)
def test_a_page_from_elsewhere_may_not_open_the_line(address: str, origin: str) -> None:
    with pytest.raises(InvalidStatus) as caught, connect(address, additional_headers={"Origin": origin}):
        pass
    assert caught.value.response.status_code == 403


def test_constant_foreign_requests_delay_no_visitor(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def network() -> None:
        raise AssertionError("Streamlit looked for our own address in the network")

    monkeypatch.setattr(net_util, "get_external_ip", network)
    monkeypatch.setattr(net_util, "get_internal_ip", network)
    over, refused = threading.Event(), [0] * 6

    def knock(who: int) -> None:
        while not over.is_set():
            with pytest.raises(InvalidStatus), connect(address, additional_headers={"Origin": "http://evil.example"}):
                pass
            refused[who] += 1

    strangers = [threading.Thread(target=knock, args=(who,)) for who in range(6)]
    for stranger in strangers:
        stranger.start()
    try:
        until(lambda: min(refused) > 0)
        with connect(address) as line:
            started = time.monotonic()
            line.send(easy())
            answer(line)
            assert time.monotonic() - started < 2.0  # measured: some 20 ms
    finally:
        over.set()
        for stranger in strangers:
            stranger.join(10)


@pytest.mark.parametrize("own", [True, False])
def test_our_own_page_and_programs_may(address: str, own: bool) -> None:
    here = address.replace("ws://", "http://").removesuffix(solver_socket.PATH)
    with connect(address, additional_headers={"Origin": here} if own else {}) as line:
        line.send(easy())
        assert answer(line)["state"] == "proved"


def test_a_frame_that_is_too_long_ends_the_line(address: str) -> None:
    with connect(address) as line:
        line.send(bytes(request.MOST_BYTES + 1))
        assert closing_code(line) == solver_socket.TOO_BIG


def test_a_frame_of_text_ends_the_line(address: str) -> None:
    with connect(address) as line:
        line.send("hello")
        assert closing_code(line) == solver_socket.UNREADABLE


@settings(max_examples=25)
@given(data=st.binary(max_size=200), magic=st.booleans())
def test_random_bytes_end_their_own_line_and_no_other(address: str, data: bytes, magic: bool) -> None:
    with connect(address) as other, connect(address) as line:
        line.send(b"SVML" + data if magic else data)
        assert closing_code(line) == solver_socket.UNREADABLE
        other.send(easy())
        assert answer(other)["state"] == "proved"


def test_a_fault_of_ours_ends_the_line_so_that_the_page_opens_another(
    address: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with connect(address) as line, monkeypatch.context() as broken:
        broken.setattr(solver_socket, "answer_request", lambda *_: 1 // 0)
        line.send(easy())
        assert closing_code(line) == solver_socket.BROKEN
    until(lambda: "broke off" in caplog.text)
    with connect(address) as line:
        line.send(easy())
        assert answer(line)["state"] == "proved"


def test_who_asks_too_often_is_sent_away(address: str) -> None:
    with connect(address) as line:
        with pytest.raises(ConnectionClosed):  # noqa: PT012 - it may be noticed at any send
            for seq in range(int(solver_socket.BURST) + 200):
                line.send(easy(seq))
            while True:
                line.recv(timeout=10)
        assert line.close_code == solver_socket.POLICY_VIOLATION


def test_the_allowance_fills_up_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    allowance = solver_socket.Allowance(per_second=10, burst=3)
    assert [allowance.take() for _ in range(5)] == [True, True, True, False, False]
    now[0] += 0.1
    assert [allowance.take() for _ in range(2)] == [True, False]
    now[0] += 1000
    assert [allowance.take() for _ in range(5)] == [True, True, True, False, False]


# ---- the newest wins ----


def test_a_quick_question_does_not_wait_for_a_slow_one(address: str, running: list[int]) -> None:
    X, y = noise(2000)
    with connect(address) as line:
        line.send(asked(1, X, y, SLOW, 1e5))
        until(lambda: running[0] == 1)
        time.sleep(0.3)  # past the Gram matrix, into the steps
        assert running[0] == 1, "the slow question is not slow"
        started = time.monotonic()
        line.send(easy(2))
        first = answer(line)
        elapsed = time.monotonic() - started
    assert first["seq"] == 2, "the old answer came, although a newer question was asked"
    assert elapsed < 1.0  # measured: 7 to 60 ms


def test_of_many_questions_the_last_is_always_answered(address: str) -> None:
    X, y = noise(300)
    with connect(address) as line:
        for seq in range(1, 61):
            line.send(asked(seq, X, y, {"name": "gaussian", "gamma": 1.0}, 1.0 + seq / 100))
        seqs = [answer(line)["seq"]]
        while seqs[-1] != 60:
            seqs.append(answer(line)["seq"])
    assert seqs == sorted(seqs)


def test_a_solve_ends_when_no_visitor_waits_for_it(address: str, running: list[int]) -> None:
    X, y = noise(2000)
    with connect(address) as line:
        line.send(asked(1, X, y, SLOW, 1e5))
        until(lambda: running[0] == 1)
        time.sleep(0.3)
        assert running[0] == 1, "the slow question is not slow"
        line.socket.shutdown(socket.SHUT_RDWR)  # the tab is gone without a word
        until(lambda: running[0] == 0, seconds=1.0)  # measured: 30 to 180 ms


def test_a_room_of_slow_questions_leaves_a_line_for_a_quick_one(address: str, running: list[int]) -> None:
    X, y = noise(1000)
    with ExitStack() as room:
        heavy = [room.enter_context(connect(address)) for _ in range(3)]
        for seq, line in enumerate(heavy):
            line.send(asked(seq, X, y, SLOW, 1e5))
        until(lambda: running[0] > 0)
        line = room.enter_context(connect(address))
        line.send(easy())
        assert answer(line, timeout=30)["state"] == "proved"
    until(lambda: running[0] == 0, seconds=30)


def test_a_small_question_does_not_wait_for_a_room_of_large_ones(address: str, running: list[int]) -> None:
    X, y = noise(2000)
    with ExitStack() as room:
        large = [room.enter_context(connect(address)) for _ in range(20)]
        for seq, line in enumerate(large):
            line.send(asked(seq, X, y, SLOW, 1e5))
        until(lambda: running[0] > 0)
        line = room.enter_context(connect(address))
        started = time.monotonic()
        line.send(asked(1, X[:60], y[:60], {"name": "gaussian", "gamma": 1.0}))
        answer(line)
        assert time.monotonic() - started < 5.0  # measured: 0.1 s; behind them all it waited for 28 s
        assert running[0] > 0, "the large questions are not large"
    until(lambda: running[0] == 0, seconds=30)


def test_the_route_lies_below_the_base_path() -> None:
    assert solver_socket.route("/svm").path == "/svm/lab/ws"  # type: ignore[attr-defined]
