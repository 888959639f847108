"""The one sentence under a page's title, chosen by predicates that were checked on the numbers on screen."""

from __future__ import annotations

from core.problem import Role
from core.view import Light, Solution
from ui.solve.recording import Recording
from ui.words import Words, number


def board_sentence(shown: Solution | None, words: Words) -> str:
    """Say who carries the boundary on the board; None: its question was refused."""
    if shown is None:
        return words("board.sentence.refused")
    if shown.light is Light.IMPOSSIBLE:
        return words("board.sentence.impossible" if shown.common is not None else "board.sentence.impossible.space")
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


def step_sentence(told: str, step: int | None, run: Recording | None, words: Words) -> str:
    """Say of a step before the end of its run where it is, and that what is told is about the end."""
    if step is None or run is None or step >= len(run.trace):
        return told
    return words("board.sentence.step", k=step, steps=len(run.trace), told=told)


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
