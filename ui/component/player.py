"""The player as a Streamlit component: a whole recorded run is sent to the browser once, in compact form."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from core.solver import Outcome
from core.view import Playback
from datasets import MOST_POINTS
from ui.component.board import face
from ui.component.marks import marks, of_rows, perceptron_marks
from ui.component.mount import component
from ui.solve.approximation.overlay import overlay
from ui.solve.board_problem import UpperBound
from ui.solve.kernels import waves_of
from ui.solve.machine.table import FIRST
from ui.solve.message import input_message
from ui.solve.options import AlgorithmOptions, CoordinateOptions, LibsvmOptions, PerceptronOptions
from ui.solve.playback_arrays import playback_arrays
from ui.solve.recording import ForkedRun, sent_run
from ui.solve.solver_socket import PATH
from ui.solve.wire import pack
from ui.state.board import Board
from ui.words import Words

# The curves of a perceptron, which has neither an objective nor a gap (`core.view.playback`).
MISTAKES = ("player.norm", "player.wrong", "player.behind", "player.course.mistakes")


WORDS = ("player.", "draw.")


def _nothing() -> None:
    """Do nothing."""


@dataclass(frozen=True)
class Playing:
    """The state of a player: its run, its step, and the allowed interactions."""

    run: str  # names the run: under a new name the browser loads it again
    step: int  # or a tick of the clock of a race
    height: int  # maximum side of its board in pixels
    seek: str = ""  # a new value sends the player to `step`
    picking: str = ""  # a pair can be picked: "end" in the last state, "here" in the current one, "" not at all
    picked: tuple[int, ...] = ()  # the points of an incomplete pair
    asked: int = 0  # the point of a pair to pick, 1 or 2; 0: the next one
    follow: str | None = None  # the player whose cursor and points this one follows
    reach: float | None = None  # the end of the slider if a longer run is beside it; in a race the work
    offers: str | None = None  # the name for requests of the figures of its steps (`ui.page.early_figures`)
    options: AlgorithmOptions | None = None  # of the runs during editing; None: not editable
    panel: bool = False  # whether a panel beside it changes kernel and C; else they are the page's
    bound: UpperBound = None  # of alpha; None: unbounded
    outcome: str = Outcome.OPTIMAL.name  # of the run: one that was cut is replaced by any other
    costs: NDArray[np.float64] | None = None  # of the steps, in a race: the slider counts work
    ticks: int | None = None  # number of slider ticks in a race
    forked: ForkedRun | None = None  # for a run that may have a fork: its other line
    moves: str = "pair"  # changed by a step; "single": one coordinate
    explains: bool = False  # opens with the meaning of its marks
    aside: bool = False  # whether the run sets points aside
    kept: str = ""  # why this is the last good run, if the current question has none
    rows: Sequence[str] | None = None  # of the legend, for machines other than C-SVC with their own marks


def player(
    key: str,
    shown: Board,
    words: Words,
    play: Playback,
    playing: Playing,
    on_step: Callable[[], None] = _nothing,
    on_commit: Callable[[], None] = _nothing,
    on_pick: Callable[[], None] = _nothing,
) -> None:
    """Mount a player; the callbacks read "step", "commit" (from the panel) and "pick" in `st.session_state[key]`."""
    header = {
        **face(key, shown, words, *WORDS),
        "kernel": shown.problem.sent_kernel if shown.machine.name == FIRST else shown.kernel,
        "C": shown.C,
        "bound": playing.bound,
        "panel": playing.panel,
        "socket": PATH,
        "limit": MOST_POINTS,
        "editable": playing.options is not None and playing.picking != "here" and "board" not in shown.hidden,
        "way": None if playing.options is None else sent_run(playing.options, shown.machine),
        "height": playing.height,
        "revision": shown.revision,
        "made": shown.made,  # returned by commits of the panel
        "opened": shown.opened,
        "run": playing.run,
        "step": playing.step,
        "seek": f"{shown.revision} {shown.opened} {playing.seek}",  # a lesson or its undo can go to another step
        "solver": shown.solver,
        "outcome": playing.outcome,
        "picking": playing.picking,
        "picked": list(playing.picked),
        "asked": playing.asked,
        "follow": playing.follow,
        "link": playing.follow or key,
        "reach": playing.reach,
        "ticks": playing.ticks,
        "offers": playing.offers,
        "explains": playing.explains and not shown.projector,
        "tuned": isinstance(playing.options, LibsvmOptions),  # follows the numbers of its machine
        "kept": playing.kept,
        **({} if playing.forked is None else playing.forked.header(partial(input_message, words=words))),
    }
    if playing.options is not None and shown.machine.name != FIRST:
        header |= {"machine": shown.machine.name, "plain": not shown.problem.entry.labels}
    run = playback_arrays(play, playing.costs)
    # The overlay of a run, in the form that a run recorded during a drag has.
    if playing.options is None:
        run |= waves_of(shown.kernel, shown.points.X)
    else:
        run |= overlay(shown.problem.with_options(playing.options))
    run |= {} if playing.forked is None else playing.forked.arrays()
    rows = _rows(playing, "ghost" in run)
    if isinstance(playing.options, PerceptronOptions):
        header["course"] = MISTAKES
    texts = words.subset(WORDS)
    visits = texts.pop("player.where.visit")
    if isinstance(playing.options, CoordinateOptions):  # a run of single coordinates has visits, not steps
        texts["player.where"] = visits
    header |= {"marks": rows, "words": of_rows(texts, rows)}
    blob = pack(header, {"X": shown.points.X, "y": shown.points.y, **run})
    component("player/player")(
        key=key, data=blob, on_step_change=on_step, on_commit_change=on_commit, on_pick_change=on_pick
    )


def _rows(playing: Playing, exact: bool) -> list[str]:
    """Return the rows of the legend; several players share one legend below them (`marks.legend`)."""
    if isinstance(playing.options, PerceptronOptions):
        return perceptron_marks(widest=exact)
    if playing.follow is not None or playing.reach is not None:
        return []
    more = (playing.moves, "aside") if playing.aside else (playing.moves,)
    if playing.rows is not None:
        return [*playing.rows, *more, *(["exact"] if exact else [])]
    return marks(playing.bound is not None, *more, exact=exact)
