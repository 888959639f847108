"""The machine in question, the picture on its board, and the words of its light."""

from __future__ import annotations

from core.problem import InputError
from ui.page.machine.on_machine import OnMachine
from ui.solve.approximation.overlay import overlay
from ui.solve.machine.answer import machine_parts
from ui.solve.machine.table import FIRST
from ui.solve.request import AnswerMessage, refusal_parts, solution_parts
from ui.solve.solving import MachineSolved, solved, solved_machine
from ui.words import Words


def machine(on_machine: OnMachine) -> MachineSolved | InputError:
    """Return the machine, or why it does not exist."""
    try:
        return solved_machine(on_machine.problem)
    except InputError as error:
        return error


def told(on_machine: OnMachine, found: MachineSolved | InputError, words: Words) -> AnswerMessage:
    """Return the picture of the board and the words of the light; for C-SVC as on every other board."""
    if isinstance(found, InputError):
        return refusal_parts(found, words)
    if on_machine.spec.name == FIRST:
        return solution_parts(solved(on_machine.problem).solution, words)
    return machine_parts(found, overlay(on_machine.problem), words)
