"""The context that one run of a page passes to its parts besides the question: words, revisions, hidden parts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar

import pandas as pd
import pyarrow as pa
import streamlit as st

from core.problem import InputError
from ui.component.plot import Drawing, Drawn, plot
from ui.component.sliders import Asking, Dial, Grip, sliders
from ui.component.standing import standing
from ui.page import frame, updates
from ui.page.around import projector
from ui.page.drawings import drawn_once
from ui.page.hints import hint
from ui.page.topic import AnyTopic
from ui.solve.kernels import PARAMETERS
from ui.solve.machine.table import C_SVC, MachineSpec
from ui.solve.memory import SharedResults
from ui.state import session
from ui.state.widget import contained, wired
from ui.words import Words, number

Made = TypeVar("Made")

CLAIM = "claim"  # in the session: the heading of the next figure

_made: SharedResults[Any] = SharedResults()


@dataclass(frozen=True)
class Showing:
    """One run of a page."""

    page: AnyTopic
    words: Words
    content: str  # names question, language and theme: figures of equal content are drawn once for all visitors
    base: int  # names the last state not made by the visitor's own dragging
    turn: float  # the browser's number of the last change
    offers: str | None  # the name for requests of figures for other values
    hidden: frozenset[str]
    projector: bool

    def sees(self, what: str) -> bool:
        """Tell whether a part of the page is visible."""
        return what not in self.hidden

    def hint(self, *missing: str, machine: MachineSpec = C_SVC) -> str:
        """Return the key of the hint about the points; `missing` are controls that the page lacks at the moment."""
        controls = self.page.controls.difference(missing)
        return hint(session.current().board, controls, self.page.kernels, machine.usual)

    def asking(self, key: str) -> Asking:
        """Return how a component that sends values addresses the page and its figures."""
        return Asking(self.base, partial(updates.take, self.page.name, key, self.page.change), self.offers)

    def renewed(self) -> tuple[Any, Showing]:
        """Return the current question and its context, for a fragment that reruns by itself."""
        lab = session.current()
        return self.page.read(lab), replace(self, content=updates.content_of(self.page, lab))

    def once(self, name: str, make: Callable[[], Made], *of: object) -> Made:
        """Return what a pure function makes of question and words, cached for all visitors.

        `of` lists everything else it depends on, as values whose `repr` determines them.
        """
        made: Made = _made.get(f"{self.content} {name} {of!r}", make)
        return made

    def figures(self, drawings: Iterable[Drawing], content: str | None = None) -> Mapping[str, str]:
        """Return figures by the keys of their components, for `figure` to show; cached ones are not drawn again.

        `content` names their content if it is less than the question, such as a step of a run.
        """
        shown = self.content if content is None else content
        return {each.key: drawn_once(shown, each, self.words, self.projector) for each in drawings}

    def picture(self, key: str, figure: str, **heard: Callable[[], None]) -> None:
        """Show the main figure of the page, with callbacks as in `figure`: in projector mode it is always visible."""
        plot(key, figure, self.projector, turn=self.turn, lang=self.words.lang, **heard)

    def figure(self, key: str, figure: str, turn: float | None = None, **heard: Callable[[], None]) -> None:
        """Show one of the `figures`; the browser may already have drawn it, or a later one.

        `turn` is the number of the player's halt that the figure belongs to; None: it belongs to the last change.
        `heard` are the callbacks of `ui.component.plot.plot`.
        """
        self._note(key)
        plot(key, figure, self.projector, turn=self.turn if turn is None else turn, lang=self.words.lang, **heard)

    def standing(self, key: str, rows: str, turn: float) -> None:
        """Show the numbers of a halt, one of the `figures`; `turn` as in `figure`."""
        self._note(key)
        standing(key, rows, self.projector, turn)

    def draw(self, key: str, draw: Callable[[], Drawn], *of: object, turn: float | None = None) -> None:
        """Draw a single figure `once`, and show it."""
        self.figure(key, self.figures([Drawing(key, draw, of)])[key], turn)

    def table(self, name: str, make: Callable[[], pd.DataFrame], *of: object) -> None:
        """Show a table with named rows, made `once`."""
        st.table(self.once(f"table {name}", lambda: pa.Table.from_pandas(make()), *of), hide_index=False)

    def heading(self, key: str) -> None:
        """Show the claim of a figure above it."""
        with self.claim(key):
            frame.heading(self.words(key))

    def reading(self, key: str) -> None:
        """Explain how to read a picture; omitted in projector mode, where the picture fills the window."""
        if not self.projector:
            st.caption(self.words(key))

    def claim(self, key: str) -> AbstractContextManager[Any]:
        """Return the container for the claim of the next figure: in projector mode it is visible only with that."""
        if not self.projector:
            return nullcontext()
        st.session_state[CLAIM] = name = f"claim-{key.replace('.', '-')}"
        return st.container(key=name)

    def _note(self, figure: str) -> None:
        if self.projector:
            claim = st.session_state.pop(CLAIM, None)
            projector.note(figure, *([figure] if claim is None else [figure, claim]))

    def take_turns(self, *parts: str, foremost: bool = False) -> None:
        """Show parts of the page, by their keys, together in projector mode, in turn with all figures.

        The `foremost`, which the page's sentence mentions, comes first.
        """
        if self.projector:
            projector.note(parts[0], *parts, foremost=foremost)

    def sliders(self, key: str, dials: Sequence[Dial], board: str | None = None, grips: Sequence[Grip] = ()) -> None:
        """Show sliders that answer while they move; `board` is the key of one that follows them before the page does.

        The `grips` are handles in figures that move two of them.
        """
        sliders(key, dials, self.asking(key), self.words, self.projector, board, grips)

    def fold(self, name: str, show: Callable[[], None], opened: bool = False, **values: object) -> None:
        """Show folded content, built only when unfolded; the `values` are for its label.

        It is unfolded from the start if it was `opened` when the visitor first saw it, as by a link about it.
        """
        page = self.page.name
        title = self.words(f"{page}.fold.{name}", **values)
        frame.fold(f"{page}-{name}", title, self.words, show, opened=opened)

    def refuse(self, error: InputError) -> None:
        """Show the sentence about a refused input; the rest of the screen stays."""
        frame.refuse(error, self.words)

    def soften_button(self, place: str) -> None:
        """Offer the soft margin, with its last C, beside the message that there is no hard one."""
        shared = session.current().shared
        if shared.C is None and self.sees("margin"):
            told = self.words("frame.soften", C=number(shared.soft))
            st.button(told, key=f"soften-{place}", on_click=contained(session.soften))

    def either(
        self,
        name: str,
        values: Sequence[object],
        now: object,
        say: Callable[[Any], str] | None = None,
        family: str | None = None,
        listed: bool = False,
    ) -> None:
        """Show a choice among a few values in a row, or as a list where their names are long.

        Their labels are <family>.<value> unless `say` overrides them.

        The family of words is <page>.<name> unless several pages share a choice.
        """
        family = family or f"{self.page.name}.{name}"
        say = say or (lambda value: self.words(f"{family}.{value}"))
        if listed:
            st.selectbox(self.words(family), values, values.index(now), say, **self.wired(name, now))
            return
        st.segmented_control(
            self.words(family),
            values,
            format_func=say,
            default=now,
            required=True,
            width="content",
            **self.wired(name, now),
        )

    def whole(self, name: str, now: float, low: int, high: int, word: str | None = None) -> None:
        """Show an input for an integer, such as a seed; `word` is its label in place of <page>.<name>."""
        word = word or self.words(f"{self.page.name}.{name}")
        st.number_input(word, min_value=low, max_value=high, value=int(now), width=150, **self.wired(name, int(now)))

    def parameter(self, name: str, now: float) -> None:
        """Show an input for an integer kernel parameter: the same label and range on every page."""
        known = PARAMETERS[name]
        self.whole(name, now, int(known.low), int(known.high), self.words(f"panel.{name}"))

    def wired(self, name: str, now: object) -> dict[str, Any]:
        """Return key and callback of a widget for one value that the page can change."""
        change = self.page.change
        key = f"{self.page.name}-{name}-{self.words.lang}"
        return wired(key, now, lambda value: session.apply(change, name, value))
