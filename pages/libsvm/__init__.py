"""LIBSVM's own loop in detail: the variables set aside, the cached rows, and the savings.

The board's time line plays the same run: it may import the names in `__all__`.
"""

from pages.libsvm.choices import choices
from pages.libsvm.lessons import FIRST, LESSONS
from pages.libsvm.page import stage
from pages.libsvm.question import FORM, change, read
from pages.libsvm.script import reproduction
from ui.page.around.symbols import CLASSIFIER, KERNELS
from ui.page.page import Page

__all__ = ["PAGE", "read"]

PAGE = Page(
    "libsvm",
    "libsvm",
    read,
    stage,
    choices=choices,
    weighs=False,
    change=change,
    script=reproduction,
    lessons=LESSONS,
    first=FIRST,
    symbols=(
        *CLASSIFIER,
        *("primal", "smo", "libraries", "pair", "gradient", "gbar", "score", "extremes", "violation", "tolerance"),
        *("fraction", "aside", "cache", "gram", "w", "dual", "gap", "linear", "box", "size"),
        *("found", "tube", "star"),
        *KERNELS,
        "nystroem",
    ),
    controls=frozenset({"board", "kernel", "gamma", "C"}),
    form=FORM,
    steps=True,
    needs=("smo", "machines"),
    draws=True,
)
