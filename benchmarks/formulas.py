"""Type 10,000 hostile formulas: deep, long, overflowing, undefined, not symmetric, and text of any kind."""

from __future__ import annotations

import argparse
import random
import time
import traceback
import tracemalloc
from collections import Counter

import numpy as np

from benchmarks.goals import judged
from core.problem import FormulaKernel, InputError, c_svc
from core.problem.formula import LONGEST, MOST_NODES
from core.problem.formula.syntax import FUNCTIONS, LEAVES, SYMBOLS

SECONDS, MEGABYTES = 0.05, 50.0  # at most for one formula on `POINTS` points
POINTS = 60
NUMBERS = ("0", "1", "2", "-1", "0.5", "1e300", "1e-300", "3.7", "64", "1e19", "0x7f", "1_0")
JUNK = "()[]{}+-*/^=<>!@#%&|~`'\"\\.,:;? \t\n\0abxzγ核\u202e\U0001f600\U0001d431"


def random_formula(draw: random.Random, size: int = 8) -> str:
    """Return a formula of about so many parts, of any value or of none."""
    if size <= 1:
        return draw.choice([*LEAVES, *LEAVES, *SYMBOLS, *NUMBERS])
    share = draw.randrange(1, size)
    left = random_formula(draw, share)
    match draw.randrange(5):
        case 0:
            return f"{draw.choice([*FUNCTIONS])}({left})"
        case 1:
            return f"{draw.choice(('min', 'max'))}({left}, {random_formula(draw, size - share)})"
        case 2:
            return f"({left})^{draw.choice(NUMBERS)}"
        case _:
            return f"({left} {draw.choice('+-*/^')} {random_formula(draw, size - share)})"


def hostile_formula(seed: int) -> str:
    """Return a formula of any size, one that is torn, or text that is none."""
    draw = random.Random(seed)
    match draw.randrange(6):
        case 0:  # deep
            name, deep = draw.choice(("-", "(", "exp(", "-(", "sqrt(")), draw.randrange(1, 2 * LONGEST)
            return name * deep + "dot" + ")" * (name.count("(") * deep)
        case 1:  # long
            return draw.choice("+-*/^").join([draw.choice([*LEAVES, *NUMBERS])] * draw.randrange(1, 2 * LONGEST))
        case 2:
            return "".join(draw.choice(JUNK) for _ in range(draw.randrange(0, LONGEST + 2)))
        case 3:  # torn
            text = list(random_formula(draw, draw.randrange(1, MOST_NODES)))
            for _ in range(draw.randrange(1, 4)):
                text[draw.randrange(len(text))] = draw.choice(JUNK)
            return "".join(text)
        case _:
            return random_formula(draw, draw.randrange(1, MOST_NODES))


def outcome(text: str) -> tuple[str, float]:
    """Return how a formula ended, "taken", "refused" or "failed" with the reason, and its processor time in seconds."""
    draw = np.random.default_rng(len(text))
    X = draw.normal(size=(POINTS, 2)) * draw.choice([1.0, 1e-8, 1e8])
    y = np.where(np.arange(POINTS) % 2, 1.0, -1.0)
    started = time.process_time()
    try:
        kernel = FormulaKernel(text, 1.0, -0.5)
        kernel.always_psd  # noqa: B018
        problem = c_svc(X, y, kernel, 1.0)
        ended = "taken" if np.isfinite(problem.bound.length).all() else "failed"
    except InputError as error:
        ended = f"refused ({error.key})"
    except Exception:
        ended = f"failed {traceback.format_exc()}"
    return ended, time.process_time() - started


def main(options: list[str]) -> int:
    """Type the formulas and print what became of them; 1 if one failed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks formulas")
    parser.add_argument("--count", type=int, default=10_000)
    count = parser.parse_args(options).count
    outcome("x1*z1")  # compiles
    counts, slowest, largest = Counter[str](), (0.0, ""), (0.0, "")
    for seed in range(count):
        text = hostile_formula(seed)
        ended, seconds = outcome(text)
        tracemalloc.start()  # apart from the clock, which it slows down
        outcome(text)
        megabytes = tracemalloc.get_traced_memory()[1] / 2**20
        tracemalloc.stop()
        counts[ended.split()[0] if ended.startswith("failed") else ended] += 1
        slowest, largest = max(slowest, (seconds, text)), max(largest, (megabytes, text))
        if ended.startswith("failed"):
            print(f"{text!r}: {ended}")
    for ended, many in counts.most_common():
        print(f"{many:7d} {ended}")
    print(f"slowest: {slowest[1][:60]!r}; largest: {largest[1][:60]!r}")
    print(f"longest time of a formula: {1e3 * slowest[0]:.1f} ms  {judged(slowest[0], SECONDS)}")
    print(f"most memory of a formula: {largest[0]:.1f} MB  {judged(largest[0], MEGABYTES)}")
    return int(any(ended.startswith("failed") for ended in counts))
