"""Runs that are recorded while somebody moves a point: the run of the page, bit for bit, and nothing else gets in."""

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
from ui.solve.limits import STEPS_OF_A_RUN
from ui.solve.message import cut
from ui.solve.recording import LIVE_SAMPLES, ending, race_costs, recording, recording_live, run_name
from ui.solve.request import answer_request, read_request
from ui.solve.run.playback_arrays import playback_arrays
from ui.solve.way import BY_HAND, COORDINATE_SOLVER, LIBSVM, LOSSES, ORDERS, PERCEPTRON, Fork, Way, read_way
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
WAYS = [Way(rule) for rule in RULES] + [
    *(Way(COORDINATE_SOLVER, loss, bias, order) for loss, bias, order in product(LOSSES, (True, False), ORDERS)),
    *(Way(PERCEPTRON, order=order, seed=5) for order in ORDERS),
    Way(PERCEPTRON, order=ORDERS[1], eta=0.1),
    Way(LIBSVM, rows=20),
    Way(LIBSVM, shrinking=False),
    *(Way(solver, loss, race=True) for solver, loss in product((RULES[0], COORDINATE_SOLVER), LOSSES)),
]
CERTIFICATES = {"step", "primal", "gap"}  # of which there are fewer while something moves


def asked(way: object, X: np.ndarray = MOONS.X, y: np.ndarray = MOONS.y, **header: Any) -> bytes:
    full = {"seq": 3, "kernel": KERNELS[2], "C": 10.0, "lang": "en", "way": way, **header}
    return pack(full, {"X": X, "y": y})


def answered(blob: bytes) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    return unpack(answer_request(read_request(blob)))


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel["name"])
@pytest.mark.parametrize("way", WAYS, ids=lambda way: "-".join(map(str, way.header().values())))
def test_the_run_under_a_hand_is_the_run_of_the_page_bit_for_bit(way: Way, kernel: dict[str, Any]) -> None:
    X = (
        MOONS.X + 0.01 + 1e-3 * WAYS.index(way)
    )  # points that no other test records: a kept run has all its certificates
    header, arrays = answered(asked(way.header(), X, kernel=kernel))
    page = recording(X, MOONS.y, kernel, 10.0, way)
    assert (header["seq"], header["run"]) == (3, run_name(X, MOONS.y, kernel, 10.0, way))
    assert (header["steps"], header["outcome"]) == (len(page.trace), ending(page.trace))
    assert header["bound"] == (10.0 if way.bounded else None)
    assert way.bounded == (way.loss == "hinge" and way.solver != PERCEPTRON)
    assert ("costs" in arrays) == way.race
    for name, values in playback_arrays(page.playback, race_costs(page.trace, X, kernel, way)).items():
        if name not in CERTIFICATES:
            assert arrays[name].tobytes() == values.tobytes(), name
    assert len(arrays["step"]) < len(page.playback.sampled.step)
    assert len(arrays["step"]) <= LIVE_SAMPLES + LIVE_SAMPLES // 4 + 2


def test_the_eta_of_a_perceptron_comes_back_from_a_browser_and_no_other_number_does() -> None:
    sent = Way(PERCEPTRON, eta=2.0).header()
    assert read_way({**sent, "eta": 2}) == Way(PERCEPTRON, eta=2.0)
    assert repr(read_way({**sent, "eta": 1})) == repr(Way(PERCEPTRON))  # runs have their names from it
    for eta in (0, -1.0, 1e-9, 1e9, float("nan"), float("inf"), "2", True, None):
        with pytest.raises(WireError):
            read_way({**sent, "eta": eta})


def test_pairs_picked_by_hand_are_replayed_under_the_hand_as_far_as_they_can_move() -> None:
    X, y, kernel = MOONS.X + 0.4711, MOONS.y, KERNELS[2]
    rule = recording(X, y, kernel, 10.0, Way()).trace.table[:6]
    pairs = tuple((int(row["i"]), int(row["j"])) for row in rule)
    header, arrays = answered(asked(Way(BY_HAND, pairs=pairs).header(), X, kernel=kernel))
    by_rule = playback_arrays(recording(X, y, kernel, 10.0, Way()).playback)
    assert arrays["move"].tobytes() == by_rule["move"][:6].tobytes()
    gone = (*pairs[:4], (-1, pairs[4][1]), pairs[5])
    header, arrays = answered(asked(Way(BY_HAND, pairs=gone).header(), X, kernel=kernel))
    assert (header["steps"], arrays["move"].tobytes()) == (4, by_rule["move"][:4].tobytes())
    assert header["run"] == run_name(X, y, kernel, 10.0, Way(BY_HAND, pairs=pairs[:4]))


@pytest.mark.parametrize("pairs", [None, 3, [[1]], [[1, 2, 3]], [["1", 2]], [[1.0, 2]], [[True, 2]], [[0, 1]] * 101])
def test_pairs_that_are_none_are_no_way(pairs: object) -> None:
    with pytest.raises(WireError):
        read_way({**Way().header(), "solver": BY_HAND, "pairs": pairs})
    if isinstance(pairs, list):
        with pytest.raises(WireError):
            read_way({**Way().header(), "pairs": [[0, 1]]})


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
    header, _ = answered(asked(Way(COORDINATE_SOLVER).header(), kernel=kernel, lang=lang))
    assert header["state"] == "refused"
    assert header["detail"] == words_for(lang)(f"refusal.{why}")
    assert "run" in answered(asked(Way().header(), kernel=kernel, lang=lang))[0]


