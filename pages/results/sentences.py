"""What may be said of the measurements, by predicates checked on the their numbers."""

from __future__ import annotations

from collections.abc import Sequence

from pages.results.answers import (
    NEAR,
    Rivalry,
    Summary,
    differences,
    exponent,
    groups,
    panels,
    summary,
    trial_of,
    wins,
)
from pages.results.claims import HOLDS, OPEN, CountedClaim, GainClaim, counted_claims, gain_claim
from pages.results.figures.growth import panel_name
from pages.results.measurements import Cell, Growth, Paper, PaperSet, Ratios, SectionTaken
from ui.page import occasion
from ui.words import Words, number

PAPERS_WINS = {
    ("KERNEL", "LINEAR"): (6, 6),
    ("GAUSS-2", "POLY-2"): (4, 6),
}  # on how many sets of Liu14's table 2


def lead(shown: Ratios | None, found: Sequence[Rivalry], family: str, words: Words) -> str:
    """Say how often ours is faster, what goals are missed, and whether the answers are as good."""
    if shown is None or not found:
        return words("results.missing.ratios")
    told = summary(found, shown.tolerance)
    return words.joined([_faster(told, family, words), _goals(told, words), _quality(told, shown, words)])


def _faster(told: Summary, family: str, words: Words) -> str:
    values = {"rival": words(f"results.family.{family}"), "count": told.count, "middle": number(told.middle, 2)}
    if told.faster == told.count:
        return words("results.lead.all", **values)
    return words("results.lead.some", faster=told.faster, **values)


def _goals(told: Summary, words: Words) -> str:
    if not told.goals:
        return words("results.lead.goals.none")
    if told.met == told.goals:
        return words("results.lead.goals.all", goals=told.goals)
    return words("results.lead.goals", met=told.met, goals=told.goals, missed=told.goals - told.met)


def _quality(told: Summary, shown: Ratios, words: Words) -> str:
    if not told.trained:
        return ""
    tolerance = number(shown.tolerance)
    if told.beyond:
        return words("results.lead.beyond", beyond=told.beyond, trained=told.trained, tolerance=tolerance)
    return words("results.lead.within", trained=told.trained, tolerance=tolerance)


def key_of_ratios(found: Sequence[Rivalry], words: Words) -> str:
    """Say what the marks of the figure mean, and how the ratios are spread."""
    several = len({one.rival.solver for one in found}) > 2
    key = words("results.key.all" if several else "results.key")
    return words.joined([key, worst(found, words), parts_of_sets(found, words)])


def parts_of_sets(found: Sequence[Rivalry], words: Words) -> str:
    """Say which sets take part with some of their rows only."""
    parts = {one.workload.data: (one.workload.n, one.workload.of) for one in found if one.workload.of is not None}
    named = [words("results.part", data=data, n=number(n), of=number(of)) for data, (n, of) in parts.items()]
    return words("results.parts", sets=words.listed(named)) if named else ""


def worst(found: Sequence[Rivalry], words: Words) -> str:
    """Name the group where ours is furthest ahead, and the one where it is least so."""
    by_group = [(min(one.ratio for one in members), name) for name, members in groups(found).items()]
    high, best = max((max(one.ratio for one in members), name) for name, members in groups(found).items())
    low, least = min(by_group)
    return words(
        "results.spread",
        best=words(f"results.group.{best}"),
        high=number(high),
        least=words(f"results.group.{least}"),
        low=number(low),
    )


def when(taken: SectionTaken, words: Words) -> str:
    """Say when, on what and under which load a section was measured, and how to do it again."""
    notes = [words("results.note.quick")] if taken.quick else []
    if taken.busy:
        notes.append(words("results.note.busy"))
    return occasion.when(taken, "results", notes, words)


def versions(taken: SectionTaken, words: Words) -> str:
    """Return the versions of everybody who took part."""
    return words("results.versions", versions=occasion.versions(taken, words))


def growth_sentence(shown: Growth, words: Words) -> str:
    """Give our exponent and the rival's for each kind of data, with the range of the fit."""
    parts = []
    for (task, data), members in panels(shown, "n").items():
        fitted = {series.solver: exponent(series, "seconds") for series in members}
        own = fitted.pop("ours", None)
        for solver, other in fitted.items():
            if own is None or other is None:
                continue
            parts.append(
                words(
                    "results.growth.pair",
                    panel=panel_name(task, data, words),
                    own=number(own[0], 2),
                    rival=words(f"results.solver.{solver}"),
                    other=number(other[0], 2),
                )
            )
    if not parts:
        return words("results.growth.none")
    return words("results.growth.said", parts=words("results.growth.semicolon").join(parts))


def paper_sentence(shown: Paper, words: Words) -> str:
    """Say how near our accuracies are to the printed ones, and which of the paper's comparisons hold here."""
    found = differences(shown)
    sentences = [words("results.paper.none_there")] if not found else [_nearness(found, words)]
    sentences += [_left_out(one, shown, words) for one in shown.sets if one.sample and one.counted is not None]
    for (better, than), (printed, of) in PAPERS_WINS.items():
        won, both = wins(shown, better, than)
        if both:
            values = {"better": better, "than": than, "won": won, "both": both, "printed": printed, "of": of}
            sentences.append(words("results.paper.wins", **values))
    return words.joined(sentences)


def claims_sentence(shown: Paper, words: Words) -> str:
    """Say how many of the five claims our runs confirm, and name those that they do not."""
    claims: list[CountedClaim | GainClaim] = [*counted_claims(shown), gain_claim(shown)]
    told = [one for one in claims if one.verdict != OPEN]
    if not told:
        return words("results.claims.none")
    held = sum(one.verdict == HOLDS for one in told)
    said = [words("results.claims.held", held=held, count=len(told))]
    others = [words(f"results.claim.{one.name}") for one in told if one.verdict != HOLDS]
    if others:
        said.append(words("results.claims.others", claims=words("results.growth.semicolon").join(others)))
    return words.joined(said)


def _left_out(one: PaperSet, shown: Paper, words: Words) -> str:
    """Say that a set is not among those that were compared, why, and how far off its accuracy is."""
    assert one.counted is not None
    apart = [
        (cell, trial.accuracy, cell.printed.accuracy)
        for cell in shown.cells
        if cell.data == one.data and cell.printed is not None
        if (trial := trial_of(cell, False)) is not None and trial.accuracy is not None
    ]
    rows = {"data": one.data, "n": number(int(sum(one.counted[2:]))), "of": number(int(sum(one.printed[2:])))}
    if not apart:
        return words("results.paper.left_out", **rows)
    cell, own, printed = max(apart, key=lambda each: abs(each[1] - each[2]))
    return words("results.paper.apart", **rows, method=cell.method, own=f"{own:.2f}", printed=f"{printed:.2f}")


def paper_hint(shown: Paper, words: Words) -> str:
    """Say how the paper's experiment was repeated."""
    return words(
        "results.paper.hint",
        linear=number(shown.tolerance_linear),
        kernel=number(shown.tolerance_kernel),
        epochs=shown.epochs,
        sample=shown.sample,
        folds=shown.folds,
    )


def _nearness(found: Sequence[tuple[Cell, float]], words: Words) -> str:
    near = sum(abs(difference) <= NEAR for _, difference in found)
    cell, most = max(found, key=lambda one: abs(one[1]))
    return words(
        "results.paper.near",
        near=near,
        of=len(found),
        points=number(NEAR),
        method=cell.method,
        data=cell.data,
        most=f"{most:+.2f}".replace("-", "−"),
    )
