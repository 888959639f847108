"""What may be said of each gamma and of the whole strip, by predicates that were checked on the numbers shown."""

from __future__ import annotations

from collections.abc import Sequence

from core.experiment import Panel, Shape
from ui.words import Words, at_least, number


def panel_sentence(shown: Panel, words: Words, too_small: int = 0) -> str:
    """Say what this gamma has made of the plane, and around how many points that is too small to see."""
    unseen = words("strip.small", points=too_small) if too_small else ""
    return words.joined([_made(shown, words), unseen])


def _made(shown: Panel, words: Words) -> str:
    if shown.shape is Shape.IMPOSSIBLE:
        return words("strip.impossible")
    if shown.shape is Shape.FINER:
        return words("strip.finer")
    regions = shown.regions
    values = {"positive": regions.positive, "negative": regions.negative, "cells": regions.cells}
    if shown.shape is Shape.ISLANDS:
        counted = "strip.islands" if regions.settled else "strip.islands.unsettled"
        return words(counted, **values, lonely=regions.lonely)
    if shown.shape is Shape.BALANCED:
        return words("strip.balanced", **values)
    if 0 in (regions.positive, regions.negative):
        return words("strip.swallowed", **values)
    return words("strip.alike", smallest=at_least(shown.smallest_k))


def strip_sentence(panels: Sequence[Panel], words: Words) -> str:
    """Say where along the strip the plane falls apart, and where nothing is told from anything."""
    drawn = [shown for shown in panels if shown.shape is not Shape.IMPOSSIBLE]
    if not drawn:
        return words("strip.impossible")
    islands = [shown for shown in drawn if shown.shape is Shape.ISLANDS]
    one = [shown for shown in drawn if shown.shape is Shape.ONE]
    parts = []
    if one:
        parts.append(words("strip.sentence.one", gamma=number(one[-1].gamma)))
    if islands:
        first = islands[0]
        counts = {"lonely": first.regions.lonely, "cells": first.regions.cells}
        parts.append(words("strip.sentence.islands", gamma=number(first.gamma), **counts))
    if not parts:  # a gamma whose regions are too fine to count may well have made islands
        counted = all(shown.shape is not Shape.FINER for shown in drawn)
        parts.append(words("strip.sentence.calm" if counted else "strip.finer"))
    return words.joined(parts)
