"""The trainer: a fast solver for the dual of any form, with working sets, a row cache, shrinking and Newton steps."""

from .train import CACHE_BYTES, Trained, new_progress, train

__all__ = ["CACHE_BYTES", "Trained", "new_progress", "train"]
