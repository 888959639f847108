"""Probabilities: from decision values to probabilities, what a threshold does, and the noise of a regression."""

from pages.probabilities.below import below
from pages.probabilities.choices import choices
from pages.probabilities.figures import all_figures
from pages.probabilities.lessons import FIRST, LESSONS
from pages.probabilities.page import stage
from pages.probabilities.question import FORM, change, read
from pages.probabilities.script import reproduction
from ui.page.around.symbols import CLASSIFIER
from ui.page.page import Page

PAGE = Page(
    "probabilities",
    "choosing",
    read,
    stage,
    below,
    choices,
    weighs=False,
    change=change,
    figures=all_figures,
    script=reproduction,
    lessons=LESSONS,
    first=FIRST,
    soft=True,
    symbols=(
        *(*CLASSIFIER, "gamma", "degree", "zeta", "tube", "fraction", "libraries"),
        *("chance", "platt", "target", "cut", "pairwise", "laplace"),
    ),
    controls=frozenset({"board", "kernel", "margin", "C", "gamma"}),
    form=FORM,
)
