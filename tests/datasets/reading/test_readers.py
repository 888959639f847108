"""Files as people have them: each becomes a table or gets one sentence that says why not."""

import codecs
import re
import time

import pytest

from datasets import (
    Points,
    ReadError,
    Table,
    choose,
    distinct_labels,
    feature_columns,
    label_column,
    read_table,
)

PLAIN = "x,y,kind\n1.5,2.5,a\n2.5,1.5,b\n3.5,0.5,b\n"


def refused(data: bytes | str) -> ReadError:
    """Return the refusal of a file."""
    with pytest.raises(ReadError) as refusal:
        read_table(data)
    return refusal.value


def first_choice(table: Table) -> Points:
    """Return the points of the first two columns beside the guessed label column."""
    label = label_column(table)
    x, y = feature_columns(table, label)[:2]
    return choose(table, x, y, label, distinct_labels(table, label)[-1])


@pytest.mark.parametrize(
    "text",
    [
        "1.5,2.5,a\n2.5,1.5,b\n3.5,0.5,b\n",
        PLAIN,
        PLAIN.replace(",", ";"),
        PLAIN.replace(",", "\t"),
        PLAIN.replace(",", "|"),
        PLAIN.replace(",", " "),
        PLAIN.replace(",", ",  "),
        PLAIN.replace(",", "   "),
        PLAIN.replace(",", "，"),
        PLAIN.replace(",", ";").replace(".", ","),
        PLAIN.replace(",", "\t").replace(".", ","),
        PLAIN.replace(",", " ").replace(".", ","),
        PLAIN.replace("\n", "\r\n"),
        PLAIN.replace("\n", "\r"),
        PLAIN.replace("\n", "\n\n"),
        PLAIN.rstrip("\n"),
        "# made by hand\n" + PLAIN,
        '"x","y","kind"\n"1.5","2.5","a"\n"2.5","1.5","b"\n"3.5","0.5","b"\n',
        '"x","y","kind"\n"1,5","2,5","a"\n"2,5","1,5","b"\n"3,5","0,5","b"\n',
        "x,y,kind,\n1.5,2.5,a,\n2.5,1.5,b,\n3.5,0.5,b,\n",
        "\ufeff" + PLAIN,
    ],
)
@pytest.mark.parametrize("as_bytes", [True, False])
def test_the_same_table_is_read_in_every_writing(text: str, as_bytes: bool) -> None:
    table = read_table(text.encode() if as_bytes else text)
    assert table.numbers[:, :2].tolist() == [[1.5, 2.5], [2.5, 1.5], [3.5, 0.5]]
    assert table.columns in {("x", "y", "kind"), ("x1", "x2", "x3")}
    assert label_column(table) == table.columns[-1]
    assert distinct_labels(table, table.columns[-1]) == ("a", "b")
    assert first_choice(table).y.tolist() == [-1, 1, 1]


@pytest.mark.parametrize(
    "encode",
    [
        lambda text: text.encode("utf-8"),
        lambda text: text.encode("utf-8-sig"),
        lambda text: text.encode("utf-16"),
        lambda text: codecs.BOM_UTF16_BE + text.encode("utf-16-be"),
        lambda text: text.encode("gb18030"),
        lambda text: text.encode("gbk"),
    ],
)
@pytest.mark.parametrize("repeat", [1, 200, 5000])
def test_chinese_labels_arrive_in_every_encoding_that_spreadsheets_write(encode: object, repeat: int) -> None:
    text = "长度,宽度,类别\n" + "1.2,3.4,苹果\n2.2,1.4,香蕉\n" * repeat
    table = read_table(encode(text))  # type: ignore[operator]
    assert table.columns == ("长度", "宽度", "类别")
    assert label_column(table) == "类别"
    assert set(distinct_labels(table, "类别")) == {"苹果", "香蕉"}


