"""What was counted up to a pass, each number one click from what it means."""

from __future__ import annotations

from core.solver.libsvm.cache import ASKED, COMPUTED, EVICTED, GIVEN_UP, HITS, MISSES, ROOM
from core.view.libsvm import WARNING
from pages.libsvm import answers
from pages.libsvm.question import Question
from ui.component.standing import Row, Rows
from ui.solve.recording import LIBSVM_TOLERANCE
from ui.words import Words, at_most, number

LONGEST = 36  # signs of the line that stand in its row, the last ones


def loop_numbers(asked: Question, k: int, words: Words) -> Rows:
    """Return the numbers before pass k."""
    found, together = answers.stood(asked, k)
    state, trace, n = found.state, answers.run(asked).trace, len(asked.board.points.y)
    tally = [max(0, int(value)) for value in state.cache.tally]
    aside = n - state.active
    active = words("libsvm.number.active.how", active=number(state.active), n=number(n), aside=number(aside))
    values = {name: number(tally[place]) for name, place in (("hits", HITS), ("misses", MISSES))}
    gone = {name: number(tally[place]) for name, place in (("evicted", EVICTED), ("given", GIVEN_UP))}
    asks = {"asked": number(tally[ASKED]), "computed": number(tally[COMPUTED])}
    saved = number(tally[ASKED] - tally[COMPUTED])
    room = number(tally[ROOM])
    violation = number(float(trace.table["violation"][k])) if k < len(trace) else "–"
    apart = at_most(together.apart, 2)
    line = answers.course(asked).printed(k)
    return Rows(
        (
            Row(words("libsvm.number.line"), shown_line(line), words("libsvm.number.line.how", warning=WARNING)),
            Row(words("libsvm.number.active"), f"{state.active} / {n}", active),
            Row("m − M", violation, words("libsvm.number.violation.how", tolerance=number(LIBSVM_TOLERANCE))),
            Row(words("libsvm.number.rows"), number(len(found.rows)), words("libsvm.number.rows.how", room=room)),
            Row(
                words("libsvm.number.hits"),
                f"{values['hits']} / {values['misses']}",
                words("libsvm.number.hits.how", **values),
            ),
            Row(
                words("libsvm.number.evicted"),
                f"{gone['evicted']} / {gone['given']}",
                words("libsvm.number.evicted.how", **gone),
            ),
            Row(words("libsvm.number.values"), saved, words("libsvm.number.values.how", saved=saved, **asks)),
            Row(words("libsvm.number.apart"), apart, words("libsvm.number.apart.how", count=number(len(together.t)))),
        )
    )


def shown_line(line: str) -> str:
    """Return the line, its last signs where it is long."""
    return (f"…{line[-LONGEST:]}" if len(line) > LONGEST else line) or "–"
