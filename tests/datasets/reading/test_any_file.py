"""Any bytes, any text, any cells: points or one clear sentence, never anything else, and never late."""

import contextlib
import re
import string
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from datasets import (
    MOST_POINTS,
    Points,
    ReadError,
    Table,
    choose,
    distinct_labels,
    feature_columns,
    label_column,
    read_table,
)
from datasets.read_error import NOTES, SENTENCES


def first_choice(table: Table) -> Points:
    """Return the points of the first two columns beside the guessed label column."""
    label = label_column(table)
    x, y = feature_columns(table, label)[:2]
    return choose(table, x, y, label, distinct_labels(table, label)[-1])


def read_and_choose(data: bytes | str) -> None:
    """Go all the way; a refusal is fine, anything else is not."""
    start = time.perf_counter()
    with contextlib.suppress(ReadError):
        points = first_choice(read_table(data))
        assert np.isfinite(points.X).all()
        assert 2 <= len(points.y) <= MOST_POINTS
    assert time.perf_counter() - start < 20.0


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=4000))
def test_any_bytes_become_points_or_one_sentence(data: bytes) -> None:
    read_and_choose(data)


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=3000))
def test_any_text_becomes_points_or_one_sentence(text: str) -> None:
    read_and_choose(text)


cells = st.one_of(
    st.floats().map(str),
    st.integers(-5, 5).map(str),
    st.sampled_from(["", "a", "b", "NA", "1,5", '"', '"x', "1.234,5", "+1", "1:2", "3:", "苹果", "1e400", "#", "-0.0"]),
)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.lists(cells, max_size=6), max_size=25), st.sampled_from([",", ";", "\t", " ", "|", ", "]))
def test_any_cells_become_points_or_one_sentence(rows: list[list[str]], delimiter: str) -> None:
    text = "\n".join(delimiter.join(row) for row in rows)
    read_and_choose(text)
    for encoding in ("utf-8", "utf-16", "gb18030"):
        read_and_choose(text.encode(encoding))


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.lists(st.tuples(st.integers(-1, 205), st.floats()), max_size=5), max_size=20),
    st.sampled_from(["1", "-1", "word", ""]),
)
def test_any_pairs_become_points_or_one_sentence(rows: list[list[tuple[int, float]]], label: str) -> None:
    read_and_choose("\n".join(" ".join([label, *(f"{index}:{value}" for index, value in row)]) for row in rows))


def test_every_sentence_is_used_and_every_key_used_has_one() -> None:
    sources = "".join(path.read_text("utf-8") for path in (Path(__file__).parents[3] / "datasets").rglob("*.py"))
    used = set(re.findall(r'ReadError\(\s*"([\w.]+)"', sources))
    noted = set(re.findall(r'Note\(\s*"([\w.]+)"', sources))
    assert used == set(SENTENCES)
    assert noted == set(NOTES)


@pytest.mark.parametrize("sentence", [*SENTENCES.values(), *NOTES.values()])
def test_sentences_have_plain_placeholders_and_no_exclamation_marks(sentence: str) -> None:
    assert "!" not in sentence
    for _, name, form, conversion in string.Formatter().parse(sentence):
        assert name is None or (name.isidentifier() and not form and not conversion)
