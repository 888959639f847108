"""What a page is: one value that says everything that the rest of the app asks of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ui.component.plot import Drawing
from ui.link.form import LinkForm, OldLinkForm
from ui.page.hints import Controls
from ui.page.lessons import Lesson
from ui.state.change import Change
from ui.state.session import Lab
from ui.words import Words

if TYPE_CHECKING:
    from ui.page.showing import Showing

Question = TypeVar("Question")


def _nothing_changes(lab: Lab, name: str, value: object) -> Lab:
    return lab


@dataclass(frozen=True)
class Page(Generic[Question]):
    """One page of the lab. Its words in the catalogues begin with its name.

    A run reads the question once and hands it on: `stage` shows the picture and what explains it and returns the
    sentence under the title, `below` shows what stands under the choices. Each may raise `InputError`, which becomes
    the sentence of a refusal.
    """

    name: str  # its address
    section: str  # of the navigation
    read: Callable[[Lab], Question]  # everything that this page asks, derived once
    stage: Callable[[Question, Showing], str]
    below: Callable[[Question, Showing], None] | None = None
    choices: Callable[[Question, Showing], None] | None = None  # in place of the usual ones: data, C, margin
    change: Change = _nothing_changes  # what a value from one of its controls changes
    settle: Callable[[Lab], Lab] | None = None  # what an older link asks of this page alone becomes what it is today
    figures: Callable[[Question, Words], Iterable[Drawing]] | None = None  # that the browser may ask for ahead of it
    script: Callable[[Question], str] | None = None  # finds the numbers on screen again
    language: str = "python"  # of the script; "bash" for commands
    title: Callable[[Question], str] | None = None  # the key of its title; without it, <name>.question
    lessons: tuple[Lesson, ...] = ()
    first: Lesson | None = None  # the state in which it opens for a visitor who has chosen nothing yet
    controls: Controls = frozenset()  # that what is said beside the list of data sets may name
    form: LinkForm | None = None  # its own options in a link
    old_form: OldLinkForm | None = None
    kernels: tuple[str, ...] | None = None  # that it shows as they are chosen; None: every one
    points: bool = True  # whether it is about points: without, there is nothing to choose and no table of them
    draws: bool = False  # whether points are drawn on its own picture; else a board stands below it
    at_once: bool = False  # whether it works before the server has compiled everything
    steps: bool = False  # whether its stage holds a player, whose halts leave everything below the stage alone


AnyPage = Page[Any]
