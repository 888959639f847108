"""Choosing parameters: what a choice costs on points that were not seen."""

from core.selection.folds import folds
from core.selection.leave_one_out import LeaveOneOut, leave_one_out

__all__ = ["LeaveOneOut", "folds", "leave_one_out"]
