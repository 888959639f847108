"""The figures of the results show the numbers of the measurements, and the sentences say what they are."""

import json
import math
from dataclasses import replace
from typing import Any

import numpy as np
import plotly.graph_objects as go
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.results.ratios import cases
from benchmarks.results.run import occasion
from pages.results.answers import FAMILIES, Rivalry, differences, exponent, groups, standings, summary
from pages.results.claims import COUNTED, counted
from pages.results.figures import (
    LOOKS,
    growth_figure,
    growth_text,
    paper_figure,
    paper_text,
    ratios_figure,
    ratios_text,
)
from pages.results.measurements import (
    RESULTS,
    Cell,
    Growth,
    GrowthPoint,
    Measurements,
    Paper,
    PaperSet,
    Printed,
    Ratios,
    Series,
    Timing,
    Trial,
    Workload,
)
from pages.results.question import FORM, GROWTHS, RIVALS, Options
from pages.results.sentences import (
    MADE,
    growth_sentence,
    key_of_ratios,
    lead,
    paper_sentence,
    seconds,
    when,
    worst,
)
from ui.words import languages, number, words_for

MEASURED = RESULTS.read().content or Measurements()
TAKEN = replace(occasion("ratios", False, False), load_before=0.1)
EN = words_for("en")
each_language = pytest.mark.parametrize("lang", languages)


def run(solver: str, time: float, **more: Any) -> Timing:
    return Timing(
        solver, time, time, 3, **{"objective": -2.0, "violation": 5e-4, "support": 3, "accuracy": 0.9, **more}
    )


def row(name: str, group: str, times: dict[str, float], goals: dict[str, float], **more: Any) -> Workload:
    own = run("ours", 1e-3, **more)
    others = tuple(run(solver, time) for solver, time in times.items())
    return Workload(name, group, "moons", 200, 2, 1.0, 1.0, None, goals, (own, *others), 0.1)


def ratios_of(**more: Any) -> Ratios:
    rows = (
        row("a", "plane-1", {"SVC": 30e-3, "libsvm": 0.5e-3}, {"SVC": 25.0}, **more),
        row("b", "plane-1", {"SVC": 10e-3}, {"SVC": 25.0}),
        row("c", "large", {"SVC": 4e-3}, {}),
    )
    return Ratios(TAKEN, 1e-3, 200, rows, ())


PAPER = Paper(
    TAKEN,
    (
        PaperSet("a9a", (123.0, 13.9, 100.0, 50.0), (123.0, 13.9, 100.0, 50.0), (1.0, 2.0, 3.0, 4.0), (), False),
        PaperSet("covtype", (54.0, 11.9, 100.0, 50.0), (54.0, 11.9, 20.0, 5.0), (1.0,), (1.68,), True),
        PaperSet("webspam", (254.0, 85.1, 100.0, 50.0), None, (1.0, 2.0), (), False),
    ),
    tuple(
        Cell(data, method, Printed(80.0 + k, 32.0, None if method == "LINEAR" else 0.5), trials)
        for data, trials in (
            ("a9a", (Trial(False, 32.0, 0.5, 80.25, 1.5, 20, 99, False, None, None),)),
            (
                "covtype",
                (
                    Trial(False, 32.0, 0.5, 70.0, 1.5, 20, 99, True, None, None),
                    Trial(True, 2.0, 0.25, 75.0, 1.0, 10, 99, False, None, 0.5),
                ),
            ),
            ("webspam", ()),
        )
        for k, method in enumerate(("LINEAR", "GAUSS-2", "POLY-2", "KERNEL"))
    ),
    0.1,
    1e-3,
    1000,
    1000,
    5,
)


def series(solver: str, power: float, factor: float = 1e-6, against: str = "n") -> Series:
    sizes = (500, 2000, 5000, 10_000) if against == "n" else (2, 20, 50, 100)
    points = tuple(GrowthPoint(at, factor * at**power, 2_000_000 * at) for at in sizes)
    return Series("gaussian", "moons" if against == "n" else "clouds", solver, against, 2, 1.0, points)


GROWTH = Growth(TAKEN, 8.0, (series("ours", 1.5), series("SVC", 2.0), series("ours", 1.0, against="d")))


def valid(sketch: Any) -> go.Figure:
    """Let Plotly's own classes check a sketch, and leave out the traces that are words."""
    drawn = json.loads(sketch.to_json())
    return go.Figure(data=[one for one in drawn["data"] if one["mode"] != "text"], layout=drawn["layout"])


# ---- options ----


@pytest.mark.parametrize("rival", RIVALS)
@pytest.mark.parametrize("growth", GROWTHS)
def test_options_come_back_as_they_went(rival: str, growth: str) -> None:
    assert FORM.write(Options(rival, growth)) == f"{rival}_{growth}"
    assert FORM.read(f"{rival}_{growth}") == Options(rival, growth)


# ---- standings ----


