"""Sentences about the two words and about the machine, based on predicates checked on the numbers shown."""

from __future__ import annotations

import unicodedata

from core.problem import InputError
from pages.strings.answers import WordMachine, WordPair
from pages.strings.letters import quoted
from ui.page.frame import literal
from ui.solve.message import input_message, optimality_message
from ui.words import Words, number


def lead_sentence(pair: WordPair, normalised: bool, words: Words) -> str:
    """Say how many subsequences the words share, what they add up to, and the cosine."""
    values = {"s": quoted(pair.s), "t": quoted(pair.t), "n": pair.length, "value": number(pair.value)}
    if not pair.s or not pair.t:
        return words("strings.lead.empty")
    if min(len(pair.s), len(pair.t)) < pair.length:
        return words("strings.lead.short", word=quoted(min(pair.s, pair.t, key=len)), n=pair.length)
    if pair.refused is None and pair.count == 0:
        return words("strings.lead.none", **values)
    key = "many" if pair.refused is not None else "one" if pair.count == 1 else "some"
    told = words(f"strings.lead.{key}", count=number(pair.count), **values)
    return words.joined([told, words("strings.lead.cosine", cosine=number(pair.cosine)) if normalised else ""])


def erratum_sentence(pair: WordPair, words: Words) -> str:
    """Say that the textbook's value is no cosine, with both numbers (mathematics 20.2.1)."""
    if not min(pair.squares) > 0.0:
        return words("strings.erratum.none", n=pair.length)
    one, other = (number(square) for square in pair.squares)
    return words("strings.erratum", value=number(pair.value), one=one, other=other, cosine=number(pair.cosine))


def cost_sentence(pair: WordPair, cells: int, words: Words) -> str:
    """Say what the tables cost, and what the list would without them."""
    values = {"n": pair.length, "rows": len(pair.s), "columns": len(pair.t)}
    told = words("strings.cost", cells=number(cells), ways=number(pair.ways), **values)
    return words.joined([told, words("strings.right") if is_leftward(pair.s + pair.t) else ""])


def refused_sentence(error: InputError, words: Words) -> str:
    """Say why the subsequences are not listed."""
    return input_message(error, words, literal)


def is_leftward(text: str) -> bool:
    """Tell whether a letter is of a script that runs from right to left."""
    return any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in text)


def machine_sentence(found: WordMachine, words: Words) -> str:
    """Say how many words carry the machine, whether it is proved optimal, and how many words have no feature."""
    title, detail = optimality_message(found.solution, words)
    wrong = found.solution.errors
    parts = [
        words("strings.machine", vectors=len(found.support), n=len(found.words), cells=number(found.cells)),
        words("strings.machine.wrong", wrong=wrong) if wrong else words("strings.machine.right"),
        words("strings.machine.short", count=found.short) if found.short else "",
        f"{title}: {detail}",
    ]
    return words.joined(parts)


def new_sentence(found: WordMachine, length: int, words: Words) -> str:
    """Say f of the new word, and the class that its sign predicts."""
    if len(found.new) < length:
        return words("strings.new.short", word=quoted(found.new), n=length, b=number(found.solution.b))
    if found.f == 0.0:
        return words("strings.new.zero", word=quoted(found.new))
    return words(f"strings.new.{'plus' if found.f > 0 else 'minus'}", word=quoted(found.new), f=number(found.f))
