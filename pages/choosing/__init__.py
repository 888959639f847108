"""Choosing gamma and C by the error on unseen points: four strategies on one map."""

from pages.choosing.below import below
from pages.choosing.choices import choices
from pages.choosing.figures import all_figures
from pages.choosing.lessons import FIRST, LESSONS
from pages.choosing.page import stage
from pages.choosing.question import FORM, change, read
from pages.choosing.script import reproduction
from pages.choosing.sentences import title
from ui.page.page import Page

PAGE = Page(
    "choosing",
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
    title=title,
    symbols=(
        *("y", "f", "alpha", "vector", "b", "kernel", "gamma", "C", "margin", "slack", "width", "ridge"),
        *("approximate", "components", "landmarks", "nystroem", "seed", "size", "rffdg", "order"),
    ),
    controls=frozenset({"board", "margin", "C", "gamma"}),
    form=FORM,
    kernels=("gaussian",),
    draws=True,
)
