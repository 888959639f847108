"""The leave-one-out error of a panel, at once."""

from core.selection import LeaveOneOut, leave_one_out
from core.topics.gamma.experiment import AtGamma
from ui.page.left_out import is_solved
from ui.solve.solving import TOLERANCE


def error_of(shown: AtGamma) -> LeaveOneOut:
    if not is_solved(shown):
        return LeaveOneOut(0, 0, complete=False)
    return leave_one_out(shown.problem, shown.solution.alpha, shown.solution.decision, TOLERANCE)
