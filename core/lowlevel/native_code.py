"""Native code only for what Python calls: a function that compiled code calls is part of its callers.

Numba optimises and emits every function for itself, and then once more within each function that calls it. Without
the first of the two a fresh machine is ready in two thirds of the time, and what Python calls is as fast as before: it
passes through all of LLVM's optimisation, together with everything that it calls. What no one reads is left out too:
the sentence in which Numba names the shapes of two arrays that do not fit.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from llvmlite.binding import parse_bitcode
from numba.core.codegen import JITCodeLibrary, JITCPUCodegen
from numba.core.compiler_lock import global_compiler_lock
from numba.core.environment import lookup_environment
from numba.core.registry import CPUDispatcher
from numba.core.sigutils import normalize_signature
from numba.extending import overload
from numba.np import arrayobj

from core.lowlevel.interruption import interruption_held_back

ENVIRONMENT = "_ZN08NumbaEnv"  # how Numba names what a function knows of the Python around it
_here = threading.local()  # how many functions this thread compiles at once, one because the other calls it


class CompiledFunction(CPUDispatcher):
    """A function of Numba that is emitted when Python calls it for the first time."""

    def compile(self, sig: Any) -> Any:  # noqa: ANN401 - Numba's own types
        """Compile for a signature or load what was compiled; return what Python calls.

        No Ctrl-C is let in meanwhile: Numba's tables, half-done, never serve again.
        """
        with interruption_held_back(), global_compiler_lock:
            with _one_deeper():
                entry_point = super().compile(sig)
            return entry_point if _depth() else self._emitted(sig)

    def add_overload(self, cres: Any) -> None:  # noqa: ANN401 - as above
        """Take what was compiled into the table, and show Python what has native code."""
        if cres.library.put_off:
            self.overloads[tuple(cres.signature.args)] = cres
        else:
            super().add_overload(cres)

    def _emitted(self, sig: Any) -> Any:  # noqa: ANN401 - as above
        """Return what Python calls; where only compiled code has called it so far, it is emitted now and kept."""
        arguments, _ = normalize_signature(sig)
        found = self.overloads[tuple(arguments)]
        if not found.library.put_off:
            return found.entry_point
        found.library.emit()
        entry_point = self.targetctx.get_executable(found.library, found.fndesc, found.environment)
        self.targetctx.insert_user_function(entry_point, found.fndesc, [found.library])
        complete = found._replace(entry_point=entry_point)
        self.add_overload(complete)
        self._cache.save_overload(sig, complete)
        return entry_point


class Library(JITCodeLibrary):
    """What one function was compiled to: native code, or with `put_off` what its callers take in."""

    put_off = False

    def finalize(self) -> None:
        """Link what is called and optimise; emit the function unless it is compiled for another one."""
        self.put_off = _depth() > 1
        super().finalize()

    def emit(self) -> None:
        """Optimise what was put off as a whole, and emit it."""
        self.put_off = False
        self._optimize_final_module()
        self._finalize_final_module()

    def get_pointer_to_function(self, name: str) -> int:
        """Return the address of a function, 0 without one: asking LLVM for it would emit it."""
        self._ensure_finalized()
        return 0 if self.put_off else int(super().get_pointer_to_function(name))

    def serialize_using_object_code(self) -> object:
        """Return what the cache keeps: without native code what LLVM reads."""
        return self.serialize_using_bitcode() if self.put_off else super().serialize_using_object_code()

    @classmethod
    def _unserialize(cls, codegen: Any, state: Any) -> Library:  # noqa: ANN401 - as above
        name, kind, data = state
        if kind != "bitcode":
            library: Library = super()._unserialize(codegen, state)
            return library
        library = codegen.create_library(name)
        library.enable_object_caching()
        library.put_off = True
        library._final_module = parse_bitcode(data)
        library._finalize_final_module()
        return library

    def _optimize_final_module(self) -> None:
        if not self.put_off:
            super()._optimize_final_module()
            return
        codegen = self._codegen  # the first, quick round of what Numba does with every function
        passes, builder = codegen._module_pass_manager(
            loop_vectorize=codegen._loopvect, slp_vectorize=False, opt=codegen._opt_level, cost="cheap"
        )
        passes.run(self._final_module, builder)

    def _finalize_final_module(self) -> None:
        if self.put_off:
            self._finalize_dynamic_globals()
            self._verify_declare_only_symbols()
            self._finalized = True
            return
        super()._finalize_final_module()
        for variable in self._final_module.global_variables:  # of the functions that were put off and are in here
            if variable.name.startswith(ENVIRONMENT) and (known := lookup_environment(variable.name)) is not None:
                self._codegen.set_env(variable.name, known)


def install() -> None:
    """Let Numba keep its code in libraries of this kind, its own functions that ours call too, and its errors short."""
    usual = JITCPUCodegen.set_env

    def set_env(codegen: Any, name: str, environment: Any) -> None:  # noqa: ANN401 - as above
        if codegen._engine.is_symbol_defined(name):  # else it is put off
            usual(codegen, name, environment)

    JITCPUCodegen._library_class = Library
    JITCPUCodegen.set_env = set_env
    arrayobj.raise_with_shape_context = shapes_differ


def shapes_differ(source: tuple[int, ...], target: tuple[int, ...]) -> None:
    """Raise ValueError: an array (source) cannot be assigned to a part of another shape (target).

    Compiled, Numba's own sentence writes both shapes; for that each process compiles Python's strings, for some
    seconds. Our sentence is fixed: what is compiled is never given such arrays, and no visitor reads it.
    """
    raise ValueError(f"an array of shape {source} is assigned to a part of shape {target}")


@overload(shapes_differ)
def _shapes_differ(_source: Any, _target: Any) -> Any:  # noqa: ANN401 - as above
    def raising(_source: Any, _target: Any) -> None:  # noqa: ANN401 - as above
        raise ValueError("an array is assigned to a part of another shape")

    return raising


def _depth() -> int:
    return int(getattr(_here, "depth", 0))


@contextmanager
def _one_deeper() -> Iterator[None]:
    _here.depth = _depth() + 1
    try:
        yield
    finally:
        _here.depth -= 1
