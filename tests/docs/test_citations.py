"""The mathematical reference and those who cite it: whatever is named exists, by number, key, path or link."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from itertools import groupby, pairwise
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
ITEM = re.compile(
    r"(?<!for )\b(?:theorem|proposition|corollary|corollarie|lemma|remark|exercise|example|table|figure|equation|"
    r"algorithm|definition)s? \(?\d|(?:定理|命题|推论|引理|注|习题|例|表|图|式|算法|定义) ?[(（]?\d",
    re.IGNORECASE,
)  # "for example 1, 10, 100" is none
CHINESE = ("刘勇", "李航", "邢存远", "张凯", "红色石头", "林轩田")  # the authors of the sources, in a Chinese text
ENTRY = re.compile(r'^msgid "(.+)"\nmsgstr (.*(?:\n".*)*)', re.MULTILINE)
ONE_PAPER = ("assets/text/en/paper.po", "assets/text/zh/paper.po", "pages/paper/", "benchmarks/paper/")  # on Zhang


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


def entries(catalogue: str) -> Iterator[str]:
    """Find the texts of a catalogue."""
    for _, text in ENTRY.findall(catalogue):
        yield re.sub(r'"\n"', "", text)


def remarks(code: str) -> Iterator[str]:
    """Find the docstrings and the comments of a module, each as one line; comments below one another are one."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            yield re.sub(r"\s+", " ", ast.get_docstring(node) or "")
    found = [token for token in tokenize.generate_tokens(io.StringIO(code).readline) if token.type == tokenize.COMMENT]
    blocks = groupby(
        enumerate(found), lambda pair: pair[1].start[0] - pair[0] if _alone(pair[1]) else (pair[1].start[0],)
    )
    for _, tokens in blocks:
        yield " ".join(token.string for _, token in tokens)


def _alone(token: tokenize.TokenInfo) -> bool:
    """Tell whether a comment has its line for itself."""
    return not token.line[: token.start[1]].strip()


def unnamed(texts: Iterator[str]) -> list[str]:
    """Find the texts that cite a numbered theorem, exercise, table or the like, and do not say whose it is."""
    authors = {re.sub(r"\d", "", key) for key in keys()}
    source = re.compile(rf"\b(?:mathematics|{'|'.join(authors)})(?:\d\d)?\b|{'|'.join(CHINESE)}", re.IGNORECASE)
    return [text for text in texts if ITEM.search(text) and not source.search(text)]


def test_what_is_cited_by_number_names_its_source() -> None:
    assert all(name in REFERENCES.read_text() for name in CHINESE)
    wrong = {}
    for path in CITING:
        name = str(path.relative_to(ROOT))
        if name.startswith((*ONE_PAPER, "tests/")) or path.suffix not in (".po", ".py"):
            continue
        texts = entries(path.read_text()) if path.suffix == ".po" else remarks(path.read_text())
        if found := unnamed(texts):
            wrong[name] = found
    assert wrong == {}


def test_a_citation_without_its_source_would_be_seen() -> None:
    texts = [
        *("Two objectives (theorem 7.4)", "Exercise 7.3: what if", "by equation (1)", "习题 7.3：如果", "按式 1"),
        *("Tables 2 and 3", "corollary 2 as printed", "推论 1（原文）"),
    ]
    assert unnamed(iter(texts)) == texts
    named = [
        "Li's theorem 7.4",
        "Liu14's remark 1",
        "mathematics, equation 10.3",
        "李航，习题 7.3",
        "for example 1, 10, 100",
    ]
    assert unnamed(iter(named)) == []
    catalogue = 'msgid "a.title"\nmsgstr "Theorem 7.4"\n\nmsgid "b"\nmsgstr ""\n"by Li in "\n"theorem 7.4"\n'
    assert unnamed(entries(catalogue)) == ['"Theorem 7.4"']
    code = '"""Show\n\nexample 7.1."""\nx = 1  # Li\ny = 2  # corollary 3\n# Li,\n# theorem 7.4\nz = "table 1"\n'
    assert unnamed(remarks(code)) == ["Show example 7.1.", "# corollary 3"]


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


def test_no_number_of_an_unpublished_file_is_cited() -> None:
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
