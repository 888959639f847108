"""What may be said of the printed tables and of our runs, by predicates checked on their numbers."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from pages.paper.answers import (
    ALIKE,
    NEAR,
    AgainstGrid,
    against_grid,
    distance_from_line,
    exponents,
    fall_between,
    kernel_slope,
    lead_by_size,
    rows_of_set,
)
from pages.paper.claims import CONTRADICTS, DIFFERENCES, comparisons, error_unit, in_tables, row_counts, verdict_of
from pages.paper.measurements import Selected
from pages.paper.printed import MARKS, SIZED, sets_of
from pages.paper.question import Question
from ui.page import occasion
from ui.page.occasion import Occasion
from ui.words import Words, number

OWN = "rffdg-rbf"
STILL_FALLING = 2.0  # times from the first mark to the last; c / D falls to a quarter


def lead(asked: Question, words: Words) -> str:
    """Say on how many sets RFFDG-RBF is faster than the full grid and as good, in the paper and in our runs."""
    task = asked.options.task
    printed = _of_own(against_grid(asked.found, task, ours=False))
    told = [words("paper.lead.method"), _faster(printed, "paper.lead.printed", words)]
    ours = _of_own(against_grid(asked.found, task, ours=True))
    if asked.reading.why is not None:
        told.append(words(asked.reading.why))
    elif ours:
        told.append(_faster(ours, "paper.lead.ours", words))
    return words.joined(told)


def _of_own(rows: Sequence[AgainstGrid]) -> list[AgainstGrid]:
    return [one for one in rows if one.method == OWN]


def _faster(rows: Sequence[AgainstGrid], key: str, words: Words) -> str:
    values = {
        "faster": sum(one.times > 1 for one in rows),
        "near": sum(one.near for one in rows),
        "of": len(rows),
        "middle": number(median(one.times for one in rows), 2),
    }
    return words(key, **values)


def near_sentence(task: str, words: Words) -> str:
    """Say what counts as equally good."""
    near = NEAR[task]
    return words(f"paper.near.{task}", near=number(100 * near if task == "regression" else near))


def protocol(found: Selected | None, words: Words) -> str:
    """Say what is to be known of our runs: grid, folds, repetitions, and which rows they used."""
    told = list[str]()
    if found is not None:
        asked = found.asked
        told.append(words("paper.protocol", folds=asked.folds, ranks=words.listed([str(D) for D in asked.ranks])))
        told.append(words("paper.repeated", count=asked.repetitions))
        if asked.most_rows:
            told.append(words("paper.capped", rows=number(asked.most_rows), tests=number(asked.most_tests)))
        if found.absent:
            told.append(words("paper.absent", sets=words("language.comma").join(found.absent)))
    return words.joined(told)


def when(taken: Occasion, words: Words) -> str:
    """Say when, on what and under which load it was measured, and how to do it again."""
    notes = [words("paper.busy")] if taken.busy else []
    notes.append(words("paper.versions", versions=occasion.versions(taken, words)))
    return occasion.when(taken, "paper", notes, words)


# ---- text against tables ----


def contradictions(found: Selected | None, words: Words) -> str:
    """Say how many statements of the text its own tables contradict, and what table 2 calls MSE."""
    held = comparisons(found)
    broken = sum(one.verdict == CONTRADICTS for one in held)
    differ = sum(verdict_of(one.said, in_tables(one)) == CONTRADICTS for one in DIFFERENCES)
    told = [words("paper.contradictions", broken=broken + differ, of=len(held) + len(DIFFERENCES))]
    unit = error_unit(found)
    if unit is not None and unit.verdict == CONTRADICTS:
        values = {"data": unit.data, "variance": number(unit.variance, 3), "root": f"{100 * unit.as_root:.0f}"}
        told.append(words("paper.unit", **values, square=number(unit.as_square, 3)))
    told += [
        words("paper.rows.other", data=one.data, printed=number(one.printed), ours=number(one.ours))
        for one in row_counts(found)
        if one.verdict == CONTRADICTS
    ]
    return words.joined(told)


# ---- the figures ----


def kernel_sentence(found: Selected, task: str, words: Words) -> str:
    """Say how near the measured errors are to c / D."""
    own = [one for data in sets_of(task) if (one := rows_of_set(found, data)) is not None]
    if not own:
        return words("paper.kernel.none")
    slopes = [kernel_slope(found, one) for one in own]
    worst = max(own, key=lambda one: distance_from_line(found, one))
    said = words(
        "paper.kernel.said",
        least=number(min(slopes), 3),
        most=number(max(slopes), 3),
        share=f"{100 * distance_from_line(found, worst):.0f}",
        data=worst.data,
        rolls=found.rolls,
    )
    falls = [fall_between(found, one, MARKS) for one in own]
    values = {"first": MARKS[0], "last": MARKS[1], "least": number(min(falls), 2), "most": number(max(falls), 2)}
    goes_on = all(fall > STILL_FALLING for fall in falls)
    return words.joined([said, words(f"paper.kernel.{'falling' if goes_on else 'mixed'}", **values)])


def lead_sentence(found: Selected, task: str, words: Words) -> str:
    """Say how the lead over the full grid grows with the rows, and from which size on there is one."""
    told = lead_by_size(found, SIZED[task])
    if told is None:
        return words("paper.growth.none")
    values = {"least": number(told.least), "most": number(told.most)}
    key = "paper.lead.grows" if told.grows else "paper.lead.shrinks"
    said = words(key, **values, first=number(told.first, 2), last=number(told.last, 2))
    if told.from_rows is None:
        return words.joined([said, words("paper.lead.never")])
    return words.joined([said, words("paper.lead.since", rows=number(told.from_rows))])


def growth_sentence(found: Selected, task: str, words: Words) -> str:
    """Say which of the exponents are not those of the formula."""
    told = [one for one in exponents(found, SIZED[task]) if one.part != "grid"]
    if not told:
        return words("paper.growth.none")
    others = [
        words(
            "paper.growth.one",
            part=words(f"paper.part.{one.part}"),
            against=one.against,
            measured=number(one.measured, 2),
        )
        for one in told
        if not one.agrees
    ]
    if not others:
        return words("paper.growth.all", alike=number(ALIKE))
    return words("paper.growth.some", parts=words.listed(others))
