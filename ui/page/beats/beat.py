"""A beat as plain data of its page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from ui.page.lessons import Lesson

Question = TypeVar("Question")


@dataclass(frozen=True)
class Beat(Generic[Question]):
    """One thing to do, in a prepared state.

    In the catalogues `beat.<page>.<name>` is its sentence, `.title` the question above it and `.done` the sentence once
    it is done; `beat.<page>.scene.<scene>` names the subject of a group of beats.
    """

    scene: str
    name: str
    setting: Lesson  # the state in which it plays; changing points, kernel, C or mode ends the beats
    lit: str  # the key of the highlighted figure, which is with its text in a container with the key around-<lit>
    done: Callable[[Question], bool]  # decided by the state of the page, never by a button
    holes: Callable[[Question], Mapping[str, object]]  # the values in its sentences
    task: object = None  # for the page's own use


AnyBeat = Beat[Any]
