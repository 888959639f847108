"""Both lines of a run with a fork: under a hand those of the page, and recorded once."""

from __future__ import annotations

import pytest
from msgspec import structs

from tests.ui.solve.test_recording import CERTIFICATES, FORKS, KERNELS, MOONS, answered, asked
from ui.solve.board_problem import BoardProblem
from ui.solve.options import Fork, PairOptions
from ui.solve.playback_arrays import playback_arrays
from ui.solve.recording import forked, sent_run

LOST = [None, Fork(9000, "platt"), Fork(9, "platt", (5, 5))]


SMOOTH = {"name": "gaussian", "gamma": 1.0}


@pytest.mark.parametrize("fork", [*FORKS, *LOST], ids=repr)
def test_both_lines_under_a_hand_are_those_of_the_page_bit_for_bit(fork: Fork | None) -> None:
    X, way = MOONS.X + 0.0321 + 1e-3 * [*FORKS, *LOST].index(fork), PairOptions("smo-first-order", fork=fork)
    header, arrays = answered(asked(sent_run(way), X, kernel=SMOOTH))
    page = forked(BoardProblem(X, MOONS.y, SMOOTH, 10.0, options=way))
    assert header["run"] == BoardProblem(X, MOONS.y, SMOOTH, 10.0, options=way).run_name
    assert header["steps"] == len(page.shown.trace)
    parted = fork in FORKS
    assert header["fork"] == (9 if parted else None)
    assert bool(header["lost"]) == (fork is not None and not parted)
    assert ("other_dual" in arrays) == parted
    for name, values in {**playback_arrays(page.shown.playback), **page.arrays()}.items():
        if name.removeprefix("other_") not in {*CERTIFICATES}:
            assert arrays[name].tobytes() == values.tobytes(), name


def test_the_branch_is_recorded_once_whichever_line_is_shown() -> None:
    X, fork = MOONS.X + 0.4242, Fork(4, "platt")
    question = BoardProblem(X, MOONS.y, KERNELS[1], 10.0, options=PairOptions(fork=fork))
    one, other = forked(question), forked(question.with_fork(structs.replace(fork, shown=False)))
    assert one.other is other.shown
    assert one.shown is other.other
