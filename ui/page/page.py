"""The definition of a page: one value with everything that the rest of the app needs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import KW_ONLY, dataclass
from typing import Any

from ui.component.plot import Drawing
from ui.page.beats.beat import Beat
from ui.page.choice.stand_ins import StandIns
from ui.page.lessons import Lesson
from ui.page.showing import Showing
from ui.page.topic import Question, Topic
from ui.solve.request import AnswerMessage
from ui.state.lab import Lab
from ui.words import Words


@dataclass(frozen=True)
class Page(Topic[Question]):
    """One page of the lab: its question, and how it is shown.

    A run reads the question once and passes it on: `stage` shows the picture with its explanation and returns the
    sentence under the title, `below` shows the content under the choices. Each may raise `InputError`, whose sentence
    is then shown.
    """

    stage: Callable[[Question, Showing], str]
    below: Callable[[Question, Showing], None] | None = None
    choices: Callable[[Question, Showing], None] | None = None  # in place of the default ones: data, C, margin
    _: KW_ONLY
    settle: Callable[[Lab], Lab] | None = None  # converts options of this page in an older link to current ones
    figures: Callable[[Question, Words], Iterable[Drawing]] | None = None  # that the browser may request early
    refused: Callable[[Question, AnswerMessage, Showing], None] | None = None  # its boards if it refuses the points
    choice: Callable[[Question], StandIns | None] | None = None  # its approximations, and on which points
    script: Callable[[Question], str] | None = None  # reproduces the numbers on screen
    language: str = "python"  # of the script; "bash" for commands
    stuck: Callable[[Question], bool] | None = None  # whether its sentence says that no hard margin exists
    title: Callable[[Question], str] | None = None  # the key of its title; without it, <name>.question
    lessons: tuple[Lesson, ...] = ()
    first: Lesson | None = None  # the state in which it opens for a visitor who has chosen nothing yet
    beats: tuple[Beat[Question], ...] = ()  # that introduce it on a first visit
    needs: tuple[str, ...] = ()  # prerequisite pages, by address
    begins: str | None = None  # the page that a newcomer to the subject should start with, if this one says so
    draws: bool = False  # whether its own picture is editable; else, or while it is refused, there is a board below
    early: bool = False  # whether it works before the server has compiled everything
    steps: bool = False  # whether its stage has a player, whose halts rerun only the stage


AnyPage = Page[Any]
