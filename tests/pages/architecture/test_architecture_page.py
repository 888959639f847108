"""The page inside LIBSVM as a visitor meets it: the calls, the merge, every fold, and a model from a file."""

from __future__ import annotations

import re

import numpy as np
import pytest

from core.estimators import SVC
from core.problem import InputError
from core.topics.libsvm.calls import BY_NAME, CALLS, source
from core.topics.libsvm.experiment import cache_gain
from core.topics.libsvm.parameters import RULES
from datasets import make_points
from pages import LINK
from pages.architecture import answers
from pages.architecture.question import FORM, Options, Question, change, read, refusal
from pages.architecture.sentences import gains_sentence, lead_sentence, model_sentence
from pages.architecture.tables import checks_table, gains_table, structures_table
from tests.pages.architecture.models import MODELS, X, model
from tests.pages.visit import CHINESE, EN, Visit, in_both_languages, link_of
from ui.state.lab import opening
from ui.words import words_for

FOLDS = ("structures", "api", "power", "given", "check", "cpp", "model")
RNG = np.random.default_rng(0)


def asked(**query: str) -> Question:
    return read(opening(LINK, {"data": "overlap", "k": "gaussian", "g": "1", "C": "100", **query}))


@in_both_languages
def test_the_page_opens_with_the_calls_of_a_run_and_the_source_of_the_loop(lang: str) -> None:
    visit, words = Visit("architecture", lang=lang), words_for(lang)
    assert visit.warnings() == []
    assert bool(CHINESE.search(visit.lead())) == (lang == "zh")
    texts = visit.texts()
    assert all(call.theirs in str(visit.data("plot")[0]["figure"]) for call in CALLS)
    assert source(BY_NAME["solve"]).strip() in [code.value.strip() for code in visit.app.code]
    assert words("architecture.merge.over", total="1.97") in texts
    assert len(visit.terms()) >= 3


def test_each_function_that_is_clicked_opens_the_source_of_ours() -> None:
    visit, at = Visit("architecture", lang="en"), CALLS.index(BY_NAME["shrink"])
    visit.sends("plot", picked=[at, 1.0])
    assert source(BY_NAME["shrink"]).strip() in [code.value.strip() for code in visit.app.code]
    assert EN("architecture.call.shrink") in visit.texts()
    assert visit.data("plot")[0]["figure"]["layout"]["meta"]["picked"] == at
    for value in (None, [], [len(CALLS), 1.0], [-1, 1.0], ["1", 1.0], [True, 1.0], "x"):
        visit.sends("plot", picked=value)
        assert visit.data("plot")[0]["figure"]["layout"]["meta"]["picked"] == at


@in_both_languages
def test_every_fold_is_shown(lang: str) -> None:
    visit, words = Visit("architecture", lang=lang), words_for(lang)
    for name in FOLDS:
        visit.unfold(f"architecture-{name}", lang)
    assert visit.warnings() == []
    texts = visit.texts()
    assert words("architecture.check.passes") in texts
    assert words("architecture.model.hint") in texts
    tables = [str(table.value) for table in visit.app.table]
    assert any(RULES[0].message in table for table in tables)
    assert any("a⁵" in table for table in tables)


def test_the_numbers_of_the_lead_are_those_of_the_run() -> None:
    question = asked()
    found = answers.counted(question)
    assert str(found.passes) in lead_sentence(found, EN)
    none = type(found)(found.calls, 1, 0, 0, 0, 0)
    assert lead_sentence(none, EN) == EN("architecture.lead.none", passes="1")


@pytest.mark.parametrize("machine", ["c-svc", "nu-svc", "one-class", "eps-svr", "nu-svr"])
def test_the_structures_of_every_machine_have_a_meaning(machine: str) -> None:
    question = asked(machines=f"{machine}_0.3_0.5_1")
    table = structures_table(question, answers.printed(question), EN)
    assert "svm_model.rho" in table.index
    assert answers.counted(question).calls[machine.replace("-", "_")] == 1


