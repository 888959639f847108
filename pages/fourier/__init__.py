"""The Fourier dice: cosines of random directions instead of the Gaussian kernel, rolled repeatedly."""

from pages.fourier.answers import stand_ins
from pages.fourier.below import below
from pages.fourier.choices import choose_roll
from pages.fourier.figures import all_figures
from pages.fourier.lessons import LESSONS
from pages.fourier.page import refused, stage
from pages.fourier.question import FORM, change, read, settle
from pages.fourier.script import reproduction
from ui.page.page import Page

PAGE = Page(
    "fourier",
    "approximations",
    read,
    stage,
    below,
    choose_roll,
    weighs=False,
    change=change,
    choice=stand_ins,
    figures=all_figures,
    script=reproduction,
    lessons=LESSONS,
    symbols=(
        *("kernel", "gamma", "approximate", "components", "frequency", "phases", "draw", "line", "seed"),
        *("bound", "union", "delta", "quantile", "y", "f", "alpha", "vector", "b", "C", "margin", "slack", "width"),
    ),
    form=FORM,
    kernels=("gaussian", "fourier", "paired"),
    settle=settle,
    draws=True,
    refused=refused,
)