def test_a_single_chinese_letter_per_row_is_enough_for_gbk() -> None:
    table = read_table("x,y,c\n1.2,3.4,甲\n2.2,1.4,乙\n".encode("gbk"))
    assert set(distinct_labels(table, "c")) == {"甲", "乙"}


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("Länge;Breite;Art\n1,5;2,3;süß\n1,6;2,4;für\n", "cp1252"),
        ("longueur;largeur;espèce\n1,5;2,3;chêne\n1,6;2,4;érable\n", "cp1252"),
        ("長度,寬度,類別\n1.2,3.4,蘋果\n2.2,1.4,香蕉\n", "utf-8"),
        ("長度,寬度,類別\n1.2,3.4,蘋果\n2.2,1.4,香蕉\n" + "2.2,1.4,蘋果\n" * 9, "big5"),
        ("длина;ширина;класс\n1,2;3,4;яблоко\n2;3;груша\n", "cp1251"),
    ],
)
def test_letters_with_accents_survive_a_european_export(text: str, encoding: str) -> None:
    table = read_table(text.encode(encoding))
    assert table.columns == tuple(re.split("[;,]", text.split("\n")[0]))
    assert len(distinct_labels(table, table.columns[-1])) == 2


def test_what_was_guessed_is_noted() -> None:
    table = read_table("Länge;Breite;Art\n1,5;2,3;süß\n1,6;2,4;für\n".encode("cp1252"))
    assert [note.key for note in table.notes] == ["file.encoding", "file.decimal_comma"]
    assert str(table.notes[0]) == "The file is read as CP1252."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('a,b,c\n"1,234.5","2,500",x\n"1,600.0",12,y\n', [[1234.5, 2500], [1600, 12]]),
        ("a;b;c\n1.234,5;2.500,25;x\n1.600,0;12,5;y\n", [[1234.5, 2500.25], [1600, 12.5]]),
        ("a;b;c\n1e3;-2;x\n+.5;1.;y\n", [[1000, -2], [0.5, 1]]),
        ("a;b;c\n−1;−2;x\n1;2;y\n", [[-1, -2], [1, 2]]),
    ],
)
def test_numbers_are_read_as_they_are_meant(text: str, expected: list[list[float]]) -> None:
    assert read_table(text).numbers[:, :2].tolist() == expected


def test_libsvm_text_is_read_with_the_zeros_that_it_leaves_out() -> None:
    table = read_table("+1 1:0.5 3:2 # first\n-1 2:1 3:4\n\n+1 1:4e0\n")
    assert table.columns == ("y", "x1", "x2", "x3")
    assert table.numbers.tolist() == [[1, 0.5, 0, 2], [-1, 0, 1, 4], [1, 4, 0, 0]]
    assert label_column(table) == "y"
    assert distinct_labels(table, "y") == ("-1", "1")
    assert first_choice(table).y.tolist() == [1, -1, 1]


def test_libsvm_text_that_counts_from_zero_is_read() -> None:
    assert read_table("a 0:1 1:2\nb 0:2 1:1\n").columns == ("y", "x0", "x1")


