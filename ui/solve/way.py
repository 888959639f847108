"""How a recorded run goes, as plain data: a page knows it, the browser sends it back with points that have moved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace

from ui.solve.limits import PICKED_PAIRS
from ui.solve.wire import WireError

PAIR_SOLVERS = ("smo-second-order", "smo-first-order", "platt")
COORDINATE_SOLVER = "dual-cd"
HAND = "by-hand"  # somebody picks the pairs
LOSSES = ("hinge", "squared_hinge")
ORDERS = ("random", "cyclic")
LARGEST_SEED = 9999

Pair = tuple[int, int]


@dataclass(frozen=True)
class Way:
    """An algorithm, and its options; of those of coordinate descent only the loss of a race has an effect on others."""

    solver: str = PAIR_SOLVERS[0]
    loss: str = LOSSES[0]
    bias: bool = True  # whether a constant 1 is appended to every point
    order: str = ORDERS[0]  # in which the points come
    seed: int = 0  # of the random orders
    shrinking: bool = True
    race: bool = False  # two solvers run to the same tolerance under the same loss, and their work is counted
    pairs: tuple[Pair, ...] | None = None  # picked by hand, in this order; None where a rule picks

    @property
    def bounded(self) -> bool:
        """Whether C bounds alpha; under the squared hinge nothing does."""
        return self.loss == LOSSES[0] or not (self.race or self.solver == COORDINATE_SOLVER)

    def cut(self, steps: int) -> Way:
        """Return the way of a run of so many steps: of picked pairs those that moved."""
        return self if self.pairs is None else replace(self, pairs=self.pairs[:steps])

    def header(self) -> dict[str, object]:
        """Return it as JSON says it."""
        return {**asdict(self), "pairs": None if self.pairs is None else [list(pair) for pair in self.pairs]}


def read_way(sent: object) -> Way:
    """Return the way that a browser sent; `WireError` if there is no such way."""
    if not isinstance(sent, Mapping) or sent.keys() != Way().header().keys():
        raise WireError("no way to run")
    way = Way(**{**sent, "pairs": _read_pairs(sent["pairs"])})
    known = (
        way.solver in (*PAIR_SOLVERS, COORDINATE_SOLVER, HAND)
        and (way.solver == HAND) == (way.pairs is not None)
        and way.loss in LOSSES
        and way.order in ORDERS
        and type(way.seed) is int
        and 0 <= way.seed <= LARGEST_SEED
        and type(way.bias) is bool
        and type(way.shrinking) is bool
        and type(way.race) is bool
    )
    if not known:
        raise WireError("no way to run")
    return way


def _read_pairs(sent: object) -> tuple[Pair, ...] | None:
    """Return the pairs that a browser sent; -1 stands for a point that is no longer there."""
    if sent is None:
        return None
    if not isinstance(sent, list) or len(sent) > PICKED_PAIRS:
        raise WireError("no pairs")
    for pair in sent:
        if not isinstance(pair, list) or [type(i) for i in pair] != [int, int]:
            raise WireError("no pair")
    return tuple((i, j) for i, j in sent)
