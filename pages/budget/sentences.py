"""Sentences on the best map at this budget, on the kernel and on the runs, by predicates checked on the numbers."""

from __future__ import annotations

from collections.abc import Sequence

from core.problem.maps import LANDMARKS, PAIRED, WAVES, paired_count
from core.solver import Outcome
from core.topics.budget.experiment import MeasuredMachine, budget
from pages.budget.answers import Comparison, FoundSpent, comparison
from pages.budget.question import Question
from ui.solve.limits import FEATURES_OF_A_BUDGET
from ui.words import Words, at_least, at_most, number

RIVALS = ("taylor", WAVES, PAIRED, LANDMARKS)  # maps that approximate the kernel; that of degree 2 has its own
ALIKE, APART = 0.9, 0.01  # all K above the first: the points look alike; all below the second: K is nearly the identity
DIGITS = 2


def budget_sentence(shown: Comparison, words: Words) -> str:
    """Say which map is closest to the exact boundary with these features, and compare the training times."""
    if not shown.exact.entry.found:
        return words("budget.sentence.impossible")
    rivals = _rivals(shown)
    if not rivals:
        return words("budget.sentence.none", features=shown.features)
    sentences = [_closest(rivals, shown, words)]
    if shown.exact.entry.outcome == Outcome.OPTIMAL:  # the time of a run that was cut off says nothing
        sentences.append(_cost(shown, words))
    return words.joined(sentences)


def closest(shown: Comparison) -> str | None:
    """Return the name of the map that disagrees least with the exact kernel; None if none can be compared."""
    rivals = _rivals(shown) if shown.exact.entry.found else []
    return min(rivals, key=lambda entry: entry.disagreement).name if rivals else None


def wants_slack(question: Question) -> bool:
    """Whether the sentence recommends a soft margin."""
    shown = comparison(question)
    return not (shown.exact.entry.found and _rivals(shown))


def _rivals(shown: Comparison) -> list[MeasuredMachine]:
    return [entry for entry in shown.entries if entry.name in RIVALS and entry.outcome == Outcome.OPTIMAL]


def _closest(rivals: Sequence[MeasuredMachine], shown: Comparison, words: Words) -> str:
    ranked = sorted(rivals, key=lambda entry: entry.disagreement)
    least = percent(ranked[0].disagreement)
    best = [entry for entry in ranked if percent(entry.disagreement) == least]
    rest = [entry for entry in ranked if percent(entry.disagreement) != least]
    where = words("budget.where.plane" if shown.plane else "budget.where.points")
    key = "budget.sentence.one" if len(best) == 1 else "budget.sentence.tie"
    said = words(key, features=shown.features, best=_listed(best, words), value=least, where=where)
    others = words("language.comma").join(
        words("budget.other", name=_name(entry, words), value=percent(entry.disagreement)) for entry in rest
    )
    return said + (words("budget.others", others=others) if others else words("budget.stop"))


def _cost(shown: Comparison, words: Words) -> str:
    """Compare the training times: the fastest map and the exact kernel."""
    exact = shown.exact.entry
    trained = [entry for entry in shown.entries if entry.outcome == Outcome.OPTIMAL]
    fastest = min(trained, key=lambda entry: entry.train_seconds)
    values = {"exact": milliseconds(exact.train_seconds), "fast": milliseconds(fastest.train_seconds)}
    if values["exact"] == values["fast"]:
        return words("budget.cost.same", **values)
    first = exact.train_seconds < fastest.train_seconds
    return words(
        "budget.cost.exact" if first else "budget.cost.map",
        name=_name(fastest, words),
        n=number(len(shown.setting.y)),
        **values,
    )


def own_budget(question: Question, words: Words) -> list[str]:
    """Say where the page uses other numbers than were chosen: an order that does not fit, D, L, and an odd p."""
    said, kernel = [], question.board.kernel
    spent = {"m": question.order, "features": question.features}
    if question.order < question.chosen:
        wanted = number(budget(question.chosen, question.d))
        said.append(
            words(
                "budget.reach", chosen=question.chosen, wanted=wanted, d=question.d, most=FEATURES_OF_A_BUDGET, **spent
            )
        )
    if "components" in kernel and kernel["components"] != question.features:
        said.append(words("budget.features", D=number(float(kernel["components"])), **spent))
    if "landmarks" in kernel and min(int(kernel["landmarks"]), len(question.setting.X)) != question.landmarks:
        said.append(words("budget.landmarks", L=number(float(kernel["landmarks"])), taken=question.landmarks, **spent))
    if question.draws.waves == PAIRED:
        said.append(words("budget.pairs", made=paired_count(question.features), features=question.features))
    return said


def remarks(shown: Comparison, words: Words) -> list[str]:
    """Return further remarks: a kernel that does not separate points, too few landmarks, cut runs, proofs."""
    said = []
    smallest, largest = shown.exact.alike
    if smallest > ALIKE:
        said.append(words("budget.note.alike", smallest=at_least(smallest)))
    if largest < APART:
        said.append(words("budget.note.apart", largest=at_most(largest)))
    if shown.features > len(shown.setting.y):
        said.append(words("budget.note.landmarks", n=number(len(shown.setting.y))))
    everyone = shown.everyone
    missing = [entry for entry in everyone if not entry.found]
    if missing:
        said.append(words("budget.note.impossible", names=_listed(missing, words)))
    cut = [entry for entry in everyone if entry.outcome in (Outcome.STEP_LIMIT, Outcome.STUCK)]
    if cut:
        said.append(words("budget.note.cut", names=_listed(cut, words)))
    proved = [entry for entry in everyone if entry.found and entry not in cut]
    if proved:
        key = "budget.note.gap" if cut else "budget.note.gap.all"
        said.append(words(key, gap=at_most(100 * max(entry.gap for entry in proved), DIGITS)))
    return said


def draws_sentence(question: Question, known: FoundSpent, words: Words) -> str:
    """Say how much both random maps depend on their draw at this budget; empty before two draws of one are known."""
    parts = []
    for name in (WAVES, PAIRED, LANDMARKS):
        found = [
            point.entry.disagreement
            for choice, point in known.items()
            if choice and choice.name == name and choice.order == question.order and point.entry.found
        ]
        if len(found) > 1:
            low, high = percent(min(found)), percent(max(found))
            values = {"name": words(f"budget.short.{name}"), "draws": len(found)}
            key = "budget.draws.one" if low == high else "budget.draws.range"
            parts.append(words(key, low=low, high=high, **values))
    if not parts:
        return ""
    where = words("budget.where.plane" if question.plane else "budget.where.points")
    return words("budget.draws", parts=words.listed(parts), where=where)


def percent(share: float) -> str:
    """Return a share as a percentage of two digits, without its sign."""
    return number(100 * share, DIGITS)


def milliseconds(seconds: float) -> str:
    """Return a time in milliseconds, two digits."""
    return number(1e3 * seconds, DIGITS)


def _name(entry: MeasuredMachine, words: Words) -> str:
    return words(f"budget.short.{entry.name}")


def _listed(entries: Sequence[MeasuredMachine], words: Words) -> str:
    return words.listed([_name(entry, words) for entry in entries])