@pytest.mark.parametrize(
    ("text", "key", "line"),
    [
        ("1 1:1 2:2\n-1 999999999:1\n", "sparse.index", 2),
        ("1 1:1 2:2\n-1 -1:1\n", "sparse.index", 2),
        ("1 1:1 2:2\n\n-1 2:1 1:1\n", "sparse.order", 3),
        ("1 1:1 2:2\n-1 2:1 2:1\n", "sparse.order", 2),
        ("1 1:1 2:2\n-1 2:abc\n", "sparse.value", 2),
        ("1 1:1 2:2\n-1 2:1_0\n", "sparse.value", 2),
        ("1 1:1 2:2\n-1 2:0x1F\n", "sparse.value", 2),
        ("1 1:1 2:2\n-1 1:1 words\n", "sparse.pair", 2),
        ("1 1:1 2:2\n-1 1:1,5\n", "sparse.pair", 2),
        ("1 1:1 2:2\n-1 qid:3 1:1\n", "sparse.group", 2),
        ("1 qid:3 1:1\n-1 qid:3 2:1\n", "sparse.group", 1),
        ("1 1:1 qid:3\n", "sparse.group", 1),
        ("1:0.5 1:1 2:2\n0:2 1:2 2:1\n", "sparse.weight", 1),
        ("1 1:1 2:2\n-1:1 1:2\n", "sparse.weight", 2),
        ("1:1 2:2\n1:3 2:1\n", "sparse.weight", 1),
        ("1,2 1:1 2:2\n3 1:1\n", "sparse.labels", 1),
    ],
)
def test_a_mistake_in_libsvm_text_is_named_with_its_line(text: str, key: str, line: int) -> None:
    refusal = refused(text)
    assert (refusal.key, refusal.values["line"]) == (key, line)
    assert f"Line {line}" in str(refusal)


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (b"", "file.empty"),
        (" \r\n\t\n", "file.empty"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "file.binary"),
        (b"\xff\xd8\xff\xe0 JFIF", "file.binary"),
        (b"PK\x03\x04 xl/workbook.xml", "file.archive"),
        (b"\x1f\x8b\x08 packed", "file.archive"),
        (b"1,2,a\n3,4\x00,b\n", "file.binary"),
        ("1,2,a\n3,4\x00,b\n", "file.binary"),
        (bytes(range(1, 32)) * 20, "file.binary"),
        (codecs.BOM_UTF16_LE + b"a", "file.encoding"),
        (b"0" * 50_000_000, "file.large"),
        ("0" * 50_000_000, "file.large"),
        (",".join(["0.5"] * 20_000), "file.columns"),
        ("1 2\n" * 100_005, "file.rows"),
        ("1 1:1\n" * 100_005, "file.rows"),
        ("1 200:1\n" * 20_000, "file.cells"),
        ((",".join(["1"] * 200) + "\n") * 10_100, "file.cells"),
        ("1\n2\n3\n", "file.few_columns"),
        ("id\n1\n2\n3\n", "file.few_columns"),
        ("id,a\n1,2\n2,3\n3,4\n", "file.few_columns"),
        ("1,2\n3,4\n", "file.few_columns"),
        ("a,b,c\nd,e,f\nd,h,i\n", "file.few_numbers"),
        ("x,y,c\n1,u,a\n2,v,b\n", "file.few_numbers"),
        ("x,y,c\n1,2,a\n3,4,a\n".replace("3,4", "1,2"), "file.no_class"),
        ("1,2,a\n1,2\n3\n4,5,6,7\n", "file.ragged"),
        ('"' * 300_000, "file.few_columns"),
    ],
    ids=lambda value: value if isinstance(value, str) and len(value) < 20 else "data",
)
def test_what_cannot_be_read_is_refused_by_name_in_less_than_two_seconds(data: bytes | str, key: str) -> None:
    start = time.perf_counter()
    assert refused(data).key == key
    assert time.perf_counter() - start < 20.0


def test_a_refusal_says_what_came_what_is_allowed_and_what_to_do() -> None:
    refusal = refused(b"0" * 50_000_000)
    assert refusal.values == {"size": 50.0, "limit": 5}
    assert str(refusal) == "The file has 50.0 MB; at most 5 MB are read. Keep fewer rows and try again."


def test_ragged_rows_are_left_out_and_counted() -> None:
    table = read_table(PLAIN + "1,2\n1,2,a,4\n" + "4.5,5.5,a\n")
    assert len(table.numbers) == 4
    assert [(note.key, note.values) for note in table.notes] == [
        ("file.ragged", {"expected": 3, "count": 2, "line": 5})
    ]


def test_an_open_quote_does_not_swallow_the_rest_of_the_file() -> None:
    assert len(read_table('x,y,c\n1,2,"a\n2,3,b\n3,4,a\n').numbers) == 3


def test_names_that_repeat_or_lack_become_different() -> None:
    assert read_table("x,x,,c\n1,2,3,a\n2,3,4,b\n").columns == ("x", "x (2)", "x3", "c")


def test_a_row_number_is_not_taken_for_the_class() -> None:
    rows = "".join(f"{k},{k * 0.37 % 1:.3f},{k * 0.71 % 1:.3f},{'yes' if k % 3 else 'no'}\n" for k in range(300))
    table = read_table("id,a,b,sick\n" + rows)
    assert label_column(table) == "sick"


@pytest.mark.parametrize("place", [0, 2])
def test_the_label_column_is_found_first_or_last_or_by_its_name(place: int) -> None:
    rows = [["class", "u", "v"], ["1", "0.1", "7"], ["2", "0.7", "7"], ["1", "0.2", "8"], ["2", "0.9", "8"]]
    text = "\n".join(",".join(row[1 : place + 1] + row[:1] + row[place + 1 :]) for row in rows)
    assert label_column(read_table(text)) == "class"


def test_a_header_that_repeats_is_no_row() -> None:
    table = read_table(PLAIN + PLAIN)
    assert len(table.numbers) == 6
    assert distinct_labels(table, "kind") == ("a", "b")
