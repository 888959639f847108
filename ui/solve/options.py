"""The options of a recorded run: one small type per algorithm, which defines and checks what a browser may send."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct, structs

from core.solver import FEWEST_ROWS
from core.trace.picking import PickedPair
from ui.solve.limits import LARGEST_SEED, PICKED_PAIRS, POINTS, STEPS_OF_A_RUN
from ui.solve.wire import one_of

EVERY_PAIR = ("smo-best-pair", "smo-random-pair", "smo-cyclic")  # rules that look at all pairs in each step
RANDOM_PAIR = EVERY_PAIR[1]
TIES = ("last", "first")  # of equal values, which one a scan keeps; LIBSVM's keep the last
PAIR_SOLVERS = ("smo-second-order", "smo-first-order", "platt", *EVERY_PAIR)
TIED = ("smo-second-order", "smo-first-order", EVERY_PAIR[0])  # rules that take a largest value, which may be shared
COORDINATE_SOLVER = "dual-cd"
LIBSVM = "libsvm"  # its own loop: shrinking, a cache of rows, single precision
PERCEPTRON = "perceptron"  # one misclassified point per step; it has no C
BY_HAND = "by-hand"  # the visitor picks the pairs
LOSSES = ("hinge", "squared_hinge")
ORDERS = ("random", "cyclic")
LOOP_RULES = {LIBSVM: LIBSVM, "first-order": PAIR_SOLVERS[1]}  # what continues after a fork of LIBSVM's loop
FORK_RULES = (*PAIR_SOLVERS, *ORDERS, *LOOP_RULES)
RATES = (1e-3, 1e3)  # the least and the largest eta

_Point: TypeAlias = Annotated[int, Meta(ge=0, lt=POINTS)]
_Seed: TypeAlias = Annotated[int, Meta(ge=0, le=LARGEST_SEED)]
_Loss: TypeAlias = Annotated[str, one_of(LOSSES)]
_Order: TypeAlias = Annotated[str, one_of(ORDERS)]
_Ties: TypeAlias = Annotated[str, one_of(TIES)]


class Fork(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a branch leaves a run of pairs or of coordinate descent, and which rule continues there."""

    step: Annotated[int, Meta(ge=0, lt=STEPS_OF_A_RUN)]  # number of steps before it
    rule: Annotated[str, one_of(FORK_RULES)]  # for coordinate descent an order, for LIBSVM's loop one of `LOOP_RULES`
    picked: tuple[_Point, ...] | None = None  # the pair, or the coordinate, that moves first; None: the rule chooses
    shown: bool = True  # whether the player shows the branch; else the run without the fork

    @property
    def visits(self) -> bool:
        """Whether it is a fork of coordinate descent, which moves one coordinate at a time."""
        return self.rule in ORDERS

    @property
    def solvers(self) -> tuple[str, ...]:
        """The solvers whose runs can fork like this."""
        if self.rule in LOOP_RULES:
            return (LIBSVM,)
        return (COORDINATE_SOLVER,) if self.visits else PAIR_SOLVERS

    @property
    def is_sound(self) -> bool:
        """Whether as many points are picked as its run moves per step."""
        return self.picked is None or len(self.picked) == (1 if self.visits else 2)


def fork_of(solver: str, fork: Fork | None) -> Fork | None:
    """Return the fork if a run of that solver can have it; None otherwise."""
    return fork if fork is not None and solver in fork.solvers else None


class _Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The defaults for algorithms whose options do not override them."""

    @property
    def fork(self) -> Fork | None:
        """Where a branch leaves the run."""
        return None

    @property
    def race(self) -> bool:
        """Whether two solvers run to the same tolerance under the same loss, and their work is counted."""
        return False

    @property
    def bounded(self) -> bool:
        """Whether C bounds alpha."""
        return True

    @property
    def fork_rules(self) -> tuple[str, ...]:
        """The rules that can continue such a run after a fork."""
        return ()

    @property
    def rule(self) -> str:
        """The rule of the run itself, one of `fork_rules`."""
        return ""

    def _check_fork(self, solver: str) -> None:
        """Raise ValueError for a fork that a run of this solver cannot have, or in a race."""
        fork = self.fork
        if fork is not None and (self.race or not fork.is_sound or solver not in fork.solvers):
            raise ValueError("no such fork")


class PairOptions(_Options, frozen=True):
    """A solver that moves a pair of multipliers per step: SMO with one of its rules, or Platt's."""

    solver: Annotated[str, one_of(PAIR_SOLVERS)] = PAIR_SOLVERS[0]
    fork: Fork | None = None
    race: bool = False
    loss: _Loss = LOSSES[0]  # the squared hinge only in a race
    seed: _Seed = 0  # of random pairs
    ties: _Ties = TIES[0]  # of the rules in `TIED`

    def __post_init__(self) -> None:
        """Raise ValueError for options that no run has."""
        self._check_fork(self.solver)
        if self.loss != LOSSES[0] and not self.race:
            raise ValueError("this loss belongs to a race")

    @property
    def bounded(self) -> bool:
        """Whether C bounds alpha, as it does under the hinge."""
        return self.loss == LOSSES[0]

    @property
    def fork_rules(self) -> tuple[str, ...]:
        """The solvers of pairs that one would go on with, and its own."""
        return tuple(rule for rule in PAIR_SOLVERS if rule not in EVERY_PAIR or rule == self.solver)

    @property
    def rule(self) -> str:
        """Its own rule, which has the name of the solver."""
        return self.solver


