"""The house is in order: imports without circles, limits, and the commands that the README promises."""

import ast
import re
import tomllib
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from importlib.util import resolve_name
from pathlib import Path

import pytest

from datasets import MOST_MEGABYTES
from pages import PAGES
from ui.solve import limits
from ui.static.files import content

ROOT = Path(__file__).parent.parent
FOLDERS = ("core", "datasets", "ui", "pages", "benchmarks", "tests")
CODE = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))] + [ROOT / "app.py"]
OWN = [path for path in CODE if path.relative_to(ROOT).parts[0] != "tests"]
TEST_COMMAND = 'python3 -m venv .venv && .venv/bin/pip install -e ".[test]" && .venv/bin/python -m pytest'
LONGEST_FILE = 500  # lines
WORKERS = {
    "Parallel",
    "delayed",
    "parallel_config",
    "get_active_backend",
    "BrokenProcessPool",
}  # of joblib, whose files are code
READ_ONCE = {  # what keeps a result without `ui.solve.memory`: texts, files and addresses, a fixed number of each
    "ui/component/mount.py",
    "ui/static/files.py",
    "ui/words/catalogue.py",
}
A_PAGE = 110_000  # bytes of our JavaScript that a page loads at most before anybody does anything
# The parts of the page of a run, and what they load dynamically for its first sight; visits in a browser
# (`Visitor.own_javascript`) count what was really asked for.
RUN = ("player/player", "player/standing", "form/panel", "plot/plot", "plot/group")
FIRST_SIGHTS = {
    "with beats": ("form/beats",),
    "at a step": ("plot/moving_marks",),
    "with a fork": ("plot/moving_marks", "player/fork"),
    "of LIBSVM": ("form/sliders", "machine/tuning", "player/aside"),
    "of LIBSVM with another machine": (
        *("form/sliders", "machine/tuning", "player/aside", "machine/run_machine", "machine/run_state"),
        *("machine/board_machine", "plot/moving_marks", "player/fork", "shared/more_kernels"),
    ),
    "of a formula with another machine": (
        *("form/sliders", "machine/tuning", "player/aside", "machine/run_machine", "machine/run_state"),
        *("machine/board_machine", "plot/moving_marks", "player/fork", "shared/formula"),
    ),
}


@pytest.fixture(scope="module")
def trees() -> dict[Path, ast.Module]:
    """Parse every file once for all tests of this file."""
    return {path: ast.parse(path.read_text()) for path in CODE}


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
            ".ci/oldest",
            ".streamlit/config.toml",
        ),
    ],
)
def test_everything_is_in_its_place(name: str) -> None:
    assert (ROOT / name).exists()


def test_no_file_is_longer_than_one_reads() -> None:
    lines = {str(path.relative_to(ROOT)): len(path.read_text().splitlines()) for path in CODE}
    assert {name: n for name, n in lines.items() if n > LONGEST_FILE} == {}


def test_nothing_of_a_page_takes_the_lab_but_its_question(trees: dict[Path, ast.Module]) -> None:
    takers = {
        str(path.relative_to(ROOT))
        for path in OWN
        if path.parent.is_relative_to(ROOT / "pages") and path.parent != ROOT / "pages"
        for function in ast.walk(trees[path])
        if isinstance(function, ast.FunctionDef)
        for given in ast.walk(function.args)
        if isinstance(given, ast.arg) and (given.arg == "lab" or (given.annotation and _says_lab(given.annotation)))
    }
    assert takers
    assert {name for name in takers if not name.endswith("/question.py")} == set()


def _says_lab(annotation: ast.expr) -> bool:
    return "Lab" in re.findall(r"\w+", ast.unparse(annotation))


def test_nothing_of_the_lab_has_the_name_of_a_page() -> None:
    names = {page.name for page in PAGES} - {"board", "kernels"}  # every page draws on a board and has a kernel
    stems = {path.stem.partition("_")[0] for path in (ROOT / "ui").rglob("*") if "__pycache__" not in path.parts}
    assert stems & names == set()


def test_what_is_remembered_has_one_home(trees: dict[Path, ast.Module]) -> None:
    keepers = {
        str(path.relative_to(ROOT))
        for path in OWN
        if path.relative_to(ROOT).parts[0] in ("ui", "pages")
        for node in ast.walk(trees[path])
        if isinstance(node, ast.FunctionDef)
        if any(
            re.fullmatch(r"(functools\.)?(lru_)?cache(\(.*\))?|st\.cache_.*", ast.unparse(each))
            for each in node.decorator_list
        )
    }
    assert keepers == READ_ONCE


def test_no_modules_import_one_another_in_a_circle() -> None:
    TopologicalSorter(_imports({_module(path): path.read_text() for path in OWN})).prepare()


def test_a_circle_would_be_found() -> None:
    texts = {"a": "from a import b", "a.b": "def late():\n    from .c import f", "a.c": "import a.b"}
    with pytest.raises(CycleError):
        TopologicalSorter(_imports(texts)).prepare()


