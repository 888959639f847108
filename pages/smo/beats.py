"""Four beats that explain one step of SMO, on three points and then on the moons."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from core.trace import Trace
from core.view import BoxView, box_at, pair_at
from pages.smo import answers
from pages.smo.by_hand import FIRST, SECOND, asked_of
from pages.smo.figures import BOX, PAIR
from pages.smo.question import MovedPair, Options, Question
from pages.smo.watch import slid_to
from ui.page.beats import Beat
from ui.page.lessons import LINEAR, Lesson
from ui.solve.kernels import KernelSpec
from ui.words import number

SaidValues = Mapping[str, object]

GAUSSIAN: KernelSpec = {"name": "gaussian", "gamma": 1.0}
# The first pairs of LIBSVM's run on the moons. At alpha = 0 all points of a class have the same score; after these
# pairs the largest score is unique, the next step stays inside its box, and the one after it does not.
MOONS: tuple[MovedPair, ...] = ((88, 65), (6, 65), (6, 64), (34, 64), (34, 51), (45, 47))
NEAR = 0.01  # tolerance of a drag, relative to the decrease of D or to the length of the line


def _picked(count: int) -> Callable[[Question], bool]:
    """Return a predicate: whether this many points of the requested pair are picked."""

    def done(question: Question) -> bool:
        picks, pair = asked_of(question)
        return pair is not None and picks.picked[:count] == pair[:count]

    return done


def _choice(question: Question) -> SaidValues:
    """Return the numbers of the pair that LIBSVM would choose next."""
    picks, _ = asked_of(question)
    shown = pair_at(answers.run_by_hand(question, picks.pairs), len(picks.pairs))
    if shown.move is None:
        return {}
    move = shown.move
    numbers = {"m": shown.m, "M": shown.M, "b": move.violation, "a": move.curvature, "gain": 2.0 * move.promise}
    return {name: number(value) for name, value in numbers.items()} | {"i": move.i + 1, "j": move.j + 1}


def _run(question: Question) -> Trace:
    return answers.run(question, question.rule).trace


def _box(question: Question) -> BoxView | None:
    """Return the box of the current step; None at the end of the run."""
    trace, k = _run(question), question.step or 0
    return box_at(trace, k) if k < len(trace) else None


def _at_lowest(question: Question) -> bool:
    box, at = _box(question), slid_to(question.step or 0)
    return box is not None and at is not None and box.dual_at(at) - box.dual_at(box.new[1]) <= NEAR * _fall(box)


def _at_wall(question: Question) -> bool:
    box, at = _box(question), slid_to(question.step or 0)
    return box is not None and at is not None and abs(at - box.new[1]) <= NEAR * (box.H - box.L)


def _fall(box: BoxView) -> float:
    """Return the decrease of D in this step."""
    return box.objective - box.dual_at(box.new[1])


def _move(question: Question) -> SaidValues:
    """Return the numbers of the current step."""
    box = _box(question)
    if box is None:
        return {}
    stopped = box.i if box.new[0] in (0.0, box.C_i) else box.j
    promise = box.objective - box.dual_at(box.free[1])
    numbers = {"alpha_i": box.new[0], "alpha_j": box.new[1], "fall": _fall(box), "C": box.C_i}
    written = {name: number(value) for name, value in numbers.items()}
    share = number(100.0 * _fall(box) / promise, 2)
    return {**written, "i": box.i + 1, "j": box.j + 1, "stopped": stopped + 1, "share": share}


def _four(
    scene: str, dataset: str, kernel: KernelSpec, C: float, pairs: tuple[MovedPair, ...]
) -> tuple[Beat[Question], ...]:
    """Return the four beats of a scene that begins after some pairs of LIBSVM's run."""

    def picking() -> Lesson:
        return Lesson(scene, dataset, kernel, C, mode="hand", options=Options(pairs))

    def sliding(step: int) -> Lesson:
        return Lesson(scene, dataset, kernel, C, mode="watch", step=step, options=Options())

    def beat(
        name: str, setting: Lesson, lit: str, done: Callable[[Question], bool], task: int | None = None
    ) -> Beat[Question]:
        return Beat(scene, name, setting, lit, done, _move if task is None else _choice, task)

    return (
        beat("most", picking(), PAIR, _picked(1), FIRST),
        beat("partner", picking(), PAIR, _picked(2), SECOND),
        beat("lowest", sliding(len(pairs)), BOX, _at_lowest),
        beat("wall", sliding(len(pairs) + 1), BOX, _at_wall),
    )


BEATS = (*_four("three", "three", LINEAR, 1.0, ()), *_four("moons", "moons", GAUSSIAN, 10.0, MOONS))
