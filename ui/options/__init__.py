"""What only one page asks of its visitor: a named tuple a page, and one field of a link for each.

A page adds a file with its tuple and how it is written and read, one line below, and the sentence `link.<page>` for
what cannot be read.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ui.options import budget, descent, fourier, hand, phi, results, taylor
from ui.options.budget import BudgetOptions
from ui.options.descent import DescentOptions
from ui.options.fourier import FourierOptions
from ui.options.hand import HandOptions
from ui.options.phi import PhiOptions
from ui.options.results import ResultsOptions
from ui.options.taylor import TaylorOptions

Options = tuple[Any, ...]  # a NamedTuple of one of the pages


class Form(NamedTuple):
    """How the options of one page are written into a link, and read from it."""

    page: str
    field: str  # the name in the link
    kind: type[Options]
    write: Callable[[Any], str]  # nothing, where there is nothing to say
    read: Callable[[str], Options | None]  # None for what cannot be read


FORMS = (
    Form("descent", "cd", DescentOptions, descent.write_options, descent.read_options),
    Form("hand", "pairs", HandOptions, hand.write_options, hand.read_options),
    Form("budget", "bu", BudgetOptions, budget.write_options, budget.read_options),
    Form("fourier", "rff", FourierOptions, fourier.write_options, fourier.read_options),
    Form("phi", "phi", PhiOptions, phi.write_options, phi.read_options),
    Form("results", "res", ResultsOptions, results.write_options, results.read_options),
    Form("taylor", "ty", TaylorOptions, taylor.write_options, taylor.read_options),
)
