"""How a recorded run goes, as plain data: a page knows it, the browser sends it back with points that have moved."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Annotated, TypeAlias

from msgspec import Meta

from core.solver import FEWEST_ROWS
from core.trace.picking import PickedPair
from ui.solve.limits import LARGEST_SEED, PICKED_PAIRS, POINTS, STEPS_OF_A_RUN
from ui.solve.machine.table import FIRST, MACHINES, MachineSpec
from ui.solve.wire import WireError, one_of, read_as

PAIR_SOLVERS = ("smo-second-order", "smo-first-order", "platt")
COORDINATE_SOLVER = "dual-cd"
LIBSVM = "libsvm"  # its own loop: shrinking, a cache of rows, single precision
PERCEPTRON = "perceptron"  # one point that was wrong a step; it knows no C
BY_HAND = "by-hand"  # somebody picks the pairs
RUNS = (*PAIR_SOLVERS, COORDINATE_SOLVER, LIBSVM, PERCEPTRON, BY_HAND)
RACERS = (*PAIR_SOLVERS, COORDINATE_SOLVER)
LOSSES = ("hinge", "squared_hinge")
ORDERS = ("random", "cyclic")
LOOP_RULES = {LIBSVM: LIBSVM, "first-order": PAIR_SOLVERS[1]}  # what goes on after a fork of LIBSVM's loop
FORK_RULES = (*PAIR_SOLVERS, *ORDERS, *LOOP_RULES)
USUAL_MACHINE = MachineSpec()
RATES = (1e-3, 1e3)  # the least and the largest eta

# A way comes back from a browser as its `header`: `read_way` reads the fields of these classes within these bounds.
_Point: TypeAlias = Annotated[int, Meta(ge=0, lt=POINTS)]
_Pairs: TypeAlias = Annotated[tuple[PickedPair, ...], Meta(max_length=PICKED_PAIRS)]  # -1: a point that is gone


@dataclass(frozen=True)
class Fork:
    """Where a branch leaves a run of pairs or of coordinate descent, and what goes on there."""

    step: Annotated[int, Meta(ge=0, lt=STEPS_OF_A_RUN)]  # taken before it
    # What goes on: of coordinate descent the order of its visits, of LIBSVM's loop one of `LOOP_RULES`.
    rule: Annotated[str, one_of(FORK_RULES)]
    picked: tuple[_Point, ...] | None = None  # the pair, or the coordinate, that moves first; None: the rule chooses
    shown: bool = True  # whether the player shows the branch; else the run without the fork

    @property
    def visits(self) -> bool:
        """Whether it is one of coordinate descent, which moves one coordinate at a time."""
        return self.rule in ORDERS

    @property
    def solvers(self) -> tuple[str, ...]:
        """Return those whose runs may fork like this."""
        if self.rule in LOOP_RULES:
            return (LIBSVM,)
        return (COORDINATE_SOLVER,) if self.visits else PAIR_SOLVERS

    @property
    def is_sound(self) -> bool:
        """Whether as many are picked as its run moves at a time."""
        return self.picked is None or len(self.picked) == (1 if self.visits else 2)


def fork_of(solver: str, fork: Fork | None) -> Fork | None:
    """Return the fork where a run of that solver may have it; None where it is one of another run."""
    return fork if fork is not None and solver in fork.solvers else None


@dataclass(frozen=True)
class Way:
    """An algorithm, and its options; of those of coordinate descent only the loss of a race has an effect on others."""

    solver: Annotated[str, one_of(RUNS)] = PAIR_SOLVERS[0]
    loss: Annotated[str, one_of(LOSSES)] = LOSSES[0]
    bias: bool = True  # whether a constant 1 is appended to every point
    order: Annotated[str, one_of(ORDERS)] = ORDERS[0]  # in which the points come
    seed: Annotated[int, Meta(ge=0, le=LARGEST_SEED)] = 0  # of the random orders
    shrinking: bool = True
    fork: Fork | None = None  # of a run of pairs, or of coordinate descent
    race: bool = False  # two solvers run to the same tolerance under the same loss, and their work is counted
    pairs: _Pairs | None = None  # picked by hand, in this order; None where a rule picks
    eta: Annotated[float, Meta(ge=RATES[0], le=RATES[1])] = 1.0  # what a mistake of a perceptron adds to a multiplier
    rows: Annotated[int, Meta(ge=FEWEST_ROWS, le=POINTS)] | None = None  # in the cache of LIBSVM; None: all of them
    machine: MachineSpec = USUAL_MACHINE  # that LIBSVM trains, without numbers that it does not have
    onward: bool = False  # whether second order goes on where LIBSVM's loop ends, until its machine is proved

    @property
    def is_sound(self) -> bool:
        """Whether its solver has such a fork, such pairs, a race, and the machine."""
        return (
            (self.solver == BY_HAND) == (self.pairs is not None)
            and (self.fork is None or (self.fork.is_sound and self.solver in self.fork.solvers))
            and (not self.race or (self.solver in RACERS and self.fork is None))
            and (self.machine.name == FIRST or self.solver == LIBSVM)
            and (not self.onward or self.solver == LIBSVM)
        )

    @property
    def bounded(self) -> bool:
        """Whether C bounds alpha; under the squared hinge, and in a perceptron, nothing does."""
        if self.solver == PERCEPTRON:
            return False
        return self.loss == LOSSES[0] or not (self.race or self.solver == COORDINATE_SOLVER)

    def bound(self, C: float | None) -> float | None:
        """Return the upper bound of every alpha, None where there is none; a machine that is given no C has 1."""
        if not self.bounded:
            return None
        return C if "C" in MACHINES[self.machine.name].parameters else 1.0

    def cut(self, steps: int) -> Way:
        """Return the way of a run of so many steps: of picked pairs those that moved."""
        return self if self.pairs is None else replace(self, pairs=self.pairs[:steps])

    @property
    def trunk(self) -> Way:
        """The same without its fork."""
        return replace(self, fork=None)

    def header(self) -> dict[str, object]:
        """Return it as JSON says it."""
        sent = {**asdict(self), "pairs": None if self.pairs is None else [list(pair) for pair in self.pairs]}
        if self.fork is not None and self.fork.picked is not None:
            sent["fork"]["picked"] = list(self.fork.picked)
        return sent


def read_way(sent: object) -> Way:
    """Return the way that a browser sent; `WireError` if there is no such way."""
    way = read_as(sent, Way)
    if way.header() != sent or not way.is_sound:  # a header has all fields, and no other
        raise WireError("no way to run")
    own = [name for name in MACHINES[way.machine.name].parameters if name != "C"]
    return replace(way, machine=MachineSpec(way.machine.name, **{name: getattr(way.machine, name) for name in own}))
