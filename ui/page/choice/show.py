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


def fold_choice(stand_ins: StandIns | None, showing: Showing) -> None:
    """Show it folded, and search only once it is unfolded; show nothing if there is no approximation."""
    if stand_ins is None or not stand_ins.approximations:
        return
    told = showing.words("choice.fold", symbol=symbol(stand_ins.learner))
    frame.fold("more-choice", told, showing.words, partial(_show, stand_ins, showing))


def _show(stand_ins: StandIns, showing: Showing) -> None:
    words = showing.words
    if len(stand_ins.X) > POINTS_WALKED:
        st.markdown(words("choice.many", most=POINTS_WALKED, n=len(stand_ins.X)))
        return
    work = _searching(stand_ins)
    first = work.soon()
    over = work.is_over(first)

    def show(now: tuple[KernelWalk, ...]) -> None:
        if over:
            _told(stand_ins, now, showing)
        _maps(stand_ins, now, showing)

    follow(work, first, show, words, "choice.progress")


def _searching(stand_ins: StandIns) -> PageWork[tuple[KernelWalk, ...]]:
    return PageWork(
        "choice",
        stand_ins.key(stand_ins.names),
        lambda: walks(stand_ins, visitor()),
        partial(known, stand_ins),
        partial(leave, stand_ins),
        lambda now: (_done(now), sum(each.of for each in now)),
        is_over,
    )


def _done(walked: tuple[KernelWalk, ...]) -> int:
    return sum(len(each.looks) for each in walked)


def _told(stand_ins: StandIns, walked: tuple[KernelWalk, ...], showing: Showing) -> None:
    """Report the choices once all are known."""
    words, exact = showing.words, walked[0]
    if not exact.looks:
        st.markdown(words("choice.none", name=name_of(exact.approximation, words)))
        return
    told = [lead(walked, stand_ins.learner, words)]
    told += [choice_sentence(each, exact.own, stand_ins.learner, words) for each in walked[1:]]
    st.markdown(words.joined(told))
    showing.table("choices", partial(choices_table, walked, stand_ins.learner, words), stand_ins.key(stand_ins.names))


def _maps(stand_ins: StandIns, walked: tuple[KernelWalk, ...], showing: Showing) -> None:
    """Show the map of each kernel, two in a row."""
    span = span_of(walked)
    content = f"{stand_ins.key(stand_ins.names)} {stand_ins.learner} {_done(walked)}"
    drawn = showing.figures(
        [_drawing(each, walked, span, stand_ins.learner, showing.words) for each in walked], content
    )
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
