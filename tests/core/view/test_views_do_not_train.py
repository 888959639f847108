"""A view is numbers of an answer that is there: nothing is trained, recorded or timed for it.

The import contract names the modules that train. What the packages of the solver and of the trace hand on by name is
looked at here: whatever returns a run.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType

import core.solver
import core.trace

CORE = Path(__file__).parents[3] / "core"
RUNS = ("Answer", "Trained", "Finished", "Trace", "RegularisationPath", "Iterator")  # what a training comes to
FORBIDDEN = {
    name
    for package in (core.solver, core.trace)
    for name, part in vars(package).items()
    if isinstance(part, FunctionType) and any(run in str(part.__annotations__.get("return")) for run in RUNS)
}


def taken(source: str) -> Iterator[str]:
    """Yield the names that a module takes from the packages of the solver and of the trace."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.level and node.module in ("solver", "trace"):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.Import):  # of a whole package: whatever it has
            yield from (alias.name for alias in node.names if alias.name.startswith(("core.solver", "core.trace")))


def test_no_view_takes_what_trains_or_records() -> None:
    assert {"answer", "finish", "fork", "record", "regularisation_path", "train", "walk"} <= FORBIDDEN
    views = [*CORE.glob("view/*.py"), *CORE.glob("topics/*/view.py")]
    assert len(views) > 20
    found = {str(path): names for path in views if (names := {*taken(path.read_text())} & FORBIDDEN)}
    assert found == {}


def test_a_view_that_trains_would_be_seen() -> None:
    assert {*taken("from ..solver import Answer, answer as solve\nfrom ...trace import record")} & FORBIDDEN == {
        "answer",
        "record",
    }
    assert [*taken("import core.solver")] == ["core.solver"]
