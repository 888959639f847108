"""Write six tables in a hundred formats and read them back, then random tables, then corrupted files."""

from __future__ import annotations

import argparse
import random
import re
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import numpy as np

from datasets import ReadError, choose, distinct_labels, feature_columns, label_column, read_table
from datasets.reading.delimited import SPACES
from datasets.reading.numerals import is_number

SLOW = 2.0  # largest processor time of a file in seconds
FIELDS = ",;\t|， "
LETTERS = "abzNAÄé苹果  -_.,;:'\"#%/()<>&{}|5"
NOISE = (*"\"',;\t\n\r #:-.é\x00\ufffd\ufeff", "1e999", "NA", "1 1:1")


@dataclass(frozen=True)
class Sheet:
    """A table before it is written to a file."""

    names: tuple[str, ...]  # of the columns of numbers, and of the class
    numbers: tuple[tuple[float, ...], ...]  # rows
    classes: tuple[str, ...]  # of the rows


@dataclass(frozen=True)
class Writing:
    """A format for writing a table."""

    delimiter: str = ","
    decimal: str = "."
    group: str = ""  # thousands separator
    indian: bool = False  # 1,50,000
    quote: str = '"'
    quoting: str = "needed"  # "needed", "words" or "all"
    head: bool = True
    counted: str | None = None  # the name of a column of row numbers before all others; "R": without a name
    end: str = "\n"
    encoding: str = "utf-8"
    mark: bytes = b""  # bytes before the encoded text
    before: str = ""  # the first line
    after: str = ""  # the end of each row
    padded: bool = False  # cells padded with spaces
    ruled: str = ""  # below the header
    edge: str = ""  # before and after each row
    places: int | None = None  # decimals; None: as many as the number has


SHEETS = (
    Sheet(("x", "y", "kind"), ((1.5, 2.5), (2.5, 1.5), (3.5, 0.5), (-1.25, 0.0)), ("a", "b", "b", "a")),
    Sheet(
        ("menge", "preis", "art"),
        ((1250.0, 3.5), (2500.0, 4.25), (1250000.0, 12.0), (980.0, 6.75), (1234567.5, 0.1)),
        ("rot", "blau", "blau", "rot", "grün"),
    ),
    Sheet(
        ("dose", "weight", "drug"),
        ((1.125, 0.5), (2.375, 0.25), (12.625, 10.5), (1.875, 3.75)),
        ("none", "aspirin", "NA", "null"),
    ),
    Sheet(
        ("Länge (cm)", "Breite, Höhe", "Größe"),
        ((1.5, -2.5), (150000.0, 1.5), (2.25, 1234.5), (0.5, 7.0)),
        ("A", "A'", '5"', 'a "q"'),
    ),
    Sheet(
        ("长度", "宽度", "高度", "类别"), ((1.2, 3.4, 7.5), (2.2, 1.4, 8.5), (2.5, 1.5, 9.5)), ("苹果", "香蕉", "苹果")
    ),
    Sheet(
        ("u", "v", "y"),
        ((3.0, 0.0001), (2.0, -1e-7), (31.0, 5.5), (17.0, 2e21), (3.0, 7.5)),
        ("1", "-1", "1", "-1", "1"),
    ),
)


REFUSED = {  # files, and the key of the expected error
    b"PK\x03\x04 xl/workbook.xml": "file.archive",
    b"\x1f\x8b\x08 packed": "file.archive",
    b"PAR1\x15\x04 columns": "file.binary",
    b"\x93NUMPY\x01\x00": "file.binary",
    b"SQLite format 3\x00": "file.binary",
    b'[{"x": 1, "y": 2, "k": "a"}]': "file.other_format",
    b"<!DOCTYPE html><table><tr><td>1</td></tr></table>": "file.other_format",
    b"<?xml version='1.0'?><table/>": "file.other_format",
    b"% made by hand\n@RELATION iris\n@DATA\n1,2,a\n": "file.other_format",
    b"1:0.5 1:1 2:2\n0:2 1:2 2:1\n": "sparse.weight",
    b"1:1 2:2\n1:3 2:1\n": "sparse.weight",
    b"1 qid:1 1:1 2:2\n2 qid:1 1:2 2:1\n": "sparse.group",
    b"1,2 1:1 2:2\n3 1:2 2:1\n": "sparse.labels",
    b"1 1:1 2:x\n2 1:2 2:1\n": "sparse.value",
    b"1 2:1 1:2\n2 1:2 2:1\n": "sparse.order",
    b"x,k\n1,a\n2,b\n": "file.few_columns",
    b",x,k\n0,1,a\n1,2,b\n": "file.few_columns",
    b"x,y,k\n1,u,a\n2,v,b\n": "file.few_numbers",
    b"x,y,k\n1,2,a\n1,2,a\n": "file.no_class",
}


