"""`Search` beside scikit-learn's own search: the same numbers on the same folds, in any process."""

from __future__ import annotations

import math
import os
import signal
import threading
import time
import warnings
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from joblib import parallel_config
from scipy import sparse
from sklearn import svm
from sklearn.base import clone
from sklearn.datasets import load_iris, make_moons
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV, KFold, ShuffleSplit
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from core.estimators import SVC
from core.problem import InputError
from core.selection import STRATEGIES, Kind, Purpose, Search, Strategy, best, penalty_of
from core.selection.sweep.cost import spoken
from core.selection.sweep.units import HOME, judge
from core.solver import new_cancel_flag

X, Y = make_moons(120, noise=0.3, random_state=0)
GAMMAS, CS = [0.1, 1.0, 10.0], [0.1, 1.0, 10.0, 100.0]
RUNS = 60 if os.environ.get("HYPOTHESIS_PROFILE") == "search" else 8
SMALL: dict[str, Any] = {"gammas": GAMMAS, "Cs": CS}
NUMBERS = ("mean_test_score", "std_test_score", "rank_test_score", "split0_test_score", "param_C", "param_gamma")


def _same(a: Search, b: Search) -> None:
    """Assert that two searches have found the same, bit for bit."""
    assert [replace(look, seconds=0.0) for look in a.looks_] == [replace(look, seconds=0.0) for look in b.looks_]
    assert a.best_params_ == b.best_params_
    assert a.best_score_ == b.best_score_
    for name in NUMBERS:
        assert np.array_equal(a.cv_results_[name], b.cv_results_[name]), name
    assert np.array_equal(a.decision_function(X), b.decision_function(X))


def test_the_table_is_that_of_scikit_learn_within_the_tolerance_of_the_solver() -> None:
    ours = Search(**SMALL).fit(X, Y)
    theirs = GridSearchCV(svm.SVC(), {"gamma": GAMMAS, "C": CS}, cv=5).fit(X, Y)
    assert set(theirs.cv_results_) <= set(ours.cv_results_)
    assert ours.cv_results_["params"] == theirs.cv_results_["params"]
    assert ours.n_splits_ == theirs.n_splits_
    for k in range(5):
        name = f"split{k}_test_score"
        assert np.abs(ours.cv_results_[name] - theirs.cv_results_[name]).max() <= 1.01 / (len(X) / 5), name
    apart = np.abs(ours.cv_results_["mean_test_score"] - theirs.cv_results_["mean_test_score"])
    assert apart.mean() <= 1 / len(X) / 4
    assert abs(ours.best_score_ - theirs.best_score_) <= 1.01 / len(X)


def test_pandas_reads_the_table() -> None:
    table = pd.DataFrame(Search(**SMALL).fit(X, Y).cv_results_)
    assert len(table) == 12
    assert table["rank_test_score"].min() == 1
    assert table["kernel"].unique().tolist() == ["exact"]


def test_the_best_estimator_is_the_exact_machine_on_all_points() -> None:
    search = Search(**SMALL).fit(X, Y)
    alone = SVC(**search.best_params_).fit(X, Y)
    assert np.array_equal(search.decision_function(X), alone.decision_function(X))
    assert np.array_equal(search.predict(X), alone.predict(X))
    assert search.score(X, Y) == alone.score(X, Y)
    assert search.best_score_ == search.cv_results_["mean_test_score"][search.best_index_]
    assert search.cv_results_["rank_test_score"][search.best_index_] == 1


def test_classes_of_any_kind_and_number_are_searched() -> None:
    A, y = load_iris(return_X_y=True)
    names = np.array(["setosa", "versicolor", "virginica"])[y]
    search = make_pipeline(StandardScaler(), Search(**SMALL)).fit(A, names)
    theirs = GridSearchCV(svm.SVC(), {"gamma": GAMMAS, "C": CS}).fit(StandardScaler().fit_transform(A), names)
    assert abs(search[-1].best_score_ - theirs.best_score_) <= 1.01 / len(A)
    assert search.predict(A[:3]).tolist() == ["setosa"] * 3
    assert search[-1].classes_.tolist() == sorted(set(names))


