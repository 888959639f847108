"""Linear training: the dual of `core.solver.dual_cd` solved as fast as we can, on any rows of features."""

from .train import TrainedLinear, train_linear

__all__ = ["TrainedLinear", "train_linear"]
