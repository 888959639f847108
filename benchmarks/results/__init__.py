"""What the page of results shows: ratios to the rivals, the experiment of a paper, and growth, written into one file.

Run from the root of the project: ``python -m benchmarks results``. See `benchmarks.results.run`.
"""

import os


def main(arguments: list[str] | None = None) -> int:
    """Run what the command line asks for."""
    # Before any library that reads it: LIBSVM's wheel brings OpenMP, whose idle threads spin.
    os.environ["OMP_NUM_THREADS"] = "1"
    from benchmarks.results.run import main as run

    return run(arguments or [])
