"""List the benchmarks, or run some: `python -m benchmarks drag room`, `python -m benchmarks all`.

Options, which begin with a dash, are passed to the last one named: `python -m benchmarks results --quick`. The exit
code is 1 if one of them has reported an error or a missed goal: its `main` returns 1, or `judged` counted it.
"""

from __future__ import annotations

import importlib
import sys
from itertools import takewhile

from benchmarks.goals import MISSED

NAMES = {
    "start": "how soon the server and the first board are there, and how many bytes that takes",
    "drag": "how far the exact answer lags behind a dragged point or slider, also where C is read off its path",
    "live_run": "how far runs and panels of gamma lag behind a hand, and the error of a kernel behind its slider",
    "room": "what each of thirty people gets who drag at the same time",
    "playback": "frames of the player, a scrub, how soon the figures of a step stand, and bytes on the wire",
    "features": "the feature maps against those of scikit-learn, into a given array and through transform",
    "approximations": "how soon all figures in sight stand after a slider of their page has moved",
    "map": "how soon the map of gamma and C of a page stands, and how soon long work is stopped",
    "record_cost": "what it costs to remember a run",
    "train": "the rows of the goals as a table, or those whose names contain some words",
    "drop_in": "scikit-learn's own tests on our classes; --agree 10000 for random problems, --save for saved machines",
    "libsvm": "the page's runs of LIBSVM's loop against svm-train's own: passes, multipliers, rho, and what is printed",
    "linear": "how long linear training takes beside LinearSVC, each as exact as the other",
    "path": "every C at once, beside one solve at the C of each breakpoint",
    "search": "a grid beside GridSearchCV, RFFDG-RBF beside the whole grid, and a cluster of two workers beside one",
    "pages": "processor time of one run of each page on the server",
    "links": "every page under 20,000 random links: what failed, and the slowest visit of each",
    "holds": "how long any call into another library keeps the interpreter's lock, at the limits of every page",
    "hostile": "whether 20,000 hostile calls come back in time, and none claims more than it proves; --small for fits",
    "processors": "whether walks, forks, paths and kernel matrices have the same bits under other processors",
    "last_bits": "whether 2,000 problems end alike where every kernel value is a unit in its last place off",
    "proofs": "5,000 random problems with cancelling kernels against optima in 200 digits: no claim may be false",
    "files": "six tables in a hundred ways, 20,000 random tables in random ways, and 20,000 torn files",
    "frames": "20,000 random and torn frames of the socket: what failed, and the slowest",
    "formulas": "10,000 hostile formulas: what became of them, and the time and memory of the largest",
    "paper": "the tables and figures of a paper on choosing gamma, written down for the page of the paper's tables",
    "results": "ratios to the rivals, the experiment of a paper, and growth, written down for the page of results",
}


def main(wanted: list[str]) -> int:
    """Run the named benchmarks, all of them for "all"; without a name, or for an unknown one, list them.

    Returns 0, 1 if one of them failed, or 2 for an unknown name.
    """
    named = list(takewhile(lambda word: not word.startswith("-"), wanted))
    options = wanted[len(named) :]
    chosen = list(NAMES) if named == ["all"] else named
    if not chosen or not set(chosen) <= NAMES.keys():
        print("python -m benchmarks all, or some of:")
        for name, what in NAMES.items():
            print(f"  {name:<15}{what}")
        return 0 if not chosen else 2
    failed = []
    for name in chosen:
        print(f"== {name}: {NAMES[name]}")
        before = MISSED.total()
        wrong = importlib.import_module(f"benchmarks.{name}").main(options if name == chosen[-1] else [])
        failed += [name] if wrong or MISSED.total() > before else []
    if failed:
        print(f"failed: {', '.join(failed)}")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
