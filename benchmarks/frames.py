"""Send random and corrupted frames to the socket: each is answered, refused in a sentence, or no question at all."""

from __future__ import annotations

import argparse
import copy
import json
import multiprocessing
import random
import time
import traceback
from collections import Counter
from typing import Any, NamedTuple

import numpy as np
from msgspec import to_builtins
from numpy.typing import NDArray

from benchmarks.formulas import hostile_formula
from core.solver import FEWEST_ROWS
from core.warm import EVERYTHING, warm_up
from datasets import CATALOGUE
from ui.solve.kernels import FORMULA, KERNELS, MONOMIALS, PARAMETERS
from ui.solve.limits import LARGEST_SEED, POINTS
from ui.solve.machine.table import EPSILON, FIRST, MACHINES, MINUS, NAME, NU, PLUS, MachineSpec, for_board
from ui.solve.options import FORK_RULES, LOSSES, ORDERS, TIES
from ui.solve.recording import ALGORITHMS, read_run
from ui.solve.request import answer_request, read_request
from ui.solve.wire import WireError, pack, unpack
from ui.words import languages

SLOW = 2.0  # largest processor time of a frame in seconds
SHARE = 100  # frames that a process handles between two reports
MANY = 1 / 500  # share of the frames with the largest number of points
FEW = 60  # most points in the others
JUNK: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2, 10**400, 1e308, -0.5, 1e-300, 0.3),
    *("", "1", "linear", "c-svc", "libsvm", "x" * 300, "\ud83d"),
    *([], [1], [[1, 2]], {}, {"name": "rbf"}, {"name": ["linear"]}, {"name": MONOMIALS}),
)


class FrameEnd(NamedTuple):
    """The result of a frame."""

    kind: str  # "answered", "refused", "no question", or "failed"
    seconds: float  # of processor time
    said: str = ""  # the traceback of a failure


def random_frame(seed: int) -> bytes:
    """Return a question of a board or a player; in about two of five some fields or bytes are corrupted."""
    draw = random.Random(seed)
    header, arrays = _question(draw)
    if draw.random() < 0.3:
        _tear(header, draw)
    blob = bytearray(pack(json.loads(json.dumps(header)), arrays))
    if draw.random() < 0.1:
        for _ in range(draw.randint(1, 6)):
            blob[draw.randrange(len(blob))] = draw.randrange(256)
        del blob[len(blob) - draw.choice((0, 0, 1, 8, 30)) :]
    return bytes(blob)


def _question(draw: random.Random) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    X, y = _points(draw)
    run = _run(draw, len(y)) if draw.random() < 0.7 else None
    machine = _machine(draw) if run is None and draw.random() < 0.4 else MachineSpec()
    if run is not None and draw.random() < 0.8:
        machine = MachineSpec(**run["machine"])
    kernel = dict(for_board(_kernel(draw), machine))
    header = {"seq": draw.randrange(9), "lang": draw.choice([*languages]), "kernel": kernel, "C": _penalty(draw)}
    header |= {"way": run, "end": machine.name == FIRST and draw.random() < 0.3}
    if draw.random() < 0.3:
        header["good"] = draw.random() < 0.5
    return header, {"X": X, "y": y}


def _points(draw: random.Random) -> tuple[NDArray[np.float64], NDArray[np.int8]]:
    generator = np.random.default_rng(draw.randrange(1 << 30))
    n = POINTS if draw.random() < MANY else draw.choice((0, 1, 2, 3, 5, 9, 20, 30, 40, FEW))
    X = generator.normal(size=(n, 2)) * draw.choice((*[1.0] * 12, 0.0, 1e-12, 1e6, 1e150))
    if draw.random() < 0.2:
        X = X[generator.integers(0, max(n, 1), n)]  # some at the same place
    if draw.random() < 0.2:
        X[:, draw.randrange(2)] = 0.0
    if draw.random() < 0.2:
        points = CATALOGUE[draw.choice([*CATALOGUE])].make()
        return points.X[:FEW] + draw.choice((0.0, 0.01)), points.y[:FEW]
    if draw.random() < 0.02 and n:
        X[0, 0] = draw.choice((np.nan, np.inf))
    return X, np.where(generator.random(n) < draw.choice((*[0.5] * 9, 0.1, 1.0)), 1, -1).astype(np.int8)


def _penalty(draw: random.Random) -> float | None:
    usual = (None, 1, 10.0, 10 ** draw.uniform(-3, 4))
    return draw.choice((*usual * 4, 1e-6, 1e6, 1e100, 0.0, -1.0))


def _kernel(draw: random.Random) -> dict[str, Any]:
    if draw.random() < 0.05:
        powers = [[draw.randrange(4), draw.randrange(4)] for _ in range(draw.randint(0, 4))]
        return {
            "name": MONOMIALS,
            "exponents": powers,
            "weights": [draw.random() for _ in powers],
            "damp": [0, draw.random()],
        }
    name = draw.choice([*KERNELS])
    numbers: dict[str, Any] = {}
    for own in KERNELS[name].parameters:
        low, high = PARAMETERS[own].slider
        value = draw.choice(
            (*(low, high, PARAMETERS[own].usual, draw.uniform(low, high)) * 6, PARAMETERS[own].high, 0, -1)
        )
        numbers[own] = int(value) if PARAMETERS[own].whole and draw.random() < 0.9 else value
    if numbers.get("components", 0) > 500:
        numbers["components"] = 500
    text = {FORMULA: hostile_formula(draw.randrange(1 << 20))} if KERNELS[name].typed else {}
    return {"name": name, **numbers, **text}


