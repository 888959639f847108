"""The board: draw points, and the boundary follows."""

from pages.board.answers import has_no_margin, stand_ins
from pages.board.below import below
from pages.board.lessons import LESSONS
from pages.board.page import choices, stage, title
from pages.board.question import change, read
from ui.page.around.symbols import CLASSIFIER, KERNELS, PROOF
from ui.page.hints import BOARD_AND_PANEL
from ui.page.page import Page

PAGE = Page(
    "board",
    "start",
    read,
    stage,
    below,
    choices,
    weighs=True,
    change=change,
    choice=stand_ins,
    stuck=has_no_margin,
    title=title,
    lessons=LESSONS,
    symbols=(
        *(*CLASSIFIER, *PROOF, "hull", "smo", "rules", "single", "libraries"),
        *("pair", "up", "low", "score", "gradient", "extremes", "violation", "tolerance", "error", "offsets"),
        *("visit", "bounds", "projected", "fraction", "found", "tube", "star", *KERNELS),
    ),
    controls=BOARD_AND_PANEL,
    begins="margins",
    draws=True,
    early=True,
)
