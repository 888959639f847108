"""Before you train: unequal classes, scales, what the numbers warn of, and what explains a prediction."""

from pages.before.below import below
from pages.before.choices import choices
from pages.before.lessons import FIRST, LESSONS
from pages.before.page import stage
from pages.before.question import FORM, change, read
from pages.before.script import reproduction
from ui.page.around.symbols import CLASSIFIER
from ui.page.page import Page

PAGE = Page(
    "before",
    "choosing",
    read,
    stage,
    below,
    choices,
    weighs=True,
    change=change,
    script=reproduction,
    lessons=LESSONS,
    first=FIRST,
    symbols=(*CLASSIFIER, "gamma", "degree", "zeta", "smo", "threshold"),
    controls=frozenset({"board", "kernel", "margin", "C", "gamma"}),
    form=FORM,
    draws=True,
)