def written(sheet: Sheet, way: Writing) -> bytes | None:
    """Return a file; None if this format is lossy for the table."""
    text = _text(sheet, way)
    exact = way.places is None or all(round(value, way.places) == value for row in sheet.numbers for value in row)
    foreign = way.encoding.startswith("gb") and any("\x7f" < letter < "\u2e80" for letter in text)
    try:
        return way.mark + text.encode(way.encoding) if exact and not foreign else None
    except UnicodeEncodeError:
        return None


def _text(sheet: Sheet, way: Writing) -> str:
    rows = [[_number(value, way) for value in row] for row in sheet.numbers]
    cells = [[*row, name] for row, name in zip(rows, sheet.classes, strict=True)]
    head = [list(sheet.names)] if way.head else []
    if way.counted is not None:
        cells = [[str(k), *row] for k, row in enumerate(cells, start=1)]
        head = [row if way.counted == "R" else [way.counted, *row] for row in head]
    quoted = [[_cell(cell, way) for cell in row] for row in head + cells]
    if way.padded and way.counted != "R":
        widths = [max(map(len, column)) + 1 for column in zip(*quoted, strict=True)]
        quoted = [[cell.rjust(width) for cell, width in zip(row, widths, strict=True)] for row in quoted]
    lines = [way.edge + way.delimiter.join(row) + way.edge + way.after for row in quoted]
    if way.ruled:
        lines.insert(1, way.ruled)
    return way.end.join([*([way.before] if way.before else []), *lines, ""])


def _number(value: float, way: Writing) -> str:
    plain = repr(value).removesuffix(".0") if way.places is None else f"{value:.{way.places}f}"
    if "e" in plain:
        return plain.replace(".", way.decimal)
    whole, _, fraction = plain.lstrip("-").partition(".")
    if way.group and len(whole) > 3:
        front, step = whole[:-3], 2 if way.indian else 3
        cuts = [front[max(end - step, 0) : end] for end in range(len(front), 0, -step)][::-1]
        whole = way.group.join([*cuts, whole[-3:]])
    return "-" * plain.startswith("-") + whole + (way.decimal + fraction if fraction else "")


def _cell(cell: str, way: Writing) -> str:
    word = not is_number(cell)
    apart = cell.split() != [cell] if way.delimiter == SPACES else way.delimiter in cell
    needed = apart or cell.startswith(way.quote) or "\n" in cell
    if way.quoting == "all" or (way.quoting == "words" and word) or needed:
        return way.quote + cell.replace(way.quote, 2 * way.quote) + way.quote
    return cell


def fault(sheet: Sheet, way: Writing) -> str:
    """Return how a table differs after it is written and read; "" if it does not."""
    data = written(sheet, way)
    if data is None:
        return ""
    try:
        table = read_table(data)
    except ReadError as refusal:
        return f"refused: {refusal}"
    label = table.columns[-1]
    if len(table.columns) != len(sheet.names) or (way.head and table.columns != sheet.names):
        return f"columns {table.columns}"
    if not np.array_equal(table.numbers[:, :-1], np.array(sheet.numbers)):
        return f"numbers {table.numbers.tolist()}"
    if label not in table.labels or label_column(table) != label:
        return f"class {label_column(table)!r}"
    values, codes = table.labels[label].values, table.labels[label].codes
    read = tuple(values[code] if code >= 0 else "" for code in codes)
    return "" if read == sheet.classes else f"classes {read}"


def _written_numbers() -> Iterator[Writing]:
    """Yield every delimiter with every unambiguous number format."""
    points, commas = (".", ("", ",", "'", "\xa0")), (",", ("", ".", "\u2019", " ", "\u202f"))
    signs = [(decimal, group) for decimal, groups in (points, commas) for group in groups]
    for delimiter, (decimal, group) in product(FIELDS, signs):
        yield Writing(delimiter, decimal, group)
        if group == ",":
            yield Writing(delimiter, decimal, group, indian=True)


