"""What may be said of the race: who is how near after how much work, from checked numbers."""

from __future__ import annotations

from core.topics.descent.experiment import Offsets, Race
from ui.words import Words, certain, common_digits, interval, number, told_apart


def race_sentence(shown: Race, words: Words) -> str:
    """Say who is how near after how much work, and that the two run to different optima."""
    apart = _optima(shown.optima, words)
    if shown.target is None:
        return words.joined([words("race.unjudged"), apart])
    pair, single = shown.pair.reached(shown.target), shown.single.reached(shown.target)
    assert pair is not None
    assert single is not None
    reached = words(
        "race.reached",
        target=number(100.0 * shown.target),
        steps=number(pair[0]),
        pair_work=number(pair[1]),
        visits=number(single[0]),
        single_work=number(single[1]),
    )
    return words.joined([reached, apart])


def _optima(both: Offsets, words: Words) -> str:
    """Say how the two optima differ, in as many digits as tell them apart, where they are proved to differ at all."""
    free, appended = both.free, both.appended
    values = dict(zip(("free", "appended"), told_apart(free.optimum, appended.optimum, 5), strict=True))
    if not both.proved:
        return words("race.open", **values)
    if appended.proof.low > free.proof.high:
        return words("race.apart", percent=number(100.0 * both.relative, 2), **values)
    low, high = min(side.proof.low for side in (free, appended)), max(side.proof.high for side in (free, appended))
    if common_digits(low, high) >= 5:
        return words("race.equal", value=certain(low, high))
    return words("race.alike", **interval(low, high)._asdict())


def race_counting(shown: Race, words: Words) -> str:
    """Say how the work of either runner is counted."""
    values = {"values": number(int(shown.pair.per_step)), "each": number(int(shown.pair.per_value))}
    return words("race.counting", features=number(int(shown.single.per_step)), **values)