def pair_options(rule: str, draws: int, fork: Fork | None = None, ties: str = TIES[0]) -> PairOptions:
    """Return the options of a rule.

    The seed counts only where pairs are drawn, and the tie rule only where values may tie, in the run or after a fork.
    """
    own = {rule} if fork is None else {rule, fork.rule}
    tied = ties if own.intersection(TIED) else TIES[0]
    return PairOptions(rule, fork=fork, seed=draws if RANDOM_PAIR in own else 0, ties=tied)


class CoordinateOptions(_Options, frozen=True):
    """Dual coordinate descent, which moves one multiplier per step."""

    loss: _Loss = LOSSES[0]
    bias: bool = True  # whether a constant 1 is appended to every point
    order: _Order = ORDERS[0]  # in which the coordinates are visited
    seed: _Seed = 0  # of the random orders
    shrinking: bool = True
    fork: Fork | None = None
    race: bool = False
    solver: Literal["dual-cd"] = "dual-cd"

    def __post_init__(self) -> None:
        """Raise ValueError for options that no run has."""
        self._check_fork(self.solver)

    @property
    def bounded(self) -> bool:
        """Whether C bounds alpha, as it does under the hinge."""
        return self.loss == LOSSES[0]

    @property
    def fork_rules(self) -> tuple[str, ...]:
        """The orders of the visits."""
        return ORDERS

    @property
    def rule(self) -> str:
        """The order of its visits."""
        return self.order


class LibsvmOptions(_Options, frozen=True):
    """LIBSVM's loop, the only one that trains every machine."""

    shrinking: bool = True
    rows: Annotated[int, Meta(ge=FEWEST_ROWS, le=POINTS)] | None = None  # in its cache; None: every row
    fork: Fork | None = None
    onward: bool = False  # whether second order continues where the loop ends, until its machine is proved
    solver: Literal["libsvm"] = "libsvm"

    def __post_init__(self) -> None:
        """Raise ValueError for options that no run has."""
        self._check_fork(self.solver)

    @property
    def fork_rules(self) -> tuple[str, ...]:
        """The loop itself, and first order."""
        return tuple(LOOP_RULES)

    @property
    def rule(self) -> str:
        """The loop itself."""
        return self.solver


class PerceptronOptions(_Options, frozen=True):
    """Rosenblatt's perceptron in its dual form."""

    order: _Order = ORDERS[0]  # in which the points are presented
    seed: _Seed = 0  # of the random orders
    eta: Annotated[float, Meta(ge=RATES[0], le=RATES[1])] = 1.0  # added to a multiplier for each mistake
    solver: Literal["perceptron"] = "perceptron"

    @property
    def bounded(self) -> bool:
        """Whether C bounds alpha: a perceptron has no C."""
        return False


class HandOptions(_Options, frozen=True):
    """Pairs that the visitor has picked, in this order."""

    pairs: Annotated[tuple[PickedPair, ...], Meta(max_length=PICKED_PAIRS)]  # -1: a deleted point
    ties: _Ties = TIES[0]  # of the pair that LIBSVM's rule would choose next
    solver: Literal["by-hand"] = "by-hand"


AlgorithmOptions: TypeAlias = PairOptions | CoordinateOptions | LibsvmOptions | PerceptronOptions | HandOptions
ForkingOptions: TypeAlias = PairOptions | CoordinateOptions | LibsvmOptions  # of the runs that may have a fork


def with_fork(options: AlgorithmOptions, fork: Fork | None) -> AlgorithmOptions:
    """Return options with another fork, or without one; unchanged for a run that cannot fork."""
    return structs.replace(options, fork=fork) if isinstance(options, ForkingOptions) else options
