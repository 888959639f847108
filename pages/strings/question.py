"""The question of the page, derived once: two words, the kernel, the lists of words, and a new word."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from core.problem import InputError, StringKernel
from ui.link.codec import Maybe, Real, Text, Whole, is_plain, part, words
from ui.link.form import LinkForm
from ui.solve.limits import DECAY, LETTERS_OF_A_LIST, LETTERS_OF_A_WORD, SUBSEQUENCE
from ui.state.change import usual_change
from ui.state.lab import Lab, words_of

BETWEEN: Final = re.compile(r"[\n,;，、；]+")  # words of a list
LETTERS: Final = {
    **dict.fromkeys(("s", "t", "new"), LETTERS_OF_A_WORD),
    **dict.fromkeys(("plus", "minus"), LETTERS_OF_A_LIST),
}
OF_LANGUAGE: Final = "0"  # in a link, for a text that each language has its own of: no text is written so


@dataclass(frozen=True)
class Options:
    """What the visitor chose."""

    s: str = part("Nasdaq", Text(LETTERS_OF_A_WORD))
    t: str = part("lass das", Text(LETTERS_OF_A_WORD))
    length: int = part(3, Whole(*SUBSEQUENCE))
    decay: float = part(0.5, Real(*DECAY))
    normalised: str = part("yes", words("yes", "no"))
    cell: int | None = part(
        None, Maybe(Whole(0, SUBSEQUENCE[1] * LETTERS_OF_A_WORD**2))
    )  # filled so far; None: all of them
    plus: str | None = part(None, Maybe(Text(LETTERS_OF_A_LIST), OF_LANGUAGE))
    minus: str | None = part(None, Maybe(Text(LETTERS_OF_A_LIST), OF_LANGUAGE))
    new: str | None = part(None, Maybe(Text(LETTERS_OF_A_WORD), OF_LANGUAGE))


FORM = LinkForm("strings", "strings", Options)


@dataclass(frozen=True, eq=False)
class Question:
    """The whole question of the page."""

    options: Options
    plus: str  # the text of the list of class +1
    minus: str
    new: str
    C: float

    @property
    def kernel(self) -> StringKernel:
        """The kernel of the machine, and of the value in the title."""
        options = self.options
        return StringKernel(options.length, options.decay, options.normalised == "yes")

    @property
    def cells(self) -> int:
        """How many cells the tables of the two words have."""
        return self.options.length * len(self.options.s) * len(self.options.t)

    @property
    def cell(self) -> int:
        """How many of them are filled."""
        return self.cells if self.options.cell is None else min(self.options.cell, self.cells)

    @property
    def classes(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The words of class +1, and those of class -1."""
        return listed(self.plus), listed(self.minus)


def listed(text: str) -> tuple[str, ...]:
    """Return the words of a list, which stand on lines of their own or between commas and semicolons."""
    return tuple(word for word in (piece.strip() for piece in BETWEEN.split(text)) if word)


def refusal(name: str, text: str) -> InputError | None:
    """Return why a text is not taken; None if it is."""
    if len(text) > LETTERS[name]:
        key = "words.list.long" if name in ("plus", "minus") else "words.word.long"
        return InputError(key, "{count} letters; at most {most}.", count=len(text), most=LETTERS[name])
    if not is_plain(text):
        return InputError("words.control", "A control character.")
    return None


def read(lab: Lab) -> Question:
    """Return the question of a lab; a text that the visitor has not written is that of the language."""
    options, told = lab.options(Options), words_of(lab)
    plus, minus, new = (
        told(f"strings.opening.{name}") if getattr(options, name) is None else getattr(options, name)
        for name in ("plus", "minus", "new")
    )
    return Question(options, plus, minus, new, lab.shared.soft if lab.shared.C is None else lab.shared.C)


_usual = usual_change(Options)


def change(lab: Lab, name: str, value: object) -> Lab:
    """Return the lab after one value; the same lab if the value is invalid."""
    changed = _usual(lab, name, value)
    # Another table is shown whole; a step in it belongs to the old one.
    return _usual(changed, "cell", None) if name in ("s", "t", "length") and changed is not lab else changed
