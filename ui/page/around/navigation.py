"""The way between the pages: groups in their order, where one is, and the page before and after."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from ui.words import Words

# The groups in the order in which one learns; one without pages is not shown.
SECTIONS: Final = ("start", "chapter", "solvers", "kernels", "approximations", "results")


@dataclass(frozen=True)
class Stop:
    """A page on the way, with the group that it belongs to."""

    section: str
    page: StreamlitPage


def in_order(sections: Iterable[str]) -> list[int]:
    """Return the places of pages, given by their groups, in the order of the navigation."""
    return sorted(range(len(found := list(sections))), key=lambda k: SECTIONS.index(found[k]))


def tabs(stops: Sequence[Stop], here: StreamlitPage, words: Words) -> None:
    """Show every page as a link under the name of its group; the one that is open is in bold type."""
    with st.container(horizontal=True, key="tabs", gap="medium"):
        for section, group in groupby(stops, lambda stop: stop.section):
            with st.container(key=f"tabs-{section}", gap=None, width="content"):
                st.caption(words(f"section.{section}"))
                with st.container(horizontal=True, gap="small", width="content"):
                    for stop in group:
                        title = stop.page.title
                        st.page_link(stop.page, label=f"**{title}**" if stop.page is here else title)


def turn(stops: Sequence[Stop], here: StreamlitPage, words: Words) -> None:
    """Show, at the foot of a page, the way to the page before and to the page after."""
    pages = [stop.page for stop in stops]
    at = pages.index(here)
    around = {"frame.before": pages[:at][-1:], "frame.after": pages[at + 1 :][:1]}
    with st.container(horizontal=True, horizontal_alignment="distribute", key="turn"):
        for key, found in around.items():
            for page in found:
                st.page_link(page, label=words(key, page=page.title))
