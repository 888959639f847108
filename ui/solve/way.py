"""How a recorded run goes, as plain data: a page knows it, the browser sends it back with points that have moved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from ui.solve.wire import WireError

PAIR_SOLVERS = ("smo-second-order", "smo-first-order", "platt")
COORDINATE_SOLVER = "dual-cd"
LOSSES = ("hinge", "squared_hinge")
ORDERS = ("random", "cyclic")
LARGEST_SEED = 9999


@dataclass(frozen=True)
class Way:
    """An algorithm, and its options; those of coordinate descent have no effect on the others."""

    solver: str = PAIR_SOLVERS[0]
    loss: str = LOSSES[0]
    bias: bool = True  # whether a constant 1 is appended to every point
    order: str = ORDERS[0]  # in which the points come
    seed: int = 0  # of the random orders
    shrinking: bool = True

    @property
    def bounded(self) -> bool:
        """Whether C bounds alpha; under the squared hinge nothing does."""
        return self.solver != COORDINATE_SOLVER or self.loss == LOSSES[0]

    def header(self) -> dict[str, object]:
        """Return it as JSON says it."""
        return asdict(self)


def read_way(sent: object) -> Way:
    """Return the way that a browser sent; `WireError` if there is no such way."""
    if not isinstance(sent, Mapping) or sent.keys() != Way().header().keys():
        raise WireError("no way to run")
    way = Way(**sent)
    known = (
        way.solver in (*PAIR_SOLVERS, COORDINATE_SOLVER)
        and way.loss in LOSSES
        and way.order in ORDERS
        and type(way.seed) is int
        and 0 <= way.seed <= LARGEST_SEED
        and type(way.bias) is bool
        and type(way.shrinking) is bool
    )
    if not known:
        raise WireError("no way to run")
    return way
