"""Linear training: a fast solver of the dual of `core.solver.dual_cd`, on any rows of features."""

from .train import TrainedLinear, train_linear

__all__ = ["TrainedLinear", "train_linear"]
