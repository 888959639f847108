"""Both lines of a run with a fork: the other one is dashed, both are named at their ends, the slider is marked."""

from __future__ import annotations

from typing import Any

import pytest
from bench import Bench

CALL = """async ([recorded, playback, reach]) => {
    const { fork } = await harness.load("player/fork");
    const track = document.createElement("div");
    const flags = track.appendChild(document.createElement("span"));
    const player = {
        recorded, playback, reach, flags, course: {}, say: (key) => key,
        colours: { grey: "grey", ink: "ink", font: "sans", paper: "paper" },
    };
    const panels = [false, true, true].map((log) => ({ log, series: [{ values: [] }] }));
    fork(player, panels);
    fork(player, panels.map(({ log }) => ({ log, series: [] }))); // a resize draws it anew, and makes no second mark
    const room = { top: 10, floor: 90, right: 200, type: 12 };
    const drawn = panels.map((panel) => {
        const [words, ticks] = [[], []];
        const ctx = {
            strokeText: () => 0, setLineDash: () => 0,
            fillText: (name, x, y) => words.push({ name, x, y, colour: ctx.fillStyle }),
            fillRect: (x) => ticks.push(x),
        };
        panel.over(ctx, ([k, value]) => [10 * k, 100 - 10 * value], room);
        return { words, ticks, series: panel.series };
    });
    const marks = [...track.querySelectorAll(".lab-fork")].map((mark) => +mark.style.getPropertyValue("--at"));
    return { drawn, marks, said: player.course.ariaLabel };
}"""
PLAYBACK: dict[str, Any] = {"dual": [0, 1, 2, 3], "violation": [4, 3, 2, None], "gap": [8, 4], "step": [0, 3]}
OTHER = {"other_dual": [0, 1, 2, 2.5, 3], "other_violation": [4, 3, 0, 0, 0], "other_gap": [8, 6], "other_step": [0, 4]}


@pytest.mark.parametrize("branch", [True, False])
def test_the_other_line_is_dashed_and_each_name_stands_at_the_end_of_its_own(lab: Bench, branch: bool) -> None:
    asked = {"fork": 2, "branch": branch, **OTHER}
    found = lab.page.evaluate(CALL, [asked, PLAYBACK, 4])
    own, other = ("player.branch", "player.trunk") if branch else ("player.trunk", "player.branch")
    assert found["marks"] == [0.5]
    assert found["said"] == "player.course.fork"
    objective, gap, violation = found["drawn"]
    for panel, values, at in ((objective, "dual", None), (gap, "gap", [0, 4]), (violation, "violation", None)):
        first = panel["series"][0]
        assert (first["values"], first["colour"], first["dash"]) == (OTHER[f"other_{values}"], "grey", [4, 3])
        assert first.get("at") == at
        assert set(panel["ticks"]) == {20}, "a line at the step of the fork"
        assert {word["name"]: word["colour"] for word in panel["words"]} == {own: "ink", other: "grey"}
    ends = {word["name"]: (word["x"], word["y"]) for word in objective["words"]}
    assert ends[own][0] == 34, "the last step of its own line"
    assert ends[other][0] == 44
    x = {word["name"]: word["x"] for word in violation["words"]}
    assert (x[own], x[other]) == (24, 14), "what a log axis cannot show is no end"


@pytest.mark.parametrize("end", [3.0, 2.9, 3.1, -2.0, 12.0])
def test_two_names_never_meet_and_stand_in_the_order_of_their_curves(lab: Bench, end: float) -> None:
    asked = {"fork": 2, "branch": True, **OTHER, "other_dual": [0, 1, 2, 2.5, end]}
    words = lab.page.evaluate(CALL, [asked, PLAYBACK, 4])["drawn"][0]["words"]
    place = {word["name"]: word["y"] for word in words}
    assert abs(place["player.branch"] - place["player.trunk"]) >= 13
    assert all(22 <= y <= 86 for y in place.values()), "within the chart"
    if end != 3.0:
        assert (place["player.trunk"] < place["player.branch"]) == (end > 3.0)
