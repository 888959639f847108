"""What the tests of coordinate descent ask: a data set, the options of the page, and a kernel."""

from typing import Any

from datasets import CATALOGUE
from pages import descent
from pages.descent.question import Options, Question
from ui.link.shared import Shared
from ui.solve.kernels import KernelSpec
from ui.state.lab import Lab

LINEAR: KernelSpec = {"name": "linear"}


def mapped(name: str, **more: Any) -> Options:
    """Return the options of an older link with this map."""
    return Options(mapped=name, **more)


def question(name: str, chosen: Options | None = None, spec: KernelSpec = LINEAR) -> Question:
    """Return what the page asks of a data set with C = 1."""
    shared = Shared(dataset=name, kernel=spec, C=1.0, options=() if chosen is None else (chosen,))
    return descent.read(descent.settle(Lab(shared, CATALOGUE[name].make())))
