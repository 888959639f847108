"""The commands that measure what the page shows."""

from __future__ import annotations

from pages.paper.question import Question

COMMANDS = (
    'pip install -e ".[bench]"',
    "python -m benchmarks paper --data FOLDER",
    "python -m benchmarks paper --data FOLDER --sets mg housing mpg --rows 0 --tests 0 --into small.json",
)


def commands(asked: Question) -> str:
    """Return them one below the other; they are the same whatever is chosen."""
    return "\n".join(COMMANDS)
