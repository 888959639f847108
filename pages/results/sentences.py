"""Sentences about the measurements, based on checked numbers, and the names of their rows."""

from __future__ import annotations

from collections.abc import Sequence

from pages.results.answers import NEAR, Rivalry, Summary, differences, exponent, groups, panels, summary
from pages.results.claims import TIMES, all_verdicts, counted_claims, maps_made, more_accurate, printed_close
from pages.results.measurements import Growth, Paper, PaperSet, Ratios, SectionTaken, Workload
from ui.page.measured import report
from ui.page.measured.claims import HOLDS, OPEN
from ui.page.measured.table import fixed, signed
from ui.words import Words, number

MADE = ("moons", "checker", "clouds", "mixture", "text")  # generated data; the other sets have names of their own


# ---- names and units ----


def data_of(row: Workload, words: Words) -> str:
    """Return the name of the points of a row with their number and dimension."""
    kind = row.data.rstrip("0123456789")
    name = words(f"results.data.{kind}") if kind in MADE else row.data
    return words("results.work", data=name, n=number(row.n), d=number(row.d))


def panel_name(task: str, data: str, words: Words) -> str:
    """Return the name of a task on a kind of data, whatever its dimension."""
    return words(f"figure.results.panel.{task}.{data.rstrip('0123456789')}")


def set_name(paper: Paper, data: str, words: Words) -> str:
    """Return the name of a set, with a note if it is a sample."""
    sampled = any(one.sample for one in paper.sets if one.data == data)
    return words("results.paper.sample", data=data) if sampled else data


def seconds(value: float, words: Words) -> str:
    """Write a time in a suitable unit."""
    if value < 1e-3:
        return words("results.unit.us", value=number(1e6 * value))
    if value < 1:
        return words("results.unit.ms", value=number(1e3 * value))
    return words("results.unit.s", value=number(value))


# ---- the ratios ----


def lead(ratios: Ratios | None, rivalries: Sequence[Rivalry], family: str, words: Words) -> str:
    """Say how often ours is faster, which goals are missed, and whether the solutions are as good."""
    if ratios is None or not rivalries:
        return words("results.missing.ratios")
    counts = summary(rivalries, ratios.tolerance)
    values = {"rival": words(f"results.family.{family}"), "count": counts.count, "middle": number(counts.middle, 2)}
    if counts.faster == counts.count:
        faster = words("results.lead.all", **values)
    else:
        faster = words("results.lead.some", faster=counts.faster, **values)
    return words.joined([faster, _goals(counts, words), _quality(counts, ratios, words)])


def _goals(counts: Summary, words: Words) -> str:
    if not counts.goals:
        return words("results.lead.goals.none")
    if counts.met == counts.goals:
        return words("results.lead.goals.all", goals=counts.goals)
    return words("results.lead.goals", met=counts.met, goals=counts.goals, missed=counts.goals - counts.met)


def _quality(counts: Summary, ratios: Ratios, words: Words) -> str:
    if not counts.trained:
        return ""
    values = {"trained": counts.trained, "tolerance": number(ratios.tolerance)}
    if counts.beyond:
        return words("results.lead.beyond", beyond=counts.beyond, **values)
    return words("results.lead.within", **values)


def key_of_ratios(rivalries: Sequence[Rivalry], words: Words) -> str:
    """Explain the marks of the figure, and give the spread of the ratios."""
    several = len({one.rival.solver for one in rivalries}) > 2
    key = words("results.key.all" if several else "results.key")
    return words.joined([key, worst(rivalries, words), parts_of_sets(rivalries, words)])


def parts_of_sets(rivalries: Sequence[Rivalry], words: Words) -> str:
    """Say of which sets only some rows are used."""
    parts = {row.data: (row.n, row.of) for row in (one.workload for one in rivalries) if row.of is not None}
    names = [words("results.part", data=data, n=number(n), of=number(of)) for data, (n, of) in parts.items()]
    return words("results.parts", sets=words.listed(names)) if names else ""


def worst(rivalries: Sequence[Rivalry], words: Words) -> str:
    """Name the groups with our largest and our smallest lead."""
    by_group = [([one.ratio for one in members], name) for name, members in groups(rivalries).items()]
    high, best = max((max(ratios), name) for ratios, name in by_group)
    low, least = min((min(ratios), name) for ratios, name in by_group)
    values = {"best": words(f"results.group.{best}"), "least": words(f"results.group.{least}")}
    return words("results.spread", high=number(high), low=number(low), **values)


def when(taken: SectionTaken, words: Words) -> str:
    """Say when, on which machine and under which load a section was measured, and how to repeat it."""
    notes = [words("results.note.quick")] if taken.quick else []
    if taken.busy:
        notes.append(words("results.note.busy"))
    return report.when(taken, "results", notes, words)


