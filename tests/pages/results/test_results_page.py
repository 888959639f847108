"""The page of results as a visitor meets it: both languages, every choice, sections that are not there."""

from dataclasses import replace
from pathlib import Path

import pytest

from pages.results import question
from pages.results.answers import standings
from pages.results.measurements import RESULTS, SECTIONS, Measurements, Ratios
from pages.results.question import COMMANDS, GROWTHS, RIVALS
from pages.results.sentences import lead
from tests.pages.visit import Visit, in_both_languages
from ui.words import words_for

MEASURED = RESULTS.read().content or Measurements()


def ratios() -> Ratios:
    assert MEASURED.ratios is not None
    return MEASURED.ratios


@in_both_languages
def test_the_page_opens_with_the_ratios_and_what_was_measured(lang: str) -> None:
    visit, words = Visit("results", lang=lang), words_for(lang)
    assert visit.warnings() == []
    assert words("results.question") in [title.value for title in visit.app.title]
    assert lead(ratios(), standings(ratios(), "sklearn"), "sklearn", words) in visit.texts()
    assert ratios().taken.machine in visit.texts()


@in_both_languages
@pytest.mark.parametrize("rival", RIVALS)
def test_every_rival_can_be_chosen_and_travels_in_the_link(rival: str, lang: str) -> None:
    visit = Visit("results", lang=lang, res=f"{rival}_memory-d")
    assert visit.warnings() == []
    assert lead(ratios(), standings(ratios(), rival), rival, words_for(lang)) in visit.texts()


def test_a_choice_is_written_into_the_link() -> None:
    visit = Visit("results")
    visit.app.segmented_control(key="results-rival-en-0").set_value("all")
    visit.run()
    assert visit.query["res"] == "all_memory-n"


@pytest.mark.parametrize("growth", GROWTHS)
def test_every_growth_opens(growth: str) -> None:
    assert Visit("results", res=f"sklearn_{growth}").warnings() == []


def test_the_page_ends_with_its_commands_and_has_no_points_to_choose() -> None:
    visit = Visit("results")
    visit.unfold("more-code")
    (commands,) = (code for code in visit.app.code if code.value == "\n".join(COMMANDS))
    assert commands.language == "bash"
    assert words_for("en")("more.table") not in [fold.label for fold in visit.app.expander]
    assert not visit.app.selectbox
    assert not visit.app.number_input


@in_both_languages
@pytest.mark.parametrize("section", SECTIONS)
def test_a_section_that_was_not_measured_is_said_in_one_sentence(
    section: str, lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = replace(RESULTS, path=tmp_path / "results.json")
    file.write(replace(MEASURED, **{section: None}))
    monkeypatch.setattr(question, "RESULTS", file)
    visit = Visit("results", lang=lang)
    assert words_for(lang)(f"results.missing.{section}") in visit.texts()


@in_both_languages
@pytest.mark.parametrize("content", [None, "{"], ids=["missing", "damaged"])
def test_the_page_opens_without_measurements(
    content: str | None, lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = replace(RESULTS, path=tmp_path / "results.json")
    if content is not None:
        file.path.write_text(content)
    monkeypatch.setattr(question, "RESULTS", file)
    visit, words = Visit("results", lang=lang), words_for(lang)
    assert all(words(f"results.missing.{section}") in visit.texts() for section in SECTIONS)
