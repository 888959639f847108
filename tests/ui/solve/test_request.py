"""The questions of the board: the core's own answer, or one clear sentence; never an exception, whatever comes."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.problem import FourierMap
from core.solver import new_cancel_flag
from datasets import CATALOGUE
from ui.solve.board_problem import BoardProblem
from ui.solve.kernels import kernel_formula
from ui.solve.limits import POINTS
from ui.solve.message import headline
from ui.solve.request import MOST_BYTES, answer_request, read_request
from ui.solve.solving import solve
from ui.solve.wire import WireError, pack, unpack
from ui.words import languages, words_for

LINEAR: dict[str, Any] = {"name": "linear"}
KERNELS: list[dict[str, Any]] = [
    LINEAR,
    {"name": "polynomial", "degree": 3, "gamma": 1.0, "zeta": 1.0},
    {"name": "gaussian", "gamma": 1.0},
    {"name": "sigmoid", "gamma": 0.5, "r": -1.0},
    {"name": "taylor", "gamma": 1.0, "order": 4},
    {"name": "fourier", "gamma": 1.0, "components": 200, "seed": 0},
    {"name": "nystroem", "gamma": 1.0, "landmarks": 20, "landmark_seed": 0},
]
PAIR = (np.array([[0.0, 0.0], [1.0, 1.0]]), np.array([1, -1], np.int8))


def question(
    X: np.ndarray = PAIR[0],
    y: np.ndarray = PAIR[1],
    kernel: object = LINEAR,
    C: object = 1.0,
    lang: object = "en",
    seq: object = 7,
    **more: object,
) -> bytes:
    return pack({"seq": seq, "kernel": kernel, "C": C, "lang": lang, **more}, {"X": X, "y": y})


def answered(blob: bytes) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    return unpack(answer_request(read_request(blob)))


# ---- answers ----


@pytest.mark.parametrize("lang", languages)
def test_an_answer_brings_headline_and_formula_in_the_language_of_the_question(lang: str) -> None:
    points, kernel = CATALOGUE["moons"].make(), {"name": "gaussian", "gamma": 2.5}
    header, _ = answered(question(points.X, points.y, kernel, 10.0, lang=lang))
    own = solve(BoardProblem(points.X, points.y, kernel, 10.0)).solution
    assert header["headline"] == headline(own, words_for(lang))
    assert header["formula"] == kernel_formula(kernel)
    header, _ = answered(question(points.X, np.ones_like(points.y), kernel, 10.0, lang=lang))
    assert header["headline"] == words_for(lang)("solved.refused")
    assert "formula" not in header


@pytest.mark.parametrize("C", [10.0, 1, None], ids=str)
@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel["name"])
@pytest.mark.parametrize("name", ["moons", "overlap", "example-7-1", "xor", "gap"])
def test_the_answer_is_the_cores_answer(name: str, kernel: dict[str, Any], C: float | None) -> None:
    points = CATALOGUE[name].make()
    header, arrays = answered(question(points.X, points.y, kernel, C))
    own = solve(BoardProblem(points.X, points.y, kernel, C)).solution
    assert header["seq"] == 7
    assert (header["state"], header["outcome"], header["steps"]) == (own.light.value, own.outcome.name, own.steps)
    assert header["b"] == own.b
    assert header["w"] == (None if own.w is None else own.w.tolist())
    for key, values in (("alpha", own.alpha), ("role", own.role), ("slack", own.slack)):
        assert arrays[key].tobytes() == values.tobytes()


def test_a_margin_that_does_not_exist_is_not_drawn() -> None:
    points = CATALOGUE["xor"].make()
    header, _ = answered(question(points.X, points.y, LINEAR, None))
    assert (header["state"], header["draw"]) == ("impossible", False)
    assert header["common"] == pytest.approx([0, 0], abs=1e-9)
    assert "(0, 0)" in header["detail"]


@pytest.mark.parametrize("lang", languages)
def test_what_is_answered_is_said_in_the_language_that_asked(lang: str) -> None:
    header, _ = answered(question(lang=lang))
    chinese = any("一" <= letter <= "鿿" for letter in header["title"] + header["detail"])
    assert chinese == (lang == "zh")


def test_a_question_that_grew_old_gets_no_answer() -> None:
    points = CATALOGUE["moons"].make()
    cancel = new_cancel_flag()
    cancel[0] = 1
    assert answer_request(read_request(question(points.X, points.y, KERNELS[2])), cancel) == b""


# ---- refusals: one sentence each ----

MANY = np.random.default_rng(0).integers(0, 65536, (POINTS + 1, 2)) / 8192.0
SIGNS = np.where(np.arange(POINTS + 1) % 2, 1, -1).astype(np.int8)
REFUSED: dict[str, dict[str, Any]] = {
    "one class": {"y": np.array([1, 1], np.int8)},
    "the other class": {"y": np.array([-1, -1], np.int8)},
    "one point": {"X": PAIR[0][:1], "y": PAIR[1][:1]},
    "no points": {"X": np.zeros((0, 2)), "y": np.zeros(0, np.int8)},
    "labels 0 and 3": {"y": np.array([0, 3], np.int8)},
    "NaN": {"X": np.array([[0, 0], [1, np.nan]])},
    "inf": {"X": np.array([[0, 0], [np.inf, 1]])},
    "-inf": {"X": np.array([[-np.inf, 0], [0, 1]])},
    "far out": {"X": np.array([[0, 0], [1e300, 1]])},
    "one too many": {"X": MANY, "y": SIGNS},
    "C = 0": {"C": 0},
    "C < 0": {"C": -1.0},
    "C = 1e308": {"C": 1e308},
    "C of 400 digits": {"C": 10**400},
    "gamma = 0": {"kernel": {"name": "gaussian", "gamma": 0}},
    "gamma < 0": {"kernel": {"name": "gaussian", "gamma": -1.0}},
    "gamma of 400 digits": {"kernel": {"name": "gaussian", "gamma": 10**400}},
    "degree 1e9": {"kernel": {"name": "polynomial", "degree": 1e9, "gamma": 1.0, "zeta": 1.0}},
    "degree 10^9": {"kernel": {"name": "polynomial", "degree": 10**9, "gamma": 1.0, "zeta": 1.0}},
    "degree 2.5": {"kernel": {"name": "polynomial", "degree": 2.5, "gamma": 1.0, "zeta": 1.0}},
    "overflowing kernel": {"X": 1e60 * PAIR[0], "kernel": KERNELS[1] | {"degree": 10}},
    "order -1": {"kernel": {"name": "taylor", "gamma": 1.0, "order": -1}},
}


@pytest.mark.parametrize("what", REFUSED)
@pytest.mark.parametrize("lang", languages)
def test_what_cannot_be_solved_gets_one_sentence_in_the_language_of_the_user(what: str, lang: str) -> None:
    header, arrays = answered(question(**REFUSED[what], lang=lang))
    assert header["state"] == "refused"
    assert not header["draw"]
    assert arrays == {}
    assert 5 < len(header["detail"]) < 200
    assert "{" not in header["detail"]
    if lang == "zh":
        assert any("一" <= letter <= "鿿" for letter in header["detail"])


def test_the_limit_itself_is_taken() -> None:
    header, arrays = answered(question(MANY[:-1], SIGNS[:-1], {"name": "gaussian", "gamma": 1e6}, 0.01))
    assert header["state"] == "proved"
    assert arrays["alpha"].shape == (POINTS,)


SCALES = [0.0, 1e-300, 1e-100, 1e-8, 1.0, 1e6, 1e30, 1e99]


@pytest.mark.parametrize("C", [1e-300, 1e-6, 1.0, 1e12, 1e100, None], ids=str)
@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel["name"])
@pytest.mark.parametrize("scale", SCALES)
def test_points_of_every_size_get_an_answer_of_finite_numbers(
    scale: float, kernel: dict[str, Any], C: float | None
) -> None:
    X = scale * np.random.default_rng(1).normal(size=(12, 2))
    header, arrays = answered(question(X, SIGNS[:12], kernel, C))
    assert header["state"] in ("proved", "running", "impossible", "refused")
    assert all(np.isfinite(values).all() for values in arrays.values())
    assert not any("–" in entry["value"] for entry in header["numbers"])


def test_random_features_bring_the_waves_that_a_browser_draws_them_with() -> None:
    kernel = {"name": "fourier", "gamma": 2.0, "components": 30, "seed": 5}
    _, arrays = answered(question(X=np.array([[0.0, 1.0], [2.0, 1.0], [1.0, 0.0]]), y=SIGNS[:3], kernel=kernel))
    W, b = FourierMap(2.0, 30, 5).frequencies(2)
    assert np.array_equal(arrays["waves"], np.column_stack([W, b]))  # type: ignore[list-item]
    assert "waves" not in answered(question())[1]


DEGENERATE = {
    "twice the same point, other label": ([[1, 1], [1, 1], [2, 2]], [1, -1, 1]),
    "all at one place": ([[0, 0]] * 6, [1, -1] * 3),
    "on one line": ([[k, k] for k in range(6)], [1, 1, 1, -1, -1, -1]),
    "on one line, mixed": ([[k, k] for k in range(6)], [1, -1] * 3),
    "one of a class": ([[0, 0], [1, 0], [2, 0]], [1, -1, -1]),
    "next to each other": ([[0, 0], [5e-324, 0]], [1, -1]),
}


@pytest.mark.parametrize("C", [1.0, 1e12, None], ids=str)
@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel["name"])
@pytest.mark.parametrize("what", DEGENERATE)
def test_degenerate_points_get_an_answer_too(what: str, kernel: dict[str, Any], C: float | None) -> None:
    X, y = DEGENERATE[what]
    header, arrays = answered(question(np.array(X, float), np.array(y, np.int8), kernel, C))
    assert header["state"] in ("proved", "running", "impossible")
    assert header["draw"] or header["state"] != "proved"
    assert all(np.isfinite(values).all() for values in arrays.values())


# ---- what is no question ----

NO_QUESTION: dict[str, bytes] = {
    "nothing": b"",
    "text": b"hello",
    "only magic": b"SVML",
    "no arrays": pack({"seq": 1, "kernel": LINEAR, "C": 1, "lang": "en"}, {}),
    "no labels": pack({"seq": 1, "kernel": LINEAR, "C": 1, "lang": "en"}, {"X": PAIR[0]}),
    "three columns": question(X=np.zeros((2, 3))),
    "no columns": question(X=np.zeros((2, 0))),
    "flat points": question(X=np.zeros(2)),
    "points of float32": question(X=PAIR[0].astype(np.float32)),
    "labels of float64": question(y=np.array([1.0, np.nan])),
    "labels without sign": question(y=np.array([1, 255], np.uint8)),
    "too few labels": question(y=PAIR[1][:1]),
    "labels in a column": question(y=PAIR[1][:, None]),
    "C is true": question(**{"C": True}),
    "C is text": question(**{"C": "10"}),
    "C is a list": question(**{"C": [10]}),
    "gamma is text": question(**{"kernel": {"name": "gaussian", "gamma": "1"}}),
    "gamma is true": question(**{"kernel": {"name": "gaussian", "gamma": True}}),
    "no gamma": question(**{"kernel": {"name": "gaussian"}}),
    "no kernel": question(**{"kernel": {}}),
    "unknown kernel": question(**{"kernel": {"name": "rbf", "gamma": 1}}),
    "kernel of lists": question(**{"kernel": {"name": [["linear"]]}}),
    "degree is text": question(**{"kernel": {"name": "polynomial", "degree": "3", "gamma": 1.0, "zeta": 1.0}}),
    "zeta is null": question(**{"kernel": {"name": "polynomial", "degree": 3, "gamma": 1.0, "zeta": None}}),
    "seq is text": question(seq="1"),
    "seq is true": question(seq=True),
    "seq is missing": question(seq=None),
    "lang is a list": question(lang=["en"]),
    "lang is an object": question(lang={"en": 1}),
    "lang unknown": question(lang="fr"),
    "kernel is text": question(kernel="linear"),
    "kernel is null": question(kernel=None),
    "one byte more": question() + b"\0",
    "one byte less": question()[:-1],
    "too long": pack({"seq": 1, "kernel": LINEAR, "C": 1, "lang": "en"}, {"X": np.zeros((5000, 2))}),
}


@pytest.mark.parametrize("what", NO_QUESTION)
def test_what_is_no_question_is_said_to_be_none(what: str) -> None:
    with pytest.raises(WireError):
        read_request(NO_QUESTION[what])


@given(st.binary(max_size=400))
def test_random_bytes_are_no_question(data: bytes) -> None:
    for blob in (data, b"SVML" + data):
        with pytest.raises(WireError):
            read_request(blob)


@given(st.data())
def test_a_mutated_question_is_answered_or_refused_and_nothing_else(data: st.DataObject) -> None:
    blob = bytearray(question(kernel=data.draw(st.sampled_from(KERNELS)), C=data.draw(st.sampled_from([1.0, None]))))
    for _ in range(data.draw(st.integers(1, 6))):
        blob[data.draw(st.integers(0, len(blob) - 1))] = data.draw(st.integers(0, 255))
    cut = data.draw(st.sampled_from([0, 0, 0, 1, 8, 30]))
    try:
        header, _ = answered(bytes(blob[: len(blob) - cut]))
    except WireError:
        return
    assert header["state"] in ("proved", "running", "impossible", "refused")


json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=5,
)


@given(seq=json, kernel=json | st.fixed_dictionaries({"name": st.sampled_from(["linear", "gaussian"]), "gamma": json}),
       C=json, lang=json | st.sampled_from([*languages]))  # fmt: skip
def test_any_header_is_answered_or_refused_and_nothing_else(seq: Any, kernel: Any, C: Any, lang: Any) -> None:
    try:
        header, _ = answered(question(kernel=kernel, C=C, lang=lang, seq=seq))
    except WireError:
        return
    assert header["state"] in ("proved", "running", "impossible", "refused")
    assert len(header["detail"]) < 300


def test_the_longest_question_fits_the_limit() -> None:
    longest = {"name": "polynomial", "degree": 10, "gamma": 1.2345678901234567e-100, "zeta": 1.2345678901234567e-100}
    assert 1.5 * len(question(MANY[:-1], SIGNS[:-1], longest, 1.2345678901234567e-100)) < MOST_BYTES
