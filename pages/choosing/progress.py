"""What is found piece by piece: the page shows what is known, and again until all is known or somebody says stop."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import streamlit as st

from pages.choosing import answers
from pages.choosing.answers import Walked
from pages.choosing.question import Question
from ui.page import guard
from ui.page.showing import Showing
from ui.solve.queue.long_work import soon
from ui.state.visitor import visitor
from ui.state.widget import contained

TICK = 0.2  # seconds between two looks at what has been found
STOPPED = "choosing-stopped"  # in the session

Show = Callable[[tuple[Walked, ...]], None]


def so_far(asked: Question) -> tuple[Walked, ...]:
    """Return how far the strategies are; what is found soon is waited for."""
    return _now(asked) if is_stopped(asked) else soon(lambda: _now(asked), is_over)


def _now(asked: Question) -> tuple[Walked, ...]:
    """Return how far they are, and keep them going unless the visitor has said stop."""
    return answers.known(asked) if is_stopped(asked) else answers.walks(asked, visitor())


def is_over(walked: tuple[Walked, ...]) -> bool:
    """Tell whether nothing more will be found."""
    return all(each.over for each in walked)


def is_stopped(asked: Question) -> bool:
    """Tell whether the visitor has said stop."""
    return bool(st.session_state.get(STOPPED) == asked.work)


def follow(asked: Question, walked: tuple[Walked, ...], showing: Showing, show: Show, stops: bool = False) -> None:
    """Show what is known, and again with more until nothing more will be found; then the whole page runs once.

    One of the parts that follow has the bar, with the button that `stops` all and lets them go on.
    """
    first, stopped = [walked], is_stopped(asked)
    over = is_over(walked)

    def shown() -> None:
        now = first.pop() if first else _now(asked)
        show(now)
        if not over and is_over(now):
            st.rerun()  # the whole page, which leaves no clock behind
        if not over and stops:
            _bar(asked, now, stopped, showing)

    st.fragment(guard.part(shown), run_every=None if over or stopped else TICK)()


def _bar(asked: Question, walked: tuple[Walked, ...], stopped: bool, showing: Showing) -> None:
    done, of = sum(each.found for each in walked), sum(each.of for each in walked)
    words, act = showing.words, _go_on if stopped else _stop
    left, right = st.columns([4, 1], vertical_alignment="center")
    left.progress(min(1.0, done / of), words("choosing.progress", done=done, of=of))
    said, key = words("choosing.go_on" if stopped else "choosing.stop"), f"choosing-{act.__name__}-{words.lang}"
    if right.button(said, key=key, on_click=contained(partial(act, asked))):
        st.rerun()  # the lead tells of it


def _stop(asked: Question) -> None:
    st.session_state[STOPPED] = asked.work
    answers.leave(asked, visitor())


def _go_on(asked: Question) -> None:
    st.session_state[STOPPED] = None
