"""The claims of the paper on the approximate Gaussian kernel are held against the runs of the measurements."""

from dataclasses import replace

import pytest

from pages.results.answers import NEAR
from pages.results.claims import METHODS, TIMES, all_verdicts, fewer_iterations, maps_made, printed_close
from pages.results.figures import iterations_figure, iterations_text
from pages.results.measurements import RESULTS, Paper, Trial
from pages.results.sentences import claims_hint, claims_sentence, maps_sentence
from pages.results.tables import claims
from ui.page.measured.claims import FAILS, HOLDS, OPEN, Share
from ui.words import languages, number, words_for

each_language = pytest.mark.parametrize("lang", languages)


COUNTS = ("kernel", "accuracy", "time", "iterations")


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
    verdicts = all_verdicts(with_runs({**better, "POLY-2": other}))
    assert {name: verdicts[name] for name in COUNTS} == dict.fromkeys(COUNTS, HOLDS)
    worse = {"KERNEL": other, "GAUSS-2": other, "POLY-2": good, "LINEAR": good}
    found = all_verdicts(with_runs(worse))
    assert {found[name] for name in COUNTS} == {FAILS}
    assert all_verdicts(with_runs({"GAUSS-2": good, "GAUSS-3": other}))["cubic"] == FAILS
    assert all_verdicts(with_runs({"GAUSS-2": {"accuracy": None}}))["cubic"] == OPEN


@each_language
def test_the_sentence_counts_what_the_table_says(lang: str) -> None:
    words, paper = words_for(lang), shown()
    verdicts, table = all_verdicts(paper), claims(paper, words)
    written = [words(f"results.verdict.{verdict}") for verdict in verdicts.values()]
    assert list(table[words("results.column.verdict")]) == written
    sentence, counts = claims_sentence(paper, words), list(verdicts.values())
    known = len(counts) - counts.count(OPEN)
    assert words("results.claims.held", held=counts.count(HOLDS), count=known) in sentence
    assert words("results.claims.open", count=counts.count(OPEN)) in sentence
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


def test_close_and_much_faster_are_measured_by_their_limits() -> None:
    near, far = ({"accuracy": 90.0 - NEAR * share} for share in (0.9, 1.1))
    kernel = {"accuracy": 90.0, "seconds": 4.0}
    quick, slow = ({"seconds": 4.0 / TIMES * share} for share in (0.9, 1.1))
    found = all_verdicts(with_runs({"KERNEL": kernel, "GAUSS-2": {**near, **quick}, "LINEAR": quick}))
    assert (found["close"], found["much"], found["slower"]) == (HOLDS, HOLDS, HOLDS)
    found = all_verdicts(with_runs({"KERNEL": kernel, "GAUSS-2": {**far, **slow}, "LINEAR": slow}))
    assert (found["close"], found["much"], found["slower"]) == (FAILS, FAILS, FAILS)


def test_a_claim_about_a_set_that_we_lack_stays_open() -> None:
    paper = shown()
    assert "real-sim" not in paper.present
    found = all_verdicts(paper)
    assert (found["realsim_gauss"], found["realsim_poly"]) == (OPEN, OPEN)


@each_language
def test_the_papers_own_table_is_held_against_its_word(lang: str) -> None:
    words, paper = words_for(lang), shown()
    assert printed_close(paper) == Share(3, 5)  # a9a, mnist38 and real-sim; ijcnn1 and webspam are farther apart
    assert words("results.claims.close", won=3, of=5, times=number(TIMES), limit=number(NEAR)) in claims_hint(
        paper, words
    )


@each_language
def test_maps_made_in_the_training_are_points_times_epochs(lang: str) -> None:
    words, paper = words_for(lang), shown()
    told = maps_sentence(paper, words)
    made = maps_made(paper)
    assert {one.data for one in made} <= set(paper.present)
    for one in made:
        run = paper.same[one.data, "POLY-2"]
        assert run.iterations is not None
        assert one.during == one.points * run.iterations
        assert number(one.during) in told
    assert maps_sentence(replace(paper, cells=()), words) == ""
