"""A link brings back every bit of what was sent; a mangled one brings back the rest and says what is missing."""

import base64
import json
import struct
import time
import zlib
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from datasets.plane import Window, from_indices
from datasets.points import LABELS
from pages import LINK
from ui.link.fields import Unread
from ui.link.link import FILE_LIMIT
from ui.link.points import DamagedPointsError, decode, encode
from ui.link.shared import Shared
from ui.solve.kernels import FORMULA, KERNELS, PARAMETERS, USUAL_FORMULA
from ui.solve.limits import POINTS, POINTS_IN_LINK, STEPS_OF_A_RUN
from ui.solve.options import PAIR_SOLVERS, Fork
from ui.words import languages, number, words_for

DATASETS = ("moons", "xor", "example-7-1")
HOST = "https://svm-lab.some-university.example.org/courses/"

# Written on the day the format was fixed: such links stay valid for ever.
GOLDEN = {
    "p": "AQEf79xoeNpj_vEfAn5CaWYGMGhgKADxFgAAixMVdg",
    "k": "polynomial",
    "q": "3",
    "g": "0.1",
    "z": "1",
    "C": "inf",
    "lang": "zh",
    "hide": "C_kernel",
    "gammas": "1_10_100",
    "view": "projector",
}


def test_a_golden_link_still_opens() -> None:
    shared, unread = LINK.from_query(GOLDEN)
    assert unread == ()
    assert shared.window == Window(-4.0, -3.5, 8.0)
    assert shared.X is not None
    assert shared.X.tolist() == [[-4.0, -3.5], [0.0, 0.0], [3.9998779296875, 4.4998779296875]]
    assert shared.y is not None
    assert shared.y.tolist() == [1, -1, 1]
    assert shared.kernel == {"name": "polynomial", "degree": 3, "gamma": 0.1, "zeta": 1.0}
    assert shared.C is None
    assert (shared.lang, shared.projector, shared.dataset) == ("zh", True, None)
    assert shared.hidden == {"kernel", "C"}
    assert shared.gammas == (1.0, 10.0, 100.0)
    # The points are left out: another version of zlib may deflate them differently.
    assert {**(LINK.to_query(shared) or {}), "p": None} == {**GOLDEN, "p": None}


@st.composite
def windows(draw: st.DrawFn) -> Window:
    size = 2.0 ** draw(st.integers(-20, 19))
    farthest = min(2**24, int((2**20 - size) / size) * 16)
    corner = st.integers(-farthest, farthest).map(lambda sixteenths: sixteenths * size / 16)
    return Window(draw(corner), draw(corner), size)


FORMULAS = st.sampled_from([USUAL_FORMULA, "1", "(1 + dot)^2 / (r + 7)", "max(x1, z1) - abs(x2 + z2)"])


@st.composite
def kernels(draw: st.DrawFn) -> dict[str, str | float]:
    name = draw(st.sampled_from(sorted(KERNELS)))
    spec: dict[str, str | float] = {"name": name}
    for parameter in KERNELS[name].parameters:
        allowed = PARAMETERS[parameter]
        whole = st.integers(int(allowed.low), int(allowed.high))
        spec[parameter] = draw(whole if allowed.whole else st.floats(allowed.low, allowed.high))
    if KERNELS[name].typed:
        spec[FORMULA] = draw(FORMULAS)
    return spec


