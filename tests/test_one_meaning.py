"""A name has one meaning: what a class is called, no other class and no type alias is called too."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FOLDERS = ("core", "datasets", "ui", "pages", "benchmarks")
SAME_NAME = {"Question", "Options"}  # of a class in each page
A_CLASS = "class"  # what no alias stands for


@pytest.fixture(scope="module")
def trees() -> list[ast.Module]:
    """Parse the code once for all tests of this file."""
    return [ast.parse(path.read_text()) for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]


def classes_of(tree: ast.Module) -> list[str]:
    return [node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]


def aliases_of(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield the type aliases of a module and what each stands for; what is called, as a `TypeVar` is, is none."""
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value and not isinstance(node.value, ast.Call):
            name = ast.unparse(node.target if isinstance(node, ast.AnnAssign) else node.targets[0])
            if re.fullmatch(r"[A-Z]\w*[a-z]\w*", name):
                yield name, ast.unparse(node.value)


def with_more_meanings(trees: list[ast.Module]) -> set[str]:
    """Return the names of aliases that a class has too, or an alias with another value."""
    meanings = {name: {A_CLASS} for tree in trees for name in classes_of(tree)}
    for tree in trees:
        for name, value in aliases_of(tree):
            meanings.setdefault(name, set()).add(value)
    return {name for name, values in meanings.items() if len(values) > 1}


def test_a_class_has_its_name_alone(trees: list[ast.Module]) -> None:
    names = Counter(name for tree in trees for name in classes_of(tree))
    assert {name for name, count in names.items() if count > 1} <= SAME_NAME


def test_an_alias_has_one_meaning(trees: list[ast.Module]) -> None:
    assert with_more_meanings(trees) == set()


def test_a_second_meaning_would_be_seen() -> None:
    trees = [
        ast.parse("class Window: ...\nPair = tuple[int, int]\nSquare = tuple[float, float, float]\nT = TypeVar('T')"),
        ast.parse("Window = tuple[float, float, float]\nPair: TypeAlias = tuple[str, str]\nMOST = 3"),
        ast.parse("Square: TypeAlias = tuple[float, float, float]\nMOST = 4"),
    ]
    assert with_more_meanings(trees) == {"Window", "Pair"}
