"""The layout of the page: the small boards in ascending order of gamma, and the curves."""

from __future__ import annotations

from collections.abc import Iterator

from pages.gamma import answers
from pages.gamma.figures.curves import gamma_curves, gamma_curves_text
from pages.gamma.panels import Panel, show_panels
from pages.gamma.question import Question
from pages.gamma.sentences import lead_sentence, panel_sentence, told_panels
from ui.component.plot import Drawn
from ui.page.left_out import Errors, follow_left_out
from ui.page.showing import Showing
from ui.solve.request import AnswerMessage, solution_parts
from ui.words import number

PROJECTED = 540  # pixels of the curves in projector mode, where they are shown alone


def stage(question: Question, showing: Showing) -> str:
    """Show the small boards, each as soon as it is solved; a change by the visitor interrupts between two of them."""
    words = showing.words
    answers.panel_at(question, question.gammas[0])  # raises an error before anything is shown

    def panels() -> Iterator[Panel]:
        for gamma in question.gammas:
            machine = answers.panel_at(question, gamma)
            caption = words("gamma.caption", gamma=number(machine.gamma), vectors=machine.solution.vectors)
            told = panel_sentence(machine, words, answers.too_small(question, machine))
            yield Panel(machine.gamma, caption, solution_parts(machine.solution, words), told)

    show_panels(panels(), question, showing, lambda: told_panels(answers.panels(question))[-1:])
    return lead_sentence(answers.panels(question), words)


def refused(question: Question, answer: AnswerMessage, showing: Showing) -> None:
    """Show the small boards with the message of the light: each keeps its last picture."""
    captions = [showing.words("gamma.caption.refused", gamma=number(gamma)) for gamma in question.gammas]
    panels = [Panel(gamma, caption, answer, "") for gamma, caption in zip(question.gammas, captions, strict=True)]
    show_panels(panels, question, showing)


def below(question: Question, showing: Showing) -> None:
    """Show the curves over gamma."""
    panels, words = answers.panels(question), showing.words
    told = gamma_curves_text(panels, words)

    def show(found: Errors) -> None:
        errors = [each.error for each in found]
        showing.heading("figure.gamma.title")  # with its figure: in projector mode both are visible together
        counted = [found is not None for found in errors]
        showing.draw("gamma-curves", lambda: Drawn(gamma_curves(panels, errors, words), told, PROJECTED), counted)

    follow_left_out("gamma", answers.candidates(question, panels), showing, show)