def test_points_of_the_board_are_multiplied_and_their_numbers_stay_on_it() -> None:
    lab = opening(LINK, {"data": "overlap"})
    lab = change(change(lab, "vectors", "board"), "one", 3)
    question = read(lab)
    assert question.place("one") == 2
    assert np.array_equal(answers.vectors(question)[0], question.X[2])
    assert change(lab, "one", 0) is lab
    few = read(
        opening(LINK, {**link_of(make_points([[0, 1], [1, 0]], [1, -1])), "inside": FORM.write(Options(one=99))})
    )
    assert few.place("one") == 1


@pytest.mark.parametrize(("text", "key"), [("-c x", "svm.number"), ("-s 0\x07", "words.control"), ("-c 0", None)])
def test_options_are_taken_or_refused(text: str, key: str | None) -> None:
    found = refusal(text)
    assert (None if found is None else found.key) == key


def test_a_typed_option_has_both_verdicts() -> None:
    lab = change(opening(LINK, {"data": "overlap"}), "typed", "-c 0")
    theirs, ours = answers.checked(read(lab))
    assert theirs == "C <= 0"
    assert ours is not None
    assert ours.key == "C.not_finite"


@in_both_languages
def test_every_message_has_a_sentence(lang: str) -> None:
    table = checks_table(answers.checks(), words_for(lang))
    assert len(table) == len(RULES)
    assert "–" not in table.to_numpy().ravel().tolist()


# ---- a model from a file ----


def test_the_boundary_of_the_picture_parts_the_classes() -> None:
    picture = answers.given_model(MODELS["two classes"]()).picture
    assert picture is not None
    left, right = picture.field[:, 5], picture.field[:, -5]
    assert picture.support[picture.classes == 0][:, 0].mean() < picture.support[picture.classes == 1][:, 0].mean()
    assert left.mean() < 0 < right.mean()


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (b"", "model.ends"),
        (b"\xff\xfe\x00", "model.line"),
        (b"svm_type c_svc\n", "model.ends"),
        (b"\n".join(MODELS["two classes"]().splitlines()[:-3]), "model.lines"),
        (MODELS["two classes"]().replace(b"total_sv ", b"total_sv -"), "model.negative"),
        (re.sub(rb"rho .*", b"rho 1e309", MODELS["two classes"]()), "model.large"),
    ],
)
def test_another_file_is_refused_in_one_sentence(data: bytes, key: str) -> None:
    with pytest.raises(InputError) as caught:
        answers.given_model(data)
    assert caught.value.key == key
    for lang in ("en", "zh"):
        assert f"refusal.{key}" in words_for(lang).texts


def test_more_coordinates_and_matrices_have_a_head_and_no_picture() -> None:
    wide = answers.given_model(model(SVC(), np.arange(30) % 2, RNG.normal(size=(30, 3))))
    matrix = answers.given_model(model(SVC(kernel="precomputed"), np.arange(30) % 2, X @ X.T))
    assert wide.picture is None
    assert matrix.picture is None
    assert model_sentence(wide, EN) == EN("architecture.model.space", d="3")
    assert model_sentence(matrix, EN) == EN("architecture.model.matrix")


# ---- the time that a cache saves ----


def test_the_verdict_on_twenty_times_is_that_of_the_table() -> None:

    found = (cache_gain(40, 2, 1e-3, 10_000),)
    assert EN("architecture.gain.open", least="", most="")[:20] in gains_sentence(found, False, EN)
    verdict = "not reached" if found[0].factor < 20 else "are reached"
    assert verdict in gains_sentence(found, True, EN)
    assert gains_sentence((), False, EN) == EN("architecture.gain.waits")
    assert len(gains_table(found, EN)) == 1


def test_the_timed_problems_come_one_after_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "SIZES", ((30, 2), (40, 2)))
    cancel = np.zeros(1, dtype=np.int64)
    found = list(answers._timed((), cancel))
    assert [one.n for one in found] == [30, 40]
    assert list(answers._timed(found[:1], np.ones(1, dtype=np.int64))) == []
