"""The Taylor wall: how far from the origin the explicit approximation of the Gaussian kernel is accurate."""

from pages.taylor.below import below
from pages.taylor.figures import all_figures
from pages.taylor.lessons import LESSONS
from pages.taylor.page import choices, stage
from pages.taylor.question import FORM, change, read, stand_ins
from pages.taylor.script import reproduction
from ui.page.around.symbols import CLASSIFIER
from ui.page.page import Page

PAGE = Page(
    "taylor",
    "approximations",
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
    symbols=(
        *("gamma", "sigma", "order", "gauss", "truncated", "rho", "scaled", "remainder", "bound", "ball"),
        *(*CLASSIFIER, "w", "norm", "multi", "attributes", "visit", "smo", "single", "libraries"),
    ),
    form=FORM,
    kernels=("gaussian", "taylor"),
    draws=True,
)
