"""Projector mode: the picture with one figure at a time; one key shows the next figure, another the controls.

The parts of a page are recorded as they are built; a style sheet that names the chosen figure hides the others. They
stay in place, so that nothing is drawn again when the next one is shown.
"""

from __future__ import annotations

import streamlit as st

from ui.page import guard
from ui.page.frame import STYLES
from ui.state.widget import contained
from ui.words import Words

SHOWN = "projector-shown"  # in the session: the figures that take turns beside the picture, and the page parts of each
TURNS = "projector-turns"  # how often the controls were toggled: after an odd number they are visible
AT = "projector-at"  # the current figure
PAGE = "projector-page"  # the page of both numbers
FOREMOST = "projector-foremost"  # the first in turn on it: chosen once, so that no picture disappears during a drag
FOLDED = STYLES / "folded.css"
SEEN = {"position": "relative", "visibility": "visible", "height": "auto", "width": "100%", "overflow": "visible"}
UNFOLDED = "; ".join(f"{name}: {value} !important" for name, value in SEEN.items())
CONTROLS_KEY, NEXT_KEY = "m", "n"


def begin(page: str) -> None:
    """Forget the recorded figures; on another page the turns begin again."""
    if st.session_state.get(PAGE) != page:
        st.session_state[PAGE] = page
        for name in (AT, FOREMOST):
            st.session_state.pop(name, None)
    st.session_state[SHOWN] = {}


def note(name: str, *parts: str, foremost: bool = False) -> None:
    """Record a figure that takes turns: the parts of the page with these keys, such as a figure and its claim."""
    st.session_state.setdefault(SHOWN, {})[name] = parts
    if foremost:
        st.session_state.setdefault(FOREMOST, name)


@guard.fragment
def fold(words: Words, first: str = "") -> None:
    """Show the two buttons, and hide the folded parts; the figure called `first` comes first.

    Without it the foremost one does.
    """
    first = first or st.session_state.get(FOREMOST, "")
    figures = sorted(st.session_state.get(SHOWN, {}).items(), key=lambda shown: shown[0] != first)
    turns, at = int(st.session_state.get(TURNS, 0)), int(st.session_state.get(AT, 0))
    is_open, style = turns % 2 == 1, ""
    if not is_open:  # one of the figures is visible
        front = figures[at % len(figures)][1] if figures else ()
        hosts = [f".st-key-{name}{inner}" for name in front for inner in ("", " [data-testid=stElementContainer]")]
        style = f"{FOLDED.read_text(encoding='utf-8')}\n:is({', '.join(hosts) or '#none'}) {{ {UNFOLDED} }}"
    with st.container(horizontal=True, width="content", key="projecting-open" if is_open else "projecting-folded"):
        # Always present and first: a run interrupted by the next one removes no elements, but it replaces them.
        st.html(f"<style>{style}</style><i></i>")  # styles alone create no element
        told = words("projector.fold" if is_open else "projector.open")
        st.button(told, shortcut=CONTROLS_KEY, on_click=contained(_count), args=(TURNS, turns))
        if len(figures) > 1 and not is_open:
            st.button(words("projector.next"), shortcut=NEXT_KEY, on_click=contained(_count), args=(AT, at))


def _count(name: str, seen: int) -> None:
    """Advance the counter from the value for which the pressed button was made.

    Streamlit calls the callback of one press twice if another run overtakes the first before its script begins: the
    second call, or a stale one from a removed button, changes nothing.
    """
    if st.session_state.get(name, 0) == seen:
        st.session_state[name] = seen + 1
