"""The perceptron: a line learnt only from mistakes, compared with the line of largest margin."""

from pages.perceptron.answers import stand_ins
from pages.perceptron.below import below
from pages.perceptron.choices import choices
from pages.perceptron.lessons import FIRST, LESSONS
from pages.perceptron.page import stage
from pages.perceptron.question import FORM, change, read
from pages.perceptron.script import reproduction
from ui.page.around.symbols import KERNELS
from ui.page.page import Page

PAGE = Page(
    "perceptron",
    "chapter",
    read,
    stage,
    below=below,
    choices=choices,
    change=change,
    choice=stand_ins,
    script=reproduction,
    lessons=LESSONS,
    first=FIRST,
    symbols=(
        *("y", "f", "alpha", "vector", "b", "w", "kernel", "map", "margin", "width"),
        *("mistakes", "eta", "radius", "hull", "dual", "primal", "kkt", "gap", "C", "slack"),
        *KERNELS,
        "nystroem",
    ),
    controls=frozenset({"board", "kernel", "gamma"}),
    form=FORM,
    steps=True,
    needs=("margins",),
    draws=True,
)
