"""The meanings of a page's symbols and terms, one click from its title.

A symbol is a name that the page declares; the catalogues have its notation as `symbol.<name>.mark` and its meaning as
`symbol.<name>`. If one letter stands for two things, each has its own name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from typing import Final

import streamlit as st

from ui.page import guard
from ui.words import Words

CLASSIFIER: Final = ("y", "f", "alpha", "vector", "b", "kernel", "C", "margin", "slack", "width")
PROOF: Final = ("w", "map", "primal", "dual", "gap", "kkt")
KERNELS: Final = ("gamma", "degree", "zeta", "r", "order", "components", "landmarks", "seed", "gauss", "bound")


@guard.fragment
def glossary(names: Sequence[str], words: Words) -> None:
    """Show the button that opens the list; the list is built on opening, without a run of the page."""
    if not names:
        return
    shown = st.popover(words("symbols.title"), key=f"symbols-{words.lang}", on_change="rerun")
    if shown.open:
        with shown:
            st.html(listed(names, words))


def listed(names: Sequence[str], words: Words) -> str:
    """Return the symbols with their meanings as an HTML list, which can be focused so that arrow keys scroll it."""
    entries = ((words(f"symbol.{name}.mark"), words(f"symbol.{name}")) for name in names)
    rows = "".join(f"<dt>{_set(mark)}</dt><dd>{_set(meaning)}</dd>" for mark, meaning in entries)
    return f'<dl class="lab-symbols" tabindex="0">{rows}</dl>'


def _set(text: str) -> str:
    """Return a text as HTML, with _ and ^ as subscripts and superscripts."""
    return re.sub(r"\^(\w+)", r"<sup>\1</sup>", re.sub(r"_(\w+)", r"<sub>\1</sub>", escape(text)))
