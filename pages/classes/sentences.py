"""Sentences of the page, based on predicates checked on the numbers shown."""

from __future__ import annotations

import math

from core.topics.classes.experiment import Joint, Shares
from core.view import Light
from pages.classes import answers
from pages.classes.question import Question
from ui.solve.several import SeveralSolved
from ui.words import Words, number

LEAST_SHARE = 5e-4  # of the window: less is printed as 0 %


def lead_sentence(question: Question, found: SeveralSolved, words: Words) -> str:
    """Say how many machines vote, and on which share of the board their vote is a tie."""
    k = found.found.classes
    if any(each.light is Light.IMPOSSIBLE for each in found.one):
        return words("classes.lead.impossible")
    if k == 2:
        return words("classes.lead.two")
    shares = answers.of_the_window(question, found)
    key = "ties" if shares.tie >= LEAST_SHARE else "clear"
    return words(f"classes.lead.{key}", k=k, machines=len(found.one), share=percent(shares.tie))


def rules_sentence(shares: Shares, words: Words) -> str:
    """Say on which shares of the board the rules for ties, and one against the rest, decide otherwise."""
    parts = [words("classes.rules.ties", tie=percent(shares.tie), broken=percent(shares.broken))]
    if not math.isnan(shares.rest):
        parts.append(words("classes.rules.rest", rest=percent(shares.rest)))
    return words.joined(parts)


def joint_sentence(shown: Joint, missed: tuple[int, int | None], n: int, words: Words) -> str:
    """Say how the joint machine compares with the votes."""
    parts = [words("classes.joint.told", share=percent(shown.share), errors=shown.errors, votes=missed[0], n=n)]
    if not shown.converged:
        parts.append(words("classes.joint.short"))
    return words.joined(parts)


def percent(share: float) -> str:
    """Return a share of the board in percent."""
    return number(100.0 * share, 3) if share >= LEAST_SHARE or share == 0.0 else "< 0.05"