def _machine(draw: random.Random) -> MachineSpec:
    nu, epsilon = (
        draw.choice((*[0.3, 0.1, 0.7] * 4, 0.0, 1.0, 1e-4, 2.0)),
        draw.choice((*[0.5, 0.01] * 4, 0.0, 1e6, -1.0)),
    )
    weights = draw.choice((None, None, (1.0, 1.0), (2.0, 0.5), (1000.0, 0.001), (0.0, 1.0), (1e12, 1e-12)))
    return MachineSpec(draw.choice([*MACHINES]), nu, epsilon, weights)


def _run(draw: random.Random, n: int) -> dict[str, Any]:
    """Return a player's message about a run; of invalid ones one in twenty is kept."""
    while True:
        picked = [draw.randint(0, max(n, 1)) for _ in range(draw.choice((1, 2)))]
        fork = {
            "step": draw.choice((0, 1, 5, 40)),
            "rule": draw.choice(FORK_RULES),
            "picked": draw.choice((None, picked)),
            "shown": draw.random() < 0.5,
        }
        solver = draw.choice([*ALGORITHMS])
        drawn = {
            "solver": solver,
            "loss": draw.choice(LOSSES),
            "bias": draw.random() < 0.5,
            "order": draw.choice(ORDERS),
            "seed": draw.randint(0, LARGEST_SEED),
            "shrinking": draw.random() < 0.5,
            "ties": draw.choice(TIES),
            "fork": fork if draw.random() < 0.5 else None,
            "race": draw.random() < 0.2,
            "pairs": [[draw.randint(-1, n), draw.randint(-1, n)] for _ in range(draw.randint(0, 9))],
            "eta": draw.choice((1.0, 1, 0.001, 1000.0)),
            "rows": draw.choice((None, FEWEST_ROWS, 20)),
            "onward": draw.random() < 0.3,
        }
        machine = to_builtins(_machine(draw) if draw.random() < 0.5 else MachineSpec())
        own = {name: drawn[name] for name in ALGORITHMS[solver].options.__struct_fields__}
        sent = {**own, "machine": machine}
        try:
            read_run(sent)
        except WireError:
            if draw.random() < 0.95:
                continue
        return sent


def _tear(header: dict[str, Any], draw: random.Random) -> None:
    """Replace some field at any depth by an invalid value, drop it, or add one."""
    for _ in range(draw.choice((1, 1, 2, 4))):
        place: Any = header
        while True:
            keys = list(place) if isinstance(place, dict) else list(range(len(place)))
            if not keys:
                break
            key = draw.choice(keys)
            if isinstance(place[key], (dict, list)) and draw.random() < 0.8:
                place = place[key]
                continue
            torn = draw.random()
            if torn < 0.1:
                del place[key]
            elif torn < 0.2 and isinstance(place, dict):
                added = draw.choice(("more", NAME, NU, EPSILON, PLUS, MINUS, "gamma", "name"))
                place[added] = copy.deepcopy(draw.choice((*JUNK, *MACHINES)))
            else:
                place[key] = copy.deepcopy(draw.choice(JUNK))
            break


def outcome(blob: bytes) -> FrameEnd:
    """Answer a frame as the socket does."""
    begun = time.process_time()
    try:
        answer = answer_request(read_request(blob))
        kind = "refused" if unpack(answer, limit=1 << 24)[0].get("state") == "refused" else "answered"
    except WireError:
        return FrameEnd("no question", time.process_time() - begun)
    except Exception:
        return FrameEnd("failed", time.process_time() - begun, traceback.format_exc(limit=-4))
    return FrameEnd(kind, time.process_time() - begun)


def outcomes(seeds: range) -> list[tuple[int, FrameEnd]]:
    """Answer one random frame for each seed."""
    return [(seed, outcome(random_frame(seed))) for seed in seeds]


def main(options: list[str]) -> int:
    """Print every failure, every slow frame, and the counts of results; return 1 if one fails or is slow."""
    asked = argparse.ArgumentParser("python -m benchmarks frames")
    asked.add_argument("--count", type=int, default=20_000)
    asked.add_argument("--first", type=int, default=0, help="the first seed")
    asked.add_argument("--processes", type=int, default=multiprocessing.cpu_count())
    chosen = asked.parse_args(options)
    last = chosen.first + chosen.count
    shares = [range(start, min(start + SHARE, last)) for start in range(chosen.first, last, SHARE)]
    kinds: Counter[str] = Counter()
    slowest, slow, failures = 0.0, 0, 0
    with multiprocessing.get_context("spawn").Pool(chosen.processes, warm_up, (EVERYTHING,)) as pool:
        for share in pool.imap_unordered(outcomes, shares):
            for seed, ended in share:
                kinds[ended.kind] += 1
                slowest, slow = max(slowest, ended.seconds), slow + (ended.seconds > SLOW)
                failures += bool(ended.said)
                if ended.said or ended.seconds > SLOW:
                    print(f"seed {seed}, {ended.seconds:.1f} s: {ended.said or ended.kind}", flush=True)
            print(", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items())), flush=True)
    print(f"slowest: {slowest:.2f} s of processor time; above {SLOW} s: {slow}")
    return int(failures + slow > 0)
