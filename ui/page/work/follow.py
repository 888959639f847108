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

TICK = 0.4  # seconds between two looks at what has been found; a browser takes some 0.1 to draw them
DRAWN = 0.8  # seconds by which a browser has drawn a first picture
PAINTED = 0.15  # and a bar that tells of a stop: a run of the page before that would overtake it

Found = TypeVar("Found")


@dataclass(frozen=True)
class FirstPicture(Generic[Found]):
    """What of long work is found before the rest is asked for: the browser draws it with a core to itself."""

    ask: Callable[[], Found]
    stands: Callable[[Found], bool] = lambda found: True  # whether there is enough to see
    drawn: float = DRAWN  # seconds until the rest is asked for; a hand that moves on meanwhile never asks for it


@dataclass(frozen=True)
class PageWork(Generic[Found]):
    """Long work of a page, in the queue of the server."""

    key: str  # of its button, and of what the session knows of it
    about: str  # everything it depends on: a stop applies to this work only
    ask: Callable[[], Found]  # returns how far it is, and keeps it going
    known: Callable[[], Found]  # returns how far it is
    leave: Callable[[str], None]  # stops the current piece for a visitor, unless another visitor waits for it
    count: Callable[[Found], tuple[int, int]]  # pieces found, and of how many
    is_over: Callable[[Found], bool]
    first: FirstPicture[Found] | None = None  # what is asked for alone until there is something to see
    tick: float = TICK  # seconds between two looks

    @property
    def is_stopped(self) -> bool:
        """Whether the visitor has said stop."""
        return following(self.key).stopped == self.about

    def now(self, since: float = math.inf) -> Found:
        """Return how far it is, seconds `since` a first look, and keep it going unless the visitor has said stop."""
        if self.is_stopped:
            return self.known()
        return self.ask() if self.first is None or since > self.first.drawn else self.first.ask()

    def soon(self) -> Found:
        """Return the same; what is found soon is waited for, or what a first picture needs."""
        if self.is_stopped:
            return self.known()
        return soon(self.ask, self.is_over) if self.first is None else soon(self.first.ask, self.first.stands)

    def stop(self) -> None:
        """Let it rest until the visitor lets it go on; what was found stays."""
        following(self.key).stopped = self.about
        self.leave(visitor())

    def go_on(self) -> None:
        """Let it go on where it was."""
        following(self.key).go_on()

    def take_over(self, told: Callable[[], str] | None) -> None:
        """Let the visitor follow this, and no longer what the same part of the page has asked before.

        `told` returns what its bar says; None where another part of the page has the bar.
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
    """Show what is known, and again with more until nothing more will be found; then the whole page runs once.

    `told` is the text of how far it is, {done} {of}, beside the button; without it another part of the page has both.
    They stand above what is shown, or beneath it, where it then keeps its place at the end. Who turns to another page
    or closes the window says nothing: then the work ends for want of looks (`ui.solve.queue.long_work`).
    """
    work.take_over(None if told is None else lambda: _said(work, work.known(), told, words, stopped=True))
    given, over, stopped, began = [first], work.is_over(first), work.is_stopped, monotonic()
    in_bar, answered = None if over else told, list[float]()  # when the bar has told of a stop
    drawn = [first]  # what the browser shows

    def shown() -> None:
        answers = in_bar is not None and work.is_stopped != stopped
        if not answers:
            answered.clear()  # not stopped, or continued since
        now = given.pop() if given else work.now(monotonic() - began)
        if not answers or answered:  # else no figure is drawn anew beside the bar: the page that runs next has them
            drawn[0] = now
        if not over and work.is_over(now):
            st.rerun()  # the whole page, which leaves no clock behind
        place = st.container() if beneath else nullcontext()
        if in_bar is not None:
            _bar(work, now, in_bar, words)  # first, so that its button responds before a figure is drawn
        with place:
            show(drawn[0])
        if answers:
            answered.append(monotonic())
            if stopped or answered[-1] - answered[0] > PAINTED:
                st.rerun()  # the sentence above tells of it, and the clock begins or ends

    st.fragment(guard.part(shown), run_every=None if over or stopped else work.tick)()


def _bar(work: PageWork[Found], found: Found, told: str, words: Words) -> None:
    """Show how far it is, and the button that stops it, or lets it go on once it is stopped."""
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
    """Return how far it is in words."""
    done, of = work.count(found)
    so_far = words(told, done=done, of=of)
    return words("frame.stopped", so_far=so_far) if stopped else so_far
