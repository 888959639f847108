"""The fold below every page with an approximation: each kernel's map of gamma and C, and its choice."""

from __future__ import annotations

from functools import partial

import streamlit as st

from core.selection import Learner
from ui.component.plot import Drawing, Drawn
from ui.page import frame
from ui.page.choice.figure import choice_figure, choice_text, span_of
from ui.page.choice.sentences import choice_sentence, choices_table, lead, name_of, symbol
from ui.page.choice.stand_ins import KernelWalk, StandIns, is_over, known, leave, walks
from ui.page.showing import Showing
from ui.page.work import PageWork, follow
from ui.solve.limits import POINTS_WALKED
from ui.state.visitor import visitor
from ui.words import Words

IN_A_ROW = 2  # maps


def fold_choice(asked: StandIns | None, showing: Showing) -> None:
    """Show it folded, and search only once it is unfolded; show nothing if there is no approximation."""
    if asked is None or not asked.approximations:
        return
    told = showing.words("choice.fold", symbol=symbol(asked.learner))
    frame.fold("more-choice", told, showing.words, partial(_show, asked, showing))


def _show(asked: StandIns, showing: Showing) -> None:
    words = showing.words
    if len(asked.X) > POINTS_WALKED:
        st.markdown(words("choice.many", most=POINTS_WALKED, n=len(asked.X)))
        return
    work = _searching(asked)
    first = work.soon()
    over = work.is_over(first)

    def show(now: tuple[KernelWalk, ...]) -> None:
        if over:
            _told(asked, now, showing)
        _maps(asked, now, showing)

    follow(work, first, show, words, "choice.progress")


def _searching(asked: StandIns) -> PageWork[tuple[KernelWalk, ...]]:
    return PageWork(
        "choice",
        asked.key(asked.names),
        lambda: walks(asked, visitor()),
        partial(known, asked),
        partial(leave, asked),
        lambda now: (_done(now), sum(each.of for each in now)),
        is_over,
    )


def _done(walked: tuple[KernelWalk, ...]) -> int:
    return sum(len(each.looks) for each in walked)


def _told(asked: StandIns, walked: tuple[KernelWalk, ...], showing: Showing) -> None:
    """Report the choices once all are known."""
    words, exact = showing.words, walked[0]
    if not exact.looks:
        st.markdown(words("choice.none", name=name_of(exact.approximation, words)))
        return
    told = [lead(walked, asked.learner, words)]
    told += [choice_sentence(each, exact.own, asked.learner, words) for each in walked[1:]]
    st.markdown(words.joined(told))
    showing.table("choices", partial(choices_table, walked, asked.learner, words), asked.key(asked.names))


def _maps(asked: StandIns, walked: tuple[KernelWalk, ...], showing: Showing) -> None:
    """Show the map of each kernel, two in a row."""
    span = span_of(walked)
    content = f"{asked.key(asked.names)} {asked.learner} {_done(walked)}"
    drawn = showing.figures([_drawing(each, walked, span, asked.learner, showing.words) for each in walked], content)
    for begin in range(0, len(walked), IN_A_ROW):
        with st.container(key=f"choice-maps-{begin}"):
            places = st.columns(IN_A_ROW, gap="medium")
        for place, each in zip(places, walked[begin : begin + IN_A_ROW], strict=False):
            with place:
                st.caption(name_of(each.approximation, showing.words))
                key = _key(each)
                showing.figure(key, drawn[key])


def _drawing(
    shown: KernelWalk, walked: tuple[KernelWalk, ...], span: tuple[float, float], learner: Learner, words: Words
) -> Drawing:
    marked = [*walked[1:], walked[0]] if shown is walked[0] else [shown]

    def draw() -> Drawn:
        return Drawn(choice_figure(shown, marked, span, learner, words), choice_text(shown, learner, words))

    return Drawing(_key(shown), draw)


def _key(walked: KernelWalk) -> str:
    return f"choice-{walked.approximation.name}"
