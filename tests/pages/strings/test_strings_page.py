"""The page of strings as a visitor meets it: two words, the table cell by cell, the lists, bad input, the link."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.estimators import SVC
from core.problem import StringKernel
from pages import LINK
from pages.strings import answers
from pages.strings.cells import next_match, place_of, recurrence
from pages.strings.figures.common import rest_of, shown_of
from pages.strings.lessons import LESSONS
from pages.strings.question import FORM, Options, Question, listed, read, refusal
from tests.pages.visit import CHINESE, EN, Visit, in_both_languages, taken
from ui.link.codec import LONGEST
from ui.solve.limits import DECAY, LETTERS_OF_A_LIST, LETTERS_OF_A_WORD, SUBSEQUENCE
from ui.state.lab import opening
from ui.words import number, words_for

plain = st.characters(exclude_categories=("Cs", "Cc"))
texts = st.text(plain, max_size=LETTERS_OF_A_WORD)
lists = st.text(st.one_of(plain, st.just("\n")), max_size=LETTERS_OF_A_LIST)
options = st.builds(
    Options,
    *(texts, texts, st.integers(*SUBSEQUENCE), st.floats(*DECAY), st.sampled_from(("yes", "no"))),
    st.none() | st.integers(0, 100),
    *(st.none() | lists, st.none() | lists, st.none() | texts),
)


def asked(chosen: Options) -> Question:
    return Question(chosen, "cat", "dog", "cart", 10.0)


def field(visit: Visit, name: str, lang: str = "en") -> Any:
    label = words_for(lang)(f"strings.{name}")
    return next(each for each in [*visit.app.text_input, *visit.app.text_area] if each.label == label)


def write(visit: Visit, name: str, text: str, lang: str = "en") -> None:
    field(visit, name, lang).set_value(text)
    visit.run()


@in_both_languages
def test_the_page_opens_with_the_example_of_the_textbook_and_its_erratum(lang: str) -> None:
    visit, words = Visit("strings", lang=lang), words_for(lang)
    assert visit.warnings() == []
    assert taken(visit) == 4
    assert bool(CHINESE.search(visit.lead())) == (lang == "zh")
    assert "Nasdaq" in visit.lead()
    assert "0.0225" in visit.lead()
    assert "0.160" in visit.lead()
    erratum = words("strings.erratum", value="0.0225", one="0.0933", other="0.211", cosine="0.160")
    assert erratum in visit.texts()
    assert len(visit.terms()) >= 3
    for lesson in LESSONS:
        assert words(f"try.strings.{lesson.name}") in visit.texts()


@given(texts, texts, st.integers(1, 3), st.floats(*DECAY))
def test_what_is_lit_and_the_rest_add_up_to_the_kernel_value(s: str, t: str, length: int, decay: float) -> None:
    pair = answers.pair(asked(Options(s, t, length, decay)))
    value = float(StringKernel(length, decay, False).gram([s], [t])[0, 0])
    assert pair.value == pytest.approx(value, rel=1e-12, abs=0.0)
    if pair.refused is None:
        drawn = sum(one.value for one in shown_of(pair)) + rest_of(pair)
        assert drawn == pytest.approx(value, rel=1e-9, abs=1e-15)


@given(options)
def test_every_choice_comes_back_from_its_link(chosen: Options) -> None:
    text = FORM.write(chosen)
    assert FORM.read(text) == chosen
    assert len(text) <= LONGEST


def test_the_longest_texts_fit_into_a_link() -> None:
    word, lots = "😀" * LETTERS_OF_A_WORD, "😀" * LETTERS_OF_A_LIST
    chosen = Options(word, word, 8, 1.0 / 3.0, "yes", 12800, lots, lots, word)
    assert FORM.read(FORM.write(chosen)) == chosen


@pytest.mark.parametrize(
    "text", ["", "x", "TmFz=_YQ", "TmF\n_YQ", "CQ_YQ", "TmFz_YQ_9", "TmFz_YQ_3_2", "gA_YQ", "_" * 9000]
)
def test_an_invalid_link_is_refused(text: str) -> None:
    assert FORM.read(text) is None


def test_an_invalid_link_opens_the_default_words_and_says_so() -> None:
    visit = Visit("strings", strings="!!", lang="en")
    assert visit.warnings() == [EN("link.strings", got="··")]
    assert "Nasdaq" in visit.lead()


@in_both_languages
@pytest.mark.parametrize(
    ("name", "text", "key"),
    [
        ("s", "a" * 10_000, "words.word.long"),
        ("new", "语" * 41, "words.word.long"),
        ("plus", "ab\n" * 4000, "words.list.long"),
        ("t", "a\x07b", "words.control"),
    ],
)
def test_a_text_that_is_refused_stays_in_its_field_with_one_sentence(name: str, text: str, key: str, lang: str) -> None:
    visit = Visit("strings", lang=lang)
    before = visit.lead()
    write(visit, name, text, lang)
    error = refusal(name, text)
    assert error is not None
    assert error.key == key
    values = {each: number(int(str(value))) for each, value in error.values.items()}
    assert visit.warnings() == [words_for(lang)(f"refusal.{key}", **values)]
    assert field(visit, name, lang).value == text
    assert visit.lead() == before
    write(visit, name, "cat", lang)
    assert visit.warnings() == []
    chosen = FORM.read(visit.query["strings"])
    assert chosen is not None
    assert getattr(chosen, name) == "cat"
    assert chosen.cell == (None if name in ("s", "t") else 72)  # another word has another table, which is shown whole


@in_both_languages
def test_words_of_every_script_are_compared_and_an_empty_one_is_told(lang: str) -> None:
    visit, words = Visit("strings", lang=lang), words_for(lang)
    write(visit, "s", "😀🎈😀x", lang)
    write(visit, "t", "x😀😀x", lang)
    assert "😀" in visit.lead()
    assert visit.warnings() == []
    write(visit, "s", "مرحبا بك", lang)
    assert words("strings.right") in visit.texts()
    assert visit.warnings() == []
    write(visit, "s", "", lang)
    assert visit.lead() == words("strings.lead.empty")
    write(visit, "s", "ab", lang)
    assert visit.lead() == words("strings.lead.short", word="⁨ab⁩", n=3)
    assert taken(visit) == 4


@in_both_languages
def test_too_many_subsequences_are_not_listed_and_the_value_stands(lang: str) -> None:
    chosen = replace(Options(), s="ab" * 20, t="ba" * 20, length=8)
    visit = Visit("strings", lang=lang, strings=FORM.write(chosen))
    value = float(StringKernel(8, 0.5, False).gram([chosen.s], [chosen.t])[0, 0])
    assert number(value) in visit.lead()
    assert [each.value for each in visit.app.info] != []
    assert visit.warnings() == []
    visit.unfold("strings-map", lang)


@in_both_languages
def test_a_class_without_words_is_told_and_the_lists_stay(lang: str) -> None:
    visit = Visit("strings", lang=lang)
    plus = field(visit, "plus", lang).value
    write(visit, "minus", " ,\n", lang)
    assert visit.warnings() == [words_for(lang)("refusal.words.class", sign="−1")]
    assert field(visit, "plus", lang).value == plus
    assert field(visit, "minus", lang).value == " ,\n"


@given(texts, texts, st.integers(1, 4), st.data())
def test_a_recurrence_ends_in_the_number_of_its_table(s: str, t: str, length: int, data: st.DataObject) -> None:
    question = asked(Options(s, t, length, 0.5))
    pair, cell = answers.pair(question), data.draw(st.integers(0, question.cells))
    at = place_of(pair, cell)
    told = recurrence(pair, at, EN)
    if not at.begun:
        assert told == [EN("strings.cell.none")]
    elif at.level < length:
        assert told[1].endswith(f"= {number(float(pair.tables.double[at.level][at.a, at.b]))}")
        assert told[2].endswith(f"= {number(float(pair.tables.prime[at.level][at.a, at.b]))}")
    elif cell == question.cells:
        assert f"k = {number(pair.value)}" in told[1]
    following = next_match(pair, cell, question.cells)
    assert cell < following <= question.cells or cell == following == question.cells


def test_the_table_is_stepped_by_buttons() -> None:
    visit = Visit("strings")
    for button, cell in (("after", 73), ("before", 72), ("match", 78)):
        visit.press(f"strings-{button}")
        chosen = FORM.read(visit.query["strings"])
        assert chosen is not None
        assert chosen.cell == cell
    assert "0.203" in visit.texts()


def test_the_machine_is_the_estimator_of_the_core() -> None:
    question = read(opening(LINK, {"lang": "en", "C": "10"}))
    found, (plus, minus) = answers.machine(question), question.classes
    words, y = [*plus, *minus], np.repeat([1, -1], [len(plus), len(minus)])
    fitted = SVC(C=10.0, kernel=question.kernel, tol=1e-5).fit(words, y)
    assert sorted(found.support) == sorted(fitted.support_.tolist())
    assert found.f == pytest.approx(float(fitted.decision_function([question.new])[0]), abs=1e-4)
    assert found.terms.sum() + found.solution.b == pytest.approx(found.f)
    assert found.solution.errors == 0


def test_a_new_word_needs_no_training(monkeypatch: pytest.MonkeyPatch) -> None:
    question = read(opening(LINK, {"lang": "en", "C": "7"}))
    found = answers.machine(question)
    monkeypatch.delattr(answers, "c_svc")
    other = answers.machine(replace(question, new="dars"))
    assert other.solution is found.solution
    assert other.f != found.f


def test_another_c_trains_another_machine_and_shows_it() -> None:
    low, high = (Visit("strings", lang="en", C=C) for C in ("0.01", "10"))
    assert low.texts() != high.texts()


def test_words_stand_on_lines_or_between_commas_of_both_scripts() -> None:
    assert listed(" cat, lass das\n支持，向量；机、\n\n;dog") == ("cat", "lass das", "支持", "向量", "机", "dog")


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_the_numbers_that_a_lesson_names_are_those_on_screen(lesson: Any) -> None:
    visit = Visit("strings", lang="en")
    visit.press(f"try-strings-{lesson.name}")
    assert visit.warnings() == []
    if lesson.name == "cosine":
        assert "1.54" in visit.lead()
        assert "0.580" in visit.lead()


def test_the_table_is_played_from_where_it_is_and_from_the_start_when_it_is_full() -> None:
    visit, words = Visit("strings", lang="en"), words_for("en")

    def cell() -> int | None:
        chosen = FORM.read(visit.query["strings"])
        assert chosen is not None
        return chosen.cell

    before = cell()
    for said in ("playing.pause", "playing.play"):
        visit.press("strings-cell-play")
        assert words(said) in visit.texts()
        assert cell() == before
    visit = Visit("strings", lang="en", strings=FORM.write(Options()))
    visit.press("strings-cell-play")
    assert cell() == 0
    assert words("playing.pause") in visit.texts()
    assert visit.warnings() == []
