"""The fold about forces: the points push the line laid by hand, and the line at rest is that of the solver."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import streamlit as st

from core.problem import InputError
from core.problem.arrays import Vector
from core.topics.margin.forces import Balance, balance, foot, hand_forces
from pages.margins import answers
from pages.margins.question import Question
from ui.component.plot import Drawing, Drawn
from ui.page.showing import Showing
from ui.plot.forces import at_rest, forces_figure, forces_text, is_balanced
from ui.solve.limits import LENGTHS_OF_W
from ui.state import session
from ui.state.widget import contained
from ui.words import Words, at_most, number

MINE, REST = "margins-forces", "margins-rest"
REACH = 0.3  # of the side of the window: from the middle of a line at rest to its handles


@dataclass(frozen=True)
class Pushed:
    """A line and the forces on it."""

    w: Vector  # (2,)
    b: float
    balance: Balance

    @property
    def rests(self) -> bool:
        """Whether nothing moves it."""
        return at_rest(self.balance, float(np.hypot(*self.w)))


def pushed(question: Question, w: Vector, b: float) -> Pushed:
    """Return a line under the forces of the soft margin."""
    alpha = hand_forces(w, b, question.X, question.y, answers.penalty_of_forces(question))
    return Pushed(w, b, balance(w, b, question.X, question.y, alpha))


def let_go(question: Question) -> list[float] | None:
    """Return two places of the line at rest and its |w|; None if there is none, or handles cannot stand there."""
    found = answers.soft(question)
    if not found.exists:
        return None
    w, b, (x0, y0, size) = found.w, found.solution.b, question.board.square
    length = float(np.hypot(*w))
    middle, along = foot(w, b, np.array([x0, y0]) + 0.5 * size), np.array([w[1], -w[0]]) / length
    places = np.array([middle - REACH * size * along, middle + REACH * size * along])
    inside = bool((places >= (x0, y0)).all() and (places <= (x0 + size, y0 + size)).all())
    return [*map(float, places.ravel()), length] if inside and LENGTHS_OF_W[0] <= length <= LENGTHS_OF_W[1] else None


def is_let_go(question: Question) -> bool:
    """Whether the handles stand where a line that is let go comes to rest."""
    if question.options.pair is None:
        return False
    try:
        goal = let_go(question)
    except InputError:
        return False
    return goal is not None and list(question.options.pair) == goal[:4]


def show_forces(question: Question, showing: Showing) -> None:
    """Show the forces on the line laid by hand, and those on the line at rest."""
    words, C = showing.words, answers.penalty_of_forces(question)
    try:
        mine = answers.laid(question)
        found = answers.soft(question)
    except InputError as error:
        showing.refuse(error)
        return
    here = pushed(question, mine.w, mine.b)
    key = "margins.forces.told" if question.C is not None else "margins.forces.told.hard"
    st.markdown(words(key, C=number(C), half=number(1.0 / float(np.hypot(*mine.w)))))
    left, right = st.columns(2, gap="medium")
    with left:
        showing.heading("margins.forces.mine")
        _figure(MINE, question, here, showing)
        st.markdown(forces_sentence(here, words))
        _button(question, here, showing)
    with right:
        showing.heading("margins.forces.rest")
        if not found.exists:
            st.markdown(words("margins.forces.none", C=number(C)))
        else:
            there = pushed(question, found.w, found.solution.b)
            _figure(REST, question, there, showing)
            st.markdown(rest_sentence(there, C, words))
    st.markdown(words("margins.forces.theory"))


def _button(question: Question, here: Pushed, showing: Showing) -> None:
    """Offer to let the line go unless it is at rest."""
    goal = None if here.rests else let_go(question)
    if goal is not None:
        change = (showing.page.change, "rest", goal)
        st.button(showing.words("margins.forces.go"), key="margins-go", on_click=contained(session.apply), args=change)


def _figure(key: str, question: Question, shown: Pushed, showing: Showing) -> None:
    def draw() -> Drawn:
        figure = forces_figure(shown.balance, shown.w, question.X, question.y, question.board.square, showing.words)
        return Drawn(figure, forces_text(shown.balance, showing.words))

    showing.figure(key, showing.figures([Drawing(key, draw)])[key])


def forces_sentence(shown: Pushed, words: Words) -> str:
    """Say which points push, and in which directions the line would move."""
    of, length = shown.balance, float(np.hypot(*shown.w))
    pushing = int(np.count_nonzero(of.push))
    if not pushing:
        return words("margins.forces.nothing")
    sentences = [words("margins.forces.count", pushing=pushing, n=len(of.push), size=number(of.size))]
    if shown.rests:
        return words.joined([*sentences, words("margins.forces.still")])
    signs = {"force": of.force, "torque": of.torque / of.reach}
    values = {"force": number(abs(of.force)), "torque": number(abs(of.torque))}
    for name, value in signs.items():
        way = "zero" if is_balanced(value, of) else "plus" if value > 0.0 else "minus"
        sentences.append(words(f"margins.forces.{name}.{way}", **values))
    if abs(of.spread) > 1e-6 * (of.size * of.reach + length):
        way = "plus" if of.spread > 0.0 else "minus"
        sentences.append(words(f"margins.forces.spread.{way}", spread=number(abs(of.spread))))
    return words.joined(sentences)


def rest_sentence(shown: Pushed, C: float, words: Words) -> str:
    """Say that the solver's line is at rest, with what is left of force and torque."""
    of = shown.balance
    left = max(abs(of.force), abs(of.torque), abs(of.spread))
    key = "margins.forces.rests" if left > 0.0 else "margins.forces.exactly"
    if not shown.rests:
        key = "margins.forces.nearly"
    pushing = int(np.count_nonzero(of.push))
    return words(key, C=number(C), size=number(of.size), pushing=pushing, n=len(of.push), left=at_most(left, 2))
