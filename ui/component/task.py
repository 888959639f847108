"""The task of a lesson as a banner under the title: the page scrolls to its top, and it stays until it is closed."""

from __future__ import annotations

from collections.abc import Callable

from ui.component.mount import component
from ui.words import Words


def task(sentence: str, number: int, words: Words, projector: bool, on_close: Callable[[], None]) -> None:
    """Mount the banner; a new number is a new task, for which the page scrolls to its top."""
    data = {"task": sentence, "number": number, "words": words.subset(["task."]), "projector": projector}
    component("form/task")(key="task", data=data, on_closed_change=on_close)
