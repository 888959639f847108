"""Strings: a kernel of common subsequences, how it is computed, and a machine trained on words."""

from pages.strings.below import below
from pages.strings.lessons import FIRST, LESSONS
from pages.strings.page import stage
from pages.strings.question import FORM, change, read
from pages.strings.script import reproduction
from ui.page.page import Page

PAGE = Page(
    "strings",
    "kernels",
    read,
    stage,
    below,
    weighs=False,
    change=change,
    script=reproduction,
    lessons=LESSONS,
    first=FIRST,
    soft=True,
    symbols=("decay", "letters", "prime", "kernel", "map", "f", "alpha", "vector", "y", "b", "C"),
    controls=frozenset({"C"}),
    form=FORM,
    points=False,
)
