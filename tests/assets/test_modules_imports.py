"""The browser's modules: imports without circles, every file that one names, classes that stay, types that fit."""

from __future__ import annotations

import re
import shutil
import subprocess
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

MODULES = Path(__file__).parents[2] / "assets" / "js"
IMPORT = re.compile(r"""(?:\bfrom\s*|\bimport\s*\(?\s*)"(\.[^"]+)\"""")


def imports(folder: Path) -> dict[Path, set[Path]]:
    """Return what each module below a folder imports, at once or when it is needed."""
    return {
        path: {(path.parent / name).resolve() for name in IMPORT.findall(path.read_text(encoding="utf-8"))}
        for path in folder.resolve().rglob("*.js")
    }


def test_every_module_that_is_imported_is_there() -> None:
    found = imports(MODULES)
    assert set().union(*found.values()) <= found.keys()


def test_no_modules_import_one_another_in_a_circle() -> None:
    TopologicalSorter(imports(MODULES)).prepare()


def test_no_object_changes_its_class() -> None:
    """What another machine needs a part asks of a helper that it holds."""
    assert [path.name for path in MODULES.rglob("*.js") if "setPrototypeOf" in path.read_text(encoding="utf-8")] == []


@pytest.mark.parametrize("back", ['import { a } from "../a.js";', 'const a = await import("../a.js");'])
def test_a_circle_would_be_found(tmp_path: Path, back: str) -> None:
    (tmp_path / "shared").mkdir()
    (tmp_path / "a.js").write_text('import * as b from "./shared/b.js";')
    (tmp_path / "shared" / "b.js").write_text(back)
    with pytest.raises(CycleError):
        TopologicalSorter(imports(tmp_path)).prepare()


def test_the_types_of_all_modules_fit() -> None:
    checker = shutil.which("tsc")
    if checker is None:
        pytest.skip("there is no tsc here: CONTRIBUTING.md says how the types are checked")
    done = subprocess.run([checker, "-p", str(MODULES)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")
