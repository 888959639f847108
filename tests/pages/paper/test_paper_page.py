"""The page of the paper's tables as a visitor meets it: with the measurements, without one, and with runs made now."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.selection import Learner, Strategy, folded, grid_of
from core.topics.choosing.experiment import searched
from pages.paper import now as runs
from pages.paper import question
from pages.paper.figures import kernel_figure, sizes_figure, speed_figure
from pages.paper.measurements import MEASURED
from pages.paper.now import RANKS, SMALL_SETS, follow, strategy_of_method, task_of, wanted
from pages.paper.printed import COLUMNS, GAMMAS, PENALTIES, RESULTS, TASKS, sets_of
from pages.paper.tables import made_now
from tests.pages.visit import EN, Visit, in_both_languages
from ui.solve.queue import long_work
from ui.words import number, words_for


@in_both_languages
@pytest.mark.parametrize("task", TASKS)
def test_the_page_opens_with_the_command_and_the_load_under_which_it_was_recorded(task: str, lang: str) -> None:
    visit, words = Visit("paper", lang=lang, tab=f"{task}_wine"), words_for(lang)
    assert visit.warnings() == []
    shown, found = visit.texts(), MEASURED.read().content
    assert found is not None
    assert words("paper.again", command=found.taken.command) in shown
    assert number(found.taken.load_before, 2) in shown


@in_both_languages
@pytest.mark.parametrize("why", ["missing", "old", "damaged"])
def test_without_measurements_the_page_says_why_in_one_sentence_and_shows_what_is_printed(
    why: str, lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = replace(MEASURED, path=tmp_path / "paper.json")
    if why != "missing":
        file.path.write_text('{"schema": 0}' if why == "old" else "{")
    monkeypatch.setattr(question, "MEASURED", file)
    visit, words = Visit("paper", lang=lang), words_for(lang)
    assert visit.warnings() == []
    assert visit.lead().count(words(f"paper.{why}")) == 1
    assert words("paper.table.regression") in visit.texts()
    assert words("paper.claims.title") in visit.texts()


def test_a_run_made_now_is_the_search_of_the_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_work, "AT_ONCE", 300.0)
    monkeypatch.setattr(runs, "REPETITIONS", 2)  # of the ten: a run of wine takes about a second
    now = long_work.soon(lambda: follow("wine", "test"), lambda found: found.over)
    assert [(one.method, one.run.seed) for one in now.found] == wanted()
    task, grid = task_of("wine"), grid_of(GAMMAS, PENALTIES, RANKS)
    same = searched(task, Strategy("rffdg-rbf", 1), grid)
    own = next(one.run for one in now.found if (one.method, one.run.seed) == ("rffdg-rbf", 1))
    assert same is not None
    assert (own.gamma, own.C, own.rank, own.error) == (same.gamma, same.C, same.rank, same.error)
    assert list(made_now(now.found, "wine", EN)[EN("paper.column.runs")]) == ["2", "1", "2", "1"]
    visit = Visit("paper", tab="regression_wine")
    visit.unfold("paper-now")
    assert visit.warnings() == []
    assert EN("paper.now.progress", done=6, of=6) not in visit.texts()


def test_every_set_of_the_runs_made_now_can_be_asked() -> None:
    for name in SMALL_SETS:
        task = task_of(name)
        assert len(task.choosing.splits) == 10
        assert len(task.judging.X) - len(task.choosing.X) == len(task.judging.splits[0].test) > 40


def test_a_machine_of_many_classes_is_least_squares_on_landmarks() -> None:
    X, y = np.random.default_rng(0).normal(size=(60, 2)), np.arange(60) % 12
    many, two = folded(X, y, 2), folded(X, y % 2, 2)
    assert strategy_of_method("nystroem", many, 0).on_features is None
    assert strategy_of_method("nystroem", two, 0).on_features is Learner.SVM
    assert strategy_of_method("rffdg-rbf", two, 0).on_features is None


def test_the_figures_show_the_numbers_of_the_measurements() -> None:
    found = MEASURED.read().content
    assert found is not None
    for task in TASKS:
        marks = [trace for trace in speed_figure(found, task, EN).data if trace["mode"] == "markers"]
        hollow = [trace for trace in marks if trace["marker"]["symbol"].endswith("-open")]
        expected = sorted(
            RESULTS[data]["grid"].seconds / RESULTS[data][method].seconds
            for data in sets_of(task)
            for method in COLUMNS
            if method != "grid"
        )
        assert sorted(x for trace in hollow for x in trace["x"]) == pytest.approx(expected)
        panels = [trace for trace in kernel_figure(found, task, EN).data if trace["mode"] == "lines+markers"]
        own = [one for data in sets_of(task) for one in found.sets if one.data == data]
        assert [trace["y"] for trace in panels] == [list(one.mse) for one in own]
        for quantity in ("seconds", "score"):
            lines = [trace for trace in sizes_figure(found, task, quantity, EN).data if trace["mode"] == "lines"]
            assert len(lines) == len(COLUMNS)
        assert speed_figure(None, task, EN).data
