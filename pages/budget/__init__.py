"""The same budget: four maps with equally many features, compared with the exact kernel."""

from pages.budget.answers import stand_ins
from pages.budget.figures import board_figures
from pages.budget.lessons import LESSONS
from pages.budget.page import choices, refused, stage
from pages.budget.question import FORM, change, read
from pages.budget.script import reproduction
from pages.budget.sentences import wants_slack
from ui.page.page import Page
from ui.solve.kernels import GAUSSIANS

PAGE = Page(
    "budget",
    "approximations",
    read,
    stage,
    choices=choices,
    weighs=False,
    change=change,
    choice=stand_ins,
    stuck=wants_slack,
    figures=board_figures,
    script=reproduction,
    lessons=LESSONS,
    symbols=(
        *("budget", "dimensions", "kernel", "approximate", "gamma", "order", "components", "nystroem", "landmarks"),
        "seed",
        *("accuracy", "gap", "visit", "y", "f", "alpha", "vector", "b", "C", "margin", "slack", "width"),
    ),
    form=FORM,
    kernels=GAUSSIANS,
    draws=True,
    refused=refused,
)
