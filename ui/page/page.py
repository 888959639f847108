"""What a page is: one value that says everything that the rest of the app asks of it."""

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
    """One page of the lab: what it asks, and how it shows that.

    A run reads the question once and hands it on: `stage` shows the picture and what explains it and returns the
    sentence under the title, `below` shows what stands under the choices. Each may raise `InputError`, which becomes
    the sentence of a refusal.
    """

    stage: Callable[[Question, Showing], str]
    below: Callable[[Question, Showing], None] | None = None
    choices: Callable[[Question, Showing], None] | None = None  # in place of the usual ones: data, C, margin
    _: KW_ONLY
    settle: Callable[[Lab], Lab] | None = None  # what an older link asks of this page alone becomes what it is today
    figures: Callable[[Question, Words], Iterable[Drawing]] | None = None  # that the browser may ask for ahead of it
    refused: Callable[[Question, AnswerMessage, Showing], None] | None = None  # its boards where it refuses the points
    choice: Callable[[Question], StandIns | None] | None = None  # what it approximates by, on which points
    script: Callable[[Question], str] | None = None  # finds the numbers on screen again
    language: str = "python"  # of the script; "bash" for commands
    stuck: Callable[[Question], bool] | None = None  # whether its sentence says that no hard margin exists
    title: Callable[[Question], str] | None = None  # the key of its title; without it, <name>.question
    lessons: tuple[Lesson, ...] = ()
    first: Lesson | None = None  # the state in which it opens for a visitor who has chosen nothing yet
    beats: tuple[Beat[Question], ...] = ()  # that open it on a first visit
    needs: tuple[str, ...] = ()  # pages to know first, by their addresses
    begins: str | None = None  # the page that a newcomer to the subject should start with, if this one says so
    draws: bool = False  # whether its own picture takes the hand; else, or while it is refused, a board stands below
    early: bool = False  # whether it works before the server has compiled everything
    steps: bool = False  # whether its stage holds a player, whose halts leave everything below the stage alone


AnyPage = Page[Any]
