"""Choosing parameters by their generalisation error."""

from core.selection.folds import folds
from core.selection.leave_one_out import LeaveOneOut, leave_one_out

__all__ = ["LeaveOneOut", "folds", "leave_one_out"]
