"""What a compiled function returns: the class of an array or a named tuple is among the function's constants.

Numba unpickles the class at each return, in Python, and does not check whether that has failed. A Ctrl-C that came
while the function ran is let in at this place, and ended as a SystemError or in a crash.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any

Boxing = Callable[[Any, Any, Any], Any]


def install() -> None:
    """Let Numba hand arrays and named tuples to Python in this way.

    A Numba without these inner names keeps its own way: what compiles is the same, and a Ctrl-C may end as before.
    """
    try:
        from numba.core.boxing import box_array, box_namedtuple
        from numba.core.pythonapi import _boxers
        from numba.core.types import Array
        from numba.core.types.containers import NamedTuple, NamedUniTuple
    except ImportError:
        return
    named = with_constant_class(box_namedtuple, attrgetter("instance_class"))
    array = with_constant_class(box_array, attrgetter("box_type"))
    _boxers.functions.update({Array: array, NamedTuple: named, NamedUniTuple: named})


def with_constant_class(usual: Boxing, class_of: Callable[[Any], type]) -> Boxing:
    """Return Numba's usual way for a kind of value, with a class that is looked up where it was unpickled."""

    def box(kind: Any, value: Any, context: Any) -> Any:  # noqa: ANN401 - Numba's own types
        api, constants = context.pyapi, context.env_manager
        found = constants.read_const(constants.add_const(class_of(kind)))
        api.incref(found)  # what is unpickled is owned
        api.unserialize = lambda _: found
        try:
            return usual(kind, value, context)
        finally:
            vars(api).pop("unserialize", None)  # a named tuple holds arrays

    return box
