"""Sentences about the printed tables and our runs, based on predicates checked numerically."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from pages.paper.answers import (
    ALIKE,
    NEAR,
    OWN,
    AgainstGrid,
    against_grid,
    distance_from_line,
    exponents,
    fall_between,
    kernel_slope,
    lead_by_size,
    rows_of,
)
from pages.paper.claims import comparisons, differences, error_unit, explanations, row_counts
from pages.paper.measurements import Experiments
from pages.paper.printed import MARKS, SIZED
from ui.page.measured import report
from ui.page.measured.claims import CONTRADICTS
from ui.page.measured.file import FileContent, Occasion
from ui.words import Words, number

STILL_FALLING = 2.0  # least ratio of the errors at both marks for "still falling"; c / D gives 4


def lead(reading: FileContent[Experiments], task: str, words: Words) -> str:
    """Say on how many sets RFFDG-RBF is faster than the full grid and as good, in the paper and in our runs."""
    printed, ours = (against_grid(reading.content, task, side) for side in (False, True))
    sentences = [words("paper.lead.method"), _faster(printed, "paper.lead.printed", words)]
    if reading.why is not None:
        sentences.append(words(f"paper.{reading.why}"))
    elif ours:
        sentences.append(_faster(ours, "paper.lead.ours", words))
    return words.joined(sentences)


def _faster(rows: Sequence[AgainstGrid], key: str, words: Words) -> str:
    own = [one for one in rows if one.method == OWN]
    counts = {"faster": sum(one.times > 1 for one in own), "near": sum(one.near for one in own), "of": len(own)}
    return words(key, **counts, middle=number(median(one.times for one in own), 2))


def near_sentence(task: str, words: Words) -> str:
    """Say which scores count as equally good."""
    near = NEAR[task]
    return words(f"paper.near.{task}", near=number(100 * near if task == "regression" else near))


def protocol(experiments: Experiments | None, words: Words) -> str:
    """Describe the protocol of our runs: grid, folds, repetitions, and the rows used."""
    if experiments is None:
        return ""
    settings = experiments.asked
    sentences = [
        words("paper.protocol", folds=settings.folds, ranks=words.listed([str(D) for D in settings.ranks])),
        words("paper.repeated", count=settings.repetitions),
    ]
    if settings.most_rows:
        sentences.append(words("paper.capped", rows=number(settings.most_rows), tests=number(settings.most_tests)))
    if experiments.absent:
        sentences.append(words("paper.absent", sets=words("language.comma").join(experiments.absent)))
    return words.joined(sentences)


def when(taken: Occasion, words: Words) -> str:
    """Say when, on which machine and under which load the measurements were taken, and how to repeat them."""
    notes = [words("paper.busy")] if taken.busy else []
    notes.append(words("paper.versions", versions=report.versions(taken, words)))
    return report.when(taken, "paper", notes, words)


# ---- text against tables ----


def contradictions(experiments: Experiments | None, words: Words) -> str:
    """Say how many statements of the text contradict its own tables, and what table 2 calls MSE."""
    verdicts = [claim.verdict for claim in comparisons(experiments)]
    verdicts += [claim.verdict for claim in differences(experiments)]
    verdicts += explanations(experiments)
    sentences = [words("paper.contradictions", broken=verdicts.count(CONTRADICTS), of=len(verdicts))]
    unit = error_unit(experiments)
    if unit is not None and unit.verdict == CONTRADICTS:
        values = {"data": unit.data, "variance": number(unit.variance, 3), "root": f"{100 * unit.as_root:.0f}"}
        sentences.append(words("paper.unit", **values, square=number(unit.as_square, 3)))
    for claim in row_counts(experiments):
        if claim.verdict == CONTRADICTS and claim.ours is not None:
            counts = {"printed": number(claim.printed), "ours": number(claim.ours)}
            sentences.append(words("paper.rows.other", data=claim.statement, **counts))
    return words.joined(sentences)


# ---- the figures ----


def kernel_sentence(experiments: Experiments, task: str, words: Words) -> str:
    """Say how close the measured errors are to c / D."""
    own = list(rows_of(experiments, task).values())
    if not own:
        return words("paper.kernel.none")
    slopes = [kernel_slope(experiments, one) for one in own]
    share, data = max((distance_from_line(experiments, one), one.data) for one in own)
    ends = {"least": number(min(slopes), 3), "most": number(max(slopes), 3)}
    near = words("paper.kernel.said", **ends, share=f"{100 * share:.0f}", data=data, rolls=experiments.rolls)
    falls = [fall_between(experiments, one, MARKS) for one in own]
    values = {"first": MARKS[0], "last": MARKS[1], "least": number(min(falls), 2), "most": number(max(falls), 2)}
    key = "paper.kernel.falling" if min(falls) > STILL_FALLING else "paper.kernel.mixed"
    return words.joined([near, words(key, **values)])


def lead_sentence(experiments: Experiments, task: str, words: Words) -> str:
    """Say how the speed-up over the full grid grows with the rows, and from which size it is above 1."""
    growing = lead_by_size(experiments, SIZED[task])
    if growing is None:
        return words("paper.growth.none")
    sizes = {"least": number(growing.least), "most": number(growing.most)}
    times = {"first": number(growing.first, 2), "last": number(growing.last, 2)}
    change = words("paper.lead.grows" if growing.grows else "paper.lead.shrinks", **sizes, **times)
    if growing.from_rows is None:
        return words.joined([change, words("paper.lead.never")])
    return words.joined([change, words("paper.lead.since", rows=number(growing.from_rows))])


def growth_sentence(experiments: Experiments, task: str, words: Words) -> str:
    """Say which exponents differ from those of the formula."""
    judged = [one for one in exponents(experiments, SIZED[task]) if one.formula is not None]
    if not judged:
        return words("paper.growth.none")
    others = []
    for one in judged:
        if not one.agrees:
            names = {"part": words(f"paper.part.{one.part}"), "against": one.against}
            others.append(words("paper.growth.one", **names, measured=number(one.measured.exponent, 2)))
    if not others:
        return words("paper.growth.all", alike=number(ALIKE))
    return words("paper.growth.some", parts=words.listed(others))
