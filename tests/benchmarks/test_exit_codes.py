"""A benchmark that prints a judgement fails where something is wrong or a goal is missed: one rule for all of them."""

from __future__ import annotations

import importlib
import multiprocessing
import sys
from collections.abc import Callable, Iterable
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from benchmarks import __main__ as every
from benchmarks.drop_in.suite import Count
from benchmarks.goals import judged
from benchmarks.proofs import Claim


def test_a_wrong_answer_and_a_missed_goal_fail_and_nothing_else_does(monkeypatch: pytest.MonkeyPatch) -> None:
    mains: dict[str, Callable[[list[str]], Any]] = {
        "right": lambda options: 0,
        "met": lambda options: judged(1.0, 2.0) and None,
        "wrong": lambda options: 1,
        "missed": lambda options: judged(3.0, 2.0) and None,
        "unknown": lambda options: judged(float("nan"), 2.0) and None,
    }
    monkeypatch.setattr(every, "NAMES", dict.fromkeys(mains, ""))
    for name, main in mains.items():
        monkeypatch.setitem(sys.modules, f"benchmarks.{name}", SimpleNamespace(main=main))
    assert [every.main([name]) for name in mains] == [0, 0, 1, 1, 1]
    assert every.main(["wrong", "right"]) == every.main(["all"]) == 1
    assert every.main(["right", "met"]) == every.main([]) == 0
    assert every.main(["nothing"]) == 2


class Judge(NamedTuple):
    """A benchmark, the function that it judges by, and what this returns where all is well and where it is not."""

    name: str
    options: str
    function: str
    right: Any
    wrong: Any


DIGESTS = {"moons: a": "1"}
JUDGES = (
    Judge("proofs", "--count 1", "proofs.claims", [Claim("a", 3, True, "")], [Claim("a", 3, False, "")]),
    Judge("last_bits", "--problems 2", "last_bits.differences", [], ["other ends"]),
    Judge("drop_in", "--save", "drop_in.saving.saved", (True, 1.0), (False, 1.0)),
    Judge("drop_in", "--save", "drop_in.saving.saved", (True, 1.0), (True, 9.0)),
    Judge("drop_in", "--agree 3", "drop_in.agreement.ending", ("SVC", "same"), ("SVC", "other")),
    Judge("drop_in", "", "drop_in.suite.counted", Count(9, 8, ["test_svr_errors"], []), Count(9, 8, ["test_a"], [])),
    Judge("libsvm", "--kernels linear", "libsvm.data_sets._compared", ("equal", ""), ("other passes", "unexplained")),
    Judge("links", "--worst", "links.visit", None, "a traceback"),
    Judge("links", "--count 2", "links.visits", [("board", 0.0, None)], [("board", 0.0, "a traceback")]),
    Judge("links", "--count 2", "links.visits", [("board", 0.0, None)], [("board", 99.0, None)]),
    Judge(
        "frames",
        "--count 2",
        "frames.outcomes",
        [(0, SimpleNamespace(kind="answered", seconds=0.0, said=""))],
        [(0, SimpleNamespace(kind="answered", seconds=0.0, said="a traceback"))],
    ),
    Judge(
        "frames",
        "--count 2",
        "frames.outcomes",
        [(0, SimpleNamespace(kind="answered", seconds=0.0, said=""))],
        [(0, SimpleNamespace(kind="answered", seconds=9.0, said=""))],
    ),
    Judge("files", "--count 0", "files.fault", "", "another table"),
    Judge("hostile", "--calls 1", "hostile.run.broken", "", "it claims too much"),
    Judge(
        "processors",
        "--short",
        "processors.elsewhere",
        {"here": {}, "digests": DIGESTS},
        {"here": {}, "digests": {"moons: a": "2"}},
    ),
    Judge(
        "holds",
        "",
        "holds.watched",
        SimpleNamespace(longest=0.0, whole=0.0, where=""),
        SimpleNamespace(longest=1.0, whole=0.0, where=""),
    ),
)
STUBS = {  # what takes long or asks for a browser, a package or the fits of the whole table
    "drop_in.saving.cases": lambda *_: [("a", SimpleNamespace(fitted=lambda: ()))],
    "links.prepare": lambda: None,
    "links.worst_links": lambda: {"a": {}},
    "files.longest_files": lambda: {"short": b"x,y,k\n1,2,a\n3,4,b\n"},
    "hostile.run.try_calls": lambda count, start, small, take: take(SimpleNamespace()),
    "hostile.run.seconds_allowed": lambda call: 1.0,
    "hostile.run.unproved": lambda call, ended: 0.0,
    "processors.digests": lambda short: DIGESTS,
    "processors.here": dict,
    "processors.machines": lambda: {"another": {}},
    "holds.prepare": lambda: None,
    "holds.CALLS": [SimpleNamespace(page="a", what="b", make=lambda: None)],
}


class HerePool:
    """A pool of processes that does its work here."""

    def __init__(self, *_: object) -> None: ...

    def __enter__(self) -> HerePool:
        return self

    def __exit__(self, *_: object) -> None: ...

    def imap_unordered(self, work: Callable[[range], Any], shares: Iterable[range]) -> Iterable[Any]:
        return map(work, shares)


class HereWorker(HerePool):
    """A worker that has no process of its own."""

    def ask_warm(self, call: object, seconds: float) -> Any:
        return SimpleNamespace(raised="", refused="", admitted=False, seconds=0.0)


@pytest.mark.parametrize("judge", JUDGES, ids=lambda judge: f"{judge.name} {judge.options}")
def test_each_benchmark_that_judges_fails_where_its_judge_does(judge: Judge, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(multiprocessing, "get_context", lambda _: SimpleNamespace(Pool=HerePool))
    monkeypatch.setitem(sys.modules, "libsvm.svm", SimpleNamespace())
    if judge.name == "hostile":
        monkeypatch.setattr("benchmarks.hostile.run.Worker", HereWorker)
    for target, stub in STUBS.items():
        if target.startswith(f"{judge.name}.") or judge.name == "holds":
            monkeypatch.setattr(f"benchmarks.{target}", stub)
    for answer, code in ((judge.right, 0), (judge.wrong, 1)):
        importlib.import_module(f"benchmarks.{judge.name}")
        monkeypatch.setattr(f"benchmarks.{judge.function}", lambda *_, told=answer, **__: told)
        assert every.main([judge.name, *judge.options.split()]) == code
