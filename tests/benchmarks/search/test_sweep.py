"""The command that searches the points of a file."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from benchmarks.search.sweep import main, points_of
from core.selection import Search
from tests.core.small_problems import moons

X, Y = moons(60, seed=1)
GRID = ["--gammas", "0.1,1,10", "--Cs", "0.1,1,10"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "points.csv"
    names = np.where(Y > 0, "yes", "no")
    pd.DataFrame({"a": X[:, 0], "b": X[:, 1], "class": names}).to_csv(path, index=False)
    return path


def test_the_command_prints_and_keeps_what_the_search_finds(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(file), *GRID, "--as-they-are", "--jobs", "2"]) == 0
    told = capsys.readouterr()
    search = Search(gammas=[0.1, 1, 10], Cs=[0.1, 1, 10]).fit(X, np.where(Y > 0, "yes", "no"))
    assert "60 points with 2 coordinates" in told.out
    assert "9 cells, 45 fits: about " in told.out
    assert f"C = {search.best_params_['C']:g}, gamma = {search.best_params_['gamma']:g}" in told.out
    assert told.err.endswith("\r15 of 15\n")
    assert ("on the edge" in told.out) == bool(search.at_edge_)
    table = pd.read_csv(file.with_name("points.csv.search.csv"))
    assert np.allclose(table["mean_test_score"], search.cv_results_["mean_test_score"])


def test_where_the_table_cannot_be_kept_the_choice_is_told_all_the_same(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(file), *GRID, "--table", str(file.parent)]) == 2
    told = capsys.readouterr()
    assert "chosen: C = " in told.out
    assert "table: " not in told.out
    assert str(file.parent) in told.err


@pytest.mark.parametrize("strategy", ["rffdg-rbf", "median", "nystroem"])
def test_every_strategy_is_a_choice(strategy: str, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(file), *GRID, "--strategy", strategy, "--features", "20", "--table", f"{file}.out"]) == 0
    assert ("on features" in capsys.readouterr().out) == (strategy != "median")
    assert Path(f"{file}.out").exists()


def test_ridge_regression_is_searched_by_its_lambda(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    penalties = ["--gammas", "0.1,1", "--estimator", "ridge", "--lambdas", "0.1,1"]
    assert main([str(file), *penalties, "--as-they-are"]) == 0
    told = capsys.readouterr().out
    assert "param_alpha" in told
    assert "chosen: alpha = " in told


def test_numbers_are_predicted_by_ridge_regression(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, table = tmp_path / "numbers.csv", tmp_path / "kept" / "table.csv"
    z = np.sin(X[:, 0]) + 0.25
    pd.DataFrame({"a": X[:, 0], "b": X[:, 1], "z": z}).to_csv(path, index=False)
    asked = ["--gammas", "0.1,1", "--lambdas", "0.01,1", "--estimator", "regression", "--as-they-are"]
    assert main([str(path), *asked, "--table", str(table)]) == 0
    search = Search(gammas=[0.1, 1], lambdas=[0.01, 1], estimator="regression").fit(X, z)
    told = capsys.readouterr().out
    assert f"RMSE of the folds {(-search.best_score_) ** 0.5:.4g}" in told
    assert np.allclose(pd.read_csv(table)["mean_test_score"], search.cv_results_["mean_test_score"])


def test_libsvm_text_is_read_and_columns_are_standardised(tmp_path: Path) -> None:
    path = tmp_path / "points.libsvm"
    path.write_text("\n".join(f"{y:+.0f} 1:{a} 2:{100 * b}" for (a, b), y in zip(X, Y, strict=True)))
    points, labels, left_out = points_of(path, None, True)
    assert np.allclose(points.std(axis=0), 1.0)
    assert set(labels) == {"-1", "1"} or set(labels) == {"-1", "+1"}
    assert left_out == 0


def test_the_cost_can_be_asked_for_alone(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(file), "--cost"]) == 0
    assert "110 cells, 550 fits" in capsys.readouterr().out
    assert not file.with_name("points.csv.search.csv").exists()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["nowhere.csv"], "nowhere.csv"),
        (["{}", "--label", "colour"], "colour"),
        (["{}", "--gammas", "0"], "greater than 0"),
        (["{}", "--folds", "1"], "n_splits"),
        (["{}", "--estimator", "regression", "--label", "class"], "no column of numbers “class”"),
    ],
)
def test_what_cannot_be_searched_gets_one_sentence(
    words: list[str], sentence: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([word.format(file) for word in words]) == 2
    told = capsys.readouterr().err
    assert sentence in told
    assert len(told.splitlines()) == 1