def versions(taken: SectionTaken, words: Words) -> str:
    """Return the versions of all packages used."""
    return words("results.versions", versions=report.versions(taken, words))


# ---- growth ----


def growth_sentence(growth: Growth, words: Words) -> str:
    """Give our exponent and the rival's for each kind of data, with the range of the fit."""
    parts = []
    for (task, data), members in panels(growth, "n").items():
        powers = {series.solver: exponent(series, "seconds") for series in members}
        own = powers.pop("ours", None)
        for solver, other in powers.items():
            if own is None or other is None:
                continue
            values = {"panel": panel_name(task, data, words), "rival": words(f"results.solver.{solver}")}
            exponents = {"own": number(own.exponent, 2), "other": number(other.exponent, 2)}
            parts.append(words("results.growth.pair", **values, **exponents))
    if not parts:
        return words("results.growth.none")
    return words("results.growth.said", parts=words("results.growth.semicolon").join(parts))


# ---- the paper ----


def paper_sentence(paper: Paper, words: Words) -> str:
    """Say how close our accuracies are to the printed ones, and which of the paper's comparisons hold here."""
    sentences = [_nearness(paper, words)]
    sentences += [_left_out(one, paper, words) for one in paper.present.values() if one.sample]
    for claim in counted_claims(paper):
        if claim.ours is not None and claim.statement.is_better is more_accurate:
            methods = {"better": claim.statement.method, "than": claim.statement.than}
            counts = {
                "won": claim.ours.won,
                "both": claim.ours.of,
                "printed": claim.printed.won,
                "of": claim.printed.of,
            }
            sentences.append(words("results.paper.wins", **methods, **counts))
    return words.joined(sentences)


def _nearness(paper: Paper, words: Words) -> str:
    compared = differences(paper)
    if not compared:
        return words("results.paper.none_there")
    near = sum(abs(difference) <= NEAR for _, difference in compared)
    cell, most = max(compared, key=lambda one: abs(one[1]))
    values = {"method": cell.method, "data": cell.data, "most": signed(most), "points": number(NEAR)}
    return words("results.paper.near", near=near, of=len(compared), **values)


def _left_out(one: PaperSet, paper: Paper, words: Words) -> str:
    """Say that a set is not part of the comparison, why, and by how much its accuracy differs."""
    assert one.counted is not None
    rows = {"data": one.data, "n": number(int(sum(one.counted[2:]))), "of": number(int(sum(one.printed[2:])))}
    apart = differences(paper, one.data)
    if not apart:
        return words("results.paper.left_out", **rows)
    cell, _ = max(apart, key=lambda each: abs(each[1]))
    assert cell.printed is not None
    assert cell.same is not None
    accuracies = {"own": fixed(cell.same.accuracy), "printed": fixed(cell.printed.accuracy)}
    return words("results.paper.apart", **rows, method=cell.method, **accuracies)


def paper_hint(paper: Paper, words: Words) -> str:
    """Say how the paper's experiment was repeated."""
    tolerances = {"linear": number(paper.tolerance_linear), "kernel": number(paper.tolerance_kernel)}
    counts = {"epochs": paper.epochs, "sample": paper.sample, "folds": paper.folds}
    return words("results.paper.hint", **tolerances, **counts)


def claims_sentence(paper: Paper, words: Words) -> str:
    """Say how many of the claims our runs confirm, name the others, and count what cannot be checked."""
    every = all_verdicts(paper)
    verdicts = {name: verdict for name, verdict in every.items() if verdict != OPEN}
    if not verdicts:
        return words("results.claims.none")
    unknown = words("results.claims.open", count=len(every) - len(verdicts)) if len(every) > len(verdicts) else ""
    others = [words(f"results.claim.{name}") for name, verdict in verdicts.items() if verdict != HOLDS]
    held = words("results.claims.held", held=len(verdicts) - len(others), count=len(verdicts))
    if not others:
        return words.joined([held, unknown])
    told = words("results.claims.others", claims=words("results.growth.semicolon").join(others))
    return words.joined([held, told, unknown])


def claims_hint(paper: Paper, words: Words) -> str:
    """Say what counts as confirmed, close and much faster, and how the paper's own table meets that."""
    own = printed_close(paper)
    hint = words("results.claims.hint", points=number(NEAR))
    return words.joined(
        [hint, words("results.claims.close", won=own.won, of=own.of, times=number(TIMES), limit=number(NEAR))]
    )


def maps_sentence(paper: Paper, words: Words) -> str:
    """Say how often maps are made before and during the training."""
    made = [
        words(
            "results.maps.stopped" if one.stopped else "results.maps.one",
            data=one.data,
            points=number(one.points),
            epochs=number(one.epochs),
            during=number(one.during),
        )
        for one in maps_made(paper)
    ]
    if not made:
        return ""
    return words("results.maps", made=words("results.growth.semicolon").join(made))
