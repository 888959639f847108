"""What a page asks and what changes it: all that whatever shows a page has to know of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from typing import Any, Generic, TypeVar

from ui.link.form import LinkForm
from ui.page.hints import Controls
from ui.state.change import Change, unchanged
from ui.state.lab import Lab

Question = TypeVar("Question")


@dataclass(frozen=True)
class Topic(Generic[Question]):
    """What a page is about. Its words in the catalogues begin with its name."""

    name: str  # its address
    section: str  # of the navigation
    read: Callable[[Lab], Question]  # everything that this page asks, derived once
    _: KW_ONLY
    change: Change = unchanged  # what a value from one of its controls changes
    controls: Controls = frozenset()  # that what is said beside the list of data sets may name
    form: LinkForm | None = None  # its own options in a link
    kernels: tuple[str, ...] | None = None  # that it shows as they are chosen; None: every one
    soft: bool = False  # whether it shows the soft margin where the hard one is chosen
    symbols: tuple[str, ...] = ()  # that its words use, in the order in which they are explained
    points: bool = True  # whether it is about points: without, there is nothing to choose and no table of them


AnyTopic = Topic[Any]
