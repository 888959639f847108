"""The results of the page, cached for all visitors."""

from __future__ import annotations

from core.problem import InputError, Linear
from core.topics.classes.experiment import Joint, Shares, errors, joint, shares
from pages.classes.question import Question
from ui.solve.limits import POINTS_AGAINST_THE_REST
from ui.solve.memory import SharedResults
from ui.solve.request import AnswerMessage, refusal_parts
from ui.solve.several import SeveralSolved, several, several_parts
from ui.words import Words

_shares: SharedResults[Shares] = SharedResults()
_joint: SharedResults[Joint] = SharedResults()
_errors: SharedResults[tuple[int, int | None]] = SharedResults()


def machines(question: Question) -> SeveralSolved | InputError:
    """Return all machines, or why they cannot be trained."""
    try:
        return several(question.problem)
    except InputError as error:
        return error


def told(question: Question, found: SeveralSolved | InputError, words: Words) -> AnswerMessage:
    """Return what the board draws."""
    return refusal_parts(found, words) if isinstance(found, InputError) else several_parts(found, words)


def of_the_window(question: Question, found: SeveralSolved) -> Shares:
    """Return on which shares of the window the rules differ."""
    return _shares.get(question.look_key(), lambda: shares(found.found, question.kernel, question.X, question.square))


def missed(question: Question, found: SeveralSolved) -> tuple[int, int | None]:
    """Return the misclassified training points of the votes, and of one against the rest."""
    return _errors.get(question.key(), lambda: errors(found.found, question.kernel, question.X))


def is_joint(question: Question) -> bool:
    """Whether the page solves one problem for all classes: linear kernel, finite C, not too many points."""
    flat = isinstance(question.kernel, Linear) and question.C is not None
    return flat and len(question.y) <= POINTS_AGAINST_THE_REST


def all_at_once(question: Question, found: SeveralSolved) -> Joint:
    """Return the machine of Crammer and Singer."""
    C = question.C
    assert C is not None
    return _joint.get(
        question.look_key("joint"), lambda: joint(found.found, question.kernel, question.X, C, question.square)
    )
