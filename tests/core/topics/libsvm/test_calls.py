"""The calls of a run: each function of ours is where its file says, and the counts are those of the loop."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.problem import Gaussian, c_svc, eps_svr, nu_svc, nu_svr, one_class
from core.topics.libsvm.calls import CALLS, SOLVES, LibsvmCall, counts, source
from core.topics.libsvm.experiment import cache_gain
from core.topics.libsvm.precomputed import given_matrices
from core.trace import record

ROOT = Path(__file__).parents[4]
RNG = np.random.default_rng(0)
X = RNG.normal(size=(40, 2))
Y = np.where(X[:, 0] + 0.7 * RNG.normal(size=40) > 0, 1, -1)
KERNEL = Gaussian(1.0)
PROBLEMS = {
    "c_svc": c_svc(X, Y, KERNEL, 10.0),
    "nu_svc": nu_svc(X, Y, KERNEL, 0.3),
    "one_class": one_class(X, KERNEL, 0.3),
    "eps_svr": eps_svr(X[:, :1], X[:, 1], KERNEL, 1.0, 0.1),
    "nu_svr": nu_svr(X[:, :1], X[:, 1], KERNEL, 1.0, 0.3),
}


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.name)
def test_the_source_is_that_of_the_named_file(call: LibsvmCall) -> None:
    written: Any = getattr(call.ours, "py_func", call.ours)
    assert Path(inspect.getfile(written)).relative_to(ROOT).as_posix() == call.file
    assert f"{call.ours.__name__}(" in source(call) or f"class {call.ours.__name__}" in source(call)


@pytest.mark.parametrize("name", PROBLEMS)
def test_the_counts_are_those_of_the_steps(name: str) -> None:
    run = record(PROBLEMS[name], "libsvm", 1e-3)
    found = counts(run)
    assert [called for called in SOLVES.values() if found.calls[called]] == [name]
    table: Any = run.table
    assert found.rows >= int(table["hits"].sum() + table["misses"].sum())
    assert found.passes == len(run) + 1
    assert found.calls["select"] >= found.passes
    assert 0 <= found.hits <= found.rows
    assert 0 <= found.computed <= found.read


def test_without_shrinking_nothing_is_set_aside() -> None:
    assert counts(record(PROBLEMS["c_svc"], "libsvm", 1e-3, shrinking=False)).calls["shrink"] == 0


def test_another_solver_has_no_such_calls() -> None:
    with pytest.raises(TypeError):
        counts(record(PROBLEMS["c_svc"], "smo-second-order", 1e-3))


def test_a_machine_of_matrices_decides_as_the_one_of_the_kernel() -> None:
    found = given_matrices(X, Y, KERNEL, 10.0)
    assert found is not None
    assert found.K.shape == (5, 5)
    assert found.K_test.shape == (2, 5)
    assert set(found.train).isdisjoint(found.test)
    assert np.abs(found.by_matrix - found.by_kernel).max() <= 1e-7
    assert found.training_lines[2].split()[1] == "0:3"
    assert "kernel_type precomputed" in found.model
    assert given_matrices(X[:5], Y[:5], KERNEL, 10.0) is None
    assert given_matrices(X, np.ones(40), KERNEL, 10.0) is None


def test_a_smaller_cache_computes_more_values_on_the_same_path() -> None:
    found = cache_gain(60, 2, 1e-3, 10_000)
    assert found.held.steps == found.two.steps == found.passes
    assert found.held.computed < found.two.computed
    assert found.factor > 0
