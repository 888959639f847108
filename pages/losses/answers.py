"""The results of the page of the losses: the path over C, the machine at one C, and comparisons with it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from dataclasses import dataclass, replace

import numpy as np

from core.problem import InputError, Linear, Precomputed, Problem, Role, c_svc
from core.problem.arrays import Vector
from core.solver import Answer, CancelFlag, Outcome, RegularisationPath, answer, regularisation_path, train
from core.topics.margin.experiment import LeastHinge, hinge_value, least_hinge
from core.topics.margin.view import LOSSES_OF_A_MARGIN, Band, Terms, band, sampled, terms
from core.view import Light, Solution, solution
from pages.losses.question import Question
from ui.page import path_blob
from ui.page.choice import StandIns, by_kernel
from ui.solve.kernels import PENALTY, kernel_of, penalty_of
from ui.solve.limits import POINTS_COMPARED, POINTS_OF_A_FINE_PATH, VALUES_ON_A_PATH
from ui.solve.memory import SharedResults
from ui.solve.queue.long_work import WORKS, Progress
from ui.solve.solving import solved

LOW, HIGH = PENALTY.slider  # the C of the path
COMPARED = 7  # values of lambda at which a library minimises the regularised hinge objective
BETWEEN = (0.01, 1000.0)  # the smallest and the largest C of these
SECONDS_OF_PAIR = 1e-6  # approximate training time under squared slack, per pair of points
TIGHT = 1e-9  # tolerance of the squared slack: its xi are compared to many digits
COSTLY = (Role.INSIDE, Role.ON_PLANE, Role.MISCLASSIFIED)
TINY = float(np.finfo(np.float64).tiny)
NO_PATH = "path."  # prefix of the keys of errors that mean there is no path


@dataclass(frozen=True)
class MachineAtC:
    """The machine at one C."""

    C: float
    problem: Problem
    solution: Solution
    of_path: bool  # False: solved separately

    @property
    def margin(self) -> Vector:
        """Y f of every point, shape (n,)."""
        return np.asarray(self.problem.y * self.solution.decision)

    @property
    def slack(self) -> Vector:
        """Xi of every point, shape (n,): 0 for points on their margin up to rounding."""
        return np.asarray(np.where(np.isin(self.solution.role, COSTLY), self.solution.slack, 0.0))

    @property
    def norm(self) -> float:
        """|w|."""
        width = self.solution.margin_width
        return 2.0 / width if width > 0.0 else np.inf

    @property
    def total(self) -> float:
        """The sum of all xi."""
        return float(self.slack.sum())

    @property
    def primal(self) -> float:
        """1/2 |w|^2 + C sum xi at the machine's own (w, b)."""
        return 0.5 * self.norm**2 + self.C * self.total


@dataclass(frozen=True)
class Compared:
    """The two objectives of Li's theorem 7.4 at one C: the SVM's at its solution, and the least hinge objective."""

    C: float
    primal: float  # 1/2 |w|^2 + C sum xi, of the path
    same_place: float  # C times the hinge objective at the same (w, b)
    least: LeastHinge | None  # by a library; None if it did not converge

    @property
    def scaled(self) -> float:
        """C times the least hinge objective; nan without one."""
        return np.nan if self.least is None else self.C * self.least.value

    @property
    def apart(self) -> float:
        """The difference of both minima relative to the larger one."""
        return abs(self.scaled - self.primal) / max(abs(self.primal), abs(self.scaled), TINY)


@dataclass(frozen=True)
class SamePlace:
    """The two objectives of Li's theorem 7.4 at one C and one (w, b); nothing is minimised here."""

    C: float
    primal: float  # 1/2 |w|^2 + C sum xi, from the certificate
    hinge: float  # C times the sum of hinge losses plus lambda |w|^2

    @property
    def apart(self) -> float:
        """Their difference relative to the larger one; nan if one is not a number."""
        return abs(self.hinge - self.primal) / max(abs(self.primal), abs(self.hinge), TINY)


@dataclass(frozen=True)
class Squared:
    """The soft margin with squared slack (Li, exercise 7.3)."""

    alpha: Vector  # (n,)
    slack: Vector  # (n,) max(0, 1 - y f)
    of_alpha: Vector  # (n,) alpha / (2 C)
    light: Light
    objective: float  # 1/2 |w|^2 + C sum xi^2
    errors: int

    @property
    def apart(self) -> float:
        """The largest difference of both, relative to the largest slack."""
        return float(np.abs(self.slack - self.of_alpha).max() / max(self.slack.max(), self.of_alpha.max(), TINY))


_paths: SharedResults[RegularisationPath | InputError] = SharedResults()
_bands: SharedResults[Band] = SharedResults()
_terms: SharedResults[Terms] = SharedResults()
_machines: SharedResults[MachineAtC] = SharedResults()
_compared: SharedResults[tuple[Compared, ...]] = SharedResults()
_squared: SharedResults[Squared] = SharedResults()


