"""Tables: variables set aside and their tests, the reconstructed gradient, runs, machines, Joachims' classes."""

from __future__ import annotations

import math
from collections.abc import Iterator

import pandas as pd

from core.problem import InputError
from core.solver import Outcome
from core.topics.libsvm.experiment import LoopSummary
from core.topics.libsvm.theory import ENTRY, rows_in_cache
from core.topics.libsvm.view import LAST, lasting
from pages.libsvm import answers
from pages.libsvm.numbers import shown_line
from pages.libsvm.question import Question
from pages.libsvm.variables import family, linear_term, upper, variable
from ui.words import Words, at_most, number

FIRST = 6  # rows of variables set aside
MORE = 12  # rows of the gradient
LARGER = (1_000, 10_000, 100_000)  # points, beside those of the board
CACHE_SIZES = (100, 200)  # megabytes: the defaults of svm-train and of scikit-learn


def asides_table(question: Question, k: int, words: Words) -> pd.DataFrame:
    """Return the points set aside last, each with the test that it passed."""
    found, _ = answers.stood(question, k)
    head, form = words(f"libsvm.column.point.{family(question)}"), answers.dual(question).form
    rows = []
    for one in found.asides[:FIRST]:
        own = ""  # subscript of m and M if each sign has its own
        if form.alike:
            own = "₊" if form.y[one.t] > 0 else "₋"
        rows.append(
            {
                head: variable(question, one.t),
                "α": "0" if one.at_zero else upper(question),
                words("libsvm.column.bar"): f"−y G > m{own}" if one.above else f"−y G < M{own}",
                words("libsvm.column.test"): f"{number(one.score)} {'>' if one.above else '<'} {number(one.bar)}",
                words("libsvm.column.pass"): number(one.since + 1),
            }
        )
    return pd.DataFrame(rows).set_index(head)


def output_table(question: Question, words: Words) -> pd.DataFrame:
    """Return the numbers that svm-train prints, each with its meaning."""
    found = answers.printed(question)
    assert found is not None
    rows = [("#iter", number(found.passes), words("libsvm.output.iter"))]
    if found.derived is not None:
        name, derived = found.derived
        rows.append((name, f"{derived:.6f}", _derived_meaning(question, name, derived, words)))
    rows += [
        ("obj", f"{found.objective:.6f}", words("libsvm.output.obj")),
        ("rho", f"{found.rho:.6f}", words(f"libsvm.output.rho.{'classes' if question.entry.labels else 'one'}")),
        ("nSV", number(found.supports), words("libsvm.output.supports")),
        ("nBSV", number(found.bounded), words("libsvm.output.bounded", upper=upper(question))),
    ]
    if found.classified:
        rows.append(("Total nSV", number(found.supports), words("libsvm.output.total")))
    head, value, meaning = (words(f"libsvm.output.column.{each}") for each in ("name", "value", "meaning"))
    return pd.DataFrame(rows, columns=[head, value, meaning]).set_index(head)


def _derived_meaning(question: Question, name: str, value: float, words: Words) -> str:
    """Say how nu, C or epsilon follows, and of which other machine it is; that holds for a convex dual and nu > 0."""
    key = f"libsvm.output.nu.{family(question)}" if name == "nu" else f"libsvm.output.{name}"
    if name == "epsilon" or not answers.end(question).psd:
        return words(key)
    if value == 0.0:
        return words.joined([words(key), words("libsvm.output.zero")])
    return words.joined([words(key), words(f"libsvm.output.same.{name}.{family(question)}")])


def memory_table(question: Question, words: Words) -> pd.DataFrame:
    """Return the size of Q for this board and for more points, and the rows of it in two sizes of the cache."""
    sizes = sorted({len(answers.dual(question).form.y), *LARGER})
    head = words("libsvm.memory.n")
    rows = [
        {
            head: number(n),
            words("libsvm.memory.whole"): number(ENTRY * n * n / 1e6, 3),
            **{words("libsvm.memory.rows", size=number(size)): number(rows_in_cache(n, size)) for size in CACHE_SIZES},
        }
        for n in sizes
    ]
    return pd.DataFrame(rows).set_index(head)


def coupling_table(words: Words) -> pd.DataFrame:
    """Return the smallest probability by elimination, and how far the iteration is from it, by number of classes."""
    head = words("libsvm.coupling.classes")
    rows = [
        {
            head: number(one.classes),
            words("libsvm.coupling.least"): number(one.least),
            words("libsvm.coupling.apart"): at_most(one.apart, 2),
            words("libsvm.coupling.closer"): at_most(one.closer, 2),
        }
        for one in answers.coupling()
    ]
    return pd.DataFrame(rows).set_index(head)


