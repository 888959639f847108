"""The solvers: pure compiled steps and the loops that drive them. Compiled functions do not check their input."""

from .answer import CRAWL, Answer, answer
from .dual_cd.coordinate import minimum, project, slope
from .dual_cd.coordinate_step import DescentState, DescentStep
from .dual_cd.epoch import DescentRule, Epoch
from .libsvm.loop_step import FEWEST_ROWS, LoopStep, Said
from .libsvm.state import LoopRule, LoopState
from .outcome import Outcome, default_limit
from .path import Breakpoint, Move, RegularisationPath, Status, regularisation_path
from .perceptron.kernel_step import KernelPerceptron
from .perceptron.plane_step import PlanePerceptron
from .perceptron.rounds import PerceptronRule, PerceptronStep, Round
from .smo.every_pair import BEST, EveryPairRule, pairs_that_lower_by, violating_pairs
from .smo.pair import (
    PairRule,
    PairUpdate,
    can_fall,
    can_rise,
    curvature,
    guaranteed_gain,
    select_pair,
    solve_pair,
)
from .smo.pair_step import State, Step, move_pair, step
from .smo.partner import Fallback, PlattRule, attempt_pair, choose_partner
from .smo.platt import PlattState, PlattStep
from .smo.segment import Segment, segment
from .stepper import (
    STEPPERS,
    AnyProblem,
    AnyState,
    AnyStep,
    CancelFlag,
    Option,
    Stepper,
    stepper_for,
)
from .trainer import Trained, new_progress, train
from .walk import Finished, finish, new_cancel_flag, walk

__all__ = [
    "BEST",
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
    "EveryPairRule",
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
    "pairs_that_lower_by",
    "project",
    "regularisation_path",
    "segment",
    "select_pair",
    "slope",
    "solve_pair",
    "step",
    "stepper_for",
    "train",
    "violating_pairs",
    "walk",
]
