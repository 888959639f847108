"""The fold that compares all rules on the points of the board."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from time import perf_counter

import pandas as pd
import streamlit as st

from core.problem import Problem
from core.solver import finish
from core.view import Score, score
from pages.smo import answers
from pages.smo.question import Question
from pages.smo.tables import steps_of
from ui.link.shared import RULES
from ui.page.showing import Showing
from ui.page.timed import measured
from ui.solve.limits import PAIRS_OF_A_RUN
from ui.solve.recording import rule_options
from ui.solve.solving import TOLERANCE
from ui.words import Words, number

TURNS = 3  # of which the fastest counts, if a run is short
SHORT = 0.05  # seconds

RuleTimes = dict[str, float]  # seconds by rule


def show_rules(question: Question, showing: Showing) -> None:
    """Show what each rule takes to the same tolerance, and a button that measures its time."""
    scores = {rule: score(answers.run(question, rule).trace) for rule in RULES}
    times = measured("rules", question.key(question.draws, question.ties), partial(measure, question, scores), showing)
    make = partial(rules_table, scores, times, showing.words)
    showing.table("rules", make, times)
    pairs = number(PAIRS_OF_A_RUN)
    st.caption(showing.words("smo.rules.note", tolerance=number(TOLERANCE), pairs=pairs))


def measure(question: Question, scores: Mapping[str, Score]) -> RuleTimes:
    """Return the time of the run of each rule, without its recording."""
    times: RuleTimes = {}
    for rule, found in scores.items():
        problem, options = answers.run(question, rule).trace.problem, question.options_of(rule)
        assert isinstance(problem, Problem)
        for _ in range(TURNS):
            began = perf_counter()
            finish(problem, rule, TOLERANCE, found.steps, None, **rule_options(rule, options))
            times[rule] = min(perf_counter() - began, times.get(rule, float("inf")))
            if times[rule] > SHORT:
                break
    return times


def rules_table(scores: Mapping[str, Score], times: RuleTimes | None, words: Words) -> pd.DataFrame:
    """Return one row per rule; a column of times only once they are measured."""
    rows = {
        words(f"panel.solver.{rule}"): [
            steps_of(found, words),
            number(found.evaluations),
            number(float(found.dual[-1]), 4),
            *([] if times is None else [f"{number(1e3 * times[rule], 2)} ms"]),
        ]
        for rule, found in scores.items()
    }
    heads = [words("smo.score.steps"), words("smo.score.reads"), words("smo.rules.dual")]
    heads += [] if times is None else [words("smo.rules.time")]
    return pd.DataFrame.from_dict(rows, orient="index", columns=heads)
