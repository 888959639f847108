"""A file of measurements is read as it was written, and nothing else is taken for one."""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from benchmarks.occasion import begun, ended
from pages.paper.measurements import MEASURED
from pages.results.measurements import RESULTS
from ui.page.measured.file import FileContent, MeasuredFile, MeasuredFileError, Occasion


@dataclass(frozen=True)
class Times:
    """Some seconds, as a benchmark would write them."""

    taken: Occasion
    seconds: tuple[float, ...]
    limit: float | None = None


TIMES = Times(begun(Occasion, "python -m benchmarks times"), (1.0, 2.5))


@pytest.fixture
def file(tmp_path: Path) -> MeasuredFile[Times]:
    return MeasuredFile(tmp_path / "times.json", Times, schema=3)


def test_what_is_written_is_read_again_and_replaced_in_one_step(file: MeasuredFile[Times]) -> None:
    assert file.read() == FileContent(None, "missing")
    file.write(TIMES)
    assert file.read() == FileContent(TIMES)
    file.write(replace(TIMES, limit=8.0))
    assert file.read() == FileContent(replace(TIMES, limit=8.0))
    assert [path.name for path in file.path.parent.iterdir()] == ["times.json"]


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        (lambda content: content | {"schema": 2}, "old"),
        (lambda content: {name: value for name, value in content.items() if name != "schema"}, "old"),
        (lambda content: content | {"more": 1}, "damaged"),
        (lambda content: {name: value for name, value in content.items() if name != "limit"}, "damaged"),
        (lambda content: content | {"limit": "8"}, "damaged"),
        (lambda content: content | {"limit": True}, "damaged"),
        (lambda content: content | {"seconds": {}}, "damaged"),
        (lambda content: content | {"seconds": [None]}, "damaged"),
        (lambda content: content | {"taken": content["taken"] | {"more": 1}}, "damaged"),
        (lambda content: [content], "damaged"),
        (lambda content: None, "damaged"),
    ],
)
def test_anything_else_is_refused_and_says_why(
    damage: Callable[[Any], Any], why: str, file: MeasuredFile[Times]
) -> None:
    text = json.dumps(damage(json.loads(file.to_json(TIMES))))
    with pytest.raises(MeasuredFileError, match=why):
        file.from_json(text)
    file.path.write_text(text, encoding="utf-8")
    assert file.read() == FileContent(None, why)


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe\x00"])
def test_a_torn_file_is_damaged(content: bytes, file: MeasuredFile[Times]) -> None:
    file.path.write_bytes(content)
    assert file.read() == FileContent(None, "damaged")


def test_a_number_that_is_none_is_not_written(file: MeasuredFile[Times]) -> None:
    file.write(TIMES)
    with pytest.raises(ValueError, match="JSON"):
        file.write(replace(TIMES, limit=float("nan")))
    assert file.read() == FileContent(TIMES)


def test_a_file_is_read_once_for_all_visitors(file: MeasuredFile[Times]) -> None:
    file.write(TIMES)
    assert file.once() == FileContent(TIMES)
    file.write(replace(TIMES, limit=8.0))
    assert file.once() == FileContent(TIMES)


def test_an_occasion_names_the_machine_the_packages_and_the_time_that_passed() -> None:
    taken = ended(TIMES.taken, 0.0)
    assert taken.machine
    assert {"python", "numba"} < taken.versions.keys()
    assert taken.seconds > TIMES.taken.seconds == 0.0
    assert replace(taken, load_before=0.31).busy > replace(taken, load_before=0.3).busy


@pytest.mark.parametrize("file_of_page", [MEASURED, RESULTS], ids=lambda file: file.path.stem)
def test_the_committed_files_are_ones_that_the_benchmarks_wrote(file_of_page: MeasuredFile[Any]) -> None:
    text = file_of_page.path.read_text(encoding="utf-8")
    assert file_of_page.to_json(file_of_page.from_json(text)) == text
