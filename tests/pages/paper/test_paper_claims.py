"""The statements of the paper are held against its tables, and every verdict turns with its numbers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pages.paper.answers import (
    Exponent,
    against_grid,
    as_good,
    cells_of,
    exponents,
    kernel_slope,
    lead_by_size,
    rows_of,
)
from pages.paper.claims import (
    ErrorUnit,
    comparisons,
    differences,
    error_unit,
    row_counts,
    slightly_lower,
    small_set,
    wide_set,
)
from pages.paper.measurements import MEASURED, Experiments
from pages.paper.printed import RESULTS, SETS, SIZED, TASKS, PrintedResult, sets_of
from pages.paper.sentences import contradictions, growth_sentence, kernel_sentence, lead_sentence
from pages.paper.tables import cells, terms
from pages.paper.tables import claims as claims_table
from ui.page.measured.claims import AGREES, CONTRADICTS, OPEN
from ui.page.measured.summaries import Power
from ui.words import languages, number, words_for

each_language = pytest.mark.parametrize("lang", languages)


def shown() -> Experiments:
    found = MEASURED.read().content
    assert found is not None
    return found


def test_the_tables_contradict_the_text_where_the_errata_say_so() -> None:
    held = {one.statement.name: one for one in comparisons(None)}
    assert {name for name, one in held.items() if one.verdict == CONTRADICTS} == {"error", "nystroem", "times"}
    broken = {name: [pair[:4] for pair in one.printed if not pair.better] for name, one in held.items()}
    assert {name: pairs for name, pairs in broken.items() if pairs} == {
        "error": [("mpg", "median", 2.70737, 2.5397)],
        "nystroem": [("letter", "nystroem", 96.74, 96.74)],
        "times": [("letter", "median", 209.395, 98.0145)],
    }
    assert {one.statement[:3] for one in differences(None) if one.verdict == CONTRADICTS} == {
        ("saved", "cpusmall", "grid"),
        ("times", "cpusmall", "grid"),
        ("saved", "cpusmall", "nystroem"),
        ("points", "phishing", "grid"),
    }


def test_other_tables_would_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    better = {**RESULTS["mpg"], "median": PrintedResult(0.1766, 2.9)}
    monkeypatch.setitem(RESULTS, "mpg", better)
    assert next(one for one in comparisons(None) if one.statement.name == "error").verdict == AGREES
    monkeypatch.setitem(RESULTS, "phishing", {**RESULTS["phishing"], "median": PrintedResult(1.0, 99.0)})
    assert next(one for one in comparisons(None) if one.statement.name == "median").verdict == CONTRADICTS


def test_an_error_worse_than_the_mean_as_a_square_is_a_root() -> None:
    found = error_unit(shown())
    assert found is not None
    assert found.verdict == CONTRADICTS
    assert found.as_square == pytest.approx(-1.4, abs=0.2)
    assert found.as_root == pytest.approx(0.70, abs=0.03)
    assert ErrorUnit("mg", 1.0, 0.5, 0.7).verdict == OPEN
    assert error_unit(None) is None


def test_row_counts_are_compared_with_our_copy() -> None:
    verdicts = {one.statement: one.verdict for one in row_counts(shown())}
    assert verdicts == {name: CONTRADICTS if name == "space_ga" else AGREES for name in verdicts}
    assert verdicts
    assert row_counts(None) == []


def test_as_good_is_a_share_of_an_error_and_points_of_accuracy() -> None:
    assert as_good("regression", 1.02, 1.0)
    assert not as_good("regression", 1.021, 1.0)
    assert as_good("classification", 99.5, 100.0)
    assert not as_good("classification", 99.4, 100.0)


@pytest.mark.parametrize("task", TASKS)
def test_ratios_are_times_of_the_grid_in_units_of_the_methods(task: str) -> None:
    rows = against_grid(shown(), task, ours=False)
    assert {one.data for one in rows} == set(sets_of(task))
    for one in rows:
        printed = RESULTS[one.data]
        assert one.times == pytest.approx(printed["grid"].seconds / printed[one.method].seconds)
    assert against_grid(None, task, ours=True) == []
    known = cells_of(shown())
    for one in against_grid(shown(), task, ours=True):
        grid, own = known[one.data, "grid"].seconds, known[one.data, one.method].seconds
        assert grid is not None
        assert own is not None
        assert one.times == pytest.approx(grid.mean / own.mean)


@pytest.mark.parametrize("power", [1.0, 2.0])
def test_an_exact_power_is_found_and_judged(power: float) -> None:
    found = shown()
    run = found.sizes[0].run
    sizes = tuple(
        replace(
            found.sizes[0],
            data="phishing",
            method="rffdg-rbf",
            rows=n,
            run=replace(run, on_features=((10, 1e-3 * n), (100, 1e-2 * n), (300, 3e-2 * n)), exact=1e-9 * n**power),
        )
        for n in (250, 500, 1000, 2000)
    )
    told = {(one.part, one.against): one for one in exponents(replace(found, sizes=sizes), "phishing")}
    assert told["exact", "n"].measured.exponent == pytest.approx(power)
    assert told["exact", "n"].agrees == (power == 1.0)
    assert told["features", "D"].measured.exponent == pytest.approx(1.0)
    (left,) = exponents(replace(found, sizes=sizes[:2]), "phishing")
    assert (left.part, left.against, left.agrees) == ("features", "D", True)
    assert left.measured.exponent == pytest.approx(1.0)


def test_the_error_of_the_kernel_has_the_slope_of_c_over_d() -> None:
    found = shown()
    own = rows_of(found).get("mg")
    assert own is not None
    exact = replace(own, mse=tuple(own.constant / D for D in found.components))
    assert kernel_slope(found, exact) == pytest.approx(-1.0)
    assert all(abs(kernel_slope(found, one) + 1.0) < 0.2 for one in found.sets)


@each_language
def test_the_sentences_count_what_the_tables_show(lang: str) -> None:
    words, found = words_for(lang), shown()
    table = claims_table(found, words)
    verdicts = list(table[words("paper.column.verdict")])
    broken = verdicts.count(words("paper.verdict.contradicts"))
    assert words("paper.contradictions", broken=broken, of=len(verdicts)) in contradictions(found, words)
    for task in TASKS:
        told = growth_sentence(found, task, words)
        for one in exponents(found, SIZED[task]):
            if one.part != "grid" and not one.agrees:
                assert words(f"paper.part.{one.part}") in told
        assert len(cells(found, task, words)) == 4 * len(sets_of(task))
        assert len(terms(found, task, words)) == len(exponents(found, SIZED[task]))
    assert Exponent("exact", "n", 1.0, Power(1.2, 250, 2000)).agrees
    assert not Exponent("exact", "n", 1.0, Power(1.3, 250, 2000)).agrees
    assert set(SETS) == set(RESULTS)


@each_language
def test_whether_the_error_goes_on_falling_between_the_marks_is_measured(lang: str) -> None:
    words, found = words_for(lang), shown()
    values = {"first": 200, "last": 800, "least": "4", "most": "4"}
    falling = tuple(replace(one, mse=tuple(one.constant / D for D in found.components)) for one in found.sets)
    told = kernel_sentence(replace(found, sets=falling), "regression", words)
    assert words("paper.kernel.falling", **values) in told
    flat = tuple(replace(one, mse=(0.5,) * len(found.components)) for one in found.sets)
    told = kernel_sentence(replace(found, sets=flat), "regression", words)
    assert words("paper.kernel.mixed", **{**values, "least": "1", "most": "1"}) in told
    assert kernel_sentence(replace(found, sets=()), "regression", words) == words("paper.kernel.none")


@pytest.mark.parametrize(
    ("times", "grows", "since"),
    [
        ((0.1, 2.0, 3.0), True, 500),
        ((2.0, 0.5, 3.0), True, 1000),
        ((3.0, 2.0, 1.5), False, 250),
        ((0.1, 0.2, 0.9), True, None),
    ],
)
def test_the_lead_is_told_by_the_sizes_and_from_the_last_one_without_it_on(
    times: tuple[float, ...], grows: bool, since: int | None
) -> None:
    found, sizes = shown(), []
    for n, factor in zip((250, 500, 1000), times, strict=True):
        for method, seconds in (("rffdg-rbf", 1.0), ("grid", factor)):
            run = replace(found.sizes[0].run, on_features=(), exact=seconds, training=0.0)
            sizes.append(replace(found.sizes[0], data="cpusmall", method=method, rows=n, run=run))
    other = replace(found, sizes=tuple(sizes))
    told = lead_by_size(other, "cpusmall")
    assert told is not None
    assert (told.grows, told.from_rows, told.least, told.most) == (grows, since, 250, 1000)
    assert (told.first, told.last) == pytest.approx((times[0], times[-1]))
    for lang in languages:
        words = words_for(lang)
        said = lead_sentence(other, "regression", words)
        expected = words("paper.lead.never") if since is None else words("paper.lead.since", rows=str(since))
        assert expected in said
    assert lead_by_size(replace(found, sizes=()), "cpusmall") is None


@each_language
def test_a_part_of_a_set_is_said_where_its_numbers_stand(lang: str) -> None:
    words, found = words_for(lang), shown()
    for task in TASKS:
        column = list(cells(found, task, words)[words("paper.column.rows")])
        for k, data in enumerate(sets_of(task)):
            own = rows_of(found).get(data)
            assert own is not None
            whole = own.used[0] == own.counted[1]
            some = words("paper.rows.some", used=str(own.used[0]), of=str(own.counted[1]))
            assert column[4 * k : 4 * k + 4] == [str(own.used[0]) if whole else some] * 4


def test_every_number_of_the_text_stands_beside_the_same_one_of_our_runs() -> None:
    known, words = cells_of(shown()), words_for("en")
    told = list(claims_table(shown(), words)[words("paper.column.found")])[len(comparisons(None)) : -3]
    for claim, written in zip(differences(shown()), told, strict=True):
        said, ours = claim.statement, claim.ours
        assert ours is not None
        assert written == words(f"paper.found.{said.kind}", value=number(ours, 3))
        own, other = (known[said.data, method] for method in ("rffdg-rbf", said.rival))
        if said.kind == "times":
            assert own.seconds is not None
            assert other.seconds is not None
            assert ours == pytest.approx(other.seconds.mean / own.seconds.mean)


def test_a_small_set_explains_an_error_only_if_smaller_ones_have_it_too(monkeypatch: pytest.MonkeyPatch) -> None:
    found = small_set(shown())
    assert found.verdict == CONTRADICTS
    assert found.printed.share == pytest.approx(3.95715 / 3.79092 - 1.0)
    assert found.printed.smaller == {"mpg": pytest.approx(2.70737 / 2.85580 - 1.0)}
    assert found.ours is not None
    assert set(found.ours.smaller) == {"mpg"}
    assert small_set(None).ours is None
    monkeypatch.setitem(RESULTS, "mpg", {**RESULTS["mpg"], "grid": PrintedResult(0.6, 2.5)})
    assert small_set(None).verdict == AGREES


def test_slightly_lower_is_measured_in_points_and_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    found = slightly_lower(shown())
    assert found.verdict == CONTRADICTS
    assert (found.printed.points, found.printed.times) == pytest.approx((1.56, 3.32 / 1.76))
    assert found.ours is not None
    monkeypatch.setitem(RESULTS, "ijcnn1", {**RESULTS["ijcnn1"], "nystroem": PrintedResult(427.6, 97.0)})
    assert slightly_lower(None).verdict == AGREES


@each_language
def test_what_the_tables_do_not_print_stays_open_beside_our_own(lang: str) -> None:
    words, found = words_for(lang), wide_set(shown())
    assert found.verdict == OPEN
    assert found.ours is not None
    assert found.ours.least <= found.ours.most
    runs = cells_of(shown())["w7a", "rffdg-rbf"].runs
    assert found.ours.own == pytest.approx(sum(run.rank or 0 for run in runs) / len(runs))
    last = claims_table(shown(), words).iloc[-1]
    assert last[words("paper.column.tables")] == words("paper.found.no_D")
    assert number(found.ours.own, 3) in last[words("paper.column.found")]
    assert len(claims_table(None, words)) == len(claims_table(shown(), words))
