"""The results of the page, cached for all visitors."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from core.estimators import SVC, SVR, NuSVC, NuSVR, from_libsvm
from core.estimators.libsvm_file import TYPES, LibsvmMachine
from core.problem import InputError, Problem
from core.problem.arrays import Indices, Matrix, Vector
from core.solver import CancelFlag, Outcome
from core.topics.libsvm.calls import Counts, counts
from core.topics.libsvm.experiment import CacheGain, cache_gain
from core.topics.libsvm.nodes import MemorySize, MergeStep, SvmNode, memory_size, merge, nodes
from core.topics.libsvm.parameters import EXAMPLE_COUNTS, RULES, message, parameter_of, refusal
from core.topics.libsvm.precomputed import GivenMatrices, given_matrices
from core.topics.libsvm.report import EndReport, report
from pages.architecture.question import READING, Question
from ui.solve.limits import STEPS_OF_A_RUN, SUPPORT_DRAWN
from ui.solve.machine.table import seen_points
from ui.solve.memory import SharedResults
from ui.solve.queue.long_work import WORKS
from ui.solve.recording import LIBSVM_TOLERANCE, Recording, recording

VECTORS: Final = (np.array([0.12, 1.40, 4.00]), np.array([0.12, 1.40, 0.0, 4.00]))  # of Xing's section 9.1
SIZES: Final = ((100, 2), (400, 20), (800, 100), (1600, 100))  # points and features of the timed problems
SECONDS_OF_A_SIZE = 1.0
TIMED: Final = "architecture cache gain"  # the same for every visitor
CELLS = 60  # on a side of the field of a model

_counts: SharedResults[Counts] = SharedResults()
_reports: SharedResults[EndReport | None] = SharedResults()
_matrices: SharedResults[GivenMatrices | InputError | None] = SharedResults()
_checks: SharedResults[tuple[Checked, ...]] = SharedResults()


def run(question: Question) -> Recording:
    """Return the run of LIBSVM's loop on the board; `InputError` if the problem cannot be solved."""
    return recording(question.problem)


def counted(question: Question) -> Counts:
    """Return how often the run calls each function."""
    return _counts.get(question.key("counts"), lambda: counts(run(question).trace))


def printed(question: Question) -> EndReport | None:
    """Return the numbers of the trained machine; None unless the run ends at its tolerance, with a margin."""
    trace = run(question).trace
    if trace.outcome is not Outcome.OPTIMAL:
        return None
    return _reports.get(question.key("report"), lambda: report(trace))


# ---- points in memory ----


def vectors(question: Question) -> tuple[Vector, Vector]:
    """Return the two vectors that are multiplied."""
    if question.options.vectors == READING:
        return VECTORS
    seen = _inputs(question)
    return seen[question.place("one")], seen[question.place("other")]


def _inputs(question: Question) -> Matrix:
    """Return the inputs of the machine, (n, d): for a tube only x1."""
    X = seen_points(question.X, question.spec)
    return X[:, :1] if question.entry.graph else X


def merged(question: Question) -> tuple[tuple[SvmNode, ...], tuple[SvmNode, ...], tuple[MergeStep, ...]]:
    """Return both lists of nodes, and the steps of their inner product."""
    one, other = (nodes(vector) for vector in vectors(question))
    return one, other, merge(one, other)


def turn(question: Question) -> int:
    """Return how many steps of the merge are done."""
    _, _, steps = merged(question)
    chosen = question.options.turn
    return len(steps) if chosen is None else min(chosen, len(steps))


def first_points(question: Question, count: int) -> list[tuple[SvmNode, ...]]:
    """Return the nodes of the first points of the board."""
    return [nodes(row) for row in _inputs(question)[:count]]


def size(question: Question) -> MemorySize:
    """Return the bytes of the points."""
    return memory_size(_inputs(question))


def problem_of(question: Question) -> Problem:
    """Return the problem of the run."""
    problem = run(question).trace.problem
    assert isinstance(problem, Problem)
    return problem


# ---- precomputed kernels ----


def matrices(question: Question) -> GivenMatrices | None:
    """Return both matrices on the first points; None for too few, `InputError` where the kernel is refused."""

    def make() -> GivenMatrices | InputError | None:
        try:
            C = 1.0 if question.C is None else question.C
            with warnings.catch_warnings():
                warnings.simplefilter(
                    "ignore"
                )  # that the tolerance is missed: the difference of both machines is shown
                return given_matrices(question.X, question.y.astype(float), question.board.problem.core_kernel, C)
        except InputError as error:
            return error

    found = _matrices.get(question.key("matrices"), make)
    if isinstance(found, InputError):
        raise found
    return found


