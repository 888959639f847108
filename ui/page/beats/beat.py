"""What a beat is: plain data of its page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from ui.page.lessons import Lesson

Question = TypeVar("Question")


@dataclass(frozen=True)
class Beat(Generic[Question]):
    """One thing to do, in a state that is set for it.

    In the catalogues `beat.<page>.<name>` is its sentence, with `.title` the question above it and with `.done` the
    sentence once it is done; `beat.<page>.scene.<scene>` names what a group of beats is about.
    """

    scene: str
    name: str
    setting: Lesson  # the state in which it plays; changing points, kernel, C or mode ends the beats
    lit: str  # the key of a figure, which stands with its words in a container with the key around-<lit>
    done: Callable[[Question], bool]  # by what is on the page, never by a button
    holes: Callable[[Question], Mapping[str, object]]  # the numbers of its sentences
    task: object = None  # what the page itself makes of it


AnyBeat = Beat[Any]
