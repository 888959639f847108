"""Which beat is open: it is part of the link, and leaving restores the state that it interrupted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from ui.link.shared import Shared
from ui.page.around import projector
from ui.page.beats.beat import AnyBeat
from ui.page.lessons import Lesson, set_to
from ui.state import session
from ui.state.lab import Lab, revised

BEATS = "beats"  # in the session: those of the current page
ENTERED = "entered-beat"  # the number of the beat whose state has been set
BEFORE = "before-beats"  # the interrupted lab


def open_asked(page: str, beats: Sequence[AnyBeat]) -> None:
    """Open the beat for a first visit or a link, and close the beats if page or problem has changed."""
    st.session_state[BEATS] = beats
    number = session.current().shared.beat
    if number is None and beats and session.is_first_visit(page):
        enter(1)
    elif not beats:
        leave()
    elif number is None:
        _forget()  # the whole state was replaced
    elif st.session_state.get(ENTERED) != min(number, len(beats)):
        enter(min(number, len(beats)))
    elif not _plays(beats[number - 1].setting, session.current().shared):
        _forget()


def beat_number() -> int:
    """Return the 1-based number of the open beat; 0 if none is open."""
    return int(st.session_state.get(ENTERED, 0))


def open_beat() -> AnyBeat | None:
    """Return the open beat of the current page."""
    beats: Sequence[AnyBeat] = st.session_state.get(BEATS, ())
    return beats[beat_number() - 1] if 0 < beat_number() <= len(beats) else None


def task_of() -> object:
    """Return the open beat's task for its page; None without a beat."""
    beat = open_beat()
    return None if beat is None else beat.task


def enter(number: int) -> None:
    """Set the page to the state of a beat; after the last one, leave."""
    beats: Sequence[AnyBeat] = st.session_state.get(BEATS, ())
    if not 0 < number <= len(beats):
        leave()
        return
    st.session_state.setdefault(BEFORE, session.current())
    st.session_state[ENTERED] = number
    st.session_state.pop(projector.AT, None)
    set_to(beats[number - 1].setting)
    _mark(number)


def leave() -> None:
    """Restore the interrupted state, in the current language and look."""
    before: Lab | None = st.session_state.get(BEFORE)
    now = session.current()
    _forget()
    if before is not None:
        lang, projector, hidden = now.shared.lang, now.shared.projector, now.shared.hidden
        shared = replace(before.shared, lang=lang, projector=projector, hidden=hidden, beat=None)
        session.put(revised(replace(before, revision=now.revision), shared))


def stands_at(beat: AnyBeat) -> bool:
    """Tell whether the run is at the step that a beat describes; its sentence is true only there."""
    return beat.setting.step in (None, session.current().shared.step)


def _forget() -> None:
    """Close the beats and change nothing else."""
    for key in (ENTERED, BEFORE):
        st.session_state.pop(key, None)
    _mark(None)


def _mark(number: int | None) -> None:
    lab = session.current()
    if lab.shared.beat != number:
        session.put(replace(lab, shared=replace(lab.shared, beat=number)))


def _plays(setting: Lesson, shared: Shared) -> bool:
    """Tell whether points, kernel, C, mode and run are still as a beat has set them."""
    same = shared.dataset == setting.dataset and shared.kernel == setting.kernel and shared.C == setting.C
    return same and shared.mode == setting.mode and shared.rule == setting.rule and shared.fork is None
