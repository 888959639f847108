"""Runs that are recorded during a drag: the run of the page, bit for bit, and nothing else gets in."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.problem import FourierMap
from core.solver import Outcome, new_cancel_flag
from datasets import CATALOGUE
from ui.link.shared import RULES
from ui.solve import recording as recordings
from ui.solve.board_problem import BoardProblem
from ui.solve.limits import STEPS_OF_A_RUN
from ui.solve.machine.table import C_SVC
from ui.solve.message import cut
from ui.solve.options import (
    BY_HAND,
    COORDINATE_SOLVER,
    LOSSES,
    ORDERS,
    PERCEPTRON,
    AlgorithmOptions,
    CoordinateOptions,
    Fork,
    HandOptions,
    LibsvmOptions,
    PairOptions,
    PerceptronOptions,
)
from ui.solve.playback_arrays import playback_arrays
from ui.solve.recording import LIVE_SAMPLES, ending, forked_live, race_costs, read_run, recording, sent_run
from ui.solve.request import answer_request, read_request
from ui.solve.wire import WireError, pack, unpack
from ui.words import words_for

MOONS = CATALOGUE["moons"].make()
KERNELS: list[dict[str, Any]] = [
    {"name": "linear"},
    {"name": "polynomial", "degree": 2, "gamma": 1.0, "zeta": 1.0},
    {"name": "taylor", "gamma": 1.0, "order": 4},
    {"name": "fourier", "gamma": 1.0, "components": 50, "seed": 0},
    {"name": "paired", "gamma": 1.0, "components": 50, "seed": 0},
    {"name": "nystroem", "gamma": 1.0, "landmarks": 20, "landmark_seed": 0},
    {"name": "polynomial", "degree": 5, "gamma": 0.3, "zeta": 0.0},
]
WAYS: list[AlgorithmOptions] = [
    *map(PairOptions, RULES),
    *(CoordinateOptions(loss, bias, order) for loss, bias, order in product(LOSSES, (True, False), ORDERS)),
    *(PerceptronOptions(order=order, seed=5) for order in ORDERS),
    PerceptronOptions(order=ORDERS[1], eta=0.1),
    LibsvmOptions(rows=20),
    LibsvmOptions(shrinking=False),
    *(PairOptions(race=True, loss=loss) for loss in LOSSES),
    *(CoordinateOptions(loss, race=True) for loss in LOSSES),
]
CERTIFICATES = {"step", "primal", "gap"}  # of which there are fewer while something moves


def asked(way: object, X: np.ndarray = MOONS.X, y: np.ndarray = MOONS.y, **header: Any) -> bytes:
    full = {"seq": 3, "kernel": KERNELS[2], "C": 10.0, "lang": "en", "way": way, **header}
    return pack(full, {"X": X, "y": y})


def answered(blob: bytes) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    return unpack(answer_request(read_request(blob)))


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel["name"])
@pytest.mark.parametrize("way", WAYS, ids=lambda way: "-".join(map(str, sent_run(way).values())))
def test_the_run_under_a_hand_is_the_run_of_the_page_bit_for_bit(way: AlgorithmOptions, kernel: dict[str, Any]) -> None:
    X = (
        MOONS.X + 0.01 + 1e-3 * WAYS.index(way)
    )  # points that no other test records: a kept run has all its certificates
    header, arrays = answered(asked(sent_run(way), X, kernel=kernel))
    question = BoardProblem(X, MOONS.y, kernel, 10.0, options=way)
    page = recording(question)
    assert (header["seq"], header["run"]) == (3, question.run_name)
    assert (header["steps"], header["outcome"]) == (len(page.trace), ending(page.trace))
    assert header["bound"] == (10.0 if way.bounded else None)
    assert way.bounded == (getattr(way, "loss", "hinge") == "hinge" and way.solver != PERCEPTRON)
    assert ("costs" in arrays) == way.race
    for name, values in playback_arrays(page.playback, race_costs(page.trace, question)).items():
        if name not in CERTIFICATES:
            assert arrays[name].tobytes() == values.tobytes(), name
    assert len(arrays["step"]) < len(page.playback.sampled.step)
    assert len(arrays["step"]) <= LIVE_SAMPLES + LIVE_SAMPLES // 4 + 2


def test_the_eta_of_a_perceptron_comes_back_from_a_browser_and_no_other_number_does() -> None:
    sent = sent_run(PerceptronOptions(eta=2.0))
    assert read_run({**sent, "eta": 2})[0] == PerceptronOptions(eta=2.0)
    assert repr(read_run({**sent, "eta": 1})[0]) == repr(PerceptronOptions())  # runs have their names from it
    for eta in (0, -1.0, 1e-9, 1e9, float("nan"), float("inf"), "2", True, None):
        with pytest.raises(WireError):
            read_run({**sent, "eta": eta})


def test_pairs_picked_by_hand_are_replayed_under_the_hand_as_far_as_they_can_move() -> None:
    X, y, kernel = MOONS.X + 0.4711, MOONS.y, KERNELS[2]
    rule = recording(BoardProblem(X, y, kernel, 10.0, options=PairOptions())).trace.table[:6]
    pairs = tuple((int(row["i"]), int(row["j"])) for row in rule)
    header, arrays = answered(asked(sent_run(HandOptions(pairs=pairs)), X, kernel=kernel))
    by_rule = playback_arrays(recording(BoardProblem(X, y, kernel, 10.0, options=PairOptions())).playback)
    assert arrays["move"].tobytes() == by_rule["move"][:6].tobytes()
    gone = (*pairs[:4], (-1, pairs[4][1]), pairs[5])
    header, arrays = answered(asked(sent_run(HandOptions(pairs=gone)), X, kernel=kernel))
    assert (header["steps"], arrays["move"].tobytes()) == (4, by_rule["move"][:4].tobytes())
    assert header["run"] == BoardProblem(X, y, kernel, 10.0, options=HandOptions(pairs=pairs[:4])).run_name


@pytest.mark.parametrize("pairs", [None, 3, [[1]], [[1, 2, 3]], [["1", 2]], [[1.0, 2]], [[True, 2]], [[0, 1]] * 101])
def test_pairs_that_are_none_are_no_way(pairs: object) -> None:
    with pytest.raises(WireError):
        read_run({"solver": BY_HAND, "pairs": pairs})
    if isinstance(pairs, list):
        with pytest.raises(WireError):
            read_run({**sent_run(PairOptions()), "pairs": [[0, 1]]})


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(
    ("kernel", "why"),
    [
        ({"name": "gaussian", "gamma": 1.0}, "kernel.endless"),
        ({"name": "sigmoid", "gamma": 1.0, "r": 0.0}, "kernel.indefinite"),
    ],
)
def test_a_kernel_without_a_map_is_refused_by_coordinate_descent_alone(
    kernel: dict[str, Any], why: str, lang: str
) -> None:
    header, _ = answered(asked(sent_run(CoordinateOptions()), kernel=kernel, lang=lang))
    assert header["state"] == "refused"
    assert header["detail"] == words_for(lang)(f"refusal.{why}")
    assert "run" in answered(asked(sent_run(PairOptions()), kernel=kernel, lang=lang))[0]


def test_more_features_than_are_taken_are_refused_before_any_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*given: object) -> np.ndarray:
        raise AssertionError("features of a refused question")

    monkeypatch.setattr(recordings, "FEATURES", 60 * len(MOONS.X))
    way, kernel = CoordinateOptions(), {"name": "paired", "gamma": 1.0, "components": 62, "seed": 0}
    monkeypatch.setattr(FourierMap, "features", never)
    header, _ = answered(asked(sent_run(way), MOONS.X + 0.777, kernel=kernel))
    assert header["state"] == "refused"
    assert "62" in header["detail"]
    assert "60" in header["detail"]


def test_one_release_of_a_point_records_once(monkeypatch: pytest.MonkeyPatch) -> None:
    runs: list[object] = []
    record = recordings.record
    monkeypatch.setattr(recordings, "record", lambda *given, **named: runs.append(given) or record(*given, **named))
    X, way = MOONS.X + 0.1234, PairOptions()
    live = forked_live(BoardProblem(X, MOONS.y, KERNELS[0], 10.0, options=way))
    page = recording(BoardProblem(X, MOONS.y, KERNELS[0], 10.0, options=way))
    again = forked_live(BoardProblem(X, MOONS.y, {"name": "linear"}, 10, options=way))
    assert live is not None
    assert page.trace is live.shown.trace
    assert again is not None
    assert again.shown is page
    assert len(runs) == 1


def test_a_run_that_a_newer_question_cancelled_is_neither_sent_nor_kept() -> None:
    X, way, cancel = MOONS.X - 0.4321, PairOptions(), new_cancel_flag()
    cancel[0] = 1
    question = BoardProblem(X, MOONS.y, KERNELS[0], 10.0, options=way)
    assert forked_live(question, cancel) is None
    assert answer_request(read_request(asked(sent_run(way), X)), cancel) == b""
    found = forked_live(question)
    assert found is not None
    assert len(found.shown.trace) > 0


def test_what_cannot_be_recorded_gets_its_sentence() -> None:
    header, arrays = answered(asked(sent_run(PairOptions()), y=np.ones_like(MOONS.y)))
    assert header["state"] == "refused"
    assert header["detail"]
    assert "pair" not in arrays


@given(
    st.sampled_from(sorted(sent_run(PairOptions()))),
    st.one_of(st.none(), st.integers(), st.floats(), st.text(max_size=9), st.booleans(), st.lists(st.integers())),
)
def test_a_way_that_is_none_is_no_question(name: str, value: object) -> None:
    sent = {**sent_run(PairOptions()), name: value}
    try:
        way = read_run(sent)[0]
    except WireError:
        return
    assert sent_run(way) == sent
    assert type(value) is type(sent_run(PairOptions())[name])


FORKS = [Fork(9, "platt"), Fork(9, "smo-first-order", (3, 8), shown=False)]


@pytest.mark.parametrize("fork", FORKS, ids=repr)
def test_a_way_with_a_fork_travels_to_the_browser_and_back(fork: Fork) -> None:
    way = PairOptions("smo-first-order", fork=fork)
    sent = json.loads(json.dumps(sent_run(way)))
    assert read_run(sent)[0] == way
    for name, value in (
        ("step", -1),
        ("step", True),
        ("step", 10_000),
        ("rule", "dual-cd"),
        ("rule", ["platt"]),
        ("picked", [1]),
        ("picked", [1, 2.0]),
        ("picked", [1, 2000]),
        ("shown", 1),
        ("more", 0),
    ):
        with pytest.raises(WireError):
            read_run({**sent, "fork": {**sent["fork"], name: value}})
    with pytest.raises(WireError):
        read_run({**sent, "solver": COORDINATE_SOLVER})


@pytest.mark.parametrize("sent", [{}, {**sent_run(PairOptions()), "more": 1}, {"solver": "svm"}, [], "platt", 3])
def test_a_header_with_other_fields_is_no_way(sent: object) -> None:
    with pytest.raises(WireError):
        read_request(asked(sent))


def test_an_option_that_is_not_sent_is_the_usual_one() -> None:
    assert read_run({"solver": "platt"}) == (PairOptions("platt"), C_SVC)


@pytest.mark.parametrize(
    ("options", "other"),
    [
        (PairOptions(), {"eta": 1.0}),
        (PairOptions(), {"loss": "squared_hinge"}),
        (CoordinateOptions(), {"rows": 20}),
        (LibsvmOptions(), {"race": False}),
        (PerceptronOptions(), {"fork": None}),
        (HandOptions(pairs=()), {"fork": None}),
    ],
)
def test_an_option_of_another_algorithm_is_no_way(options: AlgorithmOptions, other: dict[str, object]) -> None:
    with pytest.raises(WireError):
        read_run({**sent_run(options), **other})


@pytest.mark.parametrize("good", [False, True])
def test_a_run_that_is_cut_is_played_only_where_no_better_one_is_shown(
    good: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[object] = []
    playback = recordings.playback
    monkeypatch.setattr(recordings, "playback", lambda *given: played.append(given) or playback(*given))
    kernel = {"name": "gaussian", "gamma": 1.0, "machine": "eps-svr", "epsilon": 0.0}
    X = MOONS.X + 0.01 * good  # of a known run there is nothing left to make
    header, arrays = answered(asked(sent_run(LibsvmOptions()), X, kernel=kernel, C=1e6, good=good))
    assert (header["outcome"], header["steps"]) == ("STEP_LIMIT", STEPS_OF_A_RUN)
    assert header["why"] == cut(Outcome.STEP_LIMIT, STEPS_OF_A_RUN, words_for("en"))
    assert ("pair" in arrays) != good
    assert len(played) == (not good)
