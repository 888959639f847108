"""Both median rules against the reference numbers, and points that tell no gamma."""

from __future__ import annotations

import numpy as np
import pytest

from core.problem import InputError
from core.selection import median_gamma
from tests.core.golden import GOLDEN

ENTRY = GOLDEN["extras"]["median"]


@pytest.mark.parametrize(("rule", "key"), [("pairs", "gamma_1_over_2med2"), ("centre", "gamma_centroid_median")])
def test_a_rule_gives_the_gamma_of_the_reference(rule: str, key: str) -> None:
    assert median_gamma(np.array(ENTRY["X"]), rule) == pytest.approx(ENTRY[key], rel=1e-14)


def test_among_many_points_some_pairs_are_enough() -> None:
    X = np.random.default_rng(0).normal(size=(20_000, 4))
    assert median_gamma(X) == pytest.approx(median_gamma(X[:1000]), rel=0.05)


def test_a_point_at_the_mean_is_no_harm() -> None:
    X = np.array([[0.0], [1.0], [-1.0]])
    assert median_gamma(X, "centre") == 1.0


@pytest.mark.parametrize("rule", ["pairs", "centre"])
@pytest.mark.parametrize("X", [np.ones((5, 2)), np.ones((1, 1)), np.r_[np.zeros((9, 1)), [[1.0]]]], ids=str)
def test_points_on_one_spot_tell_no_gamma(rule: str, X: np.ndarray) -> None:
    if rule == "centre" and len(X) == 10:
        return  # the mean is not where nine of them are
    with pytest.raises(InputError, match="one spot"):
        median_gamma(X, rule)


def test_an_unknown_rule_is_refused() -> None:
    with pytest.raises(InputError, match="pairs or centre"):
        median_gamma(np.eye(3), "mode")