@pytest.mark.parametrize("cv", [3, KFold(4, shuffle=True, random_state=0), ShuffleSplit(3, random_state=1)], ids=str)
def test_folds_come_from_any_splitter(cv: Any) -> None:
    ours = Search(**SMALL, cv=cv).fit(X, Y)
    theirs = GridSearchCV(svm.SVC(), {"gamma": GAMMAS, "C": CS}, cv=cv).fit(X, Y)
    apart = np.abs(ours.cv_results_["mean_test_score"] - theirs.cv_results_["mean_test_score"])
    assert apart.max() <= 0.05
    assert apart.mean() <= 0.01


@settings(max_examples=RUNS)
@given(data=st.data(), strategy=st.sampled_from(STRATEGIES), seed=st.integers(0, 99), count=st.integers(12, 60))
def test_neither_stops_nor_the_number_of_jobs_change_a_bit(
    data: st.DataObject, strategy: str, seed: int, count: int
) -> None:
    """A search that is stopped after any of its units, again and again, and goes on is the one that never stopped."""
    A, y = make_moons(count, noise=0.3, random_state=seed)
    asked: dict[str, Any] = {
        "gammas": data.draw(st.lists(st.sampled_from(GAMMAS), min_size=1, unique=True)),
        "Cs": data.draw(st.lists(st.sampled_from(CS), min_size=1, unique=True)),
        "cv": data.draw(st.integers(2, 5)),
        "random_state": seed,
        "n_components": 10,
    }
    whole = Search(strategy, **asked).fit(A, y)
    flag = new_cancel_flag()
    with TemporaryDirectory() as folder:
        for _ in range(data.draw(st.integers(0, 3))):
            last = data.draw(st.integers(1, 20))

            def stop(done: int, total: int, last: int = last) -> None:
                flag[0] = done == last

            jobs = data.draw(st.integers(1, 2))
            with suppress(ValueError):  # stopped before its first look
                Search(strategy, **asked, keep=folder, cancel=flag, progress=stop, n_jobs=jobs).fit(A, y)
            flag[0] = 0
        _same(whole, Search(strategy, **asked, keep=folder, n_jobs=2).fit(A, y))


def test_processes_find_the_same_as_threads() -> None:
    threads = Search(**SMALL, n_jobs=2).fit(X, Y)
    with parallel_config("loky"):
        _same(threads, Search(**SMALL, n_jobs=2).fit(X, Y))


@pytest.mark.parametrize("strategy", ["rffdg-rbf", "nystroem"])
def test_what_was_chosen_on_features_is_trained_exactly(strategy: str) -> None:
    search = Search(strategy, **SMALL, random_state=0, n_components=40).fit(X, Y)
    found = search.looks_[search.best_index_]
    assert found.kind is Kind.EXACT
    assert search.transfer_ is not None
    assert search.transfer_.exact is found
    mapped = [look for look in search.looks_ if look.kind is not Kind.EXACT]
    assert search.best_params_["gamma"] == best(mapped).gamma
    table = pd.DataFrame(search.cv_results_)
    assert table["param_n_components"].notna().sum() == len(mapped) == 12
    assert isinstance(search.best_estimator_, SVC)


def test_a_strategy_with_its_options_can_be_given() -> None:
    search = Search(Strategy("rffdg-rbf", as_printed=True), **SMALL).fit(X, Y)
    assert search.best_params_ == {"C": CS[0], "gamma": GAMMAS[0]}
    assert [look.purpose for look in search.looks_] == [Purpose.GAMMA, Purpose.C]


def test_progress_counts_the_units() -> None:
    told: list[tuple[int, int]] = []
    Search("grid", **SMALL, progress=lambda *now: told.append(now)).fit(X, Y)
    assert told == [(k, 15) for k in range(1, 16)]
    told.clear()
    Search("rffdg-rbf", **SMALL, n_components=20, progress=lambda *now: told.append(now)).fit(X, Y)
    assert [done for done, _ in told] == list(range(1, len(told) + 1))
    assert [total for _, total in told] == [20] * 20 + [25] * (len(told) - 20)  # another round, which was asked for
    assert told[-1][0] == told[-1][1]


