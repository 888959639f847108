"""Five machines for the same points: C-SVC, nu-SVC, one class, epsilon-SVR and nu-SVR."""

from pages.machines.below import below
from pages.machines.choices import choices
from pages.machines.figures import all_figures
from pages.machines.lessons import FIRST, LESSONS
from pages.machines.page import stage
from pages.machines.question import change, read
from pages.machines.script import reproduction
from ui.page.around.symbols import CLASSIFIER
from ui.page.page import Page
from ui.state.machine import FORM

PAGE = Page(
    "machines",
    "libsvm",
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
    symbols=(
        *(*CLASSIFIER, "fraction", "found", "tube", "star", "w", "norm", "hull", "size"),
        *("score", "extremes", "up", "low", "gradient", "primal", "dual", "gap", "kkt", "smo", "libraries"),
        *("gamma", "degree", "zeta"),
    ),
    controls=frozenset({"board", "kernel", "gamma"}),
    form=FORM,
    needs=("losses",),
    draws=True,
)
