"""The panels of gamma: the same points with several gammas, and one cursor in all of them."""

from pages.gamma.choices import choices
from pages.gamma.lessons import LESSONS
from pages.gamma.page import below, refused, stage
from pages.gamma.question import change, read
from pages.gamma.script import reproduction
from ui.page.around.symbols import CLASSIFIER
from ui.page.page import Page

PAGE = Page(
    "gamma",
    "kernels",
    read,
    stage,
    below,
    choices=choices,
    weighs=False,
    change=change,
    script=reproduction,
    lessons=LESSONS,
    symbols=(*CLASSIFIER, "gamma", "loo", "island"),
    controls=frozenset({"board", "margin", "C"}),
    kernels=("gaussian",),
    draws=True,
    refused=refused,
)
