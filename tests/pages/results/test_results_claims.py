"""The five claims of the paper on the approximate Gaussian kernel are held against the runs of the measurements."""

from dataclasses import replace

import pytest

from pages.results.claims import METHODS, all_verdicts, fewer_iterations
from pages.results.figures import iterations_figure, iterations_text
from pages.results.measurements import RESULTS, Paper, Trial
from pages.results.sentences import claims_sentence
from pages.results.tables import claims
from ui.page.measured.claims import FAILS, HOLDS, OPEN
from ui.words import languages, number, words_for

each_language = pytest.mark.parametrize("lang", languages)


def shown() -> Paper:
    measured = RESULTS.read().content
    assert measured is not None
    assert measured.paper is not None
    return measured.paper


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
    verdicts = list(all_verdicts(with_runs({**better, "POLY-2": other})).items())
    assert verdicts[:4] == [(name, HOLDS) for name in ("kernel", "accuracy", "time", "iterations")]
    worse = {"KERNEL": other, "GAUSS-2": other, "POLY-2": good, "LINEAR": good}
    assert set(list(all_verdicts(with_runs(worse)).values())[:4]) == {FAILS}
    assert all_verdicts(with_runs({"GAUSS-2": good, "GAUSS-3": other}))["cubic"] == FAILS
    assert all_verdicts(with_runs({"GAUSS-2": {"accuracy": None}}))["cubic"] == OPEN


@each_language
def test_the_sentence_counts_what_the_table_says(lang: str) -> None:
    words, paper = words_for(lang), shown()
    verdicts, table = all_verdicts(paper), claims(paper, words)
    written = [words(f"results.verdict.{verdict}") for verdict in verdicts.values()]
    assert list(table[words("results.column.verdict")]) == written
    sentence, counts = claims_sentence(paper, words), list(verdicts.values())
    assert words("results.claims.held", held=counts.count(HOLDS), count=5 - counts.count(OPEN)) in sentence
    for name, verdict in verdicts.items():
        assert (words(f"results.claim.{name}") in sentence) == (verdict not in (HOLDS, OPEN))
    nothing = replace(paper, cells=())
    assert claims_sentence(nothing, words) == words("results.claims.none")


@each_language
def test_the_iterations_are_drawn_where_they_are_and_stopped_runs_are_hollow(lang: str) -> None:
    words, paper = words_for(lang), shown()
    runs = {place: run for place, run in paper.same.items() if place[1] in METHODS and run.iterations}
    drawn = iterations_figure(paper, words).data
    assert sorted(mark["x"][0] for mark in drawn) == sorted(run.iterations for run in runs.values())
    hollow = [mark for mark in drawn if mark["marker"]["symbol"].endswith("-open")]
    assert len(hollow) == sum(run.stopped for run in runs.values())
    text = iterations_text(paper, words)
    assert all(number(run.iterations) in text for run in runs.values() if run.iterations is not None)
