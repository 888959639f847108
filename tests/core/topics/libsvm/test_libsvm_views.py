"""What is shown of LIBSVM's loop, against the states of the run itself."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.problem import Gaussian, Linear, Problem, c_svc, certificate, eps_svr, nu_svc, nu_svr, one_class
from core.solver import LoopState, finish
from core.topics.libsvm.theory import joachims_split, kept_gradient, missing_rows
from core.topics.libsvm.view import halt, lasting, printed_line, rebuilt
from core.trace import Trace, record
from core.view.active import active_sizes, aside_spans, looks
from tests.core.small_problems import cloud, moons

PROBLEM = c_svc(*moons(120), Gaussian(1.0), 100.0)


@pytest.fixture(scope="module")
def trace() -> Trace:
    return record(PROBLEM, "libsvm", 1e-3, shrinking=True, cache_rows=12)


def states(trace: Trace) -> list[LoopState]:
    found = [trace.state_at(k) for k in range(len(trace) + 1)]
    assert all(isinstance(state, LoopState) for state in found)
    return found  # type: ignore[return-value]


def test_the_spans_are_who_is_set_aside_in_each_state(trace: Trace) -> None:
    spans, sizes = aside_spans(trace), active_sizes(trace)
    assert len(spans) > 100
    for k, state in enumerate(states(trace)):
        shown = {int(t) for t, first, last in spans if first <= k <= last}
        assert shown == set(state.order[state.active :].tolist())
        assert sizes[k] == state.active


def test_who_is_set_aside_was_above_or_below_its_bar(trace: Trace) -> None:
    past, seen = looks(trace), 0
    for k in range(0, len(trace), 61):
        shown = halt(trace, past, k)
        state = shown.state
        assert {one.t for one in shown.asides} == set(state.order[state.active :].tolist())
        for one in shown.asides:
            assert one.score > one.bar if one.above else one.score < one.bar
            assert one.at_zero == (state.alpha[one.t] <= 0)
            assert one.since < k
            seen += 1
    assert seen > 200


def test_the_gradient_put_together_is_the_whole_one(trace: Trace) -> None:
    largest, stale = 0.0, 0.0
    for k in range(0, len(trace), 41):
        shown = rebuilt(trace, k)
        largest = max(largest, shown.apart)
        stale = max(stale, float(np.abs(shown.stale - shown.full).max(initial=0.0)))
    assert largest < 1e-10
    assert stale > 0.1  # what was kept of those set aside is wrong by now: there is something to put together


def test_the_cache_of_a_halt_is_that_of_the_state(trace: Trace) -> None:
    past, run = looks(trace), states(trace)
    for k in range(0, len(trace), 53):
        shown, after = halt(trace, past, k), run[k + 1].cache.length
        before = dict(shown.rows)
        assert before == {int(row): int(n) for row, n in enumerate(run[k].cache.length) if n}
        assert set(shown.dropped) == {row for row in before if after[row] == 0}
        assert set(shown.fetched) == {row for row in range(120) if after[row] > before.get(row, 0)}
        row = trace.table[k]
        assert shown.step is not None
        assert (shown.step.hits, shown.step.misses) == (row["hits"], row["misses"])


def test_the_line_grows_by_a_dot_every_hundred_and_twenty_passes(trace: Trace) -> None:
    line = printed_line(trace)
    assert len(line) == len(trace) + 1
    assert line[-1].endswith("*")
    dots = [k for k, text in enumerate(line) if "." in text]
    assert dots[0] == 120  # min(n, 1000) passes have gone by
    assert "*" in "".join(line[:-1])


def test_a_run_without_shrinking_prints_and_sets_nothing_aside() -> None:
    trace = record(PROBLEM, "libsvm", 1e-3, shrinking=False)
    assert len(aside_spans(trace)) == 0
    assert (active_sizes(trace) == 120).all()
    assert [look.optimal for look in looks(trace)].count(True) == 1
    assert "".join(printed_line(trace)).rstrip("*").strip(".") == ""


def test_the_reduced_problem_is_the_dual_once_it_is_corrected() -> None:
    rng, wrong = np.random.default_rng(3), 0
    problem = c_svc(*cloud(30, 4), Gaussian(1.0), 1.7)
    for _ in range(20):
        kinds = rng.integers(0, 3, 30)
        alpha = np.where(kinds == 0, 0.0, np.where(kinds == 1, 1.7, rng.uniform(0.1, 1.6, 30)))
        found = joachims_split(problem, alpha)
        assert found.reduced == pytest.approx(found.full, abs=1e-10)
        assert found.candidates_printed == 0
        wrong += abs(found.printed - found.full) > 0.1
    assert wrong == 20


def test_at_the_optimum_joachims_rule_names_only_what_is_at_its_bound_for_good() -> None:
    run = finish(PROBLEM, tolerance=1e-6)
    found = joachims_split(PROBLEM, run.alpha)
    margins = PROBLEM.y * (PROBLEM.gram @ (run.alpha * PROBLEM.y) + found.levels[0])
    assert np.abs(margins[found.free] - 1.0).max() < 1e-5
    assert found.candidates > 0.8 * (found.at_zero.sum() + found.at_bound.sum())


def machines(n: int, seed: int) -> list[Problem]:
    """Return a problem of each machine on the same points."""
    (X, y), kernel = cloud(n, seed), Gaussian(1.0)
    tubes = [eps_svr(X[:, :1], X[:, 1], kernel, 2.5, 0.1), nu_svr(X[:, :1], X[:, 1], kernel, 2.5, 0.4)]
    return [c_svc(X, y, kernel, 2.5), nu_svc(X, y, kernel, 0.4), one_class(X, kernel, 0.4), *tubes]


@pytest.mark.parametrize("problem", machines(40, 6), ids=lambda problem: problem.form.formulation.value)
def test_joachims_split_is_that_of_every_machine(problem: Problem) -> None:
    C, rng = float(problem.dual.upper[0]), np.random.default_rng(2)
    kinds = rng.integers(0, 3, len(problem.y))
    anywhere = np.where(kinds == 0, 0.0, np.where(kinds == 1, C, C * rng.uniform(0.1, 0.9, len(problem.y))))
    found = joachims_split(problem, anywhere)
    assert found.reduced == pytest.approx(found.full, abs=1e-9)
    assert (abs(found.printed - found.full) > 1e-6) == (C != 1.0), "where the bound is 1 both formulas are one"
    run = finish(problem, tolerance=1e-8)
    found = joachims_split(problem, run.alpha)
    assert found.full == pytest.approx(run.state.objective, abs=1e-6)
    assert found.judged
    assert len(found.levels) == (2 if problem.form.alike else 1)
    assert np.abs(found.low[found.free]).max() < 1e-6
    assert found.low[found.at_zero].min(initial=0.0) > -1e-6, "the optimality conditions"
    assert found.low[found.at_bound].max(initial=0.0) < 1e-6
    proof = certificate(problem, run.alpha)
    told = (proof.r - proof.b, proof.r + proof.b) if problem.form.alike else (proof.b,)
    assert found.levels == pytest.approx(told, abs=1e-5)


def test_a_gradient_that_is_kept_is_the_gradient() -> None:
    X, y = cloud(50, 1)
    found = kept_gradient(X, y, 40)
    assert found.apart < 1e-12
    assert found.fell < 1e-3
    assert (found.anew, found.kept) == (2 * 50 * 3, 9)


def test_only_libsvm_has_looks() -> None:
    with pytest.raises(TypeError):
        looks(record(c_svc(*moons(20), Linear(), 1.0)))
    with pytest.raises(TypeError):
        printed_line(record(c_svc(*moons(20), Linear(), 1.0)))


def test_joachims_rule_over_the_last_states_names_who_met_it_in_every_one(trace: Trace) -> None:
    some = 0
    for k, last in ((30, 31), (200, 40), (len(trace), 100)):
        found = lasting(trace, k, last)
        assert found is not None
        states_then = [joachims_split(PROBLEM, trace.state_at(at).alpha) for at in range(k - last + 1, k + 1)]
        met = [(one.at_zero & (one.low > 0)) | (one.at_bound & (one.low < 0)) for one in states_then]
        assert np.array_equal(found, np.all(met, axis=0))
        some += int(found.sum())
    assert some > 0
    assert lasting(trace, 30, 32) is None


@given(st.lists(st.integers(0, 7), max_size=60), st.integers(2, 9))
def test_missing_rows_are_those_of_a_naive_cache(rows: list[int], room: int) -> None:
    for touched in (True, False):
        held: list[int] = []
        missing = 0
        for row in rows:
            if row not in held:
                missing += 1
                held = [*held, row][-room:]
            elif touched:
                held = [*(each for each in held if each != row), row]
        assert missing_rows(rows, room, touched) == missing
    if room >= 8:
        assert missing_rows(rows, room, True) == missing_rows(rows, room, False) == len(set(rows))


def test_a_row_that_was_just_used_stays_under_lru_and_may_go_under_fifo() -> None:
    rows = [1, 2, 1, 3, 1]
    assert missing_rows(rows, 2, True) == 3
    assert missing_rows(rows, 2, False) == 4
