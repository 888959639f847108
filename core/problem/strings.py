"""The string subsequence kernel: words compared by the subsequences that they share (mathematics 5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..lowlevel.compiled import compiled
from .arrays import Indices, Matrix, Vector
from .input_error import InputError, as_float
from .kernels import require, require_count

LONGEST_SUBSEQUENCE = 64
CELLS_AT_ONCE = 100_000_000  # of tables, in one call of compiled code: some 0.3 s

Letters: TypeAlias = NDArray[np.uint32]  # code points
Spelt: TypeAlias = tuple[Letters, Indices]  # the letters of several words, and where each word begins
Factors: TypeAlias = tuple[int, float, float]  # length, decay, and the factor of a pair of equal letters


@dataclass(frozen=True)
class StringKernel:
    """k(s, t) = sum_u phi_u(s) phi_u(t) over all strings u of `length` letters (Li, 7.92-7.93; mathematics 5).

    phi_u(s) is the sum of decay^l over all places in s that spell u, where l counts the letters of s from the first
    place to the last. Letters are Unicode code points.

    Parameters
    ----------
    length
        Letters of a subsequence, 1 to 64.
    decay
        Lambda, 0 < decay <= 1.
    normalised
        Whether the value is the cosine k(s, t) / sqrt(k(s, s) k(t, t)) (mathematics, equation 5.3). Li calls (7.93)
        itself the cosine; that is an erratum (mathematics 20.2.1). A word of fewer than `length` letters has no
        feature: its k(s, s) is 0, and its cosine with every word, itself included, is taken as 0. Its normalised
        features are then 0 too, so this stays an inner product, and the kernel positive semidefinite.
    """

    length: int
    decay: float
    normalised: bool = True
    always_psd = True

    def __post_init__(self) -> None:
        require_count("length", self.length, 1, LONGEST_SUBSEQUENCE)
        require(0.0 < as_float(self.decay) <= 1.0, "decay", self.decay, "> 0 and at most 1")

    def gram(self, A: Sequence[str], B: Sequence[str]) -> Matrix:
        """Return k(a, b) for all words a of A and b of B, a new array (len(A), len(B)).

        It takes O(`operations(A, B)`) and memory for the result and `length` rows of a table. Where A is B, only half
        of the values are computed, and the matrix is exactly symmetric.
        """
        rows = words_of(A)
        columns = rows if B is A else words_of(B)
        # A factor decay^(2 length) of every value cancels in the cosine: without it, no word underflows to 0.
        square = 1.0 if self.normalised else float(self.decay) ** 2
        given = int(self.length), float(self.decay), square
        K = np.zeros((len(rows), len(columns)))
        left_words, right_words = spelt(rows), spelt(columns)
        for top, bottom in shares(rows, columns, int(self.length)):  # a Ctrl-C comes between two of them
            _fill(left_words, right_words, B is A, given, top, bottom, K)
        if not self.normalised:
            return K
        left = np.ascontiguousarray(np.diagonal(K)) if B is A else _squares(rows, given)
        right = left if B is A else _squares(columns, given)
        lengths = [np.sqrt(np.where(squares > 0.0, squares, 1.0)) for squares in (left, right)]
        K /= np.outer(*lengths)  # one product, so that the matrix stays symmetric to the last bit
        if B is A:
            np.fill_diagonal(K, (left > 0.0).astype(np.float64))
        return K

    def operations(self, A: Sequence[str], B: Sequence[str]) -> int:
        """Return how many cells of tables `gram` fills, without computing any."""
        a, b = ([len(word) for word in words] for words in (A, B))
        if B is A:
            total = (sum(a) ** 2 + sum(n * n for n in a)) // 2
        else:
            total = sum(a) * sum(b)
            total += sum(n * n for n in (*a, *b)) if self.normalised else 0
        return int(self.length) * total


def words_of(values: object) -> list[str]:
    """Return words as a list, refused unless they are one str or more in a sequence."""
    if isinstance(values, str | bytes) or not hasattr(values, "__len__") or not hasattr(values, "__iter__"):
        raise InputError("words.not_a_list", "A string kernel takes a list of words; give a list of str.")
    words = list(values)
    if not words:
        raise InputError("words.none", "The list of words is empty; give one word at least.")
    for place, word in enumerate(words):
        if not isinstance(word, str):
            raise InputError(
                "words.not_words",
                "Entry {place} of the words is of type {kind}; every entry must be a str.",
                place=place,
                kind=type(word).__name__,
            )
    return [str(word) for word in words]


def spelt(words: Sequence[str]) -> Spelt:
    """Return the code points of all words one after another, and where each word begins, with the end of the last."""
    letters = np.frombuffer("".join(words).encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    starts = np.zeros(len(words) + 1, dtype=np.int64)
    np.cumsum([len(word) for word in words], out=starts[1:])
    return letters, starts


def shares(rows: Sequence[str], columns: Sequence[str], length: int) -> list[tuple[int, int]]:
    """Return ranges of rows, each with at most `CELLS_AT_ONCE` cells of tables, or with a single row."""
    each, begun, found = length * sum(map(len, columns)), 0, []
    filled = 0
    for i, word in enumerate(rows):
        if i > begun and filled + each * len(word) > CELLS_AT_ONCE:
            found.append((begun, i))
            begun, filled = i, 0
        filled += each * len(word)
    return [*found, (begun, len(rows))]


def _squares(words: Sequence[str], given: Factors) -> Vector:
    """Return k(s, s) of every word."""
    values = np.zeros((len(words), 1))
    for i, word in enumerate(words):
        one = spelt([word])
        _fill(one, one, True, given, 0, 1, values[i : i + 1])
    return values[:, 0]


@compiled
def _fill(rows: Spelt, columns: Spelt, same: bool, given: Factors, top: int, bottom: int, K: Matrix) -> None:
    """Write the kernel values of some rows into K (rows, columns); of the same words only half are computed."""
    (a, a_starts), (b, b_starts), (length, decay, square) = rows, columns, given
    widest = 0
    for j in range(b_starts.size - 1):
        widest = max(widest, b_starts[j + 1] - b_starts[j])
    kept = np.empty((length, widest + 1))
    for i in range(top, bottom):
        s = a[a_starts[i] : a_starts[i + 1]]
        for j in range(i if same else 0, b_starts.size - 1):
            K[i, j] = subsequences(s, b[b_starts[j] : b_starts[j + 1]], length, decay, square, kept)
            if same:
                K[j, i] = K[i, j]


@compiled
def subsequences(s: Letters, t: Letters, length: int, decay: float, square: float, rows: Matrix) -> float:
    """Return k(s, t), row by row of K' (mathematics, equation 5.2); `rows` (length, len(t) + 1 or more) is overwritten.

    Row q holds K'_q of the letters of s seen so far. Levels are renewed from the last one down, because K'_q needs
    K'_(q - 1) without the newest letter.
    """
    if s.size < length or t.size < length:
        return 0.0
    rows[0, :] = 1.0
    rows[1:, :] = 0.0
    total = 0.0
    for letter in s:
        for b in range(t.size):
            if t[b] == letter:
                total += square * rows[length - 1, b]
        for q in range(length - 1, 0, -1):
            double = 0.0
            for b in range(t.size):
                double *= decay
                if t[b] == letter:
                    double += square * rows[q - 1, b]
                rows[q, b + 1] = decay * rows[q, b + 1] + double
    return total
