"""Several classes: one machine for each pair, their votes, and one against the rest."""

from pages.classes.below import below
from pages.classes.choices import choices
from pages.classes.lessons import FIRST, LESSONS
from pages.classes.page import stage
from pages.classes.question import FORM, SHOWN, change, read
from pages.classes.script import reproduction
from ui.page.page import Page

PAGE = Page(
    "classes",
    "libsvm",
    read,
    stage,
    below,
    choices,
    kernels=SHOWN,
    weighs=False,
    change=change,
    script=reproduction,
    lessons=LESSONS,
    first=FIRST,
    symbols=(
        *("y", "f", "alpha", "vector", "b", "w", "kernel", "C", "margin", "width", "slack", "dual", "libraries"),
        *("gamma", "degree", "zeta", "r"),
    ),
    controls=frozenset({"board", "kernel", "margin", "C", "gamma"}),
    form=FORM,
    every=True,
    draws=True,
)