def _module(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def _imports(texts: dict[str, str]) -> dict[str, set[str]]:
    """Return what each module imports, at once or later; what a package hands on comes from the package."""
    found: dict[str, set[str]] = {}
    for module, text in texts.items():
        named = set()
        is_package = any(other.startswith(f"{module}.") for other in texts)
        package = module if is_package else module.rpartition(".")[0]
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ImportFrom):
                source = resolve_name("." * node.level + (node.module or ""), package)
                for alias in node.names:
                    whole = f"{source}.{alias.name}"
                    named.add(whole if whole in texts else source)
            elif isinstance(node, ast.Import):
                named.update(alias.name for alias in node.names)
        found[module] = {name for name in named if name in texts and name != module}
    return found


SAVING = "benchmarks/drop_in/saving.py"  # reads what it has just written: whether scikit-learn's ways of saving work


def test_nothing_dangerous_is_called(trees: dict[Path, ast.Module]) -> None:
    found = {str(path.relative_to(ROOT)): list(_dangers(tree)) for path, tree in trees.items()}
    assert {name: dangers for name, dangers in found.items() if dangers and name != SAVING} == {}
    assert all("imports" in danger for danger in found[SAVING])


def _dangers(tree: ast.AST) -> Iterator[str]:
    """Find code from data (pickle, eval, exec), Numba threads that may abort the process, and markup from variables."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            modules = {alias.name.split(".")[0] for alias in node.names} | {
                (getattr(node, "module", "") or "").split(".")[0]
            }
            named = {alias.name for alias in node.names} if isinstance(node, ast.ImportFrom) else {""}
            for name in modules & {"pickle", "marshal", "shelve", "joblib"}:
                if name != "joblib" or not named <= WORKERS:
                    yield f"line {node.lineno}: imports {name}"
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
    imports = "import pickle; from marshal import loads; import joblib; from joblib import Parallel, load"
    calls = "eval('1'); njit(parallel=True); st.markdown(x, unsafe_allow_html=True)"
    assert len(list(_dangers(ast.parse(f"{imports}; {calls}")))) == 7
    assert list(_dangers(ast.parse("from joblib import Parallel, delayed"))) == []
    assert list(_dangers(ast.parse("st.markdown('<b>', unsafe_allow_html=True); re.compile('a'); engine.eval()"))) == []


def test_the_server_and_the_reader_of_files_take_files_of_one_size() -> None:
    config = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text())
    assert config["server"]["maxUploadSize"] == MOST_MEGABYTES


@pytest.mark.parametrize("number", [limits.LARGEST_SEED, limits.LARGEST_STEP])
def test_a_limit_of_the_lab_is_named_once(trees: dict[Path, ast.Module], number: int) -> None:
    named = [
        f"{path.relative_to(ROOT)}: {ast.unparse(node)}"
        for path in OWN
        if path.relative_to(ROOT).parts[0] in ("ui", "pages")
        for node in ast.walk(trees[path])
        if isinstance(node, ast.Assign | ast.AnnAssign)
        and node.value is not None
        and ast.unparse(node.value) in (str(number), f"1 << {number.bit_length() - 1}")
    ]
    allowed = {"ui/solve/wire.py: LIMIT = 1 << 20"}  # bytes of a message
    (home,) = set(named) - allowed
    assert home.startswith("ui/solve/limits.py")


@pytest.mark.parametrize("later", FIRST_SIGHTS.values(), ids=FIRST_SIGHTS)
@pytest.mark.parametrize("translated", [(), ("page/framework",)], ids=["en", "zh"])
def test_the_first_sight_of_a_run_loads_little_javascript(later: tuple[str, ...], translated: tuple[str, ...]) -> None:
    scripts = ROOT / "assets" / "js"
    loaded: set[Path] = set()
    waiting = [scripts / f"{name}.js" for name in (*RUN, *later, *translated)]
    while waiting:
        path = waiting.pop()
        if path not in loaded:
            loaded.add(path)
            named = re.findall(r'^import (?:[^"]*from )?"(\.[^"]+)"', path.read_text(), re.MULTILINE)
            waiting += [(path.parent / name).resolve() for name in named]
    assert sum(len(content(path)) for path in loaded) <= A_PAGE


def test_ci_runs_what_the_readmes_promise_and_the_checks_that_are_no_tests() -> None:
    for name in ("README.md", "README.zh.md"):
        assert TEST_COMMAND in (ROOT / name).read_text()
    lines = (ROOT / ".ci" / "run").read_text().replace('"$python"', "python3").splitlines()
    places = [next(k for k, line in enumerate(lines) if line.startswith(part)) for part in TEST_COMMAND.split(" && ")]
    assert places == sorted(places)
    (checks,) = (line for line in lines if "ruff check" in line)
    said = (ROOT / "CONTRIBUTING.md").read_text()
    for tool in ("ruff check", "ruff format --check", "lint-imports", "mypy"):
        assert f".venv/bin/{tool}" in checks
        assert f".venv/bin/{tool}" in said


@pytest.mark.parametrize("path", ["README.md", "README.zh.md", "CONTRIBUTING.md"])
def test_every_path_that_a_document_names_exists(path: str) -> None:
    named = re.findall(
        r"(?:\]\(|`)((?:core|datasets|ui|pages|assets|tests|benchmarks|\.ci)/[\w./-]*)[)`]", (ROOT / path).read_text()
    )
    assert [name for name in named if not (ROOT / name).exists()] == []
