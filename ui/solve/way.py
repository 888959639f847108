"""How a recorded run goes, as plain data: a page knows it, the browser sends it back with points that have moved."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace

from core.solver import FEWEST_ROWS
from core.trace.picking import PickedPair
from ui.solve.limits import LARGEST_SEED, PICKED_PAIRS, POINTS, STEPS_OF_A_RUN
from ui.solve.machine.table import FIRST, MACHINES, MachineSpec
from ui.solve.wire import WireError

PAIR_SOLVERS = ("smo-second-order", "smo-first-order", "platt")
COORDINATE_SOLVER = "dual-cd"
LIBSVM = "libsvm"  # its own loop: shrinking, a cache of rows, single precision
PERCEPTRON = "perceptron"  # one point that was wrong a step; it knows no C
BY_HAND = "by-hand"  # somebody picks the pairs
LOSSES = ("hinge", "squared_hinge")
ORDERS = ("random", "cyclic")
LOOP_RULES = {LIBSVM: LIBSVM, "first-order": PAIR_SOLVERS[1]}  # what goes on after a fork of LIBSVM's loop
FORK_RULES = (*PAIR_SOLVERS, *ORDERS, *LOOP_RULES)
USUAL_MACHINE = MachineSpec()
RATES = (1e-3, 1e3)  # the least and the largest eta


@dataclass(frozen=True)
class Fork:
    """Where a branch leaves a run of pairs or of coordinate descent, and what goes on there."""

    step: int  # taken before it
    rule: str  # of the branch; of coordinate descent the order of its visits, of LIBSVM's loop one of `LOOP_RULES`
    picked: tuple[int, ...] | None = None  # the pair, or the one coordinate, that moves first; None: the rule chooses
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

    solver: str = PAIR_SOLVERS[0]
    loss: str = LOSSES[0]
    bias: bool = True  # whether a constant 1 is appended to every point
    order: str = ORDERS[0]  # in which the points come
    seed: int = 0  # of the random orders
    shrinking: bool = True
    fork: Fork | None = None  # of a run of pairs, or of coordinate descent
    race: bool = False  # two solvers run to the same tolerance under the same loss, and their work is counted
    pairs: tuple[PickedPair, ...] | None = None  # picked by hand, in this order; None where a rule picks
    eta: float = 1.0  # what a mistake of a perceptron adds to the multiplier of its point
    rows: int | None = None  # that the cache of LIBSVM holds; None: all of them
    machine: MachineSpec = USUAL_MACHINE  # that LIBSVM trains, without numbers that it does not have
    onward: bool = False  # whether second order goes on where LIBSVM's loop ends, until its machine is proved

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
    if not isinstance(sent, Mapping) or sent.keys() != Way().header().keys():
        raise WireError("no way to run")
    read = {"fork": _read_fork, "pairs": _read_pairs, "machine": _read_machine}
    way = Way(**{**sent, **{name: reads(sent[name]) for name, reads in read.items()}})
    known = (
        way.solver in (*PAIR_SOLVERS, COORDINATE_SOLVER, LIBSVM, PERCEPTRON, BY_HAND)
        and (way.solver == BY_HAND) == (way.pairs is not None)
        and way.loss in LOSSES
        and way.order in ORDERS
        and type(way.seed) is int
        and 0 <= way.seed <= LARGEST_SEED
        and type(way.bias) is bool
        and type(way.shrinking) is bool
        and (way.fork is None or way.solver in way.fork.solvers)
        and type(way.race) is bool
        and type(way.onward) is bool
        and type(way.eta) in (int, float)
        and RATES[0] <= way.eta <= RATES[1]
        and (way.machine.name == FIRST or way.solver == LIBSVM)
        and (way.rows is None or (type(way.rows) is int and FEWEST_ROWS <= way.rows <= POINTS))
    )
    if not known:
        raise WireError("no way to run")
    return replace(way, eta=float(way.eta))  # a browser writes 1.0 as 1


def _read_fork(sent: object) -> Fork | None:
    if sent is None:
        return None
    if not isinstance(sent, Mapping) or sent.keys() != asdict(Fork(0, "")).keys():
        raise WireError("no fork")
    picked = sent["picked"]
    known = (
        type(sent["step"]) is int
        and 0 <= sent["step"] < STEPS_OF_A_RUN
        and sent["rule"] in FORK_RULES
        and type(sent["shown"]) is bool
        and (picked is None or (isinstance(picked, list) and all(type(i) is int and 0 <= i < POINTS for i in picked)))
    )
    if not known:
        raise WireError("no fork")
    fork = Fork(sent["step"], sent["rule"], None if picked is None else tuple(picked), sent["shown"])
    if not fork.is_sound:
        raise WireError("no fork")
    return fork


def _read_machine(sent: object) -> MachineSpec:
    """Return the machine that a browser sent; the core says whether its numbers are allowed."""
    if not isinstance(sent, Mapping) or sent.keys() != asdict(USUAL_MACHINE).keys():
        raise WireError("no machine")
    if not isinstance(sent["name"], str) or sent["name"] not in MACHINES:
        raise WireError("no machine")
    own = {name: sent[name] for name in MACHINES[sent["name"]].parameters if name != "C"}
    if not all(type(value) in (int, float) and math.isfinite(value) for value in own.values()):
        raise WireError("no machine")
    return MachineSpec(sent["name"], **{name: float(value) for name, value in own.items()})


def _read_pairs(sent: object) -> tuple[PickedPair, ...] | None:
    """Return the pairs that a browser sent; -1 stands for a point that is no longer there."""
    if sent is None:
        return None
    if not isinstance(sent, list) or len(sent) > PICKED_PAIRS:
        raise WireError("no pairs")
    return tuple(map(_read_pair, sent))


def _read_pair(sent: object) -> PickedPair:
    if not isinstance(sent, list) or [type(i) for i in sent] != [int, int]:
        raise WireError("no pair")
    return sent[0], sent[1]