# ---- the checks ----


@dataclass(frozen=True)
class Checked:
    """One message of svm_check_parameter, the options that cause it, and what our own check says of them."""

    name: str
    message: str
    example: str
    refused: InputError | None


def checks() -> tuple[Checked, ...]:
    """Return every message with its example, run through our own checks."""

    def make() -> tuple[Checked, ...]:
        return tuple(
            Checked(rule.name, rule.message, rule.example, refusal(parameter_of(rule.example), EXAMPLE_COUNTS))
            for rule in RULES
        )

    return _checks.get("checks", make)


def checked(question: Question) -> tuple[str | None, InputError | None]:
    """Return LIBSVM's message for the typed options on the classes of the board, and our own refusal."""
    parameter = parameter_of(question.options.typed)
    sizes = [int((question.y == sign).sum()) for sign in (1, -1)]
    sizes = [size for size in sizes if size]
    return message(parameter, sizes), refusal(parameter, sizes)


# ---- a model from a file ----


@dataclass(frozen=True, eq=False)
class GivenModel:
    """A machine from a model file, and its picture if its points have two coordinates."""

    machine: LibsvmMachine
    kind: str  # LIBSVM's name of the machine
    picture: ModelPicture | None  # None for more coordinates, a precomputed kernel, or very many support vectors


@dataclass(frozen=True, eq=False)
class ModelPicture:
    """The support vectors in the plane, and a field over it."""

    support: Matrix  # (s, 2)
    classes: Indices  # (s,) the place of the class of each; 0 without classes
    x1: Vector  # axes of the field
    x2: Vector
    field: Matrix  # f, positive for the second of two classes; for more the place of the predicted class


def given_model(data: bytes) -> GivenModel:
    """Return the machine of a model file; `InputError` with one sentence for another file."""
    text = data.decode("utf-8", "replace")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about probabilities of machines that have none here: the page says it
        machine = from_libsvm(text)
        kind = TYPES[type(machine)]
        flat = machine.kernel != "precomputed" and machine.n_features_in_ <= 2
        if not flat or not 0 < machine.n_support_.sum() <= SUPPORT_DRAWN:
            return GivenModel(machine, kind, None)
        machine = from_libsvm(text, 2)
    support = machine.support_vectors_.toarray()
    low, high = support.min(axis=0), support.max(axis=0)
    middle, side = 0.5 * (low + high), 1.4 * float((high - low).max()) or 2.0
    x1, x2 = (np.linspace(m - 0.5 * side, m + 0.5 * side, CELLS) for m in middle)
    places = np.stack(np.meshgrid(x1, x2), axis=-1).reshape(-1, 2)
    classes = np.zeros(len(support), dtype=np.int64)
    several = False
    if isinstance(machine, SVC | NuSVC):
        classes, several = np.repeat(np.arange(len(machine.classes_)), machine.n_support_), len(machine.classes_) > 2
    if isinstance(machine, SVC | NuSVC) and several:
        order = {label: place for place, label in enumerate(machine.classes_.tolist())}
        field = np.array([float(order[label]) for label in machine.predict(places).tolist()])
    elif isinstance(machine, SVR | NuSVR):
        field = np.asarray(machine.predict(places))
    else:
        field = np.asarray(machine.decision_function(places))
    return GivenModel(machine, kind, ModelPicture(support, classes, x1, x2, field.reshape(CELLS, CELLS)))


# ---- the time that a cache saves ----


def gains(visitor: str | None) -> tuple[CacheGain, ...]:
    """Return the timed problems that are known; a visitor keeps the work going."""
    if visitor is None:
        known = WORKS.known(TIMED)
        return () if known is None else tuple(known.found)
    return tuple(WORKS.follow(TIMED, visitor, _timed, SECONDS_OF_A_SIZE).found)


def _timed(found: Sequence[CacheGain], cancel: CancelFlag) -> Iterator[CacheGain]:
    for n, d in SIZES[len(found) :]:
        if cancel[0]:
            return
        yield cache_gain(n, d, LIBSVM_TOLERANCE, STEPS_OF_A_RUN)


def leave_gains(visitor: str) -> None:
    """Stop the work for a visitor."""
    WORKS.leave(TIMED, visitor)
