"""The five claims of the paper on the approximate Gaussian kernel are held against the runs of the measurements."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pages.results.claims import (
    FAILS,
    HOLDS,
    METHODS,
    OPEN,
    WEAKER,
    CountedClaim,
    GainClaim,
    counted_claims,
    fewer_iterations,
    gain_claim,
    printed_runs,
)
from pages.results.figures.iterations import iterations_figure, iterations_text
from pages.results.measurements import Paper, Trial, read_measurements
from pages.results.sentences import claims_sentence
from pages.results.tables import claims
from ui.words import languages, number, words_for

each_language = pytest.mark.parametrize("lang", languages)


def shown() -> Paper:
    found = read_measurements().paper
    assert found is not None
    return found


def trial(iterations: int, stopped: bool = False) -> Trial:
    return Trial(False, 1.0, 1.0, 90.0, 1.0, iterations, 9, stopped, None, None)


def with_runs(change: dict[str, dict[str, object]]) -> Paper:
    """Return the measurements with other runs: of each method, the fields that change in all its printed trials."""
    paper = shown()
    cells = tuple(
        replace(cell, trials=tuple(replace(one, **change.get(cell.method, {})) for one in cell.trials))
        for cell in paper.cells
    )
    return replace(paper, cells=cells)


@given(st.integers(0, 6), st.integers(0, 6), st.integers(0, 6))
@settings(max_examples=50)
def test_a_counted_claim_holds_on_as_large_a_share_of_our_sets(won: int, of: int, printed: int) -> None:
    verdict = CountedClaim("kernel", "KERNEL", "LINEAR", (printed, 6), (min(won, of), of)).verdict
    if of == 0:
        assert verdict == OPEN
        return
    share = min(won, of) / of
    assert (verdict == HOLDS) == (share >= printed / 6 - 1e-12)
    assert verdict == HOLDS or (verdict == WEAKER) == (share > 0.5)


@pytest.mark.parametrize(("ours", "verdict"), [(2.4, HOLDS), (1.9, HOLDS), (1.8, WEAKER), (-0.1, FAILS), (None, OPEN)])
def test_a_gain_holds_where_it_is_about_as_large(ours: float | None, verdict: str) -> None:
    assert GainClaim("cubic", "covtype", 2.4, ours, False).verdict == verdict


def test_a_run_that_its_limit_ended_decides_only_where_it_has_taken_more_already() -> None:
    assert fewer_iterations(trial(10), trial(20)) is True
    assert fewer_iterations(trial(20), trial(10)) is False
    assert fewer_iterations(trial(10), trial(1000, stopped=True)) is True
    assert fewer_iterations(trial(1000, stopped=True), trial(10)) is False
    assert fewer_iterations(trial(1000, stopped=True), trial(1000, stopped=True)) is None
    assert fewer_iterations(trial(100, stopped=True), trial(200)) is None
    assert fewer_iterations(trial(200), trial(100, stopped=True)) is None


def test_a_verdict_turns_with_the_runs() -> None:
    good, bad = ({"accuracy": 90.0, "seconds": time, "iterations": 5, "stopped": False} for time in (1.0, 3.0))
    better = {"KERNEL": good, "GAUSS-2": good, "LINEAR": {"accuracy": 80.0}}
    other = {**bad, "accuracy": 80.0, "iterations": 50}
    told = {one.name: one.verdict for one in counted_claims(with_runs({**better, "POLY-2": other}))}
    assert told == dict.fromkeys(("kernel", "accuracy", "time", "iterations"), HOLDS)
    worse = {"KERNEL": other, "GAUSS-2": other, "POLY-2": good, "LINEAR": good}
    assert {one.verdict for one in counted_claims(with_runs(worse))} == {FAILS}
    assert gain_claim(with_runs({"GAUSS-2": good, "GAUSS-3": other})).verdict == FAILS
    assert gain_claim(with_runs({"GAUSS-2": {"accuracy": None}})).verdict == OPEN


@each_language
def test_the_sentence_counts_what_the_table_says(lang: str) -> None:
    words, paper = words_for(lang), shown()
    verdicts = [one.verdict for one in (*counted_claims(paper), gain_claim(paper))]
    table = claims(paper, words)
    assert list(table[words("results.column.verdict")]) == [words(f"results.verdict.{one}") for one in verdicts]
    told = claims_sentence(paper, words)
    assert words("results.claims.held", held=verdicts.count(HOLDS), count=5 - verdicts.count(OPEN)) in told
    for one in counted_claims(paper):
        assert (words(f"results.claim.{one.name}") in told) == (one.verdict not in (HOLDS, OPEN))
    nothing = replace(paper, cells=())
    assert claims_sentence(nothing, words) == words("results.claims.none")


@each_language
def test_the_iterations_are_drawn_where_they_are_and_stopped_runs_are_hollow(lang: str) -> None:
    words, paper = words_for(lang), shown()
    runs = {place: run for place, run in printed_runs(paper).items() if place[1] in METHODS and run.iterations}
    drawn = iterations_figure(paper, words).data
    assert sorted(mark["x"][0] for mark in drawn) == sorted(run.iterations for run in runs.values())
    hollow = [mark for mark in drawn if mark["marker"]["symbol"].endswith("-open")]
    assert len(hollow) == sum(run.stopped for run in runs.values())
    text = iterations_text(paper, words)
    assert all(number(run.iterations) in text for run in runs.values() if run.iterations is not None)
