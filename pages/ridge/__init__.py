"""Kernel ridge regression compared with the SVM: every point counts, and the stability under changes of the kernel."""

from pages.ridge.answers import stand_ins
from pages.ridge.below import below
from pages.ridge.choices import choices
from pages.ridge.figures import all_figures
from pages.ridge.lessons import FIRST, LESSONS
from pages.ridge.page import stage
from pages.ridge.question import FORM, change, read
from pages.ridge.script import reproduction
from ui.page.page import Page

PAGE = Page(
    "ridge",
    "choosing",
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
    symbols=(
        *("y", "f", "alpha", "vector", "b", "kernel", "gamma", "ridge", "C", "margin", "slack", "width"),
        *("approximate", "components", "landmarks", "nystroem", "seed", "bound", "statements", "size"),
    ),
    controls=frozenset({"board", "margin", "C", "gamma"}),
    form=FORM,
    kernels=("gaussian",),
    draws=True,
)
