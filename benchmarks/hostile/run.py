"""Try many hostile calls: `python -m benchmarks hostile`, or `--calls 500 --seed 7`; print those that break the law.

`--small` tries only fits of fewer than a hundred points, without a step limit.
"""

from __future__ import annotations

import argparse
import math
from collections import Counter
from collections.abc import Callable

from hypothesis import HealthCheck, Phase, given, seed, settings

from benchmarks.hostile.attempt import Ended
from benchmarks.hostile.calls import Call, hostile_calls
from benchmarks.hostile.law import broken, seconds_allowed, unproved
from benchmarks.hostile.worker import Worker

CALLS = 20_000
TOLD = 20  # broken calls that are printed in full


class Tally:
    """The results of all calls so far."""

    def __init__(self) -> None:
        self.count, self.longest, self.share, self.gap = 0, 0.0, 0.0, 0.0
        self.slowest: Call | None = None
        self.endings: Counter[str] = Counter()
        self.breaches: list[tuple[Call, str]] = []

    def add(self, call: Call, ended: Ended | None) -> None:
        """Count a call."""
        self.count += 1
        self.endings[_ending(ended)] += 1
        self.gap = max(self.gap, unproved(call, ended))
        self._time(call, math.inf if ended is None else ended.seconds)
        said = broken(call, ended)
        if said:
            self.breaches.append((call, said))
            if len(self.breaches) <= TOLD:
                print(f"{said}\n  {call!r}\n", flush=True)

    def _time(self, call: Call, seconds: float) -> None:
        if seconds > self.longest:
            self.longest, self.slowest = seconds, call
        self.share = max(self.share, seconds / seconds_allowed(call))

    def tell(self) -> None:
        """Print the totals."""
        print(f"{self.count} calls: " + ", ".join(f"{many} {how}" for how, many in self.endings.most_common()))
        print(f"the longest took {self.longest:.3g} s; none took more than {self.share:.0%} of what is allowed")
        print(f"  {self.slowest!r}")
        print(f"the largest claim without a proof: {self.gap:.3g} times the tolerance")
        print(f"{len(self.breaches)} break the law")


def _ending(ended: Ended | None) -> str:
    if ended is None:
        return "killed"
    if ended.raised:
        return "raised"
    return "refused" if ended.refused else "said to fall short" if ended.admitted else "claimed"


def try_calls(count: int, start: int, small_fits: bool, take: Callable[[Call], None]) -> None:
    """Generate so many calls from a seed, and pass each to a function."""

    @seed(start)
    @settings(
        max_examples=count,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(call=hostile_calls(small_fits))
    def each(call: Call) -> None:
        take(call)

    each()


def main(arguments: list[str] | None = None) -> int:
    """Try the calls and print the results; return 1 if one breaks the law."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=CALLS)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--small", action="store_true")
    chosen = parser.parse_args(arguments)
    tally = Tally()
    with Worker() as worker:

        def take(call: Call) -> None:
            tally.add(call, worker.ask_warm(call, seconds_allowed(call)))

        try_calls(chosen.calls, chosen.seed, chosen.small, take)
    tally.tell()
    return int(bool(tally.breaches))
