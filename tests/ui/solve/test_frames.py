"""Frames of the socket with anything in any field: an answer, one sentence, or no question, and nothing else."""

import copy
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.frames import JUNK, outcome, random_frame
from tests.ui.solve.test_request import question
from ui.solve.machine.table import C_SVC, MACHINES, MachineSpec
from ui.solve.options import (
    BY_HAND,
    COORDINATE_SOLVER,
    LIBSVM,
    PAIR_SOLVERS,
    PERCEPTRON,
    Fork,
    HandOptions,
    LibsvmOptions,
    PairOptions,
)
from ui.solve.recording import ALGORITHMS, read_run, sent_run
from ui.solve.request import read_request
from ui.solve.wire import WireError

FULL: list[dict[str, Any]] = [
    {
        "kernel": {"name": "taylor", "gamma": 1.0, "order": 2},
        "way": sent_run(PairOptions(fork=Fork(1, "platt", (0, 1)))),
    },
    {
        "kernel": {"name": "linear", "machine": "nu-svc", "nu": 0.3, "epsilon": 0.1},
        "way": sent_run(LibsvmOptions(rows=2)),
    },
    {"kernel": {"name": "linear"}, "way": sent_run(HandOptions(pairs=((0, 1),))), "end": False, "good": True},
    {"kernel": {"name": "monomials", "exponents": [[1, 0], [0, 1]], "weights": [1.0, 2.0], "damp": [0, 0.5]}},
]


def places(sent: Any, *above: Any) -> Iterator[tuple[Any, ...]]:
    """Yield the way to every field, however deep it lies."""
    for key in sent if isinstance(sent, dict) else range(len(sent)):
        yield (*above, key)
        if isinstance(sent[key], (dict, list)):
            yield from places(sent[key], *above, key)


FIELDS = [(full, place) for full in FULL for place in places(full)]


@pytest.mark.parametrize(("full", "place"), FIELDS, ids=[".".join(map(str, place)) for _, place in FIELDS])
def test_junk_in_any_field_is_answered_refused_or_no_question(full: dict[str, Any], place: tuple[Any, ...]) -> None:
    for junk in JUNK:
        torn = copy.deepcopy(full)
        *above, last = place
        field: Any = torn
        for key in above:
            field = field[key]
        field[last] = junk
        ended = outcome(question(**torn))
        assert ended.kind != "failed", (junk, ended.said)


@settings(max_examples=80)
@given(st.integers(0, 1 << 40))
def test_a_random_frame_is_answered_refused_or_no_question(seed: int) -> None:
    ended = outcome(random_frame(seed))
    assert ended.kind != "failed", ended.said


@pytest.mark.parametrize("solver", ALGORITHMS)
def test_second_order_goes_on_from_the_end_of_libsvms_loop_alone(solver: str) -> None:
    forks = {LIBSVM: Fork(0, LIBSVM), COORDINATE_SOLVER: Fork(0, "cyclic"), PAIR_SOLVERS[0]: Fork(0, "platt")}
    for fork in (None, forks.get(solver)):
        chosen = {"fork": fork} if fork else {"pairs": ()} if solver == BY_HAND else {}
        own = ALGORITHMS[solver].options(solver=solver, **chosen)
        assert read_run(sent_run(own)) == (own, C_SVC)
        sent = {**sent_run(own), "onward": True}
        if solver == LIBSVM:
            assert read_run(sent)[0].onward  # type: ignore[union-attr]  # LIBSVM's
        else:
            with pytest.raises(WireError):
                read_run(sent)


@pytest.mark.parametrize("solver", [PERCEPTRON, LIBSVM, BY_HAND])
def test_a_race_has_two_solvers_that_are_raced(solver: str) -> None:
    with pytest.raises(WireError):
        read_run({"solver": solver, **({"pairs": []} if solver == BY_HAND else {}), "race": True})


@pytest.mark.parametrize("name", MACHINES)
def test_an_unknown_kernel_is_no_question_beside_any_machine(name: str) -> None:
    way = sent_run(LibsvmOptions(), MachineSpec(name))
    for kernel in ({"name": "rbf", "machine": name, "nu": 0.3, "epsilon": 0.1}, {"name": "rbf"}):
        for asked in ({"kernel": kernel}, {"kernel": kernel, "way": way}):
            with pytest.raises(WireError):
                read_request(question(**asked))  # type: ignore[arg-type]