@st.composite
def states(draw: st.DrawFn, most: int = POINTS_IN_LINK) -> Shared:
    points: dict[str, Any] = {}
    if draw(st.booleans()):
        n, seed = draw(st.integers(0, most)), draw(st.integers(0, 99))
        random, window = np.random.default_rng(seed), draw(windows())
        X = from_indices(random.integers(0, 65536, (n, 2)), window)
        labels = np.array(LABELS[: draw(st.integers(2, len(LABELS)))], np.int8)
        points = {"X": X, "y": random.choice(labels, n), "window": window}
        points["names"] = draw(st.none() | st.just(("a", "b", *"cdefgh"[: len(labels)])))
    pair = st.none() | st.tuples(st.integers(0, POINTS - 1), st.integers(0, POINTS - 1))
    fork = st.builds(Fork, st.integers(0, STEPS_OF_A_RUN - 1), st.sampled_from(PAIR_SOLVERS), pair, st.booleans())
    kernel = draw(kernels())
    gammas = st.lists(st.floats(1e-6, 1e6), min_size=1, max_size=9).map(tuple)
    return Shared(
        pair=draw(st.permutations(LABELS).map(lambda labels: (labels[0], labels[1]))),
        dataset=draw(st.none() | st.sampled_from(DATASETS)),
        kernel=kernel,
        formula=str(kernel[FORMULA]) if FORMULA in kernel else draw(FORMULAS),
        C=draw(st.none() | st.floats(0, exclude_min=True, allow_infinity=False)),
        lang=draw(st.none() | st.sampled_from(sorted(languages))),
        hidden=draw(st.frozensets(st.sampled_from(["kernel", "C", "gamma", "tools", "data"]))),
        gammas=draw(st.none() | gammas),
        projector=draw(st.booleans()),
        fork=draw(st.none() | fork),
        **points,
    )


def fields(shared: Shared) -> dict[str, object]:
    """All that a state holds, in a form that compares bit for bit."""
    arrays = {name: None if a is None else (a.shape, a.tobytes()) for name, a in (("X", shared.X), ("y", shared.y))}
    return {**vars(shared), **arrays}


@given(states())
def test_a_link_brings_back_every_bit(shared: Shared) -> None:
    query = LINK.to_query(shared)
    assert query is not None
    back, unread = LINK.from_query(query)
    assert unread == ()
    assert fields(back) == fields(shared)


@given(states(most=POINTS))
def test_a_file_brings_back_every_bit(shared: Shared) -> None:
    data = LINK.to_file(shared)
    assert len(data) <= FILE_LIMIT
    back, unread = LINK.from_file(data)
    assert unread == ()
    assert fields(back) == fields(shared)


@pytest.mark.parametrize("text", ["", "1", "1_1", "0_2", "1_7", "1_2_3", "2_", "a_b"])
def test_two_classes_that_are_none_are_named(text: str) -> None:
    shared, unread = LINK.from_query({"pair": text})
    assert shared.pair == (1, -1)
    assert [one.key for one in unread] == ["link.pair"]


def test_the_points_of_six_classes_keep_their_format() -> None:
    """Written on the day the format was fixed, as the golden link."""
    body = struct.pack("<bqqH", 3, -8, -8, 2) + np.array([[0, 1], [2, 65535]], "<u2").tobytes() + bytes([0, 5])
    text = base64.urlsafe_b64encode(struct.pack("<BBI", 2, 0, zlib.crc32(body)) + body).rstrip(b"=").decode()
    X, y, window = decode(text, 2)
    assert y.tolist() == [1, 5]
    again = encode(X, y, window)
    assert base64.urlsafe_b64decode(again + "=" * (-len(again) % 4))[0] == 2
    assert [each.tobytes() for each in decode(again, 2)[:2]] == [X.tobytes(), y.tobytes()]
    beyond = body[:-1] + bytes([6])
    other = base64.urlsafe_b64encode(struct.pack("<BBI", 2, 0, zlib.crc32(beyond)) + beyond).rstrip(b"=").decode()
    with pytest.raises(DamagedPointsError):
        decode(other, 2)


def random_points(n: int) -> Shared:
    random, window = np.random.default_rng(0), Window(-4.0, -4.0, 8.0)
    X = from_indices(random.integers(0, 65536, (n, 2)), window)
    return Shared(X=X, y=random.choice(np.array([-1, 1], np.int8), n), window=window)


def test_two_hundred_points_with_everything_else_fit_in_2000_characters() -> None:
    shared = replace(
        random_points(POINTS_IN_LINK),
        dataset="breast-cancer-radius-texture",
        kernel={"name": "polynomial", "degree": 10, "gamma": 0.12345678901234567, "zeta": 12.345678901234567},
        C=1234.5678901234567,
        lang="zh",
        hidden=frozenset({"data", "kernel", "C", "gamma", "tools", "light", "share", "projector", "theory", "alphas"}),
        gammas=tuple(0.1234567890123456 * 3.1**k for k in range(9)),
        projector=True,
    )
    assert len(HOST + "?" + urlencode(LINK.to_query(shared) or {})) <= 2000


