"""The cell of the dynamic program that was filled last, and its recurrence in numbers (mathematics, equation 5.2)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.problem.arrays import Matrix
from pages.strings.answers import WordPair
from pages.strings.letters import lower, quoted
from ui.words import Words, number


@dataclass(frozen=True)
class CellPlace:
    """Where the program stands: level by level, and in each row by row."""

    level: int  # 1, ..., length; the last one holds what is added to k
    a: int  # of s, from 1; 0 before the first cell
    b: int

    @property
    def begun(self) -> bool:
        """Whether a cell is filled."""
        return self.a > 0


def place_of(pair: WordPair, cell: int) -> CellPlace:
    """Return the place of the cell that was filled last."""
    rows, columns = len(pair.s), len(pair.t)
    if cell < 1:
        return CellPlace(1, 0, 0)
    level, at = divmod(cell - 1, rows * columns)
    return CellPlace(level + 1, at // columns + 1, at % columns + 1)


def equal(pair: WordPair, at: CellPlace) -> bool:
    """Tell whether both letters of a cell are equal."""
    return at.begun and pair.s[at.a - 1] == pair.t[at.b - 1]


def next_match(pair: WordPair, cell: int, cells: int) -> int:
    """Return the next cell of two equal letters; the last cell if there is none."""
    return next((k for k in range(cell + 1, cells + 1) if equal(pair, place_of(pair, k))), cells)


def level_of(pair: WordPair, level: int) -> Matrix:
    """Return the table of a level with its borders: K'_level, or what each cell adds to k."""
    return pair.tables.last if level == pair.length else np.asarray(pair.tables.prime[level])


def name_of(pair: WordPair, level: int) -> str:
    """Return the name of a table."""
    return "k" if level == pair.length else f"K′{lower(level)}"


def reads(pair: WordPair, at: CellPlace) -> tuple[tuple[int, int], ...]:
    """Return the cells of the same table that a cell reads: only K' reads the one above it."""
    return ((at.a - 1, at.b),) if at.begun and at.level < pair.length else ()


def recurrence(pair: WordPair, at: CellPlace, words: Words) -> list[str]:
    """Say what the cell is made of, in numbers."""
    if not at.begun:
        return [words("strings.cell.none")]
    a, b, q, same = at.a, at.b, at.level, equal(pair, at)
    head = words(
        "strings.cell.equal" if same else "strings.cell.unequal",
        a=a,
        b=b,
        one=quoted(pair.s[a - 1]),
        other=quoted(pair.t[b - 1]),
    )
    before = pair.tables.prime[q - 1][a - 1, b - 1]
    square = f"λ² K′{lower(q - 1)}({a - 1}, {b - 1})"
    decay, product = number(pair.decay), f"{number(pair.decay**2)} · {number(float(before))}"
    if q == pair.length:
        added = number(float(pair.tables.last[a, b]))
        total = number(float(pair.tables.last[:a].sum() + pair.tables.last[a, : b + 1].sum()))
        line = words("strings.cell.added", formula=square, numbers=product, value=added) if same else ""
        return [head, words.joined([line, words("strings.cell.total", total=total)])]
    double, prime = pair.tables.double[q], pair.tables.prime[q]
    left, above = number(float(double[a, b - 1])), number(float(prime[a - 1, b]))
    of_left = f"λ K″{lower(q)}({a}, {b - 1})"
    formula = f"{of_left} + {square}" if same else of_left
    numbers = f"{decay} · {left} + {product}" if same else f"{decay} · {left}"
    second = number(float(double[a, b]))
    return [
        head,
        f"K″{lower(q)}({a}, {b}) = {formula} = {numbers} = {second}",
        f"K′{lower(q)}({a}, {b}) = λ K′{lower(q)}({a - 1}, {b}) + K″{lower(q)}({a}, {b}) "
        f"= {decay} · {above} + {second} = {number(float(prime[a, b]))}",
    ]
