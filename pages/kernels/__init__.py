"""Kernels compared on the same points: linear, polynomial, and a third one, with one hand in all boards."""

from pages.kernels.below import below
from pages.kernels.choices import choices
from pages.kernels.compared import early_numbers
from pages.kernels.lessons import FIRST, LESSONS
from pages.kernels.page import refused, stage
from pages.kernels.question import FORM, change, read
from pages.kernels.script import reproduction
from ui.page.around.symbols import CLASSIFIER
from ui.page.page import Page

PAGE = Page(
    "kernels",
    "kernels",
    read,
    stage,
    below,
    choices,
    weighs=False,
    change=change,
    figures=early_numbers,
    script=reproduction,
    lessons=LESSONS,
    first=FIRST,
    symbols=(*CLASSIFIER, "loo", "w", "map", "linear", "dimensions", "gamma", "degree", "zeta", "libraries"),
    controls=frozenset({"margin", "C", "gamma"}),
    form=FORM,
    draws=True,
    refused=refused,
)
