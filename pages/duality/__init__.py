"""Duality: the landscape of a Lagrangian, a gap to close by hand, KKT as a checklist, and the dual of three points."""

from pages.duality.below import below
from pages.duality.figures import all_figures
from pages.duality.lessons import LESSONS
from pages.duality.page import stage
from pages.duality.question import FORM, change, read
from pages.duality.script import reproduction
from ui.page.page import Page

PAGE = Page(
    "duality",
    "chapter",
    read,
    stage,
    below,
    change=change,
    figures=all_figures,
    script=reproduction,
    lessons=LESSONS,
    symbols=(
        *("objective", "multiplier", "lagrangian", "theta", "optimum", "gap", "conditions"),
        *("alpha", "w", "b", "vector", "width", "smo", "certificate", "C", "slack"),
    ),
    form=FORM,
    needs=("margins",),
    points=False,
)
