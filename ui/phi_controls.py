"""What is lifted and how it is seen: the map with its numbers, the coordinates, the view and the marked point."""

from __future__ import annotations

from functools import partial

import streamlit as st

from ui import hands, session
from ui.component.sliders import Dial, sliders
from ui.options.phi import MAPS, VIEWS, PhiOptions, ranges
from ui.phi import changed, chosen_of, options_of, picked_of, put_options
from ui.phi_names import names_of
from ui.session import Lab
from ui.text import Words

PAGE, DIALS = "phi", "phi-dials"
SYMBOLS = {"gamma": "γ", "zeta": "ζ", "order": "m"}
SCALES = {"gamma": "log", "zeta": "linear", "order": "whole"}
NO_SOLID = "no-solid"  # this browser has said that it cannot draw in 3-D


def choose_map(lab: Lab, offers: str, words: Words) -> None:
    """Show the map, the numbers that it has, and which of its coordinates are seen."""
    options = options_of(lab)
    with st.container(horizontal=True, vertical_alignment="top", gap="medium", key="phi-options"):
        key = session.widget_key(name := f"phi-map-{words.lang}-{lab.revision}", options.map)
        st.selectbox(
            words("phi.map"),
            MAPS,
            index=MAPS.index(options.map),
            format_func=lambda value: words(f"phi.map.{value}"),
            key=key,
            on_change=_take_map,
            args=(name, key),
            width=330,
        )
        _numbers(lab, options, offers, words)
        _coordinates(lab, options, words)


def _take_map(name: str, key: str) -> None:
    value = st.session_state[key]
    if session.is_newest(name, key) and value in MAPS:
        put_options(options_of(session.current())._replace(map=value, chosen=None))


def _numbers(lab: Lab, options: PhiOptions, offers: str, words: Words) -> None:
    dials = [
        Dial(name, words(f"phi.{name}"), SYMBOLS[name], low, high, getattr(options, name), SCALES[name])
        for name, (low, high) in ranges(options.map).items()
    ]
    if dials:
        base, take = hands.base_of(PAGE, lab), partial(hands.take, PAGE, DIALS, changed)
        with st.container(key="phi-numbers", width=210 * len(dials)):
            sliders(DIALS, dials, base, words, lab.shared.projector, take, offers)


def _take(field: str, name: str, key: str) -> None:
    """Take over a value from the newest widget of a field."""
    value = st.session_state[key]
    if session.is_newest(name, key) and value is not None:
        put_options(options_of(session.current())._replace(**{field: value}))


def _coordinates(lab: Lab, options: PhiOptions, words: Words) -> None:
    """Show one list an axis; a coordinate that stands on another axis changes places with it.

    A browser sends the name that it shows; where gamma or zeta renames them, a new list takes the place of the old.
    """
    names, chosen = names_of(options), chosen_of(lab, options)
    if len(names) <= 3:
        return  # all that there are are seen
    for place, k in enumerate(chosen):
        key = session.widget_key(name := f"phi-axis-{place}-{' '.join(names)}-{lab.revision}", k)
        st.selectbox(
            words("phi.axis", k=place + 1),
            range(len(names)),
            index=k,
            format_func=lambda at: names[at],
            key=key,
            on_change=_take_axis,
            args=(place, name, key),
            width=140,
        )


def _take_axis(place: int, name: str, key: str) -> None:
    lab, value = session.current(), st.session_state[key]
    options = options_of(lab)
    if not session.is_newest(name, key) or not isinstance(value, int):
        return
    chosen = list(chosen_of(lab, options))
    if value in chosen:
        chosen[chosen.index(value)] = chosen[place]
    chosen[place] = value
    put_options(options._replace(chosen=tuple(chosen)))


def choose_view(lab: Lab, words: Words) -> None:
    """Show from where the lift may be seen."""
    now = options_of(lab).view
    key = session.widget_key(name := f"phi-view-{words.lang}", now)
    st.segmented_control(
        words("phi.view"),
        VIEWS,
        format_func=lambda view: words(f"phi.view.{view}"),
        default=now,
        required=True,
        key=key,
        on_change=_take,
        args=("view", name, key),
    )


def choose_point(lab: Lab, words: Words) -> None:
    """Show which point is marked in all pictures, counted from 1."""
    shown = picked_of(lab) + 1
    key = session.widget_key(name := f"phi-point-{lab.revision}", shown)
    st.number_input(
        words("phi.picked"),
        min_value=1,
        max_value=len(lab.points.y),
        value=shown,
        key=key,
        on_change=_take_point,
        args=(name, key),
        width=150,
    )


def _take_point(name: str, key: str) -> None:
    value = st.session_state[key]
    if session.is_newest(name, key) and value is not None:
        put_options(options_of(session.current())._replace(picked=int(value) - 1))


def take_picked(key: str) -> None:
    """Take over the point that was clicked on in a figure or on the board; what is no such point changes nothing."""
    lab, value = session.current(), st.session_state[key].get("picked")
    i = value[0] if isinstance(value, list) and value else None
    if type(i) is int and 0 <= i < len(lab.points.y):
        put_options(options_of(lab)._replace(picked=i))


def take_flat(key: str) -> None:
    """Remember that this browser cannot draw in 3-D."""
    if st.session_state[key].get("flat"):
        st.session_state[NO_SOLID] = True


def no_solid() -> bool:
    """Tell whether this browser cannot draw in 3-D."""
    return bool(st.session_state.get(NO_SOLID))