def ways() -> dict[str, Writing]:
    """Return a hundred formats for writing a table, by name."""
    plain, german = Writing(), Writing(";", ",", ".")
    more = [
        *(replace(way, quote=q, quoting=much) for way in (plain, german) for q in "\"'" for much in ("words", "all")),
        *(replace(plain, delimiter=sign, quote=q, quoting="all") for sign in "\t| " for q in "\"'"),
        *(replace(way, counted=name) for way in (plain, german) for name in ("", "id", "Unnamed: 0", "序号", "R")),
        replace(plain, head=False, counted=""),
        *(replace(way, head=False) for way in (plain, german)),
        *(replace(way, end=end) for way in (plain, german) for end in ("\r\n", "\r", "\n\n")),
        *(replace(plain, encoding=name) for name in ("utf-8-sig", "utf-16", "utf-32", "utf-16-le", "utf-16-be")),
        *(replace(plain, encoding=name) for name in ("gb18030", "gbk", "cp1252", "iso-8859-15", "cp1250")),
        replace(german, encoding="cp1252"),
        replace(plain, mark=b"\xfe\xff", encoding="utf-16-be"),
        replace(german, before="sep=;"),
        replace(plain, before="# made by hand"),
        *(replace(way, after=way.delimiter) for way in (plain, german)),
        *(replace(plain, delimiter=sign, padded=True) for sign in ",; |"),
        Writing("|", padded=True, edge="|", ruled="|---|:-:|---:|"),
        Writing("|", padded=True, edge="|", before="+-----+-----+", ruled="+=====+=====+"),
        *(replace(way, places=3) for way in (plain, Writing(";", ","))),
    ]
    every = [*_written_numbers(), *more]
    return {f"{k:03} {_told(way)}": way for k, way in enumerate(every, start=1)}


def _told(way: Writing) -> str:
    usual = Writing()
    return (
        " ".join(f"{name}={value!r}" for name, value in vars(way).items() if value != getattr(usual, name)) or "plain"
    )


def random_sheet(draw: random.Random) -> Sheet:
    """Return a table whose first number determines the decimal separator of the file."""
    rows, width = draw.randint(3, 9), draw.randint(2, 4)
    numbers = [[_random_number(draw) for _ in range(width)] for _ in range(rows)]
    numbers[0][0] = 0.5
    words = ["".join(draw.choice(LETTERS) for _ in range(draw.randint(1, 8))) for _ in range(draw.randint(2, 4))]
    words = [" ".join(word.split()) for word in words]
    words = [word if word not in ("", "b") and not is_number(word) else "a" for word in words]
    if all(word[0] + word[-1] == "''" for word in words):
        words[0] = "a"
    return Sheet(
        (*(f"{draw.choice('xuvw')}{k}" for k in range(width)), "class"),
        tuple(map(tuple, numbers)),
        tuple("b" if k == 0 else words[0] if k == 1 else draw.choice(words) for k in range(rows)),
    )


def _random_number(draw: random.Random) -> float:
    size = 10.0 ** draw.randint(-3, 7)
    return draw.choice((round(draw.uniform(-size, size), draw.randint(0, 4)), float(draw.randint(-2000, 2000))))


def random_writing(draw: random.Random) -> Writing:
    """Return a lossless format."""
    decimal, delimiter, counted = draw.choice(".,"), draw.choice(FIELDS), draw.choice((None, None, "", "id", "R"))
    quoting = draw.choice(("needed", "words", "all"))
    return Writing(
        delimiter,
        decimal,
        draw.choice(("", "", " ", "'", "\u2019", "\xa0", "\u202f", ",."[decimal == ","])),
        quote='"' if quoting == "needed" else draw.choice("\"'"),
        quoting=quoting,
        head=draw.random() < 0.7,
        counted=counted,
        end=draw.choice(("\n", "\n", "\r\n", "\r")),
        encoding=draw.choice(("utf-8", "utf-8-sig", "utf-16", "utf-32")),
        after=delimiter if draw.random() < 0.1 and delimiter != SPACES and counted != "R" else "",
        padded=draw.random() < 0.2,
    )


