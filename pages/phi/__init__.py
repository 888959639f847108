"""The lift: three coordinates of a feature map, and the plane that the solver found in them."""

from pages.phi.answers import stand_ins
from pages.phi.choices import choose_map
from pages.phi.figures import all_figures
from pages.phi.lessons import BOWL, LESSONS
from pages.phi.page import below, stage
from pages.phi.question import FORM, change, read
from pages.phi.script import reproduction
from ui.page.around.symbols import CLASSIFIER
from ui.page.page import Page

PAGE = Page(
    "phi",
    "kernels",
    read,
    stage,
    below,
    choose_map,
    weighs=False,
    change=change,
    choice=stand_ins,
    figures=all_figures,
    script=reproduction,
    lessons=LESSONS,
    symbols=(
        *(*CLASSIFIER, "w", "map", "place", "gram", "hull", "primal", "dual", "gap", "kkt", "smo"),
        *("gamma", "zeta", "degree", "order"),
    ),
    first=BOWL,
    form=FORM,
    kernels=("polynomial", "taylor"),
    draws=True,
)
