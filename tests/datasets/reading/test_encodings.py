"""Files in the encodings that spreadsheets write: read the same at every length, refused only where nothing fits."""

import codecs
import random
import re

import pytest

from datasets import ReadError, distinct_labels, read_table
from datasets.reading.encoding import decode

CHINESE = "长度,宽度,类别\n1.2,3.4,苹果\n2.2,1.4,香蕉\n"
TRADITIONAL = "長度,寬度,類別\n1.2,3.4,蘋果\n2.2,1.4,香蕉\n"
JAPANESE = "長さ,幅,種類\n1.2,3.4,りんご\n2.2,1.4,バナナ\n"
KOREAN = "길이,너비,종류\n1.2,3.4,사과나무\n2.2,1.4,바나나\n"
GERMAN = "Länge;Breite;Art\n1,5;2,3;süß\n1,6;2,4;für\n"
FRENCH = "longueur;largeur;espèce\n1,5;2,3;chêne\n1,6;2,4;érable\n"
SPANISH = "tamaño;año;categoría\n1,5;2,3;niño\n1,6;2,4;mamá\n"
RUSSIAN = "длина;ширина;класс\n1,2;3,4;яблоко\n2;3;груша\n"
POLISH = "długość;szerokość;gatunek\n1,5;2,3;jabłko\n1,6;2,4;śliwka\n"
CZECH = "délka;šířka;třída\n1,5;2,3;třešeň\n1,6;2,4;hruška\n"

FILES = [
    *((CHINESE, encoding) for encoding in ("utf-8", "utf-8-sig", "utf-16", "gbk", "gb18030")),
    *((TRADITIONAL, encoding) for encoding in ("utf-8", "big5", "gb18030")),
    *((JAPANESE, encoding) for encoding in ("utf-8", "shift_jis", "cp932")),
    *((KOREAN, encoding) for encoding in ("utf-8", "euc_kr", "cp949")),
    *((text, "cp1252") for text in (GERMAN, FRENCH, SPANISH)),
    (GERMAN, "latin-1"),
    (RUSSIAN, "cp1251"),
    *((text, "cp1250") for text in (POLISH, CZECH)),
]


def repeated(text: str, times: int) -> str:
    head, _, rows = text.partition("\n")
    return f"{head}\n{rows * times}"


@pytest.mark.parametrize("times", [1, 2, 3, 10, 100, 1000])
@pytest.mark.parametrize(("text", "encoding"), FILES, ids=lambda value: value[:6] if len(value) > 9 else value)
def test_a_file_is_read_the_same_at_every_length(text: str, encoding: str, times: int) -> None:
    assert decode(repeated(text, times).encode(encoding))[0].removeprefix("\ufeff") == repeated(text, times)
    table = read_table(repeated(text, times).encode(encoding))
    assert table.columns == tuple(re.split("[;,]", text.split("\n")[0]))
    assert len(distinct_labels(table, table.columns[-1])) == 2


@pytest.mark.parametrize("encoding", ["gb18030", "gbk"])
@pytest.mark.parametrize("rows", [1, 10, 100, 2000, 20_000])
def test_chinese_names_that_never_repeat_are_read(rows: int, encoding: str) -> None:
    draw = random.Random(rows)
    common = [bytes((lead, trail)).decode("gbk") for lead in range(0xB0, 0xD7) for trail in range(0xA1, 0xFE)]
    text = "x,y,名称\n" + "".join(f"{k},1.5,{''.join(draw.sample(common, 3))}\n" for k in range(rows))
    assert decode(text.encode(encoding))[0] == text


@pytest.mark.parametrize(
    ("word", "encoding"), [("für", "cp1252"), ("苹果", "gb18030"), ("甲", "gbk"), ("°C", "cp1252")]
)
@pytest.mark.parametrize("rows", [10, 1000, 100_000])
def test_one_word_at_the_end_of_many_rows_of_numbers_is_seen(word: str, encoding: str, rows: int) -> None:
    text = "x,y,c\n" + "1.5,2.5,a\n" * rows + f"1.5,2.5,{word}\n"
    assert decode(text.encode(encoding))[0] == text


@pytest.mark.parametrize("seed", range(20))
def test_bytes_thrown_by_dice_are_no_text(seed: int) -> None:
    draw = random.Random(seed)
    data = bytes(draw.randrange(1, 256) for _ in range(2000))
    with pytest.raises(ReadError):
        decode(data)


def test_one_endless_cell_is_read_or_refused_at_once() -> None:
    assert decode(("é" + "a" * 1_000_000 + "é").encode("cp1252"))[0].count("é") == 2


def test_a_mark_decides() -> None:
    for mark, encoding in ((codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be")):
        assert decode(mark + CHINESE.encode(encoding)) == (CHINESE, None)
