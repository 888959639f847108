"""Inside LIBSVM: which function calls which, what a point is in memory, its API, its checks, and its files."""

from pages.architecture.below import below
from pages.architecture.choices import choices
from pages.architecture.lessons import FIRST, LESSONS
from pages.architecture.page import stage
from pages.architecture.question import FORM, change, read
from pages.architecture.script import reproduction
from ui.page.around.symbols import CLASSIFIER
from ui.page.page import Page

PAGE = Page(
    "architecture",
    "libsvm",
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
        *CLASSIFIER,
        "fraction",
        "gamma",
        "cache",
        "gram",
        "gradient",
        "tolerance",
        "smo",
        "size",
        "dual",
        "aside",
        "libraries",
        "linear",
    ),
    controls=frozenset({"board", "kernel", "gamma", "C"}),
    form=FORM,
    needs=("libsvm",),
)
