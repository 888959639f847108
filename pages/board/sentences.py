"""The one sentence under a page's title, chosen by predicates that were checked on the numbers on screen."""

from __future__ import annotations

import math

from core.experiment import Offsets
from core.problem import Role
from core.view import Light, Solution
from pages.board.answers import Multipliers
from pages.board.question import Question
from ui.solve.recording import Recording
from ui.solve.way import LOSSES
from ui.words import Words, at_most, number

OTHER = {  # the sentence about the problem of coordinate descent, by whether it has an offset, and by its loss
    (True, LOSSES[0]): "board.other.bias",
    (True, LOSSES[1]): "board.other.bias.squared",
    (False, LOSSES[0]): "board.other.plain",
    (False, LOSSES[1]): "board.other.plain.squared",
}


def board_sentence(shown: Solution | None, words: Words) -> str:
    """Say who carries the boundary on the board; None: its question was refused."""
    if shown is None:
        return words("board.sentence.refused")
    if shown.light is Light.IMPOSSIBLE:
        return words("board.sentence.impossible" if shown.common is not None else "board.sentence.impossible.space")
    if shown.coordinates and math.isfinite(shown.certificate.primal):
        return _visited(shown, words)
    if shown.light is Light.NOT_YET:
        return words("board.sentence.open", steps=number(shown.steps))
    return words(
        _case(shown),
        n=len(shown.alpha),
        vectors=shown.vectors,
        free=shown.free,
        bounded=shown.bounded,
        street=_street(shown, words),
        wrong=shown.errors,
        touching=shown.count(Role.ON_MARGIN),
    )


def _visited(shown: Solution, words: Words) -> str:
    """Say what holds the boundary of a run of single coordinates, which need not be on the margin, and its proof."""
    gap = at_most(100.0 * shown.certificate.relative_gap, 2)
    values = {"visits": number(shown.steps), "n": len(shown.alpha), "vectors": shown.vectors, "wrong": shown.errors}
    return words("board.sentence.visits", gap=gap, **values)


def step_sentence(shown: Multipliers, k: int, run: Recording, words: Words) -> str:
    """Say of a step before the end of its run where it is, and how far the multipliers and the dual have come."""
    dual = run.playback.dual
    values = {"k": k, "steps": number(len(run.trace)), "n": len(shown.alpha), "vectors": shown.free + shown.bounded}
    key = "board.sentence.step" if run.playback.j.max(initial=-1) >= 0 else "board.sentence.step.visit"
    return words(key, dual=number(float(dual[k]), 4), last=number(float(dual[-1]), 4), **values)


def other_problem(asked: Question, both: Offsets | None, words: Words) -> str:
    """Say which problem coordinate descent solves in place of the one of SMO, and how far apart the boundaries are."""
    said = words(OTHER[asked.way.bias, asked.way.loss])
    if both is None:
        return said
    apart = words("board.other.apart", difference=number(both.difference), n=both.changed)
    return words.joined([said, apart])


def _case(shown: Solution) -> str:
    if shown.errors > 0:
        return "board.sentence.wrong"
    if shown.bounded > 0:
        return "board.sentence.inside"
    if shown.count(Role.ON_MARGIN) > 0:
        return "board.sentence.touching"
    return "board.sentence.clean" if shown.vectors < len(shown.alpha) else "board.sentence.all"


def _street(shown: Solution, words: Words) -> str:
    """Say how wide the street is, and where: only that of a linear kernel lies in the plane that is drawn."""
    return words("board.street" if shown.w is not None else "board.street.space", width=number(shown.margin_width))
