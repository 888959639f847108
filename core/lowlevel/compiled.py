"""One decorator for everything that Numba compiles: `njit` with a cache, without the interpreter's lock.

Every compiled function releases the GIL, so that one long solve never freezes a class; none runs in parallel, because
Numba's default threading layer aborts the process when two threads enter it at once. None uses fastmath: LLVM neither
reorders nor fuses what a step of a solver depends on. Where compiled code is kept, `core.lowlevel.settings` says.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from typing import Any, TypeVar, cast

from numba import njit
from numba.core import config
from numba.extending import typeof_impl

from .cache_files import share_cache
from .interruption import without_interruption
from .settings import host_features, keeps_code

Function = TypeVar("Function", bound=Callable[..., Any])

_settings: dict[str, Any] = vars(config)  # Numba sets them by name, so that they have no types
COMPILES = not _settings["DISABLE_JIT"]
FEATURES: str = host_features() if _settings["CPU_FEATURES"] is None else _settings["CPU_FEATURES"]


class CompiledFunction:
    """A compiled function: Python calls it with Ctrl-C held back, compiled code calls Numba's dispatcher in it.

    Numba's tables, left half-done, never serve again, and a Ctrl-C that comes while a function returns arrays, whose
    class is looked up in Python, ends in a crash. So it comes when the call has ended.
    """

    def __init__(self, dispatcher: Any) -> None:  # noqa: ANN401 - Numba's own type
        update_wrapper(self, dispatcher.py_func)
        self.dispatcher, self.py_func, self.targetoptions = dispatcher, dispatcher.py_func, dispatcher.targetoptions

    def __reduce__(self) -> str:
        """Say where it stands, for another process."""
        return str(vars(self)["__qualname__"])

    def __call__(self, *arguments: Any, **named: Any) -> Any:  # noqa: ANN401 - those of the function
        """Call the function, which is compiled or loaded when its arguments have types that are new to it."""
        return without_interruption(self.dispatcher, arguments, named)


def _type_of(function: CompiledFunction, context: Any) -> Any:  # noqa: ANN401 - Numba's own types
    """Let compiled code call the function as if it were Numba's own."""
    return typeof_impl(function.dispatcher, context)


typeof_impl.register(CompiledFunction)(_type_of)


def compiled(function: Function) -> Function:
    """Compile a function of arrays and NamedTuples of arrays. It checks nothing: `core.problem.validation` did."""
    return _compiled(function, {})


def inlined(function: Function) -> Function:
    """Compile a function into those that call it.

    For what is called for each row or step: describing some arrays to a function takes as long as a short row itself.
    """
    return _compiled(function, {"forceinline": True})


def part(function: Function) -> Function:
    """Compile a function as lines of the one that calls it, before types are known (Numba's inline="always").

    For what one function calls: by itself it would be optimised and stored once more, for as long as in its caller.
    Not for what borrows its arguments, whose owners may be names of the caller that end with the call.
    """
    return _compiled(function, {"inline": "always"})


def _compiled(function: Function, options: dict[str, Any]) -> Function:
    if not COMPILES:  # under NUMBA_DISABLE_JIT it stays Python
        return function
    jit: Any = njit  # its types lack some options
    usual = {"nogil": True, "no_cfunc_wrapper": True, **options}  # no C calls it
    kept = keeps_code()
    try:
        dispatcher = jit(cache=kept, **usual)(function)
    except RuntimeError:  # of a library user: no folder beside the sources nor of the user can be written
        kept, dispatcher = False, jit(**usual)(function)
    if kept:
        share_cache(dispatcher)
    return cast(Function, CompiledFunction(dispatcher))
