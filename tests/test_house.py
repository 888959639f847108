"""The house is in order: the arrow, the tidiness, the limits, and the commands that the README promises."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FOLDERS = ("core", "datasets", "ui", "pages", "benchmarks", "tests")
CODE = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))] + [ROOT / "app.py"]
BROWSER_CODE = sorted((ROOT / "assets").glob("js/*.js"))
TEST_COMMAND = 'python3 -m venv .venv && .venv/bin/pip install -e ".[test]" && .venv/bin/python -m pytest'
LONGEST_FILE = 350  # lines
OWN_JAVASCRIPT = 61 << 10  # bytes
ON_TOP = (  # modules that only some pages load, and how many bytes they may have
    ({"player.js", "tape.js", "dials.js", "held.js"}, 24_000),  # where a run is played
    ({"pad.js", "sliders.js"}, 12_000),  # where a pair or a number is moved
    ({"express.js"}, 4_000),  # where figures come ahead of the page
    ({"linked.js"}, 4_000),  # where figures mark the points of a board
    ({"kernels.js"}, 4_000),  # where a kernel beyond the usual ones is drawn
)


def run(*command: str) -> str:
    """Run a tool on the tree; an error code fails the test with what the tool said."""
    done = subprocess.run([sys.executable, *command], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_every_import_goes_along_the_arrow() -> None:
    run("-c", "from importlinter.cli import lint_imports; raise SystemExit(lint_imports())")


def test_the_code_is_tidy() -> None:
    run("-m", "ruff", "check")


def test_the_code_is_formatted() -> None:
    run("-m", "ruff", "format", "--check")


def test_every_type_is_said_and_right() -> None:
    run("-m", "mypy")


@pytest.mark.parametrize(
    "name",
    [
        *("pyproject.toml", "app.py", "pages", "core", "datasets", "ui", "assets", "tests", "benchmarks"),
        *(
            "README.md",
            "README.zh.md",
            "LICENSE",
            "CONTRIBUTING.md",
            "CHANGELOG.md",
            ".ci/run",
            ".streamlit/config.toml",
        ),
    ],
)
def test_everything_is_in_its_place(name: str) -> None:
    assert (ROOT / name).exists()


@pytest.mark.parametrize("path", CODE + BROWSER_CODE, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_file_fits_in_the_head(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= LONGEST_FILE


@pytest.mark.parametrize("path", CODE, ids=lambda path: str(path.relative_to(ROOT)))
def test_nothing_dangerous_is_called(path: Path) -> None:
    assert list(_dangers(ast.parse(path.read_text()))) == []


def _dangers(tree: ast.AST) -> Iterator[str]:
    """Find code from data (pickle, eval, exec), Numba threads that may abort the process, and markup from variables."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            modules = {alias.name.split(".")[0] for alias in node.names} | {
                (getattr(node, "module", "") or "").split(".")[0]
            }
            yield from (
                f"line {node.lineno}: imports {name}" for name in modules & {"pickle", "marshal", "shelve", "joblib"}
            )
        if not isinstance(node, ast.Call):
            continue
        if isinstance(node.func, ast.Name) and node.func.id in ("eval", "exec", "compile", "__import__", "prange"):
            yield f"line {node.lineno}: calls {node.func.id}"
        options = {keyword.arg: keyword.value for keyword in node.keywords}
        if _is_true(options.get("parallel")) or _is_true(options.get("allow_pickle")):
            yield f"line {node.lineno}: parallel or allow_pickle"
        if _is_true(options.get("unsafe_allow_html")) and not all(isinstance(a, ast.Constant) for a in node.args):
            yield f"line {node.lineno}: unsafe_allow_html with something that is not a literal"


def _is_true(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Constant) and node.value is True


def test_the_dangers_would_be_seen() -> None:
    imports = "import pickle; from marshal import loads"
    calls = "eval('1'); njit(parallel=True); st.markdown(x, unsafe_allow_html=True)"
    assert len(list(_dangers(ast.parse(f"{imports}; {calls}")))) == 5
    assert list(_dangers(ast.parse("st.markdown('<b>', unsafe_allow_html=True); re.compile('a'); engine.eval()"))) == []


def test_our_javascript_stays_small() -> None:
    sizes = {path.name: path.stat().st_size for path in BROWSER_CODE}
    for names, most in ON_TOP:
        assert sum(sizes.pop(name) for name in names) <= most
    assert sum(sizes.values()) <= OWN_JAVASCRIPT


@pytest.mark.parametrize("name", ["README.md", "README.zh.md"])
def test_the_readme_promises_what_ci_runs(name: str) -> None:
    assert TEST_COMMAND in (ROOT / name).read_text()
    assert TEST_COMMAND in (ROOT / ".ci" / "run").read_text().replace('"$python"', "python3")


@pytest.mark.parametrize("path", ["README.md", "README.zh.md", "CONTRIBUTING.md"])
def test_every_path_that_a_document_names_exists(path: str) -> None:
    named = re.findall(
        r"(?:\]\(|`)((?:core|datasets|ui|pages|assets|tests|benchmarks|\.ci)/[\w./-]*)[)`]", (ROOT / path).read_text()
    )
    assert [name for name in named if not (ROOT / name).exists()] == []