def _path(question: Question) -> RegularisationPath | InputError:
    """Return the optimum for every C, or the reason why there is none."""

    def make() -> RegularisationPath | InputError:
        try:
            found = regularisation_path(question.X, question.y, kernel_of(question.board.kernel, question.X), LOW, HIGH)
        except InputError as error:
            if error.key.startswith(NO_PATH):
                return error
            raise
        if len(found.pieces.ends):
            return found
        return InputError("path.rounding", "From C = {low} on rounding leaves no proof, so there is no path.", low=LOW)

    return _paths.get(question.key("path"), make)


def path(question: Question) -> RegularisationPath | None:
    """Return the optimum for every C; None without a path, as with too many points. `InputError` without points."""
    found = _path(question)
    return None if isinstance(found, InputError) else found


def why_no_path(question: Question) -> InputError | None:
    """Return the reason why these points and this kernel have no path; None if they have one."""
    found = _path(question)
    return found if isinstance(found, InputError) else None


def path_name(question: Question) -> str | None:
    """Return the name under which the browser loads the path; None if there is none, or if it is too large."""
    found = path(question)
    return None if found is None else path_blob.publish(question.key("path"), found)


def offsets(question: Question) -> Band | None:
    """Return the interval of valid offsets along the path; None if there is no path."""
    found = path(question)
    return None if found is None else _bands.get(question.key("offsets"), lambda: band(found))


def terms_of_path(question: Question) -> Terms | None:
    """Return the sum of all slack and |w| at the C where the path is drawn; None if there is no path."""
    found = path(question)
    return None if found is None else _terms.get(question.key("terms"), lambda: terms(found, drawn_at(found)))


def drawn_at(path: RegularisationPath) -> Vector:
    """Return the values of C at which a path is drawn: breakpoints, and even steps between them."""
    return sampled(path, VALUES_ON_A_PATH[len(path.y) > POINTS_OF_A_FINE_PATH], path.low, path.high)


def machine(question: Question, C: float | None = None) -> MachineAtC:
    """Return the machine at C, by default the chosen one: from the path, or trained where the path does not reach."""
    penalty, found = penalty_of(question.C if C is None else C), path(question)

    def make() -> MachineAtC:
        if found is None or not found.low <= penalty <= found.high:
            other = solved(replace(question.board.problem, C=penalty))
            return MachineAtC(penalty, other.problem, other.solution, False)
        problem = c_svc(question.X, question.y, kernel_of(question.board.kernel, question.X), penalty)
        told = Answer(found.alpha(penalty), Outcome.OPTIMAL, 0)
        return MachineAtC(penalty, problem, solution(problem, told), True)

    return _machines.get(question.key("machine", penalty), make)


def lowered(question: Question) -> MachineAtC | None:
    """Return the machine at the first of C/10, C/100, ..., LOW at which a point has slack; None if there is none.

    At the optimum the sum of the slack never decreases as C decreases, so bisection finds the first one: below
    C = 1e100 there are a hundred candidates. If some of them are not proved, the result may be a later one.
    """
    below, C = [], machine(question).C
    while C > LOW:
        C = max(C / 10.0, LOW)
        below.append(C)
    first = bisect_left(below, True, key=lambda lower: machine(question, lower).total > 0.0)
    return machine(question, below[first]) if first < len(below) else None


def picked(question: Question) -> int:
    """Return the point that is marked everywhere: the visitor's choice, else the one with the largest slack."""
    if question.options.picked is not None and question.options.picked < len(question.y):
        return question.options.picked
    return int(np.argmax(1.0 - machine(question).margin))


# ---- Li's theorem 7.4 ----


def comparable(question: Question) -> bool:
    """Whether a library can minimise the hinge objective quickly enough for a waiting visitor."""
    return len(question.y) <= POINTS_COMPARED and path(question) is not None


def theorem(question: Question) -> tuple[Compared, ...]:
    """Return both objectives at a few fixed values of C, independent of the chosen one."""
    return _compared.get(
        question.key("theorem"), lambda: tuple(_compare(question, float(C)) for C in np.geomspace(*BETWEEN, COMPARED))
    )


def compared(question: Question) -> Compared:
    """Return both objectives at the chosen C."""
    C = machine(question).C
    return _compared.get(question.key("here", C), lambda: (_compare(question, C),))[0]


def _compare(question: Question, C: float) -> Compared:
    found = machine(question, C)
    norm, regulariser = found.norm**2, 1.0 / (2.0 * C)
    here = hinge_value(found.solution.decision, question.y, norm, regulariser)
    return Compared(C, found.primal, C * here, least_hinge(found.problem.gram, question.y, regulariser))


