"""What LIBSVM's loop has set aside and what it holds, as plain numbers."""

from core.view.libsvm.active import ActiveLook, active_sizes, aside_spans, looks
from core.view.libsvm.halt import Aside, Halt, Rebuilt, halt, rebuilt
from core.view.libsvm.lasting import LAST, lasting
from core.view.libsvm.line import WARNING, printed, printed_line

__all__ = [
    "LAST",
    "WARNING",
    "ActiveLook",
    "Aside",
    "Halt",
    "Rebuilt",
    "active_sizes",
    "aside_spans",
    "halt",
    "lasting",
    "looks",
    "printed",
    "printed_line",
    "rebuilt",
]
