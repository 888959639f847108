"""The fold about the offset: b1, b2, their middle, the interval [m, M], and the b of the run."""

from __future__ import annotations

import streamlit as st

from core.trace import Trace
from core.view import OffsetRule, PairOffsets, PairStanding, pair_standing
from pages.smo.figures.offsets import offset_line, offset_line_text
from ui.component.plot import Drawn
from ui.page.numbers.of_every_run import operand
from ui.page.showing import Showing
from ui.words import Words, number


def show_offsets(trace: Trace, k: int, name: str, turn: float, showing: Showing) -> None:
    """Show the offsets after k steps of the run with this name."""
    shown, words = pair_standing(trace, k), showing.words
    showing.draw(
        "smo-offsets", lambda: Drawn(offset_line(shown, words), offset_line_text(shown, words)), name, k, turn=turn
    )
    st.markdown(words.joined(offset_sentences(shown, words)))
    st.caption(words("smo.offsets.source"))


def offset_sentences(shown: PairStanding, words: Words) -> list[str]:
    """Say which b satisfy every point, which b Platt takes, whether that is one of them, and which b the run takes."""
    said = [_interval(shown, words)]
    if shown.last is None:
        return [*said, words("smo.offsets.none"), _own(shown, words)]
    said.append(_chosen(shown.last, words))
    if shown.m - shown.M <= shown.proof.noise:
        out = max(shown.m - shown.last.chosen, shown.last.chosen - shown.M)
        key = "smo.offsets.inside" if out <= shown.proof.noise else "smo.offsets.outside"
        said.append(words(key, b=number(shown.last.chosen), out=number(out)))
    return [*said, words("smo.offsets.used") if shown.rule is shown.last.rule else _own(shown, words)]


def _interval(shown: PairStanding, words: Words) -> str:
    lacks = shown.m - shown.M
    key = "open" if lacks <= 0 else "rounding" if lacks <= shown.proof.noise else "closed"
    return words(f"smo.offsets.{key}", m=number(shown.m), M=number(shown.M), lacks=number(lacks))


def _chosen(last: PairOffsets, words: Words) -> str:
    """Say which of b1, b2 and their middle Platt takes, and why."""
    both = "equal" if last.b_i == last.b_j else "both"
    key = both if last.free_i and last.free_j else last.rule.value
    values = {"i": last.i + 1, "j": last.j + 1, "apart": number(abs(last.b_i - last.b_j))}
    return words(f"smo.offsets.{key}", b=number(last.chosen), **values)


def _own(shown: PairStanding, words: Words) -> str:
    """Say which b the run takes if it is not Platt's choice for its last pair."""
    values = {"b": number(shown.b), "free": number(shown.free), "m": number(shown.m), "M": operand(shown.M, 3)}
    told = words(f"standing.b.{shown.rule.value}", **values)
    return told if shown.rule is OffsetRule.START else words("smo.offsets.own", how=told)
