"""Which beat is open: it is part of the link, and the state that it interrupts comes back when it is left."""

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

BEATS = "beats"  # in the session: those of the page that is shown
ENTERED = "entered-beat"  # the number of the one whose state has been set
BEFORE = "before-beats"  # the lab that they interrupt


def open_asked(page: str, beats: Sequence[AnyBeat]) -> None:
    """Open what a first visit or a link asks for, and close the beats where page or problem is another one by now."""
    st.session_state[BEATS] = beats
    number = session.current().shared.beat
    if number is None and beats and session.is_first_visit(page):
        enter(1)
    elif not beats:
        leave()
    elif number is None:
        _forget()  # another state was set as a whole
    elif st.session_state.get(ENTERED) != min(number, len(beats)):
        enter(min(number, len(beats)))
    elif not _plays(beats[number - 1].setting, session.current().shared):
        _forget()


def beat_number() -> int:
    """Return the number of the open beat, from 1 on; 0 where none is open."""
    return int(st.session_state.get(ENTERED, 0))


def open_beat() -> AnyBeat | None:
    """Return the beat that is open on the page that is shown."""
    beats: Sequence[AnyBeat] = st.session_state.get(BEATS, ())
    return beats[beat_number() - 1] if 0 < beat_number() <= len(beats) else None


def task_of() -> object:
    """Return what the open beat asks of its page; None without one."""
    beat = open_beat()
    return None if beat is None else beat.task


def enter(number: int) -> None:
    """Set the page to the state of a beat; beyond the last one, leave."""
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
    """Bring back what the beats interrupted, in the language and the look of by now."""
    before: Lab | None = st.session_state.get(BEFORE)
    now = session.current()
    _forget()
    if before is not None:
        lang, projector, hidden = now.shared.lang, now.shared.projector, now.shared.hidden
        shared = replace(before.shared, lang=lang, projector=projector, hidden=hidden, beat=None)
        session.put(revised(replace(before, revision=now.revision), shared))


def stands_at(beat: AnyBeat) -> bool:
    """Tell whether the run stands at the step that a beat is about; what it says is true of this one."""
    return beat.setting.step in (None, session.current().shared.step)


def _forget() -> None:
    """Close the beats and leave everything else as it is."""
    for key in (ENTERED, BEFORE):
        st.session_state.pop(key, None)
    _mark(None)


def _mark(number: int | None) -> None:
    lab = session.current()
    if lab.shared.beat != number:
        session.put(replace(lab, shared=replace(lab.shared, beat=number)))


def _plays(setting: Lesson, shared: Shared) -> bool:
    """Tell whether the points, the kernel, C, the mode and the run are still those that a beat has set."""
    same = shared.dataset == setting.dataset and shared.kernel == setting.kernel and shared.C == setting.C
    return same and shared.mode == setting.mode and shared.rule == setting.rule and shared.fork is None
