"""How long training and deciding take, and rivals on the same data with the same C, gamma and tolerance, as a table.

Run from the root of the project: ``python -m benchmarks.train``, or with words that the wanted rows contain, such as
``python -m benchmarks.train moons C=100``. The rows are those of `benchmarks.results`, which writes them down. All take
turns in one process, ours on one thread. Printed are medians of wall time; beside them the value of the objective above
the best one found, the true violation m - M or the relative gap, both in float64 apart from all solvers, and the number
of support vectors. Rivals that are not installed are left out: ``pip install -e ".[bench]"`` brings LIBSVM, LIBLINEAR
and scikit-learn-intelex.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from threadpoolctl import threadpool_limits

from benchmarks.results.ratios import console_lines, measured
from benchmarks.results.rows import cases


def main(words: list[str] | None = None) -> None:
    """Print the table, or the rows of it whose name contains all the words; a word that is a folder brings data."""
    asked = words or []
    folder = next((Path(word) for word in asked if Path(word).is_dir()), None)
    wanted = [word for word in asked if not Path(word).is_dir()]
    with threadpool_limits(1):
        print(f"load {os.getloadavg()[0]:.2f} on {os.cpu_count()} cores")
        for case in cases():
            if all(word in case.name for word in wanted):
                row = measured(case, folder)
                print(case.name + ": not here" if row is None else "\n".join(console_lines(row)), flush=True)
        print(f"load {os.getloadavg()[0]:.2f}")


if __name__ == "__main__":
    main(sys.argv[1:])
