"""The script that a page offers, which reproduces the numbers on screen with the project's own core."""

from __future__ import annotations

from collections.abc import Sequence

from ui.state.board import Board


def script(imports: Sequence[str], lines: Sequence[str]) -> str:
    """Return a script with these imports, besides math and NumPy, and these lines."""
    head = ["# Run in the project's folder: python this_file.py", "import math", "", "import numpy as np", ""]
    return "\n".join([*head, *imports, "", *lines])


def points(shown: Board) -> list[str]:
    """Return the lines that define the points on the board."""
    return [f"X = np.array({shown.points.X.tolist()!r})", f"y = np.array({shown.points.y.tolist()!r})"]


def costs(shown: Board) -> str:
    """Write C of C-SVC as an argument, with the weights of the classes if they differ from 1."""
    weights = shown.machine.class_weight
    return f"C={penalty(shown.C)}" + ("" if weights is None else f", class_weight={weights!r}")


def penalty(C: float | None) -> str:
    """Write C, None for the hard margin, as a Python expression."""
    return "math.inf" if C is None else repr(C)
