"""From a table to points: columns, classes, gaps, scale."""

import numpy as np
import pytest

from datasets import MOST_POINTS, ReadError, choose, distinct_labels, is_plane, read_table


def test_a_class_of_three_is_the_first_and_the_others_follow_in_their_order() -> None:
    table = read_table("x,y,c\n1,2,red\n2,1,green\n4,3,blue\n3,3,green\n")
    assert distinct_labels(table, "c") == ("blue", "green", "red")
    assert choose(table, "x", "y", "c", "green").y.tolist() == [2, 1, -1, 1]


def test_chosen_points_are_standardised_named_and_on_the_grid() -> None:
    rng = np.random.default_rng(1)
    rows = [f"{a:.6f},{1000 + b:.6f},{k % 2}" for k, (a, b) in enumerate(rng.normal(size=(300, 2)))]
    points = choose(read_table("len,width,c\n" + "\n".join(rows)), "len", "width", "c", "1")
    assert points.axes == ("len", "width")
    assert np.allclose(points.X.mean(axis=0), 0, atol=1e-3)
    assert np.allclose(points.X.std(axis=0), 1, atol=1e-3)
    assert [note.key for note in points.notes] == ["choose.standardised"]


def test_rows_with_gaps_are_left_out_and_counted() -> None:
    text = "x,y,c\n1,2,a\n2,1,b\nnan,1,a\ninf,2,b\n1e999,2,b\n,2,a\n?,3,b\nword,1,a\n4,4,\n3,3,a\n"
    points = choose(read_table(text), "x", "y", "c", "a")
    assert len(points.y) == 3
    assert (points.notes[0].key, points.notes[0].values) == ("choose.missing", {"count": 7, "total": 10})


def test_of_many_rows_an_even_selection_is_kept_with_the_rare_class_in_it() -> None:
    rows = [f"{k * 0.618 % 1:.5f},{k * 0.414 % 1:.5f},{'rare' if k == 777 else 'common'}" for k in range(30_000)]
    points = choose(read_table("x,y,c\n" + "\n".join(rows)), "x", "y", "c", "rare")
    assert len(points.y) == MOST_POINTS
    assert (points.y == 1).sum() == 1
    assert (points.notes[0].key, points.notes[0].values) == ("choose.thinned", {"kept": 2000, "total": 30_000})


@pytest.mark.parametrize("huge", ["1e300", "-1.7e308", "5e-324", "1e-300", "123456789012345678901234567890"])
def test_numbers_at_the_ends_of_the_range_do_not_overflow(huge: str) -> None:
    points = choose(read_table(f"x,y,c\n{huge},1,a\n-1e300,2,b\n1.7e308,3,b\n0,{huge},a\n"), "x", "y", "c", "a")
    assert np.isfinite(points.X).all()
    assert np.abs(points.X).max() < 3


def test_values_that_differ_in_the_last_digit_are_still_told_apart() -> None:
    points = choose(read_table("x,y,c\n1000000000000001,1,a\n1000000000000002,2,b\n1000000000000003,1,b\n"), *"xyca")
    assert np.allclose(points.X[:, 0], [-1.2247, 0, 1.2247], atol=1e-3)


@pytest.mark.parametrize(
    ("arguments", "key"),
    [
        (("x", "nowhere", "c", "a"), "choose.no_column"),
        (("x", "y", "nowhere", "a"), "choose.no_column"),
        (("x", "x", "c", "a"), "choose.same_column"),
        (("x", "c", "c", "a"), "choose.no_numbers"),
        (("x", "y", "c", "z"), "choose.no_class"),
        (("x", "same", "c", "a"), "choose.constant"),
        (("x", "y", "same", "5"), "choose.no_label"),
        (("x", "late", "c", "a"), "choose.one_class"),
        (("late", "early", "c", "a"), "choose.no_rows"),
    ],
)
def test_a_choice_that_cannot_work_is_refused_by_name(arguments: tuple[str, str, str, str], key: str) -> None:
    table = read_table("x,y,c,same,late,early\n1,2,a,5,,1\n2,3,b,5,4,\n3,1,b,5,3,\n5,9,a,5,,3\n")
    with pytest.raises(ReadError) as refusal:
        choose(table, *arguments)
    assert refusal.value.key == key


def test_two_columns_of_a_few_units_are_drawn_as_they_are() -> None:
    table = read_table("x,y,c\n1,2,a\n3,3,b\n2,0,a\n")
    assert is_plane(table, "x", "y")
    assert choose(table, "x", "y", "c", "b", standardised=False).X.tolist() == [[1.0, 2.0], [3.0, 3.0], [2.0, 0.0]]


@pytest.mark.parametrize("column", ["1e300,-1e300,5", "1,1,1", "0.001,0.002,0.003", "100,200,300", ",,1"])
def test_a_column_of_another_size_asks_to_be_standardised(column: str) -> None:
    rows = "\n".join(f"{cell},{k},{'ab'[k % 2]}" for k, cell in enumerate(column.split(",")))
    assert not is_plane(read_table(f"x,y,c\n{rows}\n"), "x", "y")
