"""The frame of every page: styles, the title with its sentence, language, projector, sharing, and refusals."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.problem import InputError
from datasets import Note, ReadError
from ui.link.fields import Unread
from ui.link.link import FILE_LIMIT, names_fit
from ui.page import guard
from ui.solve.message import input_message
from ui.state import session
from ui.state.lab import with_points
from ui.state.widget import FAILED, wired
from ui.static.address import base_path
from ui.words import Words, languages, number

STYLES = Path(__file__).parents[2] / "assets" / "css"
WORD_JOINER = "\u2060"  # zero width; a backslash does not prevent an address from becoming a link
# Words that page.css shows in place of Streamlit's.
INSTEAD = ("dark", "large", "large-link", "light", "lost", "stopping", "system", "upload")
# Streamlit's words, by the keys of ours: assets/js/page/framework.js replaces them.
FRAMEWORK = {
    "add": "Add row",
    "asc": "Sort ascending",
    "autosize": "Autosize",
    "choose": "Choose an option",
    "clear": "Clear all",
    "close": "Close",
    "column": "Dataframe column menu",
    "columns": "Show/hide columns",
    "connecting": "Connecting",
    "connecting-to": "Connecting to Streamlit server",
    "copy": "Copy to clipboard",
    "copy-column": "Copy column name",
    "csv": "Download as CSV",
    "decrement": "Decrement",
    "delete": "Delete row(s)",
    "desc": "Sort descending",
    "full": "Fullscreen",
    "full-close": "Close fullscreen",
    "hide": "Hide column",
    "increment": "Increment",
    "lost-title": "Connection error",
    "menu": "Main menu",
    "none": "No results",
    "open": "Open",
    "pin": "Pin column",
    "search": "Search",
    "search-close": "Close Search",
    "search-next": "Next Result",
    "search-previous": "Previous Result",
    "search-type": "Type to search",
    "select": "Select all",
    "theme": "Theme",
    "unable": "Unable to connect to Streamlit server",
    "unpin": "Unpin column",
    "unselect": "Clear selection",
}
HIDEABLE = ("data", "kernel", "margin", "C", "gamma", "formula", "figures", "try", "more")


def styles(own: Sequence[Path], projector: bool, words: Words) -> None:
    """Apply the style sheet of every page, then the pages' `own`, then the projector's.

    They include the words that page.css shows in place of Streamlit's.
    """
    sheets = [STYLES / "page.css", *own, *([STYLES / "projector.css"] if projector else [])]
    text = "\n".join(sheet.read_text(encoding="utf-8") for sheet in sheets)
    said = "; ".join(f"--lab-{key}: {json.dumps(words(f'own.say.{key}'), ensure_ascii=False)}" for key in INSTEAD)
    table = json.dumps({theirs: words(f"own.say.{key}") for key, theirs in FRAMEWORK.items()}, ensure_ascii=False)
    st.html(f"<style>:root {{ {said}; --lab-framework: {table} }}\n{text}</style>")


def top() -> DeltaGenerator:
    """Return the row at the top of every page: the navigation, and on the right the `bar`."""
    return st.container(horizontal=True, vertical_alignment="center", key="top")


def bar(words: Words) -> None:
    """Show language, projector mode and sharing."""
    with st.container(
        horizontal=True, horizontal_alignment="right", vertical_alignment="center", width="content", key="bar"
    ):
        _language(words)
        _projector(words)
        # Opened by a run of the whole page, so that the link describes the current state.
        with st.popover(words("frame.share"), key="share", on_change="rerun"):
            _sharing(words)


def _language(words: Words) -> None:
    st.segmented_control(
        words("frame.language"),
        list(languages),
        format_func=lambda code: languages[code],
        default=words.lang,
        label_visibility="collapsed",
        required=True,
        **wired("lang", words.lang, partial(_change, "lang")),
    )


def _projector(words: Words) -> None:
    shown = session.current().shared.projector
    st.toggle(
        words("frame.projector"),
        value=shown,
        **wired(f"projector-{words.lang}", shown, partial(_change, "projector")),
    )


def _change(name: str, value: str | bool) -> None:
    """Change the language or the projector mode."""
    lab = session.current()
    chosen: dict[str, Any] = {name: value}
    session.put(replace(lab, shared=replace(lab.shared, **chosen)))


@guard.fragment
def _sharing(words: Words) -> None:
    """Show the link to copy, its options for hiding parts, and a file for more points than fit in a link."""
    lab = session.current()
    hidden = st.multiselect(
        words("frame.hide"),
        HIDEABLE,
        default=[name for name in HIDEABLE if name in lab.shared.hidden],
        format_func=lambda name: words(f"frame.hide.{name}"),
        placeholder=words("frame.hide.none"),
    )
    spoken = st.checkbox(words("frame.share.lang", language=languages[words.lang]), key=f"share-lang-{words.lang}")
    kept = lab.shared.hidden.difference(HIDEABLE)
    shared = replace(lab.shared, hidden=kept.union(hidden), lang=words.lang if spoken else None)
    query = session.link().to_query(shared)
    if query is None:
        st.caption(words("frame.share.many", n=number(len(lab.every.X))))
    else:
        st.caption(words("frame.share.link"))
        st.code(address(query), language=None, wrap_lines=True)
        if not names_fit(shared):
            st.caption(words("frame.share.names"))
    in_file = shared if shared.dataset is not None else with_points(shared, lab.every)
    file = session.link().to_file(in_file)
    st.download_button(words("frame.share.save"), file, "svm-lab.json", on_click="ignore")
    opened = st.file_uploader(words("frame.share.open"), type=["json"], key="shared-file", max_upload_size=1)
    if opened is not None and st.session_state.get("opened-file") != opened.file_id:
        st.session_state["opened-file"] = opened.file_id
        nowhere = replace(lab.shared, dataset=None, X=None, y=None, window=None)
        session.set_aside()
        session.open_shared(*session.link().from_file(opened.getvalue()[: FILE_LIMIT + 1], nowhere))
        st.rerun()


def address(query: dict[str, str]) -> str:
    """Return the link to this page with a query."""
    here = urlsplit(st.context.url or f"http://localhost:8501{base_path()}/")
    return here._replace(query=urlencode(query, safe=",-_."), fragment="").geturl()


def title(headline: str, sentence: str, beside: Callable[[], None]) -> DeltaGenerator:
    """Show the page's headline and its sentence, with more content `beside` them; return their container."""
    with st.container(horizontal=True, vertical_alignment="top", key="head"):
        lead = st.container(key="lead")
        with lead:
            st.title(headline, anchor=False)
            st.markdown(sentence)
        with st.container(horizontal=True, width="content", key="beside"):
            beside()
    return lead


