"""The votes of all pairs are those of a naive count and of the library's machine, with its values and its tables."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.svm import SVC

from core.problem import Gaussian, Kernel, Linear, c_svc
from core.problem.arrays import Indices, Matrix
from core.solver import answer
from core.topics.classes.experiment import clear_votes, coefficient_table, errors, joint, shares
from core.topics.classes.view import (
    OneOfMany,
    VotingMachines,
    assembled,
    ballots,
    pair_values,
    pairs_of_classes,
    rest_values,
    tied,
)
from core.view import solution

TOLERANCE = 1e-8
SQUARE = (-4.0, -4.0, 8.0)


def machine(X: Matrix, chosen: np.ndarray, signs: np.ndarray, kernel: Kernel, C: float) -> OneOfMany:
    problem = c_svc(X[chosen], signs, kernel, C)
    found = solution(problem, answer(problem, "smo-second-order", TOLERANCE, 100_000))
    return OneOfMany(np.flatnonzero(chosen), found.alpha * signs, found.b)


def trained(X: Matrix, codes: Indices, kernel: Kernel, C: float) -> VotingMachines:
    classes = int(codes.max()) + 1
    one = []
    for a, b in pairs_of_classes(classes):
        chosen = (codes == a) | (codes == b)
        one.append(machine(X, chosen, np.where(codes[chosen] == a, 1.0, -1.0), kernel, C))
    everyone = np.ones(len(X), dtype=bool)
    rest = [machine(X, everyone, np.where(codes == c, 1.0, -1.0), kernel, C) for c in range(classes)]
    return assembled(codes, classes, one, rest)


def cloud(classes: int, seed: int, each: int = 7) -> tuple[Matrix, Indices]:
    chance = np.random.default_rng(seed)
    codes = np.repeat(np.arange(classes), each)
    turn = 2.0 * np.pi * codes / classes
    X = 2.0 * np.column_stack([np.cos(turn), np.sin(turn)]) + chance.normal(0.0, 0.8, (len(codes), 2))
    order = chance.permutation(len(codes))
    return X[order], codes[order]


@pytest.mark.parametrize("classes", [3, 4, 6])
@pytest.mark.parametrize(("kernel", "named"), [(Linear(), {"kernel": "linear"}), (Gaussian(0.5), {"gamma": 0.5})])
def test_labels_values_and_tables_are_those_of_the_library(
    classes: int, kernel: Kernel, named: dict[str, object]
) -> None:
    for seed in range(3):
        X, codes = cloud(classes, seed)
        found = trained(X, codes, kernel, 2.0)
        places = np.random.default_rng(seed).uniform(-4.0, 4.0, (60, 2))
        values = pair_values(found, kernel.gram(places, X))
        theirs = SVC(C=2.0, tol=TOLERANCE, decision_function_shape="ovo", **named).fit(X, codes)
        assert np.allclose(values, theirs.decision_function(places), atol=1e-6)
        sure = (np.abs(values) > 1e-6).all(axis=1)
        assert np.array_equal(ballots(values, classes).argmax(axis=1)[sure], theirs.predict(places)[sure])
        theirs.set_params(decision_function_shape="ovr")
        ovr = clear_votes(values, classes)
        assert np.allclose(ovr[sure], theirs.decision_function(places)[sure], atol=1e-6)
        theirs.set_params(break_ties=True)
        assert np.array_equal(ovr.argmax(axis=1)[sure], theirs.predict(places)[sure])
        table = coefficient_table(found)
        whole = np.zeros((classes - 1, len(X)))
        whole[:, theirs.support_] = theirs.dual_coef_
        ours = np.zeros_like(whole)
        ours[:, table.support] = table.coef
        assert np.allclose(ours, whole, atol=1e-4)
        assert table.counts.tolist() == np.bincount(codes[table.support], minlength=classes).tolist()
        assert (np.diff(codes[table.support]) >= 0).all()


@given(st.integers(2, 6), st.integers(0, 10**6))
def test_votes_are_counted_as_by_hand_and_f_0_is_a_vote_for_the_second(classes: int, seed: int) -> None:
    pairs = pairs_of_classes(classes)
    values = np.random.default_rng(seed).integers(-1, 2, (5, len(pairs))).astype(float)
    count = ballots(values, classes)
    for row, own in zip(values, count, strict=True):
        by_hand = [0] * classes
        for (a, b), f in zip(pairs, row, strict=True):
            by_hand[a if f > 0 else b] += 1
        assert own.tolist() == by_hand
    assert (count.sum(axis=1) == len(pairs)).all()
    assert tied(count).tolist() == [row.tolist().count(row.max()) for row in count]


def test_a_circle_of_three_votes_is_a_tie_that_the_first_wins() -> None:
    """Class 0 beats 1, 1 beats 2, 2 beats 0."""
    count = ballots(np.array([[1.0, -0.5, 2.0]]), 3)
    assert count.tolist() == [[1, 1, 1]]
    assert tied(count).tolist() == [3]
    assert count.argmax(axis=1).tolist() == [0]
    assert clear_votes(np.array([[1.0, -0.5, 2.0]]), 3).argmax(axis=1).tolist() == [1]


def test_shares_errors_and_the_joint_machine_follow_from_the_same_values() -> None:
    X, codes = cloud(3, 4, each=12)
    kernel = Linear()
    found = trained(X, codes, kernel, 1.0)
    measured = shares(found, kernel, X, SQUARE)
    assert 0.0 <= measured.broken <= measured.tie <= 1.0
    values = pair_values(found, kernel.gram(X, X))
    rest = rest_values(found, kernel.gram(X, X))
    missed = errors(found, kernel, X)
    assert missed[0] == int((ballots(values, 3).argmax(axis=1) != codes).sum())
    assert missed[1] == int((rest.argmax(axis=1) != codes).sum())
    together = joint(found, kernel, X, 1.0, SQUARE)
    assert together.w.shape == (3, 2)
    assert np.abs(together.w.sum(axis=0)).max() < 1e-6  # the objective is least where the w_m sum to 0
    assert together.errors == int(((X @ together.w.T + together.b).argmax(axis=1) != codes).sum())
    assert together.converged