def test_a_stop_keeps_what_is_done_and_a_resume_repeats_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flag = new_cancel_flag()

    def stop(done: int, total: int) -> None:
        flag[0] = done == 7

    part = Search(**SMALL, keep=tmp_path, cancel=flag, progress=stop).fit(X, Y)
    assert not part.complete_
    assert len(part.looks_) == 4  # five folds of the first gamma; of the second only two
    assert part.predict(X[:1]).shape == (1,)
    done: list[object] = []

    def counted(token: str, asked: Any, batch: Any, cancel: Any) -> Any:
        done.extend(batch.units)
        return judge(token, asked, batch, cancel)

    monkeypatch.setattr("core.selection.sweep.run.judge", counted)
    flag[0] = 0
    resumed = Search(**SMALL, keep=tmp_path, cancel=flag).fit(X, Y)
    assert len(done) == 15 - 7
    assert resumed.complete_
    _same(resumed, Search(**SMALL).fit(X, Y))


def test_a_stop_before_the_first_look_says_so() -> None:
    flag = new_cancel_flag()
    flag[0] = 1
    with pytest.raises(ValueError, match="before its first look"):
        Search(**SMALL, cancel=flag).fit(X, Y)


@pytest.mark.parametrize("ends", [ValueError, KeyboardInterrupt])
def test_a_fit_that_is_stopped_at_once_shows_no_result_of_an_earlier_one(ends: type[BaseException]) -> None:
    flag = new_cancel_flag()
    search = Search(**SMALL, cancel=flag).fit(X, Y)
    results = {name for name in vars(search) if name.endswith("_")}
    assert {"best_params_", "cv_results_", "looks_", "at_edge_", "refit_time_", "transfer_"} <= results

    def stop(done: int, total: int) -> None:
        if ends is KeyboardInterrupt:
            raise KeyboardInterrupt
        flag[0] = 1

    search.progress = stop
    with pytest.raises(ends):
        search.fit(X, Y)
    assert not search.complete_
    assert {name for name in vars(search) if name.endswith("_")} == {
        "classes_",
        "complete_",
        "n_features_in_",
        "n_splits_",
    }
    with pytest.raises(NotFittedError):
        search.predict(X)


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_an_interruption_keeps_what_is_done(n_jobs: int) -> None:
    def interrupt(done: int, total: int) -> None:
        if done == 12:
            raise KeyboardInterrupt

    search = Search(**SMALL, progress=interrupt, n_jobs=n_jobs)
    with pytest.raises(KeyboardInterrupt):
        search.fit(X, Y)
    assert len(search.looks_) >= 4
    assert set(search.best_params_) == {"C", "gamma"}
    assert not hasattr(search, "best_estimator_")


@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_is_heard_by_threads_at_once() -> None:
    A, y = make_moons(900, noise=0.4, random_state=0)
    search = Search(gammas=[1.0, 2.0, 4.0], Cs=[1e3, 1e5, 1e7], n_jobs=2)  # takes some ten times the half second
    sent: list[float] = []
    Search(**SMALL, n_jobs=2).fit(X, Y)  # compiled, or loaded: that is not interrupted

    def interrupt() -> None:
        sent.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(0.5, interrupt)
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            search.fit(A, y)
        assert time.perf_counter() - sent[0] < 5.0
    finally:
        timer.cancel()


def test_a_very_large_search_is_refused_with_what_it_would_cost() -> None:
    many = np.geomspace(1e-3, 1e3, 1000)
    with pytest.raises(InputError, match=r"1,000,000 cells, 5,000,000 fits: about .* of one processor, and .* MB"):
        Search(gammas=many, Cs=many).fit(X, Y)
    cost = Search(gammas=many, Cs=many).cost(X, Y)
    assert (cost.cells, cost.fits) == (1_000_000, 5_000_000)
    assert cost.seconds > 10
    assert cost.bytes > 1e9


@pytest.mark.parametrize("strategy", ["grid", "rffdg-rbf", "median", "nystroem"])
def test_the_cost_counts_the_cells_that_are_looked_at(strategy: str) -> None:
    search = Search(strategy, **SMALL, n_components=20)
    cost = search.cost(X, Y)
    looks = len(search.fit(X, Y).looks_)
    assert cost.cells == looks or (strategy == "rffdg-rbf" and cost.cells > looks > 12)
    assert cost.fits == 5 * cost.cells
    assert str(cost).startswith(f"{cost.cells} cells, {cost.fits} fits: about ")


