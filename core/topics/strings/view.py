"""Two words under the string subsequence kernel: its tables, the features of a word, and the common subsequences.

Positions count from 0; a table has one row and one column more than the words have letters (mathematics 5).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from ...lowlevel.compiled import compiled
from ...problem import InputError
from ...problem.arrays import Indices, Matrix
from ...problem.strings import Letters, spelt

MOST_PLACES = 200_000  # ways to choose the letters of a subsequence, which are all looked at: 0.1 s
SHOWN_WAYS = 12


@dataclass(frozen=True, eq=False)
class StringTables:
    """The dynamic program for two words (mathematics, equation 5.2): everything that it computes."""

    prime: np.ndarray  # (length, |s| + 1, |t| + 1) K'_q
    double: np.ndarray  # the same shape: K''_q; 0 for q = 0, which has none
    last: Matrix  # (|s| + 1, |t| + 1) what each pair of equal letters adds to the value
    value: float  # k(s, t), not normalised


@dataclass(frozen=True)
class Places:
    """Where one word spells a subsequence."""

    first: tuple[tuple[int, ...], ...]  # the first ways, `SHOWN_WAYS` at most
    powers: tuple[tuple[int, int], ...]  # (l, ways of that length from the first letter to the last), by l
    feature: float  # phi_u, the sum of ways decay^l

    @property
    def ways(self) -> int:
        """In how many ways the word spells it."""
        return sum(count for _, count in self.powers)


@dataclass(frozen=True)
class Common:
    """A subsequence of both words."""

    letters: str
    of_s: Places
    of_t: Places

    @property
    def value(self) -> float:
        """What it adds to the kernel value."""
        return self.of_s.feature * self.of_t.feature


def tables(s: str, t: str, length: int, decay: float) -> StringTables:
    """Return all tables of the dynamic program; they hold 2 length (|s| + 1) (|t| + 1) numbers."""
    (a, _), (b, _) = spelt([s]), spelt([t])
    prime = np.zeros((length, len(s) + 1, len(t) + 1))
    double, last = np.zeros_like(prime), np.zeros(prime.shape[1:])
    value = _tabulate(a, b, decay, prime, double, last)
    return StringTables(prime, double, last, value)


@compiled
def _tabulate(s: Letters, t: Letters, decay: float, prime: np.ndarray, double: np.ndarray, last: Matrix) -> float:
    """Fill the tables, level by level and row by row, and return the kernel value."""
    length, total = prime.shape[0], 0.0
    prime[0] = 1.0
    for q in range(1, length):
        for a in range(1, s.size + 1):
            for b in range(1, t.size + 1):
                double[q, a, b] = decay * double[q, a, b - 1]
                if s[a - 1] == t[b - 1]:
                    double[q, a, b] += decay**2 * prime[q - 1, a - 1, b - 1]
                prime[q, a, b] = decay * prime[q, a - 1, b] + double[q, a, b]
    for a in range(1, s.size + 1):
        for b in range(1, t.size + 1):
            if s[a - 1] == t[b - 1]:
                last[a, b] = decay**2 * prime[length - 1, a - 1, b - 1]
                total += last[a, b]
    return total


def choices(word: str, length: int) -> int:
    """Return in how many ways `length` letters of a word can be chosen."""
    return math.comb(len(word), length)


def features(word: str, length: int, decay: float) -> dict[str, float]:
    """Return phi_u(word) for every u of `length` letters that it contains (mathematics, equation 5.1), by u.

    They come in the order in which the word spells them. `InputError` if there are more than `MOST_PLACES` ways.
    """
    _admit(choices(word, length))
    found: dict[str, float] = {}
    for places in combinations(range(len(word)), length):
        letters = "".join(word[place] for place in places)
        found[letters] = found.get(letters, 0.0) + decay ** (places[-1] - places[0] + 1)
    return found


def common(s: str, t: str, length: int, decay: float, most: int) -> tuple[tuple[Common, ...], int]:
    """Return the common subsequences that add most to the kernel value, `most` at most, and how many there are.

    `InputError` if their letters can be chosen in more than `MOST_PLACES` ways: this is known before the work.
    """
    shared = set(s) & set(t)
    own = [np.array([i for i, letter in enumerate(word) if letter in shared], dtype=np.int64) for word in (s, t)]
    _admit(sum(math.comb(len(places), length) for places in own))
    if min(map(len, own)) < length:
        return (), 0
    chosen = [_chosen(places, length) for places in own]
    numbers = np.concatenate([_letters(word)[places] for word, places in zip((s, t), chosen, strict=True)])
    names = _names(numbers)
    cut = len(chosen[0])
    spans = [places[:, -1] - places[:, 0] + 1 for places in chosen]
    sums = [
        np.bincount(own_names, decay**span, names.max() + 1)
        for own_names, span in zip((names[:cut], names[cut:]), spans, strict=True)
    ]
    added = sums[0] * sums[1]
    # Where a power underflows, a common subsequence adds 0: it counts by its places, not by its value.
    shared_names = np.intersect1d(names[:cut], names[cut:])
    first = shared_names[np.argsort(-added[shared_names], kind="stable")[:most]]
    found = []
    for name in first:
        both = []
        for places, span, own_names in zip(chosen, spans, (names[:cut], names[cut:]), strict=True):
            at = np.flatnonzero(own_names == name)
            powers = zip(*np.unique(span[at], return_counts=True), strict=True)
            shown = tuple(tuple(map(int, places[row])) for row in at[:SHOWN_WAYS])
            both.append(Places(shown, tuple((int(apart), int(count)) for apart, count in powers), 0.0))
        letters = "".join(s[place] for place in both[0].first[0])
        of_s, of_t = (replace(one, feature=float(values[name])) for one, values in zip(both, sums, strict=True))
        found.append(Common(letters, of_s, of_t))
    return tuple(found), len(shared_names)


def _admit(ways: int) -> None:
    if ways > MOST_PLACES:
        raise InputError(
            "words.many",
            "The letters of a subsequence can be chosen in {ways} ways; at most {most} are looked at.",
            ways=ways,
            most=MOST_PLACES,
        )


def _letters(word: str) -> Indices:
    return spelt([word])[0].astype(np.int64)


def _chosen(places: Indices, length: int) -> np.ndarray:
    """Return all ways to choose some of the places, a row each, in the order of `itertools.combinations`.

    Every beginning that is kept leaves enough places for the rest, so that there are never more of them than ways.
    """
    n = len(places)
    chosen = np.arange(n - length + 1)[:, None]
    for taken in range(1, length):
        more = n - length + taken - chosen[:, -1]
        begins = np.cumsum(more) - more
        step = np.arange(int(more.sum())) - np.repeat(begins, more) + 1
        before = np.repeat(chosen, more, axis=0)
        chosen = np.concatenate([before, (before[:, -1] + step)[:, None]], axis=1)
    return np.asarray(places[chosen])


def _names(letters: np.ndarray) -> Indices:
    """Return a number for each row, equal for equal rows, smaller than the number of rows."""
    alphabet, codes = np.unique(letters, return_inverse=True)
    names, most = np.zeros(len(letters), dtype=np.int64), 1
    for column in codes.reshape(letters.shape).T:
        if most * len(alphabet) > 2**62:
            names = np.unique(names, return_inverse=True)[1]
            most = len(letters)
        names = names * len(alphabet) + column
        most *= len(alphabet)
    return np.unique(names, return_inverse=True)[1]
