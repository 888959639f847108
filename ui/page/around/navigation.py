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
SECTIONS: Final = ("start", "chapter", "solvers", "libsvm", "kernels", "approximations", "choosing", "results")


@dataclass(frozen=True)
class Stop:
    """A page on the way, with the group that it belongs to."""

    section: str
    page: StreamlitPage


def in_order(sections: Iterable[str]) -> list[int]:
    """Return the places of pages, given by their groups, in the order of the navigation."""
    return sorted(range(len(found := list(sections))), key=lambda k: SECTIONS.index(found[k]))


def tabs(stops: Sequence[Stop], here: StreamlitPage, words: Words) -> None:
    """Show the groups in a row: the one that is open with all its pages, each other one as a list that opens.

    The page that is open is in bold type; a group of one page is that page.
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
    """Show, at the foot of a page, the way to the page before and to the page after."""
    pages = [stop.page for stop in stops]
    at = pages.index(here)
    around = {"frame.before": pages[:at][-1:], "frame.after": pages[at + 1 :][:1]}
    with st.container(horizontal=True, horizontal_alignment="distribute", key="turn"):
        for key, found in around.items():
            for page in found:
                st.page_link(page, label=words(key, page=page.title))
