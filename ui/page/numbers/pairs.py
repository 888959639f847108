"""The numbers of a halt of a run of pairs: what is proved, the support vectors, the margin, and b."""

from __future__ import annotations

from core.trace import Trace
from core.view import PairStanding, pair_standing
from ui.component.standing import Row, StandingRows
from ui.page.numbers.of_every_run import (
    interval_row,
    light_row,
    operand,
    sums_of,
    vector_rows,
    vector_text,
    width_row,
)
from ui.words import Words, number


def pair_numbers(trace: Trace, k: int, words: Words, impossible: bool = False) -> StandingRows:
    """Return the numbers after k steps; `impossible`: it is proved that no hard margin exists."""
    shown = pair_standing(trace, k)
    rows = [light_row(shown, words, impossible), *vector_rows(shown, words)]
    rows += [width_row(shown, words, shown.w is not None)]
    if shown.w is not None:
        written, vectors = vector_text(shown.w), number(shown.free + shown.bounded)
        rows += [Row("w", written, words("standing.w", w=written, vectors=vectors))]
    ends = words("standing.interval.ends", m=number(shown.m), M=number(shown.M), up=shown.up + 1, low=shown.low + 1)
    # [m, M]: the interval of all valid b, or that there is none yet, and the violation.
    told = words("standing.interval.open"), words("standing.interval.closed", lacks=number(shown.m - shown.M))
    m_and_M = (shown.m, shown.M)
    interval = interval_row(words("standing.interval"), m_and_M, shown.proof.noise, ends, told, words)
    value = number(shown.equality, 2)
    equality = Row("Σ yα", value, words("standing.equality", value=value, **sums_of(shown.alpha_sums)))
    return StandingRows((*rows, equality, interval, _offset(shown, words), _last(shown, words)))


def _offset(shown: PairStanding, words: Words) -> Row:
    values = {"b": number(shown.b), "free": number(shown.free), "m": number(shown.m), "M": operand(shown.M, 3)}
    return Row(words("standing.b"), values["b"], words(f"standing.b.{shown.rule.value}", **values))


def _last(shown: PairStanding, words: Words) -> Row:
    """Return b1, b2 and their mean, of the pair that moved last."""
    label, last = words("standing.pair"), shown.last
    if last is None:
        return Row(label, "–", words("standing.pair.none"))
    b_i, b_j, middle = (number(value) for value in (last.b_i, last.b_j, last.middle))
    how = words("standing.pair.how", i=last.i + 1, j=last.j + 1, b_i=b_i, b_j=b_j, middle=middle)
    return Row(label, f"{b_i};  {b_j};  {middle}", how)
