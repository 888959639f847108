"""Dual coordinate descent: no equality constraint, hence no pair; one multiplier moves at a time.

The page of its race and the board use the same runs: they may import the names in `__all__`.
"""

from pages.descent.answers import linear_problem, nothing_to_compare, optima, stand_ins
from pages.descent.below import choices, compare
from pages.descent.choices import choose_machine, kernel_buttons, tell_stand_in
from pages.descent.lessons import LESSONS
from pages.descent.page import stage
from pages.descent.question import FORM, LOSSES, Options, Question, change, read, settle
from pages.descent.script import as_code, problem_lines, problem_names, reproduction, visiting
from pages.descent.sentences import optima_sentence
from ui.page.around.symbols import KERNELS, PROOF
from ui.page.page import Page

__all__ = [
    "LOSSES",
    "PAGE",
    "Options",
    "Question",
    "as_code",
    "change",
    "choose_machine",
    "kernel_buttons",
    "linear_problem",
    "nothing_to_compare",
    "optima",
    "optima_sentence",
    "problem_lines",
    "problem_names",
    "read",
    "settle",
    "stand_ins",
    "tell_stand_in",
    "visiting",
]

PAGE = Page(
    "descent",
    "solvers",
    read,
    stage,
    below=compare,
    choices=choices,
    weighs=False,
    change=change,
    choice=stand_ins,
    settle=settle,
    script=reproduction,
    lessons=LESSONS,
    symbols=(
        *("y", "f", "alpha", "vector", "b", "weight", "kernel", "loss", "margin", "slack", "width"),
        *("smo", "visit", "coordinate", "bounds", "projected", "aside", "violation", "libraries"),
        *(*PROOF, "certificate", *KERNELS, "nystroem"),
    ),
    form=FORM,
    draws=True,
)
