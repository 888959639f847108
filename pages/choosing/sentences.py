"""Sentences about machines, folds and strategies, based on predicates checked numerically."""

from __future__ import annotations

from collections.abc import Sequence

from core.selection import LeaveOneOut, Look, best, one_standard_error
from core.topics.choosing.experiment import Judgement, Tile
from pages.choosing.answers import DEALS, PrintedWalk, SparseTest, parts
from pages.choosing.question import Question
from pages.choosing.walked import Walked
from ui.page.choice.grid import edge_sentences
from ui.plot.methods import METHODS
from ui.solve.limits import POINTS_LEFT_OUT, POINTS_MAPPED
from ui.solve.queue.long_work import Progress
from ui.words import Words, number


def percent(share: float) -> str:
    """Return a share as a percentage of three digits, without its sign."""
    return number(100.0 * share, 3)


def seconds(value: float) -> str:
    """Return a time in milliseconds, two digits."""
    return number(1e3 * value, 2)


def place(look: Look, machine: str, words: Words) -> str:
    """Return the cell of a look; for ridge regression by its lambda."""
    return words(f"choice.place.{machine}", gamma=number(look.gamma), penalty=number(penalty(look, machine)))


def penalty(look: Look, machine: str) -> float:
    """Return C, or the corresponding lambda."""
    return look.penalty if machine == "ridge" else look.C


def symbol(machine: str) -> str:
    """Return the letter of the penalty."""
    return "λ" if machine == "ridge" else "C"


def name_of(walked: Walked, words: Words) -> str:
    """Return the description of a strategy."""
    return words(f"choosing.name.{walked.name}", symbol=symbol(walked.machine))


# ---- the lead ----


def title(question: Question) -> str:
    """Return the key of the page's title question."""
    return "choosing.question.ridge" if question.options.machine == "ridge" else "choosing.question"


def machines_lead(so_far: Progress[Tile], words: Words) -> str:
    """Ask which of the machines to trust, and say how many make no error on their training points."""
    if not so_far.over:
        return words("choosing.lead.soon")
    count = len(so_far.found)
    flawless = sum(tile.errors == 0 for tile in so_far.found)
    sentences = [words("choosing.lead.ask", count=count)]
    if flawless > 1:
        sentences.insert(0, words("choosing.lead.flawless", flawless=flawless, count=count))
    return words.joined(sentences)


def errors_lead(walked: Sequence[Walked], over: bool, stopped: bool, words: Words) -> str:
    """Say where the full grid has its smallest error, and compare the fastest other strategy with it."""
    if not over:
        return words("choosing.lead.stopped" if stopped else "choosing.lead.walking")
    grid = _of(walked, "grid")
    if not grid.looks:
        return words("choosing.lead.nothing")
    least = best(grid.looks)
    values = {"error": percent(least.error), "seconds": seconds(grid.seconds)}
    values["place"] = place(least, grid.machine, words)
    key = "grid" if grid.complete else "part"
    sentences = [words(f"choosing.lead.{key}", looks=len(grid.looks), of=grid.of, **values)]
    sentences += edge_sentences(least, words) if grid.complete else []
    rivals = [each for each in walked if each.name in tuple(METHODS)[1:] and each.exact and each.complete]
    if rivals and grid.complete:
        sentences.append(_rivals(rivals, grid.seconds, least, words))
    return words.joined(sentences)


def _rivals(rivals: Sequence[Walked], spent: float, least: Look, words: Words) -> str:
    """Compare the fastest of the others with the full grid, which took `spent` seconds."""
    fastest = min(rivals, key=lambda each: each.seconds)
    assert fastest.choice is not None
    values = {"name": words(f"choosing.short.{fastest.name}"), "seconds": seconds(fastest.seconds)}
    values["error"] = percent(fastest.choice.error)
    if fastest.seconds >= spent:
        return words("choosing.lead.slower", **values)
    key = "as_good" if values["error"] == percent(least.error) else "faster"
    return words(f"choosing.lead.{key}", **values)


def _of(walked: Sequence[Walked], name: str) -> Walked:
    return next(each for each in walked if each.name == name)


# ---- beside the figures ----


def here_sentence(question: Question, look: Look | None, words: Words) -> str:
    """Report the validation error at the visitor's own cell."""
    if look is None:
        return words("choosing.hard")
    errors, points = int(sum(look.errors)), sum(look.points)
    values = {"errors": errors, "points": points, "folds": len(look.points), "error": percent(look.error)}
    return words("choosing.here", place=place(look, question.options.machine, words), **values)


