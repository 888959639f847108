"""The trainer: the dual of any form solved as fast as we can, with working sets, a row cache, shrinking and Newton."""

from .train import CACHE_BYTES, Trained, new_progress, train

__all__ = ["CACHE_BYTES", "Trained", "new_progress", "train"]
