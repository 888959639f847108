"""The classes by the names that a file gives them, wherever a text would say "class +1" or "class -1"."""

from __future__ import annotations

from ui.words.catalogue import Words

SHORT = 18  # letters of a name on a button
SAID = ("board", "figure.class", "figure.gram", "figure.lift.class")  # the families of texts that name a class


def named(words: Words, classes: tuple[str, ...]) -> Words:
    """Return words that call class +1 and class -1 by these names; "" leaves +1 as it is, and makes -1 "not +1"."""
    plus, minus = classes[:2]
    if not plus:
        return words
    minus = minus or words("class.others", name=plus)
    texts = {f"{family}.{side}": name for family in SAID for side, name in (("plus", plus), ("minus", minus))}
    texts |= {f"draw.{side}": _short(name) for side, name in (("plus", plus), ("minus", minus))}
    tips = {
        "draw.plus.tip": words("class.plus.tip", name=plus),
        "draw.minus.tip": words("class.minus.tip", name=minus),
    }
    return words.replacing(texts | tips)


def _short(name: str) -> str:
    return name if len(name) <= SHORT else name[: SHORT - 1] + "…"
