"""The tables and figures of the paper on choosing gamma with Fourier features, beside our measurements."""

from pages.paper.page import below, stage
from pages.paper.question import COMMANDS, FORM, LESSONS, change, read
from ui.page.page import Page

PAGE = Page(
    "paper",
    "results",
    read,
    stage,
    below,
    change=change,
    script=lambda _: "\n".join(COMMANDS),
    language="bash",
    lessons=LESSONS,
    symbols=(
        *("kernel", "approximate", "gamma", "C", "components", "landmarks", "nystroem", "line", "size", "draw", "seed"),
        *("exponent", "hidden", "rffdg", "ksrc"),
    ),
    form=FORM,
    points=False,
)
