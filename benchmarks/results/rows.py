"""The workloads of the goals, as values: what is asked of everybody, and how far ahead we want to be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Case:
    """A row of the table before it is measured."""

    kind: str  # kernel, grid, points, linear
    group: str
    data: str
    n: int  # 0: all rows of a public set
    C: float
    gamma: float | None = None  # None: the usual one of the set
    public: bool = False
    single: bool = False  # ours in float32
    goals: dict[str, float] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """What the console prints and its words are compared with."""
        kind = "" if self.kind == "kernel" else f"{self.kind} "
        precision = " float32" if self.single else ""
        return f"{kind}{self.data} n={self.n or 'all'} C={self.C:g}{precision}"

    @property
    def small(self) -> bool:
        """Whether a quick look takes it."""
        return 0 < self.n <= 2000 or self.kind in ("grid", "points")


def cases() -> Iterator[Case]:
    """Yield all rows; those of one group stand side by side on the page."""
    for data in ("moons", "checker"):
        for n in (200, 500):
            yield Case("kernel", "plane-1", data, n, 1.0, goals={"SVC": 15.0, "libsvm": 6.0})
    for data in ("moons", "checker"):
        for n in (200, 500):
            yield Case("kernel", "plane-100", data, n, 100.0, goals={"SVC": 5.0, "libsvm": 4.0})
    for data in ("moons", "checker"):
        for n in (10_000, 20_000):
            yield Case("kernel", "large", data, n, 1.0, goals={"SVC": 15.0, "sklearnex": 20.0})
    for C, goal in ((1.0, 7.0), (100.0, 5.0)):
        for n in (2000, 5000, 10_000, 20_000):
            yield Case("kernel", f"d20-{C:g}", "clouds20", n, C, goals={"SVC": goal} if n >= 5000 else {})
    for n in (2000, 5000, 10_000):
        yield Case("kernel", "d100", "mixture100", n, 1.0, goals={"SVC": 7.0, "sklearnex": 4.0})
    yield Case("kernel", "d780", "mixture780", 5000, 1.0, goals={"SVC": 9.0, "sklearnex": 1.4})
    yield Case("kernel", "real", "a9a", 0, 8.0, 0.03125, public=True, goals={"SVC": 6.0})
    yield Case("kernel", "real", "w7a", 0, 8.0, 0.03125, public=True, goals={"SVC": 6.0})
    yield Case("kernel", "real", "ijcnn1", 0, 32.0, 2.0, public=True, goals={"SVC": 6.0})
    for kind, goal in (("grid", 500.0), ("points", 40.0)):
        for n in (500, 2000):
            yield Case(kind, kind, "moons", n, 1.0, goals={"SVC": goal})
    yield from _linear()


def _linear() -> Iterator[Case]:
    dense = (("clouds231", 20_000), ("clouds500", 10_000), ("mixture100", 2000))
    for group, single, goal in (("dense32", True, 8.0), ("dense64", False, 3.5)):
        for data, n in dense:
            goals = {"LinearSVC": goal} if n > 2000 else {}
            yield Case("linear", group, data, n, 1.0, single=single, goals=goals)
    yield Case("linear", "sparse", "text20000", 50_000, 1.0, goals={"LinearSVC": 1.5})
    for data in ("a9a", "reuters"):
        yield Case("linear", "sparse", data, 0, 1.0, public=True, goals={"LinearSVC": 1.5})
