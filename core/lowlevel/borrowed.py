"""Arrays without their reference counts, for a loop that lasts shorter than they do.

Numba counts a reference for each name that an array has inside a loop, by atomic additions: where a step is short they
are half of its time. What was borrowed must not outlive its owner: it is neither kept nor returned, and the owner is
an argument of the function or is named once more after the loop, for Numba gives up an array after its last name.
"""

# ruff: noqa: ANN401 - what writes code for LLVM deals in things without types
from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.extending import intrinsic, register_jitable

from .compiled import COMPILES
from .settings import plain


@register_jitable
def _counted(value: Any) -> Any:
    """Return the value as it is: without the compiler, or without what Numba does not document."""
    return value


def _uncounted() -> Any:
    """Return the instruction that gives an array, or a tuple with arrays in it, without the owner of its memory.

    None with a Numba that has other inner names.
    """
    try:
        from numba.core.cgutils import create_struct_proxy
        from numba.core.types import Array
        from numba.core.types.containers import BaseTuple
    except ImportError:
        return None

    def lent(context: Any, builder: Any, kind: Any, value: Any) -> Any:
        if isinstance(kind, BaseTuple):
            parts = [lent(context, builder, one, builder.extract_value(value, k)) for k, one in enumerate(kind)]
            return context.make_tuple(builder, kind, parts)
        if not isinstance(kind, Array):
            return value
        array = create_struct_proxy(kind)(context, builder, value=value)
        array.meminfo = ir.Constant(array.meminfo.type, None)
        return array._getvalue()

    @intrinsic
    def uncounted(typing: Any, value: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return lent(context, builder, signature.return_type, arguments[0])

        return value(value), code

    return uncounted


borrowed: Any = (_uncounted() if COMPILES and not plain() else None) or _counted