def test_a_ratio_is_the_rivals_time_in_units_of_ours_and_the_goal_that_of_its_solver() -> None:
    first, *_ = standings(ratios_of(), "sklearn")
    assert (first.ratio, first.goal, first.met) == (pytest.approx(30), 25.0, True)
    (only,) = standings(ratios_of(), "library")
    assert (only.ratio, only.goal, only.met) == (pytest.approx(0.5), None, None)
    assert len(standings(ratios_of(), "all")) == 4


def test_a_goal_is_not_met_by_a_worse_answer() -> None:
    own, other = run("ours", 1.0, gap=2e-3), run("LinearSVC", 30.0, gap=1e-3)
    line = Workload("a", "sparse", "a9a", 1, 2, 1.0, None, None, {"LinearSVC": 2.0}, (own, other), 0.0)
    assert Rivalry(line, other).met is False
    assert Rivalry(line, replace(other, gap=2e-3)).met is True


def test_the_summary_counts() -> None:
    found = summary(standings(ratios_of(violation=2e-3), "all"), 1e-3)
    assert (found.count, found.faster, found.goals, found.met, found.trained, found.beyond) == (4, 3, 2, 1, 3, 1)


def test_too_few_sizes_give_no_exponent() -> None:
    short = replace(series("ours", 1.0), points=series("ours", 1.0).points[:3])
    assert exponent(short, "seconds") is None
    small = replace(short, points=tuple(GrowthPoint(at, 1.0, 10) for at in (2000, 5000, 10_000)))
    assert exponent(small, "memory") is None


# ---- figures ----


@each_language
@pytest.mark.parametrize("family", ["sklearn", "library", "all"])
def test_the_ratios_are_drawn_where_they_are_and_misses_are_crossed(family: str, lang: str) -> None:
    words, found = words_for(lang), standings(ratios_of(), family)
    drawn = valid(ratios_figure(found, words))
    assert sorted(trace.x[0] for trace in drawn.data) == sorted(one.ratio for one in found)
    crossed = [trace for trace in drawn.data if trace.marker.symbol.endswith("-x-open")]
    assert len(crossed) == sum(one.met is False for one in found)
    assert len(drawn.layout.yaxis.tickvals) == len(groups(found))
    low, high = (10**end for end in drawn.layout.xaxis.range)
    assert all(low < one.ratio < high for one in found)
    assert low < 1 < high
    for name in groups(found):
        assert words(f"results.group.{name}") in ratios_text(found, words)


@each_language
@pytest.mark.parametrize(
    ("quantity", "against"), [("seconds", "n"), ("seconds", "d"), ("memory", "n"), ("memory", "d")]
)
def test_growth_is_drawn_in_the_unit_of_the_axis(quantity: str, against: str, lang: str) -> None:
    words = words_for(lang)
    drawn = valid(growth_figure(GROWTH, quantity, against, words))
    there = [one for one in GROWTH.series if one.against == against]
    assert len(drawn.data) == len(there)
    last = there[0].points[-1]
    expected = last.seconds if quantity == "seconds" else (last.bytes or 0) / 1e6
    assert drawn.data[0].y[-1] == pytest.approx(expected)
    assert str(last.at) in growth_text(GROWTH, quantity, against, words)


@pytest.mark.parametrize("quantity", ["seconds", "memory"])
@pytest.mark.parametrize("against", ["n", "d"])
def test_the_names_of_lines_stand_in_corners_where_no_line_goes(quantity: str, against: str) -> None:
    drawn = growth_figure(GROWTH, quantity, against, EN)
    assert drawn.data
    for line in drawn.data:
        across, up = (
            (np.log10(line[letter]) - low) / (high - low)
            for letter in "xy"
            for low, high in [drawn.layout[f"{letter}axis{line[f'{letter}axis'][1:]}"]["range"]]
        )
        ends = np.interp([0.6, 0.4], across, up, left=up[0], right=up[-1])
        assert up[across <= 0.6].max(initial=ends[0]) < 0.9  # below a name in the upper left corner
        assert up[across >= 0.4].min(initial=ends[1]) > 0.1  # above a name in the lower right one


@each_language
def test_the_accuracies_are_drawn_for_the_sets_that_are_there(lang: str) -> None:
    words = words_for(lang)
    drawn = valid(paper_figure(PAPER, words))
    assert len(drawn.data) == 2 * len(LOOKS)
    assert max(drawn.data[0].x) == 83.0
    text = paper_text(PAPER, words)
    assert "80.25" in text
    assert "webspam" not in text


@given(st.floats(1e-9, 1e4))
def test_a_time_is_written_with_a_unit_that_suits_it(value: float) -> None:
    written = seconds(value, EN)
    shown, _, unit = written.partition("\u00a0")
    if "×" not in written:
        factor = {"µs": 1e-6, "ms": 1e-3, "s": 1.0}[unit]
        assert math.isclose(float(shown) * factor, value, rel_tol=6e-3)


# ---- sentences ----


