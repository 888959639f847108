"""One release of a slider is one solve: the socket has answered, and page and curves take that answer over."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest

from core.solver import new_cancel_flag
from core.trace import as_far_as_possible, record
from core.view import Solution, curves
from datasets import CATALOGUE
from pages import LINK
from pages.board import answers
from pages.board.question import read
from tests.pages.counted_work import counted as counted_work
from tests.pages.visit import Visit, committed
from ui.solve import recording, solving
from ui.solve.board_problem import BoardProblem
from ui.solve.limits import STEPS_OF_A_RUN, STEPS_OF_A_SOLVE
from ui.solve.memory import SharedResults
from ui.solve.request import answer_request, read_request
from ui.solve.solving import TOLERANCE, Solved, solve, solved, solved_live, trace_of
from ui.solve.wire import pack, unpack
from ui.state.lab import opening

MOONS = CATALOGUE["moons"].make()


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """Count the solves and the recorded runs, with nothing remembered from other tests."""
    counts = {"solves": 0, "records": 0}

    def counting(what: str, run: Any) -> Any:
        def made(*args: Any, **more: Any) -> Any:
            counts[what] += 1
            return run(*args, **more)

        return made

    for name in ("_solved", "_live", "_curves"):
        monkeypatch.setattr(solving, name, SharedResults())
    monkeypatch.setattr(solving, "solve", counting("solves", solve))
    for name in ("_recordings", "_live"):
        monkeypatch.setattr(recording, name, SharedResults())
    for module in (solving, recording):
        monkeypatch.setattr(module, "record", counting("records", record))
    return counts


def question(gamma: float, C: float) -> bytes:
    kernel = {"name": "gaussian", "gamma": gamma}
    return pack({"seq": 1, "kernel": kernel, "C": C, "lang": "en"}, {"X": MOONS.X, "y": MOONS.y})


@pytest.mark.parametrize(("gamma", "C"), [(0.75, 10.0), (2, 10), (2, 2.5)])
def test_one_release_is_one_solve_for_socket_page_and_curves(counted: dict[str, int], gamma: float, C: float) -> None:
    visit = Visit(data="moons")
    counted.update(solves=0, records=0)
    for step in (0.5, 0.6, gamma):  # a drag, and where it ends
        answer_request(read_request(question(step, C)))
    assert counted["solves"] == 3
    header, arrays = unpack(answer_request(read_request(question(gamma, C))))
    visit.commit(committed(MOONS, {"name": "gaussian", "gamma": gamma}, C))
    assert counted == {"solves": 3, "records": 1}  # time line and curves are the run once more, step by step
    assert visit.board()[0]["answer"]["b"] == header["b"]
    assert visit.board()[1]["alpha"].tobytes() == arrays["alpha"].tobytes()
    assert len(visit.data("plot")) == 2
    visit.run()
    assert counted == {"solves": 3, "records": 1}


def test_the_page_that_comes_first_spares_the_socket_its_solve(counted: dict[str, int]) -> None:
    Visit(data="moons", k="gaussian", g="0.75", C="10")
    assert counted["solves"] == 1
    answer_request(read_request(question(0.75, 10.0)))
    assert counted["solves"] == 1


def test_a_cancelled_question_is_not_kept(counted: dict[str, int]) -> None:
    cancel = new_cancel_flag()
    cancel[0] = 1
    asked = (MOONS.X, MOONS.y, {"name": "gaussian", "gamma": 0.75}, 10.0)
    assert solved_live(BoardProblem(*asked), cancel) is None
    assert solved(BoardProblem(*asked)).solution.outcome.name == "OPTIMAL"
    assert counted["solves"] == 2


def test_a_page_that_waits_for_a_question_which_is_cancelled_solves_it_itself(
    counted: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = (MOONS.X, MOONS.y, {"name": "gaussian", "gamma": 0.75}, 10.0)
    begun, gone, cancel = threading.Event(), threading.Event(), new_cancel_flag()
    counting = solving.solve

    def slow(*args: Any) -> Solved:
        if len(args) == 2:  # the socket's, with its flag
            begun.set()
            assert gone.wait(20)
        return counting(*args)

    monkeypatch.setattr(solving, "solve", slow)
    found: list[Solved | None] = []
    socket = threading.Thread(target=lambda: found.append(solved_live(BoardProblem(*asked), cancel)))
    page = threading.Thread(target=lambda: found.append(solved(BoardProblem(*asked))))
    socket.start()
    assert begun.wait(20)
    page.start()
    cancel[0] = 1
    gone.set()
    for thread in (socket, page):
        thread.join(20)
    assert [None if one is None else one.solution.outcome.name for one in found] == [None, "OPTIMAL"]
    assert counted["solves"] == 2


LONG = {"data": "overlap", "k": "gaussian", "g": "1", "C": "1e4"}  # 15,557 steps; the walk keeps 10,000


def test_a_course_that_is_longer_than_the_walk_is_no_second_run(counted: dict[str, int]) -> None:
    asked = read(opening(LINK, LONG))
    found = answers.solution(asked)
    assert isinstance(found, Solution)
    run, went = answers.walk(asked, found), answers.course(asked, found)
    assert run is not None
    assert went is not None
    assert len(run.trace) == STEPS_OF_A_RUN < went.step[-1]
    assert counted == {"solves": 1, "records": 1}
    whole = curves(record(run.trace.problem, tolerance=TOLERANCE, limit=STEPS_OF_A_SOLVE))
    for name, values in vars(whole).items():
        assert np.array_equal(getattr(went, name), values, equal_nan=True), name


def test_what_the_walk_has_done_is_not_done_again(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = read(opening(LINK, LONG))
    found, run = solved(asked.problem), recording.recording(asked.problem)
    work = counted_work(monkeypatch)
    steps = len(trace_of(found, run.trace))
    assert work.numbers == (steps - len(run.trace)) * len(asked.board.points.y)


@pytest.mark.parametrize("other", ["another rule", "picked pairs", "a run to its end"])
def test_a_run_that_is_no_beginning_of_the_solve_is_not_gone_on_with(other: str) -> None:
    asked = read(opening(LINK, LONG))
    found = solved(asked.problem)
    runs = {
        "another rule": lambda: record(found.problem, "smo-first-order", TOLERANCE, 50),
        "picked pairs": lambda: as_far_as_possible(found.problem, ((0, 1),), TOLERANCE),
        "a run to its end": lambda: record(found.problem, tolerance=0.5),
    }
    went = trace_of(found, runs[other]())
    assert went.trunk is None
    assert len(went) == len(trace_of(found))
