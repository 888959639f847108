"""The latency for each client when a whole class drags at the same time: raw sockets, no browsers.

Each client moves one of n points at a steady rate and keeps one request in flight; of the moves made meanwhile, only
the newest is sent next. Latency runs from the move to the arrival of its answer. The clients share the machine with the
server and all run in one Python process.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from contextlib import ExitStack
from dataclasses import dataclass, field

import numpy as np
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.goals import judged
from benchmarks.stage import machine, moons, quantiles, served
from datasets import Points, make_points
from ui.solve.solver_socket import PATH
from ui.solve.wire import pack, unpack

GOAL = 60.0  # ms, p95 for 30 people at 15 Hz


@dataclass
class Person:
    """One browser tab: its current points, the times of its requests, and the latencies of the answers."""

    points: Points
    rng: np.random.Generator
    asked: dict[int, float] = field(default_factory=dict)  # number of the request -> time of its move
    waiting: float | None = None  # time of the newest move that is not sent yet
    latency: list[float] = field(default_factory=list)
    moves: int = 0

    async def ask(self, socket: ClientConnection, moved: float) -> None:
        """Move a point by a little and send a request."""
        X = self.points.X.copy()
        X[self.moves % len(X)] += self.points.window.size * self.rng.uniform(-0.01, 0.01, 2)
        self.points = make_points(X, self.points.y, window=self.points.window)
        self.asked[self.moves] = moved
        kernel = {"name": "gaussian", "gamma": 1.0}
        header = {"seq": self.moves, "kernel": kernel, "C": 10.0, "lang": "en"}
        await socket.send(pack(header, {"X": self.points.X, "y": self.points.y}))

    async def move(self, socket: ClientConnection, rate: float, until: float) -> None:
        """Move at a steady rate; while a request is in flight only record that a point moved."""
        due = time.perf_counter() + self.rng.uniform(0, 1 / rate)
        while due < until:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            self.moves += 1
            if self.asked:
                self.waiting = due
            else:
                await self.ask(socket, due)
            due += 1 / rate

    async def listen(self, socket: ClientConnection) -> None:
        """Receive the answers, and send the waiting request."""
        async for blob in socket:
            header, _ = unpack(blob if isinstance(blob, bytes) else b"")
            self.latency.append(1e3 * (time.perf_counter() - self.asked.pop(header["seq"])))
            if self.waiting is not None:
                moved, self.waiting = self.waiting, None
                await self.ask(socket, moved)

    async def stay(self, address: str, rate: float, seconds: float) -> None:
        """Connect, drag for some seconds, disconnect."""
        async with connect(address, compression=None) as socket:
            listening = asyncio.create_task(self.listen(socket))
            await self.move(socket, rate, time.perf_counter() + seconds)
            await asyncio.sleep(1.0)
        await listening


def main(arguments: list[str] | None = None) -> None:
    """Measure and print the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", help="of a running server; without it, one is started")
    parser.add_argument("--people", type=int, default=30)
    parser.add_argument("--rate", type=float, default=15.0, help="movements a second of each")
    parser.add_argument("--n", type=int, default=200, help="points of each")
    parser.add_argument("--seconds", type=float, default=5.0)
    chosen = parser.parse_args(arguments)
    people = [Person(moons(chosen.n), np.random.default_rng(seed)) for seed in range(chosen.people)]
    with ExitStack() as stack:
        url = chosen.url or stack.enter_context(served()).address
        address = url.replace("http", "ws", 1) + PATH
        print(f"{chosen.people} people, {chosen.rate:g} movements a second each, {chosen.n} points; {machine()}")
        asyncio.run(_all(people, address, chosen.rate, chosen.seconds))
    _tell(people, chosen.seconds)


async def _all(people: list[Person], address: str, rate: float, seconds: float) -> None:
    await asyncio.gather(*(person.stay(address, rate, seconds) for person in people))


def _tell(people: list[Person], seconds: float) -> None:
    middle, high = quantiles([one for person in people for one in person.latency])
    served_least = min(len(person.latency) for person in people) / seconds
    answers = sum(len(person.latency) for person in people) / seconds
    print(f"answer p50 {middle:7.1f} ms")
    print(f"answer p95 {high:7.1f} ms  {judged(high, GOAL)}")
    print(f"{answers / len(people):.1f} answers a second for each, {served_least:.1f} for the one with the fewest")
    print(machine())


if __name__ == "__main__":
    main()
