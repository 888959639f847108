"""Hostile calls of machines, trainers and walks: whether each comes back, and none claims what is not so.

`calls` draws them, `attempt` makes one and says how it ended, `worker` is a process that makes them and can be killed,
and `law` says what must hold.
"""

from benchmarks.hostile.run import main

__all__ = ["main"]
