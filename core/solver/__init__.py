"""HOW one step is taken: pure compiled steps and the ways to drive them. Compiled functions check nothing."""

from core.solver.answer import Answer, answer
from core.solver.outcome import Outcome
from core.solver.pair import Rule, select_pair, solve_pair
from core.solver.smo import State, Step, step
from core.solver.stepper import STEPPERS, CancelFlag, Stepper
from core.solver.walk import Finished, default_limit, finish, new_cancel_flag, walk

__all__ = [
    "STEPPERS",
    "Answer",
    "CancelFlag",
    "Finished",
    "Outcome",
    "Rule",
    "State",
    "Step",
    "Stepper",
    "answer",
    "default_limit",
    "finish",
    "new_cancel_flag",
    "select_pair",
    "solve_pair",
    "step",
    "walk",
]
