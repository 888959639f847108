"""The data of the page of results: ratios to the rivals, the experiment of a paper, and growth, in one file.

Run from the root of the project: ``python -m benchmarks results``. See `benchmarks.results.run`.
"""

import os


def main(arguments: list[str] | None = None) -> int:
    """Run the command line."""
    # Before any library reads it: LIBSVM's wheel brings OpenMP, whose idle threads spin.
    os.environ["OMP_NUM_THREADS"] = "1"
    from benchmarks.results.run import main as run

    return run(arguments or [])
