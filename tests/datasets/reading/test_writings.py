"""The same tables in a hundred ways of writing them, and random tables in random ways: all are read back equal."""

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.files import REFUSED, SHEETS, fault, random_sheet, random_writing, reason, torn, trouble, ways, written
from datasets import distinct_labels, feature_columns, label_column, read_table


@pytest.mark.parametrize("name", ways())
def test_a_table_is_the_same_in_every_way_of_writing_it(name: str) -> None:
    assert [fault(sheet, ways()[name]) for sheet in SHEETS] == [""] * len(SHEETS)


@pytest.mark.parametrize("data", REFUSED)
def test_what_is_refused_is_refused_for_its_reason(data: bytes) -> None:
    assert reason(data, REFUSED[data]) == ""


@given(st.randoms(use_true_random=False))
def test_a_random_table_written_in_a_random_way_is_read_back_equal(draw: Random) -> None:
    sheet, way = random_sheet(draw), random_writing(draw)
    assert fault(sheet, way) == "", written(sheet, way)


@given(st.randoms(use_true_random=False))
def test_a_torn_file_becomes_points_or_one_sentence(draw: Random) -> None:
    assert trouble(torn(draw)) == ""


@pytest.mark.parametrize(
    ("cells", "numbers"),
    [
        ("1.250 2.500 1.250.000 980", (1250, 2500, 1250000, 980)),
        ("1,250 2,500 1,250,000 980", (1250, 2500, 1250000, 980)),
        ("1.250 2.5 0.125", (1.25, 2.5, 0.125)),
        ("1,250 2,5 0,125", (1.25, 2.5, 0.125)),
        ("1.250 1980 2.125", (1.25, 1980, 2.125)),
        ("1_234,5 12_345_678 7", (1234.5, 12345678, 7)),
        ("1\xa0234,5 7", (1234.5, 7)),
        ("1\u202f234.5 7", (1234.5, 7)),
        ("1'234.5 12'345'678,25", (1234.5, 12345678.25)),
        ("1\u2019234.5 7", (1234.5, 7)),
        ("1,50,000 12,34,567.5 2,500", (150000, 1234567.5, 2500)),
        ("-1.234,5 +1.250", (-1234.5, 1250)),
        ("1.5 2,5", (1.5, 2.5)),
        ("1,5e3 .5 7.", (1500, 0.5, 7)),
        ("12,34 1,23", (12.34, 1.23)),
        ("1,2,3 1.2.3 1'23 1,2345,678 1.234,567.8 5", (np.nan, np.nan, np.nan, np.nan, np.nan, 5)),
    ],
)
def test_a_number_is_read_in_the_one_way_that_its_column_allows(cells: str, numbers: tuple[float, ...]) -> None:
    rows = [f"{cell.replace('_', ' ')}|2|{'ab'[k % 2]}" for k, cell in enumerate(cells.split(" "))]
    table = read_table("\n".join(["amount|size|kind", *rows]), classes=False)
    np.testing.assert_array_equal(table.column("amount"), numbers)
    assert not [note for note in table.notes if note.key == "file.assumed"] or "1980" in cells


@pytest.mark.parametrize(
    ("text", "number", "said"),
    [
        ("q;p;k\n1.250;3,5;a\n2.500;4;b\n", 1250, "“1.250” in “q” could mean two numbers; it is read as 1250"),
        ("q;p;k\n1.250;3.5;a\n2.500;4;b\n", 1.25, "it is read as 1.25,"),
        ("q;p;k\n1.250;3;a\n2.500;4;b\n", 1.25, "it is read as 1.25,"),
        ("q;p;k\n1,250;3;a\n2,500;4;b\n", 1.25, "“1,250” in “q” could mean two numbers; it is read as 1.25,"),
        ("q|p|k\n1,250|3|a\n2,500|4|b\n", 1250, "it is read as 1250,"),
        ("q|p|k\n1,250|3,5|a\n2,500|4|b\n", 1.25, "it is read as 1.25,"),
        ('q,p,k\n"1,250",3,a\n"2,500",4,b\n', 1250, "it is read as 1250,"),
    ],
)
def test_what_was_assumed_of_a_number_that_could_be_two_is_said(text: str, number: float, said: str) -> None:
    table = read_table(text)
    assert table.column("q").tolist() == [number, 2 * number]
    assert any(said in str(note) for note in table.notes)


