"""The times of training and prediction, and those of rivals with the same data, C, gamma and tolerance, as a table.

Run from the root of the project: ``python -m benchmarks.train``, or with words contained in the wanted rows, such as
``python -m benchmarks.train moons C=100``. The rows are those of `benchmarks.results`, which writes them to a file, and
two with blocks that a second thread slows down. All alternate in one process: first with one BLAS thread, then with the
threads of a user who sets nothing, which the trainer reduces to one and restores by itself; ``--one`` or ``--default``
selects one of the two. Printed are medians of wall time; beside them the excess of the objective over the best one,
the true violation m - M or the relative gap, both in float64 and independent of all solvers, and the number of support
vectors. Rivals that are not installed are left out: ``pip install -e ".[bench]"`` installs LIBSVM, LIBLINEAR and
scikit-learn-intelex.
"""

from __future__ import annotations

import sys
from pathlib import Path

from benchmarks.results.ratios import Case, cases, console_lines, measured
from benchmarks.results.threads import modes, running

SMALL_BLOCKS = (
    Case("kernel", "blocks", "clouds24", 6000, 1.0, goals={"SVC": 6.0}),
    Case("kernel", "blocks", "mixture120", 4000, 10.0, goals={"SVC": 6.0}),
)


def main(words: list[str] | None = None) -> None:
    """Print the table, or its rows whose names contain all the words; a word that is a folder adds its data."""
    asked = words or []
    folder = next((Path(word) for word in asked if Path(word).is_dir()), None)
    wanted = [word for word in asked if not (Path(word).is_dir() or word.startswith("--"))]
    chosen = [case for case in (*cases(), *SMALL_BLOCKS) if all(word in case.name for word in wanted)]
    for mode in modes(asked):
        with running(mode):
            for case in chosen:
                row = measured(case, folder)
                print(case.name + ": not here" if row is None else "\n".join(console_lines(row)), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
