"""Dual coordinate descent: no equality constraint, hence no pair; one multiplier moves at a time.

The page about its race asks about the same runs: what is imported here and named in `__all__` is open to it.
"""

from pages.descent.answers import linear_problem, nothing_to_compare, optima, pair_problem
from pages.descent.choices import choose_run
from pages.descent.lessons import LESSONS
from pages.descent.page import stage
from pages.descent.question import FORM, LOSSES, MAPS, OLD_FORM, Options, Question, change, read
from pages.descent.script import problem_lines, problem_names, reproduction, visiting
from ui.page.page import Page

__all__ = [
    "KERNELS",
    "LOSSES",
    "PAGE",
    "Options",
    "Question",
    "change",
    "choose_run",
    "linear_problem",
    "nothing_to_compare",
    "optima",
    "pair_problem",
    "problem_lines",
    "problem_names",
    "read",
    "visiting",
]

KERNELS = tuple(MAPS.values())  # that are the inner product of features which can be written down
PAGE = Page(
    "descent",
    "solvers",
    read,
    stage,
    change=change,
    script=reproduction,
    lessons=LESSONS,
    form=FORM,
    old_form=OLD_FORM,
    kernels=KERNELS,
    draws=True,
)