def same_place(question: Question) -> SamePlace:
    """Return both objectives at the chosen C and the w and b of the board."""
    found = machine(question)
    value = hinge_value(found.solution.decision, question.y, found.norm**2, 1.0 / (2.0 * found.C))
    return SamePlace(found.C, found.solution.certificate.primal, found.C * value)


# ---- Li's exercise 7.3 ----


def squared(question: Question, cancel: CancelFlag | None = None) -> Squared:
    """Return the solution with squared slack at the chosen C; `CancelledError` if cancelled."""
    C = machine(question).C

    def make() -> Squared:
        kernel = kernel_of(question.board.kernel, question.X)
        problem = c_svc(question.X, question.y, kernel, C, loss="squared_hinge")
        found = train(problem.form, np.array(problem.gram), Precomputed(), TIGHT, cancel=cancel)
        shown = solution(problem, Answer(found.alpha, found.outcome, found.steps, trained=True))
        slack = np.maximum(0.0, 1.0 - question.y * shown.decision)
        value = 0.5 * (2.0 / shown.margin_width) ** 2 + C * float((slack**2).sum())
        return Squared(shown.alpha, slack, shown.alpha / (2.0 * C), shown.light, value, shown.errors)

    return _squared.get(question.key("squared", C), make, cancel)


def follow_squared(question: Question, visitor: str) -> Progress[Squared | InputError]:
    """Return the solution with squared slack once it is known, or the error; request that the training continues.

    With 2,000 points it takes 25 s and more, so no visit waits for it.
    """
    return WORKS.follow(squared_name(question), visitor, _training(question), SECONDS_OF_PAIR * len(question.y) ** 2)


def known_squared(question: Question) -> Progress[Squared | InputError]:
    """Return the same without requesting that the training continues."""
    return WORKS.known(squared_name(question)) or Progress((), over=False, failed=False)


def leave_squared(question: Question, visitor: str) -> None:
    """Stop the training unless another visitor waits for it."""
    WORKS.leave(squared_name(question), visitor)


def squared_name(question: Question) -> str:
    """Return the name of the training in the list of background work."""
    return f"squared slack {question.key(machine(question).C)}"


def _training(
    question: Question,
) -> Callable[[Sequence[Squared | InputError], CancelFlag], Iterator[Squared | InputError]]:
    def make(known: Sequence[Squared | InputError], cancel: CancelFlag) -> Iterator[Squared | InputError]:
        if known:
            return
        trained: Squared | InputError
        try:
            trained = squared(question, cancel)
        except InputError as error:
            trained = error
        except CancelledError:
            return
        yield trained

    return make


def stand_ins(question: Question) -> StandIns | None:
    """Return the kernel of the page if it is an approximation for which gamma and C can be chosen."""
    return by_kernel(question.X, question.board.points.y, question.board.kernel)


# ---- surrogates of the 0-1 loss ----

ROUNDING = 1e-12  # of a loss of 1
ON_A_LINE = ((-1.0, -1), (-0.9, -1), (0.9, 1), (1.0, 1), (-8.0, 1))  # (mathematics 20.2.2)


@dataclass(frozen=True)
class SumOfLoss:
    """One loss summed over the points."""

    name: str
    total: float
    below: int  # points where it is smaller than the 0-1 loss: a surrogate has none


def sums_of_losses(found: MachineAtC) -> tuple[SumOfLoss, ...]:
    """Return every loss of the machine's margins, summed over the points."""
    wrong = LOSSES_OF_A_MARGIN["zero_one"](found.margin)
    every = {name: loss(found.margin) for name, loss in LOSSES_OF_A_MARGIN.items()}
    return tuple(
        SumOfLoss(name, float(each.sum()), int(np.count_nonzero(each < wrong - ROUNDING)))
        for name, each in every.items()
    )


@dataclass(frozen=True)
class ErrorsOnALine:
    """Five points on a line: the errors of the soft margin, and the fewest of any threshold."""

    C: float
    machine: int
    fewest: int
    hinge: float  # the sum of the machine's hinge losses


def errors_on_a_line(C: float) -> ErrorsOnALine:
    """Return the errors on the five points of `ON_A_LINE`, for a machine and for the best threshold."""
    x, y = (np.array(part, dtype=np.float64) for part in zip(*ON_A_LINE, strict=True))
    problem = c_svc(np.column_stack([x, np.zeros(len(x))]), y, Linear(), C)
    found = solution(problem, answer(problem, tolerance=TIGHT))
    hinge = float(LOSSES_OF_A_MARGIN["hinge"](y * found.decision).sum())
    places = np.concatenate([[x.min() - 1.0], np.sort(x) + 0.05])
    fewest = min(int(np.count_nonzero(y * way * (x - place) <= 0.0)) for place in places for way in (1.0, -1.0))
    return ErrorsOnALine(C, found.errors, fewest, hinge)