@pytest.mark.parametrize(
    ("seconds", "words"), [(0.012, "0.01 s"), (5.0, "5 s"), (130.0, "2 minutes"), (1e5, "28 hours"), (1e6, "12 days")]
)
def test_times_are_spoken_with_one_or_two_digits(seconds: float, words: str) -> None:
    assert spoken(seconds) == words


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"strategy": "all"}, "strategy"),
        ({"gammas": []}, "no gamma"),
        ({"Cs": [0.0]}, "greater than 0"),
        ({"Cs": [math.inf]}, "infinite C"),
        ({"n_components": 0}, "n_components"),
        ({"median": "mode"}, "median"),
    ],
)
def test_bad_parameters_get_one_sentence(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Search(**{**SMALL, **change}).fit(X, Y)


def test_one_class_is_refused_and_one_class_in_a_fold_is_called_by_its_name() -> None:
    with pytest.raises(ValueError, match="greater than one"):
        Search(**SMALL).fit(X, np.zeros(len(X)))
    order = np.argsort(Y, kind="stable")
    search = Search(**SMALL, cv=KFold(2)).fit(X[order], Y[order])
    assert search.best_score_ == 0.0


def test_five_points_are_searched() -> None:
    A, y = np.arange(5.0)[:, None], np.array([0, 0, 1, 1, 1])
    assert Search(**SMALL, cv=2).fit(A, y).n_splits_ == 2


def test_nothing_is_kept_of_a_search_that_is_over() -> None:
    Search(**SMALL).fit(X, Y)
    assert not HOME._spaces


def test_a_search_is_cloned_with_its_parameters() -> None:
    search = clone(Search("median", **SMALL, n_jobs=2))
    assert search.get_params()["strategy"] == "median"
    assert search.get_params()["gammas"] == GAMMAS


@pytest.mark.parametrize("estimator", ["svc", "ridge", "regression"])
@pytest.mark.parametrize("kind", [sparse.csr_array, sparse.csc_matrix, sparse.coo_array])
def test_sparse_rows_are_searched_as_dense_ones(kind: Any, estimator: str) -> None:
    thin = kind(np.where(np.abs(X) > 0.5, X, 0.0))
    dense, ours = (Search(estimator=estimator, **SMALL).fit(points, Y) for points in (thin.toarray(), thin))
    assert [replace(look, seconds=0.0) for look in ours.looks_] == [replace(look, seconds=0.0) for look in dense.looks_]
    assert ours.best_params_ == dense.best_params_
    assert np.allclose(ours.predict(thin), dense.predict(thin.toarray()), atol=1e-6)


@settings(max_examples=12, deadline=None)
@given(st.floats(-8.0, 8.0), st.sampled_from(["grid", "rffdg-rbf", "nystroem"]), st.booleans())
@example(8.0, "grid", False)
def test_a_choice_on_the_edge_of_the_grid_is_told(power: float, strategy: str, ridge: bool) -> None:
    grid = {"gammas": [10.0**k for k in range(-4, 3, 2)], "Cs": [0.01, 0.1, 1.0, 10.0, 100.0], "n_components": 20}
    search = Search(strategy, estimator="ridge" if ridge else "svc", **grid)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        search.fit(10.0**power * X, Y)
    at = {}
    for name, value in search.best_params_.items():
        own = sorted(grid["gammas"] if name == "gamma" else [penalty_of(C) if ridge else C for C in grid["Cs"]])
        at |= {name: "lowest"} if value == own[0] else {name: "highest"} if value == own[-1] else {}
    assert search.at_edge_ == at
    told = [str(each.message) for each in said if "edge of the grid" in str(each.message)]
    assert bool(told) == bool(at.keys() - {"gamma"})  # four gammas are few
    assert all(f"its {at[name]} value" in told[0] for name in at.keys() - {"gamma"})


def test_features_of_a_hundred_million_end_on_the_edge_of_the_usual_grid() -> None:
    with pytest.warns(UserWarning, match="gamma=3.05e-05 is its lowest value, C=0.0312 is its lowest value"):
        search = Search(cv=2).fit(1e8 * X[:40], Y[:40])
    assert search.at_edge_ == {"gamma": "lowest", "C": "lowest"}
