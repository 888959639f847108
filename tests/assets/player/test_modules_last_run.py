"""Whose run is at hand, as data: that of what is on the board, or the last good one of the points before."""

from __future__ import annotations

from typing import Any

import pytest

STANDING = """async (given) => (await harness.load("player/last_run")).standingOf(...given)"""
WHOLE, CUT = {"outcome": "OPTIMAL"}, {"outcome": "STEP_LIMIT"}
RUN = {"run": "name", "why": "too long"}


@pytest.mark.parametrize(
    ("run", "answer", "found"),
    [
        (WHOLE, {**RUN, **WHOLE}, {"state": "current"}),
        (WHOLE, {"state": "proved"}, {"state": "current"}),
        (WHOLE, {"state": "refused", "detail": "one class"}, {"state": "kept", "why": "one class"}),
        (WHOLE, {"state": "impossible", "detail": "hulls meet"}, {"state": "kept", "why": "hulls meet"}),
        (None, {"state": "refused", "detail": "one class"}, {"state": "none"}),
        (WHOLE, {**RUN, **CUT}, {"state": "kept", "why": "too long"}),
        (WHOLE, {**RUN, "outcome": "INFEASIBLE"}, {"state": "kept", "why": "too long"}),
        (CUT, {**RUN, **CUT}, {"state": "current"}),  # there is no better one to keep
        (None, {**RUN, **CUT}, {"state": "current"}),
        (WHOLE, None, {"state": "current"}),
    ],
)
def test_a_run_is_current_or_kept_with_the_reason(page: Any, run: object, answer: object, found: object) -> None:
    assert page.evaluate(STANDING, [run, answer]) == found


@pytest.mark.parametrize(
    ("here", "state"), [([4, 5, 6], "kept"), ([3, 9], "kept"), ([], "kept"), ([9], "gone"), ([7, 8, 9], "gone")]
)
def test_a_run_of_points_that_are_all_gone_is_not_kept_beside_others(page: Any, here: list[int], state: str) -> None:
    answer = {"state": "refused", "detail": "one class"}
    run = {**WHOLE, "ids": [3, 4, 5]}
    assert page.evaluate(STANDING, [run, answer, here]) == {"state": state, "why": "one class"}