def test_a_column_with_both_decimal_signs_is_read_and_said() -> None:
    assert [note.key for note in read_table("x|y|k\n1.5|2|a\n2,5|3|b\n").notes] == [
        "file.decimal_comma",
        "file.two_signs",
    ]


@pytest.mark.parametrize("classes", ["NA DE NA FR", "none aspirin none aspirin", "null alt null alt", "nan ? nan -"])
def test_only_an_empty_cell_has_no_class(classes: str) -> None:
    names = classes.split()
    rows = "".join(f"{k},{k * k % 3},{name}\n" for k, name in enumerate(names, start=3))
    table = read_table("x,y,country\n" + rows + "8,8,\n")
    assert set(distinct_labels(table, "country")) == set(names)
    assert table.labels["country"].codes.tolist().count(-1) == 1
    assert table.numeric == ("x", "y")


def test_a_number_that_is_missing_leaves_its_column_one_of_numbers() -> None:
    table = read_table("x,y,k\n1,NA,a\n3,4,b\nnull,5,b\n6,none,a\n")
    assert table.numeric == ("x", "y")
    assert np.isnan(table.numbers[:, :2]).sum() == 3


@pytest.mark.parametrize(
    "words",
    [
        ["A", "A'", "'A"],
        ['5"', "5", "6"],
        ["'a'", "a", "b"],
        ["it's", "its", "'tis"],
        ['a "q"', "a q", "a"],
        ['""', "a"],
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_a_quote_that_is_a_letter_stays_in_its_cell(words: list[str], delimiter: str) -> None:
    quoted = ['"' + word.replace('"', '""') + '"' if word.startswith('"') else word for word in words]
    rows = [f"{k}.5{delimiter}2{delimiter}{word}" for k, word in enumerate(quoted)]
    table = read_table("\n".join([f"x{delimiter}y{delimiter}k", *rows]))
    assert set(distinct_labels(table, "k")) == set(words)


@pytest.mark.parametrize(
    ("head", "counts", "left_out"),
    [
        ("", "0 1 2 3", True),
        ("", "1 2 3 4", True),
        ("", "17 3 250 4", True),  # drawn from a longer table
        ("", "0 1 2 0 1 2", True),  # two tables put together
        ("id", "11 7 8 9", True),
        ("PassengerId", "1 2 3 4", True),
        ("Unnamed: 0", "0 1 2 3", True),
        ("序号", "1 2 3 4", True),
        ("", "ann bob cem dan", True),
        ("", "ann bob bob ann", False),
        ("name", "ann bob cem dan", False),
        ("", "0.5 1 2 3", False),
        ("", "1 1 0 0", False),
        ("x", "1 2 3 4", False),
        ("acid", "1 2 3 4", False),
        (None, "1 2 3 4", True),
        (None, "0 1 2 3", True),
        (None, "2 3 4 5", False),
        (None, "1 2 4 3", False),
    ],
)
def test_a_first_column_that_numbers_the_rows_is_no_feature(head: str | None, counts: str, left_out: bool) -> None:
    rows = [f"{count},{k * 7 % 5}.5,{k}.25,{'ab'[k // 2 % 2]}" for k, count in enumerate(counts.split())]
    table = read_table("\n".join([f"{head},height,width,species"] * (head is not None) + rows))
    features = feature_columns(table, label_column(table))
    assert len(features) == (2 if left_out or counts[0] == "a" else 3)
    assert left_out == ("file.row_numbers" in [note.key for note in table.notes])


def test_a_count_that_is_needed_as_a_coordinate_is_one() -> None:
    assert read_table("1,2.5,a\n2,1.5,b\n3,0.5,a\n").numeric == ("x1", "x2")
