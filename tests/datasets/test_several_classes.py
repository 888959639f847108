"""Points of up to six classes, and those of two of them: an edit of two leaves the others where they are."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from datasets import (
    FIRST_PAIR,
    LABELS,
    Points,
    ReadError,
    Window,
    choose,
    from_indices,
    in_pair,
    make_points,
    present,
    read_table,
    with_pair,
)
from datasets.choice import thin

WINDOW = Window(-4.0, -4.0, 8.0)
PAIRS = st.permutations(LABELS).map(lambda labels: (labels[0], labels[1]))


@st.composite
def labelled(draw: st.DrawFn, labels: tuple[int, ...] = LABELS) -> Points:
    y = draw(st.lists(st.sampled_from(labels), max_size=12))
    grid = draw(st.lists(st.tuples(*[st.integers(0, 65535)] * 2), min_size=len(y), max_size=len(y)))
    return make_points(from_indices(np.reshape(grid, (-1, 2)), WINDOW), y, window=WINDOW)


def rows(points: Points) -> list[tuple[float, float, int]]:
    return [(a, b, c) for (a, b), c in zip(points.X.tolist(), points.y.tolist(), strict=True)]


@given(labelled(), PAIRS)
def test_two_classes_put_back_unedited_change_nothing(points: Points, pair: tuple[int, int]) -> None:
    own = in_pair(points, pair)
    assert rows(own) == [(a, b, 1 if c == pair[0] else -1) for a, b, c in rows(points) if c in pair]
    assert rows(with_pair(points, pair, own)) == rows(points)


@given(labelled(), PAIRS, labelled(FIRST_PAIR))
def test_an_edit_of_two_classes_is_whole_and_leaves_the_others(
    points: Points, pair: tuple[int, int], edited: Points
) -> None:
    after = with_pair(points, pair, edited)
    assert rows(in_pair(after, pair)) == rows(edited)
    assert [row for row in rows(after) if row[2] not in pair] == [row for row in rows(points) if row[2] not in pair]


def test_points_of_two_classes_are_themselves() -> None:
    points = make_points([[0, 0], [1, 1]], [1, -1])
    assert in_pair(points, FIRST_PAIR) is points


def test_an_edit_of_two_classes_has_no_third() -> None:
    points = make_points([[0, 0], [1, 1]], [1, 2])
    with pytest.raises(ReadError) as refusal:
        with_pair(points, FIRST_PAIR, points)
    assert refusal.value.key == "points.labels"


def test_names_go_with_their_classes_and_are_none_where_one_is_missing() -> None:
    points = make_points([[0, 0], [1, 1], [2, 1]], [1, -1, 2], classes=("a", "b", "c"))
    assert in_pair(points, (2, 1)).classes == ("c", "a")
    assert in_pair(points, FIRST_PAIR).classes == ("a", "b")
    assert in_pair(points, (1, 3)).classes == ("", "")


def test_a_file_of_six_values_has_six_classes_and_one_of_seven_is_one_against_the_rest() -> None:
    lines = "\n".join(f"{k},{k * k % 5},{'abcdefg'[k]}" for k in range(7))
    six = choose(read_table("x,y,c\n" + lines.rpartition("\n")[0]), "x", "y", "c", "b")
    assert six.classes == ("b", "a", "c", "d", "e", "f")
    assert six.y.tolist() == [-1, 1, 2, 3, 4, 5]
    assert present(six) == LABELS
    seven = choose(read_table("x,y,c\n" + lines), "x", "y", "c", "b")
    assert seven.y.tolist() == [-1, 1, -1, -1, -1, -1, -1]
    assert seven.classes == ("b", "")


def test_a_class_of_one_point_among_thousands_is_kept() -> None:
    signs = np.repeat(np.array(LABELS, np.int8), [3000, 1, 3000, 1, 1, 1])
    kept = thin(signs)
    assert len(kept) <= 2000
    assert set(signs[kept].tolist()) == set(LABELS)
    assert (np.diff(kept) > 0).all()
