"""LIBSVM's data files: every number as Python reads it, whatever is refused in one sentence, pieces of any size."""

from __future__ import annotations

import io
import math
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.datasets import load_svmlight_file

from core.estimators import libsvm_points, points_from_libsvm, points_to_libsvm
from core.problem import InputError

finite = st.floats(allow_nan=False, allow_infinity=False)
decimals = st.builds(
    lambda w, point, q, sign: f"{sign}{w[:point]}.{w[point:]}e{q}",
    st.text("0123456789", min_size=1, max_size=24),
    st.integers(0, 24),
    st.integers(-340, 280),
    st.sampled_from(("", "-", "+")),
)


@settings(max_examples=500, deadline=None)
@given(st.lists(finite.map(repr) | finite.map(lambda x: f"{x:.17g}") | decimals, min_size=1, max_size=8))
def test_every_number_is_what_python_reads(texts: list[str]) -> None:
    X, y = points_from_libsvm("".join(f"{text} 3:{text}\n" for text in texts).encode())
    expected = np.array([float(text) for text in texts])
    assert y.tobytes() == expected.tobytes()
    assert X.toarray()[:, 2].tolist() == expected.tolist()


@pytest.mark.parametrize("power", [-40, -23, -3, 0, 5])
def test_a_number_half_way_between_two_floats_goes_to_the_even_one(power: int) -> None:
    halves = [(2 * m + 1) * 10**30 * 2 ** (power + 60) // 2**61 for m in range(2**52, 2**52 + 20)]
    texts = [f"{half}e-30" for half in halves] + [f"{2**53 + k}" for k in range(1, 20)]
    _, y = points_from_libsvm("".join(f"{text}\n" for text in texts).encode())
    assert y.tolist() == [float(text) for text in texts]


@settings(deadline=None)
@given(st.integers(1, 60), st.integers(0, 2**32 - 1))
def test_points_return_from_a_file_in_pieces_of_any_size(piece: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(7, 4)) * (rng.random((7, 4)) < 0.5), rng.normal(size=7)
    text = points_to_libsvm(X, y)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(libsvm_points, "PIECE", piece)
        again, targets = points_from_libsvm(text.encode(), 4)
    assert np.array_equal(again.toarray(), X)
    assert np.array_equal(targets, y)


def test_scikit_learn_reads_the_same_from_a_path_an_open_file_and_bytes(tmp_path: Path) -> None:
    text = "# head\n1 1:0.5 3:-2e3 # note\n\n-1\n  +2.5 2:.5 4:1.\t\r\n"
    path = tmp_path / "points.txt"
    path.write_text(text)
    theirs, labels = load_svmlight_file(str(path))
    for file in (str(path), path, text.encode(), io.BytesIO(text.encode())):
        X, y = points_from_libsvm(file)
        assert np.array_equal(X.toarray(), theirs.toarray())
        assert np.array_equal(y, labels)


@pytest.mark.parametrize(
    ("text", "key", "line"),
    [
        ("", "data.empty", None),
        ("\n# nothing\n", "data.empty", None),
        ("1 1:1\n2 1:x\n", "data.point", 2),
        ("1 1:1\nx 1:1\n", "data.point", 2),
        ("1 1:1\n1 1:\n", "data.point", 2),
        ("1 qid:3 1:1\n", "data.point", 1),
        ("1,2 1:1\n", "data.point", 1),
        ("1 1:1:2\n", "data.point", 1),
        ("1 1:0x10\n", "data.point", 1),
        ("1 1:1_0\n", "data.point", 1),
        ("1 1:nan\n", "data.point", 1),
        ("1 -1:1\n", "data.point", 1),
        ("1 2:1 1:1\n", "data.order", 1),
        ("1 1:1 1:1\n", "data.order", 1),
        ("1 0:1\n", "data.zero", 1),
        ("1 99999999999:1\n", "data.index", 1),
        ("1 1:1e309\n", "data.infinite", None),
        ("1e999 1:1\n", "data.infinite", None),
    ],
)
def test_a_damaged_file_is_refused_in_one_sentence(text: str, key: str, line: int | None) -> None:
    with pytest.raises(InputError) as caught:
        points_from_libsvm(text.encode())
    assert (caught.value.key, caught.value.values.get("line")) == (key, line)


def test_a_line_without_an_end_is_refused_before_it_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(libsvm_points, "PIECE", 1 << 10)
    monkeypatch.setattr(libsvm_points, "LONGEST_LINE", 1 << 16)
    endless = io.BytesIO(b"1 1:1\n" + b"1 " + b"1" * (1 << 20))
    with pytest.raises(InputError) as caught:
        points_from_libsvm(endless)
    assert caught.value.key == "data.line"
    assert endless.tell() < 1 << 17, "it was read on"


def test_a_large_index_makes_no_large_table() -> None:
    X, _ = points_from_libsvm(b"1 2147483647:1\n")
    assert X.shape == (1, 2**31 - 1)
    assert X.nnz == 1
    with pytest.raises(InputError) as caught:
        points_from_libsvm(b"1 5:1\n", 4)
    assert caught.value.key == "data.features"


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=60) | st.text("0123456789.:-+e #\n", max_size=60).map(str.encode))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    with suppress(InputError):
        X, y = points_from_libsvm(data)
        assert X.shape[0] == len(y)
        assert all(map(math.isfinite, y))