def heading(claim: str) -> None:
    """Show the claim of a figure above it."""
    st.subheader(claim, anchor=False)


def link_to(page: str, label: str) -> None:
    """Show a link to another page, by its address; the visitor's state is kept."""
    st.page_link(st.Page(_elsewhere, title=label, url_path=page), label=label)


def go_to(page: str) -> None:
    """Go to another page, by its address; the visitor's state is kept."""
    st.switch_page(st.Page(_elsewhere, title=page, url_path=page))


def _elsewhere() -> None:
    """Stand for a page that is only linked to, by its address."""


def fold(
    name: str, title: str, words: Words, show: Callable[[], None], typed: bool = False, opened: bool = False
) -> None:
    """Show folded content, built only when unfolded, so that hidden content costs no time while a slider moves.

    If visitors can type into it (`typed`), their input is kept once it has been unfolded. Whether it is unfolded from
    the start (`opened`) is decided once.
    """
    first = bool(st.session_state.setdefault(f"{name}-first", opened))
    folded = st.expander(title, expanded=first, key=f"{name}-{words.lang}", on_change="rerun")
    if was_opened(name, folded.open) if typed else folded.open:
        with folded, guard.contained():
            show()


def was_opened(name: str, is_open: bool | None) -> bool:
    """Tell whether the fold of this name has ever been opened: from then on its input is kept."""
    opened = f"{name}-was-opened"
    if is_open:
        st.session_state[opened] = True
    return opened in st.session_state


def refuse(error: InputError | ReadError, words: Words) -> None:
    """Show the sentence about a refused input; the rest of the screen stays."""
    if isinstance(error, InputError):
        st.warning(input_message(error, words, literal), icon=":material/info:")
    else:
        st.warning(note(error, words), icon=":material/info:")


def note(what: ReadError | Note | Unread, words: Words) -> str:
    """Return the sentence of a refusal or a note, which has a key and values."""
    values = {
        name: number(value) if isinstance(value, (int, float)) else literal(value)
        for name, value in what.values.items()
    }
    if isinstance(what, ReadError):
        return words(f"error.{what.key}", **values)
    if isinstance(what, Note):
        return words(f"note.{what.key}", **values)
    return words(what.key, **values)


def literal(text: str) -> str:
    """Return foreign text escaped for Markdown, so that it is shown literally, without links or formulas."""
    inert = re.sub(r"(?i)(?<=www)(?=\.)|(?=://)|(?=@)", WORD_JOINER, text)
    return re.sub(r"([\\`*_{}\[\]()<>#+!|$~:])", r"\\\1", inert)


def tell_unread(unread: Sequence[Unread], words: Words) -> None:
    """Report the fields of a link that could not be read, one sentence each, all in one place."""
    if st.session_state.pop(FAILED, False):
        st.warning(guard.apology(words), icon=":material/error:")
    if unread:
        sentences = [note(problem, words) for problem in unread]
        text = sentences[0] if len(sentences) == 1 else "\n".join(f"* {sentence}" for sentence in sentences)
        st.warning(text, icon=":material/link_off:")
