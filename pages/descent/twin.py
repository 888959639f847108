"""Sentences that compare the mapped points with their kernel, based on checked numbers."""

from __future__ import annotations

from core.topics.descent.experiment import DECISION_CELLS as CELLS
from core.topics.descent.experiment import PROVED, WithoutOffset
from pages.descent.question import Question
from ui.solve.kernels import APPROXIMATIONS
from ui.words import Words, at_least, at_most, number


def twin_sentence(found: WithoutOffset, question: Question, words: Words) -> str:
    """Say whether the kernel's own dual without a free offset has the same decision values as the features."""
    n, apart = number(len(question.X)), found.kernel
    if not apart.gap <= PROVED:
        return words("descent.twin.unproved", n=n)
    values = {"n": n, "cells": number(CELLS * CELLS), "gap": at_most(100.0 * apart.gap, 2)}
    key = "descent.twin.same" if apart.same else "descent.twin.open"
    return words(key, difference=at_most(apart.worst, 2), **values)


def limit_sentence(found: WithoutOffset, question: Question, words: Words) -> str:
    """Say what the map truncates, and how the exact kernel would decide; empty if that was not solved."""
    spec, name = question.spec, str(question.spec["name"])
    if name not in APPROXIMATIONS:
        return words("descent.limit.whole", features=number(question.dimension))
    if found.limit is None:
        return ""
    apart, cut = found.limit, {"order": number(float(spec.get("order", 0))), "features": number(question.dimension)}
    kept = words(f"descent.limit.{name}", kept=at_least(100.0 * found.kept, 3), **cut)
    if not apart.gap <= PROVED:
        return words.joined([kept, words("descent.limit.unproved")])
    values = {"difference": number(apart.points, 2), "share": number(100.0 * apart.share, 2)}
    said = words("descent.limit.same" if apart.same else "descent.limit.apart", **values)
    return words.joined([kept, said])
