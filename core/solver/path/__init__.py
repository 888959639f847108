"""Every C at once: the solutions of C-SVC as a function of C."""

from core.solver.path.path import Move, Place, RegularisationPath, regularisation_path

__all__ = ["Move", "Place", "RegularisationPath", "regularisation_path"]