@each_language
def test_the_lead_says_what_the_numbers_say(lang: str) -> None:
    words = words_for(lang)
    shown = ratios_of()
    told = lead(shown, standings(shown, "sklearn"), "sklearn", words)
    assert words("results.lead.all", rival="scikit-learn", count=3, middle="10") in told
    assert words("results.lead.goals", goals=2, met=1, missed=1) in told
    assert words("results.lead.within", trained=3, tolerance="0.001") in told
    others = lead(shown, standings(shown, "library"), "library", words)
    assert words("results.lead.goals.none") in others
    assert words("results.lead.some", rival=words("results.family.library"), count=1, faster=0, middle="0.5") in others
    worse = ratios_of(violation=2e-3)
    beyond = lead(worse, standings(worse, "sklearn"), "sklearn", words)
    assert words("results.lead.beyond", beyond=1, trained=3, tolerance="0.001") in beyond


def test_nothing_measured_is_said() -> None:
    assert lead(None, [], "sklearn", EN) == EN("results.missing.ratios")
    assert growth_sentence(replace(GROWTH, series=()), EN) == EN("results.growth.none")


def test_the_spread_names_the_ends() -> None:
    told = worst(standings(ratios_of(), "sklearn"), EN)
    assert "30" in told
    assert "4" in told


@each_language
def test_the_papers_sentence_leaves_out_samples_and_names_the_largest_difference(lang: str) -> None:
    words = words_for(lang)
    assert [(cell.data, round(d, 2)) for cell, d in differences(PAPER)] == [
        ("a9a", 0.25),
        ("a9a", -0.75),
        ("a9a", -1.75),
        ("a9a", -2.75),
    ]
    assert counted(PAPER, COUNTED[0]) == (0, 2)
    told = paper_sentence(PAPER, words)
    assert "−2.75" in told
    assert "KERNEL" in told


@each_language
def test_a_sample_that_is_left_out_is_said_with_its_rows_and_its_largest_difference(lang: str) -> None:
    words, shown = words_for(lang), MEASURED.paper
    values = {"data": "covtype", "n": "25", "of": "150"}
    assert words("results.paper.apart", **values, method="KERNEL", own="70.00", printed="83.00") in paper_sentence(
        PAPER, words
    )
    unmeasured = replace(PAPER, cells=tuple(cell for cell in PAPER.cells if cell.data == "a9a"))
    assert words("results.paper.left_out", **values) in paper_sentence(unmeasured, words)
    assert shown is not None
    sampled = [one for one in shown.sets if one.sample]
    assert sampled
    assert all(one.data in paper_sentence(shown, words) for one in sampled)


@each_language
def test_sets_of_which_some_rows_are_taken_are_named_under_the_figure(lang: str) -> None:
    words, shown = words_for(lang), MEASURED.ratios
    assert shown is not None
    first, *others = (replace(one, workload=replace(one.workload, of=None)) for one in standings(shown, "sklearn"))
    row = replace(first.workload, of=2 * first.workload.n)
    told = key_of_ratios([replace(first, workload=row), *others], words)
    assert words("results.part", data=row.data, n=number(row.n), of=number(2 * row.n)) in told
    whole = [first, *others]
    assert key_of_ratios(whole, words).endswith(worst(whole, words))


@each_language
def test_a_busy_machine_and_a_quick_look_are_told(lang: str) -> None:
    words = words_for(lang)
    calm = when(TAKEN, words)
    loud = when(replace(TAKEN, load_before=3.0, quick=True), words)
    for key in ("results.note.quick", "results.note.busy"):
        assert words(key) not in calm
        assert words(key) in loud
    assert TAKEN.command in calm


@each_language
def test_everything_that_the_measurements_name_has_words(lang: str) -> None:
    words, ratios = words_for(lang), MEASURED.ratios
    rows = () if ratios is None else ratios.rows
    for group in {case.group for case in cases()} | {row.group for row in rows}:
        assert words(f"results.group.{group}")
    for solver in ("ours", *FAMILIES["all"]):
        assert words(f"results.solver.{solver}")
    for name in MADE:
        assert words(f"results.data.{name}")


def test_a_difference_below_zero_is_our_better_minimum() -> None:
    own, other = run("ours", 1.0, objective=-2.0), run("SVC", 1.0, objective=-1.0)
    row_ = Workload("a", "large", "moons", 1, 2, 1.0, 1.0, None, {}, (own, other), 0.0)
    assert Rivalry(row_, other).difference == -0.5
    assert np.sign(Rivalry(row_, other).difference or 0) == -1


def test_libsvm_stands_beside_the_trainer_alone_and_the_others_beside_the_estimator() -> None:
    times = {"trainer": 0.25e-3, "SVC": 30e-3, "libsvm": 0.5e-3}
    shown = replace(ratios_of(), rows=(row("a", "plane-1", times, {}),))
    ratios = {one.rival.solver: one.ratio for one in standings(shown, "all")}
    assert ratios == pytest.approx({"SVC": 30.0, "libsvm": 2.0})
    without = replace(ratios_of(), rows=(row("a", "plane-1", {"libsvm": 0.5e-3}, {}),))
    assert [one.ratio for one in standings(without, "all")] == pytest.approx([0.5])
