"""Arrays without their reference counts, for a loop that lasts shorter than they do.

Numba counts a reference for each name that an array has inside a loop, by atomic additions: where a step is short they
are half of its time. What was borrowed must not outlive its owner: it is neither kept nor returned, and the owner is
an argument of the function or is named once more after the loop, for Numba gives up an array after its last name.
"""

from __future__ import annotations

from typing import Any

from numba.core import cgutils
from numba.core.types import Array
from numba.core.types.containers import BaseTuple

from core.lowlevel.simd import instruction


@instruction
def borrowed(typing: Any, value: Any) -> Any:  # noqa: ANN401 - Numba's own types
    """Return an array, or a tuple with arrays in it, as something that nobody counts references of."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ANN401
        return _lent(context, builder, signature.return_type, arguments[0])

    return value(value), codegen


def _lent(context: Any, builder: Any, kind: Any, value: Any) -> Any:  # noqa: ANN401
    if isinstance(kind, BaseTuple):
        parts = zip(kind, cgutils.unpack_tuple(builder, value), strict=True)
        return context.make_tuple(builder, kind, [_lent(context, builder, *part) for part in parts])
    if not isinstance(kind, Array):
        return value
    array = context.make_array(kind)(context, builder, value)
    array.meminfo = cgutils.get_null_value(array.meminfo.type)
    return array._getvalue()
