"""The limits of the lab are in one table: no page has its own."""

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SHOWS = {"figures", "tables.py", "sentences.py", "folds.py", "lessons.py"}  # a page may say how much it shows
PAGES = [path for path in sorted((ROOT / "pages").rglob("*.py")) if not {*path.relative_to(ROOT).parts} & SHOWS]
LIMITING = re.compile(
    r"(?:^|_)(?:MOST|LARGEST|FARTHEST|LONGEST|HIGHEST|MANY|MAX|LEAST|SMALLEST|FEWEST|MIN|REACH|LIMIT|RANGE|CHEAP)(?:_|$)"
)
BOUNDED = {"Whole", "Real", "Dial", "whole"}  # what takes the ends of a number: parts of a link, sliders, lists
NO_LIMITS = {  # and why
    ("libsvm/numbers.py", "LONGEST"): "signs that are shown",
    ("losses/answers.py", "BETWEEN"): "the ends of a figure",
    ("margins/forces.py", "REACH"): "where handles stand",
    ("paper/answers.py", "LEAST_ROWS"): "which measurements a claim is judged by",
    ("paper/printed.py", "MARKS"): "numbers of the paper",
    ("phi/answers.py", "USUAL"): "coordinates of a map",
    ("results/answers.py", "LEAST_BYTES"): "which measurements a fit is made of",
    ("results/answers.py", "SMALLEST_FIT"): "the same",
    ("strings/letters.py", "TOLD_POWERS"): "powers that are shown",
}


def constants(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """Find the names that a module gives to values, those in a tuple too."""
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                yield from _named(target, node.value)


def _named(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    if isinstance(target, ast.Tuple):
        parts: Sequence[ast.expr] = value.elts if isinstance(value, ast.Tuple) else [value] * len(target.elts)
        for own, each in zip(target.elts, parts, strict=True):
            yield from _named(own, each)
    elif isinstance(target, ast.Name):
        yield target.id, value


def limits_of(text: str) -> set[str]:
    """Find the limits of a module.

    A number is one whose name says so or that a count is compared with; a pair of numbers is a range; and so are the
    numbers beside 0 and 1 that stand where a link, a slider or a list takes the ends of a number.
    """
    tree = ast.parse(text)
    compared = set(_compared(tree))
    found = {
        name
        for name, value in constants(tree)
        if (LIMITING.search(name) and any(map(_is_number, ast.walk(value))))
        or (name in compared and isinstance(value, ast.Constant) and _is_number(value) and value.value >= 2)  # a count
        or any(_is_range(node) for node in _ranges(value))
    }
    return found | set(_ends(tree))


def _compared(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Lt | ast.LtE | ast.Gt | ast.GtE):
            yield from (side.id for side in (node.left, *node.comparators) if isinstance(side, ast.Name))


def _ranges(value: ast.expr) -> Iterator[ast.expr]:
    """Return what may be a range: a value, and the values of a mapping."""
    if isinstance(value, ast.Dict):
        for each in value.values:
            yield from _ranges(each)
    else:
        yield value


def _ends(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        called = getattr(node.func, "attr", getattr(node.func, "id", "")) if isinstance(node, ast.Call) else ""
        if isinstance(node, ast.Call) and called in BOUNDED:
            literal = [part for argument in node.args for part in _parts(argument) if _is_number(part)]
            if any(float(ast.literal_eval(part)) not in (0.0, 1.0) for part in literal):
                yield ast.unparse(node)


def _parts(argument: ast.expr) -> Sequence[ast.expr]:
    return argument.elts if isinstance(argument, ast.Tuple) else [argument]


def _is_number(node: ast.AST) -> bool:
    if isinstance(node, ast.UnaryOp):
        return _is_number(node.operand)
    return isinstance(node, ast.Constant) and type(node.value) in (int, float)


def _is_range(node: ast.expr) -> bool:
    return isinstance(node, ast.Tuple) and len(node.elts) == 2 and all(map(_is_number, node.elts))


def test_what_a_page_takes_is_in_one_table() -> None:
    """How much a page computes, and how far its controls go, is in `ui.solve.limits`."""
    assert len(PAGES) > 100
    found = {(str(path.relative_to(ROOT / "pages")), name) for path in PAGES for name in limits_of(path.read_text())}
    assert found - set(NO_LIMITS) == set()
    assert set(NO_LIMITS) - found == set(), "no longer needed"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("MOST_PAIRS, MOST_VISITS = 20_000, 100_000", {"MOST_PAIRS", "MOST_VISITS"}),
        ("SIDE, MOST = 560, 9", {"MOST"}),
        ("MOST: Final = 3", {"MOST"}),
        ("FAR = FARTHEST_AWAY = 1e6", {"FARTHEST_AWAY"}),
        ("CHEAP = 3e8\nMOSTLY = 3", {"CHEAP"}),
        ("AT_ONCE = 400\ndef f(y): return len(y) > AT_ONCE", {"AT_ONCE"}),
        ("SAME = 1e-9\ndef f(a): return a > SAME", set()),
        ("SLIDER = (1e-3, 1e3)\nGUESS: Final = (-6.0, 6.0)\nSEEDS = (1, 2, 3)", {"SLIDER", "GUESS"}),
        ("R = {'line': {'gamma': (1e-3, 10.0)}}", {"R"}),
        ("a = part(5, Whole(2, 10))\nb = part(1, Real(0.0, 1.0))", {"Whole(2, 10)"}),
        ("def f(showing): showing.whole('folds', 1, 0, MOST, 10)", {"showing.whole('folds', 1, 0, MOST, 10)"}),
        ("d = Dial('x', 's', *ends, x, 'log', (1e-9, 1e6))", {"Dial('x', 's', *ends, x, 'log', (1e-09, 1000000.0))"}),
    ],
)
def test_a_limit_of_a_page_would_be_seen(text: str, found: set[str]) -> None:
    assert limits_of(text) == found
