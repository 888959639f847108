"""Numba's settings are made by programs before they import it, never by an import."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import core
from core.lowlevel import settings
from core.lowlevel.settings import (
    CACHE,
    FEATURES,
    PROCESSOR,
    allow_wide_vectors,
    set_numba_up,
    source_hash,
    wide_vectors,
)
from tests.core.lowlevel.new_process import HOME, in_a_new_process

SET = "from core.lowlevel import settings\nsettings.set_numba_up()\n"


def _after_set_up(environment: dict[str, str], code: str, home: Path = HOME) -> str:
    return in_a_new_process(environment, SET + code, home=home)


@pytest.mark.parametrize("call", [set_numba_up, allow_wide_vectors])
def test_it_refuses_once_numba_is_imported(call: Callable[[], object]) -> None:
    before = settings.cache_folder()
    with pytest.raises(RuntimeError, match="before anything imports Numba"):
        call()
    assert settings.cache_folder() == before


def test_the_cache_of_compiled_code_is_keyed_by_the_source_of_the_core() -> None:
    folder = settings.cache_folder()
    if folder is None:
        pytest.skip("nowhere to keep compiled code")
    assert folder.name == f"numba-{source_hash()}"
    assert os.environ[CACHE] == str(folder)


def test_numba_keeps_its_code_where_it_was_told(tmp_path: Path) -> None:
    code = "from numba import config\nprint(settings.cache_folder() == __import__('pathlib').Path(config.CACHE_DIR))"
    assert _after_set_up({"SVM_LAB_CACHE": str(tmp_path)}, code) == "True\n"


def test_an_import_of_the_estimators_sets_nothing(tmp_path: Path) -> None:
    code = """
import os
import numba
def seen():
    named = {name: value for name, value in os.environ.items() if name.startswith("NUMBA")}
    return named, {name: value for name, value in vars(numba.config).items() if name.isupper()}
before = seen()
import core.estimators
print(before == seen(), before[1]["CACHE_DIR"])
"""
    assert in_a_new_process({CACHE: str(tmp_path)}, code).split() == ["True", str(tmp_path)]


def test_a_second_copy_of_the_sources_is_not_taken_for_compiled(tmp_path: Path) -> None:
    """Numba finds its code under the path it was compiled from, so the note of a whole start is one copy's own."""
    copy = tmp_path / "copy"
    shutil.copytree(Path(core.__path__[0]), copy / "core", ignore=shutil.ignore_patterns("__pycache__"))
    cache = {"SVM_LAB_CACHE": str(tmp_path / "cache")}
    told = "print(settings.cache_folder().name, settings.is_warm())"
    first, _ = _after_set_up(cache, f"settings.keep_warm(); {told}").split()
    second, warm = _after_set_up(cache, told, copy).split()
    assert (second != first, warm) == (True, "False")


def test_a_cache_that_cannot_be_written_is_no_reason_to_fail(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder", encoding="utf-8")
    code = "import os; print(settings.cache_folder(), settings.keeps_code(), 'NUMBA_CACHE_DIR' in os.environ)"
    assert _after_set_up({"SVM_LAB_CACHE": str(blocked)}, code).split() == ["None", "False", "False"]


def test_a_start_that_was_broken_off_leaves_the_rest_to_be_compiled_as_at_a_first_start(tmp_path: Path) -> None:
    code = "(settings.cache_folder() / 'some.nbi').touch(); before = settings.is_warm(); settings.keep_warm(); "
    code += "print(before, settings.is_warm())"
    assert _after_set_up({"SVM_LAB_CACHE": str(tmp_path)}, code).split() == ["False", "True"]


def test_the_widest_vectors_are_allowed_if_the_processor_has_them_and_no_variable_is_set() -> None:
    assert wide_vectors({}, "+avx2,+avx512f") == "+avx2,+avx512f,-prefer-256-bit"
    assert wide_vectors({}, "+avx2,-avx512f") is None
    for name in (FEATURES, PROCESSOR, "NUMBA_ENABLE_AVX"):
        assert wide_vectors({name: "something"}, "+avx2,+avx512f") is None
