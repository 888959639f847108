"""Mercer: is it a kernel? Eigenvalues with a witness, what SMO does without one, and the rules that make kernels."""

from pages.mercer.below import below
from pages.mercer.choices import choices
from pages.mercer.lessons import FIRST, LESSONS
from pages.mercer.page import stage
from pages.mercer.question import FORM, change, read
from pages.mercer.script import reproduction
from ui.page.page import Page

PAGE = Page(
    "mercer",
    "kernels",
    read,
    stage,
    below,
    choices,
    weighs=False,
    change=change,
    script=reproduction,
    lessons=LESSONS,
    first=FIRST,
    symbols=(
        *("kernel", "witness", "eigenvalue", "apart", "smo", "dual", "alpha", "y", "C", "vector", "width", "size"),
        *("box", "kkt", "map", "element", "metric", "gamma", "degree", "zeta", "r"),
    ),
    controls=frozenset({"board", "kernel", "margin", "C", "gamma"}),
    form=FORM,
)
