"""The microscope: watch SMO choose a working pair and move it, pick the pairs by hand, or compare two rules.

The board's time line can fork like the run here: it may import the names in `__all__`.
"""

from pages.smo.answers import stand_ins
from pages.smo.beats import BEATS
from pages.smo.lessons import LESSONS
from pages.smo.page import choices, stage, title
from pages.smo.question import FORM, Question, change, read
from pages.smo.script import reproduction
from pages.smo.watch import partner
from ui.page.around.symbols import CLASSIFIER, KERNELS, PROOF
from ui.page.hints import BOARD_AND_PANEL
from ui.page.page import Page

__all__ = ["PAGE", "Question", "partner", "read"]

PAGE = Page(
    "smo",
    "solvers",
    read,
    stage,
    choices=choices,
    weighs=True,
    change=change,
    choice=stand_ins,
    title=title,
    script=reproduction,
    lessons=LESSONS,
    symbols=(
        *CLASSIFIER,
        *("smo", "rules", "libraries", "pair", "gradient", "score", "up", "low", "extremes", "violation", "tolerance"),
        *("curvature", "slope", "gain", "box", "error", "offsets", "direction", "size", "certificate"),
        *PROOF,
        "hull",
        *KERNELS,
    ),
    beats=BEATS,
    controls=BOARD_AND_PANEL,
    form=FORM,
    steps=True,
    draws=True,
)
