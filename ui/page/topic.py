"""A page's question and its changes: everything that code which shows a page needs to know."""

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
    """The subject of a page. Its keys in the catalogues begin with its name."""

    name: str  # its address
    section: str  # of the navigation
    read: Callable[[Lab], Question]  # derives the page's whole question, once
    _: KW_ONLY
    change: Change = unchanged  # applies a value from one of its controls
    controls: Controls = frozenset()  # that the hint beside the list of data sets may mention
    form: LinkForm | None = None  # its own options in a link
    kernels: tuple[str, ...] | None = None  # that it can show if chosen; None: all
    weighs: bool | None = None  # whether its C-SVC has the class weights; None: it trains none with the board's C
    soft: bool = False  # whether it shows the soft margin even if the hard one is chosen
    symbols: tuple[str, ...] = ()  # in its words, in the order of their explanation
    every: bool = False  # whether it works with all classes of the points; else with two
    points: bool = True  # whether it is about points; without them there is nothing to choose and no table


AnyTopic = Topic[Any]