def rebuilt_table(question: Question, k: int, words: Words) -> pd.DataFrame:
    """Return the gradient of the first points that are set aside, reconstructed and as the full sum."""
    _, found = answers.stood(question, k)
    head, p = words(f"libsvm.column.point.{family(question)}"), linear_term(question)
    rows = [
        {
            head: variable(question, int(found.t[row])),
            words("libsvm.column.stale"): number(float(found.stale[row])),
            "Ḡ": number(float(found.at_bound[row])),
            **({"p": number(float(found.p[row]))} if question.entry.graph else {}),
            words("libsvm.column.free"): number(float(found.free[row])),
            words("libsvm.column.together", p=p): number(float(found.together[row]), 8),
            words("libsvm.column.full", p=p): number(float(found.full[row]), 8),
        }
        for row in range(min(MORE, len(found.t)))
    ]
    return pd.DataFrame(rows).set_index(head)


def savings_table(question: Question, words: Words) -> pd.DataFrame:
    """Return the four runs: the values that each read and computed, and the times of both."""
    n = len(question.y)
    rows = []
    for one in answers.saved(question).runs:
        shrinking = words(f"libsvm.shrinking.{one.shrinking}")
        held = n if one.cached and question.rows is None else question.rows if one.cached else 2
        rows.append(
            {
                words("libsvm.column.run"): words("libsvm.run", shrinking=shrinking, rows=number(held or 0)),
                words("libsvm.column.passes"): number(one.steps) if one.ended else f"> {number(one.steps)}",
                words("libsvm.column.asked"): number(one.asked),
                words("libsvm.column.computed"): number(one.computed),
                words("libsvm.column.loop"): number(1e3 * one.loop),
                words("libsvm.column.values"): number(1e3 * one.values),
            }
        )
    return pd.DataFrame(rows).set_index(words("libsvm.column.run"))


def machines_table(question: Question, words: Words) -> pd.DataFrame:
    """Return the run of each machine: its length, its output, and the variables and values that it used."""
    head = words("libsvm.column.machine")
    rows = [
        {head: words(f"machine.choice.{name}"), **_run_of(found, words)}
        for name, found in answers.machines(question).items()
        if not isinstance(found, InputError)
    ]
    return pd.DataFrame(rows).set_index(head)


def _run_of(found: LoopSummary, words: Words) -> dict[str, str]:
    over = found.outcome is Outcome.OPTIMAL
    return {
        words("libsvm.column.variables"): number(found.variables),
        words("libsvm.column.passes"): number(found.passes) if over else f"> {number(found.passes)}",
        words("libsvm.column.line"): f"`{shown_line(found.line)}`",  # as code: a star alone would begin a list
        words("libsvm.column.fewest"): number(found.fewest),
        words("libsvm.column.rebuilt"): number(found.rebuilt),
        words("libsvm.column.asked"): number(found.asked),
        words("libsvm.column.computed"): number(found.computed),
    }


def joachims_table(question: Question, k: int, words: Words) -> pd.DataFrame:
    """Return the three classes, the multipliers, and D by three formulas."""
    found, held, own = answers.split(question, k), lasting(answers.run(question).trace, k), family(question)
    sizes = f"{int(found.free.sum())} / {int(found.at_bound.sum())} / {int(found.at_zero.sum())}"
    rows = {
        words("libsvm.joachims.sets", bound=upper(question)): sizes,
        **{
            name: "–" if math.isnan(level) else number(level, 6)
            for name, level in _levels(question, found.levels, words)
        },
        words(f"libsvm.joachims.rule.{own}"): number(found.candidates) if found.judged else "–",
        words(f"libsvm.joachims.last.{own}", last=number(LAST)): "–" if held is None else number(int(held.sum())),
        words(f"libsvm.joachims.claimed.{own}"): number(found.candidates_printed) if found.judged else "–",
        words(f"libsvm.joachims.full.{own}"): number(found.full, 8),
        words("libsvm.joachims.reduced"): number(found.reduced, 8),
        words("libsvm.joachims.printed"): "–" if math.isnan(found.printed) else number(found.printed, 8),
    }
    head, value = words("libsvm.column.what"), words("libsvm.column.value")
    return pd.DataFrame([{head: name, value: shown} for name, shown in rows.items()]).set_index(head)


def _levels(question: Question, levels: tuple[float, ...], words: Words) -> Iterator[tuple[str, float]]:
    """Yield the levels with their names: with one equality the estimate of b, with two one level per sign."""
    if len(levels) > 1:
        margin = "ρ" if question.entry.labels else "−ε"
        names = [words("libsvm.joachims.level.plus", r=margin), words("libsvm.joachims.level.minus", r=margin)]
    elif question.entry.labels or question.entry.graph:
        names = [words("libsvm.joachims.level")]
    else:
        names = [words("libsvm.joachims.level.one")]
    yield from zip(names, levels, strict=True)


def kept_table(question: Question, words: Words) -> pd.DataFrame:
    """Return the costs of a gradient computed from scratch and of an updated one, and their difference."""
    found = answers.kept(question)
    rows = [
        ("anew", number(found.anew)),
        ("kept", number(found.kept)),
        ("apart", at_most(found.apart, 2)),
        ("fell", number(found.fell)),
    ]
    head, value = words("libsvm.column.what"), words("libsvm.column.value")
    shown = [{head: words(f"libsvm.kept.{name}", steps=number(found.steps)), value: said} for name, said in rows]
    return pd.DataFrame(shown).set_index(head)
