"""The microscope: watch SMO choose a working pair and move it, be the solver, or let two rules run side by side."""

from functools import partial

import streamlit as st

from core.problem import InputError
from core.solver import Outcome
from ui import commit, controls, express, frame, guard, pair_hand, pair_rivals, session, smo
from ui.closing import close, whole_page
from ui.component.board import panel
from ui.component.player import Showing, player
from ui.link import MODES, RULES
from ui.pair_figures import explain, figures
from ui.pair_sentence import pair_sentence
from ui.pair_theory import equations, kkt_table
from ui.recording import Recording
from ui.smo_code import reproduction
from ui.text import Words, number

HEIGHT = 560


def choose(field: str, options: tuple[str, ...], chosen: str, words: Words) -> None:
    """Show a choice of the page: what it is used for, or how a pair is chosen."""
    key = f"{field}-{chosen}-{words.lang}"
    family = "mode" if field == "mode" else "rule"
    st.segmented_control(
        words(f"smo.{field}"),
        options,
        format_func=lambda name: words(f"smo.{family}.{name}"),
        default=chosen,
        required=True,
        key=key,
        on_change=smo.take_choice,
        args=(key, field, getattr(session.current().shared, field)),
    )


def ways(lab: session.Lab, mode: str, words: Words) -> None:
    """Show what the page can be used for, and the rules that this use needs."""
    with st.container(horizontal=True, gap="large", key="ways"):
        choose("mode", MODES, mode, words)
        if mode != "hand":
            choose("rule", RULES, smo.rule_of(lab), words)
        if mode == "two":
            choose("rival", smo.rivals_of(lab), smo.rival_of(lab), words)


def watch(lab: session.Lab, words: Words) -> str:
    """Show the player and beside it why this pair; return the page's sentence."""
    run = smo.run_of(lab, smo.rule_of(lab))
    k = smo.step_of(lab, run)
    box = smo.box_of(run, k)
    name = smo.run_name(lab, smo.rule_of(lab))
    seen = "figures" not in lab.shared.hidden
    offers = express.offer_steps(name, partial(figures, run.trace), lab.shared.projector) if seen else None
    showing = Showing(name, k, smo.seek(), box, offers=offers)
    with st.container(key="stage"):
        left, right = st.columns([13, 12], gap="medium")
    with left:
        take_step, take_commit = partial(smo.take_step, "smo"), partial(commit.take_commit, "smo")
        player("smo", lab, words, run.playback, showing, HEIGHT, take_step, take_commit, take_step)
        limits(lab, run, words)
    with right:
        if seen:
            explain(run.trace, k, lab, words, smo.turn_of("smo"))
    folded(run, k, words)
    return pair_sentence(run.trace, k, words)


def limits(lab: session.Lab, run: Recording, words: Words) -> None:
    """Say what is not seen: a run that was cut, and one that can have no end."""
    if smo.runs_away(lab):
        largest = number(float(run.trace.last.alpha.max()))
        st.markdown(words("smo.runaway", steps=number(len(run.trace)), alpha=largest))
    elif run.trace.outcome is Outcome.STEP_LIMIT:
        st.markdown(words("smo.kept", steps=number(len(run.trace))))


@guard.part
def folded(run: Recording, k: int, words: Words) -> None:
    """Show, folded, the equations of the step with their numbers, and every KKT condition."""
    if k < len(run.trace):
        frame.fold("equations", words("smo.equations"), words, partial(equations, run.trace, k, words))
    frame.fold("kkt", words("smo.kkt"), words, partial(kkt_table, run, k, words))


SHOWN = {"watch": watch, "hand": pair_hand.show, "two": pair_rivals.show}


@guard.fragment
def stage() -> None:
    """Show what follows a halt: the sentence, the player, its figures. The rest of the page stays as it is."""
    words, lab = session.words(), session.current()
    mode = smo.mode_of(lab)
    title = st.container()
    frame.problems(lab, words)
    ways(lab, mode, words)
    try:
        sentence = SHOWN[mode](pair_hand.settle(lab), words)
    except InputError as error:
        sentence = words("board.sentence.refused")
        frame.refuse(error, words)
    with title:
        frame.title(words(f"smo.question.{mode}"), sentence)
    session.write_link()
    if smo.is_another(lab):  # the panel has changed the problem: what stands below tells of it as well
        st.rerun()


@whole_page("smo")
def page() -> None:
    """Show the whole page."""
    words, lab = session.words(), session.current()
    hidden = lab.shared.hidden
    smo.is_another(lab)
    stage()
    with st.container(key="choices"):
        left, right = st.columns([13, 12], gap="medium")
    with left:
        if "data" not in hidden:
            controls.choose_data(words)
    with right:
        panel(lab, words, "smo")
    close("smo", lab, words, reproduction)


page()
