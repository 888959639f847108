"""Hostile calls of machines, trainers and walks: whether each returns, and none makes a false claim.

`calls` generates them, `attempt` makes one and returns how it ended, `worker` is a process that makes them and can be
killed, and `law` states what must hold.
"""

from benchmarks.hostile.run import main

__all__ = ["main"]
