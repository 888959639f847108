"""The open beat in place of the page's title and sentence: the task, the progress, and buttons to continue and exit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st

from ui.component.beats import beats_bar
from ui.page import frame
from ui.page.beats import state
from ui.page.beats.beat import AnyBeat
from ui.state.widget import contained
from ui.words import Words, plain

SHEET = frame.STYLES / "beats.css"
BAR = "beats-bar"


def lead(
    page: str,
    question: Any,  # noqa: ANN401 - each page's own
    beat: AnyBeat,
    words: Words,
    projector: bool,
    beside: Callable[[], None],
) -> None:
    """Show the question of a beat, its sentence and its bar, and dim everything but the highlighted figure."""
    here = state.stands_at(beat)
    done, holes = here and bool(beat.done(question)), beat.holes(question)
    sentence = words(f"beat.{page}.{beat.name}.done" if done else f"beat.{page}.{beat.name}", **holes)
    if not here:
        sentence = words("beats.elsewhere", step=beat.setting.step)
    holder = frame.title(words(f"beat.{page}.{beat.name}.title"), sentence, beside)
    place, of = _place(beat, st.session_state[state.BEATS])
    told = words("beats.place", scene=words(f"beat.{page}.scene.{beat.scene}"), place=place, of=of)
    shown = {
        "page": page,
        "number": state.beat_number(),
        "lit": beat.lit,
        "done": done,
        "told": told,
        "sentence": plain(sentence),
    }
    is_last = st.session_state[state.BEATS][-1] is beat
    with holder:
        beats_bar(BAR, shown, is_last, words, projector, _take)
        style = SHEET.read_text(encoding="utf-8").replace("#lit", f".st-key-around-{beat.lit}")
        st.html(f"<style>{style}</style><i></i>")  # styles alone create no element


def beats_button(words: Words) -> None:
    """Show the button that opens the beats again."""
    st.button(words("beats.open"), key="beats-open", on_click=contained(state.enter), args=(1,))


def _place(beat: AnyBeat, beats: Sequence[AnyBeat]) -> tuple[int, int]:
    """Return the 1-based position of a beat in its scene, and the number of beats there."""
    scene = [each for each in beats if each.scene == beat.scene]
    return scene.index(beat) + 1, len(scene)


def _take() -> None:
    """Go where a button of the bar leads, from the beat in which it was pressed."""
    sent = st.session_state[BAR].get("go")
    if not isinstance(sent, dict) or sent.get("from") != state.beat_number():
        return
    ways = {"back": state.beat_number() - 1, "on": state.beat_number() + 1}
    if sent.get("way") == "leave":
        state.leave()
    elif sent.get("way") in ways:
        state.enter(ways[sent["way"]])
