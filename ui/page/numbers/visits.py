"""The numbers of a halt of coordinate descent, and those that do not exist without the equality constraint."""

from __future__ import annotations

from core.trace import Trace
from core.view import CoordinateStanding, coordinate_standing
from ui.component.standing import Row, StandingRows
from ui.page.numbers.of_every_run import light_row, operand, sums_of, under_root, vector_rows, vector_text, width_row
from ui.words import Words, number


def visit_numbers(trace: Trace, k: int, plain: bool, words: Words) -> StandingRows:
    """Return the numbers after k visits; `plain`: w lies in the plane, without a map."""
    shown = coordinate_standing(trace, k)
    rows = (light_row(shown, words), *vector_rows(shown, words), width_row(shown, words, plain))
    return StandingRows(
        (*rows, _w(shown, plain, words), _slopes(shown, words), _sum(shown, words), *_offsets(shown, words))
    )


def _w(shown: CoordinateStanding, plain: bool, words: Words) -> Row:
    """Return w in the plane, or its norm in the feature space of a map."""
    assert shown.w is not None
    vectors = number(shown.free + shown.bounded)
    if plain:
        written = vector_text(shown.w)
        return Row("w", written, words("standing.w", w=written, vectors=vectors))
    length, squared = number(shown.squared_norm**0.5), under_root(number(shown.squared_norm, 4))
    said = words("standing.w.mapped", length=length, squared=squared, features=number(len(shown.w)), vectors=vectors)
    return Row("‖w‖", length, said)


def _slopes(shown: CoordinateStanding, words: Words) -> Row:
    lowest, highest = (0.0 if abs(slope) <= shown.proof.noise else slope for slope in (shown.lowest, shown.highest))
    values = {
        "lowest": number(lowest),
        "highest": number(highest),
        "at_lowest": shown.at_lowest + 1,
        "at_highest": shown.at_highest + 1,
    }
    key = "standing.slopes.squared" if shown.squared else "standing.slopes.how"
    return Row(words("standing.slopes"), f"[{values['lowest']}, {values['highest']}]", words(key, **values))


def _sum(shown: CoordinateStanding, words: Words) -> Row:
    value = number(shown.equality)
    return Row("Σ yα", value, words("standing.sum", value=value, **sums_of(shown.alpha_sums)))


def _offsets(shown: CoordinateStanding, words: Words) -> tuple[Row, Row]:
    """Return b, and that there is neither an interval for it nor b1 and b2."""
    b, absent = number(shown.b), words("standing.absent")
    if shown.bias is None:
        own = Row("b", words("standing.absent.value"), words("standing.b.origin"))
        return own, Row(absent, words("standing.absent.value"), words("standing.absent.origin"))
    said = words("standing.b.inside", B=number(shown.bias), sum=operand(shown.equality, 3), b=b)
    return (
        Row(words("standing.b.penalised"), b, said),
        Row(absent, words("standing.absent.value"), words("standing.absent.inside")),
    )
