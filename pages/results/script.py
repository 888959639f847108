"""The commands that measure what the page of results shows."""

from __future__ import annotations

from pages.results.question import Question

COMMANDS = (
    'pip install -e ".[bench]"',
    "python -m benchmarks results --data FOLDER --fetch",
    "python -m benchmarks results --only ratios --quick",
    "python -m benchmarks.train moons C=100",
)


def commands(asked: Question) -> str:
    """Return them one below the other; they are the same whatever is chosen."""
    return "\n".join(COMMANDS)
