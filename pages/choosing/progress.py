"""The background work of the page: small pictures of machines, and the searches of the strategies."""

from __future__ import annotations

from functools import partial

from core.topics.choosing.experiment import Tile
from pages.choosing import answers
from pages.choosing.question import Question
from pages.choosing.walked import Walked
from ui.page.work import FirstPicture, PageWork
from ui.solve.queue.long_work import Progress
from ui.state.visitor import visitor

FIRST = ("grid",)  # the strategy that gives the map its colours


def walking(question: Question) -> PageWork[tuple[Walked, ...]]:
    """Return the searches of the strategies over the map."""
    return PageWork(
        "choosing",
        question.work,
        lambda: answers.walks(question, visitor()),
        partial(answers.known, question),
        partial(answers.leave, question),
        lambda walked: (sum(each.found for each in walked), sum(each.of for each in walked)),
        is_over,
        FirstPicture(lambda: answers.walks(question, visitor(), FIRST), has_coarse_grid),
    )


def drawing(question: Question) -> PageWork[Progress[Tile]]:
    """Return the small pictures of machines."""
    return PageWork(
        "choosing-machines",
        question.pictures,
        lambda: answers.machines(question, visitor()),
        partial(answers.known_machines, question),
        partial(answers.leave_machines, question),
        lambda now: (len(now.found), len(answers.TILE_GAMMAS) * len(answers.TILE_CS)),
        lambda now: now.over,
    )


def is_over(walked: tuple[Walked, ...]) -> bool:
    """Whether the work has ended."""
    return all(each.over for each in walked)


def has_coarse_grid(walked: tuple[Walked, ...]) -> bool:
    """Whether the full grid has cells all over the map, or has ended."""
    return any(each.over or each.found >= answers.COARSE for each in walked if each.name in FIRST)
