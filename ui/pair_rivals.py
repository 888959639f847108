"""Two rules side by side: two players with one cursor, and below them what their steps cost and were worth."""

from __future__ import annotations

from functools import partial

import streamlit as st

from core.view import Score, score
from ui import commit, frame, session, smo
from ui.component.player import Showing, player
from ui.component.plot import plot
from ui.figure.rivals import decrease_race, race_text
from ui.pair_score import score_table
from ui.pair_sentence import pair_sentence
from ui.text import Words, number

HEIGHT = 460


def show(lab: session.Lab, words: Words) -> str:
    """Show both runs and what they cost; return the page's sentence."""
    rules = (smo.rule_of(lab), smo.rival_of(lab))
    runs = [smo.run_of(lab, rule) for rule in rules]
    k, reach = smo.step_of(lab, *runs), max(len(run.trace) for run in runs)
    with st.container(key="stage"):
        columns = st.columns(2, gap="medium")
    take = partial(commit.take_commit, "smo")
    for column, key, rule, run in zip(columns, ("smo", "smo-rival"), rules, runs, strict=True):
        at = min(k, len(run.trace))
        leads = key == "smo"
        take_step = partial(smo.take_step, key)
        showing = Showing(smo.run_name(lab, rule), k, smo.seek(), follow=None if leads else "smo", reach=reach)
        with column:
            frame.heading(words(f"smo.rule.{rule}"))
            with st.container(key=f"why-{key}"):
                st.markdown(pair_sentence(run.trace, at, words))
            player(key, lab, words, run.playback, showing, HEIGHT, take_step, take if leads else _nothing, _nothing)
    scores = {words(f"smo.rule.{rule}"): score(run.trace) for rule, run in zip(rules, runs, strict=True)}
    _cost(lab, scores, k, words)
    sentence = words("smo.two", **_halves(scores, words))
    return sentence[:1].upper() + sentence[1:]


def _cost(lab: session.Lab, scores: dict[str, Score], k: int, words: Words) -> None:
    with st.container(key="figures"):
        left, right = st.columns([12, 13], gap="medium")
    with left:
        frame.heading(words("smo.score.title"))
        score_table(scores, k, words)
    with right:
        frame.heading(words("figure.rivals.decrease.title"))
        plot("decrease", decrease_race(scores, k, words), race_text(scores, words), lab.shared.projector)


def _halves(scores: dict[str, Score], words: Words) -> dict[str, str]:
    """Return what the sentence says of either rule."""
    halves = [
        words(f"smo.half.{found.outcome.name}", rule=name, steps=number(found.steps), reads=number(found.evaluations))
        for name, found in scores.items()
    ]
    return dict(zip(("one", "other"), halves, strict=True))


def _nothing() -> None:
    """Take nothing over: the second player only follows."""
