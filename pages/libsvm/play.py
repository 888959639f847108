"""The player of the page: the run of the chosen machine, with the marks and the words that it has."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from pages.libsvm import answers
from pages.libsvm.figures import step_figures
from pages.libsvm.question import Question
from ui.component.player import Playing, player
from ui.page import early_figures
from ui.page.machine.marks import marks_of_run, words_of_run
from ui.page.showing import Showing
from ui.solve.recording import Recording
from ui.state import session
from ui.state.board_events import take_commit
from ui.state.playing import take_step

PLAYER = "libsvm"
HEIGHT = 560  # pixels of the player's side at most


def play(asked: Question, run: Recording, k: int, showing: Showing) -> None:
    """Show the player at step k."""
    steps = partial(step_figures, asked)
    offers = early_figures.offer_steps(asked.key(), steps, showing.projector) if showing.sees("figures") else None
    bound, name = asked.way.bound(asked.C), asked.spec.name
    playing = Playing(answers.name(asked), k, HEIGHT, offers=offers, way=asked.way, panel=True, bound=bound)
    shown = replace(playing, explains=session.is_untouched(), aside=True, rows=marks_of_run(name))
    halted, soft = partial(take_step, PLAYER), None if asked.classifies else asked.C
    on_commit, words = partial(take_commit, PLAYER, soft=soft), words_of_run(name, showing.words)
    player(PLAYER, asked.board, words, run.playback, replace(shown, outcome=run.trace.outcome.name), halted, on_commit)
