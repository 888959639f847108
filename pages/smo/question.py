"""The question of the page with a run of SMO, derived once: its mode, its rules, the picked pairs, and the step."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any

from ui.link.codec import LONGEST, Maybe, Real, Several, Whole, part
from ui.link.form import LinkForm
from ui.link.shared import MODES, RULES
from ui.page.fork import Forking
from ui.solve.board_problem import BoardProblem, content_key
from ui.solve.limits import FARTHEST_ALPHA, PICKED_PAIRS, USUAL_LENS, WHOLE_IN_LINK
from ui.solve.options import TIES, Fork, HandOptions, PairOptions, fork_of, pair_options
from ui.state.board import Board
from ui.state.change import DRAWS, TOLERANCE_LENS, with_draws, with_lens, with_line, with_option, with_ties
from ui.state.lab import Lab, choosing, revised
from ui.state.machine import weighted

CHOICES = {"mode": MODES, "rule": RULES, "rival": RULES}
ASKED = 1  # third component of a pair that LIBSVM chose at the visitor's request

AT_I, AT_J = "at_i", "at_j"  # the coordinates of the hand's point
BACK = "back"  # the name of the change that takes it away
BETWEEN_PLACES = "~"

MovedPair = tuple[int, ...]  # i, j, and `ASKED` if LIBSVM chose the pair
HandPlace = tuple[float | None, float | None]  # alpha_i and alpha_j
NOWHERE: HandPlace = (None, None)


@dataclass(frozen=True)
class Options:
    """The pairs that moved, in order: pairs=3-8_1-0-1, counted from 0; the second of these was chosen by LIBSVM."""

    pairs: tuple[MovedPair, ...] = part((), Several(Several(Whole(0, WHOLE_IN_LINK), "-", 2, 3), "_", 0, PICKED_PAIRS))
    at_i: float | None = part(None, Maybe(Real(-FARTHEST_ALPHA, FARTHEST_ALPHA)))  # the hand's point in the plane of a
    at_j: float | None = part(None, Maybe(Real(-FARTHEST_ALPHA, FARTHEST_ALPHA)))  # step's pair; None: the step's own

    @property
    def place(self) -> HandPlace:
        """The hand's point."""
        return self.at_i, self.at_j


class HandForm(LinkForm):
    """The pairs, and after a tilde the hand's point, if there is one: pairs=3-8~1.5~0.25; older links have none."""

    def write(self, options: Options) -> str:
        """Return the options as one word."""
        pairs, *point = (how.write(getattr(options, name)) for name, how in PARTS.items())
        return pairs if options.place == NOWHERE else BETWEEN_PLACES.join([pairs, *point])

    def read(self, text: str) -> Options | None:
        """Return the options of a word; None for anything else or an empty word."""
        texts = text.split(BETWEEN_PLACES, len(PARTS)) if 0 < len(text) <= LONGEST else []
        if len(texts) not in (1, len(PARTS)):
            return None
        try:
            return Options(**{name: PARTS[name].read(one) for name, one in zip(PARTS, texts, strict=False)})
        except ValueError:
            return None


PARTS = {field.name: field.metadata["part"] for field in fields(Options)}
FORM = HandForm("hand", "pairs", Options)


@dataclass(frozen=True, eq=False)
class Question:
    """The whole question of the page."""

    board: Board
    mode: str  # the use of the page
    rule: str  # the rule on screen
    rival: str  # the rule of the second run
    pairs: tuple[MovedPair, ...]  # picked by hand, as in a link
    step: int | None  # the player's current step
    draws: int = 0  # the seed of random pairs
    fork: Fork | None = None  # of the run on screen
    place: HandPlace = NOWHERE  # the hand's point in the plane of the step's pair
    ties: str = TIES[0]  # of equal values, which one a rule takes
    lens: float = USUAL_LENS  # the tolerance that is compared with the tightest

    @property
    def problem(self) -> BoardProblem:
        """The problem for the solver, with the options of the run on screen."""
        return self.board.problem.with_options(self.watched)

    @property
    def way(self) -> str:
        """A name of mode and rules: when it changes, the players go to the step of the link."""
        return f"{self.mode} {self.rule} {self.rival}"

    @property
    def watched(self) -> PairOptions:
        """The options of the run on screen."""
        return pair_options(self.rule, self.draws, self.fork, self.ties)

    @property
    def forking(self) -> Forking:
        """The values from which a fork of that run is made."""
        return Forking(self.problem)

    def run_name(self, rule: str) -> str:
        """Return the name of the run of a rule."""
        return self.problem.with_options(self.options_of(rule)).run_name

    def options_of(self, rule: str) -> PairOptions:
        """Return the options of the run of a rule without a fork."""
        return pair_options(rule, self.draws, ties=self.ties)

    def hand_name(self, pairs: tuple[MovedPair, ...]) -> str:
        """Return the name of the run of picked pairs."""
        return self.problem.with_options(self.by_hand(pairs)).run_name

    def key(self, *which: object) -> str:
        """Return a key of the problem, and of the pairs picked on it."""
        X, y, kernel = self.board.points.X, self.board.points.y, self.board.kernel
        return content_key(X, y, sorted(kernel.items()), self.board.C, self.board.machine.solved, *which)

    def by_hand(self, pairs: tuple[MovedPair, ...]) -> HandOptions:
        """Return the options of a run of picked pairs."""
        return HandOptions(tuple((i, j) for i, j, *_ in pairs), self.ties)


def read(lab: Lab) -> Question:
    """Return the question for a lab; initially, to watch LIBSVM's rule."""
    shared = lab.shared
    rule = shared.pair_rule
    rivals = rivals_of(rule)
    fork = fork_of(rule, shared.fork)
    rival = shared.rival if shared.rival in rivals else rivals[0]
    own, mode = lab.options(Options), shared.mode or MODES[0]
    run = (shared.step, shared.draws, fork, own.place, shared.ties, shared.lens)
    return Question(weighted(lab), mode, rule, rival, own.pairs, *run)


def rivals_of(rule: str) -> tuple[str, ...]:
    """Return the rules that can be compared with one."""
    return tuple(other for other in RULES if other != rule)


def change(lab: Lab, name: str, value: object) -> Lab:
    """Return the lab with another mode, rule, rival, seed or line; the same lab if there is no such choice."""
    if name == DRAWS:
        return with_draws(lab, value)
    if name == "ties":
        return with_ties(lab, value)
    if name == TOLERANCE_LENS:
        return with_lens(lab, value)
    if name == "line":
        return with_line(lab, value)
    if name == BACK:
        return choosing(lab, replace(lab.options(Options), at_i=None, at_j=None))
    if name in (AT_I, AT_J):
        return with_option(lab, lab.options(Options), name, value)
    if value not in CHOICES.get(name, ()):
        return lab
    chosen: dict[str, Any] = {name: value}
    shared = replace(lab.shared, **chosen)
    return revised(lab, shared) if name == "rule" else replace(lab, shared=shared, unread=())
