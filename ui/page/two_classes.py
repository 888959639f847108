"""Points of more than two classes, on a page that works with two: which ones, and the choice of others."""

from __future__ import annotations

from itertools import combinations

import streamlit as st

from datasets import FIRST_PAIR, LABELS, Points, TwoClasses, has_others, present
from ui.page.frame import literal
from ui.state import session
from ui.state.lab import with_two_classes
from ui.state.widget import wired
from ui.words import Words, class_words


def choose_two(words: Words) -> None:
    """Show which two of the classes the page works with, and the list of all pairs; nothing for two classes."""
    lab = session.current()
    own, there = lab.shared.pair, present(lab.every)
    if own == FIRST_PAIR and not has_others(lab.every, own):
        return
    pairs = list(combinations([label for label in LABELS if label in there or label in own], 2))
    pairs += [] if own in pairs else [own]
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="two-classes"):
        st.caption(words("frame.pair", k=len(there)), width="content")
        st.selectbox(
            words("frame.pair.label"),
            pairs,
            index=pairs.index(own),
            format_func=lambda pair: pair_words(lab.every, pair, words),
            label_visibility="collapsed",
            width=340,
            **wired(f"pair-{words.lang}", own, lambda pair: session.apply(with_two_classes, pair)),
        )


def pair_words(points: Points, pair: TwoClasses, words: Words) -> str:
    """Return a pair of classes in words: which one is +1, and which one -1."""
    plus, minus = (literal(class_words(words, points.classes, LABELS.index(label))) for label in pair)
    return words("frame.pair.one", plus=plus, minus=minus)
