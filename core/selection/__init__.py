"""Choosing parameters by their generalisation error.

`Search` imports scikit-learn, so it is loaded on first use.
"""

from typing import TYPE_CHECKING, Any

from .folded import Folded, Learner, Split, folded, folded_by
from .folds import folds
from .leave_one_out import (
    LeaveOneOut,
    leave_one_out,
    leave_one_out_of_ridge,
    left_out_error,
    wrong_without,
)
from .look import (
    C_of,
    Grid,
    Kind,
    Look,
    Purpose,
    Transfer,
    best,
    chosen,
    ends,
    grid_of,
    one_standard_error,
    penalty_of,
    transfer,
    within_one_standard_error,
)
from .median import median_gamma
from .plan import STRATEGIES, Strategy
from .strategy import walk
from .workspace import Workspace

if TYPE_CHECKING:
    from .sweep.search import Search

__all__ = [
    "STRATEGIES",
    "C_of",
    "Folded",
    "Grid",
    "Kind",
    "Learner",
    "LeaveOneOut",
    "Look",
    "Purpose",
    "Search",
    "Split",
    "Strategy",
    "Transfer",
    "Workspace",
    "best",
    "chosen",
    "ends",
    "folded",
    "folded_by",
    "folds",
    "grid_of",
    "leave_one_out",
    "leave_one_out_of_ridge",
    "left_out_error",
    "median_gamma",
    "one_standard_error",
    "penalty_of",
    "transfer",
    "walk",
    "within_one_standard_error",
    "wrong_without",
]


def __getattr__(name: str) -> Any:  # noqa: ANN401 - what a module has
    """Load `Search` on first use."""
    if name != "Search":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from .sweep.search import Search

    return Search
