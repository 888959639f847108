"""The page on soft margin and losses: the cost of each point, and the regularisation path."""

from pages.losses.answers import stand_ins
from pages.losses.below import below
from pages.losses.choices import choices
from pages.losses.figures import all_figures
from pages.losses.lessons import FIRST, LESSONS
from pages.losses.page import stage
from pages.losses.question import FORM, change, read
from pages.losses.script import reproduction
from ui.page.around.symbols import CLASSIFIER
from ui.page.page import Page

PAGE = Page(
    "losses",
    "chapter",
    read,
    stage,
    below,
    choices,
    weighs=False,
    change=change,
    choice=stand_ins,
    figures=all_figures,
    script=reproduction,
    lessons=LESSONS,
    first=FIRST,
    soft=True,
    symbols=(*CLASSIFIER, "w", "losses", "regulariser", "breakpoint", "primal", "dual", "gamma", "degree", "zeta"),
    controls=frozenset({"board", "kernel", "margin", "C", "gamma"}),
    form=FORM,
    needs=("margins",),
    draws=True,
)
