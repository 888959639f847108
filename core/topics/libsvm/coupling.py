"""Pairwise coupling on random tables: p >= 0 without imposing it, and what the iteration leaves (mathematics 12)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...estimators.probability import couple, couple_exactly


@dataclass(frozen=True)
class Coupled:
    """The probabilities of random tables of pairs, by elimination and by LIBSVM's iteration."""

    classes: int
    tables: int
    least: float  # the smallest probability by elimination, which imposes only sum p = 1
    apart: float  # the largest difference between the two, at LIBSVM's tolerance
    closer: float  # the same at a tolerance of 1e-12


def coupled(classes: int, tables: int, seed: int = 0) -> Coupled:
    """Return what both ways give for tables with r_st uniform in (0, 1) and r_ts = 1 - r_st."""
    upper = np.triu(np.random.default_rng(seed).random((tables, classes, classes)), 1)
    R = upper + np.tril(1.0 - np.swapaxes(upper, 1, 2), -1)
    exact = couple_exactly(R)
    return Coupled(
        classes=classes,
        tables=tables,
        least=float(exact.min()),
        apart=float(np.abs(couple(R) - exact).max()),
        closer=float(np.abs(couple(R, 1e-12) - exact).max()),
    )
