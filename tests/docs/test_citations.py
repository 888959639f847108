"""The mathematical reference and those who cite it: whatever is named exists, by number, key, path or link."""

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
DOCUMENT, REFERENCES = ROOT / "docs" / "mathematics.md", ROOT / "docs" / "references.md"
FOLDERS = ("core", "ui", "pages", "datasets", "benchmarks", "tests", "assets")
SUFFIXES = {".py", ".po", ".js", ".css", ".html", ".json"}
CITING = [
    ROOT / "app.py",
    *sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.suffix in SUFFIXES),
]
CITING.remove(Path(__file__))  # which holds wrong citations on purpose
NUMBER = r"\d+(?:\.\d+)*"
SECTIONS = re.compile(rf"[Mm]athematics ({NUMBER}(?:(?:, | and | to ){NUMBER})*)")
EQUATION = re.compile(r"[Mm]athematics, equation (\d+\.\d+)")
INTERNAL = re.compile(r"\bS00\d\b|\bE00\d-\d|\bMATH\b|\bdoc 00\d\b")  # numbers of files that no reader has
KEY = re.compile(r"\b([A-Z][a-z]+)(\d\d)\b")


def headings(document: str) -> list[str]:
    """Find the headings below the title, as they are written."""
    return re.findall(r"^#{2,4} (.+)$", document, re.MULTILINE)


def sections(document: str) -> list[str]:
    """Find the numbers of the sections, in order."""
    return [heading.split()[0] for heading in headings(document) if re.match(NUMBER, heading)]


def equations(document: str) -> list[str]:
    """Find the numbers of the equations, in order."""
    return re.findall(r"\\tag\{(.+?)\}", document)


def cited_sections(text: str) -> Iterator[str]:
    """Find what is cited as "mathematics 6.2", alone, in a list or as two ends; lines may break anywhere."""
    for numbers in SECTIONS.findall(_unbroken(text)):
        yield from re.findall(NUMBER, numbers)


def cited_equations(text: str) -> Iterator[str]:
    yield from EQUATION.findall(_unbroken(text))


def _unbroken(text: str) -> str:
    return re.sub(r"\s*\n\s*(?:# )?", " ", text)


def anchor(heading: str) -> str:
    """Return the name under which GitHub links a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def keys() -> list[str]:
    """Find the keys of the references."""
    return [key for key in re.findall(r"^\| (\w+) \|", REFERENCES.read_text(), re.MULTILINE) if key != "key"]


def wrong_keys(text: str) -> set[str]:
    """Find what is written as a key of a known first author and is none."""
    authors = {re.sub(r"\d", "", key) for key in keys()}
    return {name + year for name, year in KEY.findall(text) if name in authors} - set(keys())


def test_what_is_cited_can_be_looked_up() -> None:
    document = DOCUMENT.read_text()
    known, numbered = set(sections(document)), set(equations(document))
    wrong = {}
    for path in CITING:
        text = path.read_text()
        missing = (set(cited_sections(text)) - known) | (set(cited_equations(text)) - numbered) | wrong_keys(text)
        if missing:
            wrong[str(path.relative_to(ROOT))] = missing
    assert wrong == {}


def test_no_number_of_a_file_that_nobody_has_is_cited() -> None:
    left = {str(path.relative_to(ROOT)): INTERNAL.findall(path.read_text()) for path in CITING}
    assert {name: found for name, found in left.items() if found} == {}


def test_a_wrong_citation_would_be_seen() -> None:
    text = "(mathematics 6.2 and\n    # 99.1), (mathematics, equation 3.99), Mathematics 7 to 9, Platt98 and Platt97"
    assert list(cited_sections(text)) == ["6.2", "99.1", "7", "9"]
    assert list(cited_equations(text)) == ["3.99"]
    assert wrong_keys(text) == {"Platt97"}
    assert len(INTERNAL.findall(" ".join(("S0" + "03", "E0" + "03-2", "MA" + "TH 7", "doc" + " 002")))) == 4


def test_the_core_cites_the_reference_at_all() -> None:
    cited = {number for path in (ROOT / "core").rglob("*.py") for number in cited_sections(path.read_text())}
    assert len(cited) > 20


def test_the_sections_are_numbered_in_order_and_without_a_gap() -> None:
    numbers = [tuple(map(int, number.split("."))) for number in sections(DOCUMENT.read_text())]
    assert numbers[0] == (0,)
    for before, after in pairwise(numbers):
        level = len(after) - 1
        start = (*before, 0)[: level + 1]
        assert after == (*start[:level], start[level] + 1)


def test_the_equations_of_a_section_are_numbered_in_order_and_without_a_gap() -> None:
    section, count = "", 0
    for heading, tag in re.findall(r"^## (\d+)|\\tag\{(.+?)\}", DOCUMENT.read_text(), re.MULTILINE):
        if heading:
            section, count = heading, 0
        else:
            count += 1
            assert tag == f"{section}.{count}"


def test_what_the_reference_itself_names_exists() -> None:
    document = DOCUMENT.read_text()
    assert set(re.findall(r"equations? (\d+\.\d+)\)", document)) <= set(equations(document))
    assert {name for name in re.findall(r"\((\d+\.\d+)\)", document)} <= set(equations(document))
    assert wrong_keys(document) == set()
    for name in re.findall(r"`([\w/]+(?:/[\w]+)+(?:\.\w+)?)`", document):
        assert (ROOT / name).exists(), name


@pytest.mark.parametrize("path", [DOCUMENT, REFERENCES], ids=lambda path: path.name)
def test_every_link_of_the_documents_leads_somewhere(path: Path) -> None:
    for target, place in re.findall(r"\]\(([\w./]*)(?:#([^)]*))?\)", path.read_text()):
        file = path.parent / target if target else path
        assert file.exists(), target
        assert not place or place in map(anchor, headings(file.read_text())), place


def test_every_reference_is_used() -> None:
    text = DOCUMENT.read_text() + "".join(path.read_text() for path in CITING)
    assert [key for key in keys() if not re.search(rf"\b{key}\b", text)] == []