def transfer_sentences(walked: Sequence[Walked], words: Words) -> list[str]:
    """Report the cost of the features and the effect of the transfer to the exact kernel."""
    sentences = []
    for name in ("rffdg-rbf", "nystroem"):
        each = _of(walked, name)
        moved = each.transfer
        if moved is None or not each.complete:
            continue
        before, after = percent(moved.approximate.error), percent(moved.exact.error)
        key = "same" if before == after else "better" if moved.exact.error < moved.approximate.error else "worse"
        values = {
            "before": before,
            "after": after,
            "search": seconds(moved.searching),
            "train": seconds(moved.training),
        }
        sentences.append(words(f"choosing.transfer.{key}", name=words(f"choosing.short.{name}"), **values))
    return sentences


def rule_sentence(walked: Sequence[Walked], words: Words) -> list[str]:
    """Say which cell within one standard error of the best is the simplest."""
    grid = _of(walked, "grid")
    if not grid.looks or grid.rule != "simplest":
        return []
    simple = one_standard_error(grid.looks)
    largest = words("choosing.largest") if grid.machine == "ridge" else ""
    at = place(simple, grid.machine, words)
    return [words("choosing.rule.told", error=percent(simple.error), place=at, largest=largest)]


def fold_sentence(question: Question, look: Look, found: Judgement | None, words: Words) -> str:
    """Compare training, validation and test errors at the visitor's cell."""
    values = {"error": percent(look.error), "spread": number(100.0 * look.standard_error, 2)}
    sentences = [words("choosing.told.validated", folds=len(look.points), **values)]
    if found is not None:
        sentences.append(words("choosing.told.training", wrong=found.training, of=found.of))
        if found.of_test:
            sentences.append(
                words("choosing.told.test", wrong=found.test, of=found.of_test, one=percent(1.0 / found.of_test))
            )
        else:
            sentences.append(words("choosing.told.no_test"))
    return words.joined(sentences)


# ---- the folded parts ----


def printed_sentence(rows: Sequence[PrintedWalk], machine: str, words: Words) -> str:
    """Report the result of the algorithm as printed."""
    letter, _, corrected = rows
    first, last = (
        {"error": percent(row.choice.error), "place": place(row.choice, machine, words)} for row in rows[::2]
    )
    key = "apart" if letter.choice.error > corrected.choice.error else "luck"
    sentence = words(f"choosing.printed.{key}", symbol=symbol(machine), **last)
    return words.joined([words("choosing.printed.letter", looks=letter.looks, **first), sentence])


def left_out_sentence(question: Question, found: LeaveOneOut | None, look: Look | None, words: Words) -> str:
    """Compare the leave-one-out error with that of the folds."""
    if found is None or look is None:
        return words("choosing.left_out.many", most=POINTS_LEFT_OUT)
    of = sum(look.points)
    told = "ridge" if question.options.machine == "ridge" else "told"
    key = told if found.complete else "part"
    values = {"errors": found.errors, "of": of, "solved": found.solved, "error": percent(found.errors / of)}
    return words(f"choosing.left_out.{key}", folds=percent(look.error), **values)


def quiz_sentence(found: Sequence[Look] | None, machine: str, words: Words) -> str:
    """Report the spread of the choices for other splits."""
    if found is None:
        return words("choosing.quiz.many", most=POINTS_MAPPED)
    errors, places = [look.error for look in found], {(look.gamma, look.C) for look in found}
    values = {
        "low": number(min(look.gamma for look in found)),
        "high": number(max(look.gamma for look in found)),
        "symbol": symbol(machine),
        "least": number(min(penalty(look, machine) for look in found)),
        "most": number(max(penalty(look, machine) for look in found)),
        "best": percent(min(errors)),
        "worst": percent(max(errors)),
    }
    key = "same" if len(places) == 1 else "apart"
    return words(f"choosing.quiz.{key}", deals=DEALS, places=len(places), **values)


def sparse_sentence(question: Question, found: SparseTest | None, words: Words) -> str:
    """Compare the test errors of KSRC with those of the machine at the same gamma."""
    if found is None:
        few = not len(parts(question).test)
        return words("choosing.ksrc.few") if few else words("choosing.ksrc.many", most=POINTS_LEFT_OUT)
    values = {"gamma": number(found.gamma), "penalty": number(found.penalty), "of": found.of, "errors": found.errors}
    code = {"used": number(found.used, 3), "trained": found.trained}
    said = words("choosing.ksrc.told", **values, **code)
    if found.machine is None:
        return words.joined([said, words("choosing.ksrc.none", C=number(found.C))])
    other = found.machine.test
    key = "equal" if other == found.errors else "fewer" if other < found.errors else "more"
    machine = words("choosing.ksrc.machine", C=number(found.C), errors=other, of=found.of)
    return words.joined([said, machine, words(f"choosing.ksrc.{key}")])
