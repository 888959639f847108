"""Sentences about each gamma and all panels, based on predicates checked numerically."""

from __future__ import annotations

from collections.abc import Sequence

from core.topics.gamma.experiment import AtGamma, Shape
from ui.words import Words, at_least, number


def panel_sentence(shown: AtGamma, words: Words, too_small: int = 0) -> str:
    """Describe the regions at this gamma, and say around how many points they are too small to see."""
    unseen = words("gamma.small", points=too_small) if too_small else ""
    return words.joined([_made(shown, words), unseen])


def _made(shown: AtGamma, words: Words) -> str:
    if shown.shape is Shape.IMPOSSIBLE:
        return words("gamma.impossible")
    regions = shown.regions
    values = {"positive": regions.positive, "negative": regions.negative}
    if shown.shape is Shape.UNSETTLED:
        return words("gamma.unsettled", **values)
    if shown.shape is Shape.ISLANDS:
        counted = "gamma.islands" if regions.settled else "gamma.islands.unsettled"
        return words(counted, **values, lonely=regions.lonely)
    if shown.shape is Shape.BALANCED:
        return words("gamma.balanced", **values)
    if regions.settled and 0 in (regions.positive, regions.negative):
        return words("gamma.swallowed")
    return words("gamma.alike", smallest=at_least(shown.smallest_k))


def told_panels(panels: Sequence[AtGamma]) -> list[AtGamma]:
    """Return the panels named in the page's sentence: the last with one region, and the first with islands."""
    one = [shown for shown in panels if shown.shape is Shape.ONE]
    islands = [shown for shown in panels if shown.shape is Shape.ISLANDS]
    return one[-1:] + islands[:1]


def lead_sentence(panels: Sequence[AtGamma], words: Words) -> str:
    """Say at which gamma the regions become islands, and at which the kernel no longer distinguishes points."""
    drawn = [shown for shown in panels if shown.shape is not Shape.IMPOSSIBLE]
    if not drawn:
        return words("gamma.impossible")
    parts = []
    for shown in told_panels(drawn):
        if shown.shape is Shape.ONE:
            parts.append(words("gamma.sentence.one", gamma=number(shown.gamma)))
            continue
        counted = "gamma.sentence.islands" if shown.regions.settled else "gamma.sentence.islands.unsettled"
        parts.append(words(counted, gamma=number(shown.gamma), lonely=shown.regions.lonely))
    if not parts:  # if not all regions were counted, there may be islands
        settled = all(shown.shape is not Shape.UNSETTLED for shown in drawn)
        parts.append(words("gamma.sentence.calm" if settled else "gamma.sentence.unsettled"))
    return words.joined(parts)
