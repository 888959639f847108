"""The layout below the board: the point in question, the library's tables, and one problem for all classes."""

from __future__ import annotations

from functools import partial

import streamlit as st

from core.problem import InputError
from core.view import Light
from pages.classes import answers, tables
from pages.classes.figures.values import values_figure, values_text
from pages.classes.question import Question
from pages.classes.sentences import joint_sentence, rules_sentence
from ui.component.plot import Drawn
from ui.component.sliders import Dial
from ui.page.showing import Showing
from ui.solve.limits import POINTS_AGAINST_THE_REST
from ui.solve.several import SeveralSolved

VALUES = "classes-values"


def below(question: Question, showing: Showing) -> None:
    """Show the votes at one point, what the library stores, and the joint problem."""
    found, words = answers.machines(question), showing.words
    if isinstance(found, InputError) or any(each.light is Light.IMPOSSIBLE for each in found.one):
        return
    with st.container(key="figures"):
        left, right = st.columns([12, 13], gap="medium")
    with left:
        _point(question, found, showing)
    with right:
        _shapes(question, found, showing)
    if found.found.classes > 2:
        showing.fold("vectors", partial(_vectors, question, found, showing))
    if answers.is_joint(question):
        showing.fold("joint", partial(_joint, question, found, showing))
    else:
        st.caption(words("classes.joint.none", most=POINTS_AGAINST_THE_REST))


def _point(question: Question, found: SeveralSolved, showing: Showing) -> None:
    words, n = showing.words, len(question.y)
    showing.heading("classes.point.title")
    showing.sliders("classes-one", [Dial("one", words("classes.one"), "i", 1, max(n, 2), question.at + 1, "whole")])
    names, f = tables.names_of(question, found, words), tables.values_of(question, found)
    showing.draw(
        VALUES,
        lambda: Drawn(values_figure(f, found.labels, names, words), values_text(f, names, question.at, words)),
        question.at,
    )
    if found.found.classes > 2:
        showing.table("votes", partial(tables.votes_table, question, found, words))
        st.caption(words("classes.point.told"))


def _shapes(question: Question, found: SeveralSolved, showing: Showing) -> None:
    words = showing.words
    showing.heading("classes.shapes.title")
    showing.table("shapes", partial(tables.shapes_table, question, found, words))
    st.caption(words("classes.shapes.told"))
    if found.found.classes > 2:
        st.markdown(rules_sentence(answers.of_the_window(question, found), words))


def _vectors(question: Question, found: SeveralSolved, showing: Showing) -> None:
    """Show the content of `dual_coef_` for some support vectors of each class."""
    st.markdown(showing.words("classes.vectors.told", rows=found.found.classes - 1))
    showing.table("vectors", partial(tables.vectors_table, question, found, showing.words))


def _joint(question: Question, found: SeveralSolved, showing: Showing) -> None:
    """Show the machine of Crammer and Singer beside the votes."""
    words, shown = showing.words, answers.all_at_once(question, found)
    st.markdown(words.texts["classes.joint.theory"])
    showing.table("joint", partial(tables.joint_table, question, found, shown, words))
    st.markdown(joint_sentence(shown, answers.missed(question, found), len(question.y), words))
