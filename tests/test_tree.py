"""The folders of the tests are those of the code: who reads a module finds its tests at the same place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parent.parent
SCRIPTS = "assets/js"  # whose tests are in tests/assets: nothing else of assets has modules
CODE = {"core": "py", "datasets": "py", "ui": "py", "pages": "py", "benchmarks": "py", SCRIPTS: "js"}
BESIDE = {"", "browser", "docs"}  # tests of the tree itself, of the whole app in a browser, and of documents
EVERY_PAGE = "tests/pages/test_figures_of_every_page.py"
ELSEWHERE = {  # folders without tests of their own: where they are tested, and why there
    "assets/js/machine": ("tests/browser/test_visit_machines.py", "a board of another machine needs its whole page"),
    "assets/js/page": ("tests/browser/test_visit_framework.py", "it works on what Streamlit puts around our page"),
    "benchmarks/libsvm": ("tests/core/solver/libsvm", "measures against LIBSVM's package, which no test asks for"),
    "benchmarks/map": ("tests/pages/choosing", "measures only; what it measures is tested there"),
    "benchmarks/path": ("tests/core/solver/path", "measures only; what it measures is tested there"),
    "benchmarks/pictures": ("tests/ui/server/test_preview.py", "takes pictures of a server; they are looked at there"),
    "core/topics/gamma": ("tests/pages/gamma", "its panels are tested with their page"),
    "pages/machines/figures": (EVERY_PAGE, "drawn with the page; what they draw is tested in core/topics/machines"),
    "pages/margins/figures": (EVERY_PAGE, "drawn with the page; what they draw is tested in core/topics/margin"),
    "pages/perceptron/figures": (EVERY_PAGE, "drawn with the page; what they draw is tested in core/topics/perceptron"),
    "pages/ridge/figures": (EVERY_PAGE, "drawn with the page; what they draw is tested in core/topics/ridge"),
    "ui/page/end": ("tests/pages/test_every_page.py", "a foot is nothing without its page"),
}


def mirrored(folder: str) -> str:
    """Return where the tests of a folder of code belong, below the folder of all tests."""
    return folder.replace(SCRIPTS, "assets", 1) if folder.startswith(SCRIPTS) else folder


def with_those_above(folders: Iterable[str]) -> set[str]:
    return {str(each) for folder in folders for each in (PurePosixPath(folder), *PurePosixPath(folder).parents)}


def untested(code: Collection[str], tests: Collection[str]) -> set[str]:
    """Return the folders of code that have no test in the folder of the same name, nor below it."""
    there = with_those_above(tests)
    return {folder for folder in code if mirrored(folder) not in there}


def homeless(code: Collection[str], tests: Collection[str]) -> set[str]:
    """Return the folders of tests whose name no folder of code has, nor one above it."""
    return {*tests} - with_those_above(mirrored(folder) for folder in code) - BESIDE


def folders(where: str, pattern: str, root: Path = ROOT) -> set[str]:
    """Return the folders from a place on down that hold such files, by their names below the root."""
    found = (path.parent.relative_to(root).as_posix() for path in (root / where).rglob(pattern))
    return {"" if name == "." else name for name in found}


def code_folders() -> set[str]:
    return {folder for where, kind in CODE.items() for folder in folders(where, f"*.{kind}")}


def test_every_folder_of_code_has_its_folder_of_tests() -> None:
    assert len(code_folders()) > 100
    assert untested(code_folders(), folders("", "test_*.py", ROOT / "tests")) == ELSEWHERE.keys()


def test_every_folder_of_tests_has_its_folder_of_code() -> None:
    assert homeless(code_folders(), folders("", "test_*.py", ROOT / "tests")) == set()


def test_no_two_files_of_tests_have_one_name() -> None:
    """Without packages a second file of the same name cannot be imported: its tests would not run."""
    names = Counter(path.name for path in (ROOT / "tests").rglob("test_*.py"))
    assert [name for name, count in names.items() if count > 1] == []


def test_what_is_tested_elsewhere_is_tested_there() -> None:
    assert [place for place, _ in ELSEWHERE.values() if not (ROOT / place).exists()] == []


def test_a_folder_without_its_like_would_be_seen(tmp_path: Path) -> None:
    for name in ("core/view/lift.py", "core/view/taylor/errors.py", "assets/js/plot/bars.js"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    code = folders("core", "*.py", tmp_path) | folders(SCRIPTS, "*.js", tmp_path)
    assert code == {"core/view", "core/view/taylor", "assets/js/plot"}
    flat = {"core/view", "assets"}
    assert untested(code, flat) == {"core/view/taylor", "assets/js/plot"}
    assert untested(code, {"core/view/taylor", "assets/plot"}) == set()  # below is enough
    assert homeless(code, {*flat, "core/view/duality", "browser"}) == {"core/view/duality"}
