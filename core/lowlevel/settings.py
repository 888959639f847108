"""Numba's settings for a whole process: where compiled code is cached, and how wide vectors are.

Numba reads its environment variables once, on import. Every program of this project calls `set_numba_up` before that:
the server, its compile processes, the benchmarks and the tests. Importing `core` sets nothing: a program that uses
`core.estimators` as a library keeps Numba's own settings, or calls `allow_wide_vectors` first.
"""

from __future__ import annotations

import hashlib
import os
import sys
from importlib.metadata import version
from pathlib import Path

import llvmlite.binding as llvm
from platformdirs import user_cache_path

CACHE, FEATURES, PROCESSOR = "NUMBA_CACHE_DIR", "NUMBA_CPU_FEATURES", "NUMBA_CPU_NAME"
PLAIN = "SVM_LAB_PLAIN_NUMBA"  # "1": do without what Numba does not document
COMPLETE = ".complete"  # a file in the cache: everything that a start compiles is there


class _Kept:
    """What `set_numba_up` has chosen for this process."""

    called = False
    folder: Path | None = None


def set_numba_up() -> Path | None:
    """Set Numba's environment variables for this process and its children; return the folder of compiled code.

    The folder is named after a hash of the core, below SVM_LAB_CACHE where that is set. None if no folder can be
    written: then everything compiles again at each start. `RuntimeError` once Numba is imported.
    """
    allow_wide_vectors()
    _Kept.called, _Kept.folder = True, _writable_folder()
    os.environ.pop(CACHE, None)  # of a parent with other sources
    if _Kept.folder is not None:
        os.environ[CACHE] = str(_Kept.folder)
    return _Kept.folder


def allow_wide_vectors() -> None:
    """Let everything that Numba compiles in this process use the widest vectors of its processor.

    For programs that use `core.estimators` as a library: with AVX-512, training with kernels becomes faster. Sets
    NUMBA_CPU_FEATURES unless it is set already; `RuntimeError` once Numba is imported.
    """
    if "numba" in sys.modules:
        raise RuntimeError("Numba has read its settings already: they are made before anything imports Numba")
    wide = wide_vectors(dict(os.environ), host_features())
    if wide is not None:
        os.environ[FEATURES] = wide


def cache_folder() -> Path | None:
    """Return the folder that `set_numba_up` has chosen in this process, None without one."""
    return _Kept.folder


def keeps_code() -> bool:
    """Tell whether compiled functions should be kept on disk: not where `set_numba_up` found no folder for them."""
    return not _Kept.called or _Kept.folder is not None


def source_hash() -> str:
    """Return a hash of the versions, the processor, the core's folder and every source file in it.

    Numba does not notice an edit in an imported file, and it finds its code again only under the path from which it
    was compiled: for a second copy of the same sources nothing is ready.
    """
    core = Path(__file__).resolve().parents[1]
    machine = f"{sys.implementation.cache_tag} {llvm.get_host_cpu_name()}"
    digest = hashlib.blake2b(f"{version('numba')} {machine} {core} {plain()}".encode(), digest_size=8)
    for path in sorted(core.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def plain() -> bool:
    """Tell whether the process does without what Numba does not document, as with a Numba that lacks it."""
    return os.environ.get(PLAIN) == "1"


def host_features() -> str:
    """Return the features of this processor as LLVM names them, such as "+avx2,-avx512f"."""
    try:
        return str(llvm.get_host_cpu_features().flatten())
    except RuntimeError:  # LLVM knows none of them for this kind of processor
        return ""


def wide_vectors(environment: dict[str, str], features: str) -> str | None:
    """Return the features of a processor with its widest vectors allowed everywhere; None if nothing has to be set.

    For many processors LLVM halves the vectors of AVX-512, a choice made for programs that need them now and then; our
    loops consist of nothing else. If Numba's own variables are set, they win.
    """
    chosen = any(name in environment for name in (FEATURES, PROCESSOR, "NUMBA_ENABLE_AVX"))
    return None if chosen or "+avx512f" not in features.split(",") else f"{features},-prefer-256-bit"


def is_warm() -> bool:
    """Tell whether an earlier start compiled everything; a start that was killed leaves some of the code behind."""
    return _Kept.folder is not None and (_Kept.folder / COMPLETE).exists()


def keep_warm() -> None:
    """Note for the next start that everything is compiled."""
    if _Kept.folder is not None:
        (_Kept.folder / COMPLETE).touch()


def _writable_folder() -> Path | None:
    chosen = os.environ.get("SVM_LAB_CACHE")
    home = Path(chosen) if chosen else user_cache_path("svm-lab")
    folder = home / f"numba-{source_hash()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".probe-{os.getpid()}"
        probe.touch()
        probe.unlink(missing_ok=True)
    except OSError:
        return None
    return folder
