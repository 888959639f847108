"""One decorator for everything that Numba compiles, and a safe home for what it compiled.

Every compiled function releases the GIL, so that one long solve never freezes a class; none runs in parallel, because
Numba's default threading layer aborts the process when two threads enter it at once.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.core import codegen, config
from platformdirs import user_cache_path

from core.lowlevel import native_code, returned

Function = TypeVar("Function", bound=Callable[..., Any])

COMPLETE = ".complete"  # a file in the cache: everything that pages call is there


def source_hash() -> str:
    """Return a hash of the core's folder and of every source file in it.

    Numba does not notice an edit in an imported file, and it finds its code again only under the path from which it
    was compiled: for a second copy of the same sources nothing is ready.
    """
    core = Path(__file__).resolve().parents[1]
    digest = hashlib.blake2b(f"{numba.__version__} {core}".encode(), digest_size=8)
    for path in sorted(core.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _writable_home() -> Path | None:
    """Return a private folder that can be written, or None: then everything compiles anew at each start."""
    chosen = os.environ.get("SVM_LAB_CACHE")
    home = Path(chosen) if chosen else user_cache_path("svm-lab")
    folder = home / f"numba-{source_hash()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError:
        return None
    return folder


def _with_widest_vectors(features: str) -> str:
    """Return the features of a processor, its widest vectors among those that LLVM may use everywhere.

    For many processors it halves them by its own choice, which is made for programs that need them now and then: our
    loops consist of nothing else, and exponentials take two thirds of the time in whole ones.
    """
    return f"{features},-prefer-256-bit" if "+avx512f" in features.split(",") else features


HOME = _writable_home()
if HOME is not None:
    config.CACHE_DIR = str(HOME)
if config.CPU_FEATURES is None:  # Numba's own switches win: NUMBA_CPU_FEATURES, and NUMBA_CPU_NAME=generic, without any
    config.CPU_FEATURES = _with_widest_vectors(codegen.get_host_cpu_features())
FEATURES: str = config.CPU_FEATURES
native_code.install()
returned.install()


def compiled(function: Function) -> Function:
    """Compile a function of arrays and NamedTuples of arrays. It checks nothing: `core.problem.validation` did."""
    return _dispatched(function, {})


def inlined(function: Function) -> Function:
    """Compile a function into those that call it.

    For what is called for each row or step: describing some arrays to a function takes as long as a short row itself.
    """
    return _dispatched(function, {"forceinline": True})


def _dispatched(function: Function, options: dict[str, bool]) -> Function:
    if config.DISABLE_JIT:
        return function
    usual = {"nopython": True, "nogil": True, "boundscheck": None, "no_cfunc_wrapper": True}  # no C calls them
    found = native_code.CompiledFunction(function, targetoptions={**usual, **options})
    if HOME is not None:
        found.enable_caching()
    return cast(Function, found)


def is_warm() -> bool:
    """Tell whether an earlier start came to its end; a start that was broken off leaves some of the code behind."""
    return HOME is not None and (HOME / COMPLETE).exists()


def keep_warm() -> None:
    """Note for the next start that everything is compiled."""
    if HOME is not None:
        (HOME / COMPLETE).touch()


def quarantine() -> Path | None:
    """Move a damaged cache aside (a killed process or a full disk leaves files that no later start can read)."""
    if HOME is None or not HOME.exists():
        return None
    aside = HOME.with_name(f"{HOME.name}.damaged-{int(time.time())}")
    HOME.rename(aside)
    HOME.mkdir(parents=True, exist_ok=True)
    return aside
