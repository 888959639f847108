"""Results computed piece by piece: a page shows what is known and updates it until all is known or it is stopped."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import Generic, TypeVar

import streamlit as st

from ui.page import guard
from ui.page.work.following import following
from ui.solve.queue.long_work import soon
from ui.state.visitor import visitor
from ui.state.widget import contained
from ui.words import Words

TICK = 0.4  # seconds between two polls; a browser takes some 0.1 to draw the result
DRAWN = 0.8  # seconds after which a browser has drawn a first picture
PAINTED = 0.15  # seconds until it has drawn a bar that reports a stop: an earlier run of the page would replace it

Found = TypeVar("Found")


@dataclass(frozen=True)
class FirstPicture(Generic[Found]):
    """The part of long work that is done before the rest is requested, so that the browser has a core to draw it."""

    ask: Callable[[], Found]
    stands: Callable[[Found], bool] = lambda found: True  # whether there is enough to show
    drawn: float = DRAWN  # seconds until the rest is requested; if the visitor changes something meanwhile, it never is


@dataclass(frozen=True)
class PageWork(Generic[Found]):
    """Long work of a page, in the queue of the server."""

    key: str  # of its button and of its entry in the session
    about: str  # everything it depends on: a stop applies to this work only
    ask: Callable[[], Found]  # returns its progress, and keeps it going
    known: Callable[[], Found]  # returns its progress
    leave: Callable[[str], None]  # stops the current piece for a visitor, unless another visitor waits for it
    count: Callable[[Found], tuple[int, int]]  # number of pieces found, and in all
    is_over: Callable[[Found], bool]
    first: FirstPicture[Found] | None = None  # requested alone until there is something to show
    tick: float = TICK  # seconds between two polls

    @property
    def is_stopped(self) -> bool:
        """Whether the visitor has stopped it."""
        return following(self.key).stopped == self.about

    def now(self, since: float = math.inf) -> Found:
        """Return its progress, `since` seconds after a first poll, and keep it going unless it is stopped."""
        if self.is_stopped:
            return self.known()
        return self.ask() if self.first is None or since > self.first.drawn else self.first.ask()

    def soon(self) -> Found:
        """Return its progress after a short wait for quick results, or for what a first picture needs."""
        if self.is_stopped:
            return self.known()
        return soon(self.ask, self.is_over) if self.first is None else soon(self.first.ask, self.first.stands)

    def stop(self) -> None:
        """Pause it until the visitor continues it; what was found stays."""
        following(self.key).stopped = self.about
        self.leave(visitor())

    def go_on(self) -> None:
        """Continue it."""
        following(self.key).go_on()

    def take_over(self, told: Callable[[], str] | None) -> None:
        """Make the visitor follow this work instead of the previous work of the same part of the page.

        `told` returns the text of its bar; None if another part of the page has the bar.
        """
        own = following(self.key)
        if own.about != self.about:
            own.leave()
        own.about, own.leave, own.told = self.about, partial(self.leave, visitor()), told or own.told


def follow(
    work: PageWork[Found],
    first: Found,
    show: Callable[[Found], None],
    words: Words,
    told: str | None = None,
    beneath: bool = False,
) -> None:
    """Show what is known, and update it until the work has ended; then the whole page runs once.

    `told` is the text of the progress, {done} {of}, beside the button; without it another part of the page has both.
    They are above the content, or beneath it, where the content then keeps its place at the end. A visitor who opens
    another page or closes the window sends no message: the work then ends because polls stop
    (`ui.solve.queue.long_work`).
    """
    work.take_over(None if told is None else lambda: _said(work, work.known(), told, words, stopped=True))
    given, over, stopped, began = [first], work.is_over(first), work.is_stopped, monotonic()
    in_bar, answered = None if over else told, list[float]()  # the time when the bar has reported a stop
    drawn = [first]  # what the browser shows

    def shown() -> None:
        answers = in_bar is not None and work.is_stopped != stopped
        if not answers:
            answered.clear()  # not stopped, or continued since
        now = given.pop() if given else work.now(monotonic() - began)
        if not answers or answered:  # else no figure is redrawn beside the bar: the next run of the page does that
            drawn[0] = now
        if not over and work.is_over(now):
            st.rerun()  # the whole page, without the timer
        place = st.container() if beneath else nullcontext()
        if in_bar is not None:
            _bar(work, now, in_bar, words)  # first, so that its button responds before a figure is drawn
        with place:
            show(drawn[0])
        if answers:
            answered.append(monotonic())
            if stopped or answered[-1] - answered[0] > PAINTED:
                st.rerun()  # the sentence above mentions it, and the timer starts or ends

    st.fragment(guard.part(shown), run_every=None if over or stopped else work.tick)()


def _bar(work: PageWork[Found], found: Found, told: str, words: Words) -> None:
    """Show the progress, and the button that stops the work or continues it."""
    done, of = work.count(found)
    name, act = ("go-on", work.go_on) if work.is_stopped else ("stop", work.stop)
    with (
        st.container(key=f"followed-{following(work.key).name}"),
        st.container(key=f"{work.key}-progress", horizontal=True, vertical_alignment="center"),
    ):
        st.progress(min(1.0, done / max(of, 1)), _said(work, found, told, words, work.is_stopped), width="stretch")
        said, key = words(f"frame.{name.replace('-', '_')}"), f"{work.key}-{name}-{words.lang}"
        st.button(said, key=key, on_click=contained(act))


def _said(work: PageWork[Found], found: Found, told: str, words: Words, stopped: bool) -> str:
    """Return the progress in words."""
    done, of = work.count(found)
    so_far = words(told, done=done, of=of)
    return words("frame.stopped", so_far=so_far) if stopped else so_far
