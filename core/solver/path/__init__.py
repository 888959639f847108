"""The regularisation path: the optimum as a piecewise linear function of C, found in one run (mathematics 22.8)."""

from .regularisation import Breakpoint, Move, RegularisationPath, Status, regularisation_path

__all__ = ["Breakpoint", "Move", "RegularisationPath", "Status", "regularisation_path"]
