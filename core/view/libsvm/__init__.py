"""What LIBSVM's loop has set aside, what it holds, and what it saves by that, as plain numbers."""

from core.view.libsvm.active import ActiveLook, active_sizes, aside_spans, looks
from core.view.libsvm.halt import Aside, Halt, Rebuilt, halt, rebuilt
from core.view.libsvm.lasting import LAST, lasting
from core.view.libsvm.line import WARNING, printed, printed_line
from core.view.libsvm.savings import RunWork, Savings, savings
from core.view.libsvm.summary import LoopSummary, summary

__all__ = [
    "LAST",
    "WARNING",
    "ActiveLook",
    "Aside",
    "Halt",
    "LoopSummary",
    "Rebuilt",
    "RunWork",
    "Savings",
    "active_sizes",
    "aside_spans",
    "halt",
    "lasting",
    "looks",
    "printed",
    "printed_line",
    "rebuilt",
    "savings",
    "summary",
]
