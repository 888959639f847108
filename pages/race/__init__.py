"""The race: SMO and dual coordinate descent on the same points, each towards its own proved optimum."""

from functools import partial

from pages.descent import change, choose_machine, read, settle, stand_ins
from pages.race.lanes import LEADER
from pages.race.lessons import LESSONS
from pages.race.page import below, stage
from pages.race.script import reproduction
from ui.page.around.symbols import KERNELS, PROOF
from ui.page.page import Page

PAGE = Page(
    "race",
    "solvers",
    read,
    stage,
    below=below,
    choices=partial(choose_machine, player=LEADER),
    weighs=False,
    change=change,
    choice=stand_ins,
    settle=settle,
    script=reproduction,
    lessons=LESSONS,
    symbols=(
        *("y", "f", "alpha", "vector", "b", "weight", "kernel", "loss", "slack", "width"),
        *("smo", "single", "visit", "aside", *PROOF, "certificate", *KERNELS),
    ),
    draws=True,
)
