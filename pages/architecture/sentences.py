"""The sentences of the page, based on its numbers."""

from __future__ import annotations

from core.topics.libsvm.calls import Counts, LibsvmCall
from core.topics.libsvm.experiment import CacheGain
from core.topics.libsvm.nodes import BOTH, LEFT, MemorySize, MergeStep, SquaredDistance, SvmNode, multiplications
from core.topics.libsvm.precomputed import GivenMatrices
from pages.architecture.answers import GivenModel
from pages.architecture.question import Question
from ui.words import Words, at_most, number, told_apart

CLAIMED = 20.0  # Xing, section 12.3: a cache is reported to make training so many times faster


def lead_sentence(found: Counts, words: Words) -> str:
    """Say how often the loop asks for rows, and how many of them the cache has."""
    if not found.rows:
        return words("architecture.lead.none", passes=number(found.passes))
    share = 100.0 * found.hits / found.rows
    return words("architecture.lead", passes=number(found.passes), rows=number(found.rows), share=number(share))


def call_sentence(call: LibsvmCall, found: Counts, words: Words) -> str:
    """Say what the function does, where ours is, and how often this run calls it."""
    times = found.calls[call.name]
    part = words(f"architecture.call.{call.name}")
    counted = words("architecture.called", count=number(times)) if times else words("architecture.not_called")
    return words.joined([part, counted, words("architecture.file", file=call.file)])


def merge_sentence(
    one: tuple[SvmNode, ...], other: tuple[SvmNode, ...], steps: tuple[MergeStep, ...], turn: int, words: Words
) -> str:
    """Say what the last step of the merge compared, and what the sum is."""
    if turn == 0:
        return words("architecture.merge.start")
    step = steps[turn - 1]
    k, m = one[step.left].index, other[step.right].index
    if step.moved == BOTH:
        said = words("architecture.merge.both", k=k, product=number(step.product), total=number(step.total))
    else:
        side = "left" if step.moved == LEFT else "right"
        said = words(f"architecture.merge.{side}", k=k, m=m, total=number(step.total))
    if turn < len(steps):
        return said
    return words.joined([said, words("architecture.merge.over", total=number(step.total))])


def square_sentence(found: SquaredDistance, words: Words) -> str:
    """Write |x - z|^2 as LIBSVM computes it, and say how far it is from the direct sum."""
    apart = abs(found.expanded - found.direct)
    said = words(
        "architecture.square",
        left=number(found.left_square),
        right=number(found.right_square),
        inner=number(found.inner),
        value=number(found.expanded),
    )
    key = "apart" if apart else "equal"
    return words.joined([said, words(f"architecture.square.{key}", apart=at_most(apart, 2))])


def size_sentence(found: MemorySize, words: Words) -> str:
    """Say how many bytes the points take as nodes and as a table."""
    key = "fewer" if found.sparse < found.dense else "more"
    values = {"nodes": number(found.nodes), "sparse": number(found.sparse), "dense": number(found.dense)}
    return words(f"architecture.size.{key}", **values)


def power_sentence(times: int, words: Words) -> str:
    """Say how many multiplications both ways take."""
    loop, plain = multiplications(times)
    key = "fewer" if loop < plain else "more"
    return words(f"architecture.power.{key}", times=number(times), loop=number(loop), plain=number(plain))


def matrices_sentence(found: GivenMatrices, words: Words) -> str:
    """Say which matrix goes where, and that both machines decide alike."""
    n, k = len(found.train), len(found.test)
    apart = float(abs(found.by_matrix - found.by_kernel).max(initial=0.0))
    shapes = words("architecture.given.shapes", n=number(n), k=number(k))
    key = "apart" if apart else "equal"
    return words.joined([shapes, words(f"architecture.given.{key}", apart=at_most(apart, 2))])


def gains_sentence(found: tuple[CacheGain, ...], over: bool, words: Words) -> str:
    """Give the verdict on "20 times faster", measured."""
    if not found:
        return words("architecture.gain.waits")
    most = max(one.factor for one in found)
    key = ("holds" if most >= CLAIMED else "fails") if over else "open"
    shown, claimed = told_apart(most, CLAIMED, 2)
    return words(f"architecture.gain.{key}", most=shown, claimed=claimed)


def model_sentence(given: GivenModel, words: Words) -> str:
    """Say whether the model can be drawn."""
    if given.picture is not None:
        return words("architecture.model.drawn")
    if given.machine.kernel == "precomputed":
        return words("architecture.model.matrix")
    key = "many" if given.machine.n_features_in_ <= 2 else "space"
    return words(f"architecture.model.{key}", d=number(given.machine.n_features_in_))


def typed_sentence(question: Question, theirs: str | None, words: Words) -> str:
    """Say what svm_check_parameter returns for the typed options."""
    if theirs is None:
        return words("architecture.check.passes")
    return words("architecture.check.returns", message=theirs)