def test_more_than_two_hundred_points_go_into_a_file() -> None:
    shared = random_points(POINTS_IN_LINK + 1)
    assert LINK.to_query(shared) is None
    back, unread = LINK.from_file(LINK.to_file(shared))
    assert unread == ()
    assert fields(back) == fields(shared)
    with pytest.raises(ValueError, match="at most 2000"):
        LINK.to_file(random_points(POINTS + 1))


def test_a_file_with_too_many_points_for_a_link_cannot_be_smuggled_into_one() -> None:
    text = json.loads(LINK.to_file(random_points(POINTS_IN_LINK + 1)))["state"]
    shared, unread = LINK.from_query(text)
    assert shared.X is None
    assert [problem.key for problem in unread] == ["link.points"]


def test_points_off_the_grid_are_a_mistake_of_the_program() -> None:
    with pytest.raises(ValueError, match="snap"):
        encode(np.array([[0.1, 0.2]]), np.array([1], np.int8), Window(-4.0, -4.0, 8.0))


HOSTILE = [
    "",
    " ",
    "nan",
    "inf",
    "-inf",
    "1e308",
    "1e999",
    "-1",
    "0",
    "1_000_",
    "٣",
    "0x10",
    "1" * 40,
    "\x00",
    "\ud83d",
    "[a](http://b)",
    "<script>alert(1)</script>",
    "A" * 512_000,
    "_" * 512_000,
    "9" * 512_000,
    "%00%ff",
    "../../etc/passwd",
]


ALLOWED = {
    *(("C", text) for text in ("inf", "1e308")),
    ("soft", "1e308"),
    *((name, "0") for name in ("z", "r", "m", "s", "t", "step", "draws", "projector", "hide")),
    *((name, "-1") for name in ("r", "z")),
    *(("f", text) for text in ("1e308", "-1", "0", "0x10", "1" * 40)),
    *(("hide", text) for text in ("nan", "inf", "-inf", "1e308", "1e999", "-1", "0x10")),
    *((form.field, text) for form in LINK.forms for text in ("", "0") if form.read(text) is not None),
}
OF_KERNEL = {"m": "taylor", "r": "sigmoid", "D": "fourier", "s": "fourier", "L": "nystroem", "t": "nystroem"}


@pytest.mark.parametrize("name", LINK.fields)
def test_a_hostile_field_falls_back_and_is_named_also_one_that_comes_twice(name: str) -> None:
    start = time.perf_counter()
    for text in HOSTILE:
        shared, unread = LINK.from_query({"k": OF_KERNEL.get(name, "polynomial"), name: text})
        assert len(unread) == ((name, text) not in ALLOWED), ascii(text[:12])
        assert_healthy(shared, unread)
    assert time.perf_counter() - start < 10  # not minutes: a machine may be busy
    shared, unread = LINK.from_query({name: ["1", "1"]})
    assert [problem.key for problem in unread] == ["link.twice"]
    assert fields(shared) == fields(Shared())


@given(
    st.dictionaries(
        st.sampled_from(LINK.fields) | st.text(max_size=5),
        st.text(max_size=40) | st.lists(st.text(max_size=9), max_size=3),
    )
)
def test_anything_in_a_link_gives_a_state(params: dict[str, str | list[str]]) -> None:
    assert_healthy(*LINK.from_query(params))


@given(st.data())
def test_one_wrong_character_in_the_points_is_noticed_or_changes_none(data: st.DataObject) -> None:
    text = GOLDEN["p"]
    place = data.draw(st.integers(0, len(text) - 1))
    other = data.draw(st.sampled_from("Az09-_.=é").filter(lambda c: c != text[place]))
    shared, unread = LINK.from_query({"p": text[:place] + other + text[place + 1 :]})
    if shared.X is None:
        assert [problem.key for problem in unread] == ["link.points"]
    else:  # a bit that no byte is made of
        assert shared.X.tolist() == [[-4.0, -3.5], [0.0, 0.0], [3.9998779296875, 4.4998779296875]]


