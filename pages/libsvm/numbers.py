"""The numbers before a pass, and the counters of the loop up to it, each with its meaning one click away."""

from __future__ import annotations

from core.solver.libsvm.cache import ASKED, COMPUTED, EVICTED, GIVEN_UP, HITS, MISSES, ROOM
from core.topics.libsvm.view import WARNING
from core.topics.machines.view import machine_standing
from core.view import Light
from pages.libsvm import answers
from pages.libsvm.question import Question
from pages.libsvm.variables import family, linear_term
from ui.component.standing import Row, StandingRows
from ui.page.numbers import machine_light_row, machine_rows, pair_numbers
from ui.solve.recording import LIBSVM_TOLERANCE
from ui.words import Words, at_most, number

LONGEST = 36  # most characters of the output line that are shown: the last ones


def pass_numbers(question: Question, k: int, words: Words) -> StandingRows:
    """Return the numbers of the multipliers before pass k as in every player, the proof first."""
    trace = answers.run(question).trace
    if question.classifies:
        return pair_numbers(trace, k, words, answers.runs_away(question))
    impossible = answers.end(question).light is Light.IMPOSSIBLE
    shown = machine_standing(answers.dual(question), trace.state_at(k).alpha, k)
    return StandingRows((machine_light_row(shown, words, impossible), *machine_rows(shown, words).rows[1:]))


def loop_counts(question: Question, k: int, words: Words) -> StandingRows:
    """Return the counters of the loop before pass k: its output, its active points and its cache."""
    found, together = answers.stood(question, k)
    state, trace, form = found.state, answers.run(question).trace, answers.dual(question).form
    n, own, p = len(form.y), family(question), linear_term(question)
    pairs = "alike" if form.alike else "any"
    tally = [max(0, int(value)) for value in state.cache.tally]
    aside = n - state.active
    sizes = {"active": number(state.active), "n": number(n), "aside": number(aside)}
    active = words(f"libsvm.number.active.how.{own}", **sizes)
    values = {name: number(tally[place]) for name, place in (("hits", HITS), ("misses", MISSES))}
    gone = {name: number(tally[place]) for name, place in (("evicted", EVICTED), ("given", GIVEN_UP))}
    asks = {"asked": number(tally[ASKED]), "computed": number(tally[COMPUTED])}
    saved = number(tally[ASKED] - tally[COMPUTED])
    room = number(tally[ROOM])
    violation = number(float(trace.table["violation"][k])) if k < len(trace) else "–"
    apart = at_most(together.apart, 2)
    line, printed = answers.course(question).printed(k), words(f"libsvm.number.line.how.{pairs}", warning=WARNING)
    return StandingRows(
        (
            Row(words("libsvm.number.line"), shown_line(line), printed),
            Row(words(f"libsvm.number.active.{own}"), f"{state.active} / {n}", active),
            Row("m − M", violation, words(f"libsvm.number.violation.how.{pairs}", tolerance=number(LIBSVM_TOLERANCE))),
            Row(
                words("libsvm.number.rows"), number(len(found.rows)), words(f"libsvm.number.rows.how.{own}", room=room)
            ),
            Row(
                words("libsvm.number.hits"),
                f"{values['hits']} / {values['misses']}",
                words("libsvm.number.hits.how", **values),
            ),
            Row(
                words("libsvm.number.evicted"),
                f"{gone['evicted']} / {gone['given']}",
                words(f"libsvm.number.evicted.how.{own}", **gone),
            ),
            Row(words("libsvm.number.values"), saved, words("libsvm.number.values.how", saved=saved, **asks)),
            Row(words("libsvm.number.apart", p=p), apart, words("libsvm.number.apart.how", p=p, count=number(aside))),
        )
    )


def shown_line(line: str) -> str:
    """Return the output line, shortened to its last characters if it is long."""
    return (f"…{line[-LONGEST:]}" if len(line) > LONGEST else line) or "–"
