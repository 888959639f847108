"""HOW one step is taken: pure compiled steps and the ways to drive them. Compiled functions check nothing."""

from core.solver.answer import CRAWL, Answer, answer
from core.solver.dual_cd.coordinate import minimum, project, slope
from core.solver.dual_cd.coordinate_step import DescentState, DescentStep
from core.solver.dual_cd.epoch import DescentRule, Epoch
from core.solver.libsvm.loop_step import FEWEST_ROWS, LoopStep, Said
from core.solver.libsvm.state import LoopRule, LoopState
from core.solver.outcome import Outcome, default_limit
from core.solver.path import Breakpoint, Move, RegularisationPath, Status, regularisation_path
from core.solver.perceptron.kernel_step import KernelPerceptron
from core.solver.perceptron.plane_step import PlanePerceptron
from core.solver.perceptron.rounds import PerceptronRule, PerceptronStep, Round
from core.solver.smo.pair import (
    PairRule,
    PairUpdate,
    can_fall,
    can_rise,
    curvature,
    guaranteed_gain,
    select_pair,
    solve_pair,
)
from core.solver.smo.pair_step import State, Step, move_pair, step
from core.solver.smo.partner import Fallback, PlattRule, attempt_pair, choose_partner
from core.solver.smo.platt import PlattState, PlattStep
from core.solver.smo.segment import Segment, segment
from core.solver.stepper import (
    STEPPERS,
    AnyProblem,
    AnyState,
    AnyStep,
    CancelFlag,
    Option,
    Stepper,
    stepper_for,
)
from core.solver.trainer import Trained, new_progress, train
from core.solver.walk import Finished, finish, new_cancel_flag, walk

__all__ = [
    "CRAWL",
    "FEWEST_ROWS",
    "STEPPERS",
    "Answer",
    "AnyProblem",
    "AnyState",
    "AnyStep",
    "Breakpoint",
    "CancelFlag",
    "DescentRule",
    "DescentState",
    "DescentStep",
    "Epoch",
    "Fallback",
    "Finished",
    "KernelPerceptron",
    "LoopRule",
    "LoopState",
    "LoopStep",
    "Move",
    "Option",
    "Outcome",
    "PairRule",
    "PairUpdate",
    "PerceptronRule",
    "PerceptronStep",
    "PlanePerceptron",
    "PlattRule",
    "PlattState",
    "PlattStep",
    "RegularisationPath",
    "Round",
    "Said",
    "Segment",
    "State",
    "Status",
    "Step",
    "Stepper",
    "Trained",
    "answer",
    "attempt_pair",
    "can_fall",
    "can_rise",
    "choose_partner",
    "curvature",
    "default_limit",
    "finish",
    "guaranteed_gain",
    "minimum",
    "move_pair",
    "new_cancel_flag",
    "new_progress",
    "project",
    "regularisation_path",
    "segment",
    "select_pair",
    "slope",
    "solve_pair",
    "step",
    "stepper_for",
    "train",
    "walk",
]
