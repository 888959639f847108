"""The stage of the page: three boards with one hand, the numbers of each, and which kernel the points prefer."""

from __future__ import annotations

from pages.kernels import answers
from pages.kernels.boards import show_boards, told
from pages.kernels.compared import follow_numbers
from pages.kernels.question import BOARDS, Question
from pages.kernels.sentences import lead_sentence
from ui.page.showing import Showing
from ui.solve.request import AnswerMessage


def stage(question: Question, showing: Showing) -> str:
    """Show boards and numbers; the leave-one-out errors come as soon as they are known."""
    found = answers.machines(question)
    show_boards(question, told(found, showing.words), showing)
    known = follow_numbers(question, found, showing)
    return lead_sentence(question, found, known, showing.words)


def refused(question: Question, answer: AnswerMessage, showing: Showing) -> None:
    """Show the boards with the message of the light: each keeps its last picture."""
    show_boards(question, dict.fromkeys(BOARDS, answer), showing)
