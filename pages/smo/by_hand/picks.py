"""The visitor's picks, those that remain valid when the points change, and the visitor's actions on them."""

from __future__ import annotations

from dataclasses import dataclass, replace

import streamlit as st

from core.trace import BadPick, pick, suggestion
from core.trace.picking import PickedPair
from datasets import Points
from pages.smo import answers
from pages.smo.by_hand.replay import numbers_now, renumbered
from pages.smo.question import ASKED, MovedPair, Options, Question, read
from ui.page.beats import task_of
from ui.solve.limits import PICKED_PAIRS
from ui.solve.options import BY_HAND
from ui.state import session

FIRST, SECOND = 1, 2  # the point of the pair that a beat requests


@dataclass(frozen=True, eq=False)
class Picks:
    """The pairs picked on the problem of that name, and the error of the last attempt."""

    problem: str
    points: Points
    pairs: tuple[MovedPair, ...] = ()
    refused: tuple[BadPick, int, int] | None = None
    picked: tuple[int, ...] = ()  # a point whose partner is not picked yet; in a beat also both, not moved yet
    dropped: int = 0  # pairs that can no longer move since the problem changed
    before: Picks | None = None  # the picks before pairs were dropped: restored with their problem
    halted: int | None = None  # the player's current step; None: after the last pair

    @property
    def step(self) -> int:
        """The step of the run on screen."""
        return len(self.pairs) if self.halted is None else min(self.halted, len(self.pairs))

    def then(self, pairs: tuple[MovedPair, ...]) -> Picks:
        """Return the picks on the same problem after these pairs."""
        return Picks(self.problem, self.points, pairs)


def picks_of(question: Question) -> Picks:
    """Return the picks; on another problem those that can be replayed there, or the pairs of a link or a beat."""
    kept = st.session_state.get(BY_HAND)
    if isinstance(kept, Picks) and kept.pairs == question.pairs:
        return kept if kept.problem == question.key() else _followed(kept, question)
    picks = Picks(question.key(), question.board.points)
    moves = len(answers.run_by_hand(question, question.pairs)) == len(question.pairs)
    return picks.then(question.pairs) if moves else picks  # the pairs of a link, or none


def asked_of(question: Question) -> tuple[Picks, PickedPair | None]:
    """Return the picks as the open beat requires them, and the pair that LIBSVM would choose.

    A beat requests the first or the second point of this pair; for the second one, the first is already picked.
    """
    picks, task = picks_of(question), task_of()
    pair = suggestion(answers.run_by_hand(question, picks.pairs))
    if task == SECOND and pair is not None:
        picks = replace(picks, picked=(pair[0], *(picks.picked[1:] if picks.picked[:1] == pair[:1] else ())))
    elif task == FIRST or len(picks.picked) > 1:
        picks = replace(picks, picked=picks.picked[: task == FIRST])
    return picks, pair


def _followed(kept: Picks, question: Question) -> Picks:
    """Return the picks that remain on a changed problem; none if all points are different.

    If a change is undone, the pairs dropped by it are restored.
    """
    earlier, points = kept.before, question.board.points
    while earlier is not None:
        if earlier.problem == question.key():
            return earlier
        earlier = earlier.before
    numbers = numbers_now(kept.points, points)
    if numbers is None:
        return Picks(question.key(), points)
    pairs = renumbered(kept.pairs, numbers)
    left = len(answers.run_by_hand(question, pairs)) if pairs else 0
    picked = tuple(numbers[i] for i in kept.picked)
    waits = picked if min(picked, default=0) >= 0 else ()
    dropped = len(pairs) - left
    before = kept if dropped else kept.before
    found = Picks(question.key(), points, pairs[:left], picked=waits, dropped=dropped, before=before)
    return replace(found, halted=kept.halted)


def with_picks(question: Question) -> Question:
    """Keep the picks in the options that links read, in every mode of the page; return the question with them."""
    picks = picks_of(question)
    _keep(picks)
    return replace(question, pairs=picks.pairs)


def take_pick(key: str) -> None:
    """Move the pair picked on the board, or keep the reason why it cannot move."""
    sent, question = st.session_state[key].get("pick"), session.ask(read)
    picks, n = asked_of(question)[0], len(question.board.points.y)
    if not isinstance(sent, dict) or sent.get("run") != question.hand_name(picks.pairs):
        return
    i, j = sent.get("i"), sent.get("j")
    if (
        type(i) is not int
        or type(j) is not int
        or not (-1 <= i < n and -1 <= j < n)
        or len(picks.pairs) >= PICKED_PAIRS
    ):
        return
    if j < 0 or i < 0 or task_of() is not None:  # in a beat the visitor drags the pair along its line
        _keep(replace(picks.then(picks.pairs), picked=() if i < 0 else (i,) if j < 0 else (i, j)))
        return
    found = pick(answers.run_by_hand(question, picks.pairs), i, j)
    if isinstance(found, BadPick):
        _keep(replace(picks.then(picks.pairs), refused=(found, i, j)))
    else:
        _keep(picks.then((*picks.pairs, found)))


def take_halt(key: str) -> None:
    """Set the step at which the player halted."""
    sent, question = st.session_state[key].get("step"), session.ask(read)
    picks, k = picks_of(question), sent.get("k") if isinstance(sent, dict) else None
    if type(k) is int and k >= 0 and sent.get("run") == question.hand_name(picks.pairs):
        _keep(replace(picks, halted=None if k >= len(picks.pairs) else k))


def suggest() -> None:
    question = session.ask(read)
    picks = picks_of(question)
    pair = suggestion(answers.run_by_hand(question, picks.pairs))
    if pair is not None and len(picks.pairs) < PICKED_PAIRS:
        _keep(picks.then((*picks.pairs, (*pair, ASKED))))


def undo() -> None:
    picks = picks_of(session.ask(read))
    _keep(picks.then(picks.pairs[:-1]))


def again() -> None:
    _keep(picks_of(session.ask(read)).then(()))


def _keep(picks: Picks) -> None:
    st.session_state[BY_HAND] = picks
    asked = session.ask(read)
    if asked.pairs != picks.pairs:
        session.put_options(Options(picks.pairs, *asked.place))
