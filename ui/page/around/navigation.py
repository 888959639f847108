"""Navigation between the pages: groups in order, the current page, and the previous and next one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from ui.words import Words

# The groups in the order of learning; a group without pages is not shown.
SECTIONS: Final = ("start", "chapter", "solvers", "libsvm", "kernels", "approximations", "choosing", "results")


@dataclass(frozen=True)
class Stop:
    """A page in the navigation, with its group."""

    section: str
    page: StreamlitPage


def in_order(sections: Iterable[str]) -> list[int]:
    """Return the indices of pages, given by their groups, in the order of the navigation."""
    return sorted(range(len(found := list(sections))), key=lambda k: SECTIONS.index(found[k]))


def tabs(stops: Sequence[Stop], here: StreamlitPage, words: Words) -> None:
    """Show the groups in a row: the current one with all its pages, every other as a menu.

    The current page is bold; a group with a single page is shown as that page.
    """
    with st.container(horizontal=True, key="tabs", gap="medium"):
        for section, group in groupby(stops, lambda stop: stop.section):
            pages, name = [stop.page for stop in group], words(f"section.{section}")
            with st.container(key=f"tabs-{section}", gap=None, width="content"):
                if here in pages or len(pages) == 1:
                    st.caption(name)
                    place = st.container(horizontal=True, gap="small", width="content")
                else:
                    place = st.popover(name, type="tertiary", key=f"group-{section}-{words.lang}")
                with place:
                    for page in pages:
                        st.page_link(page, label=f"**{page.title}**" if page is here else page.title)


def turn(stops: Sequence[Stop], here: StreamlitPage, words: Words) -> None:
    """Show links to the previous and the next page at the foot of a page."""
    pages = [stop.page for stop in stops]
    at = pages.index(here)
    around = {"frame.before": pages[:at][-1:], "frame.after": pages[at + 1 :][:1]}
    with st.container(horizontal=True, horizontal_alignment="distribute", key="turn"):
        for key, found in around.items():
            for page in found:
                st.page_link(page, label=words(key, page=page.title))
