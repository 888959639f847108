"""Arrays without their reference counts, for a loop that lasts shorter than they do.

Numba counts a reference for each name that an array has inside a loop, by atomic additions: where a step is short they
are half of its time. What was borrowed must not outlive its owner: it is neither kept nor returned, and the owner is
an argument of the function or is named once more after the loop, for Numba gives up an array after its last name.
"""

# ruff: noqa: ANN401 - what writes code for LLVM deals in things without types
from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, register_jitable

from core.lowlevel.compiled import COMPILES
from core.lowlevel.settings import plain


@intrinsic
def _uncounted(typing: Any, value: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _lent(context, builder, signature.return_type, arguments[0])

    return value(value), code


def _lent(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    tools: Any = cgutils  # it has no types
    if isinstance(kind, types.BaseTuple):
        parts = [_lent(context, builder, part, builder.extract_value(value, k)) for k, part in enumerate(kind)]
        return context.make_tuple(builder, kind, parts)
    if not isinstance(kind, types.Array):
        return value
    array = tools.create_struct_proxy(kind)(context, builder, value=value)
    array.meminfo = ir.Constant(array.meminfo.type, None)
    return array._getvalue()


@register_jitable
def _as_it_is(value: Any) -> Any:
    """Return the value, whose references are counted: without the compiler, or without what Numba does not document."""
    return value


borrowed: Any = _uncounted if COMPILES and not plain() else _as_it_is
