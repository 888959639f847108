"""A page reads the visitor's lab once, and hands on what it asks: nothing else of a page knows the lab.

Two more functions of a page are about it, and neither shows anything: what a hand changes, and what an older link asks.
All three stand in the page's value under the same names. Of `ui` only the run of a page takes the lab, and what takes
over the messages for it; what a lab is stands in `ui/state`.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.pages.visit import ROOT, every_page
from ui.page.page import AnyPage

OF_A_PAGE = ("read", "change", "settle")  # in its question.py, and fields of its value
OF_THE_RUN = {"ui/page/run.py", "ui/page/updates.py"}
OTHERS = [path for path in sorted((ROOT / "ui").rglob("*.py")) if not path.is_relative_to(ROOT / "ui" / "state")]
Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


def takers(tree: ast.AST) -> Iterator[str]:
    """Yield the names of the functions that take a lab, by the name of the parameter or by its type."""
    for function in ast.walk(tree):
        if isinstance(function, Function) and any(map(_is_lab, _parameters(function))):
            yield "lambda" if isinstance(function, ast.Lambda) else function.name


def _parameters(function: Function) -> list[ast.arg]:
    given = function.args
    return [each for each in ast.walk(given) if isinstance(each, ast.arg)]


def _is_lab(parameter: ast.arg) -> bool:
    kind = "" if parameter.annotation is None else ast.unparse(parameter.annotation)
    return parameter.arg == "lab" or re.search(r"\bLab\b", kind) is not None


def visitors(tree: ast.AST) -> Iterator[str]:
    """Yield the places that ask the session for the visitor's lab itself."""
    for node in ast.walk(tree):
        asks = isinstance(node, ast.Attribute) and ast.unparse(node) in ("session.current", "session.put")
        if asks or (isinstance(node, ast.ImportFrom) and node.module == "ui.state.session"):
            yield f"line {node.lineno}"


def parsed(path: Path) -> ast.AST:
    return ast.parse(path.read_text(encoding="utf-8"))


def files_of(page: AnyPage) -> list[Path]:
    return sorted((ROOT / "pages" / page.name).rglob("*.py"))


@every_page
def test_of_a_page_only_three_functions_take_the_lab(page: AnyPage) -> None:
    found = [(path.name, name) for path in files_of(page) for name in takers(parsed(path))]
    assert [each for each in found if each not in {("question.py", name) for name in OF_A_PAGE}] == []


@every_page
def test_no_part_of_a_page_fetches_the_lab_by_itself(page: AnyPage) -> None:
    assert {path.name: lines for path in files_of(page) if (lines := list(visitors(parsed(path))))} == {}


@every_page
def test_the_three_are_those_of_its_value(page: AnyPage) -> None:
    """A function that takes the lab but is not in the value would be missed by a reader of the value."""
    place = ROOT / "pages" / page.name / "question.py"
    own = set(takers(parsed(place))) if place.exists() else set()
    named = {name for name in OF_A_PAGE if inspect.getmodule(getattr(page, name)) is inspect.getmodule(page.read)}
    assert own <= named
    assert "read" in named


def test_of_everything_else_only_the_run_of_a_page_takes_the_lab() -> None:
    assert {str(path.relative_to(ROOT)) for path in OTHERS if any(takers(parsed(path)))} == OF_THE_RUN


@pytest.mark.parametrize(
    "code",
    [
        "def told(lab): ...",
        "def told(*, lab=None): ...",
        "def told(here: Lab) -> str: ...",
        "def told(asked, of: Callable[[Lab], str]): ...",
        "class Told:\n    def told(self, before: Lab | None): ...",
        "told = lambda lab: lab.points",
    ],
)
def test_a_function_with_the_lab_would_be_seen(code: str) -> None:
    assert len(list(takers(ast.parse(code)))) == 1


@pytest.mark.parametrize("code", ["session.put(change(session.current()))", "from ui.state.session import current"])
def test_a_part_that_fetches_the_lab_would_be_seen(code: str) -> None:
    assert list(visitors(ast.parse(code)))


def test_what_only_sounds_like_the_lab_is_none() -> None:
    assert list(takers(ast.parse("def told(label: Labels, slab: Slab): ..."))) == []
