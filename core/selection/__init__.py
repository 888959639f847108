"""Choosing parameters by their generalisation error."""

from core.selection.folded import Folded, Learner, Split, folded, folded_by
from core.selection.folds import folds
from core.selection.leave_one_out import LeaveOneOut, leave_one_out
from core.selection.look import (
    Grid,
    Kind,
    Look,
    Purpose,
    Transfer,
    best,
    chosen,
    grid_of,
    one_standard_error,
    penalty_of,
    transfer,
)
from core.selection.median import median_gamma
from core.selection.strategy import STRATEGIES, Strategy, walk
from core.selection.workspace import Workspace

__all__ = [
    "STRATEGIES",
    "Folded",
    "Grid",
    "Kind",
    "Learner",
    "LeaveOneOut",
    "Look",
    "Purpose",
    "Split",
    "Strategy",
    "Transfer",
    "Workspace",
    "best",
    "chosen",
    "folded",
    "folded_by",
    "folds",
    "grid_of",
    "leave_one_out",
    "median_gamma",
    "one_standard_error",
    "penalty_of",
    "transfer",
    "walk",
]
