"""Choose gamma and C for the points of a file: `core.selection.Search` as a command.

    python -m benchmarks.search.sweep points.csv --strategy rffdg-rbf --jobs 2 --keep folder

It prints the cost of the search before it starts and then the best rows, and writes the whole table beside the file.
With ``--keep``, a search that was stopped or killed continues. Rows with an empty cell are left out.
"""

from __future__ import annotations

import argparse
import math
import sys
import warnings
from pathlib import Path

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from core.problem.arrays import Matrix, Vector
from core.selection import STRATEGIES, Search
from core.selection.sweep.cost import spoken
from datasets import ReadError, Table, distinct_labels, feature_columns, label_column, read_table, target_column

SHOWN = 10  # rows of the table that are printed
PENALTY = {"svc": "param_C", "ridge": "param_alpha", "regression": "param_alpha"}
COLUMNS = ("param_n_components", "mean_test_score", "std_test_score")


def main(words: list[str] | None = None) -> int:
    """Run the command; return its exit code: 2 for a search that is refused, 130 if it was stopped."""
    asked = _parser().parse_args(words)
    try:
        return _searched(asked)
    except (ReadError, ValueError, OSError) as problem:  # one sentence for all of them
        print(problem, file=sys.stderr)
        return 2


def points_of(path: Path, label: str | None, standardise: bool) -> tuple[Matrix, NDArray[np.str_], int]:
    """Return the points (n, d) of a file, their labels (n,), and the number of incomplete rows left out."""
    table = read_table(path.read_bytes())
    named = label_column(table) if label is None else label
    names = np.array(distinct_labels(table, named))
    codes = table.labels[named].codes
    X, whole = _coordinates(table, named, codes >= 0, standardise)
    return X, names[codes[whole]], int(np.count_nonzero(~whole))


def numbers_of(path: Path, label: str | None, standardise: bool) -> tuple[Matrix, Vector, int]:
    """Return the same with the numbers to predict, shape (n,), instead of labels."""
    table = read_table(path.read_bytes(), classes=False)
    if len(table.numeric) < 2:
        raise ValueError(f"Columns of numbers: {len(table.numeric)}. Two are needed: one of them is to be predicted.")
    named = target_column(table) if label is None else label
    if named not in table.numeric:
        raise ValueError(f"The table has no column of numbers “{named}”. Choose one of {', '.join(table.numeric)}.")
    z = table.column(named)
    X, whole = _coordinates(table, named, ~np.isnan(z), standardise)
    return X, z[whole], int(np.count_nonzero(~whole))


def _coordinates(
    table: Table, named: str, given: NDArray[np.bool_], standardise: bool
) -> tuple[Matrix, NDArray[np.bool_]]:
    """Return the points (n, d) of the complete rows, and a mask of these rows."""
    X = np.column_stack([table.column(name) for name in feature_columns(table, named)])
    whole = given & ~np.isnan(X).any(axis=1)
    X = X[whole]
    if standardise and len(X):
        deviation = X.std(axis=0)
        X = (X - X.mean(axis=0)) / np.where(deviation > 0, deviation, 1.0)
    return X, whole


def _searched(asked: argparse.Namespace) -> int:
    read = numbers_of if asked.estimator == "regression" else points_of
    X, y, left_out = read(asked.file, asked.label, not asked.as_they_are)
    print(f"{len(X):,} points with {X.shape[1]} coordinates; {left_out:,} rows that are not whole are left out")
    search = Search(
        asked.strategy,
        gammas=asked.gammas,
        Cs=asked.Cs,
        estimator=asked.estimator,
        lambdas=asked.lambdas,
        cv=asked.folds,
        n_jobs=asked.jobs,
        random_state=asked.seed,
        n_components=asked.features,
        keep=asked.keep,
        progress=_tell,
        large=asked.large,
    )
    print(search.cost(X, y))
    if asked.cost:
        return 0
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "The choice lies on the edge")  # it is printed
            search.fit(X, y)
    except KeyboardInterrupt:
        if not hasattr(search, "cv_results_"):
            return 130
    _written(search, asked.table or asked.file.with_name(f"{asked.file.name}.search.csv"))
    return 0 if search.complete_ else 130


def _written(search: Search, path: Path) -> None:
    """Print the best rows and the choice; then write all rows, `OSError` if the disk is full."""
    numbers = search.estimator == "regression"
    table = pd.DataFrame(search.cv_results_).drop(columns="params")
    best = table.sort_values("rank_test_score", kind="stable")
    shown = ["kernel", "param_gamma", PENALTY[search.estimator], *COLUMNS]
    print(best[shown].head(SHOWN).to_string(index=False, float_format=lambda value: f"{value:.4g}", na_rep=""))
    chosen = ", ".join(f"{name} = {value:.6g}" for name, value in search.best_params_.items())
    stopped = "" if search.complete_ else "; the search was stopped, and this is the best of what was done"
    score = search.best_score_
    said = f"RMSE of the folds {math.sqrt(-score):.4g}" if numbers else f"accuracy of the folds {score:.4f}"
    print(f"chosen: {chosen}, {said}{stopped}")
    if search.at_edge_:
        edges = ", ".join(f"{name} is the {end} of the grid" for name, end in search.at_edge_.items())
        print(f"on the edge: {edges}; a better choice may lie beyond")
    moved = search.transfer_
    if moved is not None:
        print(
            f"{'mean square' if numbers else 'error'} on features {moved.approximate.error:.4g}, "
            f"of the exact machine that they chose {moved.exact.error:.4g}; "
            f"trained on all points in {spoken(search.refit_time_) if search.complete_ else '-'}"
        )
    path.parent.mkdir(parents=True, exist_ok=True)
    table.to_csv(path, index=False)  # last, so that a full disk loses no printed result
    print(f"table: {path}")


def _tell(done: int, total: int) -> None:
    end = "\n" if done == total else ""
    print(f"\r{done} of {total}", end=end, file=sys.stderr, flush=True)


def _numbers(text: str) -> list[float]:
    """Return comma-separated numbers."""
    return [float(part) for part in text.split(",")]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.search.sweep", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("file", type=Path, help="CSV or LIBSVM text")
    parser.add_argument("--strategy", choices=STRATEGIES, default="grid")
    parser.add_argument("--gammas", type=_numbers, help="with commas between them; 2^-15, 2^-13, ..., 2^3 if left out")
    parser.add_argument("--Cs", type=_numbers, help="the same; 2^-5, 2^-3, ..., 2^15 if left out")
    parser.add_argument(
        "--estimator", choices=PENALTY, default="svc", help="of labels: svc, ridge; of numbers: regression"
    )
    parser.add_argument("--lambdas", type=_numbers, help="penalties of ridge; 1 / (2 C) of the Cs if left out")
    parser.add_argument("--folds", type=int, default=5)
    parser.add_argument("--jobs", type=int, default=1, help="threads; -1 for all processors")
    parser.add_argument("--features", type=int, default=300, help="of Fourier's map, or landmarks of Nystroem's")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--label", help="the column to predict; guessed if left out")
    parser.add_argument("--as-they-are", action="store_true", help="do not standardise the columns")
    parser.add_argument("--keep", help="a folder for a journal, from which a stopped search goes on")
    parser.add_argument("--table", type=Path, help="where the table goes; beside the file if left out")
    parser.add_argument("--cost", action="store_true", help="only say what the search would cost")
    parser.add_argument("--large", action="store_true", help="search even where there are very many fits")
    return parser


if __name__ == "__main__":
    sys.exit(main())
