"""The results: our speed compared with the rivals, its growth, and a paper's experiment beside our own."""

from pages.results.page import below, stage
from pages.results.question import COMMANDS, FORM, LESSONS, change, read
from ui.page.page import Page

PAGE = Page(
    "results",
    "results",
    read,
    stage,
    below,
    change=change,
    script=lambda _: "\n".join(COMMANDS),
    language="bash",
    lessons=LESSONS,
    symbols=(
        *("size", "ratio", "C", "gamma", "kernel", "vector", "f", "w", "b", "breach", "gap", "hidden"),
        *("workloads", "smo", "libraries", "methods", "exponent", "visit"),
    ),
    form=FORM,
    points=False,
)