def test_more_features_than_are_taken_are_refused_before_any_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*given: object) -> np.ndarray:
        raise AssertionError("features of a refused question")

    monkeypatch.setattr(recordings, "FEATURES", 60 * len(MOONS.X))
    way, kernel = Way(COORDINATE_SOLVER), {"name": "paired", "gamma": 1.0, "components": 62, "seed": 0}
    monkeypatch.setattr(FourierMap, "features", never)
    header, _ = answered(asked(way.header(), MOONS.X + 0.777, kernel=kernel))
    assert header["state"] == "refused"
    assert "62" in header["detail"]
    assert "60" in header["detail"]


def test_one_release_of_a_point_records_once(monkeypatch: pytest.MonkeyPatch) -> None:
    runs: list[object] = []
    record = recordings.record
    monkeypatch.setattr(recordings, "record", lambda *given, **named: runs.append(given) or record(*given, **named))
    X, way = MOONS.X + 0.1234, Way()
    live = recording_live(X, MOONS.y, KERNELS[0], 10.0, way)
    page = recording(X, MOONS.y, KERNELS[0], 10.0, way)
    again = recording_live(X, MOONS.y, {"name": "linear"}, 10, way)
    assert live is not None
    assert page.trace is live.trace
    assert again is page
    assert len(runs) == 1


def test_a_run_that_a_newer_question_cancelled_is_neither_sent_nor_kept() -> None:
    X, way, cancel = MOONS.X - 0.4321, Way(), new_cancel_flag()
    cancel[0] = 1
    assert recording_live(X, MOONS.y, KERNELS[0], 10.0, way, cancel) is None
    assert answer_request(read_request(asked(way.header(), X)), cancel) == b""
    found = recording_live(X, MOONS.y, KERNELS[0], 10.0, way)
    assert found is not None
    assert len(found.trace) > 0


def test_what_cannot_be_recorded_gets_its_sentence() -> None:
    header, arrays = answered(asked(Way().header(), y=np.ones_like(MOONS.y)))
    assert header["state"] == "refused"
    assert header["detail"]
    assert "pair" not in arrays


@given(
    st.sampled_from(sorted(Way().header())),
    st.one_of(st.none(), st.integers(), st.floats(), st.text(max_size=9), st.booleans(), st.lists(st.integers())),
)
def test_a_way_that_is_none_is_no_question(name: str, value: object) -> None:
    sent = {**Way().header(), name: value}
    try:
        way = read_way(sent)
    except WireError:
        return
    assert way.header() == sent
    assert type(value) is type(Way().header()[name])


FORKS = [Fork(9, "platt"), Fork(9, "smo-first-order", (3, 8), shown=False)]


@pytest.mark.parametrize("fork", FORKS, ids=repr)
def test_a_way_with_a_fork_travels_to_the_browser_and_back(fork: Fork) -> None:
    way = Way("smo-first-order", fork=fork)
    sent = json.loads(json.dumps(way.header()))
    assert read_way(sent) == way
    for name, value in (
        ("step", -1),
        ("step", True),
        ("step", 10_000),
        ("rule", "dual-cd"),
        ("rule", ["platt"]),
        ("pair", [1]),
        ("pair", [1, 2.0]),
        ("pair", [1, 2000]),
        ("pair", (1, 2)),
        ("shown", 1),
        ("more", 0),
    ):
        with pytest.raises(WireError):
            read_way({**sent, "fork": {**sent["fork"], name: value}})
    with pytest.raises(WireError):
        read_way({**sent, "solver": COORDINATE_SOLVER})


@pytest.mark.parametrize("sent", [{}, {**Way().header(), "more": 1}, {"solver": "platt"}, [], "platt", 3])
def test_a_header_with_other_fields_is_no_way(sent: object) -> None:
    with pytest.raises(WireError):
        read_request(asked(sent))


@pytest.mark.parametrize("good", [False, True])
def test_a_run_that_is_cut_is_played_only_where_no_better_one_is_shown(
    good: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[object] = []
    playback = recordings.playback
    monkeypatch.setattr(recordings, "playback", lambda *given: played.append(given) or playback(*given))
    kernel = {"name": "gaussian", "gamma": 1.0, "machine": "eps-svr", "epsilon": 0.0}
    X = MOONS.X + 0.01 * good  # of a known run there is nothing left to make
    header, arrays = answered(asked(Way(LIBSVM).header(), X, kernel=kernel, C=1e6, good=good))
    assert (header["outcome"], header["steps"]) == ("STEP_LIMIT", STEPS_OF_A_RUN)
    assert header["why"] == cut(Outcome.STEP_LIMIT, STEPS_OF_A_RUN, words_for("en"))
    assert ("pair" in arrays) != good
    assert len(played) == (not good)
