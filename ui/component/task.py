"""The task of a lesson as a banner under the title: it comes with the page at its top, and stays until it is closed."""

from __future__ import annotations

from collections.abc import Callable

from ui.component.mount import component
from ui.words import Words


def task(sentence: str, number: int, words: Words, projector: bool, on_close: Callable[[], None]) -> None:
    """Mount the banner; another number is another task, which the page goes to its top for."""
    data = {"task": sentence, "number": number, "words": words.subset(["task."]), "projector": projector}
    component("form/task")(key="task", data=data, on_closed_change=on_close)