def torn(draw: random.Random) -> bytes:
    """Return a random file with a few of its bytes changed, dropped, doubled or moved."""
    data = written(random_sheet(draw), random_writing(draw)) or draw.choice([*REFUSED])
    for _ in range(draw.randint(1, 8)):
        at, to = sorted(draw.randint(0, len(data)) for _ in range(2))
        piece = draw.choice((draw.choice(NOISE).encode(), draw.randbytes(draw.randint(1, 4)), data[at:to] * 2, b""))
        data = data[:at] + piece + data[draw.choice((at, at + 1, to)) :]
    return data


def trouble(data: bytes) -> str:
    """Return the traceback for a file that is neither read as points nor refused; "" if it is."""
    try:
        table = read_table(data)
        label = label_column(table)
        x, y = feature_columns(table, label)[:2]
        choose(table, x, y, label, distinct_labels(table, label)[-1])
    except ReadError:
        return ""
    except Exception:
        return traceback.format_exc(limit=-3)
    return ""


def main(options: list[str]) -> int:
    """Print every table that changed, every traceback, and the slowest file; return 1 if one is wrong or slow."""
    asked = argparse.ArgumentParser("python -m benchmarks files")
    asked.add_argument("--count", type=int, default=20_000)
    count, every = asked.parse_args(options).count, ways()
    faults = {(name, k): fault(sheet, way) for name, way in every.items() for k, sheet in enumerate(SHEETS, start=1)}
    lossless = sum(written(sheet, way) is not None for way in every.values() for sheet in SHEETS)
    wrong = _report(f"{lossless} of {len(faults)}: {len(SHEETS)} tables in {len(every)} ways", faults)
    wrong += _report(f"{len(REFUSED)} files to refuse", {str(data): reason(data, key) for data, key in REFUSED.items()})
    seconds: list[float] = []

    def timed(check: Callable[..., str], *given: object) -> str:
        begun = time.process_time()
        found = check(*given)
        seconds.append(time.process_time() - begun)
        return found

    draws = [random.Random(seed) for seed in range(count)]
    changed = {seed: timed(fault, random_sheet(draw), random_writing(draw)) for seed, draw in enumerate(draws)}
    wrong += _report(f"{count} random tables in random ways", changed)
    wrong += _report(f"{count} torn files", {seed: timed(trouble, torn(draw)) for seed, draw in enumerate(draws)})
    longest = {name: timed(trouble, data) for name, data in longest_files().items()}
    wrong += _report(f"{len(longest)} files at the limits", longest)
    slow = sum(each > SLOW for each in seconds)
    print(f"slowest: {max(seconds):.2f} s of processor time; above {SLOW} s: {slow}")
    return int(wrong + slow > 0)


def reason(data: bytes, key: str) -> str:
    """Return what happens to a file that must be refused for this reason; "" if it is refused for it."""
    try:
        read_table(data)
    except ReadError as refusal:
        return "" if refusal.key == key else f"refused: {refusal}"
    return "read"


def longest_files() -> dict[str, bytes]:
    """Return files with the most bytes, rows or cells that are accepted."""
    draw = random.Random(0)
    points = "".join(f"{draw.random():.6f};{draw.random():.6f};{draw.choice('ab')}\n" for _ in range(100_000))
    wide = "\n".join(",".join(f"{draw.uniform(-9, 9):.2f}" for _ in range(199)) + f",{k % 2}" for k in range(4500))
    return {
        "100,000 points": points.encode(),
        "the same with decimal commas": points.replace(".", ",").encode(),
        "each cell in quotes": re.sub(r"([^;\n]+)", r'"\1"', points[:3_000_000]).encode(),
        "900,000 cells": wide.encode(),
        "quotes alone": b'"' * 4_900_000,
        "open quotes": b',"a' * 1_600_000,
        "apostrophes": b"'a',b\n" * 90_000,
        "thousands": b"1,1\n" + b'"1.234.567","7.654.321",a\n' * 100_000,
        "LIBSVM": b"1 1:0.5 2:0.25\n-1 1:1 2:2\n" * 50_000,
        "one line": b"1 " * 2_400_000,
    }


def _report(what: str, faults: Mapping[Any, str]) -> int:
    """Print the faults, and return their number."""
    wrong = {name: said for name, said in faults.items() if said}
    print(f"{what}: {len(wrong)} wrong", flush=True)
    for name, said in wrong.items():
        print(f"  {name}: {said}")
    return len(wrong)
