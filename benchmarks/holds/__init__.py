"""How long the calls of each page into other libraries hold the interpreter lock, with their largest inputs."""

from __future__ import annotations

import argparse

from benchmarks.goals import judged
from benchmarks.holds.calls import CALLS
from benchmarks.holds.watch import watched
from benchmarks.links import prepare
from benchmarks.stage import machine

GOAL = 50.0  # ms


def main(options: list[str]) -> None:
    """Print a line for each call, the longest hold, and whether the goal is met."""
    asked = argparse.ArgumentParser("python -m benchmarks holds")
    asked.add_argument("--only", default="", help="part of the name of the page or the call")
    chosen = asked.parse_args(options)
    prepare()
    print(machine(), flush=True)
    worst = 0.0
    for call in CALLS:
        if chosen.only in f"{call.page} {call.what}":
            held = watched(call.make())
            worst = max(worst, 1e3 * held.longest)
            print(
                f"{call.page:12} {call.what:58} {1e3 * held.longest:7.1f} ms of {held.whole:6.2f} s"
                f"  {judged(1e3 * held.longest, GOAL)}  {held.where}",
                flush=True,
            )
    print(f"longest hold {worst:.1f} ms  {judged(worst, GOAL)}")
