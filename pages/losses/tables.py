"""Tables: kinds of points, the points that cost most, squared slack, breakpoints, and sums of losses."""

from __future__ import annotations

import numpy as np
import pandas as pd

from core.problem import Role
from core.solver import RegularisationPath
from pages.losses.answers import MachineAtC, Squared, SumOfLoss
from pages.losses.figures.path import moves_told
from ui.words import Words, number

FIRST = 6  # rows in the table of the points that cost most
MOST_BREAKPOINTS = 200
KINDS = {  # catalogue names of the kinds of points
    Role.OUTSIDE: "outside",
    Role.ON_MARGIN: "on_margin",
    Role.FREE: "free",
    Role.BOUNDED_ON_MARGIN: "bounded_on_margin",
    Role.INSIDE: "inside",
    Role.ON_PLANE: "on_plane",
    Role.MISCLASSIFIED: "misclassified",
}


def kinds_table(found: MachineAtC, words: Words) -> pd.DataFrame:
    """Return one row per kind of point: its alpha, its margin, and the number of points."""
    rows = [
        {
            words("losses.column.kind"): words(f"losses.kind.{name}"),
            "α": words(f"losses.kind.{name}.alpha"),
            "ξ": words(f"losses.kind.{name}.xi"),
            words("losses.column.count"): str(found.solution.count(kind)),
        }
        for kind, name in KINDS.items()
    ]
    return pd.DataFrame(rows).set_index(words("losses.column.kind"))


def points_table(found: MachineAtC, words: Words) -> pd.DataFrame:
    """Return the points with the largest slack, in descending order."""
    shown = found.solution
    order = np.argsort(-found.slack, kind="stable")[:FIRST]
    rows = [
        {
            words("losses.column.point"): str(i + 1),
            "α": number(float(shown.alpha[i])),
            "y f": number(float(found.margin[i])),
            "ξ": number(float(found.slack[i])),
            "ξ/‖w‖": number(float(found.slack[i]) / found.norm) if found.norm > 0.0 else "–",
        }
        for i in order
    ]
    return pd.DataFrame(rows).set_index(words("losses.column.point"))


def squared_table(found: Squared, words: Words) -> pd.DataFrame:
    """Return the points with the largest squared slack: xi from f, and alpha / (2 C)."""
    order = np.argsort(-found.slack, kind="stable")[:FIRST]
    rows = [
        {
            words("losses.column.point"): str(i + 1),
            "α": number(float(found.alpha[i]), 8),
            "α/(2C)": number(float(found.of_alpha[i]), 8),
            "ξ": number(float(found.slack[i]), 8),
        }
        for i in order
    ]
    return pd.DataFrame(rows).set_index(words("losses.column.point"))


def breakpoints_table(path: RegularisationPath, words: Words) -> pd.DataFrame:
    """Return the breakpoints in ascending order of C, up to `MOST_BREAKPOINTS`."""
    rows = [
        {"C": number(one.C, 6), words("losses.column.moves"): moves_told(one.moves, words)}
        for one in path.breakpoints[:MOST_BREAKPOINTS]
    ]
    return pd.DataFrame(rows, columns=["C", words("losses.column.moves")]).set_index("C")


def sums_table(sums: tuple[SumOfLoss, ...], words: Words) -> pd.DataFrame:
    """Return one row per loss: its sum over the points, and where it is below the 0-1 loss."""
    rows = [
        {
            words("losses.column.loss"): words(f"losses.loss.{one.name}"),
            words("losses.column.sum"): number(one.total),
            words("losses.column.below"): number(one.below),
        }
        for one in sums
    ]
    return pd.DataFrame(rows).set_index(words("losses.column.loss"))
