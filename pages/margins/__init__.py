"""The page on margins: a line set by hand, and the widest street."""

from pages.margins.below import below
from pages.margins.figures import all_figures
from pages.margins.lessons import FIRST, LESSONS
from pages.margins.page import stage
from pages.margins.question import FORM, change, read
from pages.margins.script import reproduction
from ui.page.around.symbols import CLASSIFIER
from ui.page.page import Page

PAGE = Page(
    "margins",
    "chapter",
    read,
    stage,
    below,
    weighs=False,
    change=change,
    figures=all_figures,
    script=reproduction,
    lessons=LESSONS,
    first=FIRST,
    symbols=(
        *CLASSIFIER,
        "w",
        "norm",
        "primal",
        "dual",
        "functional",
        "geometric",
        "hull",
        "separable",
        "gap",
        "smo",
        "libraries",
    ),
    controls=frozenset({"board", "margin", "C"}),
    form=FORM,
    kernels=("linear",),
    draws=True,
)
