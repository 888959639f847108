"""The blob is read back exactly, and anything else is refused by one typed error."""

import contextlib
import json
import math
import struct
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from ui.solve.wire import WireError, pack, unpack

TYPES = st.sampled_from(["<f8", "<f4", "<i4", "u1", "i1"])
SHAPES = hnp.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=5)
ARRAYS = st.dictionaries(st.text(max_size=8), TYPES.flatmap(lambda t: hnp.arrays(t, SHAPES)), max_size=5)
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
HEADERS = st.dictionaries(st.text(max_size=8).filter(lambda key: key != "arrays"), JSON, max_size=4)


def blob(header: object, body: bytes = b"") -> bytes:
    text = json.dumps(header).encode()
    start = b"SVML" + struct.pack("<I", len(text)) + text
    return start.ljust((len(start) + 7) & ~7, b"\0") + body


@given(HEADERS, ARRAYS)
def test_what_is_packed_is_unpacked_bit_for_bit(header: dict[str, object], arrays: dict[str, np.ndarray]) -> None:
    data = pack(header, arrays)
    assert len(data) % 8 == 0
    header_back, arrays_back = unpack(data)
    assert header_back == header
    assert list(arrays_back) == list(arrays)
    for name, array in arrays.items():
        back = arrays_back[name]
        assert back.dtype == array.dtype
        assert back.shape == array.shape
        assert back.tobytes() == array.tobytes()
        assert back.flags.aligned
        assert back.flags.c_contiguous


@given(st.binary(max_size=200))
def test_random_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(WireError):
        unpack(data)


@given(st.binary(max_size=64), JSON)
def test_any_header_with_any_body_is_read_or_refused(body: bytes, header: object) -> None:
    with contextlib.suppress(WireError):
        unpack(blob(header, body))


@given(st.data())
def test_one_flipped_bit_is_read_or_refused(data: st.DataObject) -> None:
    whole = bytearray(pack({"seq": 7, "C": 1.5}, {"X": np.ones((3, 2)), "y": np.ones(3, np.int8)}))
    place = data.draw(st.integers(0, len(whole) - 1))
    whole[place] ^= 1 << data.draw(st.integers(0, 7))
    try:
        _, arrays = unpack(whole)
    except WireError:
        return
    assert sum(array.nbytes for array in arrays.values()) <= len(whole)


@given(st.data())
def test_a_blob_cut_short_is_refused(data: st.DataObject) -> None:
    whole = pack({"seq": 7}, {"X": np.ones((3, 2))})
    with pytest.raises(WireError):
        unpack(whole[: data.draw(st.integers(0, len(whole) - 1))])


@pytest.mark.parametrize(
    "listed",
    [
        None,
        {"name": "X"},
        [7],
        [{"name": "X", "type": "f8"}],
        [{"name": "X", "type": "O", "shape": [0]}],
        [{"name": "X", "type": ["f8"], "shape": [0]}],
        [{"name": 3, "type": "f8", "shape": [0]}],
        [{"name": "X", "type": "f8", "shape": 1}],
        [{"name": "X", "type": "f8", "shape": [-1]}],
        [{"name": "X", "type": "f8", "shape": [True]}],
        [{"name": "X", "type": "f8", "shape": [1.0]}],
        [{"name": "X", "type": "f8", "shape": [1 << 62, 1 << 62]}],
        [{"name": "X", "type": "f8", "shape": [2147483647] * 4}],
        [{"name": "X", "type": "f8", "shape": [0] * 5}],
        [{"name": "X", "type": "f8", "shape": [0]}] * 2,
        [{"name": str(i), "type": "f8", "shape": [0]} for i in range(33)],
    ],
)
def test_a_wrong_list_of_arrays_is_refused(listed: object) -> None:
    with pytest.raises(WireError):
        unpack(blob({"arrays": listed}))


@pytest.mark.parametrize(
    "text",
    [
        b"NaN",
        b'{"C":Infinity,"arrays":[]}',
        b"[" * 100_000,
        b"\xff",
        b'"' + b"1" * 9,
        b"1" * 9999,
        b'{"C":1e999,"arrays":[]}',
    ],
)
def test_a_header_that_is_not_strict_json_is_refused(text: bytes) -> None:
    start = b"SVML" + struct.pack("<I", len(text)) + text
    with pytest.raises(WireError):
        unpack(start.ljust((len(start) + 7) & ~7, b"\0"))


def test_a_blob_above_the_limit_is_refused_before_it_is_read() -> None:
    with pytest.raises(WireError, match="at most 100"):
        unpack(b"x" * 101, limit=100)


def test_numbers_that_json_cannot_say_become_null() -> None:
    header, _ = unpack(pack({"b": math.nan, "w": [np.float64(2.5), -math.inf], "n": np.int64(3), "free": np.True_}, {}))
    assert header == {"b": None, "w": [2.5, None], "n": 3, "free": True}


def test_half_a_surrogate_pair_does_not_stop_an_answer() -> None:
    header, _ = unpack(blob({"name": "\ud83d", "arrays": []}))
    assert unpack(pack(header, {}))[0] == {"name": "?"}


def test_arrays_of_other_types_are_not_packed() -> None:
    with pytest.raises(WireError, match="complex"):
        pack({}, {"z": np.ones(2, complex)})
    with pytest.raises(WireError, match="int64"):
        pack({}, {"z": np.ones(2, np.int64)})
    with pytest.raises(WireError, match="axes"):
        pack({}, {"z": np.ones((1,) * 5)})
    with pytest.raises(WireError, match="own"):
        pack({"arrays": []}, {})


def test_the_layout_is_the_one_that_the_browser_reads() -> None:
    header = b'{"seq":1,"arrays":[{"name":"y","type":"i1","shape":[3]}]}'
    expected = b"SVML" + struct.pack("<I", len(header)) + header
    expected = expected.ljust((len(expected) + 7) & ~7, b"\0") + b"\x01\xff\x01" + b"\0" * 5
    assert pack({"seq": 1}, {"y": np.array([1, -1, 1], np.int8)}) == expected


AT_ONCE = """
import sys, threading
import msgspec
from ui.solve.wire import read_as
sys.setswitchinterval(1e-6)  # threads take turns as often as they can
SENT = {"inner": {"f0": 1}, "all": [{"f11": 2}], "f5": 5}
for turn in range(100):
    fields = [(f"f{k}", int | None, None) for k in range(12)]
    inner = msgspec.defstruct(f"Inner{turn}", fields)
    kind = msgspec.defstruct(f"Outer{turn}", [("inner", inner | None, None), *fields, ("all", list[inner], [])])
    gate = threading.Barrier(6)
    threads = [threading.Thread(target=lambda: (gate.wait(), read_as(SENT, kind))) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
"""


def test_those_who_come_first_at_once_do_not_end_the_process() -> None:
    root = Path(__file__).parents[3]
    run = subprocess.run([sys.executable, "-c", AT_ONCE], cwd=root, capture_output=True, timeout=300, check=False)
    assert (run.returncode, run.stderr.decode()) == (0, "")
