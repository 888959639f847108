"""Below the stage: the threshold, Newton's method, and in folds several classes, a regression, every machine."""

from __future__ import annotations

from functools import partial

import streamlit as st

from core.problem import InputError
from pages.probabilities import answers, sentences
from pages.probabilities.figures import (
    CONFUSION,
    COURSE,
    HISTOGRAM,
    INTERVAL,
    MAP,
    ROC,
    STEP,
    TRIANGLE,
    classifier_figures,
    coupling_figures,
    noise_figures,
)
from pages.probabilities.question import Question, change
from pages.probabilities.tables import coupling_table, machines_table, newton_table, noise_table, threshold_table
from ui.component.sliders import Dial
from ui.page import guard
from ui.page.playing import play
from ui.page.showing import Showing
from ui.solve.limits import PAIR_PROBABILITY, THRESHOLD_OF_P
from ui.state import session
from ui.state.widget import contained


def below(question: Question, showing: Showing) -> None:
    """Show what is about the classifier, then the folds."""
    _threshold(question, showing)
    _newton(question, showing)
    showing.fold("several", partial(_several, question, showing))
    showing.fold("noise", partial(_noise, question, showing))
    showing.fold("machines", partial(_machines, showing))


@guard.part
def _threshold(question: Question, showing: Showing) -> None:
    """Show the ROC curve and the confusion matrix of the threshold."""
    words, at = showing.words, answers.counted(question)
    drawn = showing.figures(each for each in classifier_figures(question, words) if each.key in (ROC, CONFUSION))
    showing.heading("figure.probabilities_roc.title")
    with st.container(key="figures"):
        left, right = st.columns([12, 13], gap="medium")
    with left:
        showing.figure(ROC, drawn[ROC])
    with right:
        dial = Dial(
            "threshold", words("probabilities.threshold"), "θ", *THRESHOLD_OF_P, question.options.threshold, "linear"
        )
        showing.sliders("probabilities-threshold", [dial])
        one, other = st.columns([7, 6], gap="small")
        with one:
            showing.figure(CONFUSION, drawn[CONFUSION])
        with other:
            showing.table("threshold", partial(threshold_table, at, answers.curve(question), words))
        st.caption(sentences.threshold_sentence(at, question.options.threshold, words))


@guard.part
def _newton(question: Question, showing: Showing) -> None:
    """Show a step of Newton's method."""
    words, found, k = showing.words, answers.calibrated(question), answers.newton_step(question)
    drawn = showing.figures(each for each in classifier_figures(question, words) if each.key in (MAP, STEP))
    showing.heading("figure.probabilities_map.title")
    with st.container(key="probabilities-newton"):
        left, right = st.columns([12, 13], gap="medium")
    with left:
        showing.figure(MAP, drawn[MAP])
    with right:
        showing.figure(STEP, drawn[STEP])
    with left:
        _steps("step", k, len(found.steps) - 1, showing)
        st.caption(sentences.step_sentence(found, k, words))
    with right:
        showing.table("newton", partial(newton_table, found, k, words), k)
        st.caption(sentences.targets_sentence(found, words))


def _steps(option: str, at: int, last: int, showing: Showing) -> None:
    """Show the slider of a step, and the buttons that go one step back, one forward, and on and on."""
    words = showing.words
    if last:
        dial = Dial(option, words(f"probabilities.{option}"), "k", 0, last, at, "whole")
        showing.sliders(f"probabilities-{option}-dial", [dial])
    with st.container(horizontal=True, key=f"probabilities-{option}-turns"):
        for name, to in (("before", max(at - 1, 0)), ("after", min(at + 1, last))):
            taken, key = (change, option, to), f"probabilities-{option}-{name}"
            st.button(words(f"probabilities.{name}"), key=key, on_click=contained(session.apply), args=taken)
        play(f"probabilities.{option}", at, last, change, words)


@guard.part
def _several(question: Question, showing: Showing) -> None:
    """Show how the probabilities of three pairs become those of three classes."""
    words, found, k = showing.words, answers.coupled(question), answers.sweep(question)
    st.markdown(words.texts["probabilities.several.theory"])
    drawn = showing.figures(coupling_figures(question, words))
    with st.container(key="probabilities-coupling"):
        left, right = st.columns([12, 13], gap="medium")
    with left:
        showing.heading("figure.probabilities_triangle.title")
        showing.figure(TRIANGLE, drawn[TRIANGLE])
    with right:
        options = question.options
        pairs = {"r12": ("r₁₂", options.r12), "r13": ("r₁₃", options.r13), "r23": ("r₂₃", options.r23)}
        dials = [
            Dial(name, words(f"probabilities.{name}"), symbol, *PAIR_PROBABILITY, value, "linear")
            for name, (symbol, value) in pairs.items()
        ]
        showing.sliders("probabilities-pairs", dials)
        showing.table("coupling", partial(coupling_table, found, k, words), k)
        st.markdown(sentences.votes_sentence(found, words))
    with right:
        showing.heading("figure.probabilities_course.title")
        showing.figure(COURSE, drawn[COURSE])
    with left:
        _steps("sweep", k, len(found.p) - 1, showing)
        st.caption(sentences.sweep_sentence(found, k, words))
        st.caption(sentences.errata_sentence(found, words))


@guard.part
def _noise(question: Question, showing: Showing) -> None:
    """Show the residuals of epsilon-SVR on the points, and the interval that they promise."""
    words, options, side = showing.words, question.options, question.square[2]
    st.markdown(words.texts["probabilities.noise.theory"])
    high = 0.5 * side
    dials = [
        Dial(
            "epsilon", words("probabilities.epsilon"), "ε", 0.0, max(high, options.epsilon), options.epsilon, "linear"
        ),
        Dial("width", words("probabilities.width"), "Δ", 0.0, max(high, options.width), options.width, "linear"),
    ]
    showing.sliders("probabilities-noise-dials", dials)
    try:
        found = answers.noise(question)
    except InputError as error:
        showing.refuse(error)
        return
    drawn = showing.figures(noise_figures(question, words))
    with st.container(key="probabilities-regression"):
        left, right = st.columns([12, 13], gap="medium")
    with left:
        showing.heading("figure.probabilities_histogram.title")
        showing.figure(HISTOGRAM, drawn[HISTOGRAM])
        showing.table("noise", partial(noise_table, found, words))
    with right:
        showing.heading("figure.probabilities_interval.title")
        showing.figure(INTERVAL, drawn[INTERVAL])
        st.markdown(sentences.noise_sentence(found, words))
        st.markdown(sentences.coverage_sentence(found, answers.coverage(question), options.width, words))


def _machines(showing: Showing) -> None:
    """Show which machine has probabilities, and what LIBSVM's model keeps for them."""
    showing.table("machines", partial(machines_table, showing.words))
    st.markdown(showing.words("probabilities.machines.none"))
    st.markdown(showing.words("probabilities.machines.erratum"))