def test_deflated_points_are_never_inflated_beyond_their_limit() -> None:
    bomb = zlib.compress(bytes(10_000_000), 9)[:1500]
    text = base64.urlsafe_b64encode(struct.pack("<BBI", 1, 1, 0) + bomb).rstrip(b"=").decode()
    with pytest.raises(DamagedPointsError):
        decode(text, POINTS_IN_LINK)


@pytest.mark.parametrize(("power", "across"), [(24, 2**34), (127, 0)])
def test_points_beyond_what_the_app_takes_are_refused_as_such(power: int, across: int) -> None:
    body = struct.pack("<bqqH", power, across, 0, 1) + bytes(5)
    text = base64.urlsafe_b64encode(struct.pack("<BBI", 1, 0, zlib.crc32(body)) + body).rstrip(b"=").decode()
    with pytest.raises(DamagedPointsError, match="too far"):
        decode(text, POINTS_IN_LINK)
    shared, (problem,) = LINK.from_query({"p": text, "k": "gaussian", "g": "3"})
    assert shared.X is None
    assert shared.kernel == {"name": "gaussian", "gamma": 3.0}  # what else it says stays
    assert (problem.key, problem.values["size"]) == ("link.window", number(2.0**power))


def test_points_that_repeat_are_deflated() -> None:
    window = Window(0.0, 0.0, 1.0)
    text = encode(np.zeros((200, 2)), np.ones(200, np.int8), window)
    assert len(text) < 80
    X, y, back = decode(text, 200)
    assert (X.tolist(), y.tolist(), back) == ([[0.0, 0.0]] * 200, [1] * 200, window)


@given(st.binary(max_size=300))
def test_any_bytes_as_a_file_give_a_state(data: bytes) -> None:
    assert_healthy(*LINK.from_file(data))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[" * 60_000,
        b"x" * (FILE_LIMIT + 1),
        b"{}",
        b"[1]",
        b'{"svm-lab": 2, "state": {}}',
        b'{"svm-lab": 1, "state": {"C": 1}}',
        b"\xff\xfe\x00",
        b"1" * 5000,
    ],
    ids=lambda data: ascii(data[:16]),
)
def test_a_file_that_is_not_ours_is_named(data: bytes) -> None:
    shared, unread = LINK.from_file(data)
    assert [problem.key for problem in unread] == ["link.file"]
    assert_healthy(shared, unread)


def test_absent_fields_take_the_defaults_they_are_given() -> None:
    defaults = Shared(dataset="xor", kernel={"name": "gaussian", "gamma": 3.0}, C=None, lang="zh")
    assert fields(LINK.from_query({}, defaults)[0]) == fields(defaults)
    shared, _ = LINK.from_query({"k": "gaussian"}, defaults)
    assert shared.kernel == {"name": "gaussian", "gamma": 3.0}
    shared, unread = LINK.from_query({"k": "taylor", "m": "2.5"}, defaults)
    assert shared.kernel == {"name": "taylor", "gamma": 3.0, "order": 4}
    assert unread[0].values["used"] == "4"


def assert_healthy(shared: Shared, unread: tuple[Unread, ...]) -> None:
    """Check that the state can be sent on and that every problem can be said in every language."""
    query = LINK.to_query(shared)
    assert query is not None
    assert fields(LINK.from_query(query)[0]) == fields(shared)
    for problem in unread:
        for lang in languages:
            assert len(words_for(lang)(problem.key, **problem.values)) < 400


@pytest.mark.parametrize(
    "text",
    [
        "12",
        "12_newton",
        "-1_platt",
        "10000_platt",
        "12_platt_3",
        "12_platt_3-8-1",
        "12_platt_rule_leaf",
        "12_platt_3-2000",
    ],
)
def test_a_fork_that_is_none_is_named_and_the_run_has_none(text: str) -> None:
    shared, (problem,) = LINK.from_query({"fork": text, "step": "12"})
    assert (shared.fork, shared.step, problem.key) == (None, 12, "link.fork")


def test_a_short_fork_shows_the_branch_by_its_rule() -> None:
    assert LINK.from_query({"fork": "12_platt"})[0].fork == Fork(12, "platt")
