"""Sentences about a pass, based on checked numbers."""

from __future__ import annotations

import numpy as np

from core.problem import InputError
from core.solver import Outcome
from core.solver.libsvm.cache import ASKED, COMPUTED
from core.topics.libsvm.theory import ENTRY, most_in_cache
from core.topics.libsvm.view import Halt
from core.view import Light
from core.view.active import ActiveLook
from pages.libsvm import answers
from pages.libsvm.question import Question
from pages.libsvm.script import svm_train
from pages.libsvm.variables import family, pair, pulls_up, upper
from ui.solve.message import input_message
from ui.solve.recording import LIBSVM_TOLERANCE
from ui.words import Words, at_most, number

DEFAULT_CACHE = 100  # megabytes, of svm-train
XINGS_POINTS = (1_000, 10_000)  # in sections 7.1.1 and 12.1


def lead_sentence(question: Question, k: int, words: Words) -> str:
    """Say how many points are active in the pass, how it changes the active set, and the cost of its rows."""
    trace, n = answers.run(question).trace, len(answers.dual(question).y)
    found, _ = answers.stood(question, k)
    if k >= len(trace):
        return _ended(question, words)
    values = {"k": number(k + 1), "active": number(found.state.active), "n": number(n)}
    seen = "all" if found.state.active == n else "some"
    sentences, look = [words(f"libsvm.pass.{seen}.{family(question)}", **values)], found.looked
    if look is not None and found.step is not None:
        aside, active = number(len(look.aside)), number(int(look.active.sum()))
        sentences.append(words(f"libsvm.look.{_kind(look)}", aside=aside, active=active))
    return words.joined([*sentences, _cost(question, found, words), *_alike(question, found, words)])


def _kind(look: ActiveLook) -> str:
    if look.returned:
        return "return"
    if look.optimal:
        return "optimal"
    return "some" if len(look.aside) else "none"


def _cost(question: Question, found: Halt, words: Words) -> str:
    step = found.step
    if step is None:
        return words("libsvm.cost.stuck")
    moved = pair(question, step.i, step.j, words)
    values = {"pair": moved, "asked": number(step.asked), "computed": number(step.computed)}
    return words("libsvm.cost.some" if step.computed else "libsvm.cost.none", **values)


def _alike(question: Question, found: Halt, words: Words) -> list[str]:
    """Say why both of a pair have one sign if there are two equality constraints; this is checked on the pair."""
    signs, step = answers.dual(question).y, found.step
    if step is None or not answers.dual(question).form.alike:
        return []
    assert signs[step.i] == signs[step.j]
    sign = "plus" if signs[step.i] > 0 else "minus"
    return [words(f"libsvm.alike.{sign}.{family(question)}")]


def _ended(question: Question, words: Words) -> str:
    trace = answers.run(question).trace
    tally = trace.last.cache.tally  # type: ignore[attr-defined]
    values = {"steps": number(len(trace)), "tolerance": number(LIBSVM_TOLERANCE)}
    optimal = trace.outcome is Outcome.OPTIMAL
    whole = optimal and not _were_aside(question)
    said = words("libsvm.ended.whole" if whole else f"libsvm.ended.{trace.outcome.name}", **values)
    asks = {"asked": number(max(0, int(tally[ASKED]))), "computed": number(max(0, int(tally[COMPUTED])))}
    sentences = [said, words("libsvm.ended.cost", **asks)]
    if optimal:
        sentences += [_proof(question, words), *_came_back(question, words)]
        sentences += [words("libsvm.ended.svm-train", options=options)] if (options := svm_train(question)) else []
    return words.joined(sentences)


def _proof(question: Question, words: Words) -> str:
    """Give the relative gap as the proof of the optimum, or say that there is no margin, or no region, to prove."""
    light = answers.end(question).light
    if light is Light.IMPOSSIBLE:
        return words("libsvm.ended.none.one" if not question.entry.labels else "libsvm.ended.none")
    trace = answers.run(question).trace
    proof = trace.stepper.certificate(trace.problem, trace.last.alpha)
    if proof.dual == 0.0 or proof.relative_width > 1.0:  # for an optimum of 0, or far away, a share says nothing
        return words("libsvm.ended.zero" if light is Light.PROVED else "libsvm.ended.open")
    return words("libsvm.ended.gap", gap=at_most(100.0 * proof.relative_width, 2))


def _were_aside(question: Question) -> bool:
    """Whether any variable was ever set aside."""
    return any(len(look.aside) for look in answers.course(question).looks)


def _came_back(question: Question, words: Words) -> list[str]:
    """For a run that has ended, say that no variable was ever set aside, or that all came back only at the end."""
    looks, steps = answers.course(question).looks, len(answers.run(question).trace)
    if not question.options.shrinking:
        return []
    if not _were_aside(question):
        return [words("libsvm.ended.nobody")]
    early = any(look.returned or (look.optimal and look.k < steps) for look in looks)
    return [] if early else [words("libsvm.ended.never")]


def aside_note(question: Question, k: int, words: Words) -> str:
    """Say how many points are set aside, and when the next shrinking test is made."""
    if not question.options.shrinking:
        return words("libsvm.aside.off")
    found, _ = answers.stood(question, k)
    n = len(answers.dual(question).y)
    trace = answers.run(question).trace
    if k >= len(trace) and trace.outcome is Outcome.OPTIMAL:
        return words("libsvm.aside.over")
    following = number(k + int(found.state.counter))  # the test precedes that pass: the counter starts again with it
    if not found.asides:
        return words("libsvm.aside.none", next=following, every=number(min(n, 1000)))
    at_zero = sum(one.at_zero for one in found.asides)
    values = {
        "zero": number(at_zero),
        "upper": number(len(found.asides) - at_zero),
        "next": following,
        "bound": upper(question),
    }
    if question.entry.graph:
        up = sum(pulls_up(question, one.t) for one in found.asides)
        return words("libsvm.aside.some.tube", up=number(up), down=number(len(found.asides) - up), **values)
    return words("libsvm.aside.some", **values)


