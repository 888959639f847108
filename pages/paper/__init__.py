"""The tables and figures of the paper on choosing gamma with Fourier features, each number beside ours."""

from pages.paper.below import below
from pages.paper.lessons import LESSONS
from pages.paper.page import stage
from pages.paper.question import FORM, change, read
from pages.paper.script import commands
from ui.page.page import Page

PAGE = Page(
    "paper",
    "results",
    read,
    stage,
    below,
    change=change,
    script=commands,
    language="bash",
    lessons=LESSONS,
    symbols=(
        *("kernel", "approximate", "gamma", "C", "components", "landmarks", "nystroem", "line", "size", "draw", "seed"),
        *("exponent", "hidden", "rffdg", "ksrc"),
    ),
    form=FORM,
    points=False,
)
