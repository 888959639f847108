"""How a recorded run goes, as plain data: a page knows it, the browser sends it back with points that have moved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace

from ui.solve.limits import POINTS, STEPS_OF_A_RUN
from ui.solve.wire import WireError

PAIR_SOLVERS = ("smo-second-order", "smo-first-order", "platt")
COORDINATE_SOLVER = "dual-cd"
LOSSES = ("hinge", "squared_hinge")
ORDERS = ("random", "cyclic")
LARGEST_SEED = 9999


@dataclass(frozen=True)
class Fork:
    """Where a branch leaves a run of pairs, and what goes on there."""

    step: int  # taken before it
    rule: str  # of the branch
    pair: tuple[int, int] | None = None  # that moves first; None: the rule chooses at once
    shown: bool = True  # whether the player shows the branch; else the run without the fork


@dataclass(frozen=True)
class Way:
    """An algorithm, and its options; those of coordinate descent have no effect on the others."""

    solver: str = PAIR_SOLVERS[0]
    loss: str = LOSSES[0]
    bias: bool = True  # whether a constant 1 is appended to every point
    order: str = ORDERS[0]  # in which the points come
    seed: int = 0  # of the random orders
    shrinking: bool = True
    fork: Fork | None = None  # of a run of pairs

    @property
    def bounded(self) -> bool:
        """Whether C bounds alpha; under the squared hinge nothing does."""
        return self.solver != COORDINATE_SOLVER or self.loss == LOSSES[0]

    @property
    def trunk(self) -> Way:
        """The same without its fork."""
        return replace(self, fork=None)

    def header(self) -> dict[str, object]:
        """Return it as JSON says it."""
        sent = asdict(self)
        if self.fork is not None and self.fork.pair is not None:
            sent["fork"]["pair"] = list(self.fork.pair)
        return sent


def read_way(sent: object) -> Way:
    """Return the way that a browser sent; `WireError` if there is no such way."""
    if not isinstance(sent, Mapping) or sent.keys() != Way().header().keys():
        raise WireError("no way to run")
    way = Way(**{**sent, "fork": _read_fork(sent["fork"])})
    known = (
        way.solver in (*PAIR_SOLVERS, COORDINATE_SOLVER)
        and way.loss in LOSSES
        and way.order in ORDERS
        and type(way.seed) is int
        and 0 <= way.seed <= LARGEST_SEED
        and type(way.bias) is bool
        and type(way.shrinking) is bool
        and (way.fork is None or way.solver in PAIR_SOLVERS)
    )
    if not known:
        raise WireError("no way to run")
    return way


def _read_fork(sent: object) -> Fork | None:
    if sent is None:
        return None
    if not isinstance(sent, Mapping) or sent.keys() != asdict(Fork(0, "")).keys():
        raise WireError("no fork")
    pair = sent["pair"]
    known = (
        type(sent["step"]) is int
        and 0 <= sent["step"] < STEPS_OF_A_RUN
        and sent["rule"] in PAIR_SOLVERS
        and type(sent["shown"]) is bool
        and (pair is None or _is_pair(pair))
    )
    if not known:
        raise WireError("no fork")
    return Fork(sent["step"], sent["rule"], None if pair is None else (pair[0], pair[1]), sent["shown"])


def _is_pair(sent: object) -> bool:
    return isinstance(sent, list) and len(sent) == 2 and all(type(i) is int and 0 <= i < POINTS for i in sent)
