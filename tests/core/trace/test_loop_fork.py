"""A branch of LIBSVM's loop under any of its five machines: by first order, or from a pair of points on."""

from __future__ import annotations

import numpy as np
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from core.problem import Problem
from core.solver import LoopState
from core.trace import BadPick, Trace, fork, pick, pick_points, record
from core.view import playback
from core.view.active import aside_spans
from tests.core.small_forms import KINDS, formulations
from tests.core.small_problems import PSD_KERNELS, problems

LIMIT = 60
RULES = ("libsvm", "smo-first-order")
MACHINES = tuple(kind for kind in KINDS if kind != "squared")


def movable(trace: Trace, k: int) -> list[tuple[int, int]]:
    """Return the pairs of points that can move after k steps."""
    n = len(trace.problem.form.target)
    pairs = ((i, j) for i in range(n) for j in range(i))
    return [pair for pair in pairs if not isinstance(pick_points(trace, *pair, k), BadPick)]


@st.composite
def trunks(draw: st.DrawFn) -> tuple[Trace, int]:
    """Return a run and one of its steps."""
    problem = draw(st.one_of(problems(most=8), formulations(MACHINES, PSD_KERNELS, 8).map(lambda made: made[0])))
    trunk = record(problem, "libsvm", limit=LIMIT)
    return trunk, draw(st.integers(0, len(trunk)))


@st.composite
def branches(draw: st.DrawFn) -> tuple[Trace, Trace]:
    """Return a run and a branch of it, with a pair of points moved first or without one."""
    trunk, k = draw(trunks())
    pair = None
    if draw(st.booleans()):
        pairs = movable(trunk, k)
        assume(pairs)
        moves = pick_points(trunk, *draw(st.sampled_from(pairs)), k)
        assert not isinstance(moves, BadPick)
        pair = moves
    return trunk, fork(trunk, k, draw(st.sampled_from(RULES)), limit=LIMIT, picked=pair)


@settings(max_examples=60)
@given(branches())
def test_a_branch_keeps_box_and_both_sums_and_its_playback_is_its_states(runs: tuple[Trace, Trace]) -> None:
    trunk, branch = runs
    problem, size = branch.problem, 1.0 + float(np.abs(trunk.objective).max())
    assert isinstance(problem, Problem)
    form, play = problem.form, playback(branch)
    alpha = np.array(branch.state_at(0).alpha)
    spans = [set(t for t, first, last in aside_spans(branch) if first <= k <= last) for k in range(len(branch) + 1)]
    for k in range(len(branch) + 1):
        state = branch.state_at(k)
        assert alpha.tobytes() == state.alpha.tobytes()
        assert (state.alpha >= 0).all()
        assert (state.alpha <= form.upper).all()
        assert abs(form.y @ state.alpha - form.balance) <= 1e-9 * max(1.0, float(form.upper.max()))
        if form.alike:
            assert abs(state.alpha.sum() - form.total) <= 1e-9 * max(1.0, float(form.upper.max()))
        aside = set(state.order[state.active :].tolist()) if isinstance(state, LoopState) else set()
        assert spans[k] == aside
        if k < len(branch):
            row = branch.table[k]
            alpha[row["i"]], alpha[row["j"]] = row["alpha_i"], row["alpha_j"]
            assert row["decrease"] >= -1e-9 * size
    first = branch.at if branch.trunk is trunk else branch.at - 1
    for name in ("i", "j", "alpha_i", "alpha_j"):
        assert branch.table[name][:first].tobytes() == trunk.table[name][:first].tobytes()
    assert len(play.move) == len(branch)


@settings(max_examples=60)
@given(trunks())
def test_of_two_points_those_variables_move_that_lower_the_dual_most(run: tuple[Trace, int]) -> None:
    trunk, k = run
    problem = trunk.problem
    assert isinstance(problem, Problem)
    n, copies = len(problem.form.target), problem.form.copies
    for i in range(n):
        for j in range(i):
            tried = [pick(trunk, i + n * one, j + n * other, k) for one in range(copies) for other in range(copies)]
            falls = [
                (float(fork(trunk, k, "smo-first-order", limit=k + 1, picked=pair).table["decrease"][k]), pair)
                for pair in tried
                if not isinstance(pair, BadPick)
            ]
            found = pick_points(trunk, i, j, k)
            if not falls:
                assert found == tried[0]
                continue
            assert (max(fall for fall, _ in falls), found) in falls


def test_under_nu_a_pair_of_two_labels_cannot_move() -> None:
    @settings(max_examples=20)
    @given(formulations(("nu_svc",), PSD_KERNELS, 8))
    def holds(made: tuple[Problem, object]) -> None:
        problem, _ = made
        trace, y = record(problem, "libsvm", limit=LIMIT), problem.y
        i, j = int(np.flatnonzero(y > 0)[0]), int(np.flatnonzero(y < 0)[0])
        assert pick_points(trace, i, j, 0) is pick(trace, i, j, 0) is BadPick.SIGNS

    holds()
