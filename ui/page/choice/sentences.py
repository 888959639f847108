"""Sentences and numbers about the choice by an approximation, based on checked values."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from core.selection import Learner, Look
from core.topics.choosing.experiment import EXACT, Approximation
from ui.page.choice.grid import SIDE, edge_sentences
from ui.page.choice.stand_ins import KernelWalk
from ui.words import Words, number

NONE = "–"


def name_of(approximation: Approximation, words: Words) -> str:
    """Return the name of a kernel with its rank."""
    return words(f"choice.name.{approximation.name}", rank=number(approximation.rank))


def percent(share: float) -> str:
    """Return a share as a percentage with three digits, without the % sign."""
    return number(100.0 * share, 3)


def lead(walked: Sequence[KernelWalk], learner: Learner, words: Words) -> str:
    """Describe the cells of the maps and the choice of the exact kernel."""
    own = walked[0].own
    values = {"symbol": symbol(learner), "cells": number(SIDE * SIDE), "folds": number(len(own.points))}
    told = [words("choice.lead", **values)]
    told.append(words("choice.exact", place=place_of(own, learner, words), error=percent(own.error)))
    return words.joined([*told, *edge_sentences(own, words)])


def choice_sentence(walked: KernelWalk, exact: Look, learner: Learner, words: Words) -> str:
    """Compare the choice of an approximation with that of the exact kernel, `exact`."""
    name = name_of(walked.approximation, words)
    if not walked.looks:
        return words("choice.none", name=name)
    own, there, spread = walked.own, walked.exact, exact.standard_error
    values = {"name": name, "place": place_of(own, learner, words), "there": percent(there.error)}
    if (own.gamma, own.C) == (exact.gamma, exact.C):
        return words("choice.same", **values)
    if there.error <= exact.error:
        return words("choice.equal", **values)
    key = "within" if there.error <= exact.error + spread else "beyond"
    return words(f"choice.{key}", best=percent(exact.error), spread=percent(spread), **values)


def choices_table(walked: Sequence[KernelWalk], learner: Learner, words: Words) -> pd.DataFrame:
    """Return a row for each kernel: its choice, its own error there, the exact kernel's error there, and the time."""
    names = ("kernel", "gamma", "penalty" if learner is Learner.RIDGE else "C", "own", "there", "time")
    columns = [words(f"choice.column.{name}") for name in names]
    rows = [_row(each, learner, words) for each in walked]
    return pd.DataFrame(rows, columns=columns).set_index(columns[0])


def _row(walked: KernelWalk, learner: Learner, words: Words) -> tuple[str, ...]:
    name = name_of(walked.approximation, words)
    if not walked.looks:
        return (name, *[NONE] * 5)
    own = walked.own
    there = NONE if walked.approximation == EXACT else percent(walked.exact.error)
    return (
        name,
        number(own.gamma),
        number(penalty(own, learner)),
        percent(own.error),
        there,
        number(1e3 * walked.seconds, 2),
    )


def place_of(look: Look, learner: Learner, words: Words) -> str:
    """Return the cell of a look in words; for ridge regression by its lambda."""
    values = {"gamma": number(look.gamma), "penalty": number(penalty(look, learner))}
    return words(f"choice.place.{learner}", **values)


def penalty(look: Look, learner: Learner) -> float:
    """Return C, or the corresponding lambda."""
    return look.penalty if learner is Learner.RIDGE else look.C


def symbol(learner: Learner) -> str:
    """Return the letter of the penalty."""
    return "λ" if learner is Learner.RIDGE else "C"
