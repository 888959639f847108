"""The gamma and C that the approximations of a page would have chosen."""

from ui.page.choice.show import fold_choice
from ui.page.choice.stand_ins import StandIns, by_kernel

__all__ = ["StandIns", "by_kernel", "fold_choice"]