def cache_note(question: Question, k: int, words: Words) -> str:
    """Say what the pass finds in the cache, and what it evicts."""
    found, _ = answers.stood(question, k)
    step = found.step
    if step is None:
        return words("libsvm.cache.over")
    sentences = [words("libsvm.cache.pass", hits=number(step.hits), misses=number(step.misses))]
    if step.evicted:
        sentences.append(words("libsvm.cache.evicted", evicted=number(step.evicted)))
    if step.given_up:
        sentences.append(words("libsvm.cache.given", given=number(step.given_up)))
    if question.rows is None:
        sentences.append(words("libsvm.cache.all"))
    return words.joined(sentences)


def rebuilt_note(question: Question, k: int, words: Words) -> str:
    """Say how much the reconstructed gradient differs from the full sum."""
    _, found = answers.stood(question, k)
    how = "equal" if found.apart <= 1e-10 else "apart"
    sentences = [
        words(f"libsvm.rebuilt.{how}.{family(question)}", count=number(len(found.t)), apart=at_most(found.apart, 2))
    ]
    if question.entry.graph:
        sentences.append(words(f"libsvm.rebuilt.p.{question.spec.name}"))
    lost = float(np.abs(found.free).max(initial=0.0))
    return words.joined([*sentences, words("libsvm.rebuilt.printed", lost=number(lost))])


def machines_note(question: Question, words: Words) -> str:
    """Give the numbers of the machines, the differences of their loops, and the reason for each refused machine."""
    chosen = question.chosen
    values = {"nu": number(chosen.nu), "epsilon": number(chosen.epsilon), "C": number(question.C or 0.0)}
    sentences = [words("libsvm.machines.note", **values), words("libsvm.machines.differ")]
    for name, found in answers.machines(question).items():
        if isinstance(found, InputError):
            sentences.append(f"{words(f'machine.choice.{name}')}: {input_message(found, words)}")
    sentences.append(words("libsvm.machines.p", epsilon=number(chosen.epsilon)))
    if question.classifies:
        b = answers.end(question).b
        sentences.append(words("libsvm.machines.rho", b=number(b, 4), rho=number(-b, 4)))
    return words.joined(sentences)


def eviction_note(question: Question, words: Words) -> str:
    """Count the values of K, and the missing rows if the cache gives up the row used longest ago, or the oldest one."""
    shown = answers.evictions(question)
    n = shown.n
    whole = words("libsvm.evict.values", n=number(n), whole=number(n * (n + 1) // 2), printed=number(n * (n - 1) // 2))
    key = "fewer" if shown.by_use < shown.by_age else "more" if shown.by_use > shown.by_age else "equal"
    values = {"asked": number(shown.asked), "room": number(shown.room)}
    missing = {"lru": number(shown.by_use), "fifo": number(shown.by_age)}
    return words.joined([whole, words("libsvm.evict.order", **values, **missing), words(f"libsvm.evict.{key}")])


def memory_note(words: Words) -> str:
    """Say from which number of points on Q exceeds the default cache, against the source's two judgements."""
    small, large = XINGS_POINTS
    return words(
        "libsvm.memory.judged",
        small=number(small),
        small_bytes=number(ENTRY * small * (small + 1) / 1e6, 2),
        size=number(DEFAULT_CACHE),
        most=number(most_in_cache(DEFAULT_CACHE)),
        large=number(large),
        half=number(ENTRY * large * (large - 1) / 2 / 1e6, 3),
        whole=number(ENTRY * large * large / 1e6, 3),
    )


def coupling_note(words: Words) -> str:
    """Say whether a probability is below 0 in any of the tables, although nothing forbids it."""
    found = answers.coupling()
    key = "none" if min(one.least for one in found) > 0.0 else "some"
    return words(f"libsvm.coupling.{key}", tables=number(sum(one.tables for one in found)))


def savings_note(question: Question, words: Words) -> str:
    """Say how many kernel values shrinking and the cache have saved, and what the times mean."""
    both, _, _, neither = answers.saved(question).runs
    share = 100.0 * (1.0 - both.computed / neither.computed) if neither.computed else 0.0
    ended = both.ended and neither.ended  # unfinished runs have not solved the same problem
    key = "open" if not ended else "some" if both.computed < neither.computed else "none"
    return words.joined([words(f"libsvm.saved.{key}", share=number(share)), words("libsvm.saved.times")])


def joachims_note(question: Question, words: Words) -> str:
    """Say how the rule, written for C-SVC, applies to the machine, and where the erratum has no effect."""
    sentences = [] if question.C is not None else [words("libsvm.joachims.hard")]
    if not question.classifies:
        how = "tube" if question.entry.graph else "labels" if question.entry.labels else "one"
        sentences.append(words(f"libsvm.joachims.of.{how}", machine=words(f"machine.choice.{question.spec.name}")))
    if answers.dual(question).form.alike:
        sentences.append(words("libsvm.joachims.alike"))
    if question.problem.bound == 1.0:
        sentences.append(words("libsvm.joachims.unit"))
    return words.joined(sentences)


def kept_note(question: Question, words: Words) -> str:
    """Say what least squares fits, or that the machine has no targets."""
    if not answers.has_values(question):
        return words("libsvm.kept.none")
    return words("libsvm.kept.heights" if question.entry.graph else "libsvm.kept.labels")
