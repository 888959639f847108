"""The page of results as a visitor meets it: both languages, every choice, sections that are not there, bad links."""

from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.results.run import write
from pages import PAGES
from pages.results import measurements, question
from pages.results.answers import standings
from pages.results.measurements import Measurements, read_measurements
from pages.results.question import GROWTHS, RIVALS
from pages.results.script import COMMANDS
from pages.results.sentences import lead
from tests.pages.visit import CHINESE, Visit, in_both_languages
from ui.words import words_for

LESSONS = {page.name: page.lessons for page in PAGES}


@in_both_languages
def test_the_page_opens_with_the_ratios_and_what_was_measured(lang: str) -> None:
    visit, words, shown = Visit("results", lang=lang), words_for(lang), read_measurements()
    assert visit.warnings() == []
    assert words("results.question") in [title.value for title in visit.app.title]
    assert shown.ratios is not None
    assert lead(shown.ratios, standings(shown.ratios, "sklearn"), "sklearn", words) in visit.texts()
    assert bool(CHINESE.search(visit.lead())) == (lang == "zh")
    assert shown.ratios.taken.machine in visit.texts()
    for lesson in LESSONS["results"]:
        assert words(f"try.results.{lesson.name}") in visit.texts()


@in_both_languages
@pytest.mark.parametrize("rival", RIVALS)
def test_every_rival_can_be_chosen_and_travels_in_the_link(rival: str, lang: str) -> None:
    visit = Visit("results", lang=lang, res=f"{rival}_memory-d")
    shown = read_measurements().ratios
    assert shown is not None
    assert visit.warnings() == []
    assert lead(shown, standings(shown, rival), rival, words_for(lang)) in visit.texts()


def test_a_choice_is_written_into_the_link() -> None:
    visit = Visit("results")
    visit.app.segmented_control(key="results-rival-en-0").set_value("all")
    visit.run()
    assert visit.query["res"] == "all_memory-n"


@pytest.mark.parametrize("growth", GROWTHS)
def test_every_growth_opens(growth: str) -> None:
    assert Visit("results", res=f"sklearn_{growth}").warnings() == []


@in_both_languages
@pytest.mark.parametrize("res", ["garbage", "sklearn_", "other_memory-n", "<script>"])
def test_mangled_options_are_told_in_one_sentence_and_the_page_opens(res: str, lang: str) -> None:
    visit = Visit("results", res=res, lang=lang)
    (notice,) = visit.warnings()
    assert "<" not in notice
    assert bool(CHINESE.search(notice)) == (lang == "zh")


def test_the_page_ends_with_its_commands_and_has_no_points_to_choose() -> None:
    visit = Visit("results")
    visit.unfold("more-code")
    (commands,) = (code for code in visit.app.code if code.value == "\n".join(COMMANDS))
    assert commands.language == "bash"
    assert words_for("en")("more.table") not in [fold.label for fold in visit.app.expander]
    assert not visit.app.selectbox
    assert not visit.app.number_input


@in_both_languages
@pytest.mark.parametrize("section", measurements.SECTIONS)
def test_a_section_that_was_not_measured_is_said_in_one_sentence(
    section: str, lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "results.json"
    write(replace(read_measurements(), **{section: None}), path)
    monkeypatch.setattr(question, "measured", lambda: read_measurements(path))
    visit = Visit("results", lang=lang)
    assert words_for(lang)(f"results.missing.{section}") in visit.texts()


@in_both_languages
def test_measurements_of_nothing_still_open(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(question, "measured", Measurements)
    visit, words = Visit("results", lang=lang), words_for(lang)
    assert all(words(f"results.missing.{section}") in visit.texts() for section in measurements.SECTIONS)


def test_every_thing_to_try_opens_and_leaves_the_board_as_it_is() -> None:
    for lesson in LESSONS["results"]:
        visit = Visit("results", data="rings", C="3")
        visit.app.button(key=f"try-results-{lesson.name}").click()
        visit.run()
        assert (visit.query["data"], visit.query["C"]) == ("rings", "3")
        assert visit.query["res"] != "sklearn_memory-n"
        assert visit.warnings() == []
